/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the voxels. */
#include "segmentation_parts.h"

#include "volume.h"
#include "segmentation_cuts.h"

#include <math.h>
#include <stdlib.h>

/* Pictures and files of the decided image before anything is added to it. */
static int show(struct segmentation *p, int64_t z, const struct slice *slice, struct tile_error *e)
{
  if (!p->preview && !p->confidence)
    return TILE_OK;
  slices_widen(&p->slices, slice, p->values);
  if (p->preview)
    preview_get(p->preview, z, p->values, slice->classes, p->inside);
  return p->confidence ? segmentation_confidence(p, p->values, slice->classes, e) : TILE_OK;
}

/* Bits are enough if nothing is changed afterwards. */
static enum slice_look look_at(const struct segmentation *p)
{
  bool changed = p->labels || p->mask || p->mirror || p->pads.count || p->preview || p->confidence || p->clean;
  return changed || segmentation_look(p) == SLICE_LEVELS ? segmentation_look(p) : SLICE_BITS;
}

static int use_voxels(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  if (p->slices.look != SLICE_BITS && segmentation_decide(p, z, slice->classes, e))
    return e->code;
  p->low = fmin(p->low, slice->low);
  p->high = fmax(p->high, slice->high);
  if (show(p, z, slice, e))
    return e->code;
  if (with && p->note_input)
    tile_voxels_note_input(with, slice->values, segmentation_slice_count(p) * (size_t)p->slices.memory_type->bits / 8);
  if (p->labels) {
    slices_widen(&p->slices, slice, p->values);
    segmentation_labels_apply(p, p->values, slice->classes);
  }
  if (p->kept.word)
    volume_put(&p->kept, z, slice->classes);
  return p->slices.look == SLICE_BITS ? segmentation_put_bits(p, slice->bits, slice->fluid, with, e)
                                      : segmentation_put_slice(p, z, slice->classes, with, e);
}

int segmentation_put_mirrored(struct segmentation *p, const struct tile_bits *kept, struct tile_voxels_writer *w,
                              struct tile_error *e)
{
  int code = TILE_OK;
  int64_t nz = p->source->grid[2];
  for (int64_t z = nz; z < 2 * nz && !code; z++) {
    volume_get(kept, 2 * nz - 1 - z, p->again);
    code = segmentation_put_slice(p, z, p->again, w, e);
  }
  return code;
}

/* For the preview, labels and distances: allocates the values of a slice as doubles. */
static int make_room(struct segmentation *p, struct tile_error *e)
{
  const size_t count = segmentation_slice_count(p);
  p->distance = p->confidence ? tile_alloc(count, sizeof *p->distance) : NULL;
  if (p->confidence && !p->distance)
    return tile_fail_memory(e, count * sizeof *p->distance, "a slice");
  return p->preview || p->labels || p->confidence
             ? tile_reserve(&p->values, NULL, count, sizeof *p->values, "a slice", e)
             : TILE_OK;
}

static int put_all(struct segmentation *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  int64_t below = pads_below(&p->pads, 2);
  int code = segmentation_put_layers(p, 0, below, w, e);
  if (!code)
    code = segmentation_every_slice(p, "voxelize", look_at(p), use_voxels, w, e);
  slices_end(&p->slices);
  if (!code && p->kept.word)
    code = segmentation_put_mirrored(p, &p->kept, w, e);
  return code ? code : segmentation_put_layers(p, below + p->mirrored[2], p->size[2], w, e);
}

static int create(struct segmentation *p, struct tile_voxels_writer **w, FILE *out, struct tile_header *h,
                  struct tile_error *e)
{
  char *classes = NULL;
  if (p->labels && segmentation_labels_list(p, &classes, e))
    return e->code;
  const int code = out ? tile_voxels_create_classes(w, out, h, classes, e) : TILE_OK;
  free(classes);
  return code;
}

int segmentation_write(struct segmentation *p, FILE *out, struct tile_header *h, struct tile_error *e)
{
  struct tile_voxels_writer *w = NULL;
  int code = tile_header_set(h, e, "grid", "%lld %lld %lld", (long long)p->size[0], (long long)p->size[1],
                             (long long)p->size[2]);
  if (!code && p->walls)
    code = tile_header_set(h, e, "wall-distances", "yes");
  if (!code && p->counted)
    code = tile_header_set(h, e, "mask", "%lld", (long long)p->counted);
  if (!code)
    code = pads_set_header(&p->pads, h, e);
  if (!code)
    code = make_room(p, e);
  if (!code)
    code = create(p, &w, out, h, e);
  if (!code)
    code = put_all(p, w, e);
  if (!code)
    code = segmentation_check_clean(p, e);
  if (!code && out && p->walls)
    code = segmentation_walls(p, w, e);
  if (!code)
    code = cuts_put(p, w, e);
  p->porosity = (double)p->fluid / ((double)p->size[0] * (double)p->size[1] * (double)p->size[2]);
  if (!code && p->before_end)
    code = p->before_end(p, w, e);
  if (!code && out)
    code = tile_voxels_finish(w, e);
  tile_voxels_discard(w);
  return code;
}
