/* SPDX-License-Identifier: BSD-3-Clause */
#include "in_place.h"

#include "cuda_tile.h"
#include "memory.h"

#include <stdlib.h>

/* ---- the order -------------------------------------------------------------------- */

/* Layers follow each other along axis[0], rows of a layer along axis[1], and tiles of a row along axis[2]. */
struct sweep {
  const struct tile_domain *domain;
  int64_t span[3]; /* along x, y, z, in tiles */
  int axis[3];
};

static bool is_periodic(const struct sweep *s, int axis)
{
  return s->domain->periodic >> axis & 1;
}

/* The axis along the rows is not folded: both ends of a row are close to each other anyway. */
static bool is_folded(const struct sweep *s, int axis)
{
  return is_periodic(s, axis) && axis != s->axis[2];
}

/* The place of a tile along an axis. The places of neighbours differ by at most step_along. */
static uint64_t place_along(const struct sweep *s, int axis, size_t tile)
{
  const int64_t at = s->domain->coord[tile][axis], n = s->span[axis];
  return (uint64_t)(!is_folded(s, axis) ? at : at < (n + 1) / 2 ? 2 * at : 2 * (n - 1 - at) + 1);
}

static uint64_t step_along(const struct sweep *s, int axis)
{
  return is_folded(s, axis) ? 2 : is_periodic(s, axis) ? (uint64_t)s->span[axis] : 1;
}

enum { FIELD = 21 }; /* bits of a place along one axis: a domain with more tiles cannot be put in order */

static uint64_t key_of(const struct sweep *s, size_t tile)
{
  return (place_along(s, s->axis[0], tile) << FIELD | place_along(s, s->axis[1], tile)) << FIELD |
         place_along(s, s->axis[2], tile);
}

/* A tile in the order. */
struct place {
  uint64_t key;
  uint32_t tile;
};

/* The largest difference of the keys of two neighbours. */
static uint64_t key_step(const struct sweep *s)
{
  return (step_along(s, s->axis[0]) << FIELD | step_along(s, s->axis[1])) << FIELD | step_along(s, s->axis[2]);
}

/* The weight of an axis estimates the gap: the number of nodes of the fullest layer across the axis, times the number
 * of layers between tiles that gather from each other. */
static int weigh_axes(const struct sweep *s, double weight[3], struct tile_error *e)
{
  bool room = true;
#pragma omp parallel for schedule(dynamic) reduction(&& : room)
  for (int a = 0; a < 3; a++) {
    size_t *nodes = tile_alloc((size_t)s->span[a], sizeof *nodes), most = 0;
    room = room && nodes;
    for (size_t t = 0; nodes && t < s->domain->tiles; t++) {
      size_t *here = &nodes[s->domain->coord[t][a]];
      *here += (size_t)__builtin_popcountll(s->domain->mask[t]);
      most = *here > most ? *here : most;
    }
    weight[a] = (double)(most * (is_periodic(s, a) ? 2 : 1));
    free(nodes);
  }
  return room ? 0 : tile_fail_memory(e, (size_t)s->span[0] * sizeof(size_t), "layers of tiles");
}

/* Sorts the axes by weight, the lightest first; of axes with equal weights z comes first, then y. */
static int choose_axes(struct sweep *s, struct tile_error *e)
{
  double weight[3];
  if (weigh_axes(s, weight, e))
    return e->code;
  s->axis[0] = 2, s->axis[1] = 1, s->axis[2] = 0;
  for (int i = 0; i < 2; i++)
    for (int k = 2; k > i; k--)
      if (weight[s->axis[k]] < weight[s->axis[k - 1]]) {
        const int swap = s->axis[k];
        s->axis[k] = s->axis[k - 1];
        s->axis[k - 1] = swap;
      }
  return 0;
}

static int by_key(const void *a, const void *b)
{
  const uint64_t x = ((const struct place *)a)->key, y = ((const struct place *)b)->key;
  return (x > y) - (x < y);
}

/* Puts the tiles into their layers, one behind the other, and leaves the end of each layer in end[]. */
static void fill_layers(const struct sweep *s, struct place *place, size_t *end)
{
  const int axis = s->axis[0];
  for (size_t t = 0; t < s->domain->tiles; t++)
    end[place_along(s, axis, t) + 1]++;
  for (int64_t at = 0; at < s->span[axis]; at++)
    end[at + 1] += end[at];
  for (size_t t = 0; t < s->domain->tiles; t++)
    place[end[place_along(s, axis, t)]++] = (struct place){key_of(s, t), (uint32_t)t};
}

static int sort_tiles(const struct sweep *s, struct place *place, struct tile_error *e)
{
  const int64_t layers = s->span[s->axis[0]];
  size_t *end = tile_alloc((size_t)layers + 1, sizeof *end);
  if (!end)
    return tile_fail_memory(e, ((size_t)layers + 1) * sizeof *end, "layers of tiles");
  fill_layers(s, place, end);
#pragma omp parallel for schedule(dynamic)
  for (int64_t at = 0; at < layers; at++) {
    const size_t begin = at ? end[at - 1] : 0;
    qsort(place + begin, end[at] - begin, sizeof *place, by_key);
  }
  free(end);
  return 0;
}

static void place_tiles(struct lbm_in_place *c, const struct lbm_geometry *g, const struct place *place)
{
#pragma omp parallel for schedule(static)
  for (size_t n = 0; n < c->tiles; n++) {
    c->tile[n] = place[n].tile;
    c->base[n + 1] = g->base[place[n].tile + 1] - g->base[place[n].tile];
  }
  for (size_t n = 0; n < c->tiles; n++)
    c->base[n + 1] += c->base[n];
}

/* ---- which turns wait for which ------------------------------------------------------- */

/* The turns of one kind of time step. */
struct turns {
  const struct lbm_in_place *c;
  const struct place *place;
  uint64_t step; /* key_step */
  enum lbm_turning turning;
  uint32_t *last; /* [tiles], the last turn that may read the tile of each turn; it never decreases */
};

/* The number of values of the tiles of all earlier turns. */
static size_t begin_of(const struct turns *t, size_t turn)
{
  const struct lbm_in_place *c = t->c;
  return t->turning == LBM_UP ? c->base[turn] : c->base[c->tiles] - c->base[c->tiles - turn];
}

static size_t place_of(const struct turns *t, size_t turn)
{
  return t->turning == LBM_UP ? turn : t->c->tiles - 1 - turn;
}

static bool may_read(const struct turns *t, size_t reader, size_t turn)
{
  const uint64_t a = t->place[place_of(t, reader)].key, b = t->place[place_of(t, turn)].key;
  return (a < b ? b - a : a - b) <= t->step;
}

/* Threads have ranges of turns. */
static void find_last(struct turns *t)
{
  enum { RANGES = 256 };
  const size_t tiles = t->c->tiles;
#pragma omp parallel for schedule(static)
  for (size_t r = 0; r < RANGES; r++) {
    size_t begin = tiles * r / RANGES, end = begin;
    for (size_t n = begin; n < tiles * (r + 1) / RANGES; n++) {
      while (end < tiles && (end <= n || may_read(t, end, n)))
        end++;
      t->last[n] = (uint32_t)(end - 1);
    }
  }
}

/* The number of turns between the last read of a tile and the turn that overwrites it. At any time a GPU has started
 * some thousands of turns that it has not completed; with fewer turns in between, time steps wait and are slower, with
 * more the gap is larger. */
static size_t slack_of(size_t tiles)
{
  enum { PART = 40, MOST = 16384 };
  return tiles / PART < MOST ? tiles / PART + 1 : MOST;
}

static unsigned shift_of(size_t tiles)
{
  unsigned shift = 0;
  while (1 << shift < LBM_CUDA_IN_PLACE || (size_t)64 << shift <= slack_of(tiles))
    shift++;
  return shift;
}

static size_t gap_of(const struct turns *t)
{
  const size_t tiles = t->c->tiles, slack = slack_of(tiles) + ((size_t)1 << t->c->shift);
  size_t gap = 0;
#pragma omp parallel for schedule(static) reduction(max : gap)
  for (size_t n = 0; n < tiles; n++) {
    const size_t free_at = t->last[n] + 1 + slack;
    const size_t needed = begin_of(t, free_at < tiles ? free_at : tiles) - begin_of(t, n);
    gap = needed > gap ? needed : gap;
  }
  return (gap + LBM_COMPRESSED_ALIGN - 1) / LBM_COMPRESSED_ALIGN * LBM_COMPRESSED_ALIGN;
}

static void find_waits(const struct turns *t, uint32_t *wait)
{
  const struct lbm_in_place *c = t->c;
  size_t over = 0; /* number of turns whose old values the group overwrites */
  for (size_t g = 0; g < c->groups; g++) {
    const size_t end = (g + 1) << c->shift < c->tiles ? (g + 1) << c->shift : c->tiles;
    while (over < c->tiles && begin_of(t, over) + c->gap < begin_of(t, end))
      over++;
    const size_t turns = over ? (size_t)t->last[over - 1] + 1 : 0;
    wait[g] = (uint32_t)((turns + ((size_t)1 << c->shift) - 1) >> c->shift);
  }
}

static int find_gap(struct lbm_in_place *c, const struct place *place, uint64_t step, struct tile_error *e)
{
  struct turns turns[LBM_TURNINGS];
  uint32_t *last = tile_alloc(c->tiles, LBM_TURNINGS * sizeof *last);
  if (!last)
    return tile_fail_memory(e, c->tiles * LBM_TURNINGS * sizeof *last, "the order of tiles");
  for (int k = 0; k < LBM_TURNINGS; k++) {
    turns[k] = (struct turns){c, place, step, (enum lbm_turning)k, last + (size_t)k * c->tiles};
    find_last(&turns[k]);
    const size_t gap = gap_of(&turns[k]);
    c->gap = gap > c->gap ? gap : c->gap;
  }
  for (int k = 0; k < LBM_TURNINGS; k++)
    find_waits(&turns[k], c->wait[k]);
  free(last);
  return 0;
}

/* ---- making the order ---------------------------------------------------------------------- */

static int allocate(struct lbm_in_place *c, size_t tiles, struct tile_error *e)
{
  *c = (struct lbm_in_place){.tiles = tiles, .shift = shift_of(tiles)};
  c->groups = (tiles + ((size_t)1 << c->shift) - 1) >> c->shift;
  c->tile = tile_alloc(tiles, sizeof *c->tile);
  c->base = tile_alloc(tiles + 1, sizeof *c->base);
  for (int k = 0; k < LBM_TURNINGS; k++)
    c->wait[k] = tile_alloc(c->groups, sizeof *c->wait[k]);
  return c->tile && c->base && c->wait[LBM_UP] && c->wait[LBM_DOWN]
             ? 0
             : tile_fail_memory(e, tiles * (sizeof *c->tile + sizeof *c->base), "the order of tiles");
}

int lbm_in_place_make(struct lbm_in_place *c, const struct lbm_geometry *g, struct tile_error *e)
{
  struct sweep s = {.domain = g->domain};
  struct place *place = NULL;
  tile_domain_span(s.domain, s.span);
  int code = allocate(c, s.domain->tiles, e) || choose_axes(&s, e) ? e->code : 0;
  if (!code && !(place = tile_alloc(c->tiles, sizeof *place)))
    code = tile_fail_memory(e, c->tiles * sizeof *place, "the order of tiles");
  if (!code && !(code = sort_tiles(&s, place, e))) {
    place_tiles(c, g, place);
    code = find_gap(c, place, key_step(&s), e);
  }
  free(place);
  return code;
}

void lbm_in_place_free(struct lbm_in_place *c)
{
  free(c->tile);
  free(c->base);
  for (int k = 0; k < LBM_TURNINGS; k++)
    free(c->wait[k]);
  *c = (struct lbm_in_place){0};
}
