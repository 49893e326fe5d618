#include "voxel_type.h"

#include <stdint.h>
#include <string.h>

#define WIDEN(type)                                                               \
  static void widen_##type(double *to, const void *from, size_t count)            \
  {                                                                               \
    for (size_t i = 0; i < count; i++) {                                          \
      type value;                                                                 \
      memcpy(&value, (const char *)from + i * sizeof value, sizeof value);        \
      to[i] = (double)value;                                                      \
    }                                                                             \
  }
WIDEN(uint8_t) WIDEN(int8_t) WIDEN(uint16_t) WIDEN(int16_t)
WIDEN(uint32_t) WIDEN(int32_t) WIDEN(float) WIDEN(double)

static const struct voxel_type types[] = {
  { "u8", 'u', 1, widen_uint8_t },   { "i8", 'i', 1, widen_int8_t },
  { "u16", 'u', 2, widen_uint16_t }, { "i16", 'i', 2, widen_int16_t },
  { "u32", 'u', 4, widen_uint32_t }, { "i32", 'i', 4, widen_int32_t },
  { "f32", 'f', 4, widen_float },    { "f64", 'f', 8, widen_double },
};
enum { TYPES = sizeof types / sizeof *types };

const struct voxel_type *voxel_type_named(const char *name, size_t length)
{
  for (int i = 0; i < TYPES; i++)
    if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0)
      return &types[i];
  return NULL;
}

const struct voxel_type *voxel_type_of(char kind, int bytes)
{
  for (int i = 0; i < TYPES; i++)
    if (types[i].kind == kind && types[i].bytes == bytes)
      return &types[i];
  return NULL;
}

void voxel_type_swap(const struct voxel_type *t, void *values, size_t count)
{
  unsigned char *at = values;
  for (size_t i = 0; i < count; i++, at += t->bytes)
    for (int low = 0, high = t->bytes - 1; low < high; low++, high--) {
      unsigned char kept = at[low];
      at[low] = at[high];
      at[high] = kept;
    }
}
