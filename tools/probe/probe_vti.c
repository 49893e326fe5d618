/* All fields as a .vti file. */
#include "probe.h"

#include "vti.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One array being filled. */
struct volume {
  const struct fields_slices *slices;
  const struct probe_field *field; /* NULL: the array `solid` */
  void *values;                    /* of the current slice */
  double unit;
};

static void put_field(const struct volume *v, size_t node, const double value[FIELDS])
{
  double shown[3];
  size_t count = (size_t)v->field->components;
  v->field->of(shown, value);
  for (size_t a = 0; a < count; a++)
    shown[a] *= v->unit;
  lbm_store(v->slices->fields->precision, v->values, count * node, shown, count);
}

static void visit(void *self, const int64_t at[3], const double value[FIELDS])
{
  const struct volume *v = self;
  const size_t node = (size_t)(at[0] + v->slices->fields->domain.grid[0] * at[1]);
  if (v->field)
    put_field(v, node, value);
  else
    ((unsigned char *)v->values)[node] = 0;
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
  (void)e;
  v->values = values;
  memset(values, 0,
         slice_nodes(v) * (size_t)v->field->components * lbm_value_bytes_of(v->slices->fields->precision));
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

/* Physical when all are known; else all stay in lattice units. */
static bool physical(const struct fields *f)
{
  const struct probe_field *field = NULL;
  while ((field = probe_field_next(field, PROBE_IN_VOLUMES)))
    if (!isfinite(lbm_unit(&f->units, field->quantity)))
      return false;
  return true;
}

static const char *units_text(const struct fields *f)
{
  if (physical(f))
    return "length m, velocity m/s, pressure Pa (gauge)";
  return f->units.dx > 0 ? "length m, velocity and pressure in lattice units" : "lattice units";
}

/* Up to `count` numbers of a key, which is known to be good; false: it is not there. */
static bool read_reals(const struct fields *f, const char *key, double *to, int count)
{
  const char *text = tile_header_get(&f->domain.header, key);
  for (int i = 0; text && i < count; i++)
    to[i] = strtod(text, (char **)&text);
  return text;
}

/* The header has the corner of the first voxel, VTK its centre. */
static void read_place(const struct fields *f, struct vti *v)
{
  static const double straight[3][3] = { { 1 }, { 0, 1 }, { 0, 0, 1 } };
  memcpy(v->axis, straight, sizeof v->axis);
  read_reals(f, "orientation", v->axis[0], 9);
  if (read_reals(f, "origin", v->origin, 3))
    for (int i = 0; i < 3; i++)
      v->origin[i] += 0.5 * v->spacing * (v->axis[0][i] + v->axis[1][i] + v->axis[2][i]);
}

static enum vti_type type_of(const struct fields *f)
{
  return lbm_value_bytes_of(f->precision) == sizeof(float) ? VTI_FLOAT32 : VTI_FLOAT64;
}

static int write_volume(const struct fields *f, const struct fields_slices *s, FILE *out, struct tile_error *e)
{
  struct volume volume[PROBE_FIELDS + 1];
  struct vti_array arrays[PROBE_FIELDS + 1];
  struct vti v = {.spacing = f->units.dx > 0 ? f->units.dx : 1, .units = units_text(f), .arrays = arrays};
  const struct probe_field *field = NULL;
  for (; (field = probe_field_next(field, PROBE_IN_VOLUMES)); v.count++) {
    volume[v.count] = (struct volume){s, field, NULL, physical(f) ? lbm_unit(&f->units, field->quantity) : 1};
    arrays[v.count] = (struct vti_array){field->name, type_of(f), field->components, real_slice, volume + v.count};
  }
  volume[v.count] = (struct volume){s, NULL, NULL, 1};
  arrays[v.count] = (struct vti_array){"solid", VTI_UINT8, 1, solid_slice, volume + v.count};
  v.count++;
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
