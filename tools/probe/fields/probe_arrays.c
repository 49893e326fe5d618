/* SPDX-License-Identifier: BSD-3-Clause */
#include "probe_arrays.h"

#include <math.h>
#include <string.h>

bool probe_array_known(const struct fields *f, const char *name)
{
  return strcmp(name, "solid") == 0 || probe_field_named(f, name, ~0u);
}

bool probe_physical(const struct fields *f)
{
  for (const struct probe_field *field = NULL; (field = probe_field_next(f, field, ~0u));)
    if (!isfinite(probe_field_unit(field, f)))
      return false;
  return true;
}

struct probe_volume probe_volume_of(const struct fields_slices *s, const char *name, bool single)
{
  const struct probe_field *field = probe_field_named(s->fields, name, ~0u);
  const bool physical = field && probe_physical(s->fields);
  return (struct probe_volume){
      .slices = s, .field = field, .single = single, .unit = physical ? probe_field_unit(field, s->fields) : 1};
}

int probe_components(const struct probe_volume *v)
{
  return v->field ? v->field->components : 1;
}

size_t probe_value_bytes(const struct probe_volume *v)
{
  return !v->field ? 1 : v->single ? sizeof(float) : sizeof(double);
}

const char *probe_unit_name(const struct probe_volume *v)
{
  if (!v->field)
    return "1 where solid";
  return probe_physical(v->slices->fields) ? probe_field_symbol(v->field) : "lattice units";
}

static void put(const struct probe_volume *v, size_t node, const double value[3])
{
  const size_t components = (size_t)v->field->components;
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
  if (!v->field) {
    ((unsigned char *)v->values)[index] = 0;
    return;
  }
  probe_field_get(v->field, value, node);
  put(v, index, value);
}

int probe_volume_slice(void *volume, int64_t z, void *values, struct tile_error *e)
{
  struct probe_volume *v = volume;
  const int64_t *grid = v->slices->fields->domain.grid;
  const size_t bytes = (size_t)(grid[0] * grid[1] * probe_components(v)) * probe_value_bytes(v);
  (void)e;
  v->values = values;
  memset(values, v->field ? 0 : 1, bytes);
  fields_slice_visit(v->slices, z, visit, v);
  return 0;
}
