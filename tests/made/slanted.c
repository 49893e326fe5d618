/* slanted tube|slit A,B N,NY SHIFT,Y,R: a voxel stream of a periodic box of A N x NY x B N voxels with a tube of radius
 * R, or a slit of width 2 R, along the lattice direction A,0,B, with the exact distances at which its wall cuts links.
 * The axis lies at y = Y and SHIFT beside the origin (voxel 0,0,0 is at 0); a slit does not change along y. */
#include "own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct tile_error e;
static int64_t grid[3];
static double along[2], shift, middle, radius, period;
static bool slit;

static void need(bool good, const char *why)
{
  if (good)
    return;
  fprintf(stderr, "slanted: %s\n", why);
  exit(99);
}

/* Components of the vector from the axis: across it in the plane of x and z, to the nearest of its images, and along
 * y. */
static void across(double p[2], int64_t x, int64_t y, int64_t z)
{
  const double s = (double)x * along[1] - (double)z * along[0] - shift;
  p[0] = s - period * round(s / period);
  p[1] = slit ? 0 : (double)y - middle;
}

static bool fluid(int64_t x, int64_t y, int64_t z)
{
  double p[2];
  across(p, x, y, z);
  return hypot(p[0], p[1]) < radius;
}

/* Fraction of a link along c at which it leaves the fluid: |p + q c| = R. */
static double crossing(const double p[2], const signed char link[3])
{
  const double c[2] = {link[0] * along[1] - link[2] * along[0], slit ? 0 : link[1]};
  const double a = c[0] * c[0] + c[1] * c[1], b = p[0] * c[0] + p[1] * c[1],
               k = p[0] * p[0] + p[1] * p[1] - radius * radius;
  return (sqrt(b * b - a * k) - b) / a;
}

static void put_slice(struct tile_voxels_writer *w, int64_t z)
{
  unsigned char *voxels = tile_alloc((size_t)(grid[0] * grid[1]), 1),
                *bits = tile_alloc((size_t)((grid[0] + 7) / 8 * grid[1]), 1);
  need(voxels && bits, "out of memory");
  for (int64_t y = 0; y < grid[1]; y++)
    for (int64_t x = 0; x < grid[0]; x++)
      voxels[x + grid[0] * y] = fluid(x, y, z) ? TILE_FLUID : TILE_SOLID;
  tile_pack(bits, voxels, grid[0], grid[1]);
  need(!tile_voxels_put(w, bits, &e), e.text);
  free(voxels);
  free(bits);
}

static void put_links(struct tile_voxels_writer *w, int64_t x, int64_t y, int64_t z)
{
  double p[2];
  across(p, x, y, z);
  for (int i = 1; i < TILE_LINKS && fluid(x, y, z); i++) {
    const signed char *c = tile_link[i];
    if (fluid(x + c[0], y + c[1], z + c[2]))
      continue;
    const struct tile_wall_at at = {.voxel = (uint64_t)(x + grid[0] * (y + grid[1] * z)),
                                    .q = tile_wall_number(crossing(p, c)),
                                    .link = (uint8_t)i};
    need(!tile_voxels_put_walls(w, &at, 1, &e), e.text);
  }
}

static void read_arguments(int argc, char **argv)
{
  int a, b, n, ny;
  need(argc == 5 && sscanf(argv[2], "%d,%d", &a, &b) == 2 && sscanf(argv[3], "%d,%d", &n, &ny) == 2 &&
           sscanf(argv[4], "%lf,%lf,%lf", &shift, &middle, &radius) == 3,
       "usage");
  slit = !strcmp(argv[1], "slit");
  along[0] = a / hypot(a, b);
  along[1] = b / hypot(a, b);
  period = a * b * n / hypot(a, b);
  grid[0] = a * n;
  grid[1] = ny;
  grid[2] = b * n;
}

int main(int argc, char **argv)
{
  struct tile_header h = {0};
  struct tile_voxels_writer *w;
  read_arguments(argc, argv);
  need(!tile_header_set(&h, &e, "grid", "%d %d %d", (int)grid[0], (int)grid[1], (int)grid[2]) &&
           !tile_header_set(&h, &e, "wall-distances", "yes") && !tile_voxels_create(&w, stdout, &h, &e),
       e.text);
  for (int64_t z = 0; z < grid[2]; z++)
    put_slice(w, z);
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++)
        put_links(w, x, y, z);
  need(!tile_voxels_finish(w, &e), e.text);
  tile_header_free(&h);
  return 0;
}
