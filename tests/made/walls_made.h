/* Domains with wall distances, from a function that is positive in the fluid. */
#ifndef WALLS_MADE_H
#define WALLS_MADE_H

#include <math.h>

#include "flow_made.h"

/* The level at a point, in node spacings; node 0 is at 0. */
typedef double made_level(const double at[3], const void *shape);

/* The nearest distance that a file can hold; not 0, where the node would lie on the wall. */
static inline uint16_t made_q(double q)
{
  const double v = nearbyint(q * 65536) - 1;
  return (uint16_t)(v < 0 ? 0 : v > 65535 ? 65535 : v);
}

/* Fraction of the link from a fluid node at which it meets the wall, by bisection. */
static inline double made_crossing(made_level *level, const void *shape, const double from[3], const signed char c[3])
{
  double in = 0, out = 1;
  for (int n = 0; n < 50; n++) {
    const double q = (in + out) / 2, at[3] = {from[0] + q * c[0], from[1] + q * c[1], from[2] + q * c[2]};
    *(level(at, shape) > 0 ? &in : &out) = q;
  }
  return (in + out) / 2;
}

/* Appends the cut links of a node. */
static inline void made_cut_node(struct tile_bits *b, made_level *level, const void *shape, const int64_t at[3])
{
  const double from[3] = {(double)at[0], (double)at[1], (double)at[2]};
  for (int i = 1; i < LBM_Q; i++) {
    const double to[3] = {from[0] + lbm_c[i][0], from[1] + lbm_c[i][1], from[2] + lbm_c[i][2]};
    if (level(to, shape) <= 0)
      b->wall[b->walls++] =
          (struct tile_wall_at){.voxel = (uint64_t)(at[0] + b->grid[0] * (at[1] + b->grid[1] * at[2])),
                                .q = made_q(made_crossing(level, shape, from, lbm_c[i])),
                                .link = (uint8_t)i};
  }
}

/* Bits where the level is positive, with their cut links. Along periodic axes the level must be periodic. */
static inline struct tile_bits walls_bits(const int64_t grid[3], made_level *level, const void *shape)
{
  struct tile_bits b = empty_bits(grid);
  b.distances = true;
  b.wall = calloc((size_t)(grid[0] * grid[1] * grid[2]) * (LBM_Q - 1), sizeof *b.wall);
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++) {
        const int64_t at[3] = {x, y, z};
        if (level((const double[]){(double)x, (double)y, (double)z}, shape) > 0) {
          set_bit(&b, x, y, z);
          made_cut_node(&b, level, shape, at);
        }
      }
  return b;
}

/* A periodic array, 11 nodes along each axis, of two balls without any symmetry of the grid; one lies across the
 * seams. */
static inline double balls_level(const double at[3], const void *shape)
{
  static const double centre[2][3] = {{2.31, 3.17, 4.43}, {7.2, 8.1, 8.6}}, radius[2] = {3.1, 2.6};
  double level = 100;
  (void)shape;
  for (int k = 0; k < 2; k++) {
    double square = 0;
    for (int a = 0; a < 3; a++) {
      const double x = at[a] - centre[k][a], away = x - 11 * nearbyint(x / 11);
      square += away * away;
    }
    level = fmin(level, sqrt(square) - radius[k]);
  }
  return level;
}

/* Between two planes normal to y. */
struct slit {
  double from, to;
};
static inline double slit_level(const double at[3], const void *shape)
{
  const struct slit *s = shape;
  return fmin(at[1] - s->from, s->to - at[1]);
}

#endif
