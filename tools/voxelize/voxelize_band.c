/* --band: between which thresholds a reasonable person could choose. */
#include "voxelize.h"

#include <math.h>
#include <string.h>

bool voxelize_needs_band(void)
{
  return asked.band || asked.threshold.edges;
}

/* Why there is no level to choose; NULL: there is one. */
static const char *without_level(bool image)
{
  return !image                               ? "an image: this input has no grey levels"
         : asked.labels                       ? "grey levels, which --labels does not have"
         : asked.rule.kind == RULE_EQUAL      ? "a threshold, which labels do not have"
         : asked.rule.kind == RULE_CLASS      ? "one threshold: leave out --fluid class="
         : asked.segment.way == SEGMENT_LOCAL ? "one threshold for all voxels, which --segment local does not have"
         : asked.segment.way == SEGMENT_OTSU && asked.segment.classes > 2 ? "two classes, not those of --segment otsu:N"
                                                                          : NULL;
}

void check_band(bool image)
{
  const char *why = voxelize_needs_band() ? without_level(image) : NULL;
  if (why)
    cli_usage("%s needs %s", asked.band ? "--band" : "--threshold edges", why);
  if (asked.band && asked.json && asked.output && strcmp(asked.output, "-") == 0)
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

/* "; the threshold is above": where it is not in the band. */
static const char *beside(const struct segmentation *p)
{
  static const char *const text[2][2] = {
      {"; the threshold is below", "; the threshold is above"},
      {"; the middle of the levels is below", "; the middle of the levels is above"}};
  const double level = level_of(p);
  return level < p->band.low || level > p->band.high ? text[has_two(p)][level > p->band.high] : "";
}

void report_band(const struct segmentation *p)
{
  char low[TILE_REAL_TEXT], middle[TILE_REAL_TEXT], high[TILE_REAL_TEXT];
  report_line(stderr, "band", "%s to %s, in the middle %s: %g %% of the local thresholds at %lld edges%s",
              tile_real_text(low, p->band.low), tile_real_text(high, p->band.high),
              tile_real_text(middle, p->band.middle), 100 * (1 - 2 * BAND_SHARE), (long long)p->band.count, beside(p));
}

void json_band(const struct segmentation *p)
{
  struct json j = json_begin(stdout);
  json_ints(&j, "grid", p->size, 3);
  json_real(&j, "voxel_size", p->source->dx > 0 ? p->source->dx : (double)NAN);
  json_real(&j, "porosity", p->porosity);
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
  json_warnings(&j);
  json_close(&j, '}');
}
