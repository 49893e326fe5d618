/* SPDX-License-Identifier: BSD-3-Clause */
#include "streamline.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In voxels: the error that a step may make, the longest and the shortest step. Points of a line for each voxel of its
 * greatest length, at most; lines that turn around a point of rest end there. */
#define ERROR 1e-5
#define LONGEST 0.5
#define SHORTEST 1e-3
#define DENSEST 20

/* ---- one step ------------------------------------------------------------------------ */

enum { STAGES = 6 };
/* The row of each stage, then the difference of the results of fifth and fourth order, and the result of fourth. */
static const double row[STAGES][STAGES - 1] = {{0},
                                               {1.0 / 4},
                                               {3.0 / 32, 9.0 / 32},
                                               {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
                                               {439.0 / 216, -8, 3680.0 / 513, -845.0 / 4104},
                                               {-8.0 / 27, 2, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40}};
static const double fourth[STAGES] = {25.0 / 216, 0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0};
static const double fifth[STAGES] = {16.0 / 135, 0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55};

static void move(double to[3], const double from[3], double h, const double *weight, int count, double (*u)[3])
{
  for (int a = 0; a < 3; a++) {
    double sum = 0;
    for (int i = 0; i < count; i++)
      sum += weight[i] * u[i][a];
    to[a] = from[a] + h * sum;
  }
}

/* Makes a step of the time h, in which the flow goes the way u[0] from p. Returns what lies at the first place on the
 * way that is not in the flow. */
static enum streamline_place try(const struct streamline_field *f, const double p[3], double (*u)[3], double h,
                                 double to[3], double *error)
{
  double at[3], unused[3];
  enum streamline_place place;
  for (int i = 1; i < STAGES; i++) {
    move(at, p, h, row[i], i, u);
    place = f->velocity(f->self, at, u[i]);
    if (place != STREAMLINE_FLOW)
      return place;
  }
  move(to, p, h, fourth, STAGES, u);
  move(at, p, h, fifth, STAGES, u);
  *error = tile_distance(to, at);
  return f->velocity(f->self, to, unused);
}

/* A walk along the line from the seed, in one direction. */
struct walk {
  const struct streamline_field *field;
  struct streamline_point now;
  double h; /* of the next step; its sign is the direction */
  double length;
  enum streamline_end end;
};

static double wanted(double h, double error)
{
  const double factor = error > 0 ? 0.9 * pow(ERROR / error, 0.2) : 2;
  return h * (factor < 0.2 ? 0.2 : factor > 2 ? 2 : factor);
}

/* Makes the next step as long as the error and the walls allow. Returns false at the end of the line. */
static bool walk_on(struct walk *w)
{
  double u[STAGES][3], to[3], error = 0;
  enum streamline_place place = w->field->velocity(w->field->self, w->now.at, u[0]);
  const double speed = sqrt(u[0][0] * u[0][0] + u[0][1] * u[0][1] + u[0][2] * u[0][2]);
  if (place != STREAMLINE_FLOW || !(speed >= w->field->slowest) || w->length >= w->field->longest) {
    w->end = w->length >= w->field->longest ? STREAMLINE_TOO_LONG : STREAMLINE_AT_REST;
    return false;
  }
  if (!(fabs(w->h) * speed <= LONGEST))
    w->h = copysign(LONGEST / speed, w->h);
  while ((place = try(w->field, w->now.at, u, w->h, to, &error)) != STREAMLINE_FLOW ||
         (error > ERROR && fabs(w->h) * speed > SHORTEST)) {
    if (place != STREAMLINE_FLOW && fabs(w->h) * speed <= SHORTEST) {
      w->end = place == STREAMLINE_WALL ? STREAMLINE_AT_WALL : STREAMLINE_LEFT;
      return false;
    }
    w->h = place == STREAMLINE_FLOW ? wanted(w->h, error) : w->h / 2;
  }
  w->length += tile_distance(w->now.at, to);
  memcpy(w->now.at, to, sizeof to);
  w->now.time += w->h;
  w->h = wanted(w->h, error);
  return true;
}

/* ---- lines --------------------------------------------------------------------------- */

static int append(struct streamlines *s, const struct streamline_point *p, struct tile_error *e)
{
  if (tile_reserve(&s->point, &s->room, s->points + 1, sizeof *s->point, "streamlines", e))
    return e->code;
  s->point[s->points++] = *p;
  return 0;
}

static int walk(struct streamlines *s, struct walk *w, struct tile_error *e)
{
  const size_t most = (size_t)(DENSEST * w->field->longest), begin = s->points;
  w->end = STREAMLINE_TOO_LONG;
  while (s->points - begin < most && walk_on(w))
    if (append(s, &w->now, e))
      return e->code;
  return 0;
}

static void turn(struct streamline_point *p, size_t count)
{
  for (size_t i = 0; i < count / 2; i++) {
    const struct streamline_point swapped = p[i];
    p[i] = p[count - 1 - i];
    p[count - 1 - i] = swapped;
  }
}

static int end_line(struct streamlines *s, enum streamline_end end, struct tile_error *e)
{
  if (tile_reserve(&s->end, &s->lines_room, s->count + 1, sizeof *s->end, "streamlines", e))
    return e->code;
  s->end[s->count++] = (int64_t)s->points;
  s->ended[end]++;
  return 0;
}

int streamlines_add(struct streamlines *s, const struct streamline_field *f, const double seed[3], struct tile_error *e)
{
  const struct streamline_point first = {{seed[0], seed[1], seed[2]}, 0};
  struct walk up = {.field = f, .now = first, .h = -INFINITY}, down = {.field = f, .now = first, .h = INFINITY};
  const size_t begin = s->points;
  double u[3];
  if (f->velocity(f->self, seed, u) != STREAMLINE_FLOW)
    return 0;
  if (walk(s, &up, e))
    return e->code;
  turn(s->point + begin, s->points - begin);
  if (append(s, &first, e) || walk(s, &down, e))
    return e->code;
  if (s->points - begin > 1)
    return end_line(s, down.end, e);
  s->points = begin;
  return 0;
}

void streamlines_free(struct streamlines *s)
{
  free(s->point);
  free(s->end);
  *s = (struct streamlines){0};
}
