/* SPDX-License-Identifier: BSD-3-Clause */
/* --band: between which thresholds a reasonable person could choose. */
#include "voxelize.h"

#include <math.h>
#include <string.h>

bool voxelize_needs_band(const struct voxelize_options *o)
{
  return o->band || o->threshold.edges;
}

void check_band(const struct voxelize_options *o)
{
  if (o->band && o->json && cli_to_standard(o->output))
    cli_usage("--json reports on standard output: give -o FILE for the voxels");
}

static bool has_two(const struct segmentation *p)
{
  return p->hysteresis || p->watershed;
}

/* Of two levels their middle is the threshold that the band is about. */
static double level_of(const struct segmentation *p)
{
  return (double)(has_two(p) ? (p->rule.low + p->rule.high) / 2 : p->rule.threshold);
}

void report_band(const struct segmentation *p)
{
  char low[TILE_REAL_TEXT], middle[TILE_REAL_TEXT], high[TILE_REAL_TEXT];
  const double level = level_of(p);
  report_line(
      stderr, "band", "%s to %s, in the middle %s: %g %% of the local thresholds at %lld edges%s%s%s",
      tile_real_text(low, p->band.low), tile_real_text(high, p->band.high), tile_real_text(middle, p->band.middle),
      100 * (1 - 2 * BAND_SHARE), (long long)p->band.count, level < p->band.low || level > p->band.high ? "; " : "",
      level < p->band.low || level > p->band.high ? has_two(p) ? "the middle of the levels is " : "the threshold is "
                                                  : "",
      level < p->band.low    ? "below"
      : level > p->band.high ? "above"
                             : "");
}

/* As the text reports it: before each filter whose strength was found from it. */
static void json_noise(struct json *j, const struct filter_list *l)
{
  json_open(j, "noise", '[');
  for (int i = 0; i < l->count; i++) {
    const struct filter_choice *c = &l->item[i];
    if (!(c->noise > 0))
      continue;
    json_open(j, NULL, '{');
    json_text(j, "filter", c->kind->name);
    json_real(j, "noise", c->noise);
    json_text(j, "strength_of", c->kind->strength.name);
    json_real(j, "strength", c->number[c->kind->strength.number]);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void json_band(const struct voxelize_options *o, const struct segmentation *p)
{
  struct json j = json_begin(stdout);
  json_ints(&j, "grid", p->size, 3);
  json_real(&j, "voxel_size", p->source->dx > 0 ? p->source->dx : (double)NAN);
  json_real(&j, "porosity", p->porosity);
  json_real(&j, "porosity_mask", p->counted ? segmentation_porosity_inside(p) : (double)NAN);
  json_real(&j, "threshold", has_two(p) ? (double)NAN : (double)p->rule.threshold);
  json_open(&j, "levels", '[');
  for (int i = 0; i < 2 && has_two(p); i++)
    json_real(&j, NULL, (double)(i ? p->rule.high : p->rule.low));
  json_close(&j, ']');
  json_open(&j, "band", '{');
  json_real(&j, "low", p->band.low);
  json_real(&j, "middle", p->band.middle);
  json_real(&j, "high", p->band.high);
  json_real(&j, "share", 1 - 2 * BAND_SHARE);
  json_int(&j, "edges", p->band.count);
  json_text(&j, "found_by", "local thresholds of edges");
  json_close(&j, '}');
  json_noise(&j, &o->filters);
  json_warnings(&j);
  json_close(&j, '}');
}
