/* SPDX-License-Identifier: BSD-3-Clause */
/* Packs voxels of one byte into bits, and counts them. */
#include "tile_voxels.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

enum { AT_ONCE = 16 };
static int64_t pack_whole(unsigned char *to, const unsigned char *from, size_t count)
{
  __m128i sums = _mm_setzero_si128();
  for (size_t i = 0; i < count; i += AT_ONCE) {
    const __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(from + i));
    sums = _mm_add_epi64(sums, _mm_sad_epu8(sixteen, _mm_setzero_si128()));
    memcpy(to + i / 8, &(uint16_t){(uint16_t)_mm_movemask_epi8(_mm_slli_epi16(sixteen, 7))}, 2);
  }
  return _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums)));
}
#else
/* The highest byte of the first product has byte i as its bit i; that of the second is the sum of the bytes. */
enum { AT_ONCE = 8 };
static int64_t pack_whole(unsigned char *to, const unsigned char *from, size_t count)
{
  int64_t sum = 0;
  for (size_t i = 0; i < count; i += AT_ONCE) {
    uint64_t eight;
    memcpy(&eight, from + i, 8);
    to[i / 8] = (unsigned char)(eight * 0x0102040810204080u >> 56);
    sum += (int64_t)(eight * 0x0101010101010101u >> 56);
  }
  return sum;
}
#endif

static int64_t pack_row(unsigned char *to, const unsigned char *from, size_t count)
{
  const size_t rest = count % AT_ONCE, whole = count - rest;
  unsigned char last[AT_ONCE] = {0}, bits[AT_ONCE / 8];
  memcpy(last, from + whole, rest);
  int64_t fluid = pack_whole(to, from, whole) + pack_whole(bits, last, rest ? AT_ONCE : 0);
  memcpy(to + whole / 8, bits, (rest + 7) / 8);
  return fluid;
}

int64_t tile_pack(unsigned char *bits, const unsigned char *voxels, int64_t nx, int64_t rows)
{
  int64_t fluid = 0;
  for (int64_t y = 0; y < rows; y++)
    fluid += pack_row(bits + y * ((nx + 7) / 8), voxels + y * nx, (size_t)nx);
  return fluid;
}
