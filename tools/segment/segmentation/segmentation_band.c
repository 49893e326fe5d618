/* SPDX-License-Identifier: BSD-3-Clause */
/* --band: between which thresholds the edges of the image are. */
#include "segmentation_parts.h"

#include "threshold.h"

#include <math.h>

static int use_slice(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  const size_t count = segmentation_slice_count(p), bytes = (size_t)p->slices.memory_type->bits / 8;
  float *to = band_slice(with);
  (void)z, (void)e;
  for (size_t at = 0, now; at < count; at += now) {
    double some[PASS_SOME];
    now = count - at < PASS_SOME ? count - at : PASS_SOME;
    p->slices.memory_type->widen(some, (const char *)slice->values + at * bytes, now, 0, 1);
    for (size_t i = 0; i < now; i++)
      to[at + i] = segmentation_is_inside(p, at + i) ? (float)some[i] : NAN;
  }
  band_put(with);
  return TILE_OK;
}

int segmentation_band(struct segmentation *p, struct tile_error *e)
{
  struct band_edges *edges = NULL;
  double mean[2];
  int code = segmentation_means(p, mean, e);
  if (!code)
    code = band_new(&edges, p->source->grid, mean, e);
  if (!code)
    code = segmentation_every_slice(p, "edges", SLICE_VALUES, use_slice, edges, e);
  slices_end(&p->slices);
  if (!code)
    code = band_find(edges, &p->band, e);
  band_free(edges);
  return code;
}
