#include "slices.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 64 }; /* bytes of a result before the values: low and high */

static size_t value_bytes(const struct slices *s)
{
  return s->count * (size_t)s->held->bits / 8;
}

static bool classifies(const struct slices *s)
{
  return s->look == SLICE_LEVELS || s->look == SLICE_CLASSES;
}

bool slices_can_tally(const struct source *s)
{
  return voxel_loops_of(source_held(s))->tally && !s->means;
}

static struct slice slice_in(const struct slices *s, char *result)
{
  double *range = (double *)(void *)result;
  return (struct slice){ range[0], range[1], result + HEAD, (unsigned char *)result + HEAD + value_bytes(s) };
}

/* ---- in a lane ---- */

/* Pieces that stay in the cache are looked at more than once. */
enum { PIECE = 1 << 14 };

static void classify_piece(const struct slices *s, const struct slice *slice, size_t at, size_t count, double range[2])
{
  const char *values = (const char *)slice->values + at * (size_t)s->held->bits / 8;
  double low, high;
  (s->look == SLICE_LEVELS ? rule_levels : rule_apply)(s->rule, s->loops, values, count, slice->classes + at);
  s->loops->range(values, count, &low, &high);
  range[0] = !at || low < range[0] ? low : range[0];
  range[1] = !at || high > range[1] ? high : range[1];
}

static void classify(const struct slices *s, const struct slice *slice, double range[2])
{
  for (size_t at = 0; at < s->count; at += PIECE)
    classify_piece(s, slice, at, s->count - at < PIECE ? s->count - at : PIECE, range);
}

static void look_at(const struct slices *s, int lane, char *result)
{
  const struct slice slice = slice_in(s, result);
  if (s->look == SLICE_TALLY)
    s->loops->tally(s->tally + (size_t)lane * VOXEL_TALLY, slice.values, s->count);
  if (classifies(s))
    classify(s, &slice, (double *)(void *)result);
}

static int work(void *of_slices, int lane, int64_t z, void *result, struct tile_error *e)
{
  const struct slices *s = of_slices;
  int code = source_take(s->source, lane, z, (char *)result + HEAD, e);
  if (!code)
    look_at(s, lane, result);
  return code;
}

/* ---- for the caller ---- */

int slices_begin(struct slices *s, struct source *source, const struct rule *rule, enum slice_look look,
                 struct tile_error *e)
{
  const struct voxel_type *held = source_held(source);
  *s = (struct slices){ .source = source, .rule = rule, .look = look, .held = held, .loops = voxel_loops_of(held),
                        .count = (size_t)(source->grid[0] * source->grid[1]) };
  size_t bytes = HEAD + value_bytes(s) + (classifies(s) ? s->count : 0);
  ahead_begin(&s->ahead, source_lanes(source), bytes, source->grid[2]);
  if (look != SLICE_TALLY)
    return TILE_OK;
  s->tally = tile_alloc((size_t)s->ahead.lanes * VOXEL_TALLY, sizeof *s->tally);
  return s->tally ? TILE_OK : tile_fail_memory(e, VOXEL_TALLY * sizeof *s->tally, "a histogram");
}

void slices_end(struct slices *s)
{
  ahead_end(&s->ahead);
  free(s->tally);
  *s = (struct slices){ 0 };
}

int slices_take(struct slices *s, int64_t z, struct slice *slice, struct tile_error *e)
{
  void *result;
  int code = ahead_take(&s->ahead, work, s, z, &result, e);
  if (!code)
    *slice = slice_in(s, result);
  return code;
}

void slices_widen(const struct slices *s, const struct slice *slice, double *values)
{
  s->held->widen(values, slice->values, s->count, 0, 1);
}

const uint64_t *slices_sum_tally(struct slices *s)
{
  for (size_t i = VOXEL_TALLY; i < (size_t)s->ahead.lanes * VOXEL_TALLY; i++)
    s->tally[i % VOXEL_TALLY] += s->tally[i];
  return s->tally;
}
