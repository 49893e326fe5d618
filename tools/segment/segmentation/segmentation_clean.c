/* SPDX-License-Identifier: BSD-3-Clause */
/* The decided classes of slices; islands and holes that are too small change theirs. */
#include "segmentation_parts.h"

#include <string.h>

enum slice_look segmentation_look(const struct segmentation *p)
{
  return p->hysteresis || p->flooded ? SLICE_LEVELS : SLICE_CLASSES;
}

static int drop_islands(struct segmentation *p, unsigned char *classes, struct tile_error *e)
{
  const size_t count = segmentation_slice_count(p);
  memcpy(p->basin, classes, count);
  const int code = hysteresis_apply(p->islands.sets, p->basin, classes, e);
  for (size_t i = 0; i < count && !code; i++)
    p->islands.voxels += p->basin[i] != classes[i];
  return code;
}

/* Solid voxels inside the mask. */
static void mark_solid(const struct segmentation *p, const unsigned char *classes, unsigned char *to)
{
  for (size_t i = 0; i < segmentation_slice_count(p); i++)
    to[i] = classes[i] == TILE_SOLID && segmentation_is_inside(p, i) ? HYSTERESIS_WEAK : HYSTERESIS_NO;
}

static int fill_holes(struct segmentation *p, unsigned char *classes, struct tile_error *e)
{
  mark_solid(p, classes, p->basin);
  if (hysteresis_apply(p->holes.sets, p->basin, p->basin, e))
    return e->code;
  for (size_t i = 0; i < segmentation_slice_count(p); i++)
    if (classes[i] == TILE_SOLID && segmentation_is_inside(p, i) && p->basin[i] != TILE_FLUID) {
      classes[i] = TILE_FLUID;
      p->holes.voxels++;
    }
  return TILE_OK;
}

/* The slices are read once more. */
static void begin_again(struct part *part)
{
  if (part->sets)
    hysteresis_again(part->sets);
  part->voxels = 0;
}

int segmentation_decide(struct segmentation *p, int64_t z, unsigned char *classes, struct tile_error *e)
{
  int code = TILE_OK;
  if (z == 0) {
    begin_again(&p->islands);
    begin_again(&p->holes);
  }
  if (z == 0 && p->sets)
    hysteresis_again(p->sets);
  if (p->hysteresis) /* which must see the levels that it saw before */
    segmentation_shut_outside(p, classes, HYSTERESIS_NO);
  if (p->hysteresis)
    code = hysteresis_apply(p->sets, classes, classes, e);
  if (p->flooded)
    segmentation_flooded(p, z, classes);
  segmentation_shut_outside(p, classes, TILE_SOLID);
  if (!code && p->islands.known)
    code = drop_islands(p, classes, e);
  return code || !p->holes.known ? code : fill_holes(p, classes, e);
}

static int use_slice(struct segmentation *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  struct part *part = with;
  if (segmentation_decide(p, z, slice->classes, e))
    return e->code;
  for (size_t i = 0; i < segmentation_slice_count(p); i++)
    part->all += segmentation_is_inside(p, i) && (part == &p->islands) == (slice->classes[i] == TILE_FLUID);
  if (part == &p->holes)
    mark_solid(p, slice->classes, slice->classes);
  return hysteresis_note(part->sets, slice->classes, e);
}

static int find_part(struct segmentation *p, const char *what, struct part *part, struct tile_error *e)
{
  int code = hysteresis_new_large(&part->sets, p->source->grid[0], p->source->grid[1], p->clean, e);
  if (!code)
    code = segmentation_every_slice(p, what, segmentation_look(p), use_slice, part, e);
  slices_end(&p->slices);
  part->known = !code;
  return code;
}

/* Where all sets of a class are too small, what is left is no image. */
static int check_left(const struct segmentation *p, const struct part *part, const char *sets, struct tile_error *e)
{
  return part->all && part->voxels == part->all
             ? tile_fail(e, TILE_REJECTED, "--clean %lld: all %s have fewer voxels, and none would be left",
                         (long long)p->clean, sets)
             : TILE_OK;
}

int segmentation_check_clean(const struct segmentation *p, struct tile_error *e)
{
  const int code = check_left(p, &p->islands, "islands of fluid", e);
  return code ? code : check_left(p, &p->holes, "parts of the solid", e);
}

int segmentation_clean(struct segmentation *p, struct tile_error *e)
{
  const int code = find_part(p, "islands", &p->islands, e);
  if (code || find_part(p, "holes", &p->holes, e))
    return e->code;
  return segmentation_check_clean(p, e);
}
