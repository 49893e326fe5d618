/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes all fields as a .vti or .vtkhdf file. */
#include "probe.h"

#include "frame.h"
#include "probe_arrays.h"
#include "vtkhdf.h"

#include <string.h>

static const char *units_text(const struct fields *f)
{
  if (probe_physical(f))
    return "length m, velocity m/s, pressure Pa (gauge)";
  return f->units.dx > 0 ? "length m, velocity and pressure in lattice units" : "lattice units";
}

static void read_pose(const struct fields *f, struct vti *v)
{
  struct frame frame;
  frame_read(&frame, &f->domain.header);
  memcpy(v->axis, frame.axis, sizeof v->axis);
  memcpy(v->origin, frame.centre, sizeof v->origin);
}

/* The arrays of a flow, with buffers of one slice. */
struct volume {
  struct fields_slices slices;
  struct probe_volume volume[PROBE_FIELDS + 1];
  struct vti_array arrays[PROBE_FIELDS + 1];
  size_t count;
};

static void add(struct volume *to, const char *name, bool single)
{
  static const enum vti_type types[] = {[1] = VTI_UINT8, [4] = VTI_FLOAT32, [8] = VTI_FLOAT64};
  struct probe_volume *v = to->volume + to->count;
  *v = probe_volume_of(&to->slices, name, single);
  to->arrays[to->count++] =
      (struct vti_array){name, types[probe_value_bytes(v)], probe_components(v), probe_volume_slice, v};
}

struct vti probe_vti_of(const struct fields *f, const struct vti_array *arrays, size_t count)
{
  struct vti v = {
      .spacing = f->units.dx > 0 ? f->units.dx : 1, .units = units_text(f), .arrays = arrays, .count = count};
  memcpy(v.grid, f->domain.grid, sizeof v.grid);
  read_pose(f, &v);
  return v;
}

static int open_volume(struct volume *v, struct vti *image, const struct fields *f, bool single, struct tile_error *e)
{
  const unsigned shown = PROBE_IN_VOLUMES | (f->shear ? PROBE_OF_WALLS : 0);
  v->count = 0;
  if (fields_slices_make(&v->slices, f, 2, e))
    return e->code;
  for (const struct probe_field *field = NULL; (field = probe_field_next(f, field, shown));)
    add(v, field->name, single);
  add(v, "solid", single);
  *image = probe_vti_of(f, v->arrays, v->count);
  return 0;
}

int probe_vti(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  struct volume v;
  struct vti image;
  if (open_volume(&v, &image, f, how->single, e))
    return e->code;
  image.packed = how->packed;
  const int status = vti_write(&image, out, e);
  fields_slices_free(&v.slices);
  return status;
}

int probe_vtkhdf(const struct fields *f, const struct probe_file *how, const char *path, const char *made,
                 struct tile_error *e)
{
  struct volume v;
  struct vti image;
  if (open_volume(&v, &image, f, how->single, e))
    return e->code;
  const int status = vtkhdf_image(&image, NULL, path, made, e);
  fields_slices_free(&v.slices);
  return status;
}
