/* SPDX-License-Identifier: BSD-3-Clause */
#include "labels.h"

#include <math.h>
#include <stdlib.h>

enum { OUTSIDE = LABELS };

int labels_begin(struct labels *l, const int64_t grid[3], struct tile_error *e)
{
  const size_t count = (size_t)(grid[0] * grid[1]);
  *l = (struct labels){.grid = {grid[0], grid[1], grid[2]}};
  l->slice[0] = tile_alloc(count, sizeof **l->slice);
  l->slice[1] = tile_alloc(count, sizeof **l->slice);
  l->label = tile_alloc(LABELS, sizeof *l->label);
  return l->slice[0] && l->slice[1] && l->label ? TILE_OK
                                                : tile_fail_memory(e, count * 2 * sizeof **l->slice, "two slices");
}

void labels_end(struct labels *l)
{
  free(l->slice[0]);
  free(l->slice[1]);
  free(l->label);
  *l = (struct labels){0};
}

static int find_labels(const struct labels *l, const double *values, const double *inside, int32_t *to,
                       struct tile_error *e)
{
  for (int64_t i = 0; i < l->grid[0] * l->grid[1]; i++) {
    const double v = values[i];
    to[i] = OUTSIDE;
    if ((inside && inside[i] < 0.5) || isnan(v)) /* padding of DICOM: other NaN were refused */
      continue;
    if (!(v >= LABEL_LEAST && v <= LABEL_MOST && v == floor(v)))
      return tile_fail(e, TILE_REJECTED,
                       "slice z=%lld: the value %g at x=%lld, y=%lld is no label: these are whole "
                       "numbers, %d to %d",
                       (long long)l->z, v, (long long)(i % l->grid[0]), (long long)(i / l->grid[0]), LABEL_LEAST,
                       LABEL_MOST);
    to[i] = (int32_t)v - LABEL_LEAST;
  }
  return TILE_OK;
}

static void meet(struct label *label, int32_t a, int32_t b)
{
  if (a != b && a != OUTSIDE && b != OUTSIDE) {
    label[a].faces++;
    label[b].faces++;
  }
}

int labels_get(struct labels *l, const double *values, const double *inside, struct tile_error *e)
{
  const int64_t nx = l->grid[0], count = nx * l->grid[1];
  int32_t *here = l->slice[l->z % 2];
  const int32_t *below = l->z ? l->slice[1 - l->z % 2] : NULL;
  if (find_labels(l, values, inside, here, e))
    return e->code;
  for (int64_t i = 0; i < count; i++) {
    if (here[i] == OUTSIDE)
      continue;
    l->label[here[i]].voxels++;
    l->all++;
    if (i % nx)
      meet(l->label, here[i], here[i - 1]);
    if (i >= nx)
      meet(l->label, here[i], here[i - nx]);
    if (below)
      meet(l->label, here[i], below[i]);
  }
  l->z++;
  return TILE_OK;
}
