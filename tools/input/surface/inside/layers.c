/* SPDX-License-Identifier: BSD-3-Clause */
#include "layers.h"

#include <stdlib.h>

struct span {
  int64_t low, high; /* voxels below and above the triangle; -2 is stored as 0 */
};

static struct span span_of(const struct surface *s, uint32_t triangle)
{
  int32_t low = INT32_MAX, high = INT32_MIN;
  for (int k = 0; k < 3; k++) {
    const int32_t z = s->vertex[s->triangle[triangle][k]][2];
    low = z < low ? z : low;
    high = z > high ? z : high;
  }
  return (struct span){(low >> s->shift) + 2, ((high + (1 << s->shift) - 1) >> s->shift) + 2};
}

static size_t bucket_of(const struct layers *l, uint32_t triangle)
{
  const struct span span = span_of(l->s, triangle);
  int level = 0;
  while (level < LAYER_LEVELS - 1 && span.high - span.low > (int64_t)1 << level)
    level++;
  return l->level[level] + (size_t)(span.low >> level);
}

int layers_make(struct layers *l, const struct surface *s, struct tile_error *e)
{
  *l = (struct layers){.s = s};
  for (int i = 0; i < LAYER_LEVELS; i++) {
    l->buckets[i] = ((s->grid[2] + 4) >> i) + 1;
    l->level[i + 1] = l->level[i] + (size_t)l->buckets[i];
  }
  l->triangle = tile_alloc(s->triangles, sizeof *l->triangle);
  l->begin = tile_alloc(l->level[LAYER_LEVELS] + 2, sizeof *l->begin);
  if (!l->triangle || !l->begin) {
    layers_free(l);
    return tile_fail_memory(e, s->triangles * sizeof *l->triangle, "the layers of a surface");
  }
  for (uint32_t i = 0; i < s->triangles; i++)
    l->begin[bucket_of(l, i) + 2]++;
  for (size_t i = 2; i < l->level[LAYER_LEVELS] + 2; i++)
    l->begin[i] += l->begin[i - 1];
  for (uint32_t i = 0; i < s->triangles; i++)
    l->triangle[l->begin[bucket_of(l, i) + 1]++] = i;
  return TILE_OK;
}

void layers_free(struct layers *l)
{
  free(l->triangle);
  free(l->begin);
  *l = (struct layers){0};
}

static int visit_bucket(const struct layers *l, size_t bucket, int64_t z, layers_take *take, void *with,
                        struct tile_error *e)
{
  for (uint32_t i = l->begin[bucket]; i < l->begin[bucket + 1]; i++) {
    const struct span span = span_of(l->s, l->triangle[i]);
    if (span.low <= z + 3 && span.high >= z + 1 && take(with, l->triangle[i], e))
      return e->code;
  }
  return TILE_OK;
}

/* Triangles of a level are at most 2^level high, so they begin in the bucket of a layer or in one of the two before. */
int layers_visit(const struct layers *l, int64_t z, layers_take *take, void *with, struct tile_error *e)
{
  for (int level = 0; level < LAYER_LEVELS; level++) {
    const int64_t from = ((z + 1) >> level) - 1, to = (z + 3) >> level;
    for (int64_t i = from < 0 ? 0 : from; i <= to && i < l->buckets[level]; i++)
      if (visit_bucket(l, l->level[level] + (size_t)i, z, take, with, e))
        return e->code;
  }
  return TILE_OK;
}
