/* SPDX-License-Identifier: BSD-3-Clause */
#include "stokes.h"

#include <math.h>

/* Chebyshev's choice of the damping of SWEEPS sweeps of Jacobi relaxation for eigenvalues of D^-1 A between LEAST and 2,
 * in an order that keeps rounding small. DARCY: most iterations for d, until what is left of its right side is less than
 * ENOUGH of it; WIDTH: iterations for w. The pressure of a chamber behind narrow throats may be far off though it adds hardly
 * anything to the residual: with an ENOUGH of 0.25 natural rock took thousands of time steps. */
#define LEAST 0.04
#define ENOUGH 0.03
enum { SWEEPS = 8, DARCY = 16, WIDTH = 16 };

/* Chebyshev's two sweeps for eigenvalues between 0.25 and 1.9. A correction that is constant in each part is too small: one
 * of 1 / 0.66 times its size comes from weights of 0.66. All numbers were found by trial with natural rock and with chambers
 * behind throats (run-chambers.sh). */
static const struct lbm_cycle cycle = {.damping = {0.602982, 2.034052}, .share = 0.66, .doubled = 1000};

static void loop(const struct lbm_stokes *s, enum lbm_operation_name name, const struct lbm_operation *a)
{
  s->device->row->loop(s->device->self, name, a, s->nodes);
}

static struct lbm_operation loop_of(const struct lbm_stokes *s)
{
  return (struct lbm_operation){.g = s->multigrid.level[0], .node = s->node};
}

static int product(const struct lbm_stokes *s, const float *a, const float *b, double *to, struct tile_error *e)
{
  return s->device->row->product(s->device->self, a, b, LBM_STOKES_VALUES * s->nodes, to, e);
}

/* to += factor * from */
static void add(const struct lbm_stokes *s, float *to, double factor, float *from)
{
  struct lbm_operation a = loop_of(s);
  a.to = to, a.from = from, a.factor = factor;
  loop(s, LBM_OPERATION_add_scaled, &a);
}

/* to = factor * to + from */
static void follow(const struct lbm_stokes *s, float *to, double factor, float *from)
{
  struct lbm_operation a = loop_of(s);
  a.to = to, a.from = from, a.factor = factor;
  loop(s, LBM_OPERATION_scale_and_add, &a);
}

void lbm_stokes_apply(const struct lbm_stokes *s, float *to, const float *from, bool scaled)
{
  struct lbm_operation a = loop_of(s);
  a.to = to, a.from = (float *)from, a.factor = scaled;
  loop(s, LBM_OPERATION_find_stokes, &a);
}

/* ---- w ------------------------------------------------------------------ */

static void divide(const struct lbm_stokes *s, float *to, float *from)
{
  struct lbm_operation a = loop_of(s);
  a.to = to, a.from = from;
  loop(s, LBM_OPERATION_divide_by_diagonal, &a);
}

/* Conjugate gradients for A w = 1, preconditioned by the diagonal. p stays 0, and what images have of it is never used. */
static int find_width(const struct lbm_stokes *s, struct tile_error *e)
{
  float *rest = s->rest, *close = s->step[0], *way = s->step[1], *image = s->image[0];
  double before = 0, now, curve;
  struct lbm_operation a = loop_of(s);
  a.to = rest;
  loop(s, LBM_OPERATION_set_faces, &a);
  for (int i = 0; i < WIDTH; i++) {
    divide(s, close, rest);
    if (product(s, rest, close, &now, e))
      return e->code;
    follow(s, way, i ? now / before : 0, close);
    lbm_stokes_apply(s, image, way, false);
    if (product(s, way, image, &curve, e))
      return e->code;
    if (!(curve > 0))
      break;
    add(s, s->width, now / curve, way);
    add(s, rest, -now / curve, image);
    before = now;
  }
  a.to = s->width;
  loop(s, LBM_OPERATION_floor_width, &a);
  return 0;
}

/* ---- making ------------------------------------------------------------ */

static int allocate(struct lbm_stokes *s, struct tile_error *e)
{
  const size_t size = LBM_STOKES_VALUES * sizeof(float);
  float **const all[] = {&s->width, &s->rest, s->step, s->image + 1};
  if (lbm_device_allocate_pair(s->device, &s->pair, s->nodes, size, e))
    return e->code;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (lbm_device_allocate(s->device, all[i], s->nodes, size, e))
      return e->code;
  s->step[1] = s->pair;
  s->image[0] = s->pair + LBM_STOKES_VALUES * s->nodes;
  s->room = s->image[LBM_STOKES_ITERATIONS - 1]; /* needed in turn */
  return 0;
}

int lbm_stokes_make(struct lbm_stokes *s, const struct tile_domain *domain, const uint32_t *first,
                    const struct lbm_given *given, struct tile_error *e)
{
  struct lbm_operation a;
  s->nodes = first[domain->tiles];
  s->multigrid.device = s->device;
  s->multigrid.cycle = &cycle;
  const int code = lbm_graph_make(s->device, &a, domain, first, given, e);
  s->multigrid.level[0] = a.g;
  s->multigrid.level->face = a.node.face;
  s->node = a.node;
  if (code || lbm_multigrid_make(&s->multigrid, e) || allocate(s, e) || find_width(s, e))
    return e->code;
  s->multigrid.level->width = s->width;
  a = loop_of(s);
  loop(s, LBM_OPERATION_find_inverse, &a);
  return lbm_multigrid_weigh(&s->multigrid, e);
}

void lbm_stokes_free(struct lbm_stokes *s)
{
  void *const all[] = {s->node.given, s->node.list, s->node.face, s->width, s->rest, s->step[0], s->image[1], s->pair};
  if (!s->device)
    return;
  lbm_multigrid_free(&s->multigrid);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    s->device->row->release(s->device->self, all[i]);
}

/* ---- the preconditioner -------------------------------------------------- */

static double damping(int sweep)
{
  static const int order[SWEEPS] = {0, 7, 3, 5, 2, 6, 1, 4};
  return 1 / ((2 + LEAST) / 2 + (2 - LEAST) / 2 * cos((2 * order[sweep] + 1) * acos(-1.) / (2 * SWEEPS)));
}

/* Relaxes the velocities of `to`, from 0. The number of sweeps is even, so that the first one begins in the room. */
static void relax(const struct lbm_stokes *s, float *to, const float *from)
{
  struct lbm_operation a = loop_of(s);
  _Static_assert(SWEEPS % 2 == 0, "the last sweep ends in `to`");
  a.answer = (float *)from;
  for (int i = 0; i < SWEEPS; i++) {
    a.from = i % 2 ? s->room : to;
    a.to = i % 2 ? to : s->room;
    a.factor = damping(i);
    loop(s, i ? LBM_OPERATION_sweep : LBM_OPERATION_sweep_first, &a);
  }
}

/* Leaves the mean of d out of components that are held nowhere: it is left to chance there. */
static void leave_means_out(struct lbm_stokes *s)
{
  float *b = s->multigrid.level->b;
  s->multigrid.level->b = s->room;
  lbm_multigrid_balance(&s->multigrid);
  s->multigrid.level->b = b;
}

static int precondition(struct lbm_stokes *s, float *to, const float *from, struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  relax(s, to, from);
  a.from = to, a.answer = (float *)from;
  loop(s, LBM_OPERATION_find_divergence, &a);
  lbm_multigrid_balance(&s->multigrid);
  if (lbm_multigrid_solve(&s->multigrid, s->room, ENOUGH, DARCY, NULL, e))
    return e->code;
  leave_means_out(s);
  a = loop_of(s);
  a.to = to, a.from = s->room, a.answer = s->width;
  loop(s, LBM_OPERATION_project, &a);
  return 0;
}

/* ---- GCR ------------------------------------------------------------------ */

/* Makes image i orthogonal to those before it. */
static int turn(struct lbm_stokes *s, int i, const double square[], struct tile_error *e)
{
  double along;
  for (int k = 0; k < i; k++) {
    if (product(s, s->image[k], s->image[i], &along, e))
      return e->code;
    if (!(square[k] > 0))
      continue;
    add(s, s->image[i], -along / square[k], s->image[k]);
    add(s, s->step[i], -along / square[k], s->step[k]);
  }
  return 0;
}

int lbm_stokes_solve(struct lbm_stokes *s, double *left, struct tile_error *e)
{
  double all, share[LBM_STOKES_ITERATIONS] = {0}, square[LBM_STOKES_ITERATIONS] = {0}, along;
  if (product(s, s->rest, s->rest, &all, e))
    return e->code;
  for (int i = 0; i < LBM_STOKES_ITERATIONS; i++) {
    if (precondition(s, s->step[i], s->rest, e))
      return e->code;
    lbm_stokes_apply(s, s->image[i], s->step[i], true);
    if (turn(s, i, square, e) || product(s, s->image[i], s->image[i], square + i, e) ||
        product(s, s->image[i], s->rest, &along, e))
      return e->code;
    if (!(square[i] > 0) || !isfinite(square[i]))
      continue;
    share[i] = along / square[i];
    add(s, s->rest, -share[i], s->image[i]);
  }
  add(s, s->step[0], share[0] - 1, s->step[0]);
  for (int i = 1; i < LBM_STOKES_ITERATIONS; i++)
    add(s, s->step[0], share[i], s->step[i]);
  if (product(s, s->rest, s->rest, left, e))
    return e->code;
  *left = all > 0 ? sqrt(*left / all) : 0;
  return 0;
}
