#include "voxelize_pass.h"

#include "cli.h"
#include "threshold.h"
#include "volume.h"

#include <math.h>
#include <stdlib.h>

static int make_buffers(struct pass *p, struct tile_error *e)
{
  size_t read, written;
  const int64_t *grid = p->source->grid;
  if (__builtin_mul_overflow((size_t)grid[0], (size_t)grid[1], &read) || read > SIZE_MAX / 64)
    return tile_fail(e, TILE_FAILED, "a slice of %lld x %lld voxels does not fit in memory", (long long)grid[0],
                     (long long)grid[1]);
  written = (size_t)(p->size[0] * p->size[1]); /* at most twice as many */
  p->values = tile_alloc(read, sizeof *p->values);
  p->classes = tile_alloc(read, 1);
  p->mirrored = tile_alloc(written, 1);
  if (!p->values || !p->classes || !p->mirrored)
    return tile_fail_memory(e, read * (sizeof *p->values + 1) + written, "one slice");
  return p->window.mirror == 2 ? volume_make(&p->kept, p->cut, e) : TILE_OK;
}

int pass_begin(struct pass *p, struct source *s, const struct window *w, const struct rule *r, struct tile_error *e)
{
  *p = (struct pass){ .source = s, .window = *w, .rule = *r, .low = INFINITY, .high = -INFINITY };
  int code = window_fit(&p->window, s->grid, e);
  if (code)
    return code;
  window_size(&p->window, p->cut, p->size);
  return make_buffers(p, e);
}

void pass_end(struct pass *p)
{
  free(p->values);
  free(p->classes);
  free(p->mirrored);
  free(p->kept.word);
}

static size_t cut_count(const struct pass *p)
{
  return (size_t)(p->cut[0] * p->cut[1]);
}

static int check_finite(const struct pass *p, int64_t z, struct tile_error *e)
{
  for (size_t i = 0; i < cut_count(p); i++)
    if (!isfinite(p->values[i]))
      return tile_fail(e, TILE_REJECTED, "slice z=%lld: the value at x=%lld, y=%lld is not a finite number (%g)",
                       (long long)z, (long long)i % p->cut[0] + p->window.begin[0],
                       (long long)i / p->cut[0] + p->window.begin[1], p->values[i]);
  return TILE_OK;
}

/* Slice z of the source, cut to the window. */
static int read_slice(struct pass *p, int64_t z, struct tile_error *e)
{
  int code = p->source->read(p->source, z, p->values, e);
  if (code)
    return code;
  window_cut(&p->window, p->source->grid, p->values);
  return check_finite(p, z, e);
}

static void begin_progress(const struct pass *p, struct cli_progress *bar, const char *what)
{
  cli_progress_begin(bar, what, (double)p->cut[2], 1e-6 * (double)cut_count(p), "Mvoxel/s");
}

int pass_otsu(struct pass *p, struct tile_error *e)
{
  struct histogram *h;
  struct cli_progress bar;
  int code = histogram_new(&h, p->source->type[0] != 'f', e);
  begin_progress(p, &bar, "histogram");
  for (int64_t z = p->window.begin[2]; z < p->window.end[2] && !code; z++) {
    code = read_slice(p, z, e);
    if (!code)
      histogram_add(h, p->values, cut_count(p));
    cli_progress_at(&bar, (double)(z + 1 - p->window.begin[2]));
  }
  cli_progress_end(&bar);
  if (!code)
    code = histogram_otsu(h, &p->rule.threshold, e);
  histogram_free(h);
  return code;
}

static void note_range(struct pass *p)
{
  for (size_t i = 0; i < cut_count(p); i++) {
    p->low = p->values[i] < p->low ? p->values[i] : p->low;
    p->high = p->values[i] > p->high ? p->values[i] : p->high;
  }
}

static int64_t take_classes(struct pass *p)
{
  int64_t fluid = 0;
  for (size_t i = 0; i < cut_count(p); i++)
    fluid += p->classes[i] = p->values[i] == TILE_FLUID;
  return fluid;
}

static int put_slice(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  if (p->window.mirror < 0 || p->window.mirror == 2)
    return tile_voxels_put(w, p->classes, e);
  window_mirror(&p->window, p->classes, p->mirrored);
  return tile_voxels_put(w, p->mirrored, e);
}

/* Reads, classifies and writes the window; counts its fluid voxels. */
static int write_window(struct pass *p, struct tile_voxels_writer *w, int64_t *fluid, struct tile_error *e)
{
  struct cli_progress bar;
  int code = TILE_OK;
  begin_progress(p, &bar, "voxelize");
  for (int64_t z = p->window.begin[2]; z < p->window.end[2] && !code; z++) {
    code = read_slice(p, z, e);
    if (code)
      break;
    note_range(p);
    *fluid += p->source->classified ? take_classes(p) : rule_apply(&p->rule, p->values, cut_count(p), p->classes);
    if (p->kept.word)
      volume_put(&p->kept, z - p->window.begin[2], p->classes);
    code = put_slice(p, w, e);
    cli_progress_at(&bar, (double)(z + 1 - p->window.begin[2]));
  }
  cli_progress_end(&bar);
  return code;
}

static int write_mirrored(struct pass *p, struct tile_voxels_writer *w, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = p->cut[2]; z-- > 0 && !code;) {
    volume_get(&p->kept, z, p->classes);
    code = tile_voxels_put(w, p->classes, e);
  }
  return code;
}

/* A pipe has the promised length only if its end has been seen. */
static int read_end(struct pass *p, struct tile_error *e)
{
  struct source *s = p->source;
  return s->rereadable || p->window.end[2] == s->grid[2] ? TILE_OK : s->read(s, s->grid[2] - 1, p->values, e);
}

int pass_write(struct pass *p, FILE *out, struct tile_header *h, struct tile_error *e)
{
  struct tile_voxels_writer *w = NULL;
  int64_t fluid = 0;
  int code = tile_header_set(h, e, "grid", "%lld %lld %lld", (long long)p->size[0], (long long)p->size[1],
                             (long long)p->size[2]);
  if (!code)
    code = tile_voxels_create(&w, out, h, e);
  if (!code)
    code = write_window(p, w, &fluid, e);
  if (!code && p->kept.word)
    code = write_mirrored(p, w, e);
  if (!code)
    code = read_end(p, e);
  if (!code)
    code = tile_voxels_finish(w, e);
  tile_voxels_discard(w);
  p->porosity = (double)fluid / ((double)cut_count(p) * (double)p->cut[2]);
  return code;
}
