/* SPDX-License-Identifier: BSD-3-Clause */
/* Connections along the links of D3Q19. Each tile is split into the pieces connected within it, and these are connected
 * with the pieces of neighbouring tiles. The mask of a tile is one word, so that one operation follows a link from all
 * its nodes. Threads connect the tiles within runs, then pairs of runs, pairs of these, and so on: the result does not
 * depend on the order. */
#include "nodes_joined.h"
#include "winding.h"
#include "internal_measure.h"
#include "nodes.h"

#include <stdlib.h>

enum {
  EDGE = TILE_EDGE,
  PIECES = TILE_PIECES,
  RUNS = 32 /* a power of 2 */,
  LEAST_RUN = 8,
  WORTH_THREADS = 4096 /* tiles */
};

struct paths {
  const struct tile_domain *domain;
  struct tile_lookup lookup;
  int64_t span[3];
  uint32_t *begin; /* tiles + 1: first piece of each tile */
  struct piece *piece;
};

/* ---- joining ---- */

static int number_pieces(struct paths *p, struct tile_error *e)
{
  const size_t tiles = p->domain->tiles;
  uint64_t count = 0;
  p->begin = tile_alloc(tiles + 1, sizeof *p->begin);
  if (!p->begin)
    return tile_fail_memory(e, tiles * sizeof *p->begin, "the pieces of tiles");
#pragma omp parallel for
  for (size_t t = 0; t < tiles; t++) {
    uint64_t piece[PIECES];
    p->begin[t + 1] = (uint32_t)nodes_split(p->domain->mask[t], piece);
  }
  for (size_t t = 0; t < tiles; t++) {
    count += p->begin[t + 1];
    p->begin[t + 1] = (uint32_t)count;
  }
  if (count >= UINT32_MAX)
    return tile_fail(e, TILE_REJECTED, "more than %u pieces of pore space in tiles", UINT32_MAX - 1);
  p->piece = pieces_make((uint32_t)count);
  return p->piece ? TILE_OK : tile_fail_memory(e, count * sizeof *p->piece, "the pieces of tiles");
}

/* The number of pieces is known; most tiles have one, which needs no search. */
static int pieces_of(const struct paths *p, size_t t, uint64_t piece[PIECES])
{
  piece[0] = p->domain->mask[t];
  return p->begin[t + 1] - p->begin[t] == 1 ? 1 : nodes_split(p->domain->mask[t], piece);
}

/* Links from tile t to its neighbour u. */
static void join_tiles(struct paths *p, size_t t, size_t u, const int way[3])
{
  uint64_t from[PIECES], to[PIECES];
  int step[3];
  for (int a = 0; a < 3; a++) {
    const int64_t at = p->domain->coord[t][a] + way[a];
    step[a] = at < 0 ? -1 : at >= p->span[a] ? 1 : 0;
  }
  const int froms = pieces_of(p, t, from), tos = pieces_of(p, u, to);
  for (int i = 0; i < froms; i++) {
    const uint64_t reached = nodes_reached(from[i], way);
    for (int k = 0; k < tos; k++)
      if (reached & to[k])
        piece_join(p->piece, p->begin[t] + (uint32_t)i, p->begin[u] + (uint32_t)k, step);
  }
}

/* The tiles begin ... end - 1. */
struct run {
  size_t begin, end;
};

/* Connects a tile with its neighbours among these tiles. Of two opposite neighbours one is enough, and no link leads
 * across a corner. Returns false if some neighbours are not among them. */
static bool join_neighbours(struct paths *p, size_t t, const struct run *among)
{
  int32_t near[TILE_WAYS];
  bool all = true;
  tile_neighbours_of(&p->lookup, t, near);
  for (int w = TILE_WAYS / 2 + 1; w < TILE_WAYS; w++) {
    const int way[3] = {w % 3 - 1, w / 3 % 3 - 1, w / 9 - 1};
    const size_t u = (size_t)near[w];
    if (near[w] < 0 || (way[0] && way[1] && way[2]))
      continue;
    if (u >= among->begin && u < among->end)
      join_tiles(p, t, u, way);
    else
      all = false;
  }
  return all;
}

/* ---- seams that cut a tile: node by node ---- */

static uint32_t piece_of(const struct paths *p, size_t tile, int node)
{
  uint64_t piece[PIECES];
  int i = 0;
  pieces_of(p, tile, piece);
  while (!(piece[i] >> node & 1))
    i++;
  return p->begin[tile] + (uint32_t)i;
}

static void join_node(struct paths *p, size_t t, int node, const signed char link[3])
{
  const struct tile_domain *d = p->domain;
  int64_t at[3];
  int step[3] = {0}, other;
  size_t u;
  if (!tile_domain_node(d, t, node, at))
    return;
  for (int a = 0; a < 3; a++) {
    /* displacements are counted at the seam of the padded coordinates, as in join_tiles */
    const int64_t padded = (int64_t)d->coord[t][a] * EDGE + (node >> (2 * a) & 3) + link[a];
    const bool periodic = d->periodic >> a & 1;
    at[a] += link[a];
    if (!periodic && (at[a] < 0 || at[a] >= d->grid[a]))
      return;
    if (periodic)
      at[a] = (at[a] + d->grid[a]) % d->grid[a];
    step[a] = !periodic ? 0 : padded < 0 ? -1 : padded >= d->grid[a] ? 1 : 0;
  }
  if (tile_lookup_node(&p->lookup, at, &u, &other))
    piece_join(p->piece, piece_of(p, t, node), piece_of(p, u, other), step);
}

static void join_seam(struct paths *p, size_t t, int axis)
{
  const struct tile_domain *d = p->domain;
  const bool cut = (d->periodic >> axis & 1) && d->grid[axis] % EDGE != 0;
  if (!cut || d->coord[t][axis] != p->span[axis] - 1)
    return;
  const uint64_t last = d->mask[t] & nodes_layer(axis, (int)((d->grid[axis] - 1) % EDGE));
  for (int link = 1; link < TILE_LINKS; link++)
    for (uint64_t left = tile_link[link][axis] > 0 ? last : 0; left; left &= left - 1)
      join_node(p, t, __builtin_ctzll(left), tile_link[link]);
}

/* ---- results ---- */

/* Nodes of a tile at the lower (0) or upper (1) face of an axis; none at a periodic axis. */
static uint64_t face(const struct tile_domain *d, size_t t, int axis, int upper)
{
  const int64_t at = d->offset[axis] + (upper ? d->grid[axis] - 1 : 0) - (int64_t)d->coord[t][axis] * EDGE;
  return d->periodic >> axis & 1 || at < 0 || at >= EDGE ? 0 : nodes_layer(axis, (int)at);
}

static void touch(struct paths *p, size_t t, unsigned char *touches)
{
  uint64_t piece[PIECES];
  int64_t shift[3];
  int count = 0; /* most tiles are at no face */
  for (int f = 0; f < 6; f++) {
    const uint64_t nodes = face(p->domain, t, f % 3, f / 3);
    count = nodes && !count ? pieces_of(p, t, piece) : count;
    for (int i = 0; i < count && nodes; i++)
      if (piece[i] & nodes)
        touches[piece_find(p->piece, p->begin[t] + (uint32_t)i, shift)] |= (unsigned char)(1u << f);
  }
}

static int read_off(struct paths *p, struct tile_paths *result, struct tile_error *e)
{
  const size_t tiles = p->domain->tiles;
  unsigned char *touches = tile_alloc(p->begin[tiles], sizeof *touches);
  if (!touches)
    return tile_fail_memory(e, p->begin[tiles], "the pieces of tiles");
  for (size_t t = 0; t < tiles; t++)
    touch(p, t, touches);
  for (uint32_t i = 0; i < p->begin[tiles]; i++) {
    if (p->piece[i].parent != i)
      continue;
    for (int f = 0; f < 6; f++)
      result->joins[f] |= touches[i] >> f & 1 ? touches[i] : 0;
    for (int a = 0; a < 3; a++)
      result->through[a] |= (p->piece[i].winds | (touches[i] & touches[i] >> 3)) >> a & 1;
  }
  free(touches);
  return TILE_OK;
}

static struct run run_of(size_t tiles, size_t r)
{
  const size_t runs = tiles < RUNS * LEAST_RUN ? tiles / LEAST_RUN + 1 : RUNS;
  return r < runs ? (struct run){tiles * r / runs, tiles * (r + 1) / runs} : (struct run){tiles, tiles};
}

/* Connects each group of `width` runs with the one behind it. */
static void join_groups(struct paths *p, const unsigned char *leads, size_t width)
{
  const size_t tiles = p->domain->tiles;
#pragma omp parallel for schedule(dynamic) if (tiles > WORTH_THREADS)
  for (size_t r = 0; r < RUNS; r += 2 * width) {
    const struct run first = {run_of(tiles, r).begin, run_of(tiles, r + width - 1).end},
                     second = {first.end, run_of(tiles, r + 2 * width - 1).end};
    for (size_t t = first.begin; t < second.end; t++)
      if (leads[t])
        join_neighbours(p, t, t < first.end ? &second : &first);
  }
}

/* leads: 1 for tiles with neighbours outside their run. */
static void join_runs(struct paths *p, unsigned char *leads)
{
  const size_t tiles = p->domain->tiles;
#pragma omp parallel for schedule(dynamic) if (tiles > WORTH_THREADS)
  for (size_t r = 0; r < RUNS; r++) {
    const struct run run = run_of(tiles, r);
    for (size_t t = run.begin; t < run.end; t++)
      leads[t] = !join_neighbours(p, t, &run);
  }
  for (size_t width = 1; width < RUNS; width *= 2)
    join_groups(p, leads, width);
}

static int join_all(struct paths *p, const struct tile_domain *d, struct tile_error *e)
{
  *p = (struct paths){.domain = d};
  if (d->edge != EDGE)
    return tile_fail(e, TILE_USAGE, "paths are found in tiles of edge %d, not %d", EDGE, d->edge);
  tile_domain_span(d, p->span);
  if (tile_lookup_make(&p->lookup, d, e) || number_pieces(p, e))
    return e->code;
  unsigned char *leads = tile_alloc(d->tiles, sizeof *leads);
  if (!leads)
    return tile_fail_memory(e, d->tiles, "the pieces of tiles");
  join_runs(p, leads);
  free(leads);
  for (size_t t = 0; t < d->tiles; t++)
    for (int a = 0; a < 3; a++)
      join_seam(p, t, a);
  return TILE_OK;
}

static void end(struct paths *p)
{
  tile_lookup_free(&p->lookup);
  free(p->begin);
  free(p->piece);
}

int tile_paths_make(struct tile_paths *result, const struct tile_domain *d, struct tile_error *e)
{
  struct paths p;
  *result = (struct tile_paths){0};
  int code = join_all(&p, d, e);
  if (!code)
    code = read_off(&p, result, e);
  end(&p);
  return code;
}

/* ---- sets that wind around an axis ---- */

static void count_winding(struct paths *p, int axis, int64_t *nodes)
{
  const struct tile_domain *d = p->domain;
  uint64_t piece[PIECES];
  int64_t shift[3];
  for (size_t t = 0; t < d->tiles; t++)
    for (int i = 0, count = pieces_of(p, t, piece); i < count; i++)
      if (p->piece[piece_find(p->piece, p->begin[t] + (uint32_t)i, shift)].winds >> axis & 1)
        nodes[d->coord[t][axis]] += __builtin_popcountll(piece[i]);
}

int tile_paths_wind(const struct tile_domain *d, int axis, int64_t *nodes, int64_t *sets, struct tile_error *e)
{
  struct paths p;
  *sets = 0;
  const int code = join_all(&p, d, e);
  for (uint32_t i = 0; !code && i < p.begin[d->tiles]; i++)
    *sets += p.piece[i].parent == i && (p.piece[i].winds >> axis & 1);
  if (!code)
    count_winding(&p, axis, nodes);
  end(&p);
  return code;
}
