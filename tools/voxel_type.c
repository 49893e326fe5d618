#include "voxel_type.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The loop is written for any stride; that of 1 is compiled apart, for speed. */
#define WIDEN(type, as_double)                                                                                \
  static inline void widen_##type##_by(double *to, const type *from, size_t count, size_t stride)             \
  {                                                                                                           \
    for (size_t i = 0; i < count; i++) {                                                                      \
      type value;                                                                                             \
      memcpy(&value, (const char *)from + i * stride * sizeof value, sizeof value);                           \
      to[i] = as_double(value);                                                                               \
    }                                                                                                         \
  }                                                                                                           \
  static void widen_##type(double *to, const void *from, size_t count, size_t first, size_t stride)           \
  {                                                                                                           \
    const void *at = (const char *)from + first * sizeof(type);                                               \
    if (stride == 1)                                                                                          \
      widen_##type##_by(to, at, count, 1);                                                                    \
    else                                                                                                      \
      widen_##type##_by(to, at, count, stride);                                                               \
  }

/* IEEE 754 binary16: sign, 5 bits of exponent, 10 of mantissa. */
typedef uint16_t half;
static double half_value(half h)
{
  int exponent = h >> 10 & 31, mantissa = h & 1023;
  double size = exponent == 31 ? (mantissa ? (double)NAN : (double)INFINITY)
                : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                               : ldexp(mantissa, -24);
  return h >> 15 ? -size : size;
}

WIDEN(uint8_t, (double)) WIDEN(int8_t, (double)) WIDEN(uint16_t, (double)) WIDEN(int16_t, (double))
WIDEN(uint32_t, (double)) WIDEN(int32_t, (double)) WIDEN(float, (double)) WIDEN(double, (double))
WIDEN(half, half_value)

#define WIDEN_BITS(bits)                                                                                      \
  static void widen_bits_##bits(double *to, const void *from, size_t count, size_t first, size_t stride)      \
  {                                                                                                           \
    const unsigned char *byte = from;                                                                         \
    for (size_t i = 0; i < count; i++) {                                                                      \
      size_t at = (first + i * stride) * bits;                                                                \
      to[i] = byte[at / 8] >> (8 - bits - at % 8) & ((1 << bits) - 1);                                        \
    }                                                                                                         \
  }
WIDEN_BITS(1) WIDEN_BITS(2) WIDEN_BITS(4)

static const struct voxel_type types[] = {
  { "u1", 'u', 1, widen_bits_1 },     { "u2", 'u', 2, widen_bits_2 },     { "u4", 'u', 4, widen_bits_4 },
  { "u8", 'u', 8, widen_uint8_t },    { "i8", 'i', 8, widen_int8_t },     { "u16", 'u', 16, widen_uint16_t },
  { "i16", 'i', 16, widen_int16_t },  { "u32", 'u', 32, widen_uint32_t }, { "i32", 'i', 32, widen_int32_t },
  { "f16", 'f', 16, widen_half },     { "f32", 'f', 32, widen_float },    { "f64", 'f', 64, widen_double },
};
enum { TYPES = sizeof types / sizeof *types };

const struct voxel_type *voxel_type_named(const char *name, size_t length)
{
  for (int i = 0; i < TYPES; i++)
    if (types[i].bits % 8 == 0 && strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0)
      return &types[i];
  return NULL;
}

const struct voxel_type *voxel_type_of(char kind, int bits)
{
  for (int i = 0; i < TYPES; i++)
    if (types[i].kind == kind && types[i].bits == bits)
      return &types[i];
  return NULL;
}

void voxel_type_swap(const struct voxel_type *t, void *values, size_t count)
{
  unsigned char *at = values;
  int bytes = t->bits / 8;
  for (size_t i = 0; i < count; i++, at += bytes)
    for (int low = 0, high = bytes - 1; low < high; low++, high--) {
      unsigned char kept = at[low];
      at[low] = at[high];
      at[high] = kept;
    }
}
