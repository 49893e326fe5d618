/* SPDX-License-Identifier: BSD-3-Clause */
/* D2Q9 in tiles of 16 x 16 nodes; populations are h_i = f_i - w_i. */
#ifndef PLANE_H
#define PLANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { Q = 9, EDGE = 16, NODES = EDGE * EDGE, LANES = 8, SLOTS = 12, MARGIN = 2 * EDGE };
#ifdef __CUDACC__
#define INLINE static __device__ __forceinline__
#define TABLE static __device__ const
#define EACH_DIRECTION(i) _Pragma("unroll") for (int i = 0; i < Q; i++)
#else
#define INLINE static inline __attribute__((always_inline))
#define TABLE static const
#define EACH_DIRECTION(i) _Pragma("GCC unroll 9") for (int i = 0; i < Q; i++)
#endif

TABLE int c[Q][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
TABLE int opposite[Q] = {0, 2, 1, 4, 3, 6, 5, 8, 7};
TABLE double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
/* The slots of populations that leave through a column (E or W edge) and through a row (N or S); diagonals are in
 * both. */
TABLE int column_slot[Q] = {-1, 0, 3, -1, -1, 1, 4, 2, 5}, row_slot[Q] = {-1, -1, -1, 6, 9, 7, 10, 11, 8};
#define RATE (1 / 0.8)

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

/* Returns 0 if an even number of steps, which advance() makes, gives the populations of a naive step, to `tolerance`. */
typedef int plane_advance(struct plane *p, int steps);
int plane_check(plane_advance *advance, double tolerance);
int read_picture(struct picture *p, char *const argv[]); /* FILE NX NY */
/* Bytes of all tiles. */
double bytes_of(const struct plane *p);

#endif
