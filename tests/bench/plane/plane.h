/* D2Q9 in tiles of 16 x 16 nodes; populations are h_i = f_i - w_i. */
#ifndef PLANE_H
#define PLANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { Q = 9, EDGE = 16, NODES = EDGE * EDGE, LANES = 8, SLOTS = 12, MARGIN = 2 * EDGE };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t flags __attribute__((vector_size(LANES * sizeof(int64_t))));
#define INLINE static inline __attribute__((always_inline))
#define EACH_DIRECTION(i) _Pragma("GCC unroll 9") for (int i = 0; i < Q; i++)

static const int c[Q][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
static const int opposite[Q] = {0, 2, 1, 4, 3, 6, 5, 8, 7};
static const double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const double RATE = 1 / 0.8;

struct picture {
  int nx, ny;
  unsigned char *fluid;
};

struct tile {
  int32_t near[3][3];        /* tiles around, [1 + dy][1 + dx]; if missing, an extra tile of zeros behind the last */
  uint16_t blocked[Q][EDGE]; /* of each row, nodes to which no fluid node sends: their own population bounces back */
};

struct plane {
  const struct picture *picture;
  int tx, ty;
  size_t tiles, fluid;
  int32_t *at; /* tile x + tx y */
  struct tile *tile;
  double *f;        /* tile, direction, row; incoming, except those from other tiles */
  double *ghost[2]; /* tile, slot, node of the edge */
};

/* BGK, quasi-compressible. */
INLINE void collide(lanes f[Q])
{
  const lanes none = {0};
  lanes rho = none, j[2] = {none, none};
  EACH_DIRECTION(i)
  {
    rho += f[i];
    for (int a = 0; a < 2; a++)
      if (c[i][a])
        j[a] += c[i][a] > 0 ? f[i] : -f[i];
  }
  const lanes r = 1 + rho, u[2] = {j[0] / r, j[1] / r}, base = rho - 1.5 * (j[0] * u[0] + j[1] * u[1]);
  EACH_DIRECTION(i)
  {
    const lanes cj = c[i][0] * j[0] + c[i][1] * j[1], cu = c[i][0] * u[0] + c[i][1] * u[1];
    f[i] += RATE * (weight[i] * (base + 3 * cj + 4.5 * cj * cu) - f[i]);
  }
}

INLINE lanes load(const double *from)
{
  lanes v;
  memcpy(&v, from, sizeof v);
  return v;
}

INLINE void store(double *to, lanes v)
{
  memcpy(to, &v, sizeof v);
}

/* `yes` where a bit of `bits` is set, else `no`. */
INLINE lanes choose(unsigned bits, lanes yes, lanes no)
{
  const flags lane = {1, 2, 4, 8, 16, 32, 64, 128}, set = (((flags){0} + (int64_t)bits) & lane) != 0;
  return (lanes)(((flags)yes & set) | ((flags)no & ~set));
}

bool is_fluid(const struct picture *p, int x, int y);
/* The fluid is at rest. Returns 1 when there is not enough memory. */
int open_plane(struct plane *p, const struct picture *picture);
void close_plane(struct plane *p);

/* A step that reads ghost[from] and writes the other buffers. */
void step(const struct plane *p, int from);
/* bring reads the incoming populations from other tiles; leave writes the outgoing populations of a tile, which have a
 * margin. */
void bring(const struct plane *p, const double *ghost, size_t t);
void leave(const struct plane *p, double left[Q][NODES + 2 * MARGIN], double *ghost, size_t t);

/* Returns 0 if the bits are those of a naive step. */
int plane_check(void);

#endif
