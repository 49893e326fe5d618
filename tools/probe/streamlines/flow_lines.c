/* SPDX-License-Identifier: BSD-3-Clause */
#include "flow_lines.h"

#include "flow_at.h"
#include "flow_seeds.h"
#include "frame.h"
#include "probe_arrays.h"
#include "vtp.h"

#include <math.h>

/* ---- lines --------------------------------------------------------------------------- */

/* A line ends where the speed is below this share of the largest, and at this many times the sum of the sides. */
#define REST 1e-9
#define TURNS 10

static int trace(struct streamlines *lines, struct fields *f, const struct probe_total *t, const struct seeds *s,
                 struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  const struct streamline_field field = {.velocity = flow_velocity,
                                         .self = f,
                                         .slowest = fmax(REST * t->speed[2], 1e-300),
                                         .longest = TURNS * (double)(grid[0] + grid[1] + grid[2])};
  for (size_t i = 0; i < s->count; i++)
    if (streamlines_add(lines, &field, s->at[i], e))
      return e->code;
  cli_say("%zu streamlines: %zu leave through a face or an opening, %zu end at walls, %zu where nothing flows, %zu are "
          "too long",
          lines->count, lines->ended[STREAMLINE_LEFT], lines->ended[STREAMLINE_AT_WALL],
          lines->ended[STREAMLINE_AT_REST], lines->ended[STREAMLINE_TOO_LONG]);
  if (lines->count < s->count)
    cli_say("%zu seeds lie in solid, or where nothing flows", s->count - lines->count);
  return 0;
}

int probe_streamlines_make(struct streamlines *lines, struct fields *f, const char *file, int64_t count,
                           struct tile_error *e)
{
  struct seeds seeds = {0};
  const struct probe_total total = probe_total_of(f);
  int code = file ? seeds_from_file(&seeds, f, file, e) : seeds_at_entry(&seeds, f, &total, count, e);
  if (!code)
    code = trace(lines, f, &total, &seeds, e);
  seeds_free(&seeds);
  return code;
}

/* ---- the file ------------------------------------------------------------------------ */

struct cloud {
  const struct fields *fields;
  const struct streamline_point *point;
  struct frame frame;
  double dx;
  double speed, pressure, time; /* values of the lattice units */
};

static void place(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  frame_turn(&c->frame, value, c->point[n].at, c->dx);
  for (int a = 0; a < 3; a++)
    value[a] += c->frame.centre[a];
}

static void speed(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  double all[FIELDS];
  flow_interpolate(c->fields, c->point[n].at, all);
  value[0] =
      sqrt(all[FIELD_UX] * all[FIELD_UX] + all[FIELD_UY] * all[FIELD_UY] + all[FIELD_UZ] * all[FIELD_UZ]) * c->speed;
}

static void pressure(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  double all[FIELDS];
  flow_interpolate(c->fields, c->point[n].at, all);
  value[0] = lbm_gauge_pressure(all[FIELD_DENSITY]) * c->pressure;
}

static void time_of(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  value[0] = c->point[n].time * c->time;
}

static const char *units_text(const struct fields *f)
{
  if (probe_physical(f))
    return "length m, speed m/s, pressure Pa (gauge), time s";
  return f->units.dx > 0 ? "length m, speed, pressure and time in lattice units" : "lattice units";
}

static double unit_of(const struct fields *f, enum lbm_quantity q)
{
  return probe_physical(f) ? lbm_unit(&f->units, q) : 1;
}

static struct cloud cloud_of(const struct streamlines *lines, const struct fields *f)
{
  struct cloud cloud = {.fields = f,
                        .point = lines->point,
                        .dx = f->units.dx > 0 ? f->units.dx : 1,
                        .speed = unit_of(f, LBM_VELOCITY),
                        .pressure = unit_of(f, LBM_PRESSURE),
                        .time = unit_of(f, LBM_TIME)};
  frame_read(&cloud.frame, &f->domain.header);
  return cloud;
}

int probe_streamlines_points(double (**to)[4], const struct streamlines *lines, const struct fields *f,
                             struct tile_error *e)
{
  struct cloud cloud = cloud_of(lines, f);
  *to = tile_alloc(lines->points, sizeof **to);
  if (!*to)
    return tile_fail_memory(e, lines->points * sizeof **to, "streamlines");
  for (size_t n = 0; n < lines->points; n++) {
    place(&cloud, n, (*to)[n]);
    speed(&cloud, n, (*to)[n] + 3);
  }
  return 0;
}

int probe_streamlines_write(const struct streamlines *lines, const struct fields *f, const struct probe_file *how,
                            FILE *out, struct tile_error *e)
{
  struct cloud cloud = cloud_of(lines, f);
  const struct vtp_array arrays[] = {{"points", 3, place, &cloud},
                                     {"speed", 1, speed, &cloud},
                                     {"pressure", 1, pressure, &cloud},
                                     {"time", 1, time_of, &cloud}};
  const struct vtp v = {.points = lines->points,
                        .lines = lines->count,
                        .end = lines->end,
                        .single = how->single,
                        .units = units_text(f),
                        .shown = "Scalars=\"speed\"",
                        .arrays = arrays,
                        .count = sizeof arrays / sizeof *arrays};
  return vtp_write(&v, out, e);
}
