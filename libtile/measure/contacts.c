/* SPDX-License-Identifier: BSD-3-Clause */
/* Common faces and edges of tiles, and the ghost buffers that they need. Tomczak & Szafran, "A new GPU implementation
 * for lattice-Boltzmann simulations on sparse geometries", section 4.4: four tiles in a 2 x 2 square have four common
 * faces and one common edge. */
#include "measure.h"

#include <stdlib.h>

/* The stored tiles as bits over the span of the cover. */
struct stored {
  struct tile_bits bits;
  bool wraps[3];
};

static int find_stored(struct stored *s, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_bits *b = &s->bits;
  size_t words;
  *b = (struct tile_bits){0};
  tile_domain_span(d, b->grid);
  b->row = (size_t)(b->grid[0] + 63) / 64;
  if (__builtin_mul_overflow(b->row, (size_t)b->grid[1], &words) ||
      __builtin_mul_overflow(words, (size_t)b->grid[2], &words))
    return tile_fail(e, TILE_REJECTED, "the grid has too many tiles to measure");
  b->word = tile_alloc(words, sizeof *b->word);
  if (!b->word)
    return tile_fail_memory(e, words * sizeof *b->word, "the map of tiles");
  for (size_t t = 0; t < d->tiles; t++) {
    size_t row = (size_t)d->coord[t][2] * (size_t)b->grid[1] + (size_t)d->coord[t][1];
    b->word[row * b->row + (size_t)d->coord[t][0] / 64] |= (uint64_t)1 << (d->coord[t][0] % 64);
  }
  for (int a = 0; a < 3; a++)
    s->wraps[a] = d->periodic >> a & 1 && d->grid[a] % d->edge == 0;
  return TILE_OK;
}

/* The coordinate `step` further along an axis; -1: none. */
static int64_t beside(const struct stored *s, int axis, int32_t coord, int step)
{
  int64_t at = coord + step, n = s->bits.grid[axis];
  if (at >= 0 && at < n)
    return at;
  return s->wraps[axis] ? at < 0 ? n - 1 : 0 : -1;
}

/* Sets near[TILE_WAY]: is the tile stored? */
static void look_around(const struct stored *s, const int32_t coord[3], bool near[TILE_WAYS])
{
  int64_t at[3][3];
  for (int a = 0; a < 3; a++)
    for (int step = -1; step < 2; step++)
      at[a][step + 1] = beside(s, a, coord[a], step);
  for (int dz = -1; dz < 2; dz++)
    for (int dy = -1; dy < 2; dy++)
      for (int dx = -1; dx < 2; dx++) {
        int64_t x = at[0][dx + 1], y = at[1][dy + 1], z = at[2][dz + 1];
        near[TILE_WAY(dx, dy, dz)] = x >= 0 && y >= 0 && z >= 0 && tile_bit(&s->bits, x, y, z);
      }
}

enum { HERE = TILE_WAY(0, 0, 0) };
static const int stride[3] = {TILE_WAY(1, 0, 0) - HERE, TILE_WAY(0, 1, 0) - HERE, TILE_WAY(0, 0, 1) - HERE};

/* Each face counts for the tile on its lower side. */
static int faces_at(const bool near[TILE_WAYS])
{
  return near[HERE + stride[0]] + near[HERE + stride[1]] + near[HERE + stride[2]];
}

/* An edge between four tiles counts for the tile with the lower coordinates if the tile opposite is stored too;
 * otherwise for a tile of the other diagonal, if both of that are stored. */
static int edges_at(const bool near[TILE_WAYS])
{
  int count = 0;
  for (int axis = 0; axis < 3; axis++) {
    int a = stride[axis], b = stride[(axis + 1) % 3];
    count += near[HERE + a + b];
    count += near[HERE + a - b] && !(near[HERE + a] && near[HERE - b]);
  }
  return count;
}

/* Is a population i of lattices with so many axes one that leaves a tile? */
static bool leaves(int i, int axes)
{
  return axes == 3 || !tile_link[i][2];
}

/* A population that leaves through a face needs a buffer there if the tile beside is stored. One that leaves through an
 * edge crosses two faces: it needs both buffers if the tile across the edge is stored, and otherwise one at each face
 * with a stored tile. In two dimensions edges are faces, and corners are edges. */
static int ghosts_at(const bool near[TILE_WAYS], int axes)
{
  int count = 0;
  for (int i = 1; i < TILE_LINKS; i++) {
    const signed char *step = tile_link[i];
    bool reached = near[TILE_WAY(step[0], step[1], step[2])];
    for (int a = 0; a < 3; a++)
      if (step[a] && leaves(i, axes))
        count += reached || near[HERE + step[a] * stride[a]];
  }
  return count;
}

/* The buffers that a tile reads: those at faces, and those of tiles across an edge. */
struct reads {
  int faces, edges;
};

static struct reads reads_at(const bool near[TILE_WAYS], int axes)
{
  struct reads r = {0, 0};
  for (int i = 1; i < TILE_LINKS; i++) {
    const signed char *step = tile_link[i];
    int along = 0;
    for (int a = 0; a < 3; a++)
      if (step[a] && leaves(i, axes)) {
        r.faces += near[HERE - step[a] * stride[a]];
        along++;
      }
    r.edges += along == 2 && near[TILE_WAY(-step[0], -step[1], -step[2])];
  }
  return r;
}

/* By axes: the buffers that a tile can write, and those at faces and across edges that it can read. */
static const struct {
  int written, faces, edges;
} possible[4] = {[2] = {4 + 2 * 4, 4 + 2 * 4, 4}, [3] = {6 + 2 * 12, 6 + 2 * 12, 12}};

int measure_contacts(struct tile_measure *m, const struct tile_domain *d, int axes, struct tile_error *e)
{
  struct stored s;
  int64_t faces = 0, edges = 0, ghosts = 0, read_faces = 0, read_edges = 0;
  if (find_stored(&s, d, e))
    return e->code;
#pragma omp parallel for reduction(+ : faces, edges, ghosts, read_faces, read_edges)
  for (size_t t = 0; t < d->tiles; t++) {
    bool near[TILE_WAYS];
    look_around(&s, d->coord[t], near);
    const struct reads r = reads_at(near, axes);
    faces += faces_at(near);
    edges += edges_at(near);
    ghosts += ghosts_at(near, axes);
    read_faces += r.faces;
    read_edges += r.edges;
  }
  tile_bits_free(&s.bits);
  /* of a buffer across an edge all values are moved in three dimensions, one in two */
  const double tiles = (double)d->tiles, part = axes == 3 ? 1 : 1.0 / d->edge;
  m->faces_per_tile = (double)faces / tiles;
  m->edges_per_tile = (double)edges / tiles;
  m->ghost_share = (double)ghosts / (tiles * possible[axes].written);
  m->ghost_moves = ((double)(ghosts + read_faces) + part * (double)read_edges) /
                   (tiles * (possible[axes].written + possible[axes].faces + part * possible[axes].edges));
  return TILE_OK;
}
