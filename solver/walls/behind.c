#include "behind.h"

#include "arrive.h"
#include "comm.h"

#include <stdlib.h>

/* ---- numbers ---------------------------------------------------------------- */

static int number_nodes(struct lbm_behind *b, struct tile_error *e)
{
  const size_t nodes = lbm_nonsolid(b->flow);
  if (nodes >= LBM_NOWHERE)
    return tile_fail(e, TILE_FAILED, "too many nodes for parabolic walls");
  if (lbm_first_nodes(b->flow, &b->first, e))
    return e->code;
  b->begin = b->first[lbm_own_begin(b->flow)];
  b->own = b->first[lbm_own_end(b->flow)] - b->begin;
  return 0;
}

static uint32_t number_of(const struct lbm_behind *b, size_t tile, int node)
{
  const uint64_t before = b->flow->domain->mask[tile] & (((uint64_t)1 << node) - 1);
  return b->first[tile] + (uint32_t)__builtin_popcountll(before);
}

static uint32_t beside(const struct lbm_behind *b, const struct tile_lookup *l, const int64_t at[3], int link)
{
  struct lbm_place to;
  return lbm_node_beside(b->flow->domain, l, at, link, &to) ? number_of(b, to.tile, to.node) : LBM_NOWHERE;
}

/* From a nook hardly any link leads on: sources there grow with what they make flow (tests/bench/RESULTS.md). */
static bool is_nook(const struct lbm_behind *b, const struct tile_lookup *l, const int64_t at[3])
{
  enum { FEW = 4 };
  int links = 0;
  for (int i = 1; i < LBM_Q; i++)
    links += beside(b, l, at, i) != LBM_NOWHERE;
  return links <= FEW;
}

static void find_ends(const struct lbm_behind *b, const struct tile_lookup *l, const struct lbm_piece *piece,
                      size_t tile, struct lbm_ends *ends)
{
  const struct lbm_geometry *g = &piece->geometry;
  const size_t number = lbm_part_number(&piece->part, tile), end = g->cut_begin[tile + 1];
  size_t c = g->cut_begin[tile];
  for (uint64_t mask = g->domain->mask[tile]; mask && c < end; mask &= mask - 1) {
    const int node = __builtin_ctzll(mask), column = lbm_column(g, tile, node);
    int64_t at[3];
    tile_domain_node(b->flow->domain, number, node, at);
    const bool nook = c < end && LBM_CUT_COLUMN(g->cut[c].at) == column && is_nook(b, l, at);
    for (; c < end && LBM_CUT_COLUMN(g->cut[c].at) == column; c++)
      ends[c] = (struct lbm_ends){number_of(b, number, node),
                                  nook ? LBM_NOWHERE : beside(b, l, at, LBM_CUT_BACK(g->cut[c].at))};
  }
}

static int make_ends(struct lbm_behind *b, const struct tile_lookup *l, struct tile_error *e)
{
  b->ends = tile_alloc((size_t)lbm_pieces(b->flow), sizeof *b->ends);
  for (int i = 0; b->ends && i < lbm_pieces(b->flow); i++) {
    const struct lbm_piece *piece = b->flow->piece + i;
    const struct lbm_geometry *g = &piece->geometry;
    const size_t cuts = g->cut_begin[g->domain->tiles];
    b->ends[i] = tile_alloc(cuts, sizeof **b->ends);
    if (!b->ends[i])
      return tile_fail_memory(e, cuts * sizeof **b->ends, "the sources of walls");
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = g->begin; t < g->end; t++)
      find_ends(b, l, piece, t, b->ends[i]);
  }
  return b->ends ? 0 : tile_fail_memory(e, sizeof *b->ends, "the sources of walls");
}

/* ---- those of other processes -------------------------------------------------- */

static bool is_own(const struct lbm_behind *b, uint32_t number)
{
  return number >= b->begin && number < b->begin + b->own;
}

/* Calls `visit` for each cut of this process. */
static void each_end(struct lbm_behind *b, void (*visit)(struct lbm_behind *b, struct lbm_ends *ends))
{
  for (int i = 0; i < lbm_pieces(b->flow); i++) {
    const struct lbm_geometry *g = &b->flow->piece[i].geometry;
    for (size_t c = g->cut_begin[g->begin]; c < g->cut_begin[g->end]; c++)
      visit(b, b->ends[i] + c);
  }
}

static size_t taken(const struct lbm_behind *b)
{
  return b->halo.taken.begin[lbm_comm_size()];
}

static void count_taken(struct lbm_behind *b, struct lbm_ends *ends)
{
  if (ends->behind != LBM_NOWHERE && !is_own(b, ends->behind))
    b->halo.taken.begin[lbm_comm_size()]++;
}

static void note_taken(struct lbm_behind *b, struct lbm_ends *ends)
{
  if (ends->behind != LBM_NOWHERE && !is_own(b, ends->behind))
    b->halo.taken.tile[b->halo.taken.begin[lbm_comm_size()]++] = ends->behind;
}

static int ascending(const void *a, const void *b)
{
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Each once, in order, which is that of the processes. */
static void sort_taken(struct lbm_behind *b)
{
  const struct lbm *l = b->flow;
  struct lbm_tile_list *list = &b->halo.taken;
  size_t count = 0, all = taken(b);
  qsort(list->tile, all, sizeof *list->tile, ascending);
  for (size_t n = 0; n < all; n++)
    if (!n || list->tile[n] != list->tile[n - 1])
      list->tile[count++] = list->tile[n];
  for (int p = 0, n = 0; p <= lbm_comm_size(); p++) {
    const uint32_t first = b->first[l->first[p * lbm_pieces(l)]];
    while ((size_t)n < count && list->tile[n] < first)
      n++;
    list->begin[p] = (size_t)n;
  }
}

/* From numbers to places in `density`. */
static void place(struct lbm_behind *b, struct lbm_ends *ends)
{
  const size_t number = ends->behind;
  ends->node -= (uint32_t)b->begin;
  if (ends->behind == LBM_NOWHERE)
    return;
  if (is_own(b, ends->behind))
    ends->behind -= (uint32_t)b->begin;
  else
    ends->behind = (uint32_t)(b->own + (size_t)((size_t *)bsearch(&number, b->halo.taken.tile, taken(b), sizeof number,
                                                                  ascending) -
                                                b->halo.taken.tile));
}

static int make_halo(struct lbm_behind *b, struct tile_error *e)
{
  struct lbm_tile_list *list = &b->halo.taken;
  list->begin = tile_alloc((size_t)lbm_comm_size() + 1, sizeof *list->begin);
  if (!list->begin)
    return tile_fail_memory(e, sizeof *list->begin, "nodes of other processes");
  each_end(b, count_taken);
  list->tile = tile_alloc(taken(b), sizeof *list->tile);
  if (!list->tile)
    return tile_fail_memory(e, taken(b) * sizeof *list->tile, "nodes of other processes");
  list->begin[lbm_comm_size()] = 0;
  each_end(b, note_taken);
  sort_taken(b);
  each_end(b, place);
  return lbm_tile_halo_agree(&b->halo, e) || lbm_tile_halo_room(&b->halo, sizeof *b->density, e) ? e->code : 0;
}

static void send(struct lbm_behind *b)
{
  const struct lbm_tile_list *given = &b->halo.given;
  double *to = (double *)given->values;
  for (size_t n = 0; n < given->begin[lbm_comm_size()]; n++)
    to[n] = b->density[given->tile[n] - b->begin];
  lbm_comm_exchange(b->halo.message, 2 * lbm_comm_size());
  memcpy(b->density + b->own, b->halo.taken.values, taken(b) * sizeof *b->density);
}

/* ---- making ------------------------------------------------------------------ */

/* Of several devices the first has the densities, which the others must reach. */
static int use_device(struct lbm_behind *b, struct tile_error *e)
{
  const struct lbm *l = b->flow;
  b->there = b->density;
  if (!l->backend->arrays)
    return 0;
  if (lbm_pieces(l) > 1 && !l->team)
    return tile_fail(e, TILE_FAILED, "parabolic walls on several devices need peer access");
  b->device = l->backend->arrays(l->piece->state);
  return b->device.row->allocate(b->device.self, (void **)&b->there, b->own * sizeof *b->there, e);
}

static int make_all(struct lbm_behind *b, const struct tile_lookup *l, struct tile_error *e)
{
  if (make_ends(b, l, e) || make_halo(b, e))
    return e->code;
  for (size_t t = 0; t <= b->flow->domain->tiles; t++)
    b->first[t] -= (uint32_t)b->begin; /* from here on; those of others are never used */
  b->density = tile_alloc(b->own + taken(b), sizeof *b->density);
  if (!b->density)
    return tile_fail_memory(e, b->own * sizeof *b->density, "the sources of walls");
  return use_device(b, e);
}

int lbm_behind_make(struct lbm_behind *b, struct lbm *flow, struct tile_error *e)
{
  struct tile_lookup l;
  *b = (struct lbm_behind){.flow = flow};
  if (number_nodes(b, e) || tile_lookup_make(&l, flow->domain, e))
    return e->code;
  const int code = make_all(b, &l, e);
  tile_lookup_free(&l);
  return code;
}

void lbm_behind_free(struct lbm_behind *b)
{
  for (int i = 0; b->ends && i < lbm_pieces(b->flow); i++)
    free(b->ends[i]);
  if (b->device.row)
    b->device.row->release(b->device.self, b->there);
  lbm_tile_halo_free(&b->halo);
  free(b->ends);
  free(b->first);
  free(b->density);
  *b = (struct lbm_behind){0};
}

/* ---- the densities -------------------------------------------------------------- */

static void clear(const struct lbm_behind *b)
{
  const size_t bytes = b->own * sizeof *b->there;
  if (b->device.row)
    b->device.row->clear(b->device.self, b->there, bytes);
  else
    memset(b->there, 0, bytes);
}

int lbm_behind_get(struct lbm_behind *b, struct tile_error *e)
{
  const struct lbm *l = b->flow;
  clear(b); /* what is more than stands there comes */
  for (struct lbm_piece *piece = l->piece; piece < l->piece + lbm_pieces(l); piece++)
    if (l->backend->moment(piece->state, -1, b->first + piece->part.first, b->there, e))
      return e->code;
  if (b->device.row && b->device.row->fetch(b->device.self, b->density, b->there, b->own * sizeof *b->density, e))
    return e->code;
  send(b);
  return 0;
}
