/* SPDX-License-Identifier: BSD-3-Clause */
/* Segmentation by a watershed: clear values are markers, which flood the others in the order of the gradient. */
#include "segmentation_parts.h"

#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct relief {
  float contrast;
  float *slice[3];       /* z at z % 3 */
  unsigned char *marker; /* of two slices, z at z % 2 */
  unsigned char *height;
  int64_t markers[4]; /* of each kind */
};

/* ---- markers ---- */

/* Clear are levels that are not weak; what is no number, or outside the mask, has no part. */
static void set_markers(const struct segmentation *p, struct relief *r, int64_t z, const unsigned char *level)
{
  static const unsigned char what[] = {
      [HYSTERESIS_NO] = WATERSHED_B, [HYSTERESIS_WEAK] = WATERSHED_FREE, [HYSTERESIS_STRONG] = WATERSHED_A};
  const size_t count = segmentation_slice_count(p);
  const float *value = r->slice[z % 3];
  unsigned char *marker = r->marker + (size_t)(z % 2) * count;
  for (size_t i = 0; i < count; i++) {
    marker[i] = isnan(value[i]) || !segmentation_is_inside(p, i) ? WATERSHED_OUT : what[level[i]];
    r->markers[marker[i]]++;
  }
}

/* ---- the relief ---- */

static void set_heights(const struct segmentation *p, const struct relief *r, int64_t z, float *scratch)
{
  const int64_t *n = p->source->grid, nx = n[0], last = n[2] - 1;
  const int64_t at[3] = {z ? z - 1 : 0, z, z < last ? z + 1 : last};
#pragma omp parallel for
  for (int64_t y = 0; y < n[1]; y++) {
    const int64_t rows[3] = {y ? y - 1 : 0, y, y < n[1] - 1 ? y + 1 : y};
    const float *row[9];
    for (int k = 0; k < 9; k++)
      row[k] = r->slice[at[k / 3] % 3] + rows[k % 3] * nx;
    watershed_heights(row, nx, r->contrast, scratch + 3 * y * nx, r->height + y * nx);
  }
}

struct use {
  struct relief relief;
  float *scratch;
};

/* The slice before this one has now all its neighbours. */
static void put_slice(struct segmentation *p, struct use *u, int64_t z)
{
  if (z < 0)
    return;
  set_heights(p, &u->relief, z, u->scratch);
  watershed_put(p->flooded, z, u->relief.marker + (size_t)(z % 2) * segmentation_slice_count(p), u->relief.height);
}

static int use_slice(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  struct use *u = with;
  const size_t count = segmentation_slice_count(p), bytes = (size_t)p->slices.memory_type->bits / 8;
  float *to = u->relief.slice[z % 3];
  (void)e;
  for (size_t at = 0, now; at < count; at += now) {
    double some[PASS_SOME];
    now = count - at < PASS_SOME ? count - at : PASS_SOME;
    p->slices.memory_type->widen(some, (const char *)slice->values + at * bytes, now, 0, 1);
    for (size_t i = 0; i < now; i++)
      to[at + i] = segmentation_is_inside(p, at + i) ? (float)some[i] : NAN;
  }
  set_markers(p, &u->relief, z, slice->classes);
  put_slice(p, u, z - 1);
  return TILE_OK;
}

static int read_relief(struct segmentation *p, struct use *u, struct tile_error *e)
{
  const size_t count = segmentation_slice_count(p);
  float *values = tile_alloc(count, 6 * sizeof *values);
  unsigned char *marks = tile_alloc(count, 3);
  int code = values && marks ? TILE_OK : tile_fail_memory(e, count * 27, "six slices");
  for (int k = 0; k < 3; k++)
    u->relief.slice[k] = values ? values + (size_t)k * count : NULL;
  u->scratch = values ? values + 3 * count : NULL;
  u->relief.marker = marks;
  u->relief.height = marks ? marks + 2 * count : NULL;
  if (!code)
    code = segmentation_every_slice(p, "markers", SLICE_LEVELS, use_slice, u, e);
  slices_end(&p->slices);
  if (!code)
    put_slice(p, u, p->source->grid[2] - 1);
  free(values);
  free(marks);
  return code;
}

/* ---- the flood ---- */

/* The contrast of the classes, and unless they are given the levels beyond which values are clear. */
static int find_levels(struct segmentation *p, struct relief *r, struct tile_error *e)
{
  double mean[2];
  if (segmentation_means(p, mean, e))
    return e->code;
  r->contrast = (float)(mean[1] - mean[0]);
  p->rule.low = isnan(p->rule.low) ? mean[0] : p->rule.low;
  p->rule.high = isnan(p->rule.high) ? mean[1] : p->rule.high;
  return TILE_OK;
}

static int check_markers(const struct segmentation *p, const struct relief *r, struct tile_error *e)
{
  char text[TILE_REAL_TEXT];
  const bool low = (r->markers[WATERSHED_A] > 0) == (p->rule.kind == RULE_BELOW);
  if (r->markers[WATERSHED_A] && r->markers[WATERSHED_B])
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "--segment watershed: no voxel is %s %s: a class has no marker",
                   low ? "at or above" : "below", tile_real_text(text, (double)(low ? p->rule.high : p->rule.low)));
}

static void show(void *with, double done)
{
  cli_progress_at(with, done);
}

int segmentation_watershed(struct segmentation *p, struct tile_error *e)
{
  struct use u = {0};
  struct cli_progress bar;
  int code = find_levels(p, &u.relief, e);
  if (!code)
    code = watershed_new(&p->flooded, p->source->grid, e);
  if (!code)
    code = read_relief(p, &u, e);
  if (!code)
    code = check_markers(p, &u.relief, e);
  if (code)
    return code;
  cli_progress_begin(&bar, "watershed", 1, "parts",
                     1e-6 * (double)segmentation_slice_count(p) * (double)p->source->grid[2], "Mvoxel/s");
  code = watershed_flood(p->flooded, show, &bar, e);
  cli_progress_end(&bar);
  return code;
}

void segmentation_flooded(const struct segmentation *p, int64_t z, unsigned char *classes)
{
  const size_t count = segmentation_slice_count(p);
  watershed_get(p->flooded, z, p->basin);
  for (size_t i = 0; i < count; i++)
    classes[i] = p->basin[i] == WATERSHED_A || (p->basin[i] == WATERSHED_OUT && classes[i] == HYSTERESIS_STRONG)
                     ? TILE_FLUID
                     : TILE_SOLID;
}
