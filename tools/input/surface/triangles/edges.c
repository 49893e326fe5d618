/* SPDX-License-Identifier: BSD-3-Clause */
#include "edges.h"

#include <stdlib.h>

static uint32_t corner(const struct surface *s, uint32_t half, int next)
{
  return s->triangle[half / 3][(half % 3 + (uint32_t)next) % 3];
}

bool edges_rises(const struct surface *s, uint32_t half)
{
  return corner(s, half, 0) < corner(s, half, 1);
}

static uint32_t lesser(const struct surface *s, uint32_t half)
{
  return corner(s, half, !edges_rises(s, half));
}

static int compare(const void *a, const void *b)
{
  const struct edge_use *one = a, *other = b;
  if (one->far != other->far)
    return one->far < other->far ? -1 : 1;
  return (one->half > other->half) - (one->half < other->half);
}

int edges_make(struct edges *t, const struct surface *s, struct tile_error *e)
{
  const uint32_t halves = (uint32_t)(3 * s->triangles);
  *t = (struct edges){tile_alloc(s->vertices + 2, sizeof *t->begin), tile_alloc(halves, sizeof *t->use)};
  if (!t->begin || !t->use) {
    edges_free(t);
    return tile_fail_memory(e, halves * sizeof *t->use, "the edges of a surface");
  }
  for (uint32_t h = 0; h < halves; h++)
    t->begin[lesser(s, h) + 2]++;
  for (size_t i = 2; i < s->vertices + 2; i++)
    t->begin[i] += t->begin[i - 1];
  for (uint32_t h = 0; h < halves; h++)
    t->use[t->begin[lesser(s, h) + 1]++] = (struct edge_use){corner(s, h, edges_rises(s, h)), h};
  for (size_t i = 0; i < s->vertices; i++)
    qsort(t->use + t->begin[i], t->begin[i + 1] - t->begin[i], sizeof *t->use, compare);
  return TILE_OK;
}

void edges_free(struct edges *t)
{
  free(t->begin);
  free(t->use);
  *t = (struct edges){0};
}

uint32_t edges_end(const struct edges *t, uint32_t near, uint32_t from)
{
  uint32_t end = from;
  while (end < t->begin[near + 1] && t->use[end].far == t->use[from].far)
    end++;
  return end;
}

void edges_partners(const struct edges *t, const struct surface *s, uint32_t *partner)
{
  for (size_t h = 0; h < 3 * s->triangles; h++)
    partner[h] = EDGES_NONE;
  for (uint32_t near = 0; near < s->vertices; near++)
    for (uint32_t at = t->begin[near], end; at < t->begin[near + 1]; at = end) {
      end = edges_end(t, near, at);
      if (end - at != 2)
        continue;
      partner[t->use[at].half] = t->use[at + 1].half;
      partner[t->use[at + 1].half] = t->use[at].half;
    }
}
