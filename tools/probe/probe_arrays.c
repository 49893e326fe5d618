#include "probe_arrays.h"

#include <math.h>
#include <string.h>

typedef void value_of(const double node[FIELDS], double to[3]);

static void pressure(const double node[FIELDS], double to[3])
{
  to[0] = lbm_gauge_pressure(node[FIELD_DENSITY]);
}

static void velocity(const double node[FIELDS], double to[3])
{
  memcpy(to, node + FIELD_UX, 3 * sizeof *to);
}

static void speed(const double node[FIELDS], double to[3])
{
  const double *u = node + FIELD_UX;
  to[0] = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

static void ux(const double node[FIELDS], double to[3])
{
  to[0] = node[FIELD_UX];
}

static void uy(const double node[FIELDS], double to[3])
{
  to[0] = node[FIELD_UY];
}

static void uz(const double node[FIELDS], double to[3])
{
  to[0] = node[FIELD_UZ];
}

static const struct probe_array {
  const char *name;
  int components;
  enum lbm_quantity quantity;
  value_of *of; /* NULL: bytes, 1 where there is no node */
} arrays[] = {
  { "pressure", 1, LBM_PRESSURE, pressure }, { "velocity", 3, LBM_VELOCITY, velocity },
  { "solid", 1, LBM_VELOCITY, NULL },        { "speed", 1, LBM_VELOCITY, speed },
  { "ux", 1, LBM_VELOCITY, ux },             { "uy", 1, LBM_VELOCITY, uy },
  { "uz", 1, LBM_VELOCITY, uz },
};

const struct probe_array *probe_array_named(const char *name)
{
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    if (strcmp(arrays[i].name, name) == 0)
      return &arrays[i];
  return NULL;
}

bool probe_physical(const struct fields *f)
{
  return isfinite(lbm_unit(&f->units, LBM_VELOCITY)) && isfinite(lbm_unit(&f->units, LBM_PRESSURE));
}

struct probe_volume probe_volume_of(const struct fields_slices *s, const char *name, bool single)
{
  const struct probe_array *a = probe_array_named(name);
  const double unit = probe_physical(s->fields) ? lbm_unit(&s->fields->units, a->quantity) : 1;
  return (struct probe_volume){ .slices = s, .array = a, .single = single, .unit = unit };
}

int probe_components(const struct probe_volume *v)
{
  return v->array->components;
}

size_t probe_value_bytes(const struct probe_volume *v)
{
  return !v->array->of ? 1 : v->single ? sizeof(float) : sizeof(double);
}

const char *probe_unit_name(const struct probe_volume *v)
{
  if (!v->array->of)
    return "1 where solid";
  return probe_physical(v->slices->fields) ? lbm_unit_symbol(v->array->quantity) : "lattice units";
}

static void put(const struct probe_volume *v, size_t node, const double value[3])
{
  const size_t components = (size_t)v->array->components;
  for (size_t i = 0; i < components; i++)
    if (v->single)
      ((float *)v->values)[components * node + i] = (float)(value[i] * v->unit);
    else
      ((double *)v->values)[components * node + i] = value[i] * v->unit;
}

static void visit(void *self, const int64_t at[3], const double node[FIELDS])
{
  const struct probe_volume *v = self;
  const size_t index = (size_t)(at[0] + v->slices->fields->domain.grid[0] * at[1]);
  double value[3];
  if (!v->array->of) {
    ((unsigned char *)v->values)[index] = 0;
    return;
  }
  v->array->of(node, value);
  put(v, index, value);
}

int probe_volume_slice(void *volume, int64_t z, void *values, struct tile_error *e)
{
  struct probe_volume *v = volume;
  const int64_t *grid = v->slices->fields->domain.grid;
  const size_t bytes = (size_t)(grid[0] * grid[1] * v->array->components) * probe_value_bytes(v);
  (void)e;
  v->values = values;
  memset(values, v->array->of ? 0 : 1, bytes);
  fields_slice_visit(v->slices, z, visit, v);
  return 0;
}
