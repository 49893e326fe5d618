/* SPDX-License-Identifier: BSD-3-Clause */
#include "inside.h"

#include "bit_rows.h"

#include <math.h>
#include <stdlib.h>

/* Limit of the work for unclear voxels: angles of triangles, a few minutes. */
#define ANGLES INT64_C(20000000000)

static void set(uint64_t *row, int64_t x)
{
  row[x / 64] |= UINT64_C(1) << x % 64;
}

/* ---- closed surfaces ---- */

static void fill_row(struct inside *in, int64_t y, int64_t z)
{
  uint64_t *row = tile_row(&in->bits, y, z);
  const size_t line = (size_t)(y + in->bits.grid[1] * z), end = in->x.begin[line + 1];
  int winding = 0;
  for (size_t i = in->x.begin[line]; i < end; i++) {
    winding += in->x.crossing[i].step;
    const int64_t to = i + 1 < end ? in->x.crossing[i + 1].at : in->bits.grid[0] - 1;
    for (int64_t x = in->x.crossing[i].at + 1; winding && x <= to && x < in->bits.grid[0]; x++)
      set(row, x);
  }
}

static void fill_closed(struct inside *in)
{
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t z = 0; z < in->bits.grid[2]; z++)
    for (int64_t y = 0; y < in->bits.grid[1]; y++)
      fill_row(in, y, z);
}

/* ---- open surfaces ---- */

struct fill {
  struct inside *in;
  struct columns y, z;
  struct winding winding;
  int64_t unclear, left; /* unclear voxels; what is left of ANGLES */
};

static bool decide(struct fill *f, const int64_t at[3], int x, int64_t *unclear)
{
  const int y = columns_winding(&f->y, at[0], at[2], at[1]), z = columns_winding(&f->z, at[0], at[1], at[2]);
  int64_t left;
  if (x == y && x == z)
    return x != 0;
  ++*unclear;
#pragma omp atomic capture
  left = f->left -= (int64_t)f->winding.cones + 1;
  return left > 0 && fabs(winding_at(&f->winding, at, x)) > 0.5;
}

static int fill_open(struct fill *f, struct tile_error *e)
{
  const int64_t *n = f->in->bits.grid;
  int64_t unclear = 0;
  bool failed = false;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : unclear) reduction(|| : failed)
  for (int64_t z = 0; z < n[2]; z++) {
    int32_t *row = malloc((size_t)n[0] * sizeof *row);
    failed = failed || !row;
    for (int64_t y = 0; y < n[1] && row; y++) {
      columns_line(&f->in->x, y, z, n[0], row);
      for (int64_t x = 0; x < n[0]; x++)
        if (decide(f, (const int64_t[]){x, y, z}, row[x], &unclear))
          set(tile_row(&f->in->bits, y, z), x);
    }
    free(row);
  }
  f->unclear = unclear;
  if (failed)
    return tile_fail_memory(e, (size_t)n[0] * sizeof(int32_t), "one row");
  return f->left > 0
             ? TILE_OK
             : tile_fail(e, TILE_REJECTED,
                         "%lld voxels lie on no clear side of a surface with %zu open edges: it must be cleaned "
                         "first",
                         (long long)unclear, f->winding.cones);
}

static int make_open(struct inside *in, struct surface *s, struct tile_error *e)
{
  struct fill f = {.in = in, .left = ANGLES};
  int code = columns_make(&f.y, s, 1, s->triangle, s->triangles, e);
  if (!code)
    code = columns_make(&f.z, s, 2, s->triangle, s->triangles, e);
  if (!code)
    code = winding_make(&f.winding, s, e);
  if (!code)
    code = fill_open(&f, e);
  s->report.unclear = (size_t)f.unclear;
  columns_free(&f.y);
  columns_free(&f.z);
  winding_free(&f.winding);
  return code;
}

/* ---- both ---- */

static int make_bits(struct tile_bits *b, const int64_t grid[3], struct tile_error *e)
{
  size_t rows = (size_t)(grid[1] * grid[2]); /* at most 2^40 */
  *b = (struct tile_bits){.grid = {grid[0], grid[1], grid[2]}, .row = ((size_t)grid[0] + 63) / 64};
  b->word = tile_alloc(rows, b->row * sizeof *b->word);
  return b->word ? TILE_OK : tile_fail_memory(e, rows * b->row * sizeof *b->word, "the volume at one bit a voxel");
}

int inside_make(struct inside *in, struct surface *s, struct tile_error *e)
{
  *in = (struct inside){.closed = !s->open};
  int code = make_bits(&in->bits, s->grid, e);
  if (!code)
    code = columns_make(&in->x, s, 0, s->triangle, s->triangles, e);
  if (!code && in->closed)
    fill_closed(in);
  else if (!code)
    code = make_open(in, s, e);
  if (!code)
    s->report.voxels = tile_bits_count(&in->bits);
  if (code)
    inside_free(in);
  return code;
}

void inside_free(struct inside *in)
{
  free(in->bits.word);
  columns_free(&in->x);
  *in = (struct inside){0};
}
