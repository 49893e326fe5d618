/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts the voxels inside the mask. */
#include "segmentation_parts.h"

#include <stdlib.h>

/* Voxels inside the mask are counted as if they were fluid, so that mirroring and layers are included. */
static int count_slice(struct segmentation *p, int64_t z, unsigned char *classes, struct tile_error *e)
{
  int code = p->mask->read(p->mask, z, p->inside, e);
  for (size_t i = 0; i < segmentation_slice_count(p) && !code; i++)
    classes[i] = segmentation_is_inside(p, i) ? TILE_FLUID : TILE_SOLID;
  if (!code)
    code = segmentation_put_slice(p, z, classes, NULL, e);
  return code || !(p->mirror & 4) ? code : segmentation_put_slice(p, 2 * p->source->grid[2] - 1 - z, classes, NULL, e);
}

static int count_inside(struct segmentation *p, unsigned char *classes, struct tile_error *e)
{
  const int64_t below = pads_below(&p->pads, 2);
  int code = segmentation_put_layers(p, 0, below, NULL, e);
  for (int64_t z = 0; z < p->source->grid[2] && !code; z++)
    code = count_slice(p, z, classes, e);
  return code ? code : segmentation_put_layers(p, below + p->mirrored[2], p->size[2], NULL, e);
}

int segmentation_mask(struct segmentation *p, struct tile_error *e)
{
  if (!p->mask)
    return TILE_OK;
  unsigned char *classes = tile_alloc(segmentation_slice_count(p), 1);
  if (!classes)
    return tile_fail_memory(e, segmentation_slice_count(p), "one slice of the mask");
  int code = count_inside(p, classes, e);
  free(classes);
  p->counted = p->fluid;
  p->fluid = 0;
  return code;
}
