/* One flow: a domain, its populations in a backend, its parameters. */
#include "backend.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define SCALAR double
#define REAL double
#define SITE(name) name##_field
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"

const char *const lbm_collision_names[] = {"bgk", "trt", "mrt"};
const char *const lbm_equilibrium_names[] = {"quasi", "incompressible"};
const char *const lbm_precision_names[] = {"fp64", "fp32"};
const char *const lbm_layout_names[] = {"packed", "t2c"};

struct lbm {
  const struct tile_domain *domain;
  struct lbm_setup setup;
  struct lbm_geometry geometry;
  const struct lbm_backend *backend;
  void *state;
  struct lbm_task task;
  int64_t step;
};

void lbm_setup_defaults(struct lbm_setup *s)
{
  *s = (struct lbm_setup){.collision = LBM_TRT, .tau = 1, .magic = 3. / 16};
}

/* d'Humieres et al. 2002 for the rates that do not set the viscosity. */
static struct lbm_rates rates_of(const struct lbm_setup *s)
{
  double even = 1 / s->tau, odd = s->collision == LBM_TRT ? 1 / (0.5 + s->magic / (s->tau - 0.5)) : even;
  return (struct lbm_rates){.even = even, .odd = odd, .e = 1.19, .eps = 1.4, .q = 1.2, .pi = 1.4, .m = 1.98,
                            .force = {s->force[0], s->force[1], s->force[2]}};
}

static int check_setup(const struct lbm_setup *s, struct tile_error *e)
{
  if (!(s->tau > 0.5) || !isfinite(s->tau))
    return tile_fail(e, TILE_USAGE, "tau must be greater than 0.5 (viscosity (tau - 1/2)/3 > 0), not %g", s->tau);
  if (!(s->magic > 0) || !isfinite(s->magic))
    return tile_fail(e, TILE_USAGE, "the magic parameter of TRT must be positive, not %g", s->magic);
  return 0;
}

static int start_at_rest(struct lbm *l, struct tile_error *e);

int lbm_new(struct lbm **flow, const struct tile_domain *domain, const struct lbm_setup *setup, struct tile_error *e)
{
  struct lbm *l = *flow = tile_alloc(1, sizeof *l);
  if (!l)
    return tile_fail_memory(e, sizeof *l, "the flow");
  l->domain = domain;
  l->setup = *setup;
  l->task = (struct lbm_task){.geometry = &l->geometry,
                              .condition = setup->condition,
                              .rates = rates_of(setup),
                              .collision = setup->collision,
                              .equilibrium = setup->equilibrium};
  lbm_set_force(l, setup->force);
  if (check_setup(setup, e) || lbm_backend_find(&l->backend, setup->device, e) ||
      lbm_geometry_make(&l->geometry, domain, setup->layout, l->backend->align / lbm_value_bytes(l), setup->condition, e) ||
      l->backend->open(&l->state, &l->geometry, &l->setup, e))
    return e->code;
  return start_at_rest(l, e);
}

void lbm_free(struct lbm *l)
{
  if (!l)
    return;
  if (l->state)
    l->backend->close(l->state);
  lbm_geometry_free(&l->geometry);
  free(l);
}

size_t lbm_value_bytes(const struct lbm *l)
{
  return l->setup.precision == LBM_FP64 ? sizeof(double) : sizeof(float);
}

int64_t lbm_steps_done(const struct lbm *l)
{
  return l->step;
}

void lbm_set_steps_done(struct lbm *l, int64_t step)
{
  l->step = step;
}

size_t lbm_nonsolid(const struct lbm *l)
{
  return l->geometry.nonsolid;
}

const char *lbm_backend_name(const struct lbm *l)
{
  return l->backend->describe(l->state);
}

size_t lbm_memory(const struct lbm *l)
{
  const struct lbm_geometry *g = &l->geometry;
  size_t tiles = l->domain->tiles;
  return l->backend->memory(l->state) + tiles * (sizeof *g->near + 3 * sizeof(size_t)) +
         g->list[tiles] * sizeof *g->source + g->special_begin[tiles] * sizeof *g->special;
}

void lbm_set_force(struct lbm *l, const double force[3])
{
  memcpy(l->task.rates.force, force, sizeof l->task.rates.force);
  l->task.forced = force[0] != 0 || force[1] != 0 || force[2] != 0;
}

/* ---- populations <-> fields of a node ---------------------------------- */

static void load_node(const struct lbm *l, double f[LBM_Q], const void *values, size_t n)
{
  for (int i = 0; i < LBM_Q; i++)
    f[i] = l->setup.precision == LBM_FP64 ? ((const double *)values)[n * LBM_Q + (size_t)i]
                                          : (double)((const float *)values)[n * LBM_Q + (size_t)i];
}

/* Populations are post-collision: the force has been added once, of which half counts. */
static void node_moments(const struct lbm *l, struct moments_field *m, const double f[LBM_Q])
{
  struct sums_field sums;
  struct rates_field k = {0};
  for (int a = 0; a < 3; a++)
    k.force[a] = -l->task.rates.force[a];
  add_up_field(&sums, f);
  measure_field(m, f, &sums, &k, (int)l->setup.equilibrium, l->task.forced);
}

static void start_node(const struct lbm *l, double f[LBM_Q], const double field[4])
{
  const double *F = l->task.rates.force;
  struct moments_field m = {.rho = field[0], .u = {field[1], field[2], field[3]}};
  m.r = l->setup.equilibrium == LBM_QUASI ? 1 + m.rho : 1;
  equilibrium_field(f, &m);
  for (int i = 0; i < LBM_Q; i++)
    f[i] += 1.5 * lbm_weight[i] * (lbm_c[i][0] * F[0] + lbm_c[i][1] * F[1] + lbm_c[i][2] * F[2]);
}

static double value_at(const struct lbm *l, const void *values, size_t n)
{
  return l->setup.precision == LBM_FP64 ? ((const double *)values)[n] : (double)((const float *)values)[n];
}

static void set_value(const struct lbm *l, void *values, size_t n, double value)
{
  if (l->setup.precision == LBM_FP64)
    ((double *)values)[n] = value;
  else
    ((float *)values)[n] = (float)value;
}

static size_t nodes_of(const struct lbm *l, size_t tile)
{
  return (size_t)__builtin_popcountll(l->domain->mask[tile]);
}

int lbm_get_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  return l->backend->get(l->state, tile, values, e);
}

int lbm_put_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  return l->backend->put(l->state, tile, values, e);
}

int lbm_get_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  double all[64 * LBM_Q], f[LBM_Q];
  if (l->backend->get(l->state, tile, all, e))
    return e->code;
  for (size_t n = 0; n < nodes_of(l, tile); n++) {
    struct moments_field m;
    load_node(l, f, all, n);
    node_moments(l, &m, f);
    set_value(l, values, 4 * n, m.rho);
    for (size_t a = 0; a < 3; a++)
      set_value(l, values, 4 * n + 1 + a, m.u[a]);
  }
  return 0;
}

int lbm_put_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  double all[64 * LBM_Q], f[LBM_Q], field[4];
  for (size_t n = 0; n < nodes_of(l, tile); n++) {
    for (size_t k = 0; k < 4; k++)
      field[k] = value_at(l, values, 4 * n + k);
    start_node(l, f, field);
    for (size_t i = 0; i < LBM_Q; i++)
      set_value(l, all, n * LBM_Q + i, f[i]);
  }
  return l->backend->put(l->state, tile, all, e);
}

/* A force makes rest differ from zero (start_node). Where nothing can flow that difference would
 * come and go for ever: a node alone between solid ones would show u = -F/2, F/2, -F/2 ... */
static int start_at_rest(struct lbm *l, struct tile_error *e)
{
  double all[64 * LBM_Q], f[LBM_Q];
  if (!l->task.forced)
    return 0;
  start_node(l, f, (const double[4]){0});
  for (size_t n = 0; n < 64 * LBM_Q; n++)
    set_value(l, all, n, f[n % LBM_Q]);
  for (size_t t = 0; t < l->domain->tiles; t++)
    if (l->backend->put(l->state, t, all, e))
      return e->code;
  return 0;
}

int lbm_start_gradient(struct lbm *l, int axis, double from, double to, struct tile_error *e)
{
  double field[64 * 4];
  double span = (double)(l->domain->grid[axis] > 1 ? l->domain->grid[axis] - 1 : 1);
  for (size_t t = 0; t < l->domain->tiles; t++) {
    size_t n = 0;
    for (uint64_t mask = l->domain->mask[t]; mask; mask &= mask - 1, n++) {
      int64_t at[3];
      tile_domain_node(l->domain, t, __builtin_ctzll(mask), at);
      for (size_t k = 0; k < 4; k++)
        set_value(l, field, 4 * n + k, k ? 0 : from + (to - from) * (double)at[axis] / span);
    }
    if (lbm_put_fields(l, t, field, e))
      return e->code;
  }
  return 0;
}

int lbm_scale(struct lbm *l, double factor, struct tile_error *e)
{
  double all[64 * LBM_Q], force[3];
  for (int a = 0; a < 3; a++)
    force[a] = l->task.rates.force[a] * factor;
  lbm_set_force(l, force);
  for (int p = 0; p < l->domain->patches; p++) {
    l->setup.condition[p].density *= factor;
    for (int a = 0; a < 3; a++)
      l->setup.condition[p].velocity[a] *= factor;
  }
  for (size_t t = 0; t < l->domain->tiles; t++) {
    if (l->backend->get(l->state, t, all, e))
      return e->code;
    for (size_t n = 0; n < nodes_of(l, t) * LBM_Q; n++)
      set_value(l, all, n, factor * value_at(l, all, n));
    if (l->backend->put(l->state, t, all, e))
      return e->code;
  }
  return 0;
}

/* ---- survey ------------------------------------------------------------ */

struct tile_sums {
  double mass, velocity[3], speed, fastest;
};

static void survey_tile(struct lbm *l, size_t tile, struct tile_sums *s)
{
  double all[64 * LBM_Q], f[LBM_Q];
  struct tile_error ignored;
  *s = (struct tile_sums){0};
  if (l->backend->get(l->state, tile, all, &ignored))
    return;
  for (size_t n = 0; n < nodes_of(l, tile); n++) {
    struct moments_field m;
    load_node(l, f, all, n);
    node_moments(l, &m, f);
    s->mass += m.rho;
    for (int a = 0; a < 3; a++)
      s->velocity[a] += m.u[a];
    double speed = sqrt(m.u[0] * m.u[0] + m.u[1] * m.u[1] + m.u[2] * m.u[2]);
    s->speed += speed;
    s->fastest = fmax(s->fastest, speed);
  }
}

int lbm_survey(struct lbm *l, struct lbm_survey *s, struct tile_error *e)
{
  size_t tiles = l->domain->tiles;
  struct tile_sums *part = tile_alloc(tiles, sizeof *part);
  *s = (struct lbm_survey){0};
  if (!part)
    return tile_fail_memory(e, tiles * sizeof *part, "sums per tile");
#pragma omp parallel for schedule(static) num_threads(l->setup.threads ? l->setup.threads : omp_get_max_threads())
  for (size_t t = 0; t < tiles; t++)
    survey_tile(l, t, part + t);
  for (size_t t = 0; t < tiles; t++) {
    s->mass += part[t].mass;
    s->speed += part[t].speed;
    s->fastest = fmax(s->fastest, part[t].fastest);
    for (int a = 0; a < 3; a++)
      s->velocity[a] += part[t].velocity[a];
  }
  free(part);
  return 0;
}

/* ---- stepping ---------------------------------------------------------- */

/* The first node of the tile whose density is out of range or not a number. */
static int diverged(struct lbm *l, size_t tile, struct tile_error *e)
{
  double all[64 * LBM_Q], f[LBM_Q], speed = 0;
  int64_t at[3] = {0, 0, 0};
  size_t n = 0;
  if (l->backend->get(l->state, tile, all, e))
    return e->code;
  for (uint64_t mask = l->domain->mask[tile]; mask; mask &= mask - 1, n++) {
    struct moments_field m;
    load_node(l, f, all, n);
    if (f[0] > -1 && f[0] < 1)
      continue;
    node_moments(l, &m, f);
    speed = sqrt(m.u[0] * m.u[0] + m.u[1] * m.u[1] + m.u[2] * m.u[2]);
    tile_domain_node(l->domain, tile, __builtin_ctzll(mask), at);
    break;
  }
  return tile_fail(e, LBM_DIVERGED,
                   "diverged at step %lld: first bad node %lld,%lld,%lld (tau %g, Mach %.3g there); "
                   "lower the drive or the velocity, raise tau, or use --collision trt or mrt",
                   (long long)l->step, (long long)at[0], (long long)at[1], (long long)at[2], l->setup.tau,
                   speed * sqrt(3));
}

int lbm_step(struct lbm *l, int64_t steps, struct tile_error *e)
{
  for (int64_t i = 0; i < steps; i++) {
    size_t bad;
    if (l->backend->pass(l->state, &l->task, &bad, e))
      return e->code;
    l->step++;
    if (bad != SIZE_MAX)
      return diverged(l, bad, e);
  }
  return 0;
}

/* ---- benchmark --------------------------------------------------------- */

static int later(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int lbm_benchmark(struct lbm *l, int repeats, struct lbm_timing timing[3], struct tile_error *e)
{
  static const struct {
    enum lbm_mode mode;
    const char *what;
  } pass[3] = {{LBM_READ_WRITE, "read/write"}, {LBM_PROPAGATE, "propagation"}, {LBM_STEP, "step"}};
  double *seconds = tile_alloc((size_t)repeats, sizeof *seconds);
  if (!seconds)
    return tile_fail_memory(e, (size_t)repeats * sizeof *seconds, "timings");
  int code = 0;
  for (int k = 2; k >= 0 && !code; k--) {
    struct lbm_task task = l->task;
    size_t bad;
    task.mode = pass[k].mode;
    for (int r = -2; r < repeats && !code; r++) {
      double begin = omp_get_wtime();
      code = l->backend->pass(l->state, &task, &bad, e);
      if (r >= 0)
        seconds[r] = omp_get_wtime() - begin;
    }
    qsort(seconds, (size_t)repeats, sizeof *seconds, later);
    timing[k] = (struct lbm_timing){pass[k].what, seconds[repeats / 2], seconds[0], seconds[repeats - 1]};
  }
  free(seconds);
  return code;
}
