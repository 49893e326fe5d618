/* SPDX-License-Identifier: BSD-3-Clause */
/* The time of time steps with all or a part of their work, compared with a copy. */
#include "flow.h"

#include "bandwidth.h"
#include "communicator.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>

static const struct {
  enum lbm_mode mode;
  const char *what;
} modes[LBM_TIMINGS] = {{LBM_READ_WRITE, "read/write"}, {LBM_PROPAGATE, "propagation"}, {LBM_STEP, "step"}};

/* The factor by which the drive is reduced: without collisions nothing limits the momentum that moving walls add in
 * each time step. */
#define DRIVE 1e-6

/* One repeat of all measurements. */
struct turn {
  double seconds[LBM_TIMINGS]; /* per time step */
  double copy[2];              /* bytes per second, with ordinary and with non-temporal stores */
};

struct bench {
  struct lbm *flow;
  struct lbm_copier *copier; /* NULL: the backend copies itself, or memory is short */
  int64_t passes;            /* time steps of each kind in a repeat */
  struct turn *turn;         /* [repeats] */
  int repeats;
  double *work; /* [repeats] */
};

static void add_copy(void *here, void *all)
{
  *(double *)all += *(const double *)here;
}

/* All processes copy at the same time, so that their bandwidths add up. */
static double of_all_processes(double copy)
{
  double all = 0;
  lbm_comm_ordered_reduce(&all, sizeof all, add_copy, &copy);
  return all;
}

/* The sum of the copy bandwidths of all devices of this process. */
static int device_copies(struct lbm *l, double *copy, struct tile_error *e)
{
  *copy = 0;
  for (int p = 0; p < l->end - l->begin; p++) {
    double one;
    if (l->backend->copy(l->local[p].state, &one, e))
      return e->code;
    *copy += one;
  }
  return 0;
}

static int copy_bandwidth(const struct bench *b, double copy[2], struct tile_error *e)
{
  struct lbm *l = b->flow;
  copy[0] = copy[1] = (double)NAN;
  if (l->backend->copy && device_copies(l, &copy[0], e))
    return e->code;
  for (int k = 0; k < 2 && b->copier; k++)
    copy[k] = (double)lbm_copier_traffic(b->copier) / lbm_copier_pass(b->copier, k == 1);
  for (int k = 0; k < 2; k++)
    copy[k] = of_all_processes(copy[k]);
  return 0;
}

/* The complete time step comes first, since the others destroy the state. */
static int run_turn(const struct bench *b, struct turn *t, struct tile_error *e)
{
  struct lbm *l = b->flow;
  for (int k = LBM_TIMINGS - 1; k >= 0; k--) {
    struct lbm_task task = l->task;
    struct lbm_outcome o;
    task.mode = modes[k].mode;
    if (lbm_steps(l, &task, b->passes, &o, e))
      return e->code;
    if (o.tile != SIZE_MAX)
      return tile_fail(e, LBM_DIVERGED, "the benchmark diverged: lower the drive or the velocity");
    t->seconds[k] = o.seconds / (double)b->passes;
    lbm_comm_share(&t->seconds[k], sizeof t->seconds[k], 0);
  }
  return copy_bandwidth(b, t->copy, e);
}

/* Sorts value[] too. */
static double median(double *value, int count)
{
  qsort(value, (size_t)count, sizeof *value, tile_ascending);
  return value[count / 2];
}

static double median_copy(const struct bench *b, int k)
{
  for (int r = 0; r < b->repeats; r++)
    b->work[r] = b->turn[r].copy[k];
  return median(b->work, b->repeats);
}

static void settle(const struct bench *b, struct lbm_timing timing[LBM_TIMINGS], double *copy)
{
  double update = lbm_update_bytes(b->flow) * (double)lbm_nonsolid(b->flow);
  int better = median_copy(b, 1) > median_copy(b, 0);
  *copy = median_copy(b, better);
  if (!(*copy > 0))
    *copy = 0; /* unknown */
  for (int k = 0; k < LBM_TIMINGS; k++) {
    for (int r = 0; r < b->repeats; r++)
      b->work[r] = b->turn[r].seconds[k];
    double middle = median(b->work, b->repeats);
    timing[k] = (struct lbm_timing){modes[k].what, middle, b->work[0], b->work[b->repeats - 1], (double)NAN};
    for (int r = 0; r < b->repeats; r++)
      b->work[r] = update / b->turn[r].seconds[k] / b->turn[r].copy[better];
    if (*copy > 0)
      timing[k].share = median(b->work, b->repeats);
  }
}

/* The least seconds of a repeat, unless 1024 time steps take less: then the work before the first and after the last of
 * them has little influence. */
#define LEAST_SECONDS 0.05

static int warm_up(struct bench *b, struct tile_error *e)
{
  struct turn t;
  b->passes = 2; /* time steps may be of two kinds that alternate */
  if (run_turn(b, &t, e) || run_turn(b, &t, e))
    return e->code;
  while (b->passes < 1000 && t.seconds[LBM_TIMINGS - 1] * (double)b->passes < LEAST_SECONDS)
    b->passes *= 2;
  return b->passes > 2 ? run_turn(b, &t, e) : 0;
}

static int run_turns(struct bench *b, struct lbm_timing timing[LBM_TIMINGS], double *copy, struct tile_error *e)
{
  int code = b->turn && b->work ? warm_up(b, e) : tile_fail_memory(e, (size_t)b->repeats * sizeof *b->turn, "timings");
  for (int r = 0; r < b->repeats && !code; r++)
    code = run_turn(b, b->turn + r, e);
  if (!code)
    settle(b, timing, copy);
  return code;
}

int lbm_benchmark(struct lbm *l, int repeats, struct lbm_timing timing[LBM_TIMINGS], double *copy, struct tile_error *e)
{
  struct bench b = {.flow = l,
                    .repeats = repeats,
                    .turn = tile_alloc((size_t)repeats, sizeof *b.turn),
                    .work = tile_alloc((size_t)repeats, sizeof *b.work)};
  if (!l->backend->copy)
    b.copier = lbm_copier_open(l->local->geometry.values * lbm_value_bytes(l), l->setup.threads);
  int code = lbm_scale(l, DRIVE, e);
  code = code ? code : run_turns(&b, timing, copy, e);
  lbm_copier_close(b.copier);
  free(b.turn);
  free(b.work);
  return code;
}

int lbm_copy_beside(struct lbm *l, double *copy, struct tile_error *e)
{
  enum { LEAST = 64000000, MOST = 128000000 };
  size_t bytes = l->local->geometry.values * lbm_value_bytes(l);
  bytes = bytes < LEAST ? LEAST : bytes > MOST ? MOST : bytes;
  if (!l->backend->copy)
    *copy = lbm_copy_bandwidth(bytes, l->setup.threads);
  else if (device_copies(l, copy, e))
    return e->code;
  *copy = of_all_processes(*copy);
  return TILE_OK;
}
