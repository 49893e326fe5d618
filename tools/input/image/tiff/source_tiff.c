/* SPDX-License-Identifier: BSD-3-Clause */
/* source_tiff(): the pages of a file or a series of files, one slice each, read ahead by several threads. */
#include "prefetch.h"
#include "source.h"
#include "tiff_stack.h"

#include <stdlib.h>
#include <string.h>

/* One stack per lane: each has its own open file, and all share the lists. */
struct lanes {
  struct prefetch prefetch; /* used by read_tiff */
  int count;
  struct tiff_stack *stack;
};

static int get_tiff(struct source *source, int lane, int64_t z, void *values, struct tile_error *e)
{
  return tiff_stack_get(((struct lanes *)source->state)->stack, lane, z, values, e);
}

static int read_tiff(struct source *source, int64_t z, double *values, struct tile_error *e)
{
  struct lanes *l = source->state;
  const struct tiff_page *p = &l->stack->page;
  void *held;
  int code = prefetch_get(&l->prefetch, tiff_stack_get, l->stack, z, &held, e);
  if (!code)
    voxel_type_in_memory(p->type)->widen(values, held, (size_t)(p->nx * p->ny), 0, 1);
  return code;
}

static void close_tiff(struct source *source)
{
  struct lanes *l = source->state;
  if (!l)
    return;
  prefetch_end(&l->prefetch);
  for (int i = 0; l->stack && i < l->count; i++)
    tiff_file_close(&l->stack[i].file);
  if (l->stack)
    tiff_stack_free(l->stack);
  free(l->stack);
  free(l);
  source->state = NULL;
}

static int make_lanes(struct lanes *l, struct tile_error *e)
{
  struct tiff_stack *s = l->stack;
  size_t voxels = (size_t)(s->page.nx * s->page.ny), bytes = (size_t)voxel_type_in_memory(s->page.type)->bits / 8;
  int lanes = prefetch_lanes(voxels, s->begin[s->count]);
  struct tiff_stack *grown = lanes > 1 ? tile_grow(s, (size_t)lanes, sizeof *s) : s;
  if (!grown)
    return tile_fail_memory(e, (size_t)lanes * sizeof *s, "stacks");
  for (int i = 1; i < lanes; i++)
    grown[i] = *grown; /* a copy is enough, because no file is open yet */
  l->stack = grown;
  l->count = lanes;
  prefetch_begin(&l->prefetch, lanes, voxels * bytes, grown->begin[grown->count]);
  return TILE_OK;
}

static const char uncalibrated[] = "ImageJ's calibration is not applied: values, and thresholds, are as stored";

/* Appends to the warning. */
static void warn(struct source *source, const char *text)
{
  const size_t length = strlen(source->warning);
  if (*text)
    snprintf(source->warning + length, sizeof source->warning - length, "%s%s", length ? "; " : "", text);
}

static void warn_of_left(struct source *source, const struct tiff_stack *s)
{
  static const char *const kinds[TIFF_KINDS] = {NULL, "page%s of reduced resolution", "mask%s"};
  char kind[40], text[512];
  for (int k = TIFF_REDUCED; k < TIFF_KINDS; k++) {
    const int64_t left = s->left[k];
    snprintf(kind, sizeof kind, kinds[k], left > 1 ? "s" : "");
    snprintf(text, sizeof text, "%.160s: %lld %s %s left out", s->left_in ? s->left_in : "", (long long)left, kind,
             left > 1 ? "are" : "is");
    warn(source, left ? text : "");
  }
}

static void describe(struct source *source, const struct lanes *l)
{
  const struct tiff_stack *s = l->stack;
  int64_t grid[3] = {s->page.nx, s->page.ny, s->begin[s->count]};
  for (int a = 0; a < 3; a++)
    source->grid[a] = grid[a];
  tiff_scale_get(source, &s->scale, s->stated.by);
  source->type = s->page.type->name;
  source->memory_type = voxel_type_in_memory(s->page.type);
  source->lanes = l->count;
  source->photometric = s->page.photometric;
  source->slow = s->page.compressed;
  warn(source, s->scale.unknown ? s->scale.note : "");
  warn(source, s->stated.calibrated ? uncalibrated : "");
  warn(source, s->warning);
  warn_of_left(source, s);
}

int source_tiff(struct source *source, char *const *paths, int count, int channel, struct tile_error *e)
{
  return source_tiff_series(source, paths, count, channel, 0, e);
}

int source_tiff_series(struct source *source, char *const *paths, int count, int channel, int series,
                       struct tile_error *e)
{
  *source = (struct source){.read = read_tiff, .read_typed = get_tiff, .close = close_tiff, .rereadable = true};
  struct lanes *l = source->state = tile_alloc(1, sizeof *l);
  if (!l)
    return tile_fail_memory(e, sizeof *l, "a stack");
  l->count = 1;
  l->stack = tile_alloc(1, sizeof *l->stack);
  int code = l->stack ? tiff_stack_open(l->stack, paths, count, channel, series, e)
                      : tile_fail_memory(e, sizeof *l->stack, "a stack");
  if (!code)
    code = make_lanes(l, e);
  if (code)
    close_tiff(source);
  else
    describe(source, l);
  return code;
}
