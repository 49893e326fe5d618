/* SPDX-License-Identifier: BSD-3-Clause */
/* Floods from faces: the nodes at the front lie in buckets by level, and the next one comes from the best bucket, so
 * that each node is reached along its best way first. */
#include "pores.h"

#include <stdlib.h>
#include <string.h>

struct bucket {
  uint64_t *node;
  size_t count, room;
};

struct flood {
  const struct tile_squares *s;
  unsigned periodic; /* not the axes of the faces */
  bool rises;        /* levels rise, from 1; else they fall, from the largest value */
  size_t row;
  uint64_t *reached;     /* one bit a node */
  struct bucket *bucket; /* [most + 1] by level */
  struct tile_error *e;
};

static size_t node_at(const struct tile_squares *s, const int64_t at[3])
{
  return (size_t)((at[2] * s->grid[1] + at[1]) * s->grid[0] + at[0]);
}

static bool is_reached(const struct flood *f, size_t node)
{
  return f->reached[node / 64] >> (node % 64) & 1;
}

static bool put(struct flood *f, uint32_t level, size_t node)
{
  struct bucket *b = f->bucket + level;
  f->reached[node / 64] |= UINT64_C(1) << (node % 64);
  if (tile_reserve(&b->node, &b->room, b->count + 1, sizeof *b->node, "the front of a flood", f->e))
    return false;
  b->node[b->count++] = node;
  return true;
}

/* Reaches a node from a level: the worse of both is the level of the way. */
static bool reach(struct flood *f, uint32_t level, size_t node)
{
  const uint32_t value = f->s->at[node];
  if (!value || is_reached(f, node))
    return true;
  return put(f, (value > level) == f->rises ? value : level, node);
}

static int64_t layer_of(const struct tile_squares *s, int face)
{
  return face < 3 ? 0 : s->grid[face - 3] - 1;
}

static bool start(struct flood *f, int face, uint32_t level)
{
  const int axis = face % 3, u = (axis + 1) % 3, v = (axis + 2) % 3;
  int64_t at[3];
  at[axis] = layer_of(f->s, face);
  for (at[v] = 0; at[v] < f->s->grid[v]; at[v]++)
    for (at[u] = 0; at[u] < f->s->grid[u]; at[u]++)
      if (!reach(f, level, node_at(f->s, at)))
        return false;
  return true;
}

static bool start_all(struct flood *f, unsigned faces)
{
  for (int face = 0; face < 6; face++)
    if (faces >> face & 1 && !start(f, face, f->rises ? 1 : f->s->most))
      return false;
  return true;
}

static bool spread(struct flood *f, uint32_t level, size_t node)
{
  const int64_t *n = f->s->grid, i = (int64_t)node, from[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
  for (int face = 0; face < 6; face++) {
    const int axis = face % 3;
    int64_t at[3] = {from[0], from[1], from[2]};
    at[axis] += face < 3 ? -1 : 1;
    if (at[axis] < 0 || at[axis] >= n[axis]) {
      if (!(f->periodic >> axis & 1))
        continue;
      at[axis] = at[axis] < 0 ? n[axis] - 1 : 0;
    }
    if (!reach(f, level, node_at(f->s, at)))
      return false;
  }
  return true;
}

/* Called for each node in the order of levels; false: end here. */
typedef bool on_reached(void *self, size_t node, uint32_t level);

static bool run(struct flood *f, on_reached *on, void *self)
{
  const uint32_t most = f->s->most;
  for (uint32_t i = 1; i <= most; i++) {
    const uint32_t level = f->rises ? i : most + 1 - i;
    struct bucket *b = f->bucket + level;
    while (b->count) {
      const size_t node = b->node[--b->count];
      if (!on(self, node, level))
        return true;
      if (!spread(f, level, node))
        return false;
    }
    free(b->node);
    *b = (struct bucket){0};
  }
  return true;
}

static int flood_make(struct flood *f, const struct tile_squares *s, unsigned faces, bool rises, struct tile_error *e)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2], words = all / 64 + 1;
  *f = (struct flood){.s = s, .periodic = s->periodic & ~(faces | faces >> 3), .rises = rises, .e = e};
  f->reached = tile_alloc(words, sizeof *f->reached);
  if (!f->reached)
    return tile_fail_memory(e, words * sizeof *f->reached, "a bit for each node");
  f->bucket = tile_alloc((size_t)s->most + 1, sizeof *f->bucket);
  return f->bucket ? TILE_OK : tile_fail_memory(e, ((size_t)s->most + 1) * sizeof *f->bucket, "levels");
}

static void flood_free(struct flood *f)
{
  for (uint32_t v = 0; f->bucket && v <= f->s->most; v++)
    free(f->bucket[v].node);
  free(f->bucket);
  free(f->reached);
}

static int flood(const struct tile_squares *s, unsigned faces, bool rises, on_reached *on, void *self,
                 struct tile_error *e)
{
  struct flood f;
  const int code =
      flood_make(&f, s, faces, rises, e) || !start_all(&f, faces) || !run(&f, on, self) ? e->code : TILE_OK;
  flood_free(&f);
  return code;
}

/* ---- what for ------------------------------------------------------------------- */

/* Values of nodes that have been reached are no longer read. The mark tells them from those that are never reached. */
#define MARK (UINT32_C(1) << 31)

static bool set_value(void *self, size_t node, uint32_t level)
{
  struct tile_squares *s = self;
  s->at[node] = level | MARK;
  return true;
}

static void unmark(struct tile_squares *s)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2];
  uint32_t most = 0;
#pragma omp parallel for reduction(max : most)
  for (size_t i = 0; i < all; i++) {
    s->at[i] = s->at[i] & MARK ? s->at[i] & ~MARK : 0;
    most = s->at[i] > most ? s->at[i] : most;
  }
  s->most = most;
}

int tile_squares_invade(struct tile_squares *s, unsigned faces, struct tile_error *e)
{
  if (s->most >= MARK)
    return tile_fail(e, TILE_REJECTED, "a distance of 46340 voxels or more is too large");
  const int code = flood(s, faces, false, set_value, s, e);
  if (!code)
    unmark(s);
  return code;
}

/* The way of the displaced fluid leads through nodes that are entered later, at smaller squares: the largest square on
 * it is the level. Above the node's own it comes too late. */
static bool keep_if_free(void *self, size_t node, uint32_t level)
{
  struct tile_squares *s = self;
  if (level <= s->at[node])
    s->at[node] |= MARK;
  return true;
}

int tile_squares_trap(struct tile_squares *s, unsigned faces, struct tile_error *e)
{
  const int code = flood(s, faces, true, keep_if_free, s, e);
  if (!code)
    unmark(s);
  return code;
}

struct passage {
  const struct tile_squares *s;
  int axis;
  uint32_t square;
};

static bool is_through(void *self, size_t node, uint32_t level)
{
  struct passage *p = self;
  const int64_t *n = p->s->grid, i = (int64_t)node, at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
  if (at[p->axis] < n[p->axis] - 1)
    return true;
  p->square = level;
  return false;
}

int tile_squares_pass(const struct tile_squares *s, int axis, uint32_t *square, struct tile_error *e)
{
  struct passage p = {s, axis, 0};
  const int code = flood(s, 1U << axis, false, is_through, &p, e);
  *square = p.square;
  return code;
}
