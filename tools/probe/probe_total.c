#include "probe.h"

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
  extend(t->speed, sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
  extend(t->density, value[FIELD_DENSITY]);
  for (int a = 0; a < 3; a++)
    t->velocity[a] += u[a];
}

struct probe_total probe_total_of(const struct fields *f)
{
  const int64_t *grid = f->domain.grid;
  struct probe_total t = {
      .nodes = grid[0] * grid[1] * grid[2], .speed = {INFINITY, 0, -INFINITY}, .density = {INFINITY, 0, -INFINITY}};
  fields_visit(f, add, &t);
  t.speed[1] /= (double)t.nonsolid;
  t.density[1] /= (double)t.nonsolid;
  for (int i = 0; i < 3; i++) {
    t.velocity[i] /= (double)t.nodes;
    t.density[i] += 1;
  }
  return t;
}
