/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts the voxels inside the mask, and writes them. */
#include "segmentation_parts.h"

#include "volume.h"

#include <stdlib.h>

struct masked {
  unsigned char *classes;
  struct tile_bits kept; /* of slices that are written once more */
  struct tile_voxels_writer *to;
};

/* Voxels inside the mask are counted as if they were fluid, so that mirroring and layers are included. */
static int count_slice(struct segmentation *p, int64_t z, struct masked *m, struct tile_error *e)
{
  if (p->mask->read(p->mask, z, p->inside, e))
    return e->code;
  for (size_t i = 0; i < segmentation_slice_count(p); i++)
    m->classes[i] = segmentation_is_inside(p, i) ? TILE_FLUID : TILE_SOLID;
  if (m->kept.word)
    volume_put(&m->kept, z, m->classes);
  return segmentation_put_slice(p, z, m->classes, m->to, e);
}

static int count_inside(struct segmentation *p, struct masked *m, struct tile_error *e)
{
  const int64_t below = pads_below(&p->pads, 2);
  int code = segmentation_put_layers(p, 0, below, m->to, e);
  for (int64_t z = 0; z < p->source->grid[2] && !code; z++)
    code = count_slice(p, z, m, e);
  if (!code && m->kept.word)
    code = segmentation_put_mirrored(p, &m->kept, m->to, e);
  return code ? code : segmentation_put_layers(p, below + p->mirrored[2], p->size[2], m->to, e);
}

static int begin(struct segmentation *p, struct masked *m, FILE *out, struct tile_header *h, struct tile_error *e)
{
  const int64_t *n = p->size;
  m->classes = tile_alloc(segmentation_slice_count(p), 1);
  if (!m->classes)
    return tile_fail_memory(e, segmentation_slice_count(p), "one slice of the mask");
  if (p->mirror & 4 && volume_make(&m->kept, p->source->grid, e))
    return e->code;
  if (!out)
    return TILE_OK;
  return tile_header_set(h, e, "grid", "%lld %lld %lld", (long long)n[0], (long long)n[1], (long long)n[2]) ||
                 pads_set_header(&p->pads, h, e) || tile_voxels_create(&m->to, out, h, e)
             ? e->code
             : TILE_OK;
}

int segmentation_mask(struct segmentation *p, FILE *out, struct tile_header *h, struct tile_error *e)
{
  struct masked m = {0};
  if (!p->mask)
    return TILE_OK;
  const int code =
      begin(p, &m, out, h, e) || count_inside(p, &m, e) || (m.to && tile_voxels_finish(m.to, e)) ? e->code : TILE_OK;
  tile_voxels_discard(m.to);
  tile_bits_free(&m.kept);
  free(m.classes);
  p->counted = p->fluid;
  p->fluid = 0;
  return code;
}

double segmentation_porosity_inside(const struct segmentation *p)
{
  return (double)p->fluid / (double)p->counted;
}
