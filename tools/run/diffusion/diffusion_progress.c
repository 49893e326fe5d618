/* SPDX-License-Identifier: BSD-3-Clause */
#include "diffusion_progress.h"

#include "cli.h"

static void show(void *self, int iterations, double total)
{
  struct cli_progress *bar = self;
  bar->total = total;
  cli_progress_at(bar, iterations);
}

void diffusion_solve(struct lbm_diffusion *d, int axis, double bound, struct lbm_diffused *r)
{
  static const char *const names[] = {"diffusion x", "diffusion y", "diffusion z"};
  struct tile_error e;
  struct cli_progress bar;
  cli_progress_begin(&bar, names[axis], 0, "iterations", 1, "iterations/s");
  lbm_diffusion_watch(d, show, &bar);
  const int code = lbm_diffusion_solve(d, axis, bound, r, &e);
  lbm_diffusion_watch(d, NULL, NULL);
  cli_progress_end(&bar);
  check_or_exit(code, &e);
}
