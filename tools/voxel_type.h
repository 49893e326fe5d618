/* The number types a stored voxel may have, one row of a table each. */
#ifndef VOXEL_TYPE_H
#define VOXEL_TYPE_H

#include <stdbool.h>
#include <stddef.h>

struct voxel_type {
  const char *name; /* "u8", "f32" ... as in --raw */
  char kind;        /* 'u', 'i' or 'f' */
  int bytes;
  /* count values in native byte order, at any alignment, to doubles; exact for every type */
  void (*widen)(double *to, const void *from, size_t count);
};

#define VOXEL_TYPE_NAMES "u8 i8 u16 i16 u32 i32 f32 f64"

const struct voxel_type *voxel_type_named(const char *name, size_t length); /* NULL: unknown */
const struct voxel_type *voxel_type_of(char kind, int bytes);               /* NULL: unknown */
/* Reverses the bytes of every value in place. */
void voxel_type_swap(const struct voxel_type *t, void *values, size_t count);

#endif
