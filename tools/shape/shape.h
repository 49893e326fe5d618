/* Shapes behind source_shape(): what one is, and the keys it may be given. */
#ifndef SHAPE_H
#define SHAPE_H

#include "own.h"

enum shape_key {
  SHAPE_SIDE,     /* side of a channel, voxels */
  SHAPE_DIAMETER, /* voxels */
  SHAPE_GAP,      /* of a slit, voxels */
  SHAPE_AXIS,     /* 0, 1, 2: the axis a duct runs along */
  SHAPE_POROSITY, /* 0 ... 1 */
  SHAPE_SEED,     /* whole number */
  SHAPE_PERIODIC, /* 0 or 1 */
  SHAPE_FRACTION, /* of solid, 0 ... 1 */
  SHAPE_CELL,     /* side of a unit cell, voxels */
  SHAPE_LIST,     /* a file: given or not; its name is `list` */
  SHAPE_KEYS
};

struct shape {
  const char *name;
  int64_t grid[3];
  double key[SHAPE_KEYS]; /* NaN: not given */
  char *list;             /* NULL: not given */
  void *state;            /* the shape's own; freed with free() */
};

static inline bool shape_given(const struct shape *s, enum shape_key k)
{
  return s->key[k] == s->key[k];
}

/* One shape. make checks the keys (TILE_USAGE when they are impossible)
 * and sets s->state; slice fills nx*ny values with TILE_SOLID or TILE_FLUID. */
struct shape_kind {
  const char *name;
  unsigned keys, required; /* bits 1 << SHAPE_... */
  int (*make)(struct shape *s, struct tile_error *e);
  void (*slice)(const struct shape *s, int64_t z, unsigned char *values);
  void (*empty)(struct shape *s); /* frees what state points to; may be NULL */
};

/* Voxel centres have whole coordinates; a box spans -1/2 ... N-1/2, its centre
 * is (N-1)/2 whether N is odd or even. */
int shape_box_make(struct shape *s, struct tile_error *e); /* shape_ducts.c */
int shape_channel_make(struct shape *s, struct tile_error *e);
int shape_slit_make(struct shape *s, struct tile_error *e);
int shape_tube_make(struct shape *s, struct tile_error *e);
void shape_duct_slice(const struct shape *s, int64_t z, unsigned char *values);

int shape_array_make(struct shape *s, struct tile_error *e); /* shape_arrays.c: sc, bcc, fcc */
void shape_array_slice(const struct shape *s, int64_t z, unsigned char *values);
void shape_array_empty(struct shape *s);

int shape_spheres_make(struct shape *s, struct tile_error *e); /* shape_spheres.c, shape_list.c */
void shape_spheres_slice(const struct shape *s, int64_t z, unsigned char *values);
void shape_spheres_empty(struct shape *s);

/* Lines x y z d, and what follows # is passed over; centres and diameters in voxels, handed over one by one. */
struct sphere {
  double centre[3], diameter;
};
typedef int sphere_use(void *self, const struct sphere *one, struct tile_error *e);
int shape_list_read(const char *path, sphere_use *use, void *self, struct tile_error *e);

int shape_vessel_make(struct shape *s, struct tile_error *e); /* shape_vessel.c */
void shape_vessel_slice(const struct shape *s, int64_t z, unsigned char *values);

#endif
