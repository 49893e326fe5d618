/* SPDX-License-Identifier: BSD-3-Clause */
#include "block.h"

#include <math.h>
#include <stdlib.h>

static bool make_block(const struct blocks *of, struct block *b)
{
  const struct source *from = of->stack.from;
  *b = (struct block){.nx = from->grid[0], .reach = of->reach, .above = of->above};
  b->wide = b->nx + 2 * b->reach;
  b->high = BLOCK_ROWS + 2 * b->reach;
  b->deep = BLOCK_SLICES + 2 * b->above;
  const size_t all = (size_t)(b->wide * b->high * b->deep), inside = (size_t)(b->nx * BLOCK_ROWS * BLOCK_SLICES);
  b->value = tile_alloc(all, sizeof *b->value);
  b->known = from->nans ? tile_alloc(all, sizeof *b->known) : NULL;
  b->sum = tile_alloc(inside, sizeof *b->sum);
  b->weight = tile_alloc(inside, sizeof *b->weight);
  return b->value && (b->known || !from->nans) && b->sum && b->weight;
}

static void free_block(struct block *b)
{
  free(b->value);
  free(b->known);
  free(b->sum);
  free(b->weight);
}

static void get_row(const struct block *b, const float *from, float *to, float *known)
{
  for (int64_t x = -b->reach; x < b->nx + b->reach; x++) {
    const float value = from[x >= 0 && x < b->nx ? x : filter_mirrored(x, b->nx)];
    *to++ = known && isnan(value) ? 0 : value;
    if (known)
      *known++ = isnan(value) ? 0.0F : 1.0F;
  }
}

/* Fills the block whose first voxel inside is in row y of slice z. */
static void fill(const struct blocks *of, struct block *b, int64_t y, int64_t z)
{
  const int64_t *grid = of->stack.from->grid;
  for (int64_t k = 0; k < b->nz + 2 * b->above; k++) {
    const float *slice = stack_slice(&of->stack, z + k - b->above);
    for (int64_t j = 0; j < b->ny + 2 * b->reach; j++) {
      const size_t at = (size_t)((k * b->high + j) * b->wide);
      get_row(b, slice + filter_mirrored(y + j - b->reach, grid[1]) * grid[0], b->value + at,
              b->known ? b->known + at : NULL);
    }
  }
}

/* Copies what was computed; what was not a number stays so. */
static void take(const struct blocks *of, const struct block *b, int64_t y, int64_t z)
{
  const int64_t *grid = of->stack.from->grid;
  const float *sum = b->sum;
  for (int64_t k = 0; k < b->nz; k++)
    for (int64_t j = 0; j < b->ny; j++) {
      float *to = of->made + ((z + k - of->begin) * grid[1] + y + j) * grid[0];
      const float *known = b->known ? block_row(b, b->known, j, k) : NULL;
      for (int64_t x = 0; x < b->nx; x++, sum++)
        to[x] = known && !(known[x] > 0) ? NAN : *sum;
    }
}

/* The division into blocks does not depend on the number of threads. */
static int work_slab(struct blocks *of, struct tile_error *e)
{
  const int64_t ny = of->stack.from->grid[1];
  bool failed = false;
#pragma omp parallel
  {
    struct block b;
    const bool made = make_block(of, &b);
    void *scratch = made ? tile_alloc(1, of->scratch) : NULL;
    if (!scratch) {
#pragma omp atomic write
      failed = true;
    }
#pragma omp for schedule(dynamic, 1)
    for (int64_t y = 0; y < ny; y += BLOCK_ROWS) {
      if (!scratch)
        continue;
      b.ny = ny - y < BLOCK_ROWS ? ny - y : BLOCK_ROWS;
      b.nz = of->end - of->begin;
      fill(of, &b, y, of->begin);
      of->work(of, &b, scratch);
      take(of, &b, y, of->begin);
    }
    free(scratch);
    free_block(&b);
  }
  return failed ? tile_fail_memory(e, of->scratch, "a part of some slices") : TILE_OK;
}

static void put_floats(void *with, const double *values, void *to)
{
  const struct source *from = with;
  float *kept = to;
  for (int64_t i = 0; i < from->grid[0] * from->grid[1]; i++)
    kept[i] = (float)values[i];
}

int blocks_begin(struct blocks *b, struct filter *f, int64_t reach, block_work *work, size_t scratch,
                 struct tile_error *e)
{
  const size_t count = filter_slice(f);
  *b = (struct blocks){.reach = reach,
                       .above = f->from.grid[2] > 1 ? reach : 0,
                       .work = work,
                       .scratch = scratch,
                       .slab = work_slab,
                       .begin = -1,
                       .end = -1};
  b->made = filter_alloc(f, count * BLOCK_SLICES, sizeof *b->made, e);
  if (!b->made || stack_begin(&b->stack, f, BLOCK_SLICES + 2 * b->above, count * sizeof(float), e))
    return e->code;
  b->stack.put = put_floats;
  b->stack.with = &f->from;
  return TILE_OK;
}

int blocks_read(struct blocks *b, int64_t z, double *values, struct tile_error *e)
{
  const struct source *from = b->stack.from;
  const int64_t count = from->grid[0] * from->grid[1];
  int code = TILE_OK;
  if (z < b->begin || z >= b->end) {
    const int64_t begin = z / BLOCK_SLICES * BLOCK_SLICES, end = begin + BLOCK_SLICES;
    b->begin = begin;
    b->end = end < from->grid[2] ? end : from->grid[2];
    code = stack_fetch(&b->stack, begin - b->above, b->end + b->above, e);
    if (!code)
      code = b->slab(b, e);
  }
  if (code) {
    b->begin = b->end = -1;
    return code;
  }
  const float *made = b->made + (z - b->begin) * count;
  for (int64_t i = 0; i < count; i++)
    values[i] = (double)made[i];
  return TILE_OK;
}
