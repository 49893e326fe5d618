/* SPDX-License-Identifier: BSD-3-Clause */
/* The number types that stored voxels may have, one row of a table each, and their conversion. */
#ifndef VOXEL_TYPE_H
#define VOXEL_TYPE_H

#include <stdbool.h>
#include <stddef.h>

struct voxel_type {
  const char *name; /* "u8", "f32" ... as in --raw */
  char kind;        /* 'u', 'i' or 'f' */
  int bits;         /* if no whole bytes, the highest bits of a byte come first */
  /* Converts values first, first + stride ... (`count` of them) to doubles: exactly, except integers beyond 2^53, which
   * are rounded. `from` has native byte order and any alignment. A stride above 1 selects one of several channels. */
  void (*widen)(double *to, const void *from, size_t count, size_t first, size_t stride);
  /* The other way, for types in memory of at most 32 bits, and f64: to the nearest value, within the range. NULL for
   * other types. */
  void (*narrow)(void *to, const double *from, size_t count);
};

/* The type of such values in memory: the same, but u8 for less than a byte, u16 for less than two, and f32 for f16. */
const struct voxel_type *voxel_type_in_memory(const struct voxel_type *t);
/* As widen, but to the type in memory. */
void voxel_type_to_memory(const struct voxel_type *t, void *to, const void *from, size_t count, size_t first,
                          size_t stride);

#define VOXEL_TYPE_NAMES "u8 i8 u16 i16 u32 i32 u64 i64 f16 f32 f64"

const struct voxel_type *voxel_type_named(const char *name, size_t length); /* whole bytes; NULL: unknown */
const struct voxel_type *voxel_type_of(char kind, int bits);                /* NULL: unknown */
/* Reverses the bytes of every value in place. */
void voxel_type_swap(const struct voxel_type *t, void *values, size_t count);

#endif
