/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares with a naive step. */
#include "plane_lanes.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 6, NX = 83, NY = 70 };
static double sent[NY * NX][Q], arrived[NY * NX][Q];

static void naive_incoming(const struct picture *p)
{
  for (int n = 0; n < NX * NY; n++)
    for (int i = 0; i < Q; i++) {
      const int x = n % NX - c[i][0], y = n / NX - c[i][1];
      arrived[n][i] = is_fluid(p, x, y) ? sent[x + NX * y][i] : sent[n][opposite[i]];
    }
}

static void naive_collide(void)
{
  for (int n = 0; n < NX * NY; n++) {
    lanes f[Q];
    for (int i = 0; i < Q; i++)
      f[i] = (lanes){0} + arrived[n][i];
    collide(f);
    for (int i = 0; i < Q; i++)
      sent[n][i] = f[i][0];
  }
}

/* Sets the outgoing populations of the nodes of a tile at the start. */
static void put_tile(const struct plane *p, size_t t, int x, int y)
{
  static double left[Q][NODES + 2 * MARGIN];
  for (int n = 0; n < NODES; n++) {
    const int nx = x * EDGE + n % EDGE, ny = y * EDGE + n / EDGE;
    for (int i = 0; i < Q; i++)
      left[i][MARGIN + n] = is_fluid(p->picture, nx, ny) ? sent[nx + NX * ny][i] : 0;
  }
  leave(p, left, p->ghost[0], t);
}

static int differ(const struct plane *p, size_t t, int x, int y, double tolerance)
{
  int count = 0;
  for (int n = 0; n < NODES; n++) {
    const int nx = x * EDGE + n % EDGE, ny = y * EDGE + n / EDGE;
    for (int i = 0; i < Q && is_fluid(p->picture, nx, ny); i++)
      count += !(fabs(p->f[(t * Q + (size_t)i) * NODES + (size_t)n] - arrived[nx + NX * ny][i]) <= tolerance);
  }
  return count;
}

/* The number of steps is even, so that the first buffers hold the outgoing populations at the end. */
static int check_picture(const struct picture *picture, plane_advance *advance, double tolerance)
{
  struct plane p;
  int wrong = 0;
  if (open_plane(&p, picture))
    return 1;
  for (int n = 0; n < NX * NY; n++)
    for (int i = 0; i < Q; i++)
      sent[n][i] = is_fluid(picture, n % NX, n / NX) ? weight[i] * 0.02 * ((n * 7 + i * 31) % 113 - 56) / 56 : 0;
  for (int n = 0; n < p.tx * p.ty; n++)
    if (p.at[n] >= 0)
      put_tile(&p, (size_t)p.at[n], n % p.tx, n / p.tx);
  for (int s = 0; s < STEPS; s++) {
    naive_incoming(picture);
    naive_collide();
  }
  wrong += advance(&p, STEPS);
  naive_incoming(picture);
  for (int n = 0; n < p.tx * p.ty; n++)
    if (p.at[n] >= 0) {
      bring(&p, p.ghost[0], (size_t)p.at[n]);
      wrong += differ(&p, (size_t)p.at[n], n % p.tx, n / p.tx, tolerance);
    }
  if (wrong)
    printf("%d populations differ from the naive ones\n", wrong);
  close_plane(&p);
  return wrong != 0;
}

/* A disc and single pixels; tiles that are all solid, and a partial tile at each end. */
int plane_check(plane_advance *advance, double tolerance)
{
  static unsigned char fluid[NX * NY];
  const struct picture picture = {NX, NY, fluid};
  for (int n = 0; n < NX * NY; n++) {
    const int x = n % NX, y = n / NX, dx = x - 40, dy = y - 32;
    fluid[n] = dx * dx + dy * dy >= 29 * 29 && n * 37 % 101 > 11;
  }
  return check_picture(&picture, advance, tolerance);
}
