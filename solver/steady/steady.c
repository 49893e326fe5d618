/* SPDX-License-Identifier: BSD-3-Clause */
#include "steady.h"

#include "anderson.h"
#include "communicator.h"
#include "fit.h"
#include "flow.h"
#include "stokes.h"

#include <math.h>

#include <omp.h>
#include <stdlib.h>

/* The mean of so many steps has no part that changes its sign from step to step. */
enum { LAST = 2 };

/* The first process has the equations of the whole domain and arrays of all its nodes; other processes have arrays of
 * their own nodes alone. */
struct lbm_steady {
  struct lbm *flow;
  struct lbm_host host;
  struct lbm_device device;
  uint32_t *first; /* tiles + 1, on the host: first node of each tile, by its number in the arrays below */
  size_t nodes;    /* number in the whole domain */
  size_t own;      /* number in this process */
  void *room;      /* staging buffer for messages; NULL: the arrays are on the host, or there is one process */
  bool floats;     /* no pressure is given anywhere: the mean density stays */
  struct lbm_stokes stokes;
  struct lbm_anderson anderson;
  int steps;     /* of a cycle */
  bool inertial; /* what cycles move is watched, else the work of what steps add */
  /* Arrays on the device: density - 1 and momentum of the nodes (in stokes.pair, if this process solves); what the last two
   * time steps of a cycle have added to them, and those before (NULL: there are none); the best ones so far (inertial). */
  double (*last)[LBM_FIELDS];
  float (*added[LAST])[LBM_FIELDS], (*before)[LBM_FIELDS], (*best)[LBM_FIELDS];
  double moved, least; /* by a cycle; the least so far */
  double work;         /* of what a step adds to the momentum, on the momentum at the beginning of a cycle */
  double size;         /* the sum of the squares of the momentum at the beginning of a cycle */
  double mean, gained; /* density of a node, of a correction and in the two time steps, that is left out */
};

static bool solves(void)
{
  return lbm_comm_rank() == 0;
}

static size_t nodes_here(const struct lbm_steady *s)
{
  return solves() ? s->nodes : s->own;
}

/* ---- what it takes --------------------------------------------------------- */

bool lbm_steady_on_host(const struct lbm *flow)
{
  return !flow->backend->arrays;
}

/* Beyond these, populations do not follow density and momentum within a few steps. Flows with inertia need a small tau;
 * creeping ones do not, and with bgk and mrt what cycles leave behind there hardly decays in steps. */
#define LEAST_TAU_INERTIAL 0.53
#define LEAST_TAU 0.75
#define MOST_TAU 1.5

static double least_tau(const struct lbm *flow)
{
  return flow->setup.equilibrium == LBM_STOKES || flow->setup.collision != LBM_TRT ? LEAST_TAU : LEAST_TAU_INERTIAL;
}

/* In the steps of a cycle so much may be left of what populations differ from those of their density and momentum. */
#define LEFT 0.35

/* Near tau = 1 two steps are enough, and 6 at 0.55, 9 at 0.53. */
static int steps_of(const struct lbm *flow)
{
  const struct lbm_rates *r = &flow->task.rates;
  const double slowest = fmax(fabs(1 - r->even), fabs(1 - r->odd));
  int steps = LAST;
  while (pow(slowest, steps) > LEFT && steps < 5 * LAST)
    steps++;
  return steps;
}

int lbm_steady_steps(const struct lbm_steady *s)
{
  return s->steps;
}

double lbm_steady_moved(const struct lbm_steady *s)
{
  return s->inertial ? s->moved : 0;
}

double lbm_steady_work(const struct lbm_steady *s)
{
  return s->inertial ? 0 : s->work;
}

double lbm_steady_rounded(const struct lbm_steady *s)
{
  return s->inertial ? 0 : s->size;
}

const char *lbm_steady_obstacle(const struct lbm *flow)
{
  const struct {
    bool is;
    const char *text;
  } obstacle[] = {{flow->setup.tau < least_tau(flow) || flow->setup.tau > MOST_TAU,
                   "it needs a tau near 1, such as is chosen without one"},
                  {!flow->backend->moments, "not on this device with this lattice: take the CPU"},
                  {!lbm_steady_on_host(flow) && lbm_locals(flow) > 1 && !flow->group,
                   "these GPUs do not reach each other's memory: take one GPU, or those with peer access"}};
  for (size_t i = 0; i < sizeof obstacle / sizeof *obstacle; i++)
    if (obstacle[i].is)
      return obstacle[i].text;
  return NULL;
}

/* The bytes of a node: added, two float fields; the equations of Stokes: four more, 108 bytes of faces, links and coarser
 * graphs, and 28 of coarser velocities where pores are wide; Anderson's method, two fields for each cycle that it remembers. */
enum {
  FIELD = LBM_FIELDS * sizeof(float),
  OWN = LAST * FIELD,
  WHOLE = OWN + 4 * FIELD + 108 + 28 + 2 * LBM_ANDERSON_LEAST * FIELD
};
_Static_assert((int)WHOLE <= (int)LBM_CORRECTION_NODE && (int)WHOLE > LBM_CORRECTION_NODE - 8, "as fit.h says");

size_t lbm_steady_bytes(const struct lbm *flow)
{
  size_t own = 0;
  for (const struct lbm_local *local = flow->local; local < flow->local + lbm_locals(flow); local++)
    own += local->geometry.nonsolid;
  const bool inertial = flow->setup.equilibrium != LBM_STOKES;
  const size_t more = (size_t)((steps_of(flow) > LAST) + inertial) * FIELD;
  return solves() ? lbm_nonsolid(flow) * (LBM_CORRECTION_NODE + more)
                  : own * (OWN + more + LBM_FIELDS * sizeof(double));
}

/* ---- making ------------------------------------------------------------------ */

static int number_nodes(struct lbm_steady *s, struct tile_error *e)
{
  s->nodes = lbm_nonsolid(s->flow);
  if (s->nodes >= LBM_NOBODY / 2)
    return tile_fail(e, TILE_FAILED, "too many nodes for the equations of Stokes");
  return lbm_first_nodes(s->flow, &s->first, &s->own, e);
}

/* Lists the nodes whose pressure is given, and returns their number. list has room for as many nodes as there are
 * marks. */
static size_t find_given(const struct lbm_steady *s, uint32_t *list)
{
  const struct tile_domain *d = s->flow->domain;
  size_t count = 0;
  for (const struct tile_mark *m = d->mark; m < d->mark + d->marks; m++)
    if (m->patch && s->flow->setup.condition[m->patch - 1].kind == LBM_AT_PRESSURE) {
      list[count++] = s->first[m->tile] + (uint32_t)tile_rank(d->mask[m->tile], m->node);
    }
  return count;
}

/* Cycles that are remembered where there is memory. In creeping flow Berea of 200^3 takes 44 steps with 5, 38 with 8 and 40 with
 * 10. Of populations in fp16 differences of older cycles are noise. */
static int depth_of(const struct lbm_steady *s)
{
  if (s->inertial)
    return LBM_ANDERSON_MOST;
  return s->flow->setup.precision == LBM_FP32_FP16 ? 3 : 8;
}

/* Called in the first process only. */
static int make_whole(struct lbm_steady *s, struct tile_error *e)
{
  const struct tile_domain *d = s->flow->domain;
  uint32_t *list = tile_alloc(d->marks, sizeof *list);
  if (!list)
    return tile_fail_memory(e, d->marks * sizeof *list, "the equations of Stokes");
  const struct lbm_given given = {list, find_given(s, list)};
  s->floats = !given.count;
  s->stokes.device = s->anderson.device = &s->device;
  s->stokes.narrow = s->inertial;
  s->anderson.count = LBM_FIELDS * s->nodes;
  s->anderson.most = depth_of(s);
  const int code =
      lbm_stokes_make(&s->stokes, d, s->first, &given, e) || lbm_anderson_make(&s->anderson, e) ? e->code : 0;
  free(list);
  s->last = (double(*)[LBM_FIELDS])s->stokes.pair; /* it is not needed while the equations are solved */
  return code;
}

static int allocate(struct lbm_steady *s, struct tile_error *e)
{
  const size_t count = nodes_here(s), size = LBM_FIELDS * sizeof(float);
  if (lbm_comm_size() > 1 && !lbm_steady_on_host(s->flow) && !(s->room = tile_alloc(count, size)))
    return tile_fail_memory(e, count * size, "the equations of Stokes");
  for (int i = 0; i < LAST; i++)
    if (lbm_device_allocate(&s->device, &s->added[i], count, size, e))
      return e->code;
  if ((s->steps > LAST && lbm_device_allocate(&s->device, &s->before, count, size, e)) ||
      (s->inertial && lbm_device_allocate(&s->device, &s->best, count, size, e)))
    return e->code;
  return solves() ? 0 : lbm_device_allocate(&s->device, &s->last, count, sizeof *s->last, e);
}

int lbm_steady_new(struct lbm_steady **made, struct lbm *flow, struct tile_error *e)
{
  struct lbm_steady *s = *made = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "the equations of Stokes");
  s->flow = flow;
  s->steps = steps_of(flow);
  s->inertial = flow->setup.equilibrium != LBM_STOKES;
  s->host.threads = flow->setup.threads;
  s->device = flow->backend->arrays ? flow->backend->arrays(flow->local->state)
                                    : (struct lbm_device){&lbm_device_cpu, &s->host};
  lbm_steady_restart(s);
  return number_nodes(s, e) || allocate(s, e) || (solves() && make_whole(s, e)) ? e->code : 0;
}

void lbm_steady_free(struct lbm_steady *s)
{
  if (!s)
    return;
  void *const all[] = {s->stokes.pair ? NULL : (void *)s->last, s->added[0], s->added[1], s->before, s->best};
  lbm_stokes_free(&s->stokes);
  lbm_anderson_free(&s->anderson);
  for (size_t i = 0; s->device.row && i < sizeof all / sizeof *all; i++)
    s->device.row->release(s->device.self, all[i]);
  free(s->room);
  free(s->first);
  free(s);
}

/* ---- messages ---------------------------------------------------------------- */

/* The tile with which process `rank` begins. */
static size_t begin_of(const struct lbm *l, int rank)
{
  return l->first[rank * lbm_locals(l)];
}

/* Exchanges node data. The first process sends or receives the parts of `data` that belong to the nodes of each other
 * process; another process sends or receives the whole of its data. home: towards the first process. */
static void exchange(const struct lbm_steady *s, char *data, size_t size, bool home)
{
  struct lbm_message m = {.rank = 0, .tag = LBM_TAG_SUMS, .sends = home, .data = data, .bytes = nodes_here(s) * size};
  for (int rank = 1; solves() && rank < lbm_comm_size(); rank++) {
    const size_t begin = s->first[begin_of(s->flow, rank)], end = s->first[begin_of(s->flow, rank + 1)];
    m = (struct lbm_message){rank, LBM_TAG_SUMS, !home, data + begin * size, (end - begin) * size};
    lbm_comm_exchange(&m, 1);
  }
  if (!solves())
    lbm_comm_exchange(&m, 1);
}

/* Moves an array of node data to the process that solves (home), or from there to the others, through the staging
 * buffer if the arrays lie on a device. */
static int carry(const struct lbm_steady *s, float (*array)[LBM_FIELDS], bool home, struct tile_error *e)
{
  const struct lbm_device *d = &s->device;
  const size_t bytes = nodes_here(s) * sizeof *array;
  if (s->room && (home || solves()) && d->row->fetch(d->self, s->room, array, bytes, e))
    return e->code;
  exchange(s, s->room ? s->room : (void *)array, sizeof *array, home);
  if (s->room && home == solves())
    d->row->send(d->self, array, s->room, bytes);
  return 0;
}

/* ---- a cycle ------------------------------------------------------------------- */

static int get_moments(const struct lbm_steady *s, float (*added)[LBM_FIELDS], struct tile_error *e)
{
  const struct lbm *l = s->flow;
  for (const struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++)
    if (l->backend->moments(p->state, s->first + p->part.first, s->last, added, e))
      return e->code;
  return 0;
}

static int add_to_flow(const struct lbm_steady *s, struct tile_error *e)
{
  const struct lbm *l = s->flow;
  const struct lbm_addition a = {(const float(*)[LBM_FIELDS])s->added[1], s->mean, 1};
  for (const struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++)
    if (l->backend->add(p->state, s->first + p->part.first, &a, e))
      return e->code;
  return 0;
}

static struct lbm_operation loop_of(const struct lbm_steady *s, float *to, double factor, float *from)
{
  return (struct lbm_operation){
      .g = s->stokes.multigrid.level[0], .node = s->stokes.node, .to = to, .from = from, .factor = factor};
}

static void loop(const struct lbm_steady *s, enum lbm_operation_name name, const struct lbm_operation *a)
{
  s->device.row->loop(s->device.self, name, a, s->nodes);
}

static void add(const struct lbm_steady *s, float *to, double factor, float *from)
{
  const struct lbm_operation a = loop_of(s, to, factor, from);
  loop(s, LBM_OPERATION_add_scaled, &a);
}

/* The mean density of a field. Where no pressure is given, it is left out everywhere, so that the mass stays the same, also
 * where walls take some of it in each time step. */
static int mean_of(struct lbm_steady *s, float *field, double *mean, struct tile_error *e)
{
  double sum = 0;
  const struct lbm_operation a = loop_of(s, s->stokes.multigrid.level->b, 1, field);
  loop(s, LBM_OPERATION_take_density, &a);
  if (s->floats && s->device.row->product(s->device.self, a.to, NULL, s->nodes, &sum, e))
    return e->code;
  *mean = sum / (double)s->nodes;
  return 0;
}

/* The share of a correction that is taken. With inertia populations follow a correction late at small tau, and whole ones lead
 * astray: arrays of cylinders and packings of spheres at drives of --forchheimer need 72 to 660 steps with 0.6, and up to 65 000
 * with 0.8 or 1. Of populations in fp16 it holds noise: two packings of spheres, in two builds that round in other ways, take
 * 16 to 24 steps with 0.8 and a depth of 3, and 18 to 72 with 1 and 8. */
static double share_of(const struct lbm_steady *s)
{
  if (s->inertial)
    return 0.6;
  return s->flow->setup.precision == LBM_FP32_FP16 ? 0.8 : 1;
}

/* Solves for what the mean of both steps adds, and leaves the corrections of density and momentum in `field`. */
static int correct(struct lbm_steady *s, float *field, struct tile_error *e)
{
  const double nu = (s->flow->setup.tau - 0.5) / 3;
  float *both = s->stokes.step;
  s->device.row->clear(s->device.self, both, s->nodes * LBM_FIELDS * sizeof *both);
  for (int i = 0; i < LAST; i++)
    add(s, both, 1. / LAST, *s->added[i]);
  struct lbm_operation right = loop_of(s, s->stokes.rest, 1 / nu, both), spread = loop_of(s, field, 3 * nu, both);
  if (mean_of(s, both, &right.mean, e) ||
      s->device.row->product(s->device.self, both, s->stokes.rest, LBM_FIELDS * s->nodes, &s->work, e))
    return e->code;
  s->gained = s->steps * right.mean;
  loop(s, LBM_OPERATION_set_stokes_right, &right);
  if (lbm_stokes_solve(&s->stokes, e))
    return e->code;
  if (share_of(s) < 1)
    add(s, s->stokes.step, share_of(s) - 1, s->stokes.step);
  loop(s, LBM_OPERATION_spread_faces, &spread);
  return 0;
}

/* Of a flow with inertia: how far the change leads. */
static int measure(struct lbm_steady *s, float *change, float *momentum, struct tile_error *e)
{
  const struct lbm_operation no_density = {.to = momentum};
  double square;
  if (!s->inertial)
    return 0;
  s->device.row->clear(s->device.self, momentum, s->nodes * LBM_FIELDS * sizeof *momentum);
  add(s, momentum, 1, change);
  loop(s, LBM_OPERATION_clear_density, &no_density);
  if (s->device.row->product(s->device.self, momentum, momentum, LBM_FIELDS * s->nodes, &square, e))
    return e->code;
  s->moved = s->size > 0 ? sqrt(square / s->size) : (double)INFINITY;
  return 0;
}

/* With the moments m0 at the beginning and m1, m2 after the last two steps, the cycle leads to (m1 + m2) / 2 + correction.
 * The flow has m2: added[1] becomes what is to be added to it. */
static int solve(struct lbm_steady *s, struct tile_error *e)
{
  float *field = s->stokes.room, *more = s->stokes.step, *change = *s->added[0], *last = *s->added[1];
  if (correct(s, field, e))
    return e->code;
  add(s, change, 0.5, last);
  if (s->before)
    add(s, change, 1, *s->before);
  add(s, change, 1, field);
  if (measure(s, change, more, e) || lbm_anderson_mix(&s->anderson, change, more, e))
    return e->code;
  add(s, last, -1.5, last);
  add(s, last, 1, field);
  add(s, last, 1, more);
  if (mean_of(s, last, &s->mean, e))
    return e->code;
  s->mean += s->gained;
  return 0;
}

/* Makes steps, and finds what they add. */
static int step(const struct lbm_steady *s, int steps, float (*added)[LBM_FIELDS], double *stepping,
                struct tile_error *e)
{
  const double begin = omp_get_wtime();
  const int code = lbm_step(s->flow, steps, e);
  *stepping += omp_get_wtime() - begin;
  return code || get_moments(s, added, e) || carry(s, added, true, e) ? e->code : 0;
}

static void copy(const struct lbm_steady *s, float *to, double factor, float *from)
{
  const struct lbm_operation a = {.to = to, .from = from, .factor = factor};
  s->device.row->clear(s->device.self, to, nodes_here(s) * LBM_FIELDS * sizeof *to);
  s->device.row->loop(s->device.self, LBM_OPERATION_add_scaled, &a, nodes_here(s));
}

/* Finds density and momentum. With inertia those after the cycle that moved least are kept; else the momentum waits in
 * stokes.rest, which is not needed before the equations are solved. */
static int begin(struct lbm_steady *s, struct tile_error *e)
{
  const struct lbm_operation no_density = {.to = *s->added[0]};
  s->device.row->clear(s->device.self, s->last, nodes_here(s) * sizeof *s->last);
  if (get_moments(s, s->added[0], e))
    return e->code;
  if (s->inertial && s->moved <= s->least)
    copy(s, *s->best, 1, *s->added[0]);
  s->least = fmin(s->moved, s->least);
  if (carry(s, s->added[0], true, e))
    return e->code;
  if (!solves())
    return 0;
  loop(s, LBM_OPERATION_clear_density, &no_density);
  if (!s->inertial)
    copy(s, s->stokes.rest, 1, *s->added[0]);
  return s->device.row->product(s->device.self, *s->added[0], *s->added[0], LBM_FIELDS * s->nodes, &s->size, e);
}

int lbm_steady_cycle(struct lbm_steady *s, double *stepping, struct tile_error *e)
{
  *stepping = 0;
  if (begin(s, e) || (s->before && step(s, s->steps - LAST, s->before, stepping, e)))
    return e->code;
  for (int i = 0; i < LAST; i++)
    if (step(s, 1, s->added[i], stepping, e))
      return e->code;
  if ((solves() && solve(s, e)) || carry(s, s->added[1], false, e))
    return e->code;
  lbm_comm_share(&s->mean, sizeof s->mean, 0);
  lbm_comm_share(&s->moved, sizeof s->moved, 0);
  lbm_comm_share(&s->work, sizeof s->work, 0);
  lbm_comm_share(&s->size, sizeof s->size, 0);
  return add_to_flow(s, e);
}

void lbm_steady_restart(struct lbm_steady *s)
{
  s->moved = s->least = (double)INFINITY;
  lbm_anderson_restart(&s->anderson);
}

int lbm_steady_return(struct lbm_steady *s, struct tile_error *e)
{
  const struct lbm_operation back = {.to = *s->added[1], .from = *s->added[0], .factor = -1};
  s->device.row->clear(s->device.self, s->last, nodes_here(s) * sizeof *s->last);
  if (get_moments(s, s->added[0], e))
    return e->code;
  copy(s, *s->added[1], 1, *s->best);
  s->device.row->loop(s->device.self, LBM_OPERATION_add_scaled, &back, nodes_here(s));
  s->mean = 0;
  return add_to_flow(s, e);
}

/* ---- from run to run ----------------------------------------------------------------- */

int lbm_steady_depth(const struct lbm_steady *s)
{
  int depth = s->anderson.depth;
  lbm_comm_share(&depth, sizeof depth, 0);
  return depth;
}

static int get(void *self, uint64_t at, void *data, size_t length, struct tile_error *e)
{
  const struct lbm_steady *s = self;
  return lbm_anderson_get(&s->anderson, at, data, length, e);
}

static int put(void *self, uint64_t at, void *data, size_t length, struct tile_error *e)
{
  struct lbm_steady *s = self;
  (void)e;
  lbm_anderson_put(&s->anderson, at, data, length);
  return 0;
}

struct tile_rest lbm_steady_writing(struct lbm_steady *s, int64_t cycles)
{
  return (struct tile_rest){lbm_anderson_bytes(&s->anderson, cycles), get, s, false};
}

struct tile_rest lbm_steady_reading(struct lbm_steady *s, int64_t cycles)
{
  return (struct tile_rest){lbm_anderson_bytes(&s->anderson, cycles), put, s, false};
}

int lbm_steady_resume(struct lbm_steady *s, int64_t cycles, struct tile_error *e)
{
  return solves() ? lbm_anderson_resume(&s->anderson, cycles, e) : 0;
}
