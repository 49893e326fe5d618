/* SPDX-License-Identifier: BSD-3-Clause */
#include "segmentation_parts.h"

#include "cli.h"
#include "filter.h"
#include "volume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t segmentation_slice_count(const struct segmentation *p)
{
  return (size_t)(p->source->grid[0] * p->source->grid[1]);
}

static int make_sizes(struct segmentation *p, struct tile_error *e)
{
  const int64_t *grid = p->source->grid;
  for (int a = 0; a < 3; a++) {
    p->mirrored[a] = grid[a] * (p->mirror >> a & 1 ? 2 : 1);
    if (p->mirrored[a] > INT32_MAX)
      return tile_fail(e, TILE_USAGE, "--mirror: more than %d voxels along %c", INT32_MAX, "xyz"[a]);
  }
  return pads_size(&p->pads, p->mirrored, p->size, e);
}

static int make_buffers(struct segmentation *p, struct tile_error *e)
{
  size_t read = segmentation_slice_count(p), doubled = (size_t)(p->mirrored[0] * p->mirrored[1]),
         padded = (size_t)(p->size[0] * p->size[1]);
  p->values = tile_alloc(p->mask ? read : PASS_SOME, sizeof *p->values);
  p->inside = p->mask ? tile_alloc(read, sizeof *p->inside) : NULL;
  p->doubled = p->mirror ? tile_alloc(doubled, 1) : NULL;
  p->again = p->mirror & 4 ? tile_alloc(read, 1) : NULL;
  p->padded = p->pads.count ? tile_alloc(padded, 1) : NULL;
  p->bits = tile_alloc((size_t)((p->size[0] + 7) / 8), (size_t)p->size[1]);
  p->plain = p->labels ? tile_alloc(padded, 1) : NULL;
  p->basin = p->watershed || p->clean ? tile_alloc(read, 1) : NULL;
  if (!p->values || !p->bits || ((p->watershed || p->clean) && !p->basin) || (p->labels && !p->plain) ||
      (p->mask && !p->inside) || (p->mirror && !p->doubled) || (p->mirror & 4 && !p->again) ||
      (p->pads.count && !p->padded))
    return tile_fail_memory(e, read * 2 * sizeof *p->values + doubled + padded, "one slice");
  return p->mirror & 4 ? volume_make(&p->kept, p->source->grid, e) : TILE_OK;
}

int segmentation_begin(struct segmentation *p, struct tile_error *e)
{
  p->low = INFINITY;
  p->high = -INFINITY;
  if (!p->source->means)
    rule_store(&p->rule, p->source->type);
  int code = make_sizes(p, e);
  return code ? code : make_buffers(p, e);
}

void segmentation_end(struct segmentation *p)
{
  free(p->values);
  free(p->inside);
  free(p->again);
  free(p->doubled);
  free(p->padded);
  free(p->bits);
  free(p->plain);
  free(p->kept.word);
  hysteresis_free(p->sets);
  hysteresis_free(p->islands.sets);
  hysteresis_free(p->holes.sets);
  watershed_free(p->flooded);
  free(p->basin);
  free(p->distance);
}

/* ---- slice by slice ---- */

bool segmentation_is_inside(const struct segmentation *p, size_t i)
{
  return !p->mask || filter_inside(p->inside[i]);
}

void segmentation_shut_outside(const struct segmentation *p, unsigned char *classes, unsigned char solid)
{
  for (size_t i = 0; p->mask && i < segmentation_slice_count(p); i++)
    if (!segmentation_is_inside(p, i))
      classes[i] = solid;
}

static int use_slices(struct segmentation *p, const char *what, segmentation_slice_use *use, void *with,
                      struct tile_error *e)
{
  struct cli_progress bar;
  struct slice slice;
  int code = TILE_OK;
  int64_t nz = p->source->grid[2];
  cli_progress_begin(&bar, what, (double)nz, "slices", 1e-6 * (double)segmentation_slice_count(p), "Mvoxel/s");
  for (int64_t z = 0; z < nz && !code; z++) {
    code = slices_get(&p->slices, z, &slice, e);
    if (!code && p->mask)
      code = p->mask->read(p->mask, z, p->inside, e);
    if (!code)
      code = use(p, z, &slice, with, e);
    cli_progress_at(&bar, (double)(z + 1));
  }
  cli_progress_end(&bar);
  return code;
}

int segmentation_every_slice(struct segmentation *p, const char *what, enum slice_look look,
                             segmentation_slice_use *use, void *with, struct tile_error *e)
{
  static struct rule_range fluid[] = {{TILE_FLUID, TILE_FLUID}};
  static const struct rule classified = {.kind = RULE_EQUAL, .count = 1, .equal = fluid};
  int code = slices_begin(&p->slices, p->source, p->source->classified ? &classified : &p->rule, look, e);
  return code ? code : use_slices(p, what, use, with, e);
}
