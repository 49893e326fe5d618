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

static float porosity_at(const void *map, size_t i)
{
  return ((const struct tile_map *)map)->at[i];
}

static int keep_porosity(const struct stats_pores *p, const struct tile_bits *b, unsigned periodic,
                         struct tile_error *e)
{
  struct tile_map m;
  if (!p->values)
    return TILE_OK;
  if (tile_map_make(&m, b, tile_map_edge(b->grid), periodic, e))
    return e->code;
  const int code = stats_keep(p, "porosity", "1", porosity_at, &m, e);
  tile_map_free(&m);
  return code;
}

int stats_windows_make(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  int64_t size[SIZES_MOST];
  const int count = tile_windows_sizes(size, (int)stats_asked.rev, b->grid);
  p->window = tile_alloc((size_t)count, sizeof *p->window);
  if (!p->window)
    return tile_fail_memory(e, (size_t)count * sizeof *p->window, "the sizes of windows");
  for (p->windows = 0; p->windows < count; p->windows++)
    if (tile_windows_measure(p->window + p->windows, b, size[p->windows], e))
      return e->code;
  return add_curve(p, false, e) || add_curve(p, true, e) ? e->code : keep_porosity(p, b, periodic, e);
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
