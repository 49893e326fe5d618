#include "pressure.h"

#include "comm.h"
#include "flow.h"
#include "neighbours.h"

#include <omp.h>
#include <stdlib.h>

#define WALL 2.      /* a half-way wall is half as far as a neighbour */
#define AT_WALL 1e-2 /* to which w is found */
#define CLOSE 0.2    /* to which a correction is found: it is one of several */
#define LEAK 1e-6    /* what fills more slowly than 1/LEAK steps or so is left */
enum { WALL_CYCLES = 30, CYCLES = 15 };

struct lbm_pressure {
  struct lbm *flow;
  struct lbm_neighbours neighbours;
  struct lbm_multigrid *multigrid;
  bool *given;    /* of each node: is its pressure? */
  bool any;       /* of any */
  double *mobile; /* w */
  double *density, *gain, *change;
};

/* ---- w ----------------------------------------------------------------- */

static double leak_of_wall(const void *self, size_t node)
{
  const struct lbm_pressure *p = self;
  const struct tile_domain *d = p->neighbours.domain;
  double walls = 0;
  for (int k = 0; k < 6; k++) {
    const int64_t at = p->neighbours.at[node][k / 2] + (k % 2 ? -1 : 1);
    const bool outside = at < 0 || at >= d->grid[k / 2];
    walls += p->neighbours.next[node][k] == LBM_NOBODY && !(outside && p->given[node]);
  }
  return WALL * walls;
}

static double weight_of_wall(const void *self, size_t node, size_t other)
{
  (void)self, (void)node, (void)other;
  return 1;
}

static int solve_mobile(struct lbm_pressure *p, struct tile_error *e)
{
  const struct lbm_links walls = {leak_of_wall, weight_of_wall, p, NULL};
  struct lbm_graph g;
  struct lbm_multigrid *m = NULL;
  const int threads = p->flow->setup.threads;
  int code = lbm_neighbours_graph(&p->neighbours, &g, &walls, e);
  if (code)
    lbm_graph_free(&g);
  else if (!(code = lbm_multigrid_new(&m, &g, threads, e))) {
    for (size_t i = 0; i < p->neighbours.nodes; i++)
      p->gain[i] = 1;
    lbm_multigrid_solve(m, p->gain, p->mobile, AT_WALL, WALL_CYCLES);
  }
  lbm_multigrid_free(m);
  return code;
}

/* ---- the equation of the pressure -------------------------------------- */

static double leak_of_pressure(const void *self, size_t node)
{
  (void)self, (void)node;
  return LEAK;
}

static double weight_of_pressure(const void *self, size_t node, size_t other)
{
  const struct lbm_pressure *p = self;
  return (p->mobile[node] + p->mobile[other]) / 2;
}

static int make_equation(struct lbm_pressure *p, struct tile_error *e)
{
  const struct lbm_links links = {leak_of_pressure, weight_of_pressure, p, p->given};
  struct lbm_graph g;
  if (!lbm_neighbours_graph(&p->neighbours, &g, &links, e))
    return lbm_multigrid_new(&p->multigrid, &g, p->flow->setup.threads, e);
  lbm_graph_free(&g);
  return e->code;
}

static void find_given(struct lbm_pressure *p)
{
  const struct tile_domain *d = p->flow->domain;
  for (const struct tile_mark *m = d->mark; m < d->mark + d->marks; m++)
    if (m->patch && p->flow->setup.condition[m->patch - 1].kind == LBM_AT_PRESSURE) {
      const uint64_t before = d->mask[m->tile] & (((uint64_t)1 << m->node) - 1);
      p->given[p->neighbours.begin[m->tile] + (size_t)__builtin_popcountll(before)] = p->any = true;
    }
}

bool lbm_pressure_serves(const struct lbm *flow)
{
  return flow->backend->kind == LBM_ON_CPU && flow->setup.precision == LBM_FP64 &&
         flow->setup.equilibrium == LBM_STOKES && !lbm_depends_on_tau(&flow->setup);
}

double lbm_pressure_tau(const struct lbm_pressure *p)
{
  double sum = 0;
  for (size_t i = 0; i < p->neighbours.nodes; i++)
    sum += p->mobile[i];
  return 1 + sqrt(sum / (double)p->neighbours.nodes);
}

int lbm_pressure_new(struct lbm_pressure **made, struct lbm *flow, struct tile_error *e)
{
  struct lbm_pressure *p = *made = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the pressure correction");
  p->flow = flow;
  if (lbm_neighbours_make(&p->neighbours, flow->domain, flow->setup.threads, e))
    return e->code;
  const size_t nodes = p->neighbours.nodes;
  p->given = tile_alloc(nodes, sizeof *p->given);
  p->mobile = tile_alloc(nodes, sizeof *p->mobile);
  p->density = tile_alloc(nodes, sizeof *p->density);
  p->gain = tile_alloc(nodes, sizeof *p->gain);
  p->change = tile_alloc(nodes, sizeof *p->change);
  if (!p->given || !p->mobile || !p->density || !p->gain || !p->change)
    return tile_fail_memory(e, 4 * nodes * sizeof *p->gain, "the pressure correction");
  find_given(p);
  return solve_mobile(p, e) || make_equation(p, e) ? e->code : 0;
}

void lbm_pressure_free(struct lbm_pressure *p)
{
  if (!p)
    return;
  lbm_neighbours_free(&p->neighbours);
  lbm_multigrid_free(p->multigrid);
  free(p->given);
  free(p->mobile);
  free(p->density);
  free(p->gain);
  free(p->change);
  free(p);
}

/* ---- a correction ------------------------------------------------------ */

#define TILES(p, t)                                                                                                \
  _Pragma("omp parallel for schedule(static) num_threads((p)->flow->setup.threads ? (p)->flow->setup.threads        \
                                                                                  : omp_get_max_threads())") for ( \
      size_t t = lbm_own_begin((p)->flow); t < lbm_own_end((p)->flow); t++)

static void density_of_tile(const struct lbm_pressure *p, size_t tile, double *to)
{
  double all[64 * LBM_Q], f[LBM_Q], field[LBM_FIELDS];
  struct tile_error ignored;
  if (lbm_get_restored(p->flow, tile, all, &ignored))
    return;
  for (size_t n = 0; n < lbm_nodes_of(p->flow, tile); n++) {
    lbm_load_node(p->flow, f, all, n);
    lbm_node_fields(p->flow, field, f);
    to[p->neighbours.begin[tile] + n] = field[LBM_FIELD_DENSITY];
  }
}

/* Each process has those of its tiles; each solves the same whole equation. */
static void share_nodes(const struct lbm_pressure *p, double *values)
{
  const struct lbm *l = p->flow;
  const size_t *begin = p->neighbours.begin;
  for (size_t t = 0, end; lbm_comm_size() > 1 && t < l->domain->tiles; t = end) {
    const int rank = lbm_rank_of(l, t);
    for (end = t; end < l->domain->tiles && lbm_rank_of(l, end) == rank;)
      end++;
    lbm_comm_share(values + begin[t], (begin[end] - begin[t]) * sizeof *values, rank);
  }
}

static void get_density(const struct lbm_pressure *p, double *to)
{
  TILES(p, t)
  density_of_tile(p, t, to);
  share_nodes(p, to);
}

/* c_s^2 grad of the change, times -w/nu; where the pressure is given it is left. */
static void velocity_of(const struct lbm_pressure *p, size_t i, double nu, double u[3])
{
  const uint32_t *next = p->neighbours.next[i];
  for (int a = 0; a < 3; a++) {
    const double after = next[2 * a] == LBM_NOBODY ? p->change[i] : p->change[next[2 * a]],
                 before = next[2 * a + 1] == LBM_NOBODY ? p->change[i] : p->change[next[2 * a + 1]];
    u[a] = p->given[i] ? 0 : -p->mobile[i] / nu / 3 * (after - before) / 2;
  }
}

static void add_to_node(const struct lbm_pressure *p, size_t i, double nu, double share, double f[LBM_Q])
{
  double u[3];
  velocity_of(p, i, nu, u);
  for (int k = 0; k < LBM_Q; k++)
    f[k] += share * lbm_weight[k] * (p->change[i] + 3 * (lbm_c[k][0] * u[0] + lbm_c[k][1] * u[1] + lbm_c[k][2] * u[2]));
}

static void add_to_tile(const struct lbm_pressure *p, size_t tile, double nu, double share)
{
  double all[64 * LBM_Q], f[LBM_Q];
  struct tile_error ignored;
  if (lbm_get_restored(p->flow, tile, all, &ignored))
    return;
  for (size_t n = 0; n < lbm_nodes_of(p->flow, tile); n++) {
    lbm_load_node(p->flow, f, all, n);
    add_to_node(p, p->neighbours.begin[tile] + n, nu, share, f);
    lbm_store(p->flow->setup.precision, all, n * LBM_Q, f, LBM_Q);
  }
  lbm_store_cuts(p->flow, tile, all);
  lbm_put_populations(p->flow, tile, all, &ignored);
}

static void add(const struct lbm_pressure *p, double nu, double share)
{
  TILES(p, t)
  add_to_tile(p, t, nu, share);
}

/* Mass stays where no pressure is given. */
static void keep_mass(struct lbm_pressure *p)
{
  double sum = 0;
  for (size_t i = 0; i < p->neighbours.nodes; i++)
    sum += p->change[i];
  for (size_t i = 0; !p->any && i < p->neighbours.nodes; i++)
    p->change[i] -= sum / (double)p->neighbours.nodes;
}

int lbm_pressure_correct(struct lbm_pressure *p, struct tile_error *e)
{
  static const double shares[] = {0.25, 0.5, 0.25};
  enum { SHARES = 3, WATCHED = LBM_PRESSURE_STEPS + 1 - SHARES };
  const double nu = (p->flow->setup.tau - 0.5) / 3;
  get_density(p, p->density);
  if (lbm_step(p->flow, WATCHED, e))
    return e->code;
  get_density(p, p->gain);
  for (size_t i = 0; i < p->neighbours.nodes; i++)
    p->gain[i] = p->given[i] ? 0 : 3 * nu * (p->gain[i] - p->density[i]) / WATCHED;
  lbm_multigrid_solve(p->multigrid, p->gain, p->change, CLOSE, CYCLES);
  keep_mass(p);
  for (int i = 0; i < SHARES; i++) {
    if (i && lbm_step(p->flow, 1, e))
      return e->code;
    add(p, nu, shares[i]);
  }
  return 0;
}
