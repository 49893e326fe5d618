/* SPDX-License-Identifier: BSD-3-Clause */
/* Closed shells that face inwards although they are in no other shell are turned, together with the shells inside them,
 * so that holes stay holes. Bounding boxes decide: a shell whose box is in no other box is in no other shell. */
#include "surface_outer.h"

#include <stdlib.h>

static bool is_within(const struct shell *a, const struct shell *b)
{
  bool within = a != b;
  for (int i = 0; i < 3; i++)
    within = within && a->low[i] >= b->low[i] && a->high[i] <= b->high[i];
  return within;
}

static double size_of(const struct shell *s)
{
  double size = 1;
  for (int i = 0; i < 3; i++)
    size *= (double)s->high[i] - (double)s->low[i] + 1;
  return size;
}

/* Shells with large boxes first, because they may contain others. */
static int by_size(const void *a, const void *b)
{
  const double one = size_of(*(struct shell *const *)a), other = size_of(*(struct shell *const *)b);
  return (one < other) - (one > other);
}

/* Whether shell i is in none of those with a box at least as large. */
static bool is_outer(struct shell *const *by, size_t count, size_t i)
{
  for (size_t k = 0; k < count && size_of(by[k]) >= size_of(by[i]); k++)
    if (is_within(by[i], by[k]))
      return false;
  return true;
}

static bool any_outer(struct shell *const *by, size_t count, bool inwards)
{
  for (size_t i = 0; i < count; i++)
    if (by[i]->closed && (by[i]->volume < 0) == inwards && is_outer(by, count, i))
      return true;
  return false;
}

/* Whether shell i is inside outer shells that are turned, and in none that is not. */
static bool is_in_turned(struct shell *const *by, size_t count, size_t i)
{
  bool turned = false;
  for (size_t k = 0; k < count && size_of(by[k]) >= size_of(by[i]); k++) {
    if (!is_within(by[i], by[k]) || !by[k]->outer)
      continue;
    if (!by[k]->turned)
      return false;
    turned = true;
  }
  return turned;
}

static void turn(struct shell *const *by, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    by[i]->outer = is_outer(by, count, i);
    by[i]->turned = by[i]->outer && by[i]->closed && by[i]->volume < 0;
  }
  for (size_t i = 0; i < count; i++)
    if (by[i]->closed && !by[i]->outer)
      by[i]->turned = is_in_turned(by, count, i);
}

int surface_turn_outer(struct shell *shell, size_t count, struct tile_error *e)
{
  struct shell **by = tile_alloc(count, sizeof *by);
  if (!by)
    return tile_fail_memory(e, count * sizeof *by, "the shells of a surface");
  for (size_t i = 0; i < count; i++)
    by[i] = shell + i;
  qsort(by, count, sizeof *by, by_size);
  if (any_outer(by, count, true) && any_outer(by, count, false))
    turn(by, count);
  free(by);
  return TILE_OK;
}
