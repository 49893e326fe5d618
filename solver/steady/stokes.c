/* SPDX-License-Identifier: BSD-3-Clause */
#include "stokes.h"

#include <math.h>

/* Chebyshev's choice of the damping of SWEEPS sweeps of Jacobi relaxation for eigenvalues of D^-1 A between LEAST and 2,
 * in an order that keeps rounding small. DARCY: most iterations for d, until what is left of its right side is less than
 * ENOUGH of it: the pressure of a chamber behind narrow throats may be far off though it adds hardly anything to the residual.
 * WIDTH: iterations for w. */
#define LEAST 0.04
#define ENOUGH 0.003
enum { SWEEPS = 8, DARCY = 32, WIDTH = 16 };
/* From this mean of w on pores are wide: rock has 1 to 8 where its pores are resolved, a bed of fibres of porosity 0.95 has 16.
 * WIDTH_WIDE: iterations for w, each of which leaves a tenth. */
#define WIDE 12.
enum { WIDTH_WIDE = 6 };

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

void lbm_stokes_apply(const struct lbm_stokes *s, float *to, const float *from)
{
  struct lbm_operation a = loop_of(s);
  a.to = to, a.from = (float *)from;
  loop(s, LBM_OPERATION_find_stokes, &a);
}

/* ---- velocities ---------------------------------------------------------- */

static double damping(int sweep)
{
  static const int order[SWEEPS] = {0, 7, 3, 5, 2, 6, 1, 4};
  return 1 / ((2 + LEAST) / 2 + (2 - LEAST) / 2 * cos((2 * order[sweep] + 1) * acos(-1.) / (2 * SWEEPS)));
}

/* Relaxes the velocities of `to`; first: from 0. The number of sweeps is even, so that the last one ends in `to`. */
static void relax(const struct lbm_stokes *s, float *to, const float *from, bool first)
{
  struct lbm_operation a = loop_of(s);
  _Static_assert(SWEEPS % 2 == 0, "the last sweep ends in `to`");
  a.answer = (float *)from;
  for (int i = 0; i < SWEEPS; i++) {
    a.from = i % 2 ? s->room : to;
    a.to = i % 2 ? to : s->room;
    a.factor = damping(i);
    loop(s, i || !first ? LBM_OPERATION_sweep : LBM_OPERATION_sweep_first, &a);
  }
}

/* Finds velocities for the p of `to` and the right side `from`, divided by the diagonal; first: p and they are 0. */
static int find_velocities(struct lbm_stokes *s, float *to, const float *from, bool first, struct tile_error *e)
{
  const struct lbm_operation a = loop_of(s);
  relax(s, to, from, first);
  if (!s->velocities.axis->device)
    return 0;
  if (lbm_velocities_correct(&s->velocities, &a, to, from, s->room, e))
    return e->code;
  relax(s, to, from, false);
  return 0;
}

/* ---- w ------------------------------------------------------------------ */

static void divide(const struct lbm_stokes *s, float *to, float *from)
{
  struct lbm_operation a = loop_of(s);
  a.to = to, a.from = from;
  loop(s, LBM_OPERATION_divide_by_diagonal, &a);
}

/* Conjugate gradients for A w = D 1, preconditioned by the diagonal or, where pores are wide, as velocities are found. p stays 0,
 * and what images have of it is never used. more: room for two fields. */
static int iterate_width(struct lbm_stokes *s, float *more, int most, struct tile_error *e)
{
  float *rest = s->rest, *close = s->step, *way = more, *image = more + LBM_STOKES_VALUES * s->nodes;
  const bool wide = s->velocities.axis->device;
  double before = 0, now, curve;
  struct lbm_operation a = loop_of(s);
  a.to = rest;
  loop(s, LBM_OPERATION_set_faces, &a);
  s->device->row->clear(s->device->self, s->width, LBM_STOKES_VALUES * s->nodes * sizeof(float));
  for (int i = 0; i < most; i++) {
    divide(s, wide ? image : close, rest);
    if ((wide && find_velocities(s, close, image, true, e)) || product(s, rest, close, &now, e))
      return e->code;
    follow(s, way, i ? now / before : 0, close);
    lbm_stokes_apply(s, image, way);
    if (product(s, way, image, &curve, e))
      return e->code;
    if (!(curve > 0))
      break;
    add(s, s->width, now / curve, way);
    add(s, rest, -now / curve, image);
    before = now;
  }
  return 0;
}

/* Finds w, and what velocities on coarser grids need if it says that pores are wide. */
static int find_width(struct lbm_stokes *s, struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  float *more;
  double sum = 0;
  int code = lbm_device_allocate_pair(s->device, &more, s->nodes, LBM_STOKES_VALUES * sizeof *more, e);
  code = code || iterate_width(s, more, WIDTH, e) || product(s, s->width, NULL, &sum, e) ? e->code : 0;
  if (!code && !s->narrow && sum > WIDE * 3 * (double)s->nodes)
    code = lbm_velocities_make(&s->velocities, &s->multigrid, &a, e) || iterate_width(s, more, WIDTH_WIDE, e) ? e->code
                                                                                                              : 0;
  s->device->row->release(s->device->self, more);
  a.to = s->width;
  loop(s, LBM_OPERATION_floor_width, &a);
  return code;
}

/* ---- making ------------------------------------------------------------ */

static int allocate(struct lbm_stokes *s, struct tile_error *e)
{
  const size_t size = LBM_STOKES_VALUES * sizeof(float);
  if (lbm_device_allocate_pair(s->device, &s->pair, s->nodes, size, e) ||
      lbm_device_allocate(s->device, &s->width, s->nodes, size, e) ||
      lbm_device_allocate(s->device, &s->rest, s->nodes, size, e))
    return e->code;
  s->step = s->pair;
  s->room = s->pair + LBM_STOKES_VALUES * s->nodes;
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
  void *const all[] = {s->node.given, s->node.list, s->node.face, s->width, s->rest, s->pair};
  if (!s->device)
    return;
  lbm_velocities_free(&s->velocities);
  lbm_multigrid_free(&s->multigrid);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    s->device->row->release(s->device->self, all[i]);
}

/* ---- a solution ------------------------------------------------------------ */

/* Leaves the mean of d out of components that are held nowhere: it is left to chance there. */
static void leave_means_out(struct lbm_stokes *s)
{
  float *b = s->multigrid.level->b;
  s->multigrid.level->b = s->room;
  lbm_multigrid_balance(&s->multigrid);
  s->multigrid.level->b = b;
}

int lbm_stokes_solve(struct lbm_stokes *s, struct tile_error *e)
{
  struct lbm_operation a = loop_of(s);
  if (find_velocities(s, s->step, s->rest, true, e))
    return e->code;
  a.from = s->step, a.answer = s->rest;
  loop(s, LBM_OPERATION_find_divergence, &a);
  lbm_multigrid_balance(&s->multigrid);
  if (lbm_multigrid_solve(&s->multigrid, s->room, ENOUGH, DARCY, NULL, e))
    return e->code;
  leave_means_out(s);
  a = loop_of(s);
  a.to = s->step, a.from = s->room, a.answer = s->width;
  loop(s, LBM_OPERATION_project, &a);
  return s->velocities.axis->device ? find_velocities(s, s->step, s->rest, false, e) : 0;
}
