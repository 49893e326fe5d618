/* All fields as a .vti file. */
#include "probe.h"

#include "frame.h"
#include "vti.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One array being filled; the visitor stores by this. */
struct volume {
  const struct fields_slices *slices;
  void (*put)(const struct volume *v, size_t node, const double value[FIELDS]);
  void *values; /* of the current slice */
  double unit;
};

static void put_real(const struct volume *v, size_t i, double value)
{
  if (v->slices->fields->single)
    ((float *)v->values)[i] = (float)value;
  else
    ((double *)v->values)[i] = value;
}

static void put_pressure(const struct volume *v, size_t node, const double value[FIELDS])
{
  put_real(v, node, lbm_gauge_pressure(value[FIELD_DENSITY]) * v->unit);
}

static void put_velocity(const struct volume *v, size_t node, const double value[FIELDS])
{
  for (size_t a = 0; a < 3; a++)
    put_real(v, 3 * node + a, value[FIELD_UX + a] * v->unit);
}

static void put_solid(const struct volume *v, size_t node, const double value[FIELDS])
{
  (void)value;
  ((unsigned char *)v->values)[node] = 0;
}

static void visit(void *self, const int64_t at[3], const double value[FIELDS])
{
  const struct volume *v = self;
  v->put(v, (size_t)(at[0] + v->slices->fields->domain.grid[0] * at[1]), value);
}

static size_t slice_nodes(const struct volume *v)
{
  const int64_t *grid = v->slices->fields->domain.grid;
  return (size_t)(grid[0] * grid[1]);
}

/* Solid nodes keep zero; in the array `solid` they keep 1. */
static int real_slice(void *self, int64_t z, void *values, struct tile_error *e)
{
  struct volume *v = self;
  size_t components = v->put == put_velocity ? 3 : 1;
  (void)e;
  v->values = values;
  memset(values, 0, slice_nodes(v) * components * (v->slices->fields->single ? sizeof(float) : sizeof(double)));
  fields_slice_visit(v->slices, z, visit, v);
  return 0;
}

static int solid_slice(void *self, int64_t z, void *values, struct tile_error *e)
{
  struct volume *v = self;
  (void)e;
  v->values = values;
  memset(values, 1, slice_nodes(v));
  fields_slice_visit(v->slices, z, visit, v);
  return 0;
}

/* Physical when both are known; else both stay in lattice units. */
static bool physical(const struct fields *f)
{
  return isfinite(lbm_unit(&f->units, LBM_VELOCITY)) && isfinite(lbm_unit(&f->units, LBM_PRESSURE));
}

static const char *units_text(const struct fields *f)
{
  if (physical(f))
    return "length m, velocity m/s, pressure Pa (gauge)";
  return f->units.dx > 0 ? "length m, velocity and pressure in lattice units" : "lattice units";
}

static void read_place(const struct fields *f, struct vti *v)
{
  struct frame frame;
  frame_read(&frame, &f->domain.header);
  memcpy(v->axis, frame.axis, sizeof v->axis);
  memcpy(v->origin, frame.centre, sizeof v->origin);
}

static int write_volume(const struct fields *f, const struct fields_slices *s, FILE *out, struct tile_error *e)
{
  enum vti_type real = f->single ? VTI_FLOAT32 : VTI_FLOAT64;
  struct volume pressure = {s, put_pressure, NULL, physical(f) ? lbm_unit(&f->units, LBM_PRESSURE) : 1};
  struct volume velocity = {s, put_velocity, NULL, physical(f) ? lbm_unit(&f->units, LBM_VELOCITY) : 1};
  struct volume solid = {s, put_solid, NULL, 1};
  const struct vti_array arrays[] = {
    {"pressure", real, 1, real_slice, &pressure},
    {"velocity", real, 3, real_slice, &velocity},
    {"solid", VTI_UINT8, 1, solid_slice, &solid},
  };
  struct vti v = {.spacing = f->units.dx > 0 ? f->units.dx : 1, .units = units_text(f), .arrays = arrays, .count = 3};
  memcpy(v.grid, f->domain.grid, sizeof v.grid);
  read_place(f, &v);
  return vti_write(&v, out, e);
}

int probe_vti(const struct fields *f, FILE *out, struct tile_error *e)
{
  struct fields_slices slices;
  if (fields_slices_make(&slices, f, 2, e))
    return e->code;
  int status = write_volume(f, &slices, out, e);
  fields_slices_free(&slices);
  return status;
}
