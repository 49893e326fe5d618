/* SPDX-License-Identifier: BSD-3-Clause */
#include "answer.h"

#include <math.h>

/* `tessera run ROCK --permeability x --converge EPS --json`, one run each, EPS 1e-3 and 1e-5 unless said.
 *
 * Cycles: Berea of 64^3, 128^3, 256^3, 384^3 and 1024^3 nodes, mirrored, spheres of 16 at porosities of 0.2, 0.5 and 0.65, and
 * rooms behind throats of one node took 9 or 10 to 1e-3, 12 to 17 to 1e-5, 23 to 25 to 1e-8; spheres at 0.8 13 and 24, at
 * 0.95 45 to 1e-5. */
#define CYCLES_A_FALL 1.2 /* for each factor e of the change that remains */
#define LOOSE 0.6
#define MORE_IN_LOOSE 17 /* cycles, relative, for the square of what the porosity is above LOOSE */

/* A node: nanoseconds of a thread and bytes of memory, and seconds of each cycle on top. CPU: seconds of processor time of the
 * whole command with OMP_NUM_THREADS=1 (AVX-512, a copy bandwidth of 37 GB/s) on Berea 64^3 and 128^3 and those spheres:
 * 13 to 16 us a node to 1e-3, 16 to 22 to 1e-5. How they part into work and bytes: 128^3 on 16 cores, 8.2 times faster. CUDA: one
 * H100, 3 TB/s, the runs under "Cycles to steady flow" in tests/bench/RESULTS.md. */
static const struct cost {
  double work, bytes, latency;
} setup[LBM_DEVICE_KINDS] = {[LBM_ON_CPU] = {1500, 26e3, 0}, [LBM_ON_CUDA] = {0, 17e3, 0}},
  cycle[LBM_DEVICE_KINDS] = {[LBM_ON_CPU] = {880, 14.3e3, 0}, [LBM_ON_CUDA] = {0, 8.8e3, 0.015}};

static double seconds_of(const struct cost *c, const struct lbm_answer_ask *ask, double bytes)
{
  const double work = c->work * 1e-9 / fmax(ask->threads, 1);
  return c->latency + (double)ask->nonsolid * (work + (c->bytes + bytes) / ask->bandwidth);
}

double lbm_answer_cycles(double part, double porosity)
{
  const double above = fmax(porosity - LOOSE, 0);
  return part < 1 ? -CYCLES_A_FALL * log(part) * (1 + MORE_IN_LOOSE * above * above) : 0;
}

struct lbm_answer lbm_answer_of(const struct lbm_answer_ask *ask)
{
  struct lbm_answer a = {.cycles = ceil(lbm_answer_cycles(ask->bound, ask->porosity)),
                         .setup = seconds_of(setup + ask->device, ask, 0),
                         .cycle = seconds_of(cycle + ask->device, ask, LBM_ANSWER_STEPS * ask->traffic)};
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
