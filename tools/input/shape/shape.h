/* SPDX-License-Identifier: BSD-3-Clause */
/* The shapes of source_shape() and the keys that each accepts. source_shape.c has a table of the kinds below; it calls
 * make, then slice for each slice. */
#ifndef SHAPE_H
#define SHAPE_H

#include "memory.h"

enum shape_key {
  SHAPE_SIDE,     /* side of a channel, voxels */
  SHAPE_DIAMETER, /* voxels */
  SHAPE_RING,     /* diameter of the centre line of a torus, voxels */
  SHAPE_GAP,      /* of a slit, voxels */
  SHAPE_AXIS,     /* 0, 1, 2: the axis a duct runs along */
  SHAPE_POROSITY, /* 0 ... 1 */
  SHAPE_SEED,     /* integer */
  SHAPE_PERIODIC, /* 0 or 1 */
  SHAPE_FRACTION, /* of solid, 0 ... 1 */
  SHAPE_CELL,     /* side of a unit cell, voxels */
  SHAPE_WIDTH,    /* of a channel, voxels */
  SHAPE_PITCH,    /* distance of the centre lines of legs, voxels */
  SHAPE_TURNS,    /* number of half rings */
  SHAPE_LIST,     /* a file, 1 if given; `list` is its name */
  SHAPE_KEYS
};

struct shape {
  const char *name;
  int64_t grid[3];
  double key[SHAPE_KEYS]; /* NaN: not given */
  char *list;             /* NULL: not given */
  void *state;            /* owned by the shape; freed with free() */
  bool beyond;            /* its walls are also known outside the grid */
};

static inline bool shape_given(const struct shape *s, enum shape_key k)
{
  return s->key[k] == s->key[k];
}

/* One kind of shape. make checks the keys (TILE_USAGE if they are impossible) and sets s->state; slice fills nx*ny
 * values with TILE_SOLID or TILE_FLUID. */
struct shape_kind {
  const char *name;
  unsigned keys, required; /* bits 1 << SHAPE_... */
  int (*make)(struct shape *s, struct tile_error *e);
  void (*slice)(const struct shape *s, int64_t z, unsigned char *values);
  void (*empty)(struct shape *s); /* frees what state points to; may be NULL */
  /* As in struct source_walls; NULL: the shape has no exact walls. */
  bool (*cut)(const struct shape *s, const double from[3], const double to[3], double *q);
  int (*prepare)(struct shape *s, struct tile_error *e); /* prepares cut; may be NULL */
};

/* Voxel centres have integer coordinates; a box spans -1/2 ... N-1/2, so its centre is (N-1)/2 whether N is odd or
 * even. */
int shape_box_make(struct shape *s, struct tile_error *e); /* shape_ducts.c */
int shape_channel_make(struct shape *s, struct tile_error *e);
int shape_slit_make(struct shape *s, struct tile_error *e);
int shape_tube_make(struct shape *s, struct tile_error *e);
void shape_duct_slice(const struct shape *s, int64_t z, unsigned char *values);
bool shape_duct_cut(const struct shape *s, const double from[3], const double to[3], double *q);

int shape_array_make(struct shape *s, struct tile_error *e); /* shape_arrays.c: sc, bcc, fcc, cylinders */
void shape_array_slice(const struct shape *s, int64_t z, unsigned char *values);
void shape_array_empty(struct shape *s);
bool shape_array_cut(const struct shape *s, const double from[3], const double to[3], double *q);

int shape_spheres_make(struct shape *s, struct tile_error *e); /* shape_spheres.c, shape_list.c */
void shape_spheres_slice(const struct shape *s, int64_t z, unsigned char *values);
void shape_spheres_empty(struct shape *s);
bool shape_spheres_cut(const struct shape *s, const double from[3], const double to[3], double *q);
int shape_spheres_prepare(struct shape *s, struct tile_error *e);

/* Lists have lines x y z d, and comments after #; centres and diameters in voxels. shape_list_read calls `use` for each
 * sphere. */
struct sphere {
  double centre[3], diameter;
};
/* sphere_grid.c: whether the line from `from` (relative to the sphere's centre, outside it) to from + along enters the
 * sphere; *part: at which fraction of it. */
bool sphere_entry(const double from[3], const double along[3], double radius, double *part); /* sphere_grid.c */
typedef int sphere_use(void *self, const struct sphere *one, struct tile_error *e);
int shape_list_read(const char *path, sphere_use *use, void *self, struct tile_error *e);

int shape_torus_make(struct shape *s, struct tile_error *e); /* shape_torus.c */
void shape_torus_slice(const struct shape *s, int64_t z, unsigned char *values);
bool shape_torus_cut(const struct shape *s, const double from[3], const double to[3], double *q);

int shape_vessel_make(struct shape *s, struct tile_error *e); /* shape_vessel.c */
void shape_vessel_slice(const struct shape *s, int64_t z, unsigned char *values);
bool shape_vessel_cut(const struct shape *s, const double from[3], const double to[3], double *q);

int shape_chip_make(struct shape *s, struct tile_error *e); /* shape_chip.c */
void shape_chip_slice(const struct shape *s, int64_t z, unsigned char *values);
bool shape_chip_cut(const struct shape *s, const double from[3], const double to[3], double *q);

#endif
