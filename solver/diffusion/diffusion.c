#include "diffusion.h"

#include "multigrid.h"

#include <math.h>
#include <stdlib.h>

/* Each round of conjugate gradients reduces the residual to ROUND of it. */
#define ROUND 1e-2
enum { MOST_ROUNDS = 20, MOST_ITERATIONS = 200 };

enum { LOW_END = 1, HIGH_END = 2 }; /* in node.given */

struct lbm_diffusion {
  const struct tile_domain *domain;
  struct lbm_device device;
  size_t nodes;
  uint32_t *first; /* [tiles + 1], on the host */
  uint8_t *end;    /* [nodes], on the host */
  struct lbm_multigrid multigrid;
  struct lbm_nodes node; /* gain: the solution */
  float *change, *part;
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

static int number_nodes(struct lbm_diffusion *s, struct tile_error *e)
{
  const struct tile_domain *d = s->domain;
  uint64_t count = 0;
  s->first = tile_alloc(d->tiles + 1, sizeof *s->first);
  if (!s->first)
    return tile_fail_memory(e, (d->tiles + 1) * sizeof *s->first, "the numbers of nodes");
  for (size_t t = 0; t < d->tiles; t++) {
    s->first[t] = (uint32_t)count;
    count += (uint64_t)__builtin_popcountll(d->mask[t]);
    if (count >= LBM_NOBODY / 2)
      return tile_fail(e, TILE_FAILED, "too many nodes for --diffusion");
  }
  s->first[d->tiles] = (uint32_t)count;
  s->nodes = count;
  return 0;
}

static int allocate(const struct lbm_diffusion *s, void *array, size_t size, struct tile_error *e)
{
  return lbm_device_allocate(&s->device, array, s->nodes, size, e);
}

static int make(struct lbm_diffusion *s, struct tile_error *e)
{
  struct lbm_operation a;
  const struct lbm_given none = {0};
  if (number_nodes(s, e))
    return e->code;
  s->end = tile_alloc(s->nodes, 1);
  if (!s->end)
    return tile_fail_memory(e, s->nodes, "the ends");
  const int code = lbm_graph_make(&s->device, &a, s->domain, s->first, &none, e);
  s->multigrid.level[0] = a.g;
  s->node = a.node;
  if (code || lbm_multigrid_make(&s->multigrid, e) || allocate(s, &s->node.gain, sizeof *s->node.gain, e) ||
      allocate(s, &s->change, sizeof *s->change, e) || allocate(s, &s->part, sizeof *s->part, e))
    return e->code;
  return 0;
}

int lbm_diffusion_new(struct lbm_diffusion **made, const struct tile_domain *d, const struct lbm_device *device,
                      struct tile_error *e)
{
  struct lbm_diffusion *s = *made = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "--diffusion");
  s->domain = d;
  s->device = *device;
  s->multigrid.device = &s->device;
  return make(s, e);
}

void lbm_diffusion_free(struct lbm_diffusion *s)
{
  if (!s)
    return;
  void *const all[] = {s->node.given, s->node.gain, s->change, s->part};
  lbm_multigrid_free(&s->multigrid);
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

static void find_ends(struct lbm_diffusion *s, int axis)
{
  const struct tile_domain *d = s->domain;
  const bool ends = !is_periodic(s, axis);
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < d->tiles; t++) {
    uint32_t at = s->first[t];
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1) {
      int64_t place[3];
      tile_domain_node(d, t, __builtin_ctzll(mask), place);
      s->end[at++] = (uint8_t)(ends * ((place[axis] == 0) * LOW_END + (place[axis] == d->grid[axis] - 1) * HIGH_END));
    }
  }
}

/* factor of the operations: the axis along which the gradient is 1, or -1 between ends. */
static double drive_of(const struct lbm_diffusion *s, int axis)
{
  return is_periodic(s, axis) ? axis : -1;
}

static void make_equation(struct lbm_diffusion *s, int axis)
{
  const struct lbm_operation a = loop_of(s);
  find_ends(s, axis);
  s->device.row->send(s->device.self, s->node.given, s->end, s->nodes);
  s->device.row->clear(s->device.self, s->node.gain, s->nodes * sizeof *s->node.gain);
  loop(s, LBM_OPERATION_weigh_diffusion, &a);
  lbm_multigrid_weigh(&s->multigrid);
}

/* ---- results -------------------------------------------------------------------------- */

/* Sums what an operation makes of each node, over the volume of the grid; `axis`: the direction of a flux. */
static int sum(const struct lbm_diffusion *s, enum lbm_operation_name name, double drive, int axis, double *to,
               struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  a.factor = drive;
  a.axis = axis;
  a.to = s->part;
  loop(s, name, &a);
  return s->device.row->product(s->device.self, s->part, NULL, s->nodes, to, e);
}

/* Between ends the sum over a layer is that of the flux; the mean gradient is 1 / length. */
static int measure_ends(const struct lbm_diffusion *s, int axis, struct lbm_diffused *r, struct tile_error *e)
{
  const int64_t *n = s->domain->grid;
  double low, high, energy;
  if (sum(s, LBM_OPERATION_flux_low, -1, axis, &low, e) || sum(s, LBM_OPERATION_flux_high, -1, axis, &high, e) ||
      sum(s, LBM_OPERATION_dissipation, -1, axis, &energy, e))
    return e->code;
  const double area = (double)n[(axis + 1) % 3] * (double)n[(axis + 2) % 3];
  r->relative = energy * (double)n[axis] / area;
  r->bound = fmax(fabs(low - high), fmax(fabs(low - energy), fabs(high - energy))) / energy;
  for (int a = 0; a < 3; a++)
    r->column[a] = a == axis ? r->relative : (double)NAN;
  return 0;
}

static int measure_periodic(const struct lbm_diffusion *s, int axis, struct lbm_diffused *r, struct tile_error *e)
{
  const int64_t *n = s->domain->grid;
  const double volume = (double)n[0] * (double)n[1] * (double)n[2];
  double energy;
  if (sum(s, LBM_OPERATION_dissipation, axis, axis, &energy, e))
    return e->code;
  for (int a = 0; a < 3; a++) {
    if (sum(s, LBM_OPERATION_flux_along, axis, a, r->column + a, e))
      return e->code;
    r->column[a] /= volume;
  }
  r->relative = r->column[axis];
  r->bound = fabs(energy / volume - r->relative) / r->relative;
  return 0;
}

static int measure(const struct lbm_diffusion *s, int axis, struct lbm_diffused *r, struct tile_error *e)
{
  return (is_periodic(s, axis) ? measure_periodic : measure_ends)(s, axis, r, e);
}

/* ---- solving --------------------------------------------------------------------------- */

static int improve(struct lbm_diffusion *s, int axis, double tolerance, int *iterations, struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  a.factor = drive_of(s, axis);
  loop(s, LBM_OPERATION_find_rest, &a);
  if (lbm_multigrid_solve(&s->multigrid, s->change, tolerance, MOST_ITERATIONS, iterations, e))
    return e->code;
  a = loop_of(s); /* cycles exchange arrays of the graph */
  a.from = s->change;
  loop(s, LBM_OPERATION_add_change, &a);
  return 0;
}

int lbm_diffusion_solve(struct lbm_diffusion *s, int axis, double bound, struct lbm_diffused *r, struct tile_error *e)
{
  *r = (struct lbm_diffused){0};
  make_equation(s, axis);
  for (int i = 0; i < MOST_ROUNDS && !r->converged; i++) {
    int iterations;
    if (improve(s, axis, ROUND, &iterations, e) || measure(s, axis, r, e))
      return e->code;
    r->iterations += iterations;
    r->converged = r->bound <= bound;
  }
  return 0;
}

int lbm_diffusion_values(const struct lbm_diffusion *s, double *value, struct tile_error *e)
{
  return s->device.row->fetch(s->device.self, value, s->node.gain, s->nodes * sizeof *value, e);
}
