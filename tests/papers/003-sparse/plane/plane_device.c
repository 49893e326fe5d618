/* SPDX-License-Identifier: BSD-3-Clause */
/* The step of plane.c on a GPU, as in the paper: D2Q9 in tiles of 16 x 16 nodes, one copy, ghost buffers, fp64, BGK; also
 * without the barrier, and without the code of ghost buffers, of which the paper tells the speed.
 *
 *   plane-cuda FILE NX NY   a row for each way: million updates of non-solid nodes per second (median, least and most of
 * seven), and the copy bandwidth; FILE: one byte per pixel, 0 is solid
 *   plane-cuda FILE NX NY collisions   the same of all collisions, without the copies
 *   plane-cuda check        compares the step with a naive one on the CPU */
#include "plane_cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 7 };
static const char *const ways[] = {"ghost buffers", "without barrier", "without ghost code"};
static const char *const collisions[PLANE_COLLISIONS] = {"BGK of plane_collide.h", "none",
                                                         "BGK, incompressible",    "BGK, quasi-compressible",
                                                         "MRT, incompressible",    "MRT, quasi-compressible"};
static enum plane_collision tried = PLANE_OWN; /* by check */

static int make_steps(struct plane *p, int steps)
{
  struct plane_device d;
  double seconds;
  const int code = plane_device_open(&d, p) || plane_device_steps(&d, PLANE_STEP, tried, steps, &seconds) ||
                   plane_device_fetch(&d, p);
  plane_device_close(&d);
  return code;
}

static int later(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Repetitions of at least a twentieth of a second: seconds per step, sorted. */
static int time_steps(const struct plane_device *d, enum plane_way way, enum plane_collision as,
                      double seconds[REPEATS])
{
  int steps = 2, code = plane_device_steps(d, way, as, 2, seconds) || plane_device_steps(d, way, as, 2, seconds);
  while (!code && steps < 10000 && *seconds / 2 * steps < 0.05)
    steps *= 2;
  code = code || plane_device_steps(d, way, as, steps, seconds);
  for (int r = 0; r < REPEATS && !code; r++) {
    code = plane_device_steps(d, way, as, steps, seconds + r);
    seconds[r] /= steps;
  }
  qsort(seconds, REPEATS, sizeof *seconds, later);
  return code;
}

static int measure(const struct picture *picture)
{
  struct plane p;
  struct plane_device d;
  double copy[REPEATS], seconds[REPEATS];
  if (open_plane(&p, picture) || plane_device_open(&d, &p) || time_steps(&d, PLANE_COPY, PLANE_OWN, copy))
    return 1;
  const double fluid = (double)p.fluid, million = 1e-6 * fluid,
               bandwidth = (double)(p.tiles + 1) * Q * NODES * sizeof(double) / copy[REPEATS / 2] * 1e-9;
  puts("nx,ny,porosity,utilisation,way,mlups,min,max,bytes_a_node,copy_GBps");
  for (int way = 0; way < PLANE_WAYS; way++) {
    if (time_steps(&d, (enum plane_way)way, PLANE_OWN, seconds))
      return 1;
    printf("%d,%d,%.4f,%.4f,%s,%.1f,%.1f,%.1f,%.1f,%.1f\n", picture->nx, picture->ny,
           fluid / ((double)picture->nx * picture->ny), fluid / ((double)p.tiles * NODES), ways[way],
           million / seconds[REPEATS / 2], million / seconds[REPEATS - 1], million / seconds[0], bytes_of(&p) / fluid,
           bandwidth);
  }
  plane_device_close(&d);
  close_plane(&p);
  return 0;
}

static int measure_collisions(const struct picture *picture)
{
  struct plane p;
  struct plane_device d;
  double seconds[REPEATS];
  if (open_plane(&p, picture) || plane_device_open(&d, &p))
    return 1;
  puts("collision;way;mlups;min;max");
  for (int n = 0; n < PLANE_COLLISIONS * PLANE_WAYS; n++) {
    if (time_steps(&d, (enum plane_way)(n % PLANE_WAYS), (enum plane_collision)(n / PLANE_WAYS), seconds))
      return 1;
    const double million = 1e-6 * (double)p.fluid;
    printf("%s;%s;%.1f;%.1f;%.1f\n", collisions[n / PLANE_WAYS], ways[n % PLANE_WAYS], million / seconds[REPEATS / 2],
           million / seconds[REPEATS - 1], million / seconds[0]);
  }
  plane_device_close(&d);
  close_plane(&p);
  return 0;
}

/* The BGK of tessera-run is that of plane_collide.h in another order of operations. */
static int check(void)
{
  int wrong = plane_check(make_steps, 1e-15);
  tried = PLANE_BGK;
  return plane_check(make_steps, 1e-14) || wrong;
}

int main(int argc, char **argv)
{
  const bool all = argc == 5 && !strcmp(argv[4], "collisions");
  struct picture picture;
  if (argc == 2 && !strcmp(argv[1], "check"))
    return check();
  if ((argc != 4 && !all) || read_picture(&picture, argv)) {
    fprintf(stderr, "plane: no picture: plane-cuda FILE NX NY, or plane-cuda check\n");
    return 1;
  }
  const int code = all ? measure_collisions(&picture) : measure(&picture);
  free(picture.fluid);
  return code;
}
