/* SPDX-License-Identifier: BSD-3-Clause */
/* A field in three dimensions, as a picture. */
#include "probe.h"

#include "voxel_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct filling {
  const struct probe_field *field;
  double unit, low, high;
  struct voxel_view *view;
  unsigned char *value;
};

static double value_of(const struct filling *s, const double value[FIELDS])
{
  double shown;
  probe_field_get(s->field, &shown, value);
  return shown * s->unit;
}

static void reach(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct filling *s = self;
  const double shown = value_of(s, value);
  (void)at;
  if (isfinite(shown)) {
    s->low = fmin(s->low, shown);
    s->high = fmax(s->high, shown);
  }
}

static void put(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct filling *s = self;
  const int64_t *grid = s->view->voxels.grid;
  const double shown = value_of(s, value);
  if (isfinite(shown))
    s->value[at[0] + grid[0] * (at[1] + grid[1] * at[2])] = voxel_view_value(&s->view->bar, shown);
}

static int fill(struct filling *s, const struct fields *f, struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  const size_t nodes = (size_t)(grid[0] * grid[1] * grid[2]);
  s->value = tile_alloc(nodes, 1);
  if (!s->value)
    return tile_fail_memory(e, nodes, "the picture");
  memset(s->value, VOXELS_SOLID, nodes);
  fields_visit(f, reach, s);
  s->view->bar = bar_of(s->field->from_zero ? fmin(s->low, 0) : s->low, s->high, s->field->signed_values);
  memcpy(s->view->voxels.grid, grid, sizeof s->view->voxels.grid);
  s->view->voxels.value = s->value;
  fields_visit(f, put, s);
  return 0;
}

int probe_voxels(const struct fields *f, const struct probe_view *view, const struct probe_field *field,
                 const struct probe_look *look, FILE *out, struct tile_error *e)
{
  const double unit = probe_field_unit(field, f);
  struct voxel_view b = {.voxels = {.cut = view->solid},
                         .even = !field->from_zero && !field->signed_values,
                         .azimuth = view->eye[0],
                         .height = view->eye[1],
                         .dx = f->units.dx,
                         .title = look->title};
  struct filling s = {
      .field = field, .unit = isfinite(unit) ? unit : 1, .low = INFINITY, .high = -INFINITY, .view = &b};
  int code = fill(&s, f, e);
  if (!code) {
    bar_label(b.label, &b.bar, probe_field_title(field),
              isfinite(unit) ? probe_field_symbol(field)
              : field->unit  ? field->unit
                             : "lattice");
    code = voxel_view_write(&b, out, e);
  }
  free(s.value);
  return code;
}
