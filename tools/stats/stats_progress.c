/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps that take long, and how many of them have ended. */
#include "stats_pores.h"

enum { OF_ALL = 3 }; /* reading, texture and measures of the domain */

static struct cli_progress bar;
static int done;

/* The calls of stats_step in each measure. */
static int steps(const struct stats_options *a)
{
  const int of[] = {OF_ALL,     a->thickness ? 2 : 0, a->intrusion ? 4 : 0, a->two_point || a->lineal_path,
                    a->rev > 0, a->anisotropy,        a->network ? 3 : 0};
  int sum = 0;
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    sum += of[i];
  return sum;
}

void stats_progress_begin(const struct stats_options *o)
{
  cli_progress_begin(&bar, "stats", steps(o), "steps", 1, "steps/s");
}

int stats_step(int code)
{
  cli_progress_at(&bar, ++done);
  return code;
}

void stats_progress_end(void)
{
  cli_progress_end(&bar);
}
