#include "voxelize_pass.h"

#include "cli.h"
#include "mirror.h"
#include "threshold.h"
#include "volume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOME = 4096 }; /* values at once */

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
  p->values = tile_alloc(p->mask ? read : SOME, sizeof *p->values);
  p->inside = p->mask ? tile_alloc(read, sizeof *p->inside) : NULL;
  p->doubled = p->mirror >= 0 ? tile_alloc(doubled, 1) : NULL;
  p->padded = p->pads.count ? tile_alloc(padded, 1) : NULL;
  p->bits = tile_alloc((size_t)((p->size[0] + 7) / 8), (size_t)p->size[1]);
  if (!p->values || !p->bits || (p->mask && !p->inside) || (p->mirror >= 0 && !p->doubled) ||
      (p->pads.count && !p->padded))
    return tile_fail_memory(e, read * 2 * sizeof *p->values + doubled + padded, "one slice");
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
  free(p->doubled);
  free(p->padded);
  free(p->bits);
  free(p->kept.word);
  hysteresis_free(p->sets);
}

/* ---- slice by slice ---- */

/* At least half of a voxel's mask is there: with --bin it has parts. */
static bool is_inside(const struct pass *p, size_t i)
{
  return !p->mask || p->inside[i] >= 0.5;
}

/* Takes every slice and hands it over, with that of the mask. */
typedef int slice_use(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e);
static int use_slices(struct pass *p, const char *what, slice_use *use, void *with, struct tile_error *e)
{
  struct cli_progress bar;
  struct slice slice;
  int code = TILE_OK;
  int64_t nz = p->source->grid[2];
  cli_progress_begin(&bar, what, (double)nz, 1e-6 * (double)slice_count(p), "Mvoxel/s");
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

static int every_slice(struct pass *p, const char *what, enum slice_look look, slice_use *use, void *with,
                       struct tile_error *e)
{
  static struct rule_range fluid[] = {{TILE_FLUID, TILE_FLUID}};
  static const struct rule classified = {.kind = RULE_EQUAL, .count = 1, .equal = fluid};
  int code = slices_begin(&p->slices, p->source, p->source->classified ? &classified : &p->rule, look, e);
  return code ? code : use_slices(p, what, use, with, e);
}

/* ---- the histogram ---- */

static int use_tally(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  (void)p, (void)z, (void)slice, (void)with, (void)e;
  return TILE_OK;
}

static int use_values(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  const size_t count = slice_count(p), bytes = (size_t)p->slices.memory_type->bits / 8;
  (void)z, (void)e;
  for (size_t at = 0, now; at < count; at += now) {
    now = count - at < SOME ? count - at : SOME;
    p->slices.memory_type->widen(p->values, (const char *)slice->values + at * bytes, now, 0, 1);
    histogram_add(with, p->values, now);
  }
  return TILE_OK;
}

static int use_inside(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  size_t inside = 0;
  (void)z, (void)e;
  slices_widen(&p->slices, slice, p->values);
  for (size_t i = 0; i < slice_count(p); i++) {
    p->values[inside] = p->values[i];
    inside += is_inside(p, i);
  }
  histogram_add(with, p->values, inside);
  return TILE_OK;
}

static int fill_histogram(struct pass *p, struct histogram *h, struct tile_error *e)
{
  bool tally = !p->mask && slices_can_tally(p->source);
  int code = every_slice(p, "histogram", tally ? SLICE_TALLY : SLICE_VALUES,
                         tally     ? use_tally
                         : p->mask ? use_inside
                                   : use_values,
                         h, e);
  if (!code && tally)
    histogram_add_tally(h, p->slices.loops->least, slices_sum_tally(&p->slices), VOXEL_TALLY);
  slices_end(&p->slices);
  return code;
}

static bool whole_numbers(const struct source *s)
{
  return s->type[0] != 'f' && !s->means;
}

int pass_otsu(struct pass *p, struct tile_error *e)
{
  struct histogram *h;
  double threshold = 0;
  int code = histogram_new(&h, whole_numbers(p->source), e);
  if (!code)
    code = fill_histogram(p, h, e);
  if (!code)
    code = histogram_otsu(h, &threshold, e);
  p->rule.threshold = threshold;
  histogram_free(h);
  return code;
}

/* ---- hysteresis ---- */

static void shut_outside(const struct pass *p, unsigned char *classes, unsigned char solid)
{
  for (size_t i = 0; p->mask && i < slice_count(p); i++)
    if (!is_inside(p, i))
      classes[i] = solid;
}

static int use_levels(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  (void)z, (void)with;
  shut_outside(p, slice->classes, HYSTERESIS_NO);
  return hysteresis_note(p->sets, slice->classes, e);
}

int pass_hysteresis(struct pass *p, struct tile_error *e)
{
  int code = hysteresis_new(&p->sets, p->source->grid[0], p->source->grid[1], e);
  if (!code)
    code = every_slice(p, "hysteresis", SLICE_LEVELS, use_levels, NULL, e);
  slices_end(&p->slices);
  return code;
}

/* ---- the voxels ---- */

static int put_bits(struct pass *p, const unsigned char *bits, int64_t fluid, struct tile_voxels_writer *w,
                    struct tile_error *e)
{
  p->fluid += fluid;
  int code = w ? tile_voxels_put(w, bits, e) : TILE_OK;
  return code || !p->export ? code : export_slice(p->export, bits, (size_t)(p->size[0] + 7) / 8, e);
}

/* Slice z of the output; `slice` as pads_slice takes it. */
static int put_padded(struct pass *p, int64_t z, const unsigned char *slice, struct tile_voxels_writer *w,
                      struct tile_error *e)
{
  if (p->pads.count) {
    pads_slice(&p->pads, p->mirrored, z, slice, p->padded);
    slice = p->padded;
  }
  int64_t fluid = tile_pack(p->bits, slice, p->size[0], p->size[1]);
  return put_bits(p, p->bits, fluid, w, e);
}

/* The layers begin <= z < end of the output, which hold nothing else. */
static int put_layers(struct pass *p, int64_t begin, int64_t end, struct tile_voxels_writer *w, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = begin; z < end && !code; z++)
    code = put_padded(p, z, NULL, w, e);
  return code;
}

/* Slice z of the mirrored volume, of the classes found. */
static int put_slice(struct pass *p, int64_t z, const unsigned char *classes, struct tile_voxels_writer *w,
                     struct tile_error *e)
{
  bool doubled = p->mirror == 0 || p->mirror == 1;
  if (doubled)
    mirror_slice(p->mirror, p->source->grid, classes, p->doubled);
  return put_padded(p, z + pads_below(&p->pads, 2), doubled ? p->doubled : classes, w, e);
}

/* ---- what counts ---- */

/* What is inside goes the way of the voxels, as if it were fluid. */
static int count_slice(struct pass *p, int64_t z, unsigned char *classes, struct tile_error *e)
{
  int code = p->mask->read(p->mask, z, p->inside, e);
  for (size_t i = 0; i < slice_count(p) && !code; i++)
    classes[i] = is_inside(p, i) ? TILE_FLUID : TILE_SOLID;
  if (!code)
    code = put_slice(p, z, classes, NULL, e);
  return code || p->mirror != 2 ? code : put_slice(p, 2 * p->source->grid[2] - 1 - z, classes, NULL, e);
}

static int count_inside(struct pass *p, unsigned char *classes, struct tile_error *e)
{
  const int64_t below = pads_below(&p->pads, 2);
  int code = put_layers(p, 0, below, NULL, e);
  for (int64_t z = 0; z < p->source->grid[2] && !code; z++)
    code = count_slice(p, z, classes, e);
  return code ? code : put_layers(p, below + p->mirrored[2], p->size[2], NULL, e);
}

int pass_mask(struct pass *p, struct tile_error *e)
{
  if (!p->mask)
    return TILE_OK;
  unsigned char *classes = tile_alloc(slice_count(p), 1);
  if (!classes)
    return tile_fail_memory(e, slice_count(p), "one slice of the mask");
  int code = count_inside(p, classes, e);
  free(classes);
  p->counted = p->fluid;
  p->fluid = 0;
  return code;
}

/* ---- all slices ---- */

static void preview(struct pass *p, int64_t z, const struct slice *slice)
{
  slices_widen(&p->slices, slice, p->values);
  preview_get(p->preview, z, p->values, slice->classes);
}

/* Bits will do where nothing is changed any more. */
static enum slice_look look_at(const struct pass *p)
{
  bool changed = p->mask || p->mirror >= 0 || p->pads.count || p->preview;
  return p->hysteresis ? SLICE_LEVELS : changed ? SLICE_CLASSES : SLICE_BITS;
}

static int use_voxels(struct pass *p, int64_t z, const struct slice *slice, void *with, struct tile_error *e)
{
  if (p->hysteresis && hysteresis_apply(p->sets, slice->classes, slice->classes, e))
    return e->code;
  shut_outside(p, slice->classes, TILE_SOLID);
  p->low = fmin(p->low, slice->low);
  p->high = fmax(p->high, slice->high);
  if (p->preview)
    preview(p, z, slice);
  if (with && p->note_input)
    tile_voxels_note_input(with, slice->values, slice_count(p) * (size_t)p->slices.memory_type->bits / 8);
  if (p->kept.word)
    volume_put(&p->kept, z, slice->classes);
  return p->slices.look == SLICE_BITS ? put_bits(p, slice->bits, slice->fluid, with, e)
                                      : put_slice(p, z, slice->classes, with, e);
}

static int put_mirrored(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  int code = TILE_OK;
  int64_t nz = p->source->grid[2];
  for (int64_t z = nz; z < 2 * nz && !code; z++) {
    volume_get(&p->kept, 2 * nz - 1 - z, p->doubled);
    code = put_slice(p, z, p->doubled, w, e);
  }
  return code;
}

/* For the preview: values of a whole slice as doubles. */
static int make_room(struct pass *p, struct tile_error *e)
{
  double *grown = p->preview ? tile_grow(p->values, slice_count(p), sizeof *grown) : p->values;
  if (!grown)
    return tile_fail_memory(e, slice_count(p) * sizeof *grown, "the preview");
  p->values = grown;
  return TILE_OK;
}

static int put_all(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  int64_t below = pads_below(&p->pads, 2);
  int code = put_layers(p, 0, below, w, e);
  if (!code)
    code = every_slice(p, "voxelize", look_at(p), use_voxels, w, e);
  slices_end(&p->slices);
  if (!code && p->kept.word)
    code = put_mirrored(p, w, e);
  return code ? code : put_layers(p, below + p->mirrored[2], p->size[2], w, e);
}

int pass_write(struct pass *p, FILE *out, struct tile_header *h, struct tile_error *e)
{
  struct tile_voxels_writer *w = NULL;
  int code = tile_header_set(h, e, "grid", "%lld %lld %lld", (long long)p->size[0], (long long)p->size[1],
                             (long long)p->size[2]);
  if (!code && p->counted)
    code = tile_header_set(h, e, "mask", "%lld", (long long)p->counted);
  if (!code)
    code = make_room(p, e);
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
