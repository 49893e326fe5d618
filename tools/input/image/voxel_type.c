/* SPDX-License-Identifier: BSD-3-Clause */
#include "voxel_type.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The loop is written for any stride; that of 1 is compiled separately, for speed. */
#define WIDEN(type, as_double)                                                                      \
  static inline void widen_##type##_by(double *to, const type *from, size_t count, size_t stride)   \
  {                                                                                                 \
    for (size_t i = 0; i < count; i++) {                                                            \
      type value;                                                                                   \
      memcpy(&value, (const char *)from + i * stride * sizeof value, sizeof value);                 \
      to[i] = as_double(value);                                                                     \
    }                                                                                               \
  }                                                                                                 \
  static void widen_##type(double *to, const void *from, size_t count, size_t first, size_t stride) \
  {                                                                                                 \
    const void *at = (const char *)from + first * sizeof(type);                                     \
    if (stride == 1)                                                                                \
      widen_##type##_by(to, at, count, 1);                                                          \
    else                                                                                            \
      widen_##type##_by(to, at, count, stride);                                                     \
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

#define WIDEN_BITS(bits)                                                                                 \
  static void widen_bits_##bits(double *to, const void *from, size_t count, size_t first, size_t stride) \
  {                                                                                                      \
    const unsigned char *byte = from;                                                                    \
    for (size_t i = 0; i < count; i++) {                                                                 \
      size_t at = (first + i * stride) * bits;                                                           \
      to[i] = byte[at / 8] >> (8 - bits - at % 8) & ((1 << bits) - 1);                                   \
    }                                                                                                    \
  }

/* Value of 9 to 15 bits that begins at bit `at`; the highest bits come first. */
static unsigned packed_value(const unsigned char *byte, size_t at, int bits)
{
  const unsigned char *from = byte + at / 8;
  int have = 8 - (int)(at % 8);
  unsigned value = *from & (0xffU >> at % 8);
  for (; have < bits; have += 8)
    value = value << 8 | *++from;
  return value >> (have - bits);
}

#define WIDEN_PACKED(bits)                                                                                 \
  static void widen_packed_##bits(double *to, const void *from, size_t count, size_t first, size_t stride) \
  {                                                                                                        \
    for (size_t i = 0; i < count; i++)                                                                     \
      to[i] = packed_value(from, (first + i * stride) * bits, bits);                                       \
  }

#define NARROW(type, low, high)                                               \
  static void narrow_##type(void *to, const double *from, size_t count)       \
  {                                                                           \
    type *v = to;                                                             \
    for (size_t i = 0; i < count; i++) {                                      \
      const double whole = rint(from[i]);                                     \
      v[i] = (type)(whole < (low) ? (low) : whole > (high) ? (high) : whole); \
    }                                                                         \
  }
static void narrow_float(void *to, const double *from, size_t count)
{
  float *v = to;
  for (size_t i = 0; i < count; i++)
    v[i] = (float)from[i];
}
static void narrow_double(void *to, const double *from, size_t count)
{
  memcpy(to, from, count * sizeof *from);
}

/* clang-format off */
NARROW(uint8_t, 0, UINT8_MAX) NARROW(int8_t, INT8_MIN, INT8_MAX) NARROW(uint16_t, 0, UINT16_MAX)
NARROW(int16_t, INT16_MIN, INT16_MAX) NARROW(uint32_t, 0, UINT32_MAX) NARROW(int32_t, INT32_MIN, INT32_MAX)
WIDEN(uint8_t, (double)) WIDEN(int8_t, (double)) WIDEN(uint16_t, (double)) WIDEN(int16_t, (double))
WIDEN(uint32_t, (double)) WIDEN(int32_t, (double)) WIDEN(uint64_t, (double)) WIDEN(int64_t, (double))
WIDEN(float, (double)) WIDEN(double, (double)) WIDEN(half, half_value)
WIDEN_BITS(1) WIDEN_BITS(2) WIDEN_BITS(4) WIDEN_PACKED(10) WIDEN_PACKED(12) WIDEN_PACKED(14)

static const struct voxel_type types[] = {
                            /* clang-format on */
                            {"u1", 'u', 1, widen_bits_1, NULL},
                            {"u2", 'u', 2, widen_bits_2, NULL},
                            {"u4", 'u', 4, widen_bits_4, NULL},
                            {"u8", 'u', 8, widen_uint8_t, narrow_uint8_t},
                            {"i8", 'i', 8, widen_int8_t, narrow_int8_t},
                            {"u16", 'u', 16, widen_uint16_t, narrow_uint16_t},
                            {"i16", 'i', 16, widen_int16_t, narrow_int16_t},
                            {"u32", 'u', 32, widen_uint32_t, narrow_uint32_t},
                            {"i32", 'i', 32, widen_int32_t, narrow_int32_t},
                            {"u64", 'u', 64, widen_uint64_t, NULL},
                            {"i64", 'i', 64, widen_int64_t, NULL},
                            {"f16", 'f', 16, widen_half, NULL},
                            {"u10", 'u', 10, widen_packed_10, NULL},
                            {"u12", 'u', 12, widen_packed_12, NULL},
                            {"u14", 'u', 14, widen_packed_14, NULL},
                            {"f32", 'f', 32, widen_float, narrow_float},
                            {"f64", 'f', 64, widen_double, narrow_double},
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

/* ---- types in memory ---- */

const struct voxel_type *voxel_type_in_memory(const struct voxel_type *t)
{
  if (t->bits % 8)
    return voxel_type_of('u', t->bits < 8 ? 8 : 16);
  return t->kind == 'f' && t->bits == 16 ? voxel_type_of('f', 32) : t;
}

static void hold_bits(int bits, uint8_t *to, const uint8_t *byte, size_t count, size_t first, size_t stride)
{
  for (size_t i = 0; i < count; i++) {
    size_t at = (first + i * stride) * (size_t)bits;
    to[i] = (uint8_t)(byte[at / 8] >> (8 - bits - (int)(at % 8)) & ((1 << bits) - 1));
  }
}

/* Unpacks eight 1-bit values at once: the product has bit 7 - k of the byte at the top of its byte k. */
static void hold_single_bits(uint8_t *to, const uint8_t *byte, size_t count)
{
  for (size_t i = 0; i < count / 8; i++) {
    uint64_t eight = byte[i] * 0x8040201008040201u >> 7 & 0x0101010101010101u;
    memcpy(to + 8 * i, &eight, 8);
  }
  hold_bits(1, to + count / 8 * 8, byte, count % 8, count / 8 * 8, 1);
}

static void hold_packed(int bits, uint16_t *to, const uint8_t *byte, size_t count, size_t first, size_t stride)
{
  for (size_t i = 0; i < count; i++)
    to[i] = (uint16_t)packed_value(byte, (first + i * stride) * (size_t)bits, bits);
}

static void hold_halves(float *to, const void *from, size_t count, size_t first, size_t stride)
{
  for (size_t i = 0; i < count; i++) {
    half h;
    memcpy(&h, (const char *)from + (first + i * stride) * sizeof h, sizeof h);
    to[i] = (float)half_value(h);
  }
}

void voxel_type_to_memory(const struct voxel_type *t, void *to, const void *from, size_t count, size_t first,
                          size_t stride)
{
  const size_t bytes = (size_t)t->bits / 8;
  if (t->bits == 1 && stride == 1)
    hold_single_bits(to, from, count);
  else if (t->bits < 8)
    hold_bits(t->bits, to, from, count, first, stride);
  else if (t->bits % 8)
    hold_packed(t->bits, to, from, count, first, stride);
  else if (voxel_type_in_memory(t) != t)
    hold_halves(to, from, count, first, stride);
  else if (stride == 1)
    memcpy(to, (const char *)from + first * bytes, count * bytes);
  else
    for (size_t i = 0; i < count; i++)
      memcpy((char *)to + i * bytes, (const char *)from + (first + i * stride) * bytes, bytes);
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
