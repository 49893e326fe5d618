/* Faces and edges that tiles have in common, and the ghost buffers they ask for.
 *
 * Tomczak & Szafran, "A new GPU implementation ...", section 4.4: four tiles
 * in a 2 x 2 square have four common faces and one common edge. */
#include "measure.h"

#include <stdlib.h>

/* Which tiles are stored, as bits over the span of the cover. */
struct stored {
  struct tile_bits bits;
  bool wraps[3];
};

static int find_stored(struct stored *s, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_bits *b = &s->bits;
  size_t words;
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

/* Is the tile at `coord` + step stored? */
static bool has_tile(const struct stored *s, const int32_t coord[3], const int step[3])
{
  int64_t at[3];
  for (int a = 0; a < 3; a++) {
    int64_t n = s->bits.grid[a];
    at[a] = coord[a] + step[a];
    if (s->wraps[a])
      at[a] = (at[a] + n) % n;
    else if (at[a] < 0 || at[a] >= n)
      return false;
  }
  return tile_bit(&s->bits, at[0], at[1], at[2]);
}

static bool has_face(const struct stored *s, const int32_t coord[3], int axis, int side)
{
  int step[3] = {0, 0, 0};
  step[axis] = side;
  return has_tile(s, coord, step);
}

static bool has_edge(const struct stored *s, const int32_t coord[3], int a, int side_a, int b, int side_b)
{
  int step[3] = {0, 0, 0};
  step[a] = side_a;
  step[b] = side_b;
  return has_tile(s, coord, step);
}

/* Common edges of the four tiles around one line, counted at one of them: at the
 * tile with the lower coordinate a; when both diagonals meet, at the one of b. */
static int edges_at(const struct stored *s, const int32_t coord[3], int a, int b)
{
  int count = has_edge(s, coord, a, 1, b, 1);
  if (has_edge(s, coord, a, 1, b, -1) && !(has_face(s, coord, a, 1) && has_face(s, coord, b, -1)))
    count++;
  return count;
}

/* A population that leaves through one face needs a buffer there if the tile
 * beside is stored; one that leaves through an edge passes two faces, and needs
 * a buffer at each of them that leads to a stored tile or to the diagonal one. */
static int ghosts_at(const struct stored *s, const int32_t coord[3])
{
  int count = 0;
  for (int i = 1; i < TILE_LINKS; i++) {
    const int step[3] = {tile_link[i][0], tile_link[i][1], tile_link[i][2]};
    bool reached = has_tile(s, coord, step);
    for (int a = 0; a < 3; a++)
      if (step[a])
        count += reached || has_face(s, coord, a, step[a]);
  }
  return count;
}

int measure_contacts(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e)
{
  enum { POSSIBLE_GHOSTS = 6 + 2 * 12 };
  struct stored s;
  int64_t faces = 0, edges = 0, ghosts = 0;
  if (find_stored(&s, d, e))
    return e->code;
#pragma omp parallel for reduction(+ : faces, edges, ghosts)
  for (size_t t = 0; t < d->tiles; t++) {
    for (int a = 0; a < 3; a++) {
      faces += has_face(&s, d->coord[t], a, 1);
      edges += edges_at(&s, d->coord[t], a, (a + 1) % 3);
    }
    ghosts += ghosts_at(&s, d->coord[t]);
  }
  tile_bits_free(&s.bits);
  double tiles = (double)d->tiles;
  m->faces_per_tile = (double)faces / tiles;
  m->edges_per_tile = (double)edges / tiles;
  m->ghost_share = (double)ghosts / (tiles * POSSIBLE_GHOSTS);
  return TILE_OK;
}
