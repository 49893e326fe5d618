/* SPDX-License-Identifier: BSD-3-Clause */
/* The fields as arrays over the whole grid, one slice at a time, for --vtk and --npy. */
#ifndef PROBE_ARRAYS_H
#define PROBE_ARRAYS_H

#include "probe.h"
#include "vti.h"

/* Names of probe_fields, and solid. */
#define PROBE_ARRAY_NAMES "velocity, pressure, speed, ux, uy, uz, wall_shear or solid"
bool probe_array_known(const struct fields *f, const char *name);

struct probe_volume {
  const struct fields_slices *slices; /* across z */
  const struct probe_field *field;    /* NULL: solid */
  bool single;                        /* float, else double */
  double unit;                        /* value of the lattice unit */
  void *values;                       /* buffer of the current slice */
};

/* Whether the physical units of all fields are known; otherwise lattice units are used. */
bool probe_physical(const struct fields *f);
struct probe_volume probe_volume_of(const struct fields_slices *s, const char *name, bool single);
int probe_components(const struct probe_volume *v);
/* 1 for `solid`, otherwise 4 or 8. */
size_t probe_value_bytes(const struct probe_volume *v);
const char *probe_unit_name(const struct probe_volume *v);
/* Gets nx*ny*components values of slice z, with the components of a node together. Values at solid nodes are 0; the
 * array `solid` is 1 there. */
int probe_volume_slice(void *volume, int64_t z, void *values, struct tile_error *e);
/* An image with these arrays, and place, size and units of a flow. */
struct vti probe_vti_of(const struct fields *f, const struct vti_array *arrays, size_t count);

#endif
