/* Writes all fields as a .vti file. */
#include "probe.h"

#include "frame.h"
#include "probe_arrays.h"
#include "vti.h"

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

static int write_volume(const struct fields *f, const struct fields_slices *s, const struct probe_file *how, FILE *out,
                        struct tile_error *e)
{
  static const enum vti_type types[] = {[1] = VTI_UINT8, [4] = VTI_FLOAT32, [8] = VTI_FLOAT64};
  struct probe_volume volume[PROBE_FIELDS + 1];
  struct vti_array arrays[PROBE_FIELDS + 1];
  const struct probe_field *field = NULL;
  const unsigned shown = PROBE_IN_VOLUMES | (f->shear ? PROBE_OF_WALLS : 0);
  size_t count = 0;
  do {
    field = probe_field_next(field, shown);
    const char *name = field ? field->name : "solid";
    volume[count] = probe_volume_of(s, name, how->single);
    arrays[count] = (struct vti_array){name, types[probe_value_bytes(&volume[count])], probe_components(&volume[count]),
                                       probe_volume_slice, &volume[count]};
    count++;
  } while (field);
  struct vti v = {.spacing = f->units.dx > 0 ? f->units.dx : 1,
                  .units = units_text(f),
                  .arrays = arrays,
                  .count = count,
                  .packed = how->packed};
  memcpy(v.grid, f->domain.grid, sizeof v.grid);
  read_pose(f, &v);
  return vti_write(&v, out, e);
}

int probe_vti(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  struct fields_slices slices;
  if (fields_slices_make(&slices, f, 2, e))
    return e->code;
  int status = write_volume(f, &slices, how, out, e);
  fields_slices_free(&slices);
  return status;
}
