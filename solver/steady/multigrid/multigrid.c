/* SPDX-License-Identifier: BSD-3-Clause */
#include "multigrid.h"

#include <math.h>

/* Pairs of sweeps of relaxation on the coarsest; iterations whose decrease of energy is
 * added up. */
enum { LAST_SWEEPS = 8, LAST = 4 };
/* A level has two steps if it has so many times fewer nodes than the one before that has two: their number is that of visits of
 * levels below. In packings of spheres each level has only 2 to 5 times fewer nodes than the next finer one: with two steps
 * on each of nine levels a GPU took three times as long, for as many time steps (640^3). */
enum { FEWER = 6 };

/* Two sweeps damped by 0.8 do as well as one of symmetric Gauss-Seidel. */
const struct lbm_cycle lbm_cycle_v = {.damping = {0.8, 0.8}, .share = 0.5, .few = 8};

static const struct lbm_cycle *cycle_of(const struct lbm_multigrid *m)
{
  return m->cycle ? m->cycle : &lbm_cycle_v;
}

static void loop(const struct lbm_multigrid *m, enum lbm_operation_name name, const struct lbm_operation *a,
                 size_t count)
{
  m->device->row->loop(m->device->self, name, a, count);
}

/* ---- making the levels --------------------------------------------------- */

static int count_nodes(const struct lbm_multigrid *m, const struct lbm_graph *g, struct lbm_graph *coarse,
                       struct tile_error *e)
{
  if (lbm_device_allocate(m->device, &coarse->count, coarse->nodes, sizeof *coarse->count, e))
    return e->code;
  const struct lbm_operation a = {.g = *g, .c = *coarse};
  loop(m, LBM_OPERATION_count_children, &a, coarse->nodes);
  return 0;
}

static int allocate(struct lbm_multigrid *m, struct tile_error *e)
{
  const struct lbm_device *d = m->device;
  const size_t nodes = m->level->nodes;
  const uint32_t doubled = cycle_of(m)->doubled;
  uint32_t last = UINT32_MAX; /* nodes of the last level with two steps, or all */
  for (int l = 1; doubled && l < m->levels - 1 && m->level[l].nodes >= doubled; l++) {
    if (m->level[l].nodes > last / FEWER)
      continue;
    last = m->level[l].nodes;
    if (lbm_device_allocate(d, m->step + l, m->level[l].nodes, sizeof(float), e) ||
        lbm_device_allocate(d, m->step_image + l, m->level[l].nodes, sizeof(float), e))
      return e->code;
  }
  return lbm_device_allocate(d, &m->sums, LBM_LEVELS * LBM_STEP_PRODUCTS, sizeof *m->sums, e) ||
                 lbm_device_allocate(d, &m->direction, nodes, sizeof *m->direction, e) ||
                 lbm_device_allocate(d, &m->image, nodes, sizeof *m->image, e)
             ? e->code
             : 0;
}

int lbm_multigrid_make(struct lbm_multigrid *m, struct tile_error *e)
{
  bool smaller = true;
  const bool direct = !cycle_of(m)->few;
  const uint32_t few = direct ? LBM_DIRECT : cycle_of(m)->few;
  for (m->levels = 1;
       smaller && ((direct && m->levels == 1) || m->level[m->levels - 1].nodes > few) && m->levels < LBM_LEVELS;
       m->levels += smaller) {
    struct lbm_graph *g = m->level + m->levels - 1;
    if (lbm_graph_coarsen(m->device, g, g + 1, &smaller, e) || (direct && smaller && count_nodes(m, g, g + 1, e)))
      return e->code;
    m->device->row->release(m->device->self, g->at);
    g->at = NULL;
  }
  return allocate(m, e);
}

int lbm_multigrid_like(struct lbm_multigrid *m, const struct lbm_multigrid *other, struct tile_error *e)
{
  m->device = other->device;
  m->cycle = other->cycle;
  m->borrows = true;
  for (m->levels = 0; m->levels + 1 < other->levels; m->levels++)
    if (lbm_graph_like(m->device, m->level + m->levels, other->level + m->levels + 1, e))
      return e->code;
  return lbm_device_allocate(m->device, &m->found, m->level->nodes, sizeof *m->found, e) ? e->code : allocate(m, e);
}

void lbm_multigrid_free(struct lbm_multigrid *m)
{
  if (!m->device)
    return;
  for (int i = 0; i < LBM_LEVELS; i++) {
    if (m->borrows)
      lbm_graph_return(m->level + i);
    lbm_graph_free(m->device, m->level + i);
    m->device->row->release(m->device->self, m->step[i]);
    m->device->row->release(m->device->self, m->step_image[i]);
  }
  void *const all[] = {m->found, m->direction, m->image, m->sums, m->direct, m->component};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    m->device->row->release(m->device->self, all[i]);
  for (int i = 0; i < 2 && m->device->row->forget; i++)
    m->device->row->forget(m->device->self, m->recorded[i].work);
}

int lbm_multigrid_weigh(struct lbm_multigrid *m, struct tile_error *e)
{
  for (struct lbm_graph *g = m->level; g + 1 < m->level + m->levels; g++) {
    const struct lbm_operation a = {.g = g[0], .c = g[1], .factor = cycle_of(m)->share};
    loop(m, LBM_OPERATION_weigh_coarse, &a, g[1].nodes);
  }
  const bool direct = !cycle_of(m)->few && (m->levels > 1 || m->borrows) && m->level[m->levels - 1].nodes <= LBM_DIRECT;
  return direct ? lbm_multigrid_invert(m, e) : 0;
}

void lbm_multigrid_balance(struct lbm_multigrid *m)
{
  for (int l = 0; l + 1 < m->levels; l++) {
    const struct lbm_operation down = {.g = m->level[l], .c = m->level[l + 1]};
    loop(m, LBM_OPERATION_sum_parts, &down, down.c.nodes);
  }
  if (m->direct) {
    const struct lbm_operation last = {.g = m->level[m->levels - 1], .answer = (float *)m->component};
    loop(m, LBM_OPERATION_mean_of_component, &last, last.g.nodes);
  }
  for (int l = m->levels - 1 - (m->direct != NULL); l >= 0; l--) {
    const struct lbm_operation up = {.g = m->level[l], .c = m->level[l + 1 < m->levels ? l + 1 : l]};
    loop(m, l ? LBM_OPERATION_spread_mean : LBM_OPERATION_leave_mean_out, &up, up.g.nodes);
  }
}

/* ---- one cycle --------------------------------------------------------- */

/* Sweeps from number `begin` on to `end`. */
static void relax(const struct lbm_multigrid *m, struct lbm_graph *g, int begin, int end)
{
  for (int i = begin; i < end; i++) {
    const struct lbm_operation a = {.g = *g, .factor = cycle_of(m)->damping[i % LBM_SWEEPS]};
    loop(m, i ? LBM_OPERATION_relax : LBM_OPERATION_relax_first, &a, g->nodes);
    if (i)
      lbm_graph_swap(g);
  }
}

static void correct(struct lbm_multigrid *m, int number);

static void cycle(struct lbm_multigrid *m, int number)
{
  struct lbm_graph *g = m->level + number;
  if (number == m->levels - 1 && m->direct) {
    const struct lbm_operation a = {.g = *g, .from = m->direct};
    loop(m, LBM_OPERATION_solve_directly, &a, g->nodes);
    return;
  }
  if (number == m->levels - 1) {
    relax(m, g, 0, LBM_SWEEPS * LAST_SWEEPS);
    return;
  }
  relax(m, g, 0, LBM_SWEEPS);
  const struct lbm_operation down = {.g = g[0], .c = g[1]};
  loop(m, LBM_OPERATION_find_residual, &down, g->nodes);
  loop(m, LBM_OPERATION_restrict_residual, &down, g[1].nodes);
  correct(m, number + 1);
  const struct lbm_operation up = {.g = g[0], .c = g[1]};
  loop(m, LBM_OPERATION_prolong, &up, g->nodes);
  relax(m, g, LBM_SWEEPS, 2 * LBM_SWEEPS);
}

static void product_there(const struct lbm_multigrid *m, int number, enum lbm_step_product which, const float *a,
                          const float *b)
{
  m->device->row->product_there(m->device->self, a, b, m->level[number].nodes,
                                m->sums + LBM_STEP_PRODUCTS * number + which);
}

/* Finds x of a coarser level. */
static void correct(struct lbm_multigrid *m, int number)
{
  struct lbm_graph *g = m->level + number;
  cycle(m, number);
  if (!m->step[number])
    return;
  struct lbm_operation a = {.g = *g, .from = g->x, .to = m->step_image[number]};
  a.node.gain = m->sums + LBM_STEP_PRODUCTS * number;
  loop(m, LBM_OPERATION_find_image, &a, g->nodes);
  product_there(m, number, LBM_FIRST_IMAGE, g->x, a.to);
  product_there(m, number, LBM_FIRST_RIGHT, g->x, g->b);
  a.from = a.to;
  loop(m, LBM_OPERATION_leave_step, &a, g->nodes);
  float *first = g->x;
  g->x = m->step[number], m->step[number] = first;
  cycle(m, number);
  a.g = *g, a.from = g->x, a.to = g->rest;
  loop(m, LBM_OPERATION_find_image, &a, g->nodes);
  product_there(m, number, LBM_SECOND_IMAGE, g->x, g->rest);
  product_there(m, number, LBM_SECOND_RIGHT, g->x, g->b);
  product_there(m, number, LBM_CROSS_IMAGE, g->x, m->step_image[number]);
  a.from = first;
  loop(m, LBM_OPERATION_join_steps, &a, g->nodes);
}

/* Work of a device that costs more to begin than to do is kept and begun at once. */
static void record(struct lbm_multigrid *m, struct lbm_recorded *r)
{
  float *x[LBM_LEVELS];
  for (int l = 0; l < m->levels; l++)
    x[l] = m->level[l].x;
  r->from = x[0];
  m->device->row->record(m->device->self);
  cycle(m, 0);
  r->work = m->device->row->recorded(m->device->self);
  for (int l = 0; l < m->levels; l++)
    if ((r->swaps[l] = x[l] != m->level[l].x))
      lbm_graph_swap(m->level + l);
}

static void cycle_once(struct lbm_multigrid *m)
{
  const struct lbm_device_row *row = m->device->row;
  struct lbm_recorded *r = m->recorded;
  if (!row->record || m->levels < 2) {
    cycle(m, 0);
    return;
  }
  if (r->work && r->from != m->level->x)
    r++;
  if (!r->work)
    record(m, r);
  row->replay(m->device->self, r->work);
  for (int l = 0; l < m->levels; l++)
    if (r->swaps[l])
      lbm_graph_swap(m->level + l);
}

/* ---- conjugate gradients ----------------------------------------------- */

static int product(const struct lbm_multigrid *m, const float *a, const float *b, double *to, struct tile_error *e)
{
  return m->device->row->product(m->device->self, a, b, m->level->nodes, to, e);
}

static void follow(const struct lbm_multigrid *m, double share)
{
  const struct lbm_operation a = {.g = *m->level, .from = m->direction, .to = m->image, .factor = share};
  loop(m, LBM_OPERATION_follow, &a, m->level->nodes);
  loop(m, LBM_OPERATION_find_image, &a, m->level->nodes);
}

static void move(const struct lbm_multigrid *m, double far, float *x)
{
  const struct lbm_operation a = {
      .g = *m->level, .node.gain = m->sum, .from = m->direction, .to = m->image, .answer = x, .factor = far};
  loop(m, LBM_OPERATION_move, &a, m->level->nodes);
}

/* Notes an iteration and the decrease of the energy in it; last: decreases of the last iterations. */
static void note(struct lbm_solved *course, double last[LAST], double decrease)
{
  last[course->iterations++ % LAST] = decrease;
  course->decrease = 0;
  for (int i = 0; i < LAST; i++)
    course->decrease += last[i];
}

int lbm_multigrid_solve(struct lbm_multigrid *m, float *x, double tolerance, int most, struct lbm_solved *course,
                        struct tile_error *e)
{
  const struct lbm_device *d = m->device;
  const size_t bytes = m->level->nodes * sizeof(float);
  double first, left, now, cross = 0, curve = 1, last[LAST] = {0};
  struct lbm_solved ignored;
  if (x)
    d->row->clear(d->self, x, bytes);
  d->row->clear(d->self, m->direction, bytes);
  if (product(m, m->level->b, m->level->b, &first, e))
    return e->code;
  left = first;
  course = course ? course : &ignored;
  *course = (struct lbm_solved){0};
  for (int count = 0; count < most && left > tolerance * tolerance * first; count++) {
    cycle_once(m);
    if (product(m, m->level->b, m->level->x, &now, e) || (count && product(m, m->image, m->level->x, &cross, e)))
      return e->code;
    /* Cycles with two steps are not linear: the new direction is made conjugate to the last. */
    follow(m, -cross / curve);
    if (product(m, m->direction, m->image, &curve, e))
      return e->code;
    if (!(curve > 0))
      return 0;
    move(m, now / curve, x);
    note(course, last, now / curve * now);
    if (product(m, m->level->b, m->level->b, &left, e))
      return e->code;
    if (m->tick)
      m->tick(m->self, sqrt(left / first));
  }
  return 0;
}
