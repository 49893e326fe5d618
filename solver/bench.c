/* What a step costs, part by part. */
#include "flow.h"

#include <omp.h>
#include <stdlib.h>

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
