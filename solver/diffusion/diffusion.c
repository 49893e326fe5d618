/* SPDX-License-Identifier: BSD-3-Clause */
#include "diffusion.h"

#include "cut_links.h"
#include "gap.h"
#include "multigrid.h"
#include "nodes.h"

#include <math.h>
#include <stdlib.h>

/* Each round of conjugate gradients reduces the residual to ROUND of it. */
#define ROUND 1e-2
/* What single precision leaves: terms of the dissipation are rounded, and weights, which have four operations. */
#define ROUNDED 0x1p-24
#define WEIGHED 0x1p-22
enum { MOST_ROUNDS = 20, MOST_ITERATIONS = 200 };
enum { PASSES = 8 }; /* most nodes from a cut link to the open one that carries its flux */

enum { PORTION = 4096 }; /* tiles whose ends are sent together */

struct lbm_diffusion {
  const struct tile_domain *domain;
  struct lbm_device device;
  size_t nodes;
  uint32_t *first; /* [tiles + 1], on the host */
  uint8_t *end;    /* [64 * PORTION], on the host */
  struct lbm_multigrid multigrid;
  struct lbm_nodes node; /* gain: the solution */
  struct lbm_gap gap;    /* of the axis, with conductivities */
  struct {
    void (*tick)(void *self, int iterations, double total);
    void *self;
    int iterations;
    double residual; /* before this round, relative to that of the first one */
    double gap;      /* bound / residual^2, by the last round; before that 1 */
    double bound;    /* to reach */
  } watch;
};

static struct lbm_operation loop_of(const struct lbm_diffusion *s)
{
  return (struct lbm_operation){.g = s->multigrid.level[0], .node = s->node};
}

static void loop(const struct lbm_diffusion *s, enum lbm_operation_name name, const struct lbm_operation *a)
{
  s->device.row->loop(s->device.self, name, a, s->nodes);
}

/* ---- making -------------------------------------------------------------------- */

static int allocate(const struct lbm_diffusion *s, void *array, size_t size, struct tile_error *e)
{
  return lbm_device_allocate(&s->device, array, s->nodes, size, e);
}

/* Weighs the links along axial link k and back. */
static void weigh_along(struct lbm_diffusion *s, int k)
{
  struct lbm_graph *g = s->multigrid.level;
  struct lbm_operation a = loop_of(s);
  a.axis = k;
  loop(s, LBM_OPERATION_divide_area, &a);
  for (int i = 0; i < PASSES; i++) {
    a.g = *g;
    loop(s, LBM_OPERATION_pass_area, &a);
    lbm_graph_swap(g);
  }
}

static void weigh(struct lbm_diffusion *s)
{
  struct lbm_operation a = loop_of(s);
  loop(s, LBM_OPERATION_find_areas, &a);
  for (int k = 0; k < LBM_AXIAL; k++)
    weigh_along(s, k);
  a = loop_of(s);
  for (a.axis = 0; a.axis < LBM_AXIAL; a.axis += 2)
    loop(s, LBM_OPERATION_join_halves, &a);
}

static int make_areas(struct lbm_diffusion *s, struct tile_error *e)
{
  if (allocate(s, &s->node.area, sizeof *s->node.area, e) || allocate(s, &s->node.cut, sizeof *s->node.cut, e) ||
      lbm_cut_links_send(&s->device, s->node.cut, s->domain, s->first, e))
    return e->code;
  weigh(s);
  s->device.row->release(s->device.self, s->node.cut);
  s->node.cut = NULL;
  return 0;
}

static int conduct(struct lbm_diffusion *s, const float *conductivity, struct tile_error *e)
{
  if (allocate(s, &s->node.mobile, sizeof *s->node.mobile, e))
    return e->code;
  s->device.row->send(s->device.self, s->node.mobile, conductivity, s->nodes * sizeof *conductivity);
  const struct lbm_operation a = loop_of(s);
  loop(s, LBM_OPERATION_conduct, &a);
  return 0;
}

/* With wall distances or conductivities the graph has weights. */
static int make_weights(struct lbm_diffusion *s, const float *conductivity, struct tile_error *e)
{
  if (!s->domain->wall_begin && !conductivity)
    return 0;
  if (lbm_graph_weights(&s->device, s->multigrid.level, e) || (s->domain->wall_begin && make_areas(s, e)))
    return e->code;
  return conductivity ? conduct(s, conductivity, e) : 0;
}

/* Bytes for each node of the finest graph. GRAPH: its links; x, b and rest; given; at. PARTS: label, number, part and child.
 * COARSE: for each node of the coarser graph, filled, first, outer and degree, at, links with weights, and the rest. CONDUCTS:
 * mobile and gain, beside the bound. */
enum {
  GRAPH = 6 * 4 + 3 * 4 + 1 + 8,
  PARTS = 4 * 4,
  WEIGHTS = 6 * 4 + 2 * 4,
  AREAS = 3 * 4,
  CUTS = 2 * LBM_CUTS,
  COARSE = 4 * 4 + 8 + 6 * 8 + 5 * 4,
  CONDUCTS = 2 * 4 + LBM_GAP_BYTES
};

/* Bytes of what the first coarser graph is made with. Of a cube of 2^3 nodes one node is made, if all of it is connected.
 * Of the links between cubes half lie within tiles. */
static uint64_t bytes_of_coarse(const struct tile_domain *d)
{
  static const uint64_t cube = 0x330033, inner[3] = {0x2222222222222222, 0x00f000f000f000f0, 0x00000000ffff0000};
  uint64_t parts = 0, pairs = 0;
  for (size_t t = 0; t < d->tiles; t++) {
    const uint64_t m = d->mask[t];
    for (int i = 0; i < 8; i++)
      parts += (m & cube << (2 * (i & 1) + 8 * (i >> 1 & 1) + 32 * (i >> 2))) != 0;
    for (int a = 0; a < 3; a++)
      pairs += (uint64_t)__builtin_popcountll(m & m >> (1 << 2 * a) & inner[a]);
  }
  return parts * COARSE + pairs * 4 * sizeof(uint32_t);
}

/* Bytes on the host when they are most: while areas are found, while the first coarser graph is made, or while the bound
 * with conductivities is, beside all graphs, each with an eighth of the nodes of the one before. */
static uint64_t bytes_to_come(const struct lbm_diffusion *s, bool conducts)
{
  const bool walls = s->domain->wall_begin, weighs = walls || conducts;
  const uint64_t each = (uint64_t)(GRAPH + weighs * WEIGHTS + walls * AREAS);
  const uint64_t last = conducts * s->nodes * (each + each / 7 + CONDUCTS);
  const uint64_t then = s->nodes * (each + PARTS) + bytes_of_coarse(s->domain);
  const uint64_t first = walls ? (s->nodes + 64 * PORTION) * CUTS + s->nodes * each : 0;
  const uint64_t most = first > then ? first : then;
  return most > last ? most : last;
}

/* All of it is asked for at once, so that the message tells how much is needed. A GPU has its own memory. */
static int afford(const struct lbm_diffusion *s, bool conducts, struct tile_error *e)
{
  return s->device.row == &lbm_device_cpu
             ? tile_afford(bytes_to_come(s, conducts), 1, "the equations of the multigrid", e)
             : TILE_OK;
}

static int make(struct lbm_diffusion *s, const float *conductivity, struct tile_error *e)
{
  struct lbm_operation a;
  if (tile_domain_number(&s->first, s->domain, LBM_NOBODY / 2, e))
    return e->code;
  s->nodes = s->first[s->domain->tiles];
  if (afford(s, conductivity, e))
    return e->code;
  s->end = tile_alloc(64 * PORTION, 1);
  if (!s->end)
    return tile_fail_memory(e, 64 * PORTION, "the ends");
  const int code = lbm_graph_make(&s->device, &a, s->domain, s->first, NULL, e);
  s->multigrid.level[0] = a.g;
  s->multigrid.level[0].ends = a.node.given;
  s->node = a.node;
  if (code || make_weights(s, conductivity, e) || lbm_multigrid_make(&s->multigrid, e) ||
      allocate(s, &s->node.gain, sizeof *s->node.gain, e))
    return e->code;
  s->multigrid.sum = s->node.gain;
  return 0;
}

int lbm_diffusion_new(struct lbm_diffusion **made, const struct tile_domain *d, const float *conductivity,
                      const struct lbm_device *device, struct tile_error *e)
{
  struct lbm_diffusion *s = *made = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "diffusion");
  s->domain = d;
  s->device = *device;
  s->multigrid.device = &s->device;
  return make(s, conductivity, e);
}

void lbm_diffusion_free(struct lbm_diffusion *s)
{
  if (!s)
    return;
  void *const all[] = {s->node.given, s->node.gain, s->node.cut, s->node.area, s->node.mobile};
  lbm_multigrid_free(&s->multigrid);
  lbm_gap_free(&s->gap);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    s->device.row->release(s->device.self, all[i]);
  free(s->first);
  free(s->end);
  free(s);
}

/* ---- the equation ------------------------------------------------------------------ */

static bool is_periodic(const struct lbm_diffusion *s, int axis)
{
  return s->domain->periodic >> axis & 1;
}

/* Finds the ends of the nodes of the tiles from `begin` to `end`. */
static void find_ends(struct lbm_diffusion *s, int axis, size_t begin, size_t end)
{
  const struct tile_domain *d = s->domain;
  const bool ends = !is_periodic(s, axis);
#pragma omp parallel for schedule(static)
  for (size_t t = begin; t < end; t++) {
    uint32_t at = s->first[t] - s->first[begin];
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1) {
      int64_t place[3];
      tile_domain_node(d, t, __builtin_ctzll(mask), place);
      s->end[at++] =
          (uint8_t)(ends * ((place[axis] == 0) * LBM_LOW_END + (place[axis] == d->grid[axis] - 1) * LBM_HIGH_END));
    }
  }
}

static void send_ends(struct lbm_diffusion *s, int axis)
{
  const size_t tiles = s->domain->tiles;
  for (size_t begin = 0; begin < tiles; begin += PORTION) {
    const size_t end = begin + PORTION < tiles ? begin + PORTION : tiles;
    find_ends(s, axis, begin, end);
    s->device.row->send(s->device.self, s->node.given + s->first[begin], s->end, s->first[end] - s->first[begin]);
  }
}

/* `along` of the operations: the axis of the mean gradient, or none between ends. */
static int along_of(const struct lbm_diffusion *s, int axis)
{
  return is_periodic(s, axis) ? axis : -1;
}

static int make_equation(struct lbm_diffusion *s, int axis, struct tile_error *e)
{
  send_ends(s, axis);
  s->device.row->clear(s->device.self, s->node.gain, s->nodes * sizeof *s->node.gain);
  if (s->multigrid.level->weight) {
    struct lbm_operation a = loop_of(s);
    a.axis = axis;
    loop(s, LBM_OPERATION_weigh_ends, &a);
  }
  if (lbm_multigrid_weigh(&s->multigrid, e))
    return e->code;
  lbm_gap_free(&s->gap);
  return s->node.mobile ? lbm_gap_make(&s->gap, &s->device, s->multigrid.level, s->node.given, e) : 0;
}

/* ---- results -------------------------------------------------------------------------- */

/* Sums what an operation makes of each node, over the volume of the grid; `axis`: the direction of a flux. */
static int sum(const struct lbm_diffusion *s, enum lbm_operation_name name, int along, int axis, double *to,
               struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  a.along = along;
  a.axis = axis;
  a.to = a.g.rest;
  loop(s, name, &a);
  return s->device.row->product(s->device.self, a.to, NULL, s->nodes, to, e);
}

/* The mean gradient is 1 along a periodic axis, and 1 / length between ends, where nothing is known of other fluxes. */
static int measure_column(const struct lbm_diffusion *s, int axis, struct lbm_diffused *r, struct tile_error *e)
{
  const int64_t *n = s->domain->grid;
  for (int a = 0; a < 3; a++) {
    r->column[a] = (double)NAN;
    if (is_periodic(s, axis) && sum(s, LBM_OPERATION_flux_along, axis, a, r->column + a, e))
      return e->code;
    r->column[a] /= (double)n[0] * (double)n[1] * (double)n[2];
  }
  r->column[axis] = r->relative;
  return 0;
}

/* How much of the dissipation may be too much. With conductivities its decrease tells nothing while parts that conduct
 * well lie in others that do not. */
static int find_gap(struct lbm_diffusion *s, int axis, double decrease, double *gap, struct tile_error *e)
{
  *gap = decrease;
  return s->node.mobile ? lbm_gap_bound(gap, &s->gap, &s->device, s->node.gain, along_of(s, axis), e) : 0;
}

/* decrease: of the dissipation in the last iterations */
static int measure(struct lbm_diffusion *s, int axis, double decrease, struct lbm_diffused *r, struct tile_error *e)
{
  const int64_t *n = s->domain->grid;
  double energy, gap;
  if (sum(s, LBM_OPERATION_dissipation, along_of(s, axis), axis, &energy, e) || find_gap(s, axis, decrease, &gap, e))
    return e->code;
  const double area = (double)n[(axis + 1) % 3] * (double)n[(axis + 2) % 3], length = (double)n[axis];
  r->relative = energy / area * (is_periodic(s, axis) ? 1 / length : length);
  r->bound = gap / energy;
  return measure_column(s, axis, r, e);
}

/* ---- solving --------------------------------------------------------------------------- */

static int improve(struct lbm_diffusion *s, int axis, struct lbm_solved *course, struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  a.along = along_of(s, axis);
  loop(s, LBM_OPERATION_find_rest, &a);
  return lbm_multigrid_solve(&s->multigrid, NULL, ROUND, MOST_ITERATIONS, course, e);
}

/* Along a period of one layer the concentration falls with the mean gradient everywhere. */
static int solve_layer(const struct lbm_diffusion *s, int axis, struct lbm_diffused *r, struct tile_error *e)
{
  const int64_t *n = s->domain->grid;
  double area;
  if (sum(s, LBM_OPERATION_open_area, axis, axis, &area, e))
    return e->code;
  r->relative = r->column[axis] = area / ((double)n[0] * (double)n[1] * (double)n[2]);
  r->converged = true;
  return 0;
}

/* What the dissipation is off goes with the square of the residual, which falls in whole rounds. */
static void tick(void *self, double residual)
{
  struct lbm_diffusion *s = self;
  const double fallen = -log(residual * s->watch.residual), a_round = -log(ROUND),
               wanted = a_round * ceil(-0.5 * log(s->watch.bound / s->watch.gap) / a_round);
  const int now = ++s->watch.iterations;
  s->watch.tick(s->watch.self, now, fallen > 0 ? fmax(now * wanted / fallen, now) : 0);
}

void lbm_diffusion_watch(struct lbm_diffusion *s, void (*tell)(void *self, int iterations, double total), void *self)
{
  s->watch.tick = tell;
  s->watch.self = self;
  s->multigrid.tick = tell ? tick : NULL;
  s->multigrid.self = s;
}

static void begin_watch(struct lbm_diffusion *s, double bound)
{
  s->watch.iterations = 0;
  s->watch.residual = s->watch.gap = 1;
  s->watch.bound = bound;
}

static void end_round(struct lbm_diffusion *s, double bound)
{
  s->watch.residual *= ROUND;
  s->watch.gap = bound / (s->watch.residual * s->watch.residual);
}

int lbm_diffusion_solve(struct lbm_diffusion *s, int axis, double bound, struct lbm_diffused *r, struct tile_error *e)
{
  *r = (struct lbm_diffused){0};
  begin_watch(s, bound);
  if (make_equation(s, axis, e))
    return e->code;
  if (is_periodic(s, axis) && s->domain->grid[axis] == 1)
    return solve_layer(s, axis, r, e);
  for (int i = 0; i < MOST_ROUNDS && !r->converged; i++) {
    struct lbm_solved course;
    if (improve(s, axis, &course, e) || measure(s, axis, course.decrease, r, e))
      return e->code;
    r->iterations += course.iterations;
    r->converged = r->bound <= bound;
    end_round(s, r->bound);
  }
  r->bound = fmax(r->bound, s->multigrid.level->weight ? WEIGHED : ROUNDED);
  return 0;
}

int lbm_diffusion_fluxes(const struct lbm_diffusion *s, int axis, float *flux, struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  a.along = along_of(s, axis);
  a.axis = axis;
  a.to = a.g.rest;
  loop(s, LBM_OPERATION_flux_along, &a);
  return s->device.row->fetch(s->device.self, flux, a.to, s->nodes * sizeof *flux, e);
}

int lbm_diffusion_values(const struct lbm_diffusion *s, double *value, struct tile_error *e)
{
  return s->device.row->fetch(s->device.self, value, s->node.gain, s->nodes * sizeof *value, e);
}
