#include "cpu_work.h"

#include "backend.h"
#include "bandwidth.h"
#include "plane.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Pieces, spread over the order of tiles; tiles of one, which caches hold with those around it. */
enum { PIECES = 16, PIECE = 100 };
/* Of a tile, where what it shares with its neighbours has left the second-level cache meanwhile, as in pieces it has not. Fitted:
 * tests/bench/RESULTS.md. */
static const double refetch = 40e-9;
/* Steps go in pairs, of which one leaves the populations away (cpu_kernel.h). */
enum { PASSES = 4, REPEATS = 6 };

static const struct lbm_backend *backend_of(const struct lbm_setup *s)
{
  return s->lattice == LBM_LATTICE_D2Q9 ? &lbm_backend_cpu_plane : &lbm_backend_cpu;
}

/* Threads beyond processors take turns, and are no faster. */
static int cores_of(const struct lbm_setup *s)
{
  const int threads = s->threads ? s->threads : lbm_threads(), most = omp_get_num_procs();
  return threads < most ? threads : most;
}

static size_t pieces_of(const struct tile_domain *d)
{
  return d->tiles > PIECES * PIECE ? PIECES : (d->tiles + PIECE - 1) / PIECE;
}

/* Of a drive, so that a piece, which is closed but for its patches, does not fill up. */
static const double slow = 1e-6;

static struct lbm_task task_of(const struct lbm_setup *s, const struct lbm_geometry *g)
{
  const double *force = s->force;
  return (struct lbm_task){.geometry = g,
                           .condition = g->condition,
                           .rates = {1, 1, 1, 1, 1, 1, 1, .force = {slow * force[0], slow * force[1], slow * force[2]}},
                           .collision = s->collision,
                           .equilibrium = s->equilibrium,
                           .forced = force[0] != 0 || force[1] != 0 || force[2] != 0,
                           .mode = LBM_STEP};
}

/* Adds to *seconds what a step takes. */
static int time_steps(double *seconds, const struct lbm_setup *s, const struct lbm_geometry *g, struct tile_error *e)
{
  const struct lbm_backend *cpu = backend_of(s);
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
  const struct lbm_backend *cpu = backend_of(s);
  const struct lbm_storage storage = {s->layout, cpu->align / lbm_value_bytes_of(s->precision), cpu->masks,
                                      cpu->arranges, s->lattice == LBM_LATTICE_D2Q9};
  struct lbm_geometry g = {0};
  int code = lbm_geometry_make(&g, piece, &storage, condition, s->walls, e);
  code = code ? code : time_steps(seconds, s, &g, e);
  lbm_geometry_free(&g);
  return code;
}

static void set_conditions(struct lbm_condition *to, const struct lbm_condition *from, int patches)
{
  for (int p = 0; p < patches; p++) {
    to[p] = from ? from[p] : (struct lbm_condition){.kind = LBM_AT_PRESSURE};
    to[p].density *= slow;
    for (int axis = 0; axis < 3; axis++)
      to[p].velocity[axis] *= slow;
  }
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
  const int threads = cores_of(s), turns = threads > (int)pieces ? threads : (int)pieces;
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
  *seconds = (sum + (s->lattice == LBM_LATTICE_D2Q9 ? 0 : refetch * (double)tiles)) / (double)nodes;
  *e = first;
  return first.code;
}

/* ---- D2Q9: a block takes its time however few of its nodes are non-solid ---- */

/* 4 x 4 blocks, periodic. */
static int make_box(struct tile_domain *d, struct tile_error *e)
{
  enum { SIDE = 64 };
  uint64_t row[SIDE];
  memset(row, 0xff, sizeof row);
  const struct tile_bits bits = {.grid = {SIDE, SIDE, 1}, .row = 1, .word = row};
  const struct tile_make how = {.edge = TILE_EDGE, .periodic = TILE_X | TILE_Y | TILE_Z};
  struct tile_header h = {0};
  int code = tile_header_set(&h, e, "grid", "%d %d 1", SIDE, SIDE);
  code = code ? code : tile_domain_make(d, &bits, &how, &h, e);
  tile_header_free(&h);
  return code;
}

static int count_blocks(size_t *blocks, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_plane p = {0};
  const int code = lbm_plane_number(&p, d, e);
  *blocks = p.blocks;
  lbm_plane_free(&p);
  return code;
}

static int time_blocks(double *seconds, const struct lbm_setup *s, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_domain box = {0};
  struct lbm_part whole = {0};
  size_t blocks;
  int code = count_blocks(&blocks, d, e);
  code = code ? code : make_box(&box, e);
  code = code ? code : lbm_part_make(&whole, &box, 0, box.tiles, e);
  code = code ? code : time_pieces(seconds, s, &whole, 1, NULL, e);
  if (!code)
    *seconds *= (double)(LBM_PLANE_NODES * blocks) / (double)tile_domain_nonsolid(d);
  lbm_part_free(&whole);
  tile_domain_free(&box);
  return code;
}

int lbm_cpu_work(double *seconds, const struct lbm_setup *setup, int setups, const struct tile_domain *d,
                 struct tile_error *e)
{
  struct lbm_part piece[PIECES] = {{0}};
  struct lbm_condition *condition = tile_alloc((size_t)d->patches + 1, sizeof *condition);
  int code = condition ? make_pieces(piece, d, e) : tile_fail_memory(e, sizeof *condition, "conditions");
  for (int k = 0; k < setups && !code; k++) {
    set_conditions(condition, setup[k].condition, d->patches);
    code = setup[k].lattice == LBM_LATTICE_D2Q9
               ? time_blocks(seconds + k, setup + k, d, e)
               : time_pieces(seconds + k, setup + k, piece, pieces_of(d), condition, e);
  }
  for (int p = 0; p < PIECES; p++)
    lbm_part_free(piece + p);
  free(condition);
  return code;
}

int lbm_cpu_forecast(struct lbm_forecast *const f[], const struct lbm_setup *setup, int setups,
                     const struct tile_domain *d, struct tile_error *e)
{
  enum { COPIED = 64000000 };
  const double alone = lbm_copy_bandwidth(COPIED, 1);
  for (int k = 0; k < setups; k++)
    f[k]->work = (double)NAN;
  double *work = alone > 0 && d->tiles ? tile_alloc((size_t)setups, sizeof *work) : NULL;
  const int code = work ? lbm_cpu_work(work, setup, setups, d, e) : TILE_FAILED;
  for (int k = 0; k < setups && !code; k++)
    lbm_forecast_threads(f[k], work[k], alone, cores_of(setup + k));
  free(work);
  return code == TILE_FAILED ? 0 : code;
}
