/* SPDX-License-Identifier: BSD-3-Clause */
#include "answer.h"

#include <math.h>

/* Fitted to `tessera run ROCK --permeability x --converge EPS --json`, one run each: not every rock to every bound.
 *
 * Cycles to 1e-5: 12 to 18 in boxes of natural rock, chambers behind throats of one node and packings of spheres, 8 to 11 in very
 * open samples; to 1e-3 in single precision 6 to 15, and 24 in some chambers (tests/validate/pores/steps.py). Porosity does not
 * tell them apart. */
#define CYCLES_A_FALL 1.2 /* for each factor e of the change that remains */
/* The least and the most of all these by what that gives: 8 cycles to 1e-5 for 14, and 24 to 1e-3 for 9. It is no bound. */
#define CYCLES_LEAST 0.5
#define CYCLES_MOST 2.7

/* A node: nanoseconds of a thread and bytes of memory, and seconds of each cycle on top.
 *
 * CPU: processor time (perf stat -e task-clock, as others used the machine, too) of the whole command with OMP_NUM_THREADS=1 on an
 * AMD EPYC with AVX-512 whose copies reach 37 to 44 GB/s by processor time: 13 to 16 us a node to 1e-3 in those rocks up to
 * 128^3, 15 to 28 to 1e-5 (44 at 0.95). Only the sum is measured. How it parts into work and bytes is chosen so that
 * Berea 128^3 is about as much faster on 16 cores as it was (8.2 times), with 150 GB/s supposed for that host.
 * Since then a cycle has become cheaper and their number has grown: Berea block 13 of 128^3, 1e-5: 38 steps, 9.4 s.
 *
 * CUDA: fitted to the runs of one H100 under "Cycles to steady flow" in tests/bench/RESULTS.md with 3 TB/s supposed, as its copy
 * bandwidth was not measured with them; it is 0.76 of the time of Berea 384^3 to 1e-5. */
static const struct cost {
  double work, bytes, latency;
} setup[LBM_DEVICE_KINDS] = {[LBM_ON_CPU] = {1500, 26e3, 0}, [LBM_ON_CUDA] = {0, 17e3, 0}},
  cycle[LBM_DEVICE_KINDS] = {[LBM_ON_CPU] = {880, 14.3e3, 0}, [LBM_ON_CUDA] = {0, 8.8e3, 0.015}};

static double seconds_of(const struct cost *c, const struct lbm_answer_ask *ask, double bytes)
{
  const double work = c->work * 1e-9 / fmax(ask->threads, 1);
  return c->latency + (double)ask->nonsolid * (work + (c->bytes + bytes) / ask->bandwidth);
}

double lbm_answer_cycles(double part)
{
  return part < 1 ? -CYCLES_A_FALL * log(part) : 0;
}

struct lbm_answer lbm_answer_of(const struct lbm_answer_ask *ask)
{
  struct lbm_answer a = {.cycles = ceil(lbm_answer_cycles(ask->bound)),
                         .setup = seconds_of(setup + ask->device, ask, 0),
                         .cycle = seconds_of(cycle + ask->device, ask, LBM_ANSWER_STEPS * ask->traffic)};
  a.least = floor(CYCLES_LEAST * a.cycles) + 1;
  a.most = ceil(CYCLES_MOST * a.cycles);
  a.seconds = a.setup + a.cycles * a.cycle;
  return a;
}

/* Beside walls that cut links cycles end at about 1e-6. */
#define LEAST_BESIDE_CUTS 1e-6

const char *lbm_answer_obstacle(const struct tile_domain *d, double bound)
{
  for (int i = 0; i < d->patches; i++)
    if (tile_patch_opens(d->patch + i))
      return "not known of a vessel, whose flow has inertia";
  return d->wall_begin && bound < LEAST_BESIDE_CUTS ? "not known beside walls that cut links" : NULL;
}
