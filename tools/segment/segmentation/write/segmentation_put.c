/* SPDX-License-Identifier: BSD-3-Clause */
#include "segmentation_parts.h"

#include "mirror.h"

int segmentation_put_bits(struct segmentation *p, const unsigned char *bits, int64_t fluid,
                          struct tile_voxels_writer *w, struct tile_error *e)
{
  p->fluid += fluid;
  int code = w ? tile_voxels_put(w, bits, e) : TILE_OK;
  return code || !p->export ? code : export_slice(p->export, bits, (size_t)(p->size[0] + 7) / 8, e);
}

static int put_labels(struct segmentation *p, const unsigned char *slice, struct tile_voxels_writer *w,
                      struct tile_error *e)
{
  for (int64_t i = 0; i < p->size[0] * p->size[1]; i++)
    p->plain[i] = slice[i] ? TILE_FLUID : TILE_SOLID;
  const int64_t fluid = tile_pack(p->bits, p->plain, p->size[0], p->size[1]);
  return segmentation_put_bits(p, p->bits, fluid, NULL, e) || (w && tile_voxels_put_classes(w, slice, e)) ? e->code
                                                                                                          : TILE_OK;
}

/* Writes slice z of the output; `slice` is as for pads_slice. */
static int put_padded(struct segmentation *p, int64_t z, const unsigned char *slice, struct tile_voxels_writer *w,
                      struct tile_error *e)
{
  if (p->pads.count) {
    pads_slice(&p->pads, p->mirrored, z, slice, p->padded);
    slice = p->padded;
  }
  if (p->labels)
    return put_labels(p, slice, w, e);
  int64_t fluid = tile_pack(p->bits, slice, p->size[0], p->size[1]);
  return segmentation_put_bits(p, p->bits, fluid, w, e);
}

int segmentation_put_layers(struct segmentation *p, int64_t begin, int64_t end, struct tile_voxels_writer *w,
                            struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = begin; z < end && !code; z++)
    code = put_padded(p, z, NULL, w, e);
  return code;
}

int segmentation_put_slice(struct segmentation *p, int64_t z, const unsigned char *classes,
                           struct tile_voxels_writer *w, struct tile_error *e)
{
  const bool doubled = p->mirror & 3;
  if (doubled)
    mirror_slice(p->mirror, p->source->grid, classes, p->doubled);
  return put_padded(p, z + pads_below(&p->pads, 2), doubled ? p->doubled : classes, w, e);
}
