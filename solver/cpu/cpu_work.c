#include "cpu_work.h"

#include "backend.h"
#include "bandwidth.h"

#include <math.h>
#include <stdlib.h>

/* Pieces, spread over the order of tiles; tiles of one, which caches hold with those around it. */
enum { PIECES = 16, PIECE = 100 };
/* Of a tile, where what it shares with its neighbours has left the second-level cache meanwhile, as in pieces it has not. Fitted:
 * tests/bench/RESULTS.md. */
static const double refetch = 40e-9;
/* Steps go in pairs, of which one leaves the populations away (cpu_kernel.h). */
enum { PASSES = 4, REPEATS = 6 };

static size_t pieces_of(const struct tile_domain *d)
{
  return d->tiles > PIECES * PIECE ? PIECES : (d->tiles + PIECE - 1) / PIECE;
}

static struct lbm_task task_of(const struct lbm_setup *s, const struct lbm_geometry *g)
{
  const double *force = s->force;
  return (struct lbm_task){.geometry = g,
                           .condition = g->condition,
                           .rates = {1, 1, 1, 1, 1, 1, 1, .force = {force[0], force[1], force[2]}},
                           .collision = s->collision,
                           .equilibrium = s->equilibrium,
                           .forced = force[0] != 0 || force[1] != 0 || force[2] != 0,
                           .mode = LBM_STEP};
}

/* Adds to *seconds what a step takes. */
static int time_steps(double *seconds, const struct lbm_setup *s, const struct lbm_geometry *g, struct tile_error *e)
{
  const struct lbm_backend *cpu = &lbm_backend_cpu;
  const struct lbm_task task = task_of(s, g);
  struct lbm_setup alone = *s;
  void *state = NULL;
  double least = 1e9;
  alone.threads = 1;
  int code = cpu->open(&state, g, &alone, 0, e);
  for (int r = 0; r < REPEATS && !code; r++) {
    struct lbm_outcome o;
    code = cpu->steps(state, &task, PASSES, &o, e);
    least = o.seconds < least ? o.seconds : least;
  }
  cpu->close(state);
  *seconds += code ? 0 : least / PASSES;
  return code;
}

static int time_piece(double *seconds, const struct lbm_setup *s, const struct lbm_part *piece,
                      const struct lbm_condition *condition, struct tile_error *e)
{
  const struct lbm_storage storage = {.layout = s->layout,
                                      .align = lbm_backend_cpu.align / lbm_value_bytes_of(s->precision)};
  struct lbm_geometry g = {0};
  int code = lbm_geometry_make(&g, piece, &storage, condition, s->walls, e);
  code = code ? code : time_steps(seconds, s, &g, e);
  lbm_geometry_free(&g);
  return code;
}

static struct lbm_condition *make_pressures(const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_condition *c = tile_alloc((size_t)d->patches + 1, sizeof *c);
  if (!c)
    tile_fail_memory(e, (size_t)d->patches * sizeof *c, "conditions");
  for (int p = 0; c && p < d->patches; p++)
    c[p].kind = LBM_AT_PRESSURE;
  return c;
}

static size_t nodes_of(const struct lbm_part *piece)
{
  size_t nodes = 0;
  for (size_t t = piece->begin; t < piece->end; t++)
    nodes += (size_t)__builtin_popcountll(piece->domain.mask[t]);
  return nodes;
}

static int make_pieces(struct lbm_part piece[PIECES], const struct tile_domain *d, struct tile_error *e)
{
  const size_t pieces = pieces_of(d);
  int code = 0;
  for (size_t p = 0; p < pieces && !code; p++) {
    const size_t begin = p * (d->tiles / pieces), end = begin + PIECE;
    code = lbm_part_make(piece + p, d, begin, end < d->tiles ? end : d->tiles, e);
  }
  return code;
}

/* As many pieces at once as there are threads, and each at least once: threads may share what a core has. */
static int time_pieces(double *seconds, const struct lbm_setup *s, const struct lbm_part *piece, size_t pieces,
                       const struct lbm_condition *condition, struct tile_error *e)
{
  const int threads = s->threads ? s->threads : lbm_threads(), turns = threads > (int)pieces ? threads : (int)pieces;
  double sum = 0;
  size_t nodes = 0, tiles = 0;
  struct tile_error first = {0};
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : sum, nodes, tiles)
  for (int t = 0; t < turns; t++) {
    struct tile_error wrong;
    const struct lbm_part *p = piece + (size_t)t % pieces;
    if (time_piece(&sum, s, p, condition, &wrong)) {
#pragma omp critical
      first = wrong;
    }
    nodes += nodes_of(p);
    tiles += p->tiles;
  }
  *seconds = (sum + refetch * (double)tiles) / (double)nodes;
  *e = first;
  return first.code;
}

int lbm_cpu_work(double *seconds, const struct lbm_setup *setup, int setups, const struct tile_domain *d,
                 struct tile_error *e)
{
  struct lbm_part piece[PIECES] = {{0}};
  struct lbm_condition *at_pressures = make_pressures(d, e);
  int code = at_pressures ? make_pieces(piece, d, e) : e->code;
  for (int k = 0; k < setups && !code; k++)
    code = time_pieces(seconds + k, setup + k, piece, pieces_of(d),
                       setup[k].condition ? setup[k].condition : at_pressures, e);
  for (int p = 0; p < PIECES; p++)
    lbm_part_free(piece + p);
  free(at_pressures);
  return code;
}

int lbm_cpu_forecast(struct lbm_forecast *const f[], const struct lbm_setup *setup, int setups,
                     const struct tile_domain *d, struct tile_error *e)
{
  enum { COPIED = 64000000 };
  const double alone = lbm_copy_bandwidth(COPIED, 1);
  for (int k = 0; k < setups; k++)
    f[k]->work = (double)NAN;
  double *work = alone > 0 ? tile_alloc((size_t)setups, sizeof *work) : NULL;
  const int code = work ? lbm_cpu_work(work, setup, setups, d, e) : TILE_FAILED;
  for (int k = 0; k < setups && !code; k++)
    lbm_forecast_threads(f[k], work[k], alone, setup[k].threads ? setup[k].threads : lbm_threads());
  free(work);
  return code == TILE_FAILED ? 0 : code;
}
