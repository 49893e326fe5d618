/* SPDX-License-Identifier: BSD-3-Clause */
#include "slices.h"

#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>

/* The first part of a result; values, classes and bits follow. */
struct head {
  double low, high;
  int64_t fluid;
};
enum { HEAD = 64 };
_Static_assert(sizeof(struct head) <= HEAD, "values begin at a line of the cache");

/* Values per piece, so that they stay in the cache while several loops use them. */
enum { PIECE = 1 << 14 };

static int64_t rows_of_piece(const struct slices *s)
{
  const int64_t *grid = s->source->grid, rows = PIECE / grid[0] + 1;
  return rows < grid[1] ? rows : grid[1];
}

/* Size of the values in a result. */
static size_t value_bytes(const struct slices *s, int64_t rows)
{
  return (size_t)(rows * s->source->grid[0] * s->memory_type->bits / 8);
}

static size_t class_bytes(const struct slices *s)
{
  return s->look == SLICE_BITS     ? (size_t)(rows_of_piece(s) * s->source->grid[0])
         : s->look >= SLICE_LEVELS ? s->count
                                   : 0;
}

static size_t bit_bytes(const struct slices *s)
{
  return s->look == SLICE_BITS ? (size_t)((s->source->grid[0] + 7) / 8 * s->source->grid[1]) : 0;
}

bool slices_can_tally(const struct source *s)
{
  return voxel_loops_of(source_memory_type(s))->tally && !s->means;
}

static struct slice slice_in(const struct slices *s, char *result)
{
  const struct head *head = (const void *)result;
  unsigned char *classes = (unsigned char *)result + HEAD + value_bytes(s, s->source->grid[1]);
  return (struct slice){head->low, head->high, head->fluid, result + HEAD, classes, classes + class_bytes(s)};
}

/* ---- in the lanes ---- */

static void classify_rows(const struct slices *s, const struct slice *slice, int64_t y, int64_t rows, struct head *head)
{
  const char *values = (const char *)slice->values + value_bytes(s, y);
  const int64_t nx = s->source->grid[0];
  const size_t count = (size_t)(rows * nx);
  unsigned char *classes = slice->classes + (s->look == SLICE_BITS ? 0 : y * nx);
  double low, high;
  (s->look == SLICE_LEVELS ? rule_levels : rule_apply)(s->rule, s->loops, values, count, classes);
  if (s->look == SLICE_BITS)
    head->fluid += tile_pack(slice->bits + (nx + 7) / 8 * y, classes, nx, rows);
  s->loops->range(values, count, &low, &high);
  head->low = fmin(head->low, low);
  head->high = fmax(head->high, high);
}

static void classify(const struct slices *s, const struct slice *slice, struct head *head)
{
  const int64_t some = rows_of_piece(s), ny = s->source->grid[1];
  *head = (struct head){INFINITY, -INFINITY, 0};
  for (int64_t y = 0; y < ny; y += some)
    classify_rows(s, slice, y, ny - y < some ? ny - y : some, head);
}

static void look_at(const struct slices *s, int lane, char *result)
{
  const struct slice slice = slice_in(s, result);
  if (s->look == SLICE_TALLY)
    s->loops->tally(s->tally + (size_t)lane * VOXEL_TALLY, slice.values, s->count);
  if (s->look >= SLICE_LEVELS)
    classify(s, &slice, (void *)result);
}

static int work(void *of_slices, int lane, int64_t z, void *result, struct tile_error *e)
{
  const struct slices *s = of_slices;
  int code = source_read_typed(s->source, lane, z, (char *)result + HEAD, e);
  if (!code)
    look_at(s, lane, result);
  return code;
}

/* ---- in the caller's thread ---- */

int slices_begin(struct slices *s, struct source *source, const struct rule *rule, enum slice_look look,
                 struct tile_error *e)
{
  const struct voxel_type *memory_type = source_memory_type(source);
  *s = (struct slices){.source = source,
                       .rule = rule,
                       .look = look,
                       .memory_type = memory_type,
                       .loops = voxel_loops_of(memory_type),
                       .count = (size_t)(source->grid[0] * source->grid[1])};
  size_t bytes = HEAD + value_bytes(s, source->grid[1]) + class_bytes(s) + bit_bytes(s);
  prefetch_begin(&s->prefetch, source_lanes(source), bytes, source->grid[2]);
  if (look != SLICE_TALLY)
    return TILE_OK;
  s->tally = tile_alloc((size_t)s->prefetch.lanes * VOXEL_TALLY, sizeof *s->tally);
  return s->tally ? TILE_OK : tile_fail_memory(e, VOXEL_TALLY * sizeof *s->tally, "a histogram");
}

void slices_end(struct slices *s)
{
  prefetch_end(&s->prefetch);
  free(s->tally);
  *s = (struct slices){0};
}

int slices_get(struct slices *s, int64_t z, struct slice *slice, struct tile_error *e)
{
  void *result;
  int code = prefetch_get(&s->prefetch, work, s, z, &result, e);
  if (!code)
    *slice = slice_in(s, result);
  return code;
}

void slices_widen(const struct slices *s, const struct slice *slice, double *values)
{
  s->memory_type->widen(values, slice->values, s->count, 0, 1);
}

const uint64_t *slices_sum_tally(struct slices *s)
{
  for (size_t i = VOXEL_TALLY; i < (size_t)s->prefetch.lanes * VOXEL_TALLY; i++)
    s->tally[i % VOXEL_TALLY] += s->tally[i];
  return s->tally;
}
