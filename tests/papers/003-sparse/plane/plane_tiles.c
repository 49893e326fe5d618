/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiles of a picture, and which links end at walls. */
#include "plane.h"

#include <stdio.h>
#include <stdlib.h>

bool is_fluid(const struct picture *p, int x, int y)
{
  return x >= 0 && y >= 0 && x < p->nx && y < p->ny && p->fluid[(size_t)y * (size_t)p->nx + (size_t)x];
}

static bool holds_fluid(const struct picture *p, int x, int y)
{
  for (int n = 0; n < NODES; n++)
    if (is_fluid(p, x * EDGE + n % EDGE, y * EDGE + n / EDGE))
      return true;
  return false;
}

static int32_t tile_at(const struct plane *p, int x, int y)
{
  const int32_t t = x < 0 || y < 0 || x >= p->tx || y >= p->ty ? -1 : p->at[x + p->tx * y];
  return t < 0 ? (int32_t)p->tiles : t;
}

static void make_tile(struct plane *p, struct tile *t, int x, int y)
{
  for (int dy = 0; dy < 3; dy++)
    for (int dx = 0; dx < 3; dx++)
      t->near[dy][dx] = tile_at(p, x + dx - 1, y + dy - 1);
  for (int n = 0; n < NODES; n++) {
    const int nx = x * EDGE + n % EDGE, ny = y * EDGE + n / EDGE;
    const bool here = is_fluid(p->picture, nx, ny);
    p->fluid += here;
    for (int i = 0; i < Q; i++)
      if (!here || !is_fluid(p->picture, nx - c[i][0], ny - c[i][1]))
        t->blocked[i][n / EDGE] |= (uint16_t)(1u << n % EDGE);
  }
}

static int make_tiles(struct plane *p)
{
  const size_t all = (size_t)p->tx * (size_t)p->ty;
  p->at = malloc(all * sizeof *p->at);
  if (!p->at)
    return 1;
  for (size_t n = 0; n < all; n++)
    p->at[n] = holds_fluid(p->picture, (int)n % p->tx, (int)n / p->tx) ? (int32_t)p->tiles++ : -1;
  p->tile = calloc(p->tiles, sizeof *p->tile);
  for (size_t n = 0; n < all && p->tile; n++)
    if (p->at[n] >= 0)
      make_tile(p, p->tile + p->at[n], (int)n % p->tx, (int)n / p->tx);
  return !p->tile;
}

/* Zeros, for a fluid at rest; each thread writes those of its tiles, so that they lie in its memory. */
static double *open_array(const struct plane *p, size_t each)
{
  const size_t count = (p->tiles + 1) * each + 2 * MARGIN;
  double *a = aligned_alloc(64, (count * sizeof *a + 63) / 64 * 64);
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < p->tiles + 1; t++)
    for (size_t n = 0; n < each && a; n++)
      a[MARGIN + t * each + n] = 0;
  return a ? a + MARGIN : NULL;
}

int open_plane(struct plane *p, const struct picture *picture)
{
  *p = (struct plane){.picture = picture, .tx = (picture->nx + EDGE - 1) / EDGE, .ty = (picture->ny + EDGE - 1) / EDGE};
  int code = make_tiles(p) || !(p->f = open_array(p, Q * NODES));
  for (int k = 0; k < 2 && !code; k++)
    code = !(p->ghost[k] = open_array(p, SLOTS * EDGE));
  return code;
}

void close_plane(struct plane *p)
{
  free(p->f ? p->f - MARGIN : NULL);
  for (int k = 0; k < 2; k++)
    free(p->ghost[k] ? p->ghost[k] - MARGIN : NULL);
  free(p->at);
  free(p->tile);
}

double bytes_of(const struct plane *p)
{
  return (double)p->tiles *
         (double)(Q * NODES * sizeof(double) + 2 * SLOTS * EDGE * sizeof(double) + sizeof(struct tile));
}

int read_picture(struct picture *p, char *const argv[])
{
  FILE *in = fopen(argv[1], "rb");
  *p = (struct picture){.nx = atoi(argv[2]), .ny = atoi(argv[3])};
  const size_t count = (size_t)p->nx * (size_t)p->ny;
  p->fluid = malloc(count);
  const bool good = in && p->fluid && count && fread(p->fluid, 1, count, in) == count;
  if (in)
    fclose(in);
  return good ? 0 : 1;
}
