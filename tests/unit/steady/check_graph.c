/* Multigrids of the nodes of domains, and the equations that are solved on them, where a flow has its arrays: on the
 * host, or on the GPU of TESSERA_DEVICE (the best device if unset). Reference: the equation evaluated node by node on a
 * dense grid. Tolerance: twice the residual to which it is solved. */
#include <math.h>

#include "flow.h"
#include "flow_made.h"
#include "multigrid.h"
#include "suite.h"

#define WITHIN 1e-3 /* the residual to which the equation is solved, in fp32 */
#define LEAK 1e-6

struct graphs {
  struct made m;
  struct lbm_host host;
  struct lbm_device device;
  struct lbm_multigrid multigrid;
  struct lbm_nodes node;
  uint32_t *first, *number; /* of each node of the grid; LBM_NOBODY: solid */
  double *mobile;
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
};
enum { DOMAINS = sizeof domains / sizeof *domains };

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

static uint32_t number_at(const struct graphs *s, const int64_t from[3], const signed char c[3])
{
  const struct tile_domain *d = &s->m.domain;
  int64_t at[3];
  for (int a = 0; a < 3; a++) {
    at[a] = from[a] + c[a];
    if (d->periodic >> a & 1)
      at[a] = (at[a] + d->grid[a]) % d->grid[a];
    else if (at[a] < 0 || at[a] >= d->grid[a])
      return LBM_NOBODY;
  }
  return s->number[at[0] + d->grid[0] * (at[1] + d->grid[1] * at[2])];
}

/* Strength of a link of the multigrid; 0: no link. */
static double strength(const struct graphs *s, const int64_t at[3], int link)
{
  for (int a = 0; link > 6 && a < 3; a++) {
    signed char c[3] = {0};
    c[a] = lbm_c[link][a];
    if (c[a] && number_at(s, at, c) != LBM_NOBODY)
      return 0;
  }
  return link > 6 ? 0.5 : 1;
}

/* (A x)_i of the equation of the pressure (pressure.h), or, where mobile is NULL, of the equation of w. */
static double image(const struct graphs *s, const int64_t at[3], uint32_t i, const float *x, const double *mobile)
{
  double sum = mobile ? LEAK * (double)x[i] : 0;
  for (int link = 1; link < LBM_Q; link++) {
    const uint32_t to = number_at(s, at, lbm_c[link]);
    if (to == i)
      continue;
    if (to != LBM_NOBODY)
      sum += strength(s, at, link) * (mobile ? (mobile[i] + mobile[to]) / 2 : 1) *
             (double)(x[i] - (mobile && s->given[to] ? 0 : x[to]));
    else if (link <= 6 && !mobile) {
      const int a = (link - 1) / 2;
      const int64_t end = at[a] + lbm_c[link][a];
      const bool outside = !(s->m.domain.periodic >> a & 1) && (end < 0 || end >= s->m.domain.grid[a]);
      sum += outside && s->given[i] ? 0 : 2 * (double)x[i];
    }
  }
  return sum;
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

static struct lbm_operation loop_of(const struct graphs *s)
{
  return (struct lbm_operation){.g = s->multigrid.level[0], .node = s->node, .factor = LEAK};
}

static void graphs_make(struct graphs *s, int domain)
{
  struct lbm_operation a;
  size_t count;
  *s = (struct graphs){0};
  made_domain(&s->m, random_bits(domains[domain].grid, domains[domain].share, 5), domains[domain].how);
  s->m.setup.parts = 1;
  s->m.condition[0] = s->m.condition[1] =
      (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  made_flow(&s->m);
  s->device = s->m.flow->backend->arrays ? s->m.flow->backend->arrays(s->m.flow->local->state)
                                         : (struct lbm_device){&lbm_device_cpu, &s->host};
  s->multigrid.device = &s->device;
  number_nodes(s);
  uint32_t *list = make_given(s, domains[domain].given, &count);
  const struct lbm_given given = {list, count};
  OK(&s->m, lbm_graph_make(&s->device, &a, &s->m.domain, s->first, &given, &s->m.e));
  free(list);
  s->multigrid.level[0] = a.g;
  s->node = a.node;
  OK(&s->m, lbm_multigrid_make(&s->multigrid, &s->m.e));
  OK(&s->m, lbm_device_allocate(&s->device, &s->node.mobile, s->nodes, sizeof(float), &s->m.e));
}

static void graphs_free(struct graphs *s)
{
  lbm_multigrid_free(&s->multigrid);
  s->device.row->release(s->device.self, s->node.given);
  s->device.row->release(s->device.self, s->node.mobile);
  free(s->first);
  free(s->number);
  free(s->given);
  free(s->mobile);
  made_free(&s->m);
}

/* Solves the equation for b, down to node.mobile. The caller frees the result. */
static float *solve(struct graphs *s, enum lbm_operation_name weigh, const float *b)
{
  const struct lbm_operation a = loop_of(s);
  float *x = calloc(s->nodes, sizeof *x);
  s->device.row->loop(s->device.self, weigh, &a, s->nodes);
  lbm_multigrid_weigh(&s->multigrid);
  s->device.row->send(s->device.self, s->multigrid.level[0].b, b, s->nodes * sizeof *b);
  OK(&s->m, lbm_multigrid_solve(&s->multigrid, s->node.mobile, WITHIN, 60, NULL, &s->m.e));
  OK(&s->m, s->device.row->fetch(s->device.self, x, s->node.mobile, s->nodes * sizeof *x, &s->m.e));
  return x;
}

/* |A x - b| / |b| */
static double residual(const struct graphs *s, const float *x, const float *b, const double *mobile)
{
  const int64_t *n = s->m.domain.grid;
  double rest = 0, all = 0;
  for (int64_t z = 0; z < n[2]; z++)
    for (int64_t y = 0; y < n[1]; y++)
      for (int64_t k = 0; k < n[0]; k++) {
        const uint32_t i = s->number[k + n[0] * (y + n[1] * z)];
        if (i == LBM_NOBODY || (mobile && s->given[i]))
          continue;
        const double r = image(s, (const int64_t[]){k, y, z}, i, x, mobile) - (double)b[i];
        rest += r * r;
        all += (double)b[i] * (double)b[i];
      }
  return sqrt(rest / all);
}

START_TEST(equations_are_solved)
{
  struct graphs s;
  graphs_make(&s, _i);
  float *b = calloc(s.nodes, sizeof *b);
  for (size_t i = 0; i < s.nodes; i++)
    b[i] = 1;
  float *w = solve(&s, LBM_OPERATION_weigh_walls, b);
  ck_assert_double_lt(residual(&s, w, b, NULL), 2 * WITHIN);
  s.mobile = calloc(s.nodes, sizeof *s.mobile);
  for (size_t i = 0; i < s.nodes; i++)
    s.mobile[i] = (double)w[i];
  double sum = 0, count = 0;
  uint64_t random = 3;
  for (size_t i = 0; i < s.nodes; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    b[i] = s.given[i] ? 0 : (float)((double)(random >> 11) * 0x1p-53);
    sum += (double)b[i];
    count += !s.given[i];
  }
  for (size_t i = 0; i < s.nodes; i++) /* a solution exists only where the mean is zero */
    b[i] -= s.given[i] ? 0 : (float)(sum / count);
  float *x = solve(&s, LBM_OPERATION_weigh_pressure, b);
  ck_assert_double_lt(residual(&s, x, b, s.mobile), 2 * WITHIN);
  for (size_t i = 0; i < s.nodes; i++)
    ck_assert(!s.given[i] || x[i] == 0.f);
  free(b);
  free(w);
  free(x);
  graphs_free(&s);
}
END_TEST

/* Solving twice gives the same bits. */
START_TEST(solutions_are_repeated)
{
  float *x[2];
  size_t nodes = 0;
  for (int k = 0; k < 2; k++) {
    struct graphs s;
    graphs_make(&s, _i);
    float *b = calloc(s.nodes, sizeof *b);
    for (size_t i = 0; i < s.nodes; i++)
      b[i] = (float)(i % 7);
    x[k] = solve(&s, LBM_OPERATION_weigh_walls, b);
    nodes = s.nodes;
    free(b);
    graphs_free(&s);
  }
  ck_assert_mem_eq(x[0], x[1], nodes * sizeof(float));
  free(x[0]);
  free(x[1]);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("graph");
  TCase *t = tcase_create("graph");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, equations_are_solved, 0, DOMAINS);
  tcase_add_loop_test(t, solutions_are_repeated, 0, DOMAINS);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
