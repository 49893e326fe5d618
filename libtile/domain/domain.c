/* SPDX-License-Identifier: BSD-3-Clause */
#include "domain.h"

#include "nodes.h"

#include <stdlib.h>

const signed char tile_link[TILE_LINKS][3] = {
    {0, 0, 0},                                      /* O */
    {1, 0, 0}, {-1, 0, 0}, {0, 1, 0},  {0, -1, 0},  /* E W N S */
    {0, 0, 1}, {0, 0, -1},                          /* T B */
    {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, /* NE NW SE SW */
    {1, 0, 1}, {1, 0, -1}, {-1, 0, 1}, {-1, 0, -1}, /* ET EB WT WB */
    {0, 1, 1}, {0, 1, -1}, {0, -1, 1}, {0, -1, -1}, /* NT NB ST SB */
};

void tile_domain_free(struct tile_domain *d)
{
  tile_header_free(&d->header);
  free(d->patch);
  free(d->coord);
  free(d->mask);
  free(d->mark);
  free(d->wall);
  free(d->wall_begin);
  *d = (struct tile_domain){0};
}

enum { WORTH_THREADS = 4096 /* tiles */ };

int64_t tile_domain_nonsolid(const struct tile_domain *d)
{
  int64_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count) if (d->tiles > WORTH_THREADS)
  for (size_t i = 0; i < d->tiles * d->words; i++)
    count += __builtin_popcountll(d->mask[i]);
  return count;
}

static bool cyclic(const struct tile_domain *d, int axis)
{
  return d->periodic >> axis & 1;
}

void tile_domain_span(const struct tile_domain *d, int64_t span[3])
{
  for (int a = 0; a < 3; a++) {
    int64_t padded = d->grid[a] + (cyclic(d, a) ? 0 : d->offset[a]);
    span[a] = (padded + d->edge - 1) / d->edge;
  }
}

bool tile_domain_node(const struct tile_domain *d, size_t tile, int node, int64_t at[3])
{
  const int local[3] = {node % d->edge, node / d->edge % d->edge, node / d->edge / d->edge};
  bool inside = true;
  for (int a = 0; a < 3; a++) {
    int64_t padded = (int64_t)d->coord[tile][a] * d->edge + local[a];
    at[a] = padded - d->offset[a];
    if (cyclic(d, a)) {
      inside = inside && padded < d->grid[a];
      at[a] += at[a] < 0 ? d->grid[a] : 0;
    }
    inside = inside && at[a] >= 0 && at[a] < d->grid[a];
  }
  return inside;
}

int64_t tile_padded(const struct tile_domain *d, int axis, int64_t at)
{
  int64_t padded = at + d->offset[axis];
  return cyclic(d, axis) && padded >= d->grid[axis] ? padded - d->grid[axis] : padded;
}

bool tile_link_end(const struct tile_domain *d, const int64_t at[3], int link, int64_t end[3])
{
  for (int a = 0; a < 3; a++) {
    end[a] = at[a] + tile_link[link][a];
    if (cyclic(d, a))
      end[a] = (end[a] + d->grid[a]) % d->grid[a];
    if (end[a] < 0 || end[a] >= d->grid[a])
      return false;
  }
  return true;
}

int tile_domain_begin(size_t **begin, const struct tile_domain *d, struct tile_error *e)
{
  size_t *of = *begin = tile_alloc(d->tiles + 1, sizeof *of);
  if (!of)
    return tile_fail_memory(e, (d->tiles + 1) * sizeof *of, "the numbers of nodes");
#pragma omp parallel for schedule(static) if (d->tiles > WORTH_THREADS)
  for (size_t t = 0; t < d->tiles; t++)
    of[t + 1] = (size_t)tile_nonsolid_of(d, t);
  for (size_t t = 0; t < d->tiles; t++)
    of[t + 1] += of[t];
  return TILE_OK;
}

int tile_domain_number(uint32_t **first, const struct tile_domain *d, uint64_t most, struct tile_error *e)
{
  uint64_t count = 0;
  uint32_t *of = *first = tile_alloc(d->tiles + 1, sizeof *of);
  if (!of)
    return tile_fail_memory(e, (d->tiles + 1) * sizeof *of, "the numbers of nodes");
#pragma omp parallel for schedule(static) if (d->tiles > WORTH_THREADS)
  for (size_t t = 0; t < d->tiles; t++)
    of[t + 1] = (uint32_t)__builtin_popcountll(d->mask[t]);
  for (size_t t = 0; t < d->tiles; t++) {
    count += of[t + 1];
    of[t + 1] = (uint32_t)count;
  }
  if (count >= most)
    return tile_fail(e, TILE_FAILED, "too many nodes: they must be fewer than %llu", (unsigned long long)most);
  return TILE_OK;
}
