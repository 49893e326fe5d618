/* SPDX-License-Identifier: BSD-3-Clause */
/* The readings of the source that come before its voxels are classified. */
#include "segmentation_parts.h"

#include "threshold.h"

/* ---- the histogram ---- */

static int use_tally(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  (void)p, (void)z, (void)slice, (void)with, (void)e;
  return TILE_OK;
}

static int use_values(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  const size_t count = segmentation_slice_count(p), bytes = (size_t)p->slices.memory_type->bits / 8;
  (void)z, (void)e;
  for (size_t at = 0, now; at < count; at += now) {
    now = count - at < PASS_SOME ? count - at : PASS_SOME;
    p->slices.memory_type->widen(p->values, (const char *)slice->values + at * bytes, now, 0, 1);
    histogram_add(with, p->values, now);
  }
  return TILE_OK;
}

static int use_inside(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  size_t inside = 0;
  (void)z, (void)e;
  slices_widen(&p->slices, slice, p->values);
  for (size_t i = 0; i < segmentation_slice_count(p); i++) {
    p->values[inside] = p->values[i];
    inside += segmentation_is_inside(p, i);
  }
  histogram_add(with, p->values, inside);
  return TILE_OK;
}

static int fill_histogram(struct segmentation *p, struct histogram *h, struct tile_error *e)
{
  bool tally = !p->mask && slices_can_tally(p->source);
  int code = segmentation_every_slice(p, "histogram", tally ? SLICE_TALLY : SLICE_VALUES,
                                      tally     ? use_tally
                                      : p->mask ? use_inside
                                                : use_values,
                                      h, e);
  if (!code && tally)
    histogram_add_tally(h, p->slices.loops->least, slices_sum_tally(&p->slices), VOXEL_TALLY);
  slices_end(&p->slices);
  return code;
}

static bool whole_numbers(const struct source *s)
{
  return s->type[0] != 'f' && !s->means;
}

int segmentation_histogram(struct segmentation *p, struct histogram **h, struct tile_error *e)
{
  struct histogram_ends ends;
  const int code = histogram_new(h, whole_numbers(p->source), e) || fill_histogram(p, *h, e) ? e->code : TILE_OK;
  if (!code && histogram_ends(*h, p->classes > 2 ? p->classes : 2, histogram_classes, &ends))
    p->ends = ends;
  return code;
}

int segmentation_means(struct segmentation *p, double mean[2], struct tile_error *e)
{
  struct histogram *h = NULL;
  double threshold;
  int code = segmentation_histogram(p, &h, e);
  if (!code)
    code = histogram_otsu(h, &threshold, e);
  if (!code)
    histogram_means(h, threshold, mean);
  histogram_free(h);
  return code;
}

int segmentation_otsu(struct segmentation *p, struct tile_error *e)
{
  struct histogram *h = NULL;
  double threshold = 0;
  int code = segmentation_histogram(p, &h, e);
  if (!code)
    code = histogram_otsu(h, &threshold, e);
  p->rule.threshold = threshold;
  histogram_free(h);
  return code;
}

/* ---- hysteresis ---- */

static int use_levels(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  (void)z, (void)with;
  segmentation_shut_outside(p, slice->classes, HYSTERESIS_NO);
  return hysteresis_note(p->sets, slice->classes, e);
}

int segmentation_hysteresis(struct segmentation *p, struct tile_error *e)
{
  int code = hysteresis_new(&p->sets, p->source->grid[0], p->source->grid[1], e);
  if (!code)
    code = segmentation_every_slice(p, "hysteresis", SLICE_LEVELS, use_levels, NULL, e);
  slices_end(&p->slices);
  return code;
}
