/* SPDX-License-Identifier: BSD-3-Clause */
/* --rev: porosity and surface over the size of a window, as curves and as a list; the porosity around each node. */
#include "stats_pores.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 12, SIZES_MOST = 1000 };

int stats_sizes(void *to, const char *value, struct tile_error *e)
{
  int64_t *sizes = to;
  *sizes = SIZES;
  return value && cli_whole(sizes, value, 1, SIZES_MOST, e)
             ? tile_fail(e, TILE_USAGE, "expected --rev, or at most %d sizes, as --rev=20", SIZES_MOST)
             : 0;
}

static const struct tile_spread *spread_of(const struct tile_windows *w, bool surface)
{
  return surface ? &w->surface : &w->porosity;
}

static int add_curve(struct stats_pores *p, bool surface, struct tile_error *e)
{
  struct stats_curve *c = stats_add_curve(p, p->windows, e);
  if (!c)
    return e->code;
  c->spread = tile_alloc((size_t)p->windows, sizeof *c->spread);
  if (!c->spread)
    return tile_fail_memory(e, (size_t)p->windows * sizeof *c->spread, "a curve");
  for (int i = 0; i < p->windows; i++) {
    const struct tile_spread *s = spread_of(p->window + i, surface);
    c->x[i] = (double)p->window[i].edge;
    c->y[i] = s->mean;
    c->spread[i] = s->deviation;
  }
  c->measure = surface ? "rev_specific_surface" : "rev_porosity";
  c->part = "";
  c->across = "edge of the window / voxel";
  c->up = surface ? "surface / volume" : "porosity";
  return TILE_OK;
}

/* Shares of the cube around each node that are pores, and that lie in the mask (at NULL: there is none). */
struct around {
  struct tile_map pores, mask;
  const int64_t *grid, *begin; /* of the image; of the sample in it */
};

/* NaN in layers that do not belong to the sample. */
static float porosity_at(const void *from, size_t i)
{
  const struct around *a = from;
  const int64_t *n = a->pores.grid, nx = a->grid[0], ny = a->grid[1], node = (int64_t)i;
  const int64_t at[3] = {node % nx - a->begin[0], node / nx % ny - a->begin[1], node / nx / ny - a->begin[2]};
  for (int k = 0; k < 3; k++)
    if (at[k] < 0 || at[k] >= n[k])
      return NAN;
  const size_t place = (size_t)(at[0] + n[0] * (at[1] + n[1] * at[2]));
  return a->pores.at[place] / (a->mask.at ? a->mask.at[place] : 1);
}

static int keep_porosity(const struct stats_pores *p, struct tile_error *e)
{
  const struct stats_inside *in = p->inside;
  const int64_t edge = tile_map_edge(in->bits->grid);
  struct around a = {.grid = p->grid, .begin = in->begin};
  if (!p->values)
    return TILE_OK;
  const int code = tile_map_make(&a.pores, in->bits, edge, in->periodic, e) ||
                           (in->mask && tile_map_make(&a.mask, in->mask, edge, in->periodic, e)) ||
                           stats_keep(p, "porosity", "1", porosity_at, &a, e)
                       ? e->code
                       : TILE_OK;
  tile_map_free(&a.pores);
  tile_map_free(&a.mask);
  return code;
}

/* Sizes of which no window lies in the mask are left out. */
static int measure_windows(struct stats_pores *p, const int64_t *size, int count, struct tile_error *e)
{
  for (int i = 0; i < count; i++) {
    struct tile_windows *w = p->window + p->windows;
    if (tile_windows_measure(w, p->inside->bits, p->inside->mask, size[i], e))
      return e->code;
    p->windows += w->count > 0;
  }
  return p->windows ? TILE_OK : tile_fail(e, TILE_REJECTED, "--rev: no window of 4 voxels lies inside the mask");
}

int stats_windows_make(struct stats_pores *p, struct tile_error *e)
{
  int64_t size[SIZES_MOST];
  const int count = tile_windows_sizes(size, (int)p->options->rev, p->inside->bits->grid);
  p->window = tile_alloc((size_t)count, sizeof *p->window);
  if (!p->window)
    return tile_fail_memory(e, (size_t)count * sizeof *p->window, "the sizes of windows");
  if (stats_step(measure_windows(p, size, count, e)))
    return e->code;
  return add_curve(p, false, e) || add_curve(p, true, e) ? e->code : keep_porosity(p, e);
}

/* "0.3819 +- 0.021"; "0.3819" of one window */
enum { SPREAD_TEXT = 2 * REPORT_REAL + 4 };
static char *spread_text(char text[SPREAD_TEXT], const struct tile_spread *s)
{
  char mean[REPORT_REAL], deviation[REPORT_REAL];
  const bool one = isnan(s->deviation);
  snprintf(text, SPREAD_TEXT, "%s%s%s", report_real(mean, 4, s->mean), one ? "" : " +- ",
           one ? "" : report_real(deviation, 2, s->deviation));
  return text;
}

void stats_windows_text(const struct stats_pores *p)
{
  char text[SPREAD_TEXT];
  for (int surface = 0; surface < 2; surface++)
    for (int i = 0; i < p->windows; i++) {
      const struct tile_windows *w = p->window + i;
      const char *label = surface ? "surface of windows" : "porosity of windows";
      report_line(stdout, i ? "" : label, "%s%s, %lld of %lld voxels a side", spread_text(text, spread_of(w, surface)),
                  surface ? " / voxel" : "", (long long)w->count, (long long)w->edge);
    }
}

void stats_windows_json(struct json *j, const struct stats_pores *p)
{
  const double dx = p->dx > 0 ? p->dx : (double)NAN;
  if (!p->windows) {
    json_text(j, "rev", NULL);
    return;
  }
  json_open(j, "rev", '[');
  for (int i = 0; i < p->windows; i++) {
    const struct tile_windows *w = p->window + i;
    json_open(j, NULL, '{');
    json_int(j, "size", w->edge);
    json_real(j, "size_m", (double)w->edge * dx);
    json_int(j, "windows", w->count);
    json_real(j, "porosity", w->porosity.mean);
    json_real(j, "porosity_deviation", w->porosity.deviation);
    json_real(j, "specific_surface", w->surface.mean);
    json_real(j, "specific_surface_deviation", w->surface.deviation);
    json_real(j, "specific_surface_per_m", w->surface.mean / dx);
    json_real(j, "specific_surface_deviation_per_m", w->surface.deviation / dx);
    json_close(j, '}');
  }
  json_close(j, ']');
}
