/* SPDX-License-Identifier: BSD-3-Clause */
/* The equations of Stokes on the faces of domains, where a flow has its arrays: on the host, or on the GPU of
 * TESSERA_DEVICE (the best device if unset). Reference: the equations evaluated face by face on a dense grid. Tolerance:
 * rounding of sums of some ten numbers in fp32. The memory of a diffusion beside them. */
#include <math.h>

#include "anderson.h"
#include "diffusion.h"
#include "flow.h"
#include "flow_made.h"
#include "stokes.h"
#include "suite.h"

#define WITHIN 1e-5
#define THROAT 0.0155
enum { V = LBM_STOKES_VALUES };

struct graphs {
  struct made m;
  struct lbm_host host;
  struct lbm_device device;
  struct lbm_stokes stokes;
  uint32_t *first, *number; /* of each node of the grid; LBM_NOBODY: solid */
  bool *given;
  size_t nodes;
};

static const struct tile_patch ends[2] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};

/* Random domains: at porosity 0.7 few nodes meet at edges alone, at 0.3 many do; sizes that are not multiples of the
 * edge, and periods. */
static const struct {
  int64_t grid[3];
  double share;
  struct tile_make how;
  bool given; /* at both ends */
} domains[] = {
    {{24, 20, 28}, 0.7, {.periodic = TILE_X | TILE_Y, .patches = 2, .patch = ends}, true},
    {{21, 18, 23}, 0.7, {.periodic = TILE_X | TILE_Y | TILE_Z, .offset = {1, 2, 3}}, false},
    {{22, 19, 25}, 0.3, {.periodic = TILE_Y, .offset = {3, 1, 2}, .patches = 2, .patch = ends}, true},
    {{3, 2, 70}, 0.9, {.periodic = TILE_X | TILE_Y | TILE_Z}, false},
    {{1, 6, 40}, 0.8, {.periodic = TILE_X | TILE_Y}, false},
    {{71, 53, 1}, 0.998, {.periodic = TILE_X | TILE_Y | TILE_Z}, false},
    {{21, 27, 24}, 0.999, {.periodic = TILE_X | TILE_Y, .patches = 2, .patch = ends}, true},
};
/* The first ones have a coarser level of 1000 nodes and more; from the sixth on pores are wide. */
enum { DOMAINS = sizeof domains / sizeof *domains, DOUBLED = 3, WIDE = 5 };

static void number_nodes(struct graphs *s)
{
  const struct tile_domain *d = &s->m.domain;
  s->first = calloc(d->tiles + 1, sizeof *s->first);
  s->number = malloc(made_nodes(&s->m) * sizeof *s->number);
  memset(s->number, 0xff, made_nodes(&s->m) * sizeof *s->number);
  for (size_t t = 0; t < d->tiles; t++)
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1) {
      int64_t at[3];
      tile_domain_node(d, t, __builtin_ctzll(mask), at);
      s->number[at[0] + d->grid[0] * (at[1] + d->grid[1] * at[2])] = (uint32_t)s->nodes++;
      s->first[t + 1] = (uint32_t)s->nodes;
    }
}

/* Sets at[] to from + c. Returns false if that lies outside the grid. */
static bool go(const struct graphs *s, int64_t at[3], const int64_t from[3], const int c[3])
{
  const struct tile_domain *d = &s->m.domain;
  for (int a = 0; a < 3; a++) {
    at[a] = from[a] + c[a];
    if (d->periodic >> a & 1)
      at[a] = (at[a] + d->grid[a]) % d->grid[a];
    else if (at[a] < 0 || at[a] >= d->grid[a])
      return false;
  }
  return true;
}

static uint32_t number_of(const struct graphs *s, const int64_t at[3])
{
  const int64_t *n = s->m.domain.grid;
  return s->number[at[0] + n[0] * (at[1] + n[1] * at[2])];
}

static uint32_t number_at(const struct graphs *s, const int64_t from[3], const int c[3])
{
  int64_t at[3];
  return go(s, at, from, c) ? number_of(s, at) : LBM_NOBODY;
}

static bool is_face(const struct graphs *s, const int64_t at[3], int axis)
{
  int c[3] = {0};
  c[axis] = -1;
  const uint32_t here = number_of(s, at), before = number_at(s, at, c);
  return here != LBM_NOBODY && before != LBM_NOBODY && !(s->given[here] && s->given[before]);
}

static double value(const struct graphs *s, const float *x, const int64_t at[3], int axis)
{
  return is_face(s, at, axis) ? (double)x[V * number_of(s, at) + 1 + (uint32_t)axis] : 0;
}

/* What the neighbour of a face in direction c adds to A u. */
static double from_beside(const struct graphs *s, const float *x, const int64_t at[3], int axis, const int c[3])
{
  int64_t to[3], low[3], end[3];
  int back[3] = {0}, both[3];
  const bool inside = go(s, to, at, c);
  const double own = value(s, x, at, axis);
  back[axis] = -1;
  for (int a = 0; a < 3; a++)
    both[a] = c[a] + back[a];
  if (c[axis]) { /* along the face's own axis: the node between both faces may be at a given pressure */
    go(s, low, at, back);
    const uint32_t node = number_of(s, c[axis] > 0 ? at : low);
    if (!go(s, end, c[axis] > 0 ? at : low, c) && s->given[node])
      return 0;
  }
  if (inside && is_face(s, to, axis))
    return own - value(s, x, to, axis);
  const bool wall = number_at(s, at, c) == LBM_NOBODY && number_at(s, at, both) == LBM_NOBODY;
  return !c[axis] && wall ? 2 * own : own;
}

static double pressure_beside(const struct graphs *s, const float *x, const int64_t at[3], const int c[3])
{
  return (double)x[V * number_at(s, at, c)];
}

/* What drives a face, from the sides along it that are walls, and those where only one of its two nodes has one, in
 * 1/64. */
static double drive_of(const struct graphs *s, const int64_t at[3], int axis)
{
  static const double between[3][3] = {{1, 0.75, 0.5}, {0.75, 0.625, 0.4125}, {0.5, 0.4125, 0.25}};
  int walls[3] = {0}, steps = 0;
  for (int link = 1; link <= 6; link++) {
    int c[3] = {lbm_c[link][0], lbm_c[link][1], lbm_c[link][2]};
    const bool here = number_at(s, at, c) == LBM_NOBODY;
    if (c[axis])
      continue;
    c[axis] = -1;
    const bool before = number_at(s, at, c) == LBM_NOBODY;
    walls[(link - 1) / 2] += here && before;
    steps += here != before;
  }
  return round(64 * pow(between[walls[(axis + 1) % 3]][walls[(axis + 2) % 3]], 1. / (1 + steps))) / 64;
}

static double image_of_face(const struct graphs *s, const float *x, const int64_t at[3], int axis)
{
  int back[3] = {0};
  double sum = 0;
  back[axis] = -1;
  if (!is_face(s, at, axis))
    return 0;
  for (int link = 1; link <= 6; link++)
    sum += from_beside(s, x, at, axis, (int[]){lbm_c[link][0], lbm_c[link][1], lbm_c[link][2]});
  return sum + drive_of(s, at, axis) * ((double)x[V * number_of(s, at)] - pressure_beside(s, x, at, back));
}

static bool joins(const struct graphs *s, const int64_t at[3], int link)
{
  for (int a = 0; a < 3; a++) {
    int c[3] = {0};
    c[a] = lbm_c[link][a];
    if (c[a] && number_at(s, at, c) != LBM_NOBODY)
      return false;
  }
  return link > 6;
}

static double image_of_node(const struct graphs *s, const float *x, const int64_t at[3])
{
  double sum = 0;
  for (int axis = 0; axis < 3; axis++) {
    int64_t to[3];
    int c[3] = {0};
    c[axis] = 1;
    sum += value(s, x, at, axis) - (go(s, to, at, c) ? value(s, x, to, axis) : 0);
  }
  for (int link = 1; link < LBM_Q; link++) {
    const int c[3] = {lbm_c[link][0], lbm_c[link][1], lbm_c[link][2]};
    if (joins(s, at, link) && number_at(s, at, c) != LBM_NOBODY)
      sum += THROAT * (pressure_beside(s, x, at, c) - (double)x[V * number_of(s, at)]);
  }
  return s->given[number_of(s, at)] ? 0 : sum;
}

static uint32_t *make_given(struct graphs *s, bool any, size_t *count)
{
  const int64_t *n = s->m.domain.grid;
  uint32_t *list = calloc(s->nodes, sizeof *list);
  s->given = calloc(s->nodes, sizeof *s->given);
  *count = 0;
  for (int64_t i = 0; any && i < n[0] * n[1]; i++)
    for (int end = 0; end < 2; end++) {
      const uint32_t node = s->number[i + n[0] * n[1] * (end ? n[2] - 1 : 0)];
      if (node != LBM_NOBODY)
        s->given[list[(*count)++] = node] = true;
    }
  return list;
}

static void graphs_make(struct graphs *s, int domain)
{
  size_t count;
  *s = (struct graphs){0};
  made_domain(&s->m, random_bits(domains[domain].grid, domains[domain].share, 5), domains[domain].how);
  s->m.setup.parts = 1;
  s->m.condition[0] = s->m.condition[1] =
      (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  made_flow(&s->m);
  s->device = s->m.flow->backend->arrays ? s->m.flow->backend->arrays(s->m.flow->local->state)
                                         : (struct lbm_device){&lbm_device_cpu, &s->host};
  s->stokes.device = &s->device;
  number_nodes(s);
  uint32_t *list = make_given(s, domains[domain].given, &count);
  const struct lbm_given given = {list, count};
  OK(&s->m, lbm_stokes_make(&s->stokes, &s->m.domain, s->first, &given, &s->m.e));
  free(list);
}

static void graphs_free(struct graphs *s)
{
  lbm_stokes_free(&s->stokes);
  free(s->first);
  free(s->number);
  free(s->given);
  made_free(&s->m);
}

/* Calls `each` for all nodes. */
static void for_nodes(const struct graphs *s, void (*each)(const struct graphs *, const int64_t[3], void *), void *with)
{
  const int64_t *n = s->m.domain.grid;
  for (int64_t z = 0; z < n[2]; z++)
    for (int64_t y = 0; y < n[1]; y++)
      for (int64_t x = 0; x < n[0]; x++)
        if (number_of(s, (const int64_t[]){x, y, z}) != LBM_NOBODY)
          each(s, (const int64_t[]){x, y, z}, with);
}

static uint64_t seed;

static double random_number(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) * 0x1p-53 - 0.5;
}

static void fill(const struct graphs *s, const int64_t at[3], void *with)
{
  float *x = (float *)with + V * number_of(s, at);
  x[0] = s->given[number_of(s, at)] ? 0 : (float)random_number();
  for (int a = 0; a < 3; a++)
    x[1 + a] = is_face(s, at, a) ? (float)random_number() : 0;
}

/* Velocities of a uniform flow, which those of the walls are far from. */
static void fill_smoothly(const struct graphs *s, const int64_t at[3], void *with)
{
  float *x = (float *)with + V * number_of(s, at);
  x[0] = 0;
  for (int a = 0; a < 3; a++)
    x[1 + a] = is_face(s, at, a) ? (float)(1 + a) : 0;
}

static float *fetch(struct graphs *s, const float *array)
{
  float *x = calloc(s->nodes * V, sizeof *x);
  OK(&s->m, s->device.row->fetch(s->device.self, x, array, s->nodes * V * sizeof *x, &s->m.e));
  return x;
}

static void send(const struct graphs *s, float *array, const float *x)
{
  s->device.row->send(s->device.self, array, x, s->nodes * V * sizeof *x);
}

static void compare(const struct graphs *s, const int64_t at[3], void *with)
{
  float **x = with;
  const float *got = x[1] + V * number_of(s, at);
  ck_assert_double_eq_tol((double)got[0], image_of_node(s, x[0], at), WITHIN);
  for (int a = 0; a < 3; a++)
    ck_assert_double_eq_tol((double)got[1 + a], image_of_face(s, x[0], at, a), WITHIN);
}

/* The equations are those of the dense grid. */
START_TEST(equations_are_those_of_the_grid)
{
  struct graphs s;
  float *x, *image;
  graphs_make(&s, _i);
  x = calloc(s.nodes * V, sizeof *x);
  for_nodes(&s, fill, x);
  send(&s, s.stokes.step, x);
  lbm_stokes_apply(&s.stokes, s.stokes.rest, s.stokes.step);
  image = fetch(&s, s.stokes.rest);
  for_nodes(&s, compare, (float *[]){x, image});
  free(x);
  free(image);
  graphs_free(&s);
}
END_TEST

/* Ducts along x of a few nodes: w, the flow of a uniform force, is in the mean that of time steps. The share is kept in
 * 1/64; wider ducts have nodes beside one wall, and beside none, where it is not so exact. */
START_TEST(ducts_pass_what_steps_pass)
{
  static const struct {
    int64_t across[2];
    double within;
  } ducts[] = {{{1, 1}, 1e-6}, {{2, 1}, 0.03}, {{2, 2}, 1e-6}, {{3, 1}, 0.05},
               {{1, 9}, 0.05}, {{5, 5}, 0.05}, {{9, 4}, 0.05}};
  for (size_t i = 0; i < sizeof ducts / sizeof *ducts; i++) {
    const int64_t grid[3] = {4, ducts[i].across[0], ducts[i].across[1]};
    struct graphs s = {0};
    struct lbm_totals totals;
    double sum = 0;
    made_domain(&s.m, full_bits(grid[0], grid[1], grid[2]), (struct tile_make){.periodic = TILE_X});
    s.m.setup.parts = 1;
    s.m.setup.tau = 1;
    s.m.setup.equilibrium = LBM_STOKES;
    s.m.setup.force[0] = 1e-6;
    made_flow(&s.m);
    s.device = s.m.flow->backend->arrays ? s.m.flow->backend->arrays(s.m.flow->local->state)
                                         : (struct lbm_device){&lbm_device_cpu, &s.host};
    s.stokes.device = &s.device;
    number_nodes(&s);
    OK(&s.m, lbm_stokes_make(&s.stokes, &s.m.domain, s.first, &(struct lbm_given){0}, &s.m.e));
    OK(&s.m, lbm_step(s.m.flow, 2000, &s.m.e));
    OK(&s.m, lbm_totals(s.m.flow, &totals, &s.m.e));
    float *w = fetch(&s, s.stokes.width);
    for (size_t n = 0; n < s.nodes; n++)
      sum += (double)w[V * n + 1];
    ck_assert_double_eq_tol(sum * 6 * 1e-6 / totals.velocity[0], 1, ducts[i].within);
    free(w);
    graphs_free(&s);
  }
}
END_TEST

/* rest = f - [A DG; B -C] x, with the velocities divided by the diagonal. Returns the sum of the squares of what is left. */
static double leave(struct graphs *s, const float *f, const float *x)
{
  struct lbm_stokes *t = &s->stokes;
  const struct lbm_operation divide = {.g = t->multigrid.level[0], .node = t->node, .from = t->rest, .to = t->step};
  double sum = 0;
  send(s, t->room, x);
  lbm_stokes_apply(t, t->rest, t->room);
  float *rest = fetch(s, t->rest);
  for (size_t i = 0; i < V * s->nodes; i++) {
    rest[i] = f[i] - rest[i];
    sum += (double)rest[i] * (double)rest[i];
  }
  send(s, t->rest, rest);
  s->device.row->loop(s->device.self, LBM_OPERATION_divide_by_diagonal, &divide, s->nodes);
  float *divided = fetch(s, t->step);
  for (size_t n = 0; n < s->nodes; n++)
    divided[V * n] = rest[V * n];
  send(s, t->rest, divided);
  free(rest);
  free(divided);
  return sum;
}

/* Solves for the right side f as the cycles do, with Anderson's method over approximate solutions. Returns x. */
static float *solved(struct graphs *s, const float *f, int times, double *left)
{
  struct lbm_anderson anderson = {.device = &s->device, .count = V * s->nodes, .most = 5};
  float *x = calloc(V * s->nodes, sizeof *x), *change, *more;
  double first = 0;
  OK(&s->m, lbm_anderson_make(&anderson, &s->m.e));
  OK(&s->m, lbm_device_allocate(&s->device, &change, V * s->nodes, sizeof *change, &s->m.e));
  for (int i = 0; i <= times; i++) {
    *left = leave(s, f, x);
    first = i ? first : *left;
    OK(&s->m, lbm_stokes_solve(&s->stokes, &s->m.e));
    float *step = fetch(s, s->stokes.step);
    send(s, change, step);
    OK(&s->m, lbm_anderson_mix(&anderson, change, s->stokes.room, &s->m.e));
    more = fetch(s, s->stokes.room);
    for (size_t k = 0; k < V * s->nodes; k++)
      x[k] += step[k] + more[k];
    free(step);
    free(more);
  }
  *left = sqrt(*left / first);
  s->device.row->release(s->device.self, change);
  lbm_anderson_free(&anderson);
  return x;
}

/* Right sides that have solutions, random or, where pores are wide, smooth: some approximate solutions leave little of them.
 * Two times give the same bits. Coarser velocities are there where pores are wide alone. */
START_TEST(equations_are_solved)
{
  float *x[2];
  size_t bytes = 0;
  for (int k = 0; k < 2; k++) {
    struct graphs s;
    double left;
    seed = 5;
    graphs_make(&s, _i);
    ck_assert((s.stokes.velocities.axis->device != NULL) == (_i >= WIDE));
    float *any = calloc(s.nodes * V, sizeof *any);
    for_nodes(&s, _i < WIDE ? fill : fill_smoothly, any);
    send(&s, s.stokes.step, any);
    lbm_stokes_apply(&s.stokes, s.stokes.rest, s.stokes.step);
    float *f = fetch(&s, s.stokes.rest);
    x[k] = solved(&s, f, _i < WIDE ? 20 : 5, &left);
    ck_assert_msg(left < (_i < WIDE ? 1e-3 : 5e-5), "left: %g", left);
    bytes = s.nodes * V * sizeof *x[k];
    free(any);
    free(f);
    graphs_free(&s);
  }
  ck_assert_mem_eq(x[0], x[1], bytes);
  free(x[0]);
  free(x[1]);
}
END_TEST

/* A random right side of the equation for pressures, without its mean where no pressure is given. */
static void set_right(struct graphs *s)
{
  struct lbm_multigrid *m = &s->stokes.multigrid;
  float *b = calloc(s->nodes, sizeof *b);
  for (size_t i = 0; i < s->nodes; i++)
    b[i] = s->given[i] ? 0 : (float)random_number();
  s->device.row->send(s->device.self, m->level->b, b, s->nodes * sizeof *b);
  lbm_multigrid_balance(m);
  free(b);
}

/* Solves, and returns the number of iterations. */
static int solve(struct graphs *s, double tolerance, int most)
{
  struct lbm_solved course;
  set_right(s);
  OK(&s->m, lbm_multigrid_solve(&s->stokes.multigrid, s->stokes.room, tolerance, most, &course, &s->m.e));
  return course.iterations;
}

static double product(struct graphs *s, const float *a, const float *b)
{
  double sum;
  OK(&s->m, s->device.row->product(s->device.self, a, b, s->stokes.multigrid.level[1].nodes, &sum, &s->m.e));
  return sum;
}

/* What two steps of flexible conjugate gradients leave on the first coarser level is orthogonal to both: to the first, z, and to
 * their sum, x. With b' = b - far A z behind them, left is b' + far A z - A x. */
START_TEST(two_steps_leave_least)
{
  struct graphs s;
  double sum[LBM_STEP_PRODUCTS];
  seed = 7;
  graphs_make(&s, _i);
  ck_assert_int_eq(solve(&s, 0, 1), 1);
  struct lbm_multigrid *m = &s.stokes.multigrid;
  struct lbm_graph *g = m->level + 1;
  const float *z = m->step[1], *image = m->step_image[1];
  ck_assert(z && image);
  OK(&s.m, s.device.row->fetch(s.device.self, sum, m->sums + LBM_STEP_PRODUCTS, sizeof sum, &s.m.e));
  const double far = sum[LBM_FIRST_RIGHT] / sum[LBM_FIRST_IMAGE];
  const struct lbm_operation a = {.g = *g, .from = g->x, .to = g->rest};
  s.device.row->loop(s.device.self, LBM_OPERATION_find_image, &a, g->nodes);
  const double of_z = product(&s, z, g->b) + far * product(&s, z, image) - product(&s, z, g->rest);
  const double of_x = product(&s, g->x, g->b) + far * product(&s, g->x, image) - product(&s, g->x, g->rest);
  ck_assert_double_le(fabs(of_z), 1e-4 * fabs(far * product(&s, z, image)));
  ck_assert_double_le(fabs(of_x), 1e-4 * product(&s, g->x, g->rest));
  graphs_free(&s);
}
END_TEST

/* With them a few iterations are enough; a wrong step is no preconditioner any more. */
START_TEST(pressures_take_few_iterations)
{
  struct graphs s;
  seed = 7;
  graphs_make(&s, _i);
  ck_assert_int_le(solve(&s, 1e-5, 99), 10);
  graphs_free(&s);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ /* its memory is not counted */
/* Of a diffusion with conductivities what has no room in the end is the queue of its bound, less than all of its arrays,
 * of 80 bytes a node: the limit of memory holds for each of its lists. */
START_TEST(queue_is_within_the_limit)
{
  enum { EDGE = 32, NODES = EDGE * EDGE * EDGE };
  struct made m;
  struct lbm_host host = {0};
  const struct lbm_device device = {&lbm_device_cpu, &host};
  struct lbm_diffusion *s;
  struct lbm_diffused r;
  float conductivity[EDGE * EDGE * EDGE];
  double mib = 0;
  made_domain(&m, full_bits(EDGE, EDGE, EDGE), (struct tile_make){0});
  for (int i = 0; i < NODES; i++)
    conductivity[i] = 1;
  OK(&m, lbm_diffusion_new(&s, &m.domain, conductivity, &device, &m.e));
  for (size_t limit = (size_t)1 << 20; tile_limit_memory(limit), lbm_diffusion_solve(s, 2, 1e-3, &r, &m.e);
       limit += 1 << 17)
    ck_assert_msg(sscanf(m.e.text, "the bound of the conductivity: %lf MiB", &mib) == 1, "%s", m.e.text);
  tile_limit_memory(0);
  ck_assert_msg(mib * (1 << 20) > 0 && mib * (1 << 20) < 40 * NODES, "%g MiB", mib);
  lbm_diffusion_free(s);
  made_free(&m);
}
END_TEST
#endif

int main(void)
{
  Suite *suite = suite_create("graph");
  TCase *t = tcase_create("graph");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, equations_are_those_of_the_grid, 0, DOMAINS);
  tcase_add_test(t, ducts_pass_what_steps_pass);
  tcase_add_loop_test(t, equations_are_solved, 0, DOMAINS);
  tcase_add_loop_test(t, two_steps_leave_least, 0, DOUBLED);
  tcase_add_loop_test(t, pressures_take_few_iterations, 0, DOUBLED);
#ifndef __SANITIZE_ADDRESS__
  tcase_add_test(t, queue_is_within_the_limit);
#endif
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
