/* SPDX-License-Identifier: BSD-3-Clause */
/* Porosity along the axes, and the lengths of chords. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 400, CHORDS = 64 };

/* ---- porosity: layers that are neighbours share a point where there are many ---- */

static int make_profile(struct html_curve *c, const struct report_file *r, int axis, double unit, struct tile_error *e)
{
  const struct tile_domain *d = &r->f.domain;
  const int64_t n = d->grid[axis], together = (n + POINTS - 1) / POINTS;
  const double area = (double)r->measure.nodes / (double)n;
  const int count = (int)((n + together - 1) / together);
  double *x = tile_alloc((size_t)count, 2 * sizeof *x), *y = x ? x + count : NULL;
  if (!x)
    return tile_fail_memory(e, (size_t)count * 2 * sizeof *x, "a chart");
  for (int i = 0; i < count; i++) {
    const int64_t begin = i * together, end = begin + together < n ? begin + together : n;
    double sum = 0;
    for (int64_t k = begin; k < end; k++)
      sum += (double)r->texture.profile[axis][k];
    x[i] = 0.5 * (double)(begin + end) * unit;
    y[i] = 100 * sum / (area * (double)(end - begin));
  }
  *c = (struct html_curve){cli_axis_names[axis], count, x, y};
  return 0;
}

static int draw_porosity(const struct report_file *r, const struct html_curve *curve, int curves, double dx,
                         struct tile_error *e)
{
  struct html_chart chart = {.title = "Porosity along the axes",
                             .x_zero = true,
                             .x_name = "Position",
                             .x_unit = dx > 0 ? "m" : "voxels",
                             .y_name = "Porosity of a layer",
                             .y_unit = "%",
                             .from_zero = true,
                             .curves = curves};
  memcpy(chart.curve, curve, (size_t)curves * sizeof *curve);
  return report_chart(r->report, &chart, e);
}

static int put_porosity(const struct report_file *r, struct tile_error *e)
{
  struct html_curve curve[3] = {0};
  const double dx = r->f.domain.dx;
  int curves = 0, code = 0;
  for (int axis = 0; axis < 3 && !code; axis++)
    if (r->f.domain.grid[axis] > 1 && r->texture.profile[axis] &&
        !(code = make_profile(curve + curves, r, axis, dx > 0 ? dx : 1, e)))
      curves++;
  if (!code)
    code = draw_porosity(r, curve, curves, dx, e);
  for (int i = 0; i < curves; i++)
    free((double *)curve[i].x);
  return code;
}

/* ---- chords: runs of non-solid nodes, which end at the faces of the grid ---- */

/* Nodes by the length of their chord; the last place has those of all longer ones. */
struct chords {
  int64_t limit, *nodes;
};

static void add_chord(struct chords *c, int64_t length)
{
  c->nodes[length < c->limit ? length : c->limit] += length;
}

static void add_line(struct chords *c, const struct tile_bits *b, int axis, int64_t at[3])
{
  int64_t run = 0;
  for (at[axis] = 0; at[axis] < b->grid[axis]; at[axis]++) {
    if (tile_bit(b, at[0], at[1], at[2])) {
      run++;
      continue;
    }
    add_chord(c, run);
    run = 0;
  }
  add_chord(c, run);
}

static void add_lines(struct chords *c, const struct tile_bits *b, int axis)
{
  const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  int64_t at[3];
  for (int64_t j = 0; j < b->grid[v]; j++)
    for (int64_t i = 0; i < b->grid[u]; i++) {
      at[u] = i;
      at[v] = j;
      add_line(c, b, axis, at);
    }
}

/* The lengths of the x axis: up to where all but a few nodes are. */
static int make_chords(struct html_curve *curve, const struct report_file *r, int axis, int64_t limit, double unit,
                       struct tile_error *e)
{
  struct chords c = {limit, tile_alloc((size_t)limit + 1, sizeof *c.nodes)};
  double *x = tile_alloc(CHORDS + 1, 2 * sizeof *x), *y = x ? x + CHORDS + 1 : NULL;
  int64_t below = 0, length = 0;
  if (!c.nodes || !x) {
    free(c.nodes);
    free(x);
    return tile_fail_memory(e, (size_t)limit * sizeof *c.nodes, "lengths of chords");
  }
  add_lines(&c, &r->bits, axis);
  for (int i = 0; i <= CHORDS; i++) {
    const int64_t to = limit * i / CHORDS;
    for (; length <= to; length++)
      below += c.nodes[length];
    x[i] = (double)to * unit;
    y[i] = 100 * (double)below / (double)r->measure.nonsolid;
  }
  free(c.nodes);
  *curve = (struct html_curve){cli_axis_names[axis], CHORDS + 1, x, y};
  return 0;
}

static int draw_chords(const struct report_file *r, const struct html_curve *curve, int curves, double dx,
                       struct tile_error *e)
{
  struct html_chart chart = {.title = "Lengths of chords in the pores",
                             .x_name = "Length of a chord",
                             .x_unit = dx > 0 ? "m" : "voxels",
                             .y_name = "Pores in chords up to this length",
                             .y_unit = "%",
                             .from_zero = true,
                             .curves = curves};
  memcpy(chart.curve, curve, (size_t)curves * sizeof *curve);
  return report_chart(r->report, &chart, e);
}

static int put_chords(const struct report_file *r, struct tile_error *e)
{
  const struct tile_domain *d = &r->f.domain;
  struct html_curve curve[3] = {0};
  int curves = 0, code = 0;
  int64_t limit = 1;
  double mean = 0;
  for (int axis = 0; axis < 3; axis++) {
    limit = d->grid[axis] > limit ? d->grid[axis] : limit;
    mean = fmax(mean, d->grid[axis] > 1 ? r->texture.chord[axis] : 0);
  }
  limit = (double)limit > 8 * mean ? (int64_t)ceil(8 * mean) : limit;
  for (int axis = 0; axis < 3 && !code; axis++)
    if (d->grid[axis] > 1 && !(code = make_chords(curve + curves, r, axis, limit, d->dx > 0 ? d->dx : 1, e)))
      curves++;
  if (!code)
    code = draw_chords(r, curve, curves, d->dx, e);
  for (int i = 0; i < curves; i++)
    free((double *)curve[i].x);
  return code;
}

int report_geometry(struct report_file *r, struct tile_error *e)
{
  if (r->repeats || !r->measure.nonsolid || report_has_openings(r))
    return 0;
  return put_porosity(r, e) || put_chords(r, e) ? e->code : 0;
}
