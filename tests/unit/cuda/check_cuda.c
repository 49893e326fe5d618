/* SPDX-License-Identifier: BSD-3-Clause */
/* The CUDA backend against the CPU backend: the same flows with every collision, equilibrium, precision, layout and
 * kind of boundary, over 1000 steps. Both compile the same site update; they differ in rounding (the GPU fuses more
 * products and sums), and the tolerances below bound that difference. Skipped without a GPU. */
#include <math.h>
#include <pthread.h>

#include "gpu_made.h"
#include "half.h"
#include "steady.h"
#include "suite.h"
#include "walls_made.h"

enum { STEPS = 1000 };

/* ---- flows ------------------------------------------------------------------ */

static const struct tile_patch lid[1] = {{.name = "lid", .face = "z+"}},
                               ends[2] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};

/* Non-solid outside two overlapping spheres. */
static struct tile_bits sphere_bits(int64_t nx, int64_t ny, int64_t nz)
{
  static const double centre[2][3] = {{9, 8, 9}, {16, 14, 13}};
  const int64_t grid[3] = {nx, ny, nz};
  struct tile_bits b = empty_bits(grid);
  for (int64_t z = 0; z < nz; z++)
    for (int64_t y = 0; y < ny; y++)
      for (int64_t x = 0; x < nx; x++) {
        bool solid = false;
        for (int s = 0; s < 2; s++)
          solid |= hypot(hypot((double)x - centre[s][0], (double)y - centre[s][1]), (double)z - centre[s][2]) < 6;
        if (!solid)
          set_bit(&b, x, y, z);
      }
  return b;
}

static void make_box(struct made *m)
{
  made_domain(m, full_bits(20, 16, 24), (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m->setup.tau = 0.52; /* nothing drives the flow: it must lose little */
}

/* The sizes are not multiples of the edge: the sources across the seams are listed. */
static void make_seams(struct made *m)
{
  made_domain(m, sphere_bits(21, 18, 23),
              (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z, .offset = {1, 2, 3}});
  m->setup.force[0] = 6e-5;
  m->setup.tau = 0.8;
}

static void make_spheres(struct made *m)
{
  made_domain(m, sphere_bits(24, 20, 24), (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m->setup.force[2] = 1e-4;
  m->setup.tau = 0.8;
}

static void make_cavity(struct made *m)
{
  made_domain(m, full_bits(19, 18, 20), (struct tile_make){.patches = 1, .patch = lid, .offset = {2, 1, 0}});
  m->condition[0] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {0.05, 0.02, 0}, .density = 0};
  m->setup.tau = 0.8;
}

static void make_channel(struct made *m)
{
  made_domain(m, sphere_bits(24, 20, 26), (struct tile_make){.patches = 2, .patch = ends});
  m->condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {0, 0.001, 0.02}, .density = 0};
  m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  m->setup.tau = 1;
}

/* Outside a ball, away from the faces; periodic. */
static double ball_level(const double at[3], const void *shape)
{
  (void)shape;
  return hypot(hypot(at[0] - 10.2, at[1] - 9.1), at[2] - 11.4) - 7.3;
}

/* Interpolated walls, between a velocity and a pressure, and with a force. */
static void make_ball(struct made *m)
{
  made_domain(m, walls_bits((const int64_t[]){21, 19, 23}, ball_level, NULL),
              (struct tile_make){.patches = 2, .patch = ends, .periodic = TILE_X | TILE_Y, .offset = {1, 2, 3}});
  m->condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {0, 0.001, 0.02}, .density = 0};
  m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  m->setup.tau = 0.8;
}

static void make_balls(struct made *m)
{
  made_domain(m, walls_bits((const int64_t[]){24, 20, 24}, ball_level, NULL),
              (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m->setup.force[2] = 1e-4;
  m->setup.tau = 0.8;
}

static void make_linear_ball(struct made *m)
{
  make_ball(m);
  m->setup.walls = LBM_WALLS_LINEAR;
}

static void make_linear_balls(struct made *m)
{
  make_balls(m);
  m->setup.walls = LBM_WALLS_LINEAR;
}

static const struct {
  const char *name;
  void (*make)(struct made *m);
} flows[] = {{"box", make_box},
             {"seams", make_seams},
             {"spheres", make_spheres},
             {"cavity", make_cavity},
             {"channel", make_channel},
             {"ball", make_ball},
             {"balls", make_balls},
             {"linear ball", make_linear_ball},
             {"linear balls", make_linear_balls}};
enum { FLOWS = sizeof flows / sizeof *flows };

/* A vortex, so that a flow that nothing drives is not at rest. */
static void start(struct made *m)
{
  const int64_t *n = m->domain.grid;
  double *field = calloc(made_nodes(m) * 4, sizeof *field);
  for (int64_t z = 0; z < n[2]; z++)
    for (int64_t y = 0; y < n[1]; y++)
      for (int64_t x = 0; x < n[0]; x++) {
        double *f = field + 4 * (x + n[0] * (y + n[1] * z)), a = 2 * M_PI / (double)n[0], b = 2 * M_PI / (double)n[2];
        f[1] = 0.05 * sin(a * (double)x) * cos(b * (double)z);
        f[3] = -0.05 * a / b * cos(a * (double)x) * sin(b * (double)z);
      }
  made_put_fields(m, field);
  free(field);
}

/* Fields on a device after STEPS steps; flows that patches drive start from rest. The caller frees them. */
static double *run_on(struct made *m, const char *device, enum lbm_layout layout)
{
  m->setup.device = device;
  m->setup.layout = layout;
  made_flow(m);
  if (m->domain.patches == 0)
    start(m);
  made_step(m, STEPS);
  return made_fields(m);
}

/* Greatest difference of component k, and its greatest value. */
static void compare(size_t nodes, const double *a, const double *b, int k, double *difference, double *most)
{
  for (size_t n = 0; n < nodes; n++) {
    *difference = fmax(*difference, fabs(a[4 * n + (size_t)k] - b[4 * n + (size_t)k]));
    *most = fmax(*most, fabs(a[4 * n + (size_t)k]));
  }
}

static void agree(const struct made *m, const double *cpu, const double *cuda, const char *name)
{
  /* fp16 is rounded stochastically, and differently as soon as the arithmetic differs by rounding */
  static const double tolerances[LBM_PRECISIONS] = {1e-12, 1e-5, 1e-5, 1e-2};
  double tolerance = tolerances[m->setup.precision], difference = 0, most = 0;
  for (int k = 1; k < 4; k++)
    compare(made_nodes(m), cpu, cuda, k, &difference, &most);
  ck_assert_msg(most >= 0.01, "%s: fastest %g", name, most);
  ck_assert_msg(difference <= tolerance * most, "%s %s %s %s %s: velocity differs by %g of %g", name,
                lbm_collision_names[m->setup.collision], lbm_equilibrium_names[m->setup.equilibrium],
                lbm_precision_names[m->setup.precision], lbm_layout_names[m->setup.layout], difference, most);
  difference = 0;
  compare(made_nodes(m), cpu, cuda, 0, &difference, &most);
  ck_assert_msg(difference <= tolerance * most, "%s: density differs by %g", name, difference);
}

/* A GPU has no kernels of this collision with two precisions (flow.c), and a program may lack those that configure builds
 * on request. */
static bool exists_on_gpu(const struct made *m)
{
  return gpu_has(m->setup.layout, m->setup.precision) &&
         (m->setup.collision != LBM_REGULARISED || m->setup.precision <= LBM_FP32);
}

START_TEST(same_flow)
{
  struct made m;
  flows[_i % FLOWS].make(&m);
  m.setup.collision = (enum lbm_collision)(_i / FLOWS);
  for (int e = 0; e < LBM_EQUILIBRIA; e++)
    for (int p = 0; p < LBM_PRECISIONS; p++) {
      m.setup.equilibrium = (enum lbm_equilibrium)e;
      m.setup.precision = (enum lbm_precision)p;
      m.setup.layout = LBM_PACKED;
      if (!exists_on_gpu(&m))
        continue;
      double *cpu = run_on(&m, "cpu", LBM_PACKED);
      for (int l = 0; l < LBM_LAYOUTS; l++) {
        if (!gpu_has((enum lbm_layout)l, (enum lbm_precision)p))
          continue;
        double *cuda = run_on(&m, "cuda", (enum lbm_layout)l);
        agree(&m, cpu, cuda, flows[_i % FLOWS].name);
        free(cuda);
      }
      free(cpu);
    }
  made_free(&m);
}
END_TEST

/* ---- one copy ------------------------------------------------------------------- */

/* With one copy there is only one subdomain. */
static void set_copies(struct made *m, int copies)
{
  m->setup.copies = copies;
  m->setup.parts = copies == 1 ? 1 : m->setup.parts;
}

static double *run_copies(struct made *m, int copies, int steps)
{
  m->setup.device = "cuda";
  set_copies(m, copies);
  made_flow(m);
  ck_assert_int_eq(lbm_copies(m->flow), copies);
  start(m);
  made_step(m, steps);
  return made_populations(m);
}

static void same_bits(const struct made *m, const double *one, const double *two, const char *what)
{
  ck_assert_msg(!memcmp(one, two, made_nodes(m) * LBM_Q * sizeof *one), "%s: other bits", what);
}

/* One copy gives the same bits as two: with every collision and equilibrium, after an odd and an even number of steps,
 * with single launches and in CUDA graphs. */
START_TEST(one_copy_is_enough)
{
  static const int steps[] = {1, 1, 73};
  enum { TIMES = sizeof steps / sizeof *steps };
  struct made m;
  flows[_i % FLOWS].make(&m);
  m.setup.precision = (enum lbm_precision)(_i / FLOWS);
  for (int k = 0; k < LBM_COLLISIONS * LBM_EQUILIBRIA; k++) {
    double *f[TIMES][2];
    m.setup.collision = (enum lbm_collision)(k % LBM_COLLISIONS);
    m.setup.equilibrium = (enum lbm_equilibrium)(k / LBM_COLLISIONS);
    if (!exists_on_gpu(&m))
      continue;
    for (int copies = 1; copies < 3; copies++) {
      free(run_copies(&m, copies, 0));
      for (int t = 0; t < TIMES; t++) {
        made_step(&m, steps[t]);
        f[t][copies - 1] = made_populations(&m);
      }
    }
    for (int t = 0; t < TIMES; t++) {
      same_bits(&m, f[t][0], f[t][1], flows[_i % FLOWS].name);
      free(f[t][0]);
      free(f[t][1]);
    }
  }
  made_free(&m);
}
END_TEST

/* More tiles than a GPU runs at a time: tiles that are to be written wait for others that are still to be read.
 * Reference: two copies in two subdomains. */
START_TEST(one_copy_waits)
{
  struct made m;
  made_domain(&m, _i % 2 ? sphere_bits(131, 124, 126) : full_bits(128, 128, 128),
              (struct tile_make){.periodic = _i % 2 ? TILE_X | TILE_Z : TILE_X | TILE_Y | TILE_Z});
  m.setup.precision = _i / 2 ? LBM_FP32 : LBM_FP64;
  m.setup.force[2] = 1e-5;
  double *one = run_copies(&m, 1, 100);
  m.setup.parts = 2;
  double *two = run_copies(&m, 2, 100);
  same_bits(&m, one, two, "many tiles");
  free(one);
  free(two);
  made_free(&m);
}
END_TEST

/* Populations are set from those of two copies after a step that left them at either end of the gap, and are scaled
 * there. */
START_TEST(one_copy_is_put_and_scaled)
{
  for (int steps = 6; steps < 8; steps++) {
    struct made m;
    double *end[2];
    make_balls(&m);
    for (int copies = 1; copies < 3; copies++) {
      double *f = run_copies(&m, copies, steps);
      made_step(&m, 1);
      made_put_populations(&m, f);
      OK(&m, lbm_scale(m.flow, 0.5, &m.e));
      made_step(&m, 3);
      free(f);
      end[copies - 1] = made_populations(&m);
    }
    same_bits(&m, end[0], end[1], "put and scaled");
    free(end[0]);
    free(end[1]);
    made_free(&m);
  }
}
END_TEST

/* Corrections add to the populations. */
START_TEST(one_copy_is_corrected)
{
  struct made m;
  double *end[2];
  made_domain(&m, sphere_bits(24, 20, 64), (struct tile_make){.patches = 2, .patch = ends});
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 1e-4};
  m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  m.setup.equilibrium = LBM_STOKES;
  for (int copies = 1; copies < 3; copies++) {
    struct lbm_steady *s;
    double stepping;
    free(run_copies(&m, copies, 40));
    OK(&m, lbm_steady_new(&s, m.flow, &m.e));
    OK(&m, lbm_steady_cycle(s, &stepping, &m.e));
    made_step(&m, 41);
    OK(&m, lbm_steady_cycle(s, &stepping, &m.e));
    lbm_steady_free(s);
    end[copies - 1] = made_populations(&m);
  }
  same_bits(&m, end[0], end[1], "corrected");
  free(end[0]);
  free(end[1]);
  made_free(&m);
}
END_TEST

/* Subdomains share the arrays of corrections, and the loops over them, if there are many nodes. */
START_TEST(corrections_are_shared)
{
  struct made m;
  double *end[3];
  made_domain(&m, sphere_bits(131, 124, 66), (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m.setup.equilibrium = LBM_STOKES;
  m.setup.force[2] = 1e-6;
  m.setup.device = "cuda";
  m.setup.copies = 2;
  for (int parts = 1; parts <= 3; parts++) {
    struct lbm_steady *s;
    double stepping;
    m.setup.parts = parts;
    made_flow(&m);
    OK(&m, lbm_steady_new(&s, m.flow, &m.e));
    for (int cycle = 0; cycle < 3; cycle++)
      OK(&m, lbm_steady_cycle(s, &stepping, &m.e));
    lbm_steady_free(s);
    end[parts - 1] = made_populations(&m);
  }
  same_bits(&m, end[0], end[1], "two subdomains");
  same_bits(&m, end[0], end[2], "three subdomains");
  for (int i = 0; i < 3; i++)
    free(end[i]);
  made_free(&m);
}
END_TEST

/* Reading and writing alone, propagation alone, and a plain copy beside them: they end, and give their times. */
START_TEST(one_copy_is_measured)
{
  struct made m;
  struct lbm_timing timing[LBM_TIMINGS];
  double copy;
  (_i ? make_channel : make_spheres)(&m);
  m.setup.device = "cuda";
  set_copies(&m, 1);
  made_flow(&m);
  OK(&m, lbm_benchmark(m.flow, 2, timing, &copy, &m.e));
  for (int k = 0; k < LBM_TIMINGS; k++)
    ck_assert_double_gt(timing[k].median, 0);
  ck_assert_double_gt(copy, 0);
  made_free(&m);
}
END_TEST

/* One copy in another layout, and with several subdomains. */
START_TEST(one_copy_is_refused)
{
  struct made m;
  if (!gpu_has(_i ? LBM_PACKED : LBM_T2C, LBM_FP64))
    return;
  make_spheres(&m);
  m.setup.device = "cuda";
  m.setup.layout = _i ? LBM_PACKED : LBM_T2C;
  m.setup.parts = 1 + _i;
  m.setup.copies = 1;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  ck_assert_str_eq(m.e.text, "one copy of the populations on device cuda: layout packed and one part only");
  made_free(&m);
}
END_TEST

/* ---- by lists ------------------------------------------------------------------- */

static double *run_by(struct made *m, enum lbm_addressing addressing)
{
  m->setup.addressing = addressing;
  double *f = run_copies(m, 2, 40);
  ck_assert_int_eq(lbm_addressing_of(m->flow), addressing);
  return f;
}

/* Lists give the same bits as masks: with every collision, equilibrium and drive. */
START_TEST(lists_are_masks)
{
  struct made m;
  flows[_i % FLOWS].make(&m);
  m.setup.precision = (enum lbm_precision)(_i / FLOWS);
  for (int k = 0; k < LBM_COLLISIONS * LBM_EQUILIBRIA * 2; k++) {
    m.setup.collision = (enum lbm_collision)(k % LBM_COLLISIONS);
    m.setup.equilibrium = (enum lbm_equilibrium)(k / LBM_COLLISIONS % LBM_EQUILIBRIA);
    m.setup.force[0] = k < LBM_COLLISIONS * LBM_EQUILIBRIA ? 0 : 1e-5;
    if (!exists_on_gpu(&m))
      continue;
    double *masks = run_by(&m, LBM_BY_MASKS), *lists = run_by(&m, LBM_BY_LISTS);
    ck_assert_msg(!memcmp(masks, lists, made_nodes(&m) * LBM_Q * sizeof *masks), "%s, %s, %s: lists differ from masks",
                  flows[_i % FLOWS].name, lbm_collision_names[m.setup.collision],
                  lbm_equilibrium_names[m.setup.equilibrium]);
    free(masks);
    free(lists);
  }
  made_free(&m);
}
END_TEST

/* Lists exist for layout packed and two copies only. */
START_TEST(lists_are_refused)
{
  struct made m;
  if (!gpu_has(_i ? LBM_PACKED : LBM_T2C, LBM_FP64))
    return;
  make_spheres(&m);
  m.setup.device = "cuda";
  m.setup.addressing = LBM_BY_LISTS;
  m.setup.copies = _i ? 1 : 2;
  m.setup.parts = _i ? 1 : m.setup.parts;
  m.setup.layout = _i ? LBM_PACKED : LBM_T2C;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  ck_assert_ptr_nonnull(strstr(m.e.text, "addressing by lists"));
  made_free(&m);
}
END_TEST

/* ---- populations in and out ----------------------------------------------------- */

/* Populations that are set are read back bit for bit; sums and scaling agree with the CPU. Then the same with
 * interpolated walls, whose populations the CPU restores from its own storage: sums differ by that rounding. */
START_TEST(populations_survive)
{
  const bool walls = _i >= LBM_LAYOUTS * LBM_PRECISIONS;
  static const double restored[LBM_PRECISIONS] = {1e-12, 1e-5, 1e-5, 1e-3};
  const double tol = walls ? restored[_i / LBM_LAYOUTS % LBM_PRECISIONS] : 1e-12;
  struct made m;
  (!walls ? make_seams : make_balls)(&m);
  m.setup.device = "cuda";
  m.setup.precision = (enum lbm_precision)(_i / LBM_LAYOUTS % LBM_PRECISIONS);
  m.setup.layout = (enum lbm_layout)(_i % LBM_LAYOUTS);
  if (!gpu_has(m.setup.layout, m.setup.precision)) {
    made_free(&m);
    return;
  }
  made_flow(&m);
  start(&m);
  made_step(&m, 7);
  double *before = made_populations(&m);
  made_flow(&m);
  made_put_populations(&m, before);
  double *after = made_populations(&m);
  ck_assert_mem_eq(before, after, made_nodes(&m) * LBM_Q * sizeof *before);
  struct lbm_totals cuda, cpu;
  OK(&m, lbm_totals(m.flow, &cuda, &m.e));
  m.setup.device = "cpu";
  made_flow(&m);
  made_put_populations(&m, before);
  OK(&m, lbm_totals(m.flow, &cpu, &m.e));
  ck_assert_double_eq_tol(cuda.mass, cpu.mass, fmax(tol, 1e-9));
  ck_assert_double_eq_tol(cuda.velocity[0] / cpu.velocity[0], 1, tol);
  ck_assert_double_eq_tol(cuda.speed / cpu.speed, 1, tol);
  ck_assert_double_eq_tol(cuda.fastest / cpu.fastest, 1, tol);
  free(before);
  free(after);
  made_free(&m);
}
END_TEST

/* Steps in several calls, through a checkpoint or at once give the same bits. */
START_TEST(pieces_do_not_matter)
{
  struct made m;
  make_channel(&m);
  m.setup.device = "cuda";
  m.setup.precision = (enum lbm_precision)(_i / LBM_LAYOUTS % LBM_PRECISIONS);
  m.setup.layout = (enum lbm_layout)(_i % LBM_LAYOUTS);
  if (!gpu_has(m.setup.layout, m.setup.precision)) {
    made_free(&m);
    return;
  }
  set_copies(&m, _i == LBM_LAYOUTS * LBM_PRECISIONS);
  made_flow(&m);
  start(&m);
  made_step(&m, 101);
  double *whole = made_populations(&m);
  made_flow(&m);
  start(&m);
  made_step(&m, 3);
  made_step(&m, 65);
  double *half = made_populations(&m);
  made_flow(&m);
  made_put_populations(&m, half);
  made_step(&m, 33);
  double *pieces = made_populations(&m);
  ck_assert_mem_eq(whole, pieces, made_nodes(&m) * LBM_Q * sizeof *whole);
  free(whole);
  free(half);
  free(pieces);
  made_free(&m);
}
END_TEST

struct held {
  struct made *m;
  double *populations, *fields;
};

static void *get_snapshot(void *of_held)
{
  struct held *h = of_held;
  struct made own = *h->m; /* each thread has its own errors */
  h->populations = calloc(made_nodes(&own) * LBM_Q, sizeof *h->populations);
  h->fields = calloc(made_nodes(&own) * 4, sizeof *h->fields);
  made_move(&own, h->fields, 4, true, lbm_get_snapshot_fields);
  made_move(&own, h->populations, LBM_Q, true, lbm_get_snapshot_populations);
  return NULL;
}

/* A thread reads a snapshot while the flow continues with another force (late: after that). The snapshot is the state
 * when it was taken, bit for bit. */
static void hold_and_step(struct made *m, bool late)
{
  struct lbm_totals s;
  struct held h = {.m = m};
  bool held;
  pthread_t thread;
  double *populations = made_populations(m), *fields = made_fields(m);
  OK(m, lbm_snapshot(m->flow, &held, &m->e));
  ck_assert_msg(held, "no room on the GPU for a third copy of a small flow");
  if (!late)
    ck_assert_int_eq(pthread_create(&thread, NULL, get_snapshot, &h), 0);
  made_step(m, 50);
  OK(m, lbm_totals(m->flow, &s, &m->e));
  lbm_set_force(m->flow, (double[3]){2e-5, 0, 0});
  made_step(m, 51);
  free(made_fields(m)); /* the fields are read as after a divergence */
  if (late)
    ck_assert_int_eq(pthread_create(&thread, NULL, get_snapshot, &h), 0);
  pthread_join(thread, NULL);
  ck_assert_mem_eq(populations, h.populations, made_nodes(m) * LBM_Q * sizeof *populations);
  ck_assert_mem_eq(fields, h.fields, made_nodes(m) * 4 * sizeof *fields);
  free(populations);
  free(fields);
  free(h.populations);
  free(h.fields);
}

START_TEST(holding_does_not_matter)
{
  struct made m;
  make_channel(&m);
  m.setup.device = "cuda";
  m.setup.precision = (enum lbm_precision)(_i / LBM_LAYOUTS % LBM_PRECISIONS);
  m.setup.layout = (enum lbm_layout)(_i % LBM_LAYOUTS);
  if (!gpu_has(m.setup.layout, m.setup.precision)) {
    made_free(&m);
    return;
  }
  set_copies(&m, _i == LBM_LAYOUTS * LBM_PRECISIONS);
  double *end[2];
  for (int hold = 0; hold < 2; hold++) {
    made_flow(&m);
    start(&m);
    for (int turn = 0; turn < 2; turn++) {
      if (hold) {
        hold_and_step(&m, turn == 1);
        continue;
      }
      made_step(&m, 50);
      lbm_set_force(m.flow, (double[3]){2e-5, 0, 0});
      made_step(&m, 51);
    }
    end[hold] = made_populations(&m);
  }
  ck_assert_mem_eq(end[0], end[1], made_nodes(&m) * LBM_Q * sizeof *end[0]);
  free(end[0]);
  free(end[1]);
  made_free(&m);
}
END_TEST

/* Every finite 16-bit number is read and stored unchanged by steps that change nothing; scaling rounds to nearest, as
 * on the CPU. Numbers of one exponent at a time: sums and differences of two of them, which the collision forms, are then exact. */
START_TEST(every_half)
{
  enum { MANTISSAS = 0x400 };
  struct made m;
  if (!gpu_has(LBM_PACKED, LBM_FP32_FP16))
    return;
  made_domain(&m, full_bits(8, 8, 8), (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m.setup.precision = LBM_FP32_FP16;
  m.setup.collision = LBM_BGK;
  m.setup.tau = 1e300;
  const size_t count = made_nodes(&m) * LBM_Q;
  double *f = calloc(count, sizeof *f), *got[2][2];
  for (size_t n = 0; n < count; n++) /* except -0, which adding 0 makes 0 */
    f[n] =
        (n / MANTISSAS % 2 ? -1 : 1) * (double)lbm_half_value((uint16_t)(MANTISSAS * _i + (int)(n % MANTISSAS))) + 0.0;
  for (int cuda = 0; cuda < 2; cuda++) {
    m.setup.device = cuda ? "cuda" : "cpu";
    made_flow(&m);
    made_put_populations(&m, f);
    made_step(&m, 8);
    got[cuda][0] = made_populations(&m);
    OK(&m, lbm_scale(m.flow, 0.7, &m.e));
    got[cuda][1] = made_populations(&m);
  }
  ck_assert_mem_eq(got[0][0], f, count * sizeof *f); /* 8 steps lead once around the box */
  for (int k = 0; k < 2; k++) {
    ck_assert_mem_eq(got[0][k], got[1][k], count * sizeof *f);
    free(got[0][k]);
    free(got[1][k]);
  }
  free(f);
  made_free(&m);
}
END_TEST

START_TEST(divergence_is_found)
{
  struct made m;
  if (!gpu_has(LBM_PACKED, (enum lbm_precision)(_i % LBM_PRECISIONS)))
    return;
  make_box(&m);
  m.setup.device = "cuda";
  m.setup.precision = (enum lbm_precision)(_i % LBM_PRECISIONS);
  set_copies(&m, _i / LBM_PRECISIONS);
  m.setup.addressing = m.setup.copies == 2 ? LBM_BY_LISTS : LBM_ADDRESSING_BEST;
  made_flow(&m);
  double *f = made_populations(&m);
  f[LBM_Q * (7 + 20 * (5 + 16 * 11))] = NAN;
  made_put_populations(&m, f);
  ck_assert_int_eq(lbm_step(m.flow, 50, &m.e), LBM_DIVERGED);
  ck_assert_msg(strstr(m.e.text, "step 1:") && strstr(m.e.text, "node 7,5,11 "), "%s", m.e.text);
  free(f);
  made_free(&m);
}
END_TEST

static bool no_card(void)
{
  const struct lbm_backend *backend;
  struct tile_error e;
  if (!lbm_backend_find(&backend, "cuda", LBM_LATTICE_D3Q19, &e))
    return false;
  fprintf(stderr, "check_cuda: skipped: %s\n", e.text);
  return true;
}

int main(void)
{
  if (no_card())
    return 77;
  Suite *suite = suite_create("cuda");
  TCase *same = tcase_create("same flow"), *rest = tcase_create("rest"), *one = tcase_create("one copy"),
        *lists = tcase_create("lists");
  tcase_set_timeout(same, 600);
  tcase_set_timeout(one, 600);
  tcase_add_loop_test(same, same_flow, 0, FLOWS * LBM_COLLISIONS);
  tcase_add_loop_test(rest, populations_survive, 0, 2 * LBM_LAYOUTS * LBM_PRECISIONS);
  tcase_add_loop_test(rest, pieces_do_not_matter, 0, LBM_LAYOUTS * LBM_PRECISIONS);
  tcase_add_loop_test(rest, every_half, 0, 0x7c00 / 0x400);
  tcase_add_loop_test(rest, holding_does_not_matter, 0, LBM_LAYOUTS * LBM_PRECISIONS);
  tcase_add_loop_test(rest, divergence_is_found, 0, LBM_PRECISIONS);
  tcase_add_loop_test(one, one_copy_is_enough, 0, FLOWS * LBM_PRECISIONS);
  tcase_add_loop_test(one, one_copy_waits, 0, 4);
  tcase_add_test(one, one_copy_is_put_and_scaled);
  tcase_add_test(one, one_copy_is_corrected);
  tcase_add_test(one, corrections_are_shared);
  tcase_add_loop_test(one, pieces_do_not_matter, LBM_LAYOUTS * LBM_PRECISIONS, LBM_LAYOUTS * LBM_PRECISIONS + 1);
  tcase_add_loop_test(one, holding_does_not_matter, LBM_LAYOUTS * LBM_PRECISIONS, LBM_LAYOUTS * LBM_PRECISIONS + 1);
  tcase_add_loop_test(one, divergence_is_found, LBM_PRECISIONS, 2 * LBM_PRECISIONS);
  tcase_add_loop_test(one, one_copy_is_measured, 0, 2);
  tcase_add_loop_test(one, one_copy_is_refused, 0, 2);
  suite_add_tcase(suite, one);
  tcase_add_loop_test(lists, lists_are_masks, 0, FLOWS * LBM_PRECISIONS);
  tcase_add_loop_test(lists, divergence_is_found, 2 * LBM_PRECISIONS, 3 * LBM_PRECISIONS);
  tcase_add_loop_test(lists, lists_are_refused, 0, 2);
  suite_add_tcase(suite, lists);
  suite_add_tcase(suite, rest);
  suite_add_tcase(suite, same);
  return run_suite(suite, CK_NOFORK); /* a CUDA context does not survive a fork */
}
