/* SPDX-License-Identifier: BSD-3-Clause */
#include "halo.h"
#include "memory.h"

#include <stdlib.h>

/* The largest number of values of a tile. */
#define BLOCK ((size_t)64 * LBM_Q)

/* ---- values that a subdomain takes ------------------------------------------ */

static bool is_own(const struct lbm_geometry *g, size_t place)
{
  return place >= g->base[g->begin] && place < g->base[g->end];
}

static bool is_near_others(const struct lbm_geometry *g, size_t tile)
{
  for (int k = 0; k < TILE_WAYS; k++) {
    const int32_t t = g->near[tile][k];
    if (t >= 0 && ((size_t)t < g->begin || (size_t)t >= g->end))
      return true;
  }
  return g->list[tile] < g->list[tile + 1]; /* it may gather across a seam, beyond the neighbours */
}

/* Counts the values that a tile takes, and writes their places to `at` unless it is NULL. */
static size_t find_taken(const struct lbm_geometry *g, size_t tile, size_t *at)
{
  size_t count = 0;
  if (!is_near_others(g, tile))
    return 0;
  for (uint64_t mask = g->domain->mask[tile]; mask; mask &= mask - 1)
    for (int i = 1; i < LBM_Q; i++) {
      const size_t place = lbm_source(g, tile, __builtin_ctzll(mask), i);
      if (is_own(g, place))
        continue;
      if (at)
        at[count] = place;
      count++;
    }
  return count;
}

static int later(const void *a, const void *b)
{
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Finds the values that all own tiles take, sorted by place. */
static int find_all(struct lbm_places *taken, const struct lbm_geometry *g, struct tile_error *e)
{
  size_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
  for (size_t t = g->begin; t < g->end; t++)
    count += find_taken(g, t, NULL);
  *taken = (struct lbm_places){count, tile_alloc(count, sizeof *taken->at)};
  if (!taken->at)
    return tile_fail_memory(e, count * sizeof *taken->at, "the halo");
  count = 0;
  for (size_t t = g->begin; t < g->end; t++)
    count += find_taken(g, t, taken->at + count);
  qsort(taken->at, count, sizeof *taken->at, later);
  return 0;
}

/* ---- the subdomains that give them -------------------------------------------- */

/* The subdomain of a tile. Subdomains may be empty. */
static int part_of(const size_t *first, size_t tile)
{
  int part = 0;
  while (tile >= first[part + 1])
    part++;
  return part;
}

static int copy(struct lbm_places *to, const size_t *at, size_t count, struct tile_error *e)
{
  *to = (struct lbm_places){count, tile_alloc(count, sizeof *at)};
  if (!to->at)
    return tile_fail_memory(e, count * sizeof *at, "the halo");
  for (size_t n = 0; n < count; n++)
    to->at[n] = at[n];
  return 0;
}

/* Since the places are sorted, so are their tiles and the subdomains of these. */
static int divide(struct lbm_halo *halo, const struct lbm_places *taken, const struct lbm_geometry *g,
                  const struct lbm_subdomain *part, const size_t *first, struct tile_error *e)
{
  for (size_t begin = 0, end; begin < taken->count; begin = end) {
    const int from = part_of(first, lbm_subdomain_number(part, lbm_tile_at(g, taken->at[begin])));
    for (end = begin + 1; end < taken->count; end++)
      if (part_of(first, lbm_subdomain_number(part, lbm_tile_at(g, taken->at[end]))) != from)
        break;
    if (copy(&halo[from].taken, taken->at + begin, end - begin, e))
      return e->code;
  }
  return 0;
}

int lbm_halos_make(struct lbm_halo **halo, int parts, const struct lbm_geometry *g, const struct lbm_subdomain *part,
                   const size_t *first, struct tile_error *e)
{
  struct lbm_places taken;
  *halo = tile_alloc((size_t)parts, sizeof **halo);
  if (!*halo)
    return tile_fail_memory(e, (size_t)parts * sizeof **halo, "the halo");
  int code = find_all(&taken, g, e) || divide(*halo, &taken, g, part, first, e);
  free(taken.at);
  return code ? e->code : 0;
}

void lbm_halos_free(struct lbm_halo *halo, int parts)
{
  for (int i = 0; halo && i < parts; i++) {
    free(halo[i].taken.at);
    free(halo[i].given.at);
  }
  free(halo);
}

/* ---- names of places ------------------------------------------------------------- */

void lbm_halo_names(lbm_place_name *name, const struct lbm_places *taken, const struct lbm_geometry *g,
                    const struct lbm_subdomain *part)
{
  for (size_t n = 0; n < taken->count; n++) {
    const size_t tile = lbm_tile_at(g, taken->at[n]);
    name[n] = lbm_subdomain_number(part, tile) * BLOCK + (taken->at[n] - g->base[tile]);
  }
}

int lbm_halo_give(struct lbm_places *given, const lbm_place_name *name, size_t count, const struct lbm_geometry *g,
                  const struct lbm_subdomain *part, struct tile_error *e)
{
  *given = (struct lbm_places){count, tile_alloc(count, sizeof *given->at)};
  if (!given->at)
    return tile_fail_memory(e, count * sizeof *given->at, "the halo");
  for (size_t n = 0; n < count; n++)
    given->at[n] = g->base[name[n] / BLOCK - part->first + part->begin] + name[n] % BLOCK;
  return 0;
}
