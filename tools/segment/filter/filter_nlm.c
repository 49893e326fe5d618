/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_nlm(): non-local means (Buades, Coll and Morel 2005): the mean of the voxels around, weighted by how alike the
 * patches around them are, where these are numbers. For each offset of the search the squared differences are summed over
 * patches along one axis after the other (Darbon et al. 2008), so that the size of a patch hardly costs. */
#include "block.h"
#include "nlm_cuda.h"

#include <math.h>
#include <string.h>

struct nlm {
  struct filter filter;
  struct blocks blocks;
  struct nlm_rule rule;
  struct nlm_cuda *gpu;            /* NULL: on the CPU */
  void (*close)(struct source *s); /* close of the filter */
};

/* ---- rows ---- */

FILTER_WIDE static void square_row(const float *restrict a, const float *restrict b, float *restrict to, int64_t count)
{
#pragma omp simd
  for (int64_t x = 0; x < count; x++)
    to[x] = (a[x] - b[x]) * (a[x] - b[x]);
}

/* Where both are numbers. */
FILTER_WIDE static void pair_row(const float *restrict a, const float *restrict b, float *restrict to, int64_t count)
{
#pragma omp simd
  for (int64_t x = 0; x < count; x++)
    to[x] = a[x] * b[x];
}

FILTER_WIDE static void copy_row(const float *restrict from, float *restrict to, int64_t count)
{
#pragma omp simd
  for (int64_t x = 0; x < count; x++)
    to[x] = from[x];
}

FILTER_WIDE static void sum_row(const float *restrict from, float *restrict to, int64_t count)
{
#pragma omp simd
  for (int64_t x = 0; x < count; x++)
    to[x] += from[x];
}

/* known: of the neighbours; NULL: all are numbers. */
FILTER_WIDE static void add_row(const float *restrict apart, const float *restrict pairs, const float *restrict beside,
                                const float *restrict known, const struct nlm *f, float *restrict sum,
                                float *restrict weight, int64_t count)
{
  const float per_square = f->rule.per_square, expected = f->rule.expected, voxels = f->rule.voxels;
  if (known) {
#pragma omp simd
    for (int64_t x = 0; x < count; x++) {
      const float w = known[x] * nlm_weight(nlm_of_all(apart[x], pairs[x], voxels), per_square, expected);
      sum[x] += w * beside[x];
      weight[x] += w;
    }
    return;
  }
#pragma omp simd
  for (int64_t x = 0; x < count; x++) {
    const float w = nlm_weight(apart[x], per_square, expected);
    sum[x] += w * beside[x];
    weight[x] += w;
  }
}

/* ---- one offset ---- */

/* Of a block: the squares of a row; for each row of a slice their sums along x; for some slices also along y, and of
 * numbers whether both are. */
struct sums {
  float *square, *along, *across, *pairs;
};

static struct sums sums_in(const struct nlm *f, const struct block *b, void *scratch)
{
  struct sums s = {.square = scratch};
  s.along = s.square + b->nx + 2 * f->rule.patch;
  s.across = s.along + (BLOCK_ROWS + 2 * f->rule.patch) * b->nx;
  s.pairs = s.across + (2 * f->rule.patch + 1) * BLOCK_ROWS * b->nx;
  return s;
}

static size_t scratch_bytes(const struct nlm *f)
{
  const size_t nx = (size_t)f->filter.from.grid[0], wide = 2 * (size_t)f->rule.patch + 1;
  return (nx + wide + (BLOCK_ROWS + wide) * nx + 2 * wide * BLOCK_ROWS * nx) * sizeof(float);
}

/* The terms of a row of two slices: squares, in which what is no number, and so 0, has no part; or pairs of numbers. */
static void set_terms(const struct nlm *f, const struct block *b, const int64_t o[3], int64_t y, int64_t z, bool pairs,
                      float *to)
{
  const int64_t p = f->rule.patch, j = y + o[1], k = z + o[2], count = b->nx + 2 * p;
  const float *known = b->known ? block_row(b, b->known, y, z) - p : NULL;
  const float *beside = b->known ? block_row(b, b->known, j, k) + o[0] - p : NULL;
  if (pairs)
    pair_row(known, beside, to, count);
  else
    square_row(block_row(b, b->value, y, z) - p, block_row(b, b->value, j, k) + o[0] - p, to, count);
  for (int64_t x = 0; x < count && known && !pairs; x++)
    to[x] *= known[x] * beside[x];
}

/* The sums of slice z over the patch along x and y. */
static void sum_slice(const struct nlm *f, const struct block *b, const int64_t o[3], int64_t z, const struct sums *s,
                      bool pairs)
{
  const int64_t p = f->rule.patch, nx = b->nx, width = b->above ? 2 * p + 1 : 1;
  float *across = (pairs ? s->pairs : s->across) + (z + width / 2) % width * BLOCK_ROWS * nx;
  for (int64_t y = -p; y < b->ny + p; y++) {
    float *along = s->along + (y + p) * nx;
    set_terms(f, b, o, y, z, pairs, s->square);
    copy_row(s->square, along, nx);
    for (int64_t i = 1; i <= 2 * p; i++)
      sum_row(s->square + i, along, nx);
  }
  for (int64_t y = 0; y < b->ny; y++) {
    copy_row(s->along + y * nx, across + y * nx, nx);
    for (int64_t i = 1; i <= 2 * p; i++)
      sum_row(s->along + (y + i) * nx, across + y * nx, nx);
  }
}

/* The sums of row y of slice z over patches, of which `across` has the slices. */
static void sum_row_of(const struct block *b, const float *across, int64_t y, int64_t z, int64_t width, float *to)
{
  copy_row(across + (z % width * BLOCK_ROWS + y) * b->nx, to, b->nx);
  for (int64_t k = 1; k < width; k++)
    sum_row(across + ((z + k) % width * BLOCK_ROWS + y) * b->nx, to, b->nx);
}

/* Adds the neighbours of slice z, whose patches are complete. */
static void add_slice(const struct nlm *f, struct block *b, const int64_t o[3], int64_t z, const struct sums *s)
{
  const int64_t nx = b->nx, p = b->above ? f->rule.patch : 0, width = 2 * p + 1;
  for (int64_t y = 0; y < b->ny; y++) {
    const size_t at = (size_t)((z * b->ny + y) * nx);
    const float *known = b->known ? block_row(b, b->known, y + o[1], z + o[2]) + o[0] : NULL;
    sum_row_of(b, s->across, y, z, width, s->along);
    if (known)
      sum_row_of(b, s->pairs, y, z, width, s->along + nx);
    add_row(s->along, s->along + nx, block_row(b, b->value, y + o[1], z + o[2]) + o[0], known, f, b->sum + at,
            b->weight + at, nx);
  }
}

static void add_offset(const struct nlm *f, struct block *b, const int64_t o[3], const struct sums *s)
{
  const int64_t p = b->above ? f->rule.patch : 0;
  for (int64_t z = -p; z < b->nz + p; z++) {
    sum_slice(f, b, o, z, s, false);
    if (b->known)
      sum_slice(f, b, o, z, s, true);
    if (z >= p)
      add_slice(f, b, o, z - p, s);
  }
}

static const struct nlm *nlm_of(const struct blocks *b)
{
  return (const void *)((const char *)b - offsetof(struct nlm, blocks));
}

static void work(const struct blocks *of, struct block *b, void *scratch)
{
  const struct nlm *f = nlm_of(of);
  const int64_t r = f->rule.search, above = b->above ? r : 0;
  const size_t count = (size_t)(b->nx * b->ny * b->nz);
  const struct sums s = sums_in(f, b, scratch);
  memset(b->sum, 0, count * sizeof *b->sum);
  memset(b->weight, 0, count * sizeof *b->weight);
  for (int64_t k = -above; k <= above; k++)
    for (int64_t j = -r; j <= r; j++)
      for (int64_t i = -r; i <= r; i++)
        add_offset(f, b, (int64_t[]){i, j, k}, &s);
  for (size_t i = 0; i < count; i++)
    b->sum[i] /= b->weight[i];
}

/* ---- the filter ---- */

static int work_on_gpu(struct blocks *b, struct tile_error *e)
{
  return nlm_cuda_slab(nlm_of(b)->gpu, b, e);
}

static int read_nlm(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct nlm *f = s->state;
  return blocks_read(&f->blocks, z, values, e);
}

static void close_nlm(struct source *s)
{
  struct nlm *f = s->state;
  if (!f)
    return;
  nlm_cuda_close(f->gpu);
  f->close(s);
}

static struct nlm_rule rule_of(const struct source *s, const struct nlm_choice *c)
{
  const double square = c->h * c->h, width = (double)(2 * c->patch + 1);
  const double voxels = width * width * (s->grid[2] > 1 ? width : 1);
  return (struct nlm_rule){c->search, c->patch, (float)voxels, (float)(1 / (voxels * square)),
                           (float)(2 * c->noise * c->noise / square)};
}

static int begin(struct nlm *f, int device, struct tile_error *e)
{
  int code = blocks_begin(&f->blocks, &f->filter, f->rule.search + f->rule.patch, work, scratch_bytes(f), e);
  if (!code && device != FILTER_ON_CPU)
    code = nlm_cuda_open(&f->gpu, device, &f->blocks, &f->rule, e);
  if (f->gpu)
    f->blocks.slab = work_on_gpu;
  return code;
}

int filter_nlm(struct source *s, const struct nlm_choice *c, struct tile_error *e)
{
  void *state;
  const struct nlm_rule rule = rule_of(s, c);
  if (filter_wrap(s, read_nlm, &state, sizeof(struct nlm), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct nlm *f = state;
  s->slow = true;
  f->rule = rule;
  f->close = s->close;
  const int code = begin(f, c->device, e);
  if (code)
    filter_unwrap(s);
  else
    s->close = close_nlm;
  return code;
}
