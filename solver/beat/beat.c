/* SPDX-License-Identifier: BSD-3-Clause */
#include "beat.h"
#include "course.h"

#include "communicator.h"
#include "flow.h"
#include "vectors.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

const char *const lbm_beat_column_name[LBM_BEAT_COLUMNS] = {
    "sum-density", "rest-density", "sum-ux", "rest-ux",     "sum-uy",       "rest-uy",  "sum-uz",   "rest-uz",
    "sum-shear",   "rest-shear",   "sum-x",  "rest-x",      "sum-y",        "rest-y",   "sum-z",    "rest-z",
    "sum-across",  "rest-across",  "peak",   "peak-sample", "tawss-before", "x-before", "y-before", "z-before"};

/* The sample that a thread adds. */
struct lbm_beat_thread {
  pthread_t thread;
  struct lbm_beat *beat;
  int sample, code;
  bool running;
  struct tile_error error;
};

static int threads_of(const struct lbm_beat *b)
{
  return b->flow->setup.threads ? b->flow->setup.threads : omp_get_max_threads();
}

/* ---- opening and closing ------------------------------------------------------ */

static int check(const struct lbm_parameters *p, struct tile_error *e)
{
  if (!(p->period > 0))
    return tile_fail(e, TILE_USAGE, "averages over beats need the period of the flow");
  if (p->period < 2 * LBM_BEAT_SAMPLES)
    return tile_fail(e, TILE_USAGE, "a period of %.4g time steps is too short for averages: they need %d", p->period,
                     2 * LBM_BEAT_SAMPLES);
  if (p->setup.lattice == LBM_LATTICE_D2Q9)
    return tile_fail(e, TILE_USAGE, "lattice d2q9 has no averages over beats");
  return 0;
}

static void clear(struct lbm_beat *b)
{
  for (int c = 0; c < LBM_BEAT_COLUMNS; c++)
    for (size_t n = b->map.from; n < b->map.to; n++)
      b->column[c][n] = c < LBM_BEAT_NODE_COLUMNS ? 0 : NAN;
}

static int open_columns(struct lbm_beat *b, struct tile_error *e)
{
  const size_t nodes = b->map.nodes, patches = (size_t)b->flow->domain->patches + 1;
  bool all = (b->now = tile_alloc(nodes, sizeof *b->now)) && (b->inflow = tile_alloc(patches, sizeof *b->inflow)) &&
             (b->pressure = tile_alloc(patches, sizeof *b->pressure));
  for (int c = 0; c < LBM_BEAT_COLUMNS; c++)
    all = (b->column[c] = tile_alloc(nodes, sizeof *b->column[c])) && all;
  if (!all)
    return tile_fail_memory(e, nodes * (sizeof *b->now + sizeof(float[LBM_BEAT_COLUMNS])), "averages over beats");
  clear(b);
  return lbm_beat_record_fit(&b->parameters->beat, b->flow->domain->patches, e);
}

int lbm_beat_open(struct lbm_beat **made, struct lbm *flow, struct lbm_parameters *p, struct tile_error *e)
{
  struct lbm_beat *b = *made = tile_alloc(1, sizeof *b);
  if (!b)
    return tile_fail_memory(e, sizeof *b, "averages over beats");
  b->thread = tile_alloc(1, sizeof *b->thread);
  if (!b->thread)
    return tile_fail_memory(e, sizeof *b->thread, "averages over beats");
  b->flow = flow;
  b->domain = flow->domain;
  b->parameters = p;
  return check(p, e) || lbm_shear_map_make(&b->map, flow, e) || open_columns(b, e) ||
                 lbm_opening_flows_open(&b->openings, flow, false, e)
             ? e->code
             : 0;
}

void lbm_beat_close(struct lbm_beat *b)
{
  struct tile_error unused;
  if (!b)
    return;
  if (b->thread)
    lbm_beat_wait(b, &unused);
  free(b->thread);
  lbm_opening_flows_close(b->openings);
  lbm_shear_map_free(&b->map);
  for (int c = 0; c < LBM_BEAT_COLUMNS; c++)
    free(b->column[c]);
  free(b->now);
  free(b->inflow);
  free(b->pressure);
  free(b);
}

/* ---- the steps of samples ----------------------------------------------------- */

/* Sample m = 0, 1 ... since step 0 is at this step. */
static int64_t step_of(double period, int64_t m)
{
  return (int64_t)floor((double)(m + 1) * period / LBM_BEAT_SAMPLES + 0.5);
}

/* The first sample that is not before a step. */
static int64_t sample_from(double period, int64_t step)
{
  int64_t m = (int64_t)((double)step * LBM_BEAT_SAMPLES / period) - 2;
  for (m = m > 0 ? m : 0; step_of(period, m) < step;)
    m++;
  return m;
}

int64_t lbm_beat_next(const struct lbm_beat *b, int64_t step)
{
  return step_of(b->parameters->period, sample_from(b->parameters->period, step + 1));
}

int64_t lbm_beat_end(double period, int64_t n)
{
  return step_of(period, n * LBM_BEAT_SAMPLES - 1);
}

/* ---- sums ------------------------------------------------------------------------ */

static double sum_at(const struct lbm_beat *b, int column, size_t n)
{
  return (double)b->column[column][n] + (double)b->column[column + 1][n];
}

static void set_sum(struct lbm_beat *b, int column, size_t n, double sum)
{
  b->column[column][n] = (float)sum;
  b->column[column + 1][n] = (float)(sum - (double)b->column[column][n]);
}

static void add(struct lbm_beat *b, int column, size_t n, double value)
{
  set_sum(b, column, n, sum_at(b, column, n) + value);
}

/* The mean shear, and returns its size. */
static double mean_shear(double mean[3], const struct lbm_beat *b, size_t n)
{
  double square = 0;
  for (int a = 0; a < 3; a++) {
    mean[a] = sum_at(b, LBM_BEAT_SHEAR + 2 * a, n) / b->parameters->beat.taken;
    square += mean[a] * mean[a];
  }
  return sqrt(square);
}

static double tawss(const struct lbm_beat *b, size_t n)
{
  return sum_at(b, LBM_BEAT_SIZE, n) / b->parameters->beat.taken;
}

/* Empties the sums of a node beside a wall. whole: they are those of a whole beat, and become those of the beat
 * before. */
static void begin_node(struct lbm_beat *b, size_t n, bool whole)
{
  double mean[3];
  if (whole) {
    mean_shear(mean, b, n);
    b->column[LBM_BEAT_BEFORE][n] = (float)tawss(b, n);
    for (int a = 0; a < 3; a++)
      b->column[LBM_BEAT_BEFORE + 1 + a][n] = (float)mean[a];
  }
  for (int c = LBM_BEAT_SIZE; c < LBM_BEAT_BEFORE; c++)
    b->column[c][n] = 0;
}

static void begin_beat(struct lbm_beat *b)
{
  struct lbm_beat_record *r = &b->parameters->beat;
  const bool whole = r->taken == LBM_BEAT_SAMPLES;
  const size_t walls = b->map.walls.count;
#pragma omp parallel for schedule(static) num_threads(threads_of(b))
  for (size_t n = 0; n < walls; n++)
    begin_node(b, b->map.row[n].own, whole);
  for (int c = 0; c < LBM_BEAT_NODE_COLUMNS; c++)
    memset(b->column[c] + b->map.from, 0, (b->map.to - b->map.from) * sizeof *b->column[c]);
  if (whole)
    lbm_beat_record_turn(r);
  r->taken = 0;
}

static int measure(struct lbm_beat *b, bool snapshot, struct tile_error *e)
{
  int (*const get)(void *, size_t, void *, struct tile_error *) = snapshot ? lbm_get_snapshot_fields : lbm_get_fields;
  const enum lbm_precision p = lbm_fields_precision(b->flow->setup.precision);
  struct lbm_moments *to = b->now + b->map.from;
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  for (size_t t = lbm_own_begin(b->flow); t < lbm_own_end(b->flow); t++) {
    const size_t nodes = lbm_nodes_of(b->flow, t);
    if (get(b->flow, t, values, e))
      return e->code;
    for (size_t n = 0; n < nodes; n++) {
      lbm_load(p, field, values, n * LBM_FIELDS, LBM_FIELDS);
      *to++ = (struct lbm_moments){field[0], {field[1], field[2], field[3]}};
    }
  }
  return 0;
}

static void add_nodes(struct lbm_beat *b)
{
  const size_t from = b->map.from, to = b->map.to;
  const double taken = 3 * lbm_pressure_taken(&b->parameters->setup, b->domain->patches);
#pragma omp parallel for schedule(static) num_threads(threads_of(b))
  for (size_t n = from; n < to; n++) {
    add(b, LBM_BEAT_DENSITY, n, b->now[n].density + taken);
    for (int a = 0; a < 3; a++)
      add(b, LBM_BEAT_VELOCITY + 2 * a, n, b->now[n].velocity[a]);
  }
}

/* The size of the part of the shear across the mean of the beat before; NaN without one. */
static double across(const struct lbm_beat *b, size_t n, const double normal[3], const double shear[3])
{
  double mean[3], square = 0, product = 0;
  for (int a = 0; a < 3; a++) {
    mean[a] = (double)b->column[LBM_BEAT_BEFORE + 1 + a][n];
    square += mean[a] * mean[a];
  }
  for (int a = 0; a < 3; a++)
    product += shear[a] * (normal[(a + 1) % 3] * mean[(a + 2) % 3] - normal[(a + 2) % 3] * mean[(a + 1) % 3]);
  return square > 0 ? fabs(product) / sqrt(square) : (double)NAN;
}

static void add_wall(struct lbm_beat *b, size_t wall, int sample)
{
  const size_t n = b->map.row[wall].own;
  double shear[3];
  lbm_shear_map_get(shear, &b->map, b->now, wall);
  const double size = tile_length(shear);
  add(b, LBM_BEAT_SIZE, n, size);
  for (int a = 0; a < 3; a++)
    add(b, LBM_BEAT_SHEAR + 2 * a, n, shear[a]);
  add(b, LBM_BEAT_ACROSS, n, across(b, n, b->map.walls.node[wall].normal, shear));
  if ((float)size > b->column[LBM_BEAT_PEAK][n]) {
    b->column[LBM_BEAT_PEAK][n] = (float)size;
    b->column[LBM_BEAT_PEAK_AT][n] = (float)sample;
  }
}

static void add_walls(struct lbm_beat *b, int sample)
{
  const size_t walls = b->map.walls.count;
#pragma omp parallel for schedule(dynamic, 256) num_threads(threads_of(b))
  for (size_t n = 0; n < walls; n++)
    add_wall(b, n, sample);
}

static int add_openings(struct lbm_beat *b, int sample, struct tile_error *e)
{
  struct lbm_beat_record *r = &b->parameters->beat;
  if (lbm_opening_flows_now(b->openings, b->inflow, b->pressure, e))
    return e->code;
  for (int p = 0; p < r->patches; p++) {
    *lbm_beat_curve(r, LBM_THIS_BEAT, p, LBM_CURVE_PRESSURE, sample) = isfinite(b->pressure[p]) ? b->pressure[p] : 0;
    *lbm_beat_curve(r, LBM_THIS_BEAT, p, LBM_CURVE_FLOW, sample) = b->inflow[p];
  }
  return 0;
}

/* ---- from beat to beat ------------------------------------------------------------ */

struct change {
  double change, all;
};

static void add_changes(void *of_beat, void *of_change)
{
  const struct lbm_beat *b = of_beat;
  struct change *c = of_change;
  for (size_t i = 0; i < b->map.walls.count; i++) {
    const size_t n = b->map.row[i].own;
    const double area = b->map.walls.node[i].area, now = tawss(b, n);
    c->change += area * fabs(now - (double)b->column[LBM_BEAT_BEFORE][n]);
    c->all += area * now;
  }
}

/* The mean change of TAWSS over its mean, weighted by area. */
static double change_of_shear(struct lbm_beat *b)
{
  struct change c = {0, 0};
  lbm_comm_ordered_reduce(&c, sizeof c, add_changes, b);
  return c.all > 0 ? c.change / c.all : 0;
}

static void end_beat(struct lbm_beat *b)
{
  struct lbm_beat_record *r = &b->parameters->beat;
  r->beats++;
  if (r->has_before)
    lbm_beat_record_compare(r, change_of_shear(b));
}

/* ---- a sample ---------------------------------------------------------------------- */

static int take(struct lbm_beat *b, int sample, bool snapshot, struct tile_error *e)
{
  if (measure(b, snapshot, e))
    return e->code;
  lbm_shear_map_exchange(&b->map, b->now); /* never in the thread: with several processes there is no snapshot */
  add_nodes(b);
  add_walls(b, sample);
  return 0;
}

static void *take_beside(void *of_thread)
{
  struct lbm_beat_thread *t = of_thread;
  t->code = take(t->beat, t->sample, true, &t->error);
  return NULL;
}

/* Signals are for the main thread. Without a thread the sample is added now. */
static void begin_thread(struct lbm_beat_thread *t)
{
  sigset_t all, kept;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  t->running = !pthread_create(&t->thread, NULL, take_beside, t);
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  if (!t->running)
    take_beside(t);
}

int lbm_beat_wait(struct lbm_beat *b, struct tile_error *e)
{
  struct lbm_beat_thread *t = b->thread;
  if (t->running)
    pthread_join(t->thread, NULL);
  t->running = false;
  if (t->code)
    *e = t->error;
  return t->code;
}

static int take_now_or_beside(struct lbm_beat *b, int sample, struct tile_error *e)
{
  bool held;
  if (lbm_snapshot(b->flow, &held, e))
    return e->code;
  b->parameters->beat.taken++;
  if (!held)
    return take(b, sample, false, e);
  *b->thread = (struct lbm_beat_thread){.beat = b, .sample = sample};
  begin_thread(b->thread);
  return 0;
}

int lbm_beat_sample(struct lbm_beat *b, struct tile_error *e)
{
  const struct lbm_beat_record *r = &b->parameters->beat;
  const int64_t step = lbm_steps_done(b->flow), m = sample_from(b->parameters->period, step);
  const int sample = (int)(m % LBM_BEAT_SAMPLES);
  if (step_of(b->parameters->period, m) != step)
    return 0;
  if (lbm_beat_wait(b, e))
    return e->code;
  if (!sample)
    begin_beat(b);
  if (add_openings(b, sample, e) || take_now_or_beside(b, sample, e))
    return e->code;
  if (sample < LBM_BEAT_SAMPLES - 1)
    return 0;
  if (lbm_beat_wait(b, e))
    return e->code;
  if (r->taken == LBM_BEAT_SAMPLES)
    end_beat(b);
  return 0;
}

double lbm_beat_memory(const struct lbm_parameters *p, int patches)
{
  double longest = 0;
  for (int i = 0; p->setup.course && i < patches; i++) {
    const struct lbm_outlet *o = &p->setup.course[i].outlet;
    if (o->kind == LBM_OUTLET_RCR)
      longest = fmax(longest, o->number[LBM_RCR_CAPACITY] * o->number[LBM_RCR_DISTAL]);
  }
  return longest;
}

double lbm_beat_remaining(const struct lbm_parameters *p, int patches)
{
  const double memory = lbm_beat_memory(p, patches), change = lbm_beat_record_change(&p->beat);
  return memory > 0 ? change * fmax(1, 1 / expm1(p->period / memory)) : change;
}

/* ---- results ---------------------------------------------------------------------- */

void lbm_beat_mean(double to[4], const struct lbm_beat *b, size_t node)
{
  for (int i = 0; i < 4; i++)
    to[i] = sum_at(b, LBM_BEAT_DENSITY + 2 * i, node) / b->parameters->beat.taken;
}

struct felt {
  double tawss, mean, across, peak_at;
};
typedef double index_of(const struct felt *f);

static double of_tawss(const struct felt *f)
{
  return f->tawss;
}
static double of_osi(const struct felt *f)
{
  return fmax(0, 0.5 * (1 - f->mean / f->tawss));
}
static double of_rrt(const struct felt *f)
{
  return f->mean > 1e-6 * f->tawss ? 1 / f->mean : (double)NAN;
}
static double of_ecap(const struct felt *f)
{
  return of_osi(f) / f->tawss;
}
static double of_transwss(const struct felt *f)
{
  return f->across;
}
static double of_peak_time(const struct felt *f)
{
  return f->peak_at;
}

static index_of *const indices[LBM_INDICES] = {of_tawss, of_osi, of_rrt, of_ecap, of_transwss, of_peak_time};

struct mean {
  double sum, count;
};

static void add_tawss(void *of_beat, void *of_mean)
{
  const struct lbm_beat *b = of_beat;
  struct mean *m = of_mean;
  for (size_t i = 0; i < b->map.walls.count; i++)
    m->sum += tawss(b, b->map.row[i].own);
  m->count += (double)b->map.walls.count;
}

static double mean_tawss(struct lbm_beat *b)
{
  struct mean m = {0, 0};
  lbm_comm_ordered_reduce(&m, sizeof m, add_tawss, b);
  return m.count > 0 ? m.sum / m.count : 0;
}

void lbm_beat_index(float *to, struct lbm_beat *b, enum lbm_index which)
{
  const double taken = b->parameters->beat.taken, least = which == LBM_INDEX_TAWSS ? -1 : 1e-6 * mean_tawss(b);
  for (size_t n = b->map.from; n < b->map.to; n++)
    to[n] = NAN;
  for (size_t i = 0; i < b->map.walls.count && taken > 0; i++) {
    const size_t n = b->map.row[i].own;
    double mean[3];
    const struct felt f = {tawss(b, n), mean_shear(mean, b, n), sum_at(b, LBM_BEAT_ACROSS, n) / taken,
                           ((double)b->column[LBM_BEAT_PEAK_AT][n] + 1) / LBM_BEAT_SAMPLES * b->parameters->period};
    if (f.tawss > least)
      to[n] = (float)indices[which](&f);
  }
}
