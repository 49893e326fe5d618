#include "voxelize_pass.h"

#include "cli.h"
#include "mirror.h"
#include "threshold.h"
#include "volume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t slice_count(const struct pass *p)
{
  return (size_t)(p->source->grid[0] * p->source->grid[1]);
}

static int make_sizes(struct pass *p, struct tile_error *e)
{
  const int64_t *grid = p->source->grid;
  memcpy(p->mirrored, grid, sizeof p->mirrored);
  if (p->mirror >= 0)
    p->mirrored[p->mirror] *= 2;
  return pads_size(&p->pads, p->mirrored, p->size, e);
}

static int make_buffers(struct pass *p, struct tile_error *e)
{
  size_t read = slice_count(p), doubled = (size_t)(p->mirrored[0] * p->mirrored[1]),
         padded = (size_t)(p->size[0] * p->size[1]);
  p->values = tile_alloc(read, sizeof *p->values);
  p->inside = p->mask ? tile_alloc(read, sizeof *p->inside) : NULL;
  p->classes = tile_alloc(read, 1);
  p->doubled = tile_alloc(doubled, 1);
  p->padded = tile_alloc(padded, 1);
  if (!p->values || (p->mask && !p->inside) || !p->classes || !p->doubled || !p->padded)
    return tile_fail_memory(e, read * (2 * sizeof *p->values + 1) + doubled + padded, "one slice");
  return p->mirror == 2 ? volume_make(&p->kept, p->source->grid, e) : TILE_OK;
}

int pass_begin(struct pass *p, struct tile_error *e)
{
  p->low = INFINITY;
  p->high = -INFINITY;
  int code = make_sizes(p, e);
  return code ? code : make_buffers(p, e);
}

void pass_end(struct pass *p)
{
  free(p->values);
  free(p->inside);
  free(p->classes);
  free(p->doubled);
  free(p->padded);
  free(p->kept.word);
  hysteresis_free(p->sets);
}

/* ---- slice by slice ---- */

/* Slice z of the source and of the mask. */
static int read_slice(struct pass *p, int64_t z, struct tile_error *e)
{
  int code = p->source->read(p->source, z, p->values, e);
  return code || !p->mask ? code : p->mask->read(p->mask, z, p->inside, e);
}

/* At least half of a voxel's mask is there: with --bin it has parts. */
static bool is_inside(const struct pass *p, size_t i)
{
  return !p->mask || p->inside[i] >= 0.5;
}

/* Reads every slice and hands it over. */
typedef int slice_use(struct pass *p, int64_t z, void *with, struct tile_error *e);
static int every_slice(struct pass *p, const char *what, slice_use *use, void *with, struct tile_error *e)
{
  struct cli_progress bar;
  int code = TILE_OK;
  int64_t nz = p->source->grid[2];
  cli_progress_begin(&bar, what, (double)nz, 1e-6 * (double)slice_count(p), "Mvoxel/s");
  for (int64_t z = 0; z < nz && !code; z++) {
    code = read_slice(p, z, e);
    if (!code)
      code = use(p, z, with, e);
    cli_progress_at(&bar, (double)(z + 1));
  }
  cli_progress_end(&bar);
  return code;
}

/* ---- the histogram ---- */

static void add_inside(const struct pass *p, struct histogram *h)
{
  size_t count = slice_count(p);
  if (!p->mask) {
    histogram_add(h, p->values, count);
    return;
  }
  for (size_t i = 0; i < count; i++)
    if (is_inside(p, i))
      histogram_add(h, &p->values[i], 1);
}

static int use_histogram(struct pass *p, int64_t z, void *with, struct tile_error *e)
{
  (void)z, (void)e;
  add_inside(p, with);
  return TILE_OK;
}

static bool whole_numbers(const struct source *s)
{
  return s->type[0] != 'f' && !s->means;
}

int pass_otsu(struct pass *p, struct tile_error *e)
{
  struct histogram *h;
  int code = histogram_new(&h, whole_numbers(p->source), e);
  if (!code)
    code = every_slice(p, "histogram", use_histogram, h, e);
  if (!code)
    code = histogram_otsu(h, &p->rule.threshold, e);
  histogram_free(h);
  return code;
}

/* ---- hysteresis ---- */

static void find_levels(struct pass *p)
{
  rule_levels(&p->rule, p->values, slice_count(p), p->classes);
  for (size_t i = 0; p->mask && i < slice_count(p); i++)
    if (!is_inside(p, i))
      p->classes[i] = HYSTERESIS_NO;
}

static int use_levels(struct pass *p, int64_t z, void *with, struct tile_error *e)
{
  (void)z, (void)with;
  find_levels(p);
  return hysteresis_note(p->sets, p->classes, e);
}

int pass_hysteresis(struct pass *p, struct tile_error *e)
{
  int code = hysteresis_new(&p->sets, p->source->grid[0], p->source->grid[1], e);
  return code ? code : every_slice(p, "hysteresis", use_levels, NULL, e);
}

/* ---- the voxels ---- */

static void note_range(struct pass *p)
{
  for (size_t i = 0; i < slice_count(p); i++) {
    p->low = p->values[i] < p->low ? p->values[i] : p->low;
    p->high = p->values[i] > p->high ? p->values[i] : p->high;
  }
}

static void take_classes(struct pass *p)
{
  for (size_t i = 0; i < slice_count(p); i++)
    p->classes[i] = p->values[i] == TILE_FLUID;
}

static int classify(struct pass *p, struct tile_error *e)
{
  int code = TILE_OK;
  if (p->source->classified)
    take_classes(p);
  else if (p->hysteresis) {
    find_levels(p);
    code = hysteresis_apply(p->sets, p->classes, p->classes, e);
  } else
    rule_apply(&p->rule, p->values, slice_count(p), p->classes);
  for (size_t i = 0; p->mask && i < slice_count(p); i++)
    if (!is_inside(p, i))
      p->classes[i] = TILE_SOLID;
  return code;
}

/* Slice z of the output; `slice` as pads_slice takes it. */
static int put_padded(struct pass *p, int64_t z, const unsigned char *slice, struct tile_voxels_writer *w,
                      struct tile_error *e)
{
  int64_t count = p->size[0] * p->size[1];
  pads_slice(&p->pads, p->mirrored, z, slice, p->padded);
  for (int64_t i = 0; i < count; i++)
    p->fluid += p->padded[i];
  return w ? tile_voxels_put(w, p->padded, e) : TILE_OK;
}

/* The layers begin <= z < end of the output, which hold nothing else. */
static int put_layers(struct pass *p, int64_t begin, int64_t end, struct tile_voxels_writer *w,
                      struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = begin; z < end && !code; z++)
    code = put_padded(p, z, NULL, w, e);
  return code;
}

/* Slice z of the mirrored volume, of the classes found. */
static int put_slice(struct pass *p, int64_t z, struct tile_voxels_writer *w, struct tile_error *e)
{
  bool doubled = p->mirror == 0 || p->mirror == 1;
  if (doubled)
    mirror_slice(p->mirror, p->source->grid, p->classes, p->doubled);
  return put_padded(p, z + pads_below(&p->pads, 2), doubled ? p->doubled : p->classes, w, e);
}

static int use_voxels(struct pass *p, int64_t z, void *with, struct tile_error *e)
{
  note_range(p);
  if (classify(p, e))
    return e->code;
  if (p->preview)
    preview_take(p->preview, z, p->values, p->classes);
  if (p->kept.word)
    volume_put(&p->kept, z, p->classes);
  return put_slice(p, z, with, e);
}

static int put_mirrored(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  int code = TILE_OK;
  int64_t nz = p->source->grid[2];
  for (int64_t z = nz; z < 2 * nz && !code; z++) {
    volume_get(&p->kept, 2 * nz - 1 - z, p->classes);
    code = put_slice(p, z, w, e);
  }
  return code;
}

static int put_all(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  int64_t below = pads_below(&p->pads, 2);
  int code = put_layers(p, 0, below, w, e);
  if (!code)
    code = every_slice(p, "voxelize", use_voxels, w, e);
  if (!code && p->kept.word)
    code = put_mirrored(p, w, e);
  return code ? code : put_layers(p, below + p->mirrored[2], p->size[2], w, e);
}

int pass_write(struct pass *p, FILE *out, struct tile_header *h, struct tile_error *e)
{
  struct tile_voxels_writer *w = NULL;
  int code = tile_header_set(h, e, "grid", "%lld %lld %lld", (long long)p->size[0], (long long)p->size[1],
                             (long long)p->size[2]);
  if (!code && out)
    code = tile_voxels_create(&w, out, h, e);
  if (!code)
    code = put_all(p, w, e);
  if (!code && out)
    code = tile_voxels_finish(w, e);
  tile_voxels_discard(w);
  p->porosity = (double)p->fluid / ((double)p->size[0] * (double)p->size[1] * (double)p->size[2]);
  return code;
}
