#include "pressure.h"

#include "communicator.h"
#include "fit.h"
#include "flow.h"
#include "multigrid.h"

#include <stdlib.h>

#define AT_WALL 1e-2 /* tolerance of w */
#define ROUGHLY 0.3  /* tolerance of the first solution for w */
#define CLOSE 0.2    /* tolerance of a correction, which is one of several */
#define LEAK 1e-6    /* leak of all nodes; pores that fill more slowly than in about 1/LEAK steps are left */
enum { WALL_CYCLES = 30, CYCLES = 15 };

/* The first process has the equation of the whole domain and arrays of all its nodes; other processes have arrays of
 * their own nodes alone. */
struct lbm_pressure {
  struct lbm *flow;
  struct lbm_host host;
  struct lbm_device device;
  uint32_t *first; /* tiles + 1, on the host: first node of each tile, by its number in the arrays below */
  size_t nodes;    /* number in the whole domain */
  size_t own;      /* number in this process */
  void *room;      /* staging buffer for messages; NULL: the arrays are on the host, or there is one process */
  bool any;        /* is a pressure given anywhere? */
  struct lbm_multigrid multigrid;
  struct lbm_nodes node; /* arrays on the device */
  float *change;
  double mean;  /* mean of `change`, which is left out of a correction */
  double reach; /* root of the mean w */
};

static void loop(const struct lbm_pressure *p, enum lbm_operation_name name, const struct lbm_operation *a)
{
  p->device.row->loop(p->device.self, name, a, p->nodes);
}

/* ---- the nodes --------------------------------------------------------- */

static bool solves(void)
{
  return lbm_comm_rank() == 0;
}

static size_t nodes_here(const struct lbm_pressure *p)
{
  return solves() ? p->nodes : p->own;
}

static int number_nodes(struct lbm_pressure *p, struct tile_error *e)
{
  p->nodes = lbm_nonsolid(p->flow);
  if (p->nodes >= LBM_NOBODY / 2)
    return tile_fail(e, TILE_FAILED, "too many nodes for a pressure correction");
  return lbm_first_nodes(p->flow, &p->first, &p->own, e);
}

static int allocate(const struct lbm_pressure *p, void *array, size_t size, struct tile_error *e)
{
  return lbm_device_allocate(&p->device, array, nodes_here(p), size, e);
}

/* Lists the nodes whose pressure is given, and returns their number. list has room for as many nodes as there are
 * marks. */
static size_t find_given(const struct lbm_pressure *p, uint32_t *list)
{
  const struct tile_domain *d = p->flow->domain;
  size_t count = 0;
  for (const struct tile_mark *m = d->mark; m < d->mark + d->marks; m++)
    if (m->patch && p->flow->setup.condition[m->patch - 1].kind == LBM_AT_PRESSURE) {
      const uint64_t before = d->mask[m->tile] & (((uint64_t)1 << m->node) - 1);
      list[count++] = p->first[m->tile] + (uint32_t)__builtin_popcountll(before);
    }
  return count;
}

static int make_graph(struct lbm_pressure *p, struct tile_error *e)
{
  uint32_t *list = tile_alloc(p->flow->domain->marks, sizeof *list);
  struct lbm_operation a;
  if (!list)
    return tile_fail_memory(e, p->flow->domain->marks * sizeof *list, "the pressure correction");
  const struct lbm_given given = {list, find_given(p, list)};
  p->any = given.count;
  const int code = lbm_graph_make(&p->device, &a, p->flow->domain, p->first, &given, e);
  free(list);
  p->multigrid.level[0] = a.g;
  p->node = a.node;
  return code;
}

/* ---- the equations ----------------------------------------------------- */

static struct lbm_operation loop_of(const struct lbm_pressure *p)
{
  return (struct lbm_operation){.g = p->multigrid.level[0], .node = p->node};
}

static int solve_mobile(struct lbm_pressure *p, double tolerance, struct tile_error *e)
{
  double sum;
  const struct lbm_operation a = loop_of(p);
  loop(p, LBM_OPERATION_set_one, &a);
  if (lbm_multigrid_solve(&p->multigrid, p->node.mobile, tolerance, WALL_CYCLES, NULL, e) ||
      p->device.row->product(p->device.self, p->node.mobile, NULL, p->nodes, &sum, e))
    return e->code;
  p->reach = sqrt(sum / (double)p->nodes);
  return 0;
}

/* The sum of w grows with every iteration of conjugate gradients, so a first rough solution shows whether the reach is
 * too large. */
static int find_mobile(struct lbm_pressure *p, double most, struct tile_error *e)
{
  const struct lbm_operation a = loop_of(p);
  loop(p, LBM_OPERATION_weigh_walls, &a);
  lbm_multigrid_weigh(&p->multigrid);
  if (solve_mobile(p, ROUGHLY, e))
    return e->code;
  return p->reach < most ? solve_mobile(p, AT_WALL, e) : 0;
}

static void make_equation(struct lbm_pressure *p)
{
  struct lbm_operation a = loop_of(p);
  a.factor = LEAK;
  loop(p, LBM_OPERATION_weigh_pressure, &a);
  lbm_multigrid_weigh(&p->multigrid);
}

double lbm_pressure_reach(const struct lbm_pressure *p)
{
  return p->reach;
}

/* The larger tau is, the slower is the flow relative to the density, the rounding of which in single precision changes
 * the mass. */
#define MOST_SINGLE 1.5

double lbm_pressure_tau(const struct lbm_pressure *p)
{
  const double tau = 1 + p->reach;
  return lbm_value_bytes(p->flow) == sizeof(double) ? tau : fmin(tau, MOST_SINGLE);
}

/* ---- making ------------------------------------------------------------ */

bool lbm_pressure_on_host(const struct lbm *flow)
{
  return !flow->backend->arrays;
}

/* In single precision see fit.h; in 16 bits rounding changes the flux by more than a correction would improve it. */
const char *lbm_pressure_obstacle(const struct lbm *flow, double bound)
{
  const enum lbm_precision precision = flow->setup.precision;
  const struct {
    bool is;
    const char *text;
  } obstacle[] = {
      {flow->setup.equilibrium != LBM_STOKES || lbm_depends_on_tau(&flow->setup),
       "it needs --equilibrium stokes and --collision trt"},
      {!flow->backend->moment, "not on this device with this lattice: take --device cpu, or --lattice d3q19"},
      {precision == LBM_FP32_FP16, "not with populations in 16 bits: take --precision fp64"},
      {precision != LBM_FP64 && bound < LBM_CORRECTION_SINGLE,
       "not with populations in single precision to such a bound: take --converge 1e-3 or more, or --precision fp64"},
      {!lbm_pressure_on_host(flow) && flow->end - flow->begin > 1 && !flow->group,
       "these GPUs do not reach each other's memory: take one GPU, or those with peer access"}};
  for (size_t i = 0; i < sizeof obstacle / sizeof *obstacle; i++)
    if (obstacle[i].is)
      return obstacle[i].text;
  return NULL;
}

bool lbm_pressure_serves(const struct lbm *flow, double bound)
{
  return !lbm_pressure_obstacle(flow, bound);
}

/* Solves for w, and prepares the equation of the pressure if the reach allows corrections. Called in the first process
 * only. */
static int make_whole(struct lbm_pressure *p, double most, struct tile_error *e)
{
  if (make_graph(p, e) || lbm_multigrid_make(&p->multigrid, e) ||
      allocate(p, &p->node.mobile, sizeof *p->node.mobile, e) || find_mobile(p, most, e))
    return e->code;
  if (!(p->reach < most))
    return 0;
  make_equation(p);
  return allocate(p, &p->change, sizeof *p->change, e);
}

static int make_room(struct lbm_pressure *p, struct tile_error *e)
{
  const size_t count = nodes_here(p), size = LBM_FIELDS * sizeof(float);
  if (lbm_comm_size() > 1 && !lbm_pressure_on_host(p->flow) && !(p->room = tile_alloc(count, size)))
    return tile_fail_memory(e, count * size, "the pressure correction");
  return allocate(p, &p->node.gain, sizeof *p->node.gain, e) || allocate(p, &p->node.field, sizeof *p->node.field, e)
             ? e->code
             : 0;
}

size_t lbm_pressure_bytes(const struct lbm *flow)
{
  size_t own = 0;
  for (const struct lbm_local *local = flow->local; local < flow->local + (flow->end - flow->begin); local++)
    own += local->geometry.nonsolid;
  return solves() ? lbm_nonsolid(flow) * LBM_CORRECTION_NODE : own * (sizeof(double) + LBM_FIELDS * sizeof(float));
}

int lbm_pressure_new(struct lbm_pressure **made, struct lbm *flow, double most, struct tile_error *e)
{
  struct lbm_pressure *p = *made = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the pressure correction");
  p->flow = flow;
  p->host.threads = flow->setup.threads;
  p->device = flow->backend->arrays ? flow->backend->arrays(flow->local->state)
                                    : (struct lbm_device){&lbm_device_cpu, &p->host};
  p->multigrid.device = &p->device;
  if (number_nodes(p, e) || (solves() && make_whole(p, most, e)))
    return e->code;
  return p->reach < most ? make_room(p, e) : 0;
}

void lbm_pressure_agree(struct lbm_pressure *p)
{
  lbm_comm_share(&p->reach, sizeof p->reach, 0);
}

void lbm_pressure_free(struct lbm_pressure *p)
{
  if (!p)
    return;
  void *const all[] = {p->node.given, p->node.list, p->node.mobile, p->node.gain, p->node.field, p->change};
  if (solves())
    lbm_multigrid_free(&p->multigrid);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    p->device.row->release(p->device.self, all[i]);
  free(p->room);
  free(p->first);
  free(p);
}

/* ---- a correction ------------------------------------------------------ */

/* The tile with which process `rank` begins. */
static size_t begin_of(const struct lbm *l, int rank)
{
  return l->first[rank * (l->end - l->begin)];
}

/* Exchanges node data. The first process sends or receives the parts of `data` that belong to the nodes of each other
 * process; another process sends or receives the whole of its data. home: towards the first process. */
static void exchange(const struct lbm_pressure *p, char *data, size_t size, bool home)
{
  struct lbm_message m = {.rank = 0, .tag = LBM_TAG_SUMS, .sends = home, .data = data, .bytes = nodes_here(p) * size};
  for (int rank = 1; solves() && rank < lbm_comm_size(); rank++) {
    const size_t begin = p->first[begin_of(p->flow, rank)], end = p->first[begin_of(p->flow, rank + 1)];
    m = (struct lbm_message){rank, LBM_TAG_SUMS, !home, data + begin * size, (end - begin) * size};
    lbm_comm_exchange(&m, 1);
  }
  if (!solves())
    lbm_comm_exchange(&m, 1);
}

/* Moves an array of node data to the process that solves (home), or from there to the others, through the staging
 * buffer if the arrays lie on a device. */
static int carry(const struct lbm_pressure *p, void *array, size_t size, bool home, struct tile_error *e)
{
  const struct lbm_device *d = &p->device;
  const size_t bytes = nodes_here(p) * size;
  if (p->room && (home || solves()) && d->row->fetch(d->self, p->room, array, bytes, e))
    return e->code;
  exchange(p, p->room ? p->room : array, size, home);
  if (p->room && home == solves())
    d->row->send(d->self, array, p->room, bytes);
  return 0;
}

/* Sets node.gain of each node to its density less the previous node.gain. */
static int get_gain(const struct lbm_pressure *p, struct tile_error *e)
{
  const struct lbm *l = p->flow;
  for (const struct lbm_local *local = l->local; local < l->local + (l->end - l->begin); local++)
    if (l->backend->moment(local->state, -1, p->first + local->part.first, p->node.gain, e))
      return e->code;
  return 0;
}

static int add(const struct lbm_pressure *p, double share, struct tile_error *e)
{
  const struct lbm *l = p->flow;
  const struct lbm_addition a = {(const float(*)[LBM_FIELDS])p->node.field, p->mean, share};
  for (const struct lbm_local *local = l->local; local < l->local + (l->end - l->begin); local++)
    if (l->backend->add(local->state, p->first + local->part.first, &a, e))
      return e->code;
  return 0;
}

/* Where no pressure is given, the mean of the change is left out, so that the mass stays the same. */
static int set_fields(struct lbm_pressure *p, double nu, struct tile_error *e)
{
  double sum = 0;
  struct lbm_operation a = loop_of(p);
  if (!p->any && p->device.row->product(p->device.self, p->change, NULL, p->nodes, &sum, e))
    return e->code;
  a.from = p->change;
  p->mean = sum / (double)p->nodes;
  a.factor = -1 / (3 * nu);
  loop(p, LBM_OPERATION_set_fields, &a);
  return 0;
}

static int solve(struct lbm_pressure *p, double factor, struct tile_error *e)
{
  struct lbm_operation a = loop_of(p);
  a.factor = factor;
  loop(p, LBM_OPERATION_set_right, &a);
  return lbm_multigrid_solve(&p->multigrid, p->change, CLOSE, CYCLES, NULL, e);
}

int lbm_pressure_correct(struct lbm_pressure *p, struct tile_error *e)
{
  static const double shares[] = {0.25, 0.5, 0.25};
  enum { SHARES = 3, WATCHED = LBM_PRESSURE_STEPS + 1 - SHARES };
  const double nu = (p->flow->setup.tau - 0.5) / 3;
  p->device.row->clear(p->device.self, p->node.gain, nodes_here(p) * sizeof *p->node.gain);
  if (get_gain(p, e) || lbm_step(p->flow, WATCHED, e) || get_gain(p, e))
    return e->code;
  if (carry(p, p->node.gain, sizeof *p->node.gain, true, e) ||
      (solves() && (solve(p, 3 * nu / WATCHED, e) || set_fields(p, nu, e))) ||
      carry(p, p->node.field, sizeof *p->node.field, false, e))
    return e->code;
  lbm_comm_share(&p->mean, sizeof p->mean, 0);
  for (int i = 0; i < SHARES; i++)
    if ((i && lbm_step(p->flow, 1, e)) || add(p, shares[i], e))
      return e->code;
  return 0;
}
