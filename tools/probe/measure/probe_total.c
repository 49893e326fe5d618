/* SPDX-License-Identifier: BSD-3-Clause */
#include "probe.h"

#include "keys.h"
#include "vectors.h"

#include <math.h>

static void extend(double range[3], double value)
{
  range[0] = fmin(range[0], value);
  range[1] += value;
  range[2] = fmax(range[2], value);
}

static void add(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct probe_total *t = self;
  const double *u = value + FIELD_UX;
  (void)at;
  t->nonsolid++;
  extend(t->speed, tile_length(u));
  extend(t->density, value[FIELD_DENSITY]);
  for (int a = 0; a < 3; a++)
    t->velocity[a] += u[a];
}

/* With a smaller share of the speed nothing flows along the axis: in a closed box rounding and changes of density leave a
 * mean velocity. */
#define LEAST_FLOW 0.01

static int axis_of_flow(const struct fields *f, const double sum[3])
{
  struct tile_error unknown;
  int axis = -1, largest = 0;
  if (!lbm_key_read(&axis, LBM_KEY_AXIS, &f->domain, &unknown) && axis >= 0)
    return axis;
  for (int a = 1; a < 3; a++)
    if (fabs(sum[a]) > fabs(sum[largest]))
      largest = a;
  return largest;
}

/* Called while speed[1] and velocity[] are sums. */
static void find_tortuosity(const struct fields *f, struct probe_total *t)
{
  t->along = axis_of_flow(f, t->velocity);
  const double along = fabs(t->velocity[t->along]);
  const bool flows = along > LEAST_FLOW * t->speed[1];
  t->tortuosity = flows ? t->speed[1] / along : (double)NAN;
  t->along = flows ? t->along : -1;
}

struct probe_total probe_total_of(const struct fields *f)
{
  const int64_t *grid = f->domain.grid;
  struct probe_total t = {
      .nodes = grid[0] * grid[1] * grid[2], .speed = {INFINITY, 0, -INFINITY}, .density = {INFINITY, 0, -INFINITY}};
  fields_visit(f, add, &t);
  find_tortuosity(f, &t);
  t.speed[1] /= (double)t.nonsolid;
  t.density[1] /= (double)t.nonsolid;
  for (int i = 0; i < 3; i++) {
    t.velocity[i] /= (double)t.nodes;
    t.density[i] += 1 - f->taken;
  }
  return t;
}
