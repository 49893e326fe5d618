/* SPDX-License-Identifier: BSD-3-Clause */
/* How far the wall can move without another voxel becoming fluid or solid. */
#include "internal_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps from a lattice point to another, one of each pair of opposite ones. */
enum { LARGEST = 2, MOST_SQUARE = 6, STEPS = 62 };
#define REACH 5 /* voxels; a wall that goes on so far to both sides is flat */

struct steps {
  int count;
  int step[STEPS][3];
  int times[STEPS]; /* how often a step fits into REACH */
};

static bool comes_first(int x, int y, int z)
{
  return z ? z > 0 : y ? y > 0 : x > 0;
}

static bool is_even(int x, int y, int z)
{
  return !(x % 2 || y % 2 || z % 2);
}

static void make_steps(struct steps *s)
{
  s->count = 0;
  for (int z = -LARGEST; z <= LARGEST; z++)
    for (int y = -LARGEST; y <= LARGEST; y++)
      for (int x = -LARGEST; x <= LARGEST; x++) {
        const int square = x * x + y * y + z * z;
        if (square > MOST_SQUARE || !comes_first(x, y, z) || is_even(x, y, z))
          continue;
        memcpy(s->step[s->count], (int[]){x, y, z}, sizeof *s->step);
        s->times[s->count++] = (int)(REACH / sqrt(square));
      }
}

struct volume {
  const struct tile_bits *bits;
  unsigned periodic;
};

/* The coordinate in the grid; beyond the faces of an axis that is not periodic it is that of the last layer. */
static int64_t place(const struct volume *v, int axis, int64_t at)
{
  const int64_t n = v->bits->grid[axis];
  if (v->periodic >> axis & 1)
    return (at % n + n) % n;
  return at < 0 ? 0 : at < n ? at : n - 1;
}

static bool fluid_at(const struct volume *v, const int64_t at[3])
{
  return tile_bit(v->bits, place(v, 0, at[0]), place(v, 1, at[1]), place(v, 2, at[2]));
}

/* Is there a wall between the voxel `at` and the next one along the axis, with the fluid on the lower side if `up`? */
static bool is_wall(const struct volume *v, const int64_t at[3], int axis, int up)
{
  int64_t next[3] = {at[0], at[1], at[2]};
  next[axis]++;
  return fluid_at(v, at) == up && fluid_at(v, next) == !up;
}

/* Does the wall go on unchanged along this step, to both sides? */
static bool goes_on(const struct volume *v, const int64_t at[3], int axis, int up, const int step[3], int times)
{
  for (int n = -times; n <= times; n++) {
    const int64_t there[3] = {at[0] + n * step[0], at[1] + n * step[1], at[2] + n * step[2]};
    if (n && !is_wall(v, there, axis, up))
      return false;
  }
  return true;
}

static int divisor(int a, int b)
{
  return b ? divisor(b, a % b) : abs(a);
}

/* The reciprocal of the largest index of the lattice plane along two steps; 0: they do not lie in a plane that crosses
 * the axis. */
static double weight_of(const int a[3], const int b[3], int axis)
{
  const int n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  int largest = 0;
  for (int i = 0; i < 3; i++)
    largest = abs(n[i]) > largest ? abs(n[i]) : largest;
  return n[axis] ? (double)divisor(divisor(n[0], n[1]), n[2]) / largest : 0;
}

/* Returns the weight of the lattice plane in which this wall lies; 0: it lies in none. Sets *straight: does the wall go
 * on along any step? */
static double plane_of(const struct volume *v, const struct steps *s, const int64_t at[3], int axis, int up,
                       bool *straight)
{
  int along[STEPS], count = 0;
  double weight = 0;
  for (int i = 0; i < s->count; i++)
    if (goes_on(v, at, axis, up, s->step[i], s->times[i])) {
      for (int j = 0; j < count; j++)
        weight = fmax(weight, weight_of(s->step[along[j]], s->step[i], axis));
      along[count++] = i;
    }
  *straight = count > 0;
  return weight;
}

struct sums {
  int64_t walls, flat, straight;
  int64_t weight; /* in 1/60: an integer, so that the sum does not depend on threads */
};

static void add_voxel(struct sums *t, const struct volume *v, const struct steps *s, const int64_t at[3])
{
  for (int axis = 0; axis < 3; axis++) {
    if (at[axis] + 1 >= v->bits->grid[axis] && !(v->periodic >> axis & 1))
      continue;
    for (int up = 0; up < 2; up++) {
      if (!is_wall(v, at, axis, up))
        continue;
      bool straight;
      const double weight = plane_of(v, s, at, axis, up, &straight);
      t->walls++;
      t->flat += weight > 0;
      t->straight += straight && !(weight > 0);
      t->weight += llround(60 * weight);
    }
  }
}

static struct sums sum_all(const struct volume *v)
{
  const int64_t *n = v->bits->grid;
  int64_t walls = 0, flat = 0, straight = 0, weight = 0;
  struct steps s;
  make_steps(&s);
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : walls, flat, straight, weight)
  for (int64_t z = 0; z < n[2]; z++) {
    struct sums t = {0};
    for (int64_t y = 0; y < n[1]; y++)
      for (int64_t x = 0; x < n[0]; x++)
        add_voxel(&t, v, &s, (const int64_t[]){x, y, z});
    walls += t.walls;
    flat += t.flat;
    straight += t.straight;
    weight += t.weight;
  }
  return (struct sums){walls, flat, straight, weight};
}

int tile_flatness_of(struct tile_flatness *f, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_bits bits;
  if (tile_domain_bits(&bits, d, e))
    return e->code;
  const struct sums t = sum_all(&(struct volume){&bits, d->periodic});
  const double walls = t.walls ? (double)t.walls : 1;
  *f = (struct tile_flatness){(double)t.weight / 60 / walls * ((double)t.flat / walls), (double)t.straight / walls};
  tile_bits_free(&bits);
  return TILE_OK;
}
