/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a slice of one field as a picture. */
#include "probe.h"

#include "picture.h"

#include <math.h>
#include <stdlib.h>

/* Axes of the picture: the first to the right, the second downwards, as rows are stored. */
static const int across[3][2] = {{1, 2}, {0, 2}, {0, 1}};

struct sheet {
  const struct probe_field *field;
  const int *axes;
  int64_t width;
  double unit, *value;
};

static void put(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct sheet *s = self;
  double shown;
  probe_field_get(s->field, &shown, value);
  s->value[at[s->axes[1]] * s->width + at[s->axes[0]]] = shown * s->unit;
}

static int fill(const struct fields *f, struct probe_slice slice, struct sheet *s, int64_t height, struct tile_error *e)
{
  if (picture_check(s->width, height, e))
    return e->code;
  s->value = tile_alloc((size_t)s->width, (size_t)height * sizeof *s->value);
  if (!s->value)
    return tile_fail_memory(e, (size_t)s->width * (size_t)height * sizeof *s->value, "the picture");
  for (int64_t i = 0; i < s->width * height; i++)
    s->value[i] = NAN;
  fields_visit_slice(f, slice.axis, slice.index, put, s);
  return 0;
}

static int draw(const struct sheet *s, struct probe_slice slice, const struct fields *f, const char *unit,
                const struct probe_look *look, FILE *out, struct tile_error *e)
{
  const struct probe_field *field = s->field;
  char place[32];
  snprintf(place, sizeof place, "%c = %lld", "xyz"[slice.axis], (long long)slice.index);
  const struct picture p = {.width = s->width,
                            .height = f->domain.grid[s->axes[1]],
                            .value = s->value,
                            .signed_values = field->signed_values,
                            .from_zero = field->from_zero,
                            .label = probe_field_title(field),
                            .unit = unit,
                            .place = place,
                            .dx = f->units.dx,
                            .title = look->title,
                            .contours = look->contours};
  return picture_write(&p, out, e);
}

int probe_png(const struct fields *f, struct probe_slice slice, const struct probe_field *field,
              const struct probe_look *look, FILE *out, struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  if (slice.index < 0)
    slice.index = grid[slice.axis] / 2;
  if (slice.index >= grid[slice.axis])
    return tile_fail(e, TILE_USAGE, "--slice %c=%lld: outside the grid, whose slices are 0 ... %lld", "xyz"[slice.axis],
                     (long long)slice.index, (long long)grid[slice.axis] - 1);
  const double unit = probe_field_unit(field, f);
  struct sheet s = {field, across[slice.axis], grid[across[slice.axis][0]], isfinite(unit) ? unit : 1, NULL};
  int status = fill(f, slice, &s, grid[s.axes[1]], e);
  if (!status)
    status = draw(&s, slice, f,
                  isfinite(unit) ? probe_field_symbol(field)
                  : field->unit  ? field->unit
                                 : "lattice",
                  look, out, e);
  free(s.value);
  return status;
}
