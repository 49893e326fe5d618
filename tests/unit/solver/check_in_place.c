/* SPDX-License-Identifier: BSD-3-Clause */
/* Grid compression (layout/in_place.h): the host simulates time steps, place by place in the in-place order, in many
 * schedules. When a tile is read, its values must still be those from before the step, whatever has been written by
 * then; every place must end; both sides of a seam are included. The sources of each node are those of the geometry
 * (lbm_source), which other tests compare with the naive step. */
#include "in_place.h"
#include "cuda_tile.h"
#include "flow_made.h"
#include "boundary.h"
#include "random.h"
#include "suite.h"

#include <math.h>

enum { UNIT = 4 }; /* values; tiles begin at multiples of it */

/* ---- domains -------------------------------------------------------------------------- */

/* Lumps of 3 nodes, which are non-solid with probability `porosity`. */
static struct tile_bits lumps(int64_t nx, int64_t ny, int64_t nz, double porosity)
{
  const int64_t grid[3] = {nx, ny, nz};
  struct tile_bits b = empty_bits(grid);
  struct random r = {11};
  bool lump[32][32][32];
  for (int i = 0; i < 32 * 32 * 32; i++)
    (&lump[0][0][0])[i] = random_real(&r) < porosity;
  for (int64_t z = 0; z < nz; z++)
    for (int64_t y = 0; y < ny; y++)
      for (int64_t x = 0; x < nx; x++)
        if (lump[z / 3 % 32][y / 3 % 32][x / 3 % 32])
          set_bit(&b, x, y, z);
  return b;
}

/* A vessel: a tube that winds through the box. */
static struct tile_bits winding(int64_t n)
{
  const int64_t grid[3] = {n, n, n};
  struct tile_bits b = empty_bits(grid);
  for (int64_t z = 0; z < n; z++)
    for (int64_t y = 0; y < n; y++)
      for (int64_t x = 0; x < n; x++) {
        const double dx = (double)x - (0.5 + 0.3 * sin(0.2 * (double)z)) * (double)n,
                     dy = (double)y - (0.5 + 0.3 * cos(0.2 * (double)z)) * (double)n;
        if (dx * dx + dy * dy < 30)
          set_bit(&b, x, y, z);
      }
  return b;
}

static void make_domain(struct made *m, int which)
{
  static const unsigned periodic[] = {0, 7, 1, 2, 4, 7, 5, 0};
  switch (which) {
  case 0:
    made_domain(m, full_bits(36, 36, 36), (struct tile_make){0});
    break;
  case 1:
    made_domain(m, full_bits(40, 36, 44), (struct tile_make){.periodic = periodic[1]});
    break;
  case 6:
    made_domain(m, winding(60), (struct tile_make){.periodic = TILE_Z});
    break;
  case 7:
    made_domain(m, winding(60), (struct tile_make){.order = TILE_HILBERT});
    break;
  default: /* with seams that cut tiles */
    made_domain(m, lumps(41, 38, 47, 0.2 * which),
                (struct tile_make){.periodic = periodic[which], .offset = {1, 2, 3}, .order = TILE_MORTON});
  }
}
enum { DOMAINS = 8 };

/* ---- a simulated device ---------------------------------------------------------------------- */

enum state { WAITS, BEGUN, READ, DONE };

struct device {
  const struct lbm_geometry *g;
  const struct lbm_in_place *c;
  enum lbm_turning turning;
  size_t *row;       /* of each tile */
  uint32_t *cell;    /* of each unit of memory: 1 + the row whose values from before this step it holds; 0: none */
  enum state *state; /* of each place in the order */
  size_t *read;      /* number of places of each group that have been read */
  size_t begun, done, cleared; /* places begun and done; groups cleared */
};

static size_t row_of(const struct device *d, size_t turn)
{
  return d->turning == LBM_UP ? turn : d->c->tiles - 1 - turn;
}

/* Every unit of a tile still holds its values from before the step. */
static void check_there(const struct device *d, size_t tile)
{
  const size_t row = d->row[tile];
  const size_t shift = d->turning == LBM_UP ? d->c->gap : 0;
  for (size_t at = d->c->base[row]; at < d->c->base[row + 1]; at += UNIT)
    if (d->cell[(at + shift) / UNIT] != row + 1) /* not ck_assert, which writes to a file at each check */
      ck_abort_msg("tile %zu was overwritten before it was read", tile);
}

static size_t tile_of(const struct lbm_geometry *g, size_t value)
{
  size_t t = 0, end = g->domain->tiles;
  while (end - t > 1) {
    const size_t middle = (t + end) / 2;
    *(g->base[middle] <= value ? &t : &end) = middle;
  }
  return t;
}

/* Of the places that were begun together, the last one to be read reports for all of them. */
static void tell(struct device *d, size_t turn)
{
  const size_t begin = turn / LBM_CUDA_IN_PLACE * LBM_CUDA_IN_PLACE,
               end = begin + LBM_CUDA_IN_PLACE < d->c->tiles ? begin + LBM_CUDA_IN_PLACE : d->c->tiles;
  for (size_t n = begin; n < end; n++)
    if (d->state[n] < READ)
      return;
  d->read[turn >> d->c->shift] += end - begin;
}

/* Reads all tiles from which the nodes of a tile gather. */
static void read_tile(struct device *d, size_t turn)
{
  const size_t tile = d->c->tile[row_of(d, turn)];
  size_t last = SIZE_MAX;
  check_there(d, tile);
  for (int node = 0; node < 64; node++)
    for (int i = 1; i < LBM_Q && d->g->domain->mask[tile] >> node & 1; i++) {
      const size_t from = tile_of(d->g, lbm_source(d->g, tile, node, i));
      if (from != last && from != tile)
        check_there(d, from);
      last = from;
    }
  d->state[turn] = READ;
  tell(d, turn);
}

static bool is_read(const struct device *d, size_t group)
{
  const size_t begin = group << d->c->shift, end = (group + 1) << d->c->shift;
  return d->read[group] == (end < d->c->tiles ? end : d->c->tiles) - begin;
}

static bool may_write(struct device *d, size_t turn)
{
  const size_t groups = d->c->wait[d->turning][turn >> d->c->shift];
  while (d->cleared < groups && is_read(d, d->cleared))
    d->cleared++;
  return d->cleared >= groups;
}

static void write_tile(struct device *d, size_t turn)
{
  const size_t row = row_of(d, turn);
  const size_t shift = d->turning == LBM_UP ? 0 : d->c->gap;
  for (size_t at = d->c->base[row]; at < d->c->base[row + 1]; at += UNIT)
    d->cell[(at + shift) / UNIT] = 0;
  d->state[turn] = DONE;
  d->done++;
}

/* Does the next action that is possible for a running block; false: it waits. */
static bool advance(struct device *d, size_t turn)
{
  if (d->state[turn] == BEGUN)
    read_tile(d, turn);
  else if (d->state[turn] == READ && may_write(d, turn))
    write_tile(d, turn);
  else
    return false;
  return true;
}

/* One time step with at most `in_place` places in work. They begin in order, several at once, and any of them may act
 * next: mostly the latest (early), as if the first ones were slow, or a random one. */
static void pass(struct device *d, size_t in_place, bool early, struct random *r)
{
  size_t *running = calloc(in_place, sizeof *running), count = 0;
  while (d->done < d->c->tiles) {
    while (count + LBM_CUDA_IN_PLACE <= in_place && d->begun < d->c->tiles)
      for (int k = 0; k < LBM_CUDA_IN_PLACE && d->begun < d->c->tiles; k++) {
        d->state[d->begun] = BEGUN;
        running[count++] = d->begun++;
      }
    size_t first = early ? count - 1 : (size_t)(random_real(r) * (double)count), k = 0;
    while (k < count && !advance(d, running[(first + count - k) % count]))
      k++;
    if (k == count)
      ck_abort_msg("%zu turns wait for ever", count);
    const size_t at = (first + count - k) % count;
    if (d->state[running[at]] == DONE) {
      memmove(running + at, running + at + 1, (count - at - 1) * sizeof *running);
      count--;
    }
  }
  free(running);
}

static void start(struct device *d)
{
  const size_t shift = d->turning == LBM_UP ? d->c->gap : 0, units = (d->c->base[d->c->tiles] + d->c->gap) / UNIT;
  memset(d->cell, 0, units * sizeof *d->cell);
  for (size_t row = 0; row < d->c->tiles; row++)
    for (size_t at = d->c->base[row]; at < d->c->base[row + 1]; at += UNIT)
      d->cell[(at + shift) / UNIT] = (uint32_t)row + 1;
  memset(d->state, 0, d->c->tiles * sizeof *d->state);
  memset(d->read, 0, d->c->groups * sizeof *d->read);
  d->begun = d->done = d->cleared = 0;
}

static void simulate(const struct lbm_geometry *g, const struct lbm_in_place *c)
{
  static const size_t in_place[] = {30, 400};
  struct random r = {5};
  struct device d = {.g = g, .c = c};
  d.row = calloc(c->tiles, sizeof *d.row);
  d.cell = calloc((c->base[c->tiles] + c->gap) / UNIT, sizeof *d.cell);
  d.state = calloc(c->tiles, sizeof *d.state);
  d.read = calloc(c->groups, sizeof *d.read);
  for (size_t row = 0; row < c->tiles; row++)
    d.row[c->tile[row]] = row;
  for (int k = 0; k < (slow() ? 8 : 4); k++) {
    d.turning = (enum lbm_turning)(k % 2);
    start(&d);
    pass(&d, in_place[k / 4], k / 2 % 2, &r);
  }
  free(d.row);
  free(d.cell);
  free(d.state);
  free(d.read);
}

static void order(struct made *m, struct lbm_subdomain *part, struct lbm_geometry *g, struct lbm_in_place *c)
{
  const struct lbm_storage storage = {LBM_PACKED, UNIT, true, true, false};
  OK(m, lbm_subdomain_make(part, &m->domain, 0, m->domain.tiles, &m->e));
  OK(m, lbm_geometry_make(g, part, &storage, m->condition, LBM_WALLS_HALFWAY, &m->e));
  OK(m, lbm_in_place_make(c, g, &m->e));
}

static void forget(struct made *m, struct lbm_subdomain *part, struct lbm_geometry *g, struct lbm_in_place *c)
{
  lbm_in_place_free(c);
  lbm_geometry_free(g);
  lbm_subdomain_free(part);
  made_free(m);
}

LOOP_TEST(nothing_is_lost, DOMAINS)
{
  struct made m;
  struct lbm_subdomain part;
  struct lbm_geometry g;
  struct lbm_in_place c;
  make_domain(&m, _i);
  order(&m, &part, &g, &c);
  ck_assert_uint_eq(c.base[c.tiles], g.values);
  ck_assert_uint_eq(c.gap % LBM_COMPRESSED_ALIGN, 0);
  for (int k = 0; k < LBM_TURNINGS; k++)
    for (size_t group = 0; group < c.groups; group++)
      if (c.wait[k][group] > group)
        ck_abort_msg("group %zu waits for itself", group);
  simulate(&g, &c);
  forget(&m, &part, &g, &c);
}

/* The gap is one layer and the tiles that are in work; two layers where the longest axis is periodic, since the order
 * is folded there. */
LOOP_TEST(gap_is_small, 2)
{
  static const double most[2] = {1.07, 1.09}; /* copies: of 64 layers, 1 / 48 and a row or two */
  struct made m;
  struct lbm_subdomain part;
  struct lbm_geometry g;
  struct lbm_in_place c;
  made_domain(&m, full_bits(64, 64, 256), (struct tile_make){.periodic = _i ? 7 : 0});
  order(&m, &part, &g, &c);
  const double copies = 1 + (double)c.gap / (double)c.base[c.tiles];
  ck_assert_msg(copies <= most[_i], "%.3f copies", copies);
  forget(&m, &part, &g, &c);
}

int main(void)
{
  return run_tests("compressed", 120, CK_FORK_GETENV);
}
