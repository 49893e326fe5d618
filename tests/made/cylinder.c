/* cylinder NX,NY,NZ X,Y,R: a voxel stream of a box with a cylinder along z, whose axis is at X,Y (voxel 0,0,0 is at 0),
 * with the exact distances at which its wall cuts links. A box of one slice continues along z. */
#include "own.h"

#include <math.h>
#include <stdlib.h>

static struct tile_error e;
static int64_t grid[3];
static double centre[2], radius;

static void need(bool good, const char *why)
{
  if (good)
    return;
  fprintf(stderr, "cylinder: %s\n", why);
  exit(99);
}

static bool fluid(int64_t x, int64_t y)
{
  return hypot((double)x - centre[0], (double)y - centre[1]) > radius;
}

/* Fraction of a link along c at which it enters the cylinder: |p + q c| = R. */
static double crossing(const double p[2], const signed char c[3])
{
  const double a = c[0] * c[0] + c[1] * c[1], b = p[0] * c[0] + p[1] * c[1],
               k = p[0] * p[0] + p[1] * p[1] - radius * radius;
  return (-b - sqrt(b * b - a * k)) / a;
}

static void put_slices(struct tile_voxels_writer *w)
{
  const size_t bytes = (size_t)(grid[0] * grid[1]), packed = (size_t)((grid[0] + 7) / 8 * grid[1]);
  unsigned char *voxels = tile_alloc(bytes, 1), *bits = tile_alloc(packed, 1);
  need(voxels && bits, "out of memory");
  for (int64_t y = 0; y < grid[1]; y++)
    for (int64_t x = 0; x < grid[0]; x++)
      voxels[x + grid[0] * y] = fluid(x, y) ? TILE_FLUID : TILE_SOLID;
  tile_pack(bits, voxels, grid[0], grid[1]);
  for (int64_t z = 0; z < grid[2]; z++)
    need(!tile_voxels_put(w, bits, &e), e.text);
  free(voxels);
  free(bits);
}

static void put_links(struct tile_voxels_writer *w, int64_t x, int64_t y, int64_t z)
{
  const double p[2] = {(double)x - centre[0], (double)y - centre[1]};
  for (int i = 1; i < TILE_LINKS && fluid(x, y); i++) {
    const signed char *c = tile_link[i];
    if ((grid[2] > 1 && (z + c[2] < 0 || z + c[2] >= grid[2])) || fluid(x + c[0], y + c[1]))
      continue;
    const struct tile_wall_at at = {.voxel = (uint64_t)(x + grid[0] * (y + grid[1] * z)),
                                    .q = tile_wall_number(crossing(p, c)),
                                    .link = (uint8_t)i};
    need(!tile_voxels_put_walls(w, &at, 1, &e), e.text);
  }
}

int main(int argc, char **argv)
{
  struct tile_header h = {0};
  struct tile_voxels_writer *w;
  long long n[3];
  need(argc == 3 && sscanf(argv[1], "%lld,%lld,%lld", &n[0], &n[1], &n[2]) == 3 &&
           sscanf(argv[2], "%lf,%lf,%lf", &centre[0], &centre[1], &radius) == 3,
       "usage");
  for (int a = 0; a < 3; a++)
    grid[a] = n[a];
  need(!tile_header_set(&h, &e, "grid", "%lld %lld %lld", n[0], n[1], n[2]) &&
           !tile_header_set(&h, &e, "wall-distances", "yes") && !tile_voxels_create(&w, stdout, &h, &e),
       e.text);
  put_slices(w);
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++)
        put_links(w, x, y, z);
  need(!tile_voxels_finish(w, &e), e.text);
  tile_header_free(&h);
  return 0;
}
