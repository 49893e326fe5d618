/* The fields as arrays over the whole grid, for --vtk and --npy, one slice at a time. */
#ifndef PROBE_ARRAYS_H
#define PROBE_ARRAYS_H

#include "probe.h"

/* The rows of probe_fields, and solid. */
#define PROBE_ARRAY_NAMES "velocity, pressure, speed, ux, uy, uz, wall_shear or solid"
bool probe_array_known(const char *name);

struct probe_volume {
  const struct fields_slices *slices; /* across z */
  const struct probe_field *field;    /* NULL: solid */
  bool single;                        /* float, else double */
  double unit;                        /* what a lattice unit is */
  void *values;                       /* of the current slice */
};

/* Physical units when those of all fields are known; else lattice units. */
bool probe_physical(const struct fields *f);
struct probe_volume probe_volume_of(const struct fields_slices *s, const char *name, bool single);
int probe_components(const struct probe_volume *v);
/* 1 for the bytes of `solid`, else 4 or 8. */
size_t probe_value_bytes(const struct probe_volume *v);
const char *probe_unit_name(const struct probe_volume *v);
/* nx*ny*components values of slice z, components together. Solid nodes are 0; in the array `solid` they are 1. */
int probe_volume_slice(void *volume, int64_t z, void *values, struct tile_error *e);

#endif
