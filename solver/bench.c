/* What a step costs, part by part, beside a copy. */
#include "flow.h"

#include "bandwidth.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

enum { ORDINARY = LBM_TIMINGS, STREAMING, PASSES };

static const struct {
  enum lbm_mode mode;
  const char *what;
} modes[LBM_TIMINGS] = {{LBM_READ_WRITE, "read/write"}, {LBM_PROPAGATE, "propagation"}, {LBM_STEP, "step"}};

/* Seconds of every pass of one turn, means of two since they may take turns; the step
 * comes first, for the others spoil the state. */
static int turn(struct lbm *l, const struct lbm_copier *copier, double seconds[PASSES], struct tile_error *e)
{
  for (int k = LBM_TIMINGS - 1; k >= 0; k--) {
    struct lbm_task task = l->task;
    size_t bad;
    task.mode = modes[k].mode;
    double begin = omp_get_wtime();
    for (int twice = 0; twice < 2; twice++)
      if (l->backend->pass(l->state, &task, &bad, e))
        return e->code;
    seconds[k] = (omp_get_wtime() - begin) / 2;
  }
  seconds[ORDINARY] = copier ? lbm_copier_pass(copier, false) : (double)NAN;
  seconds[STREAMING] = copier ? lbm_copier_pass(copier, true) : (double)NAN;
  return 0;
}

static int later(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts. */
static double median(double *value, int count)
{
  qsort(value, (size_t)count, sizeof *value, later);
  return value[count / 2];
}

/* column k of the turns. */
static double *column(double (*seconds)[PASSES], int repeats, int k, double *to)
{
  for (int r = 0; r < repeats; r++)
    to[r] = seconds[r][k];
  return to;
}

static void settle(const struct lbm *l, const struct lbm_copier *copier, double (*seconds)[PASSES], int repeats,
                   struct lbm_timing timing[LBM_TIMINGS], double *copy, double *work)
{
  double traffic = copier ? (double)lbm_copier_traffic(copier) : 0;
  double update = 2.0 * LBM_Q * (double)lbm_value_bytes(l) * (double)lbm_nonsolid(l);
  int better = median(column(seconds, repeats, ORDINARY, work), repeats) <
                       median(column(seconds, repeats, STREAMING, work), repeats)
                   ? ORDINARY
                   : STREAMING;
  *copy = copier ? traffic / median(column(seconds, repeats, better, work), repeats) : 0;
  for (int k = 0; k < LBM_TIMINGS; k++) {
    double middle = median(column(seconds, repeats, k, work), repeats);
    timing[k] = (struct lbm_timing){modes[k].what, middle, work[0], work[repeats - 1], (double)NAN};
    for (int r = 0; r < repeats; r++)
      work[r] = update / seconds[r][k] / (traffic / seconds[r][better]);
    if (copier)
      timing[k].share = median(work, repeats);
  }
}

int lbm_benchmark(struct lbm *l, int repeats, struct lbm_timing timing[LBM_TIMINGS], double *copy,
                  struct tile_error *e)
{
  struct lbm_copier *copier =
      lbm_copier_open(l->geometry.values * lbm_value_bytes(l), l->setup.threads);
  double(*seconds)[PASSES] = tile_alloc((size_t)repeats, sizeof *seconds);
  double *work = tile_alloc((size_t)repeats, sizeof *work);
  int code = seconds && work ? turn(l, copier, seconds[0], e) /* warms up */
                             : tile_fail_memory(e, (size_t)repeats * sizeof *seconds, "timings");
  for (int r = 0; r < repeats && !code; r++)
    code = turn(l, copier, seconds[r], e);
  if (!code)
    settle(l, copier, seconds, repeats, timing, copy, work);
  lbm_copier_close(copier);
  free(seconds);
  free(work);
  return code;
}
