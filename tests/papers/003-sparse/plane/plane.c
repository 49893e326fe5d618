/* SPDX-License-Identifier: BSD-3-Clause */
/* D2Q9 in tiles of 16 x 16 nodes with one copy of the populations, after T. Tomczak & R. G. Szafran, Sparse geometries
 * handling in lattice Boltzmann method implementation for graphic processors: a tile scatters within itself, and has
 * two sets of ghost buffers at its edges, one of which is read and the other written in each step. BGK,
 * quasi-compressible, fp64, half-way walls, also at the faces of the picture.
 *
 *   plane FILE NX NY      million updates of non-solid nodes per second, and bytes per node; FILE: one byte per pixel,
 * 0 is solid
 *   plane FILE NX NY nodes   tries the rows of plane-cuda
 *   plane check           compares the bits with those of a naive step, and the step of plane-cuda to rounding
 *
 * For comparison with tessera-run --lattice d2q9, which has blocks of 16 x 16 nodes and two copies. */
#include "bandwidth.h"
#include "plane.h"
#include "plane_node.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPEATS = 7 };

/* ---- the check ---- */

static int make_steps(struct plane *p, int steps)
{
  for (int s = 0; s < steps; s++)
    step(p, s % 2);
  return 0;
}

/* As the blocks and threads of a GPU do. */
static int make_node_steps(struct plane *p, int steps)
{
  static double f[NODES][Q];
  for (int s = 0; s < steps; s++) {
    const struct plane_pass pass = {p->tile, p->f, p->ghost[s % 2], p->ghost[!(s % 2)]};
    for (size_t t = 0; t < p->tiles; t++) {
      for (int n = 0; n < NODES; n++) {
        gather_node(&pass, t, n, f[n], true);
        collide_node(f[n]);
      }
      for (int n = 0; n < NODES; n++)
        if (is_node(&pass, t, n))
          scatter_node(&pass, t, n, f[n], true);
    }
  }
  return 0;
}

/* ---- the speed ---- */

static int later(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Millions of updates per second: the median of repetitions of a tenth of a second or more, after one not counted. */
static double median_speed(struct plane *p)
{
  double speed[REPEATS];
  for (int r = -1; r < REPEATS; r++) {
    const double began = omp_get_wtime();
    double steps = 0;
    do {
      make_steps(p, 2);
      steps += 2;
    } while (omp_get_wtime() - began < 0.1);
    speed[r < 0 ? 0 : r] = steps * (double)p->fluid / (omp_get_wtime() - began) * 1e-6;
  }
  qsort(speed, REPEATS, sizeof *speed, later);
  return speed[REPEATS / 2];
}

static int measure(const struct picture *picture)
{
  struct plane p;
  if (open_plane(&p, picture))
    return 1;
  const double nodes = (double)picture->nx * picture->ny, fluid = (double)p.fluid, speed = median_speed(&p);
  const double bound = lbm_copy_bandwidth(p.fluid * Q * sizeof(double), 0) / (2. * Q * sizeof(double)) * 1e-6;
  puts("nx,ny,porosity,utilisation,threads,way,mlups,copy_bound,ratio,bytes_a_node");
  printf("%d,%d,%.4f,%.4f,%d,ghost buffers,%.1f,%.1f,%.3f,%.1f\n", picture->nx, picture->ny, fluid / nodes,
         fluid / ((double)p.tiles * NODES), omp_get_max_threads(), speed, bound, speed / bound, bytes_of(&p) / fluid);
  close_plane(&p);
  return 0;
}

/* The rows of plane-cuda, from its step on the CPU: they try the script, and are no speeds. */
static int measure_nodes(const struct picture *picture)
{
  static const char *const ways[] = {"ghost buffers", "without barrier", "without ghost code"};
  struct plane p;
  if (open_plane(&p, picture))
    return 1;
  const double fluid = (double)p.fluid, began = omp_get_wtime();
  make_node_steps(&p, 2);
  const double speed = 2e-6 * fluid / (omp_get_wtime() - began);
  puts("nx,ny,porosity,utilisation,way,mlups,min,max,bytes_a_node,copy_GBps");
  for (int way = 0; way < 3; way++)
    printf("%d,%d,%.4f,%.4f,%s,%.1f,%.1f,%.1f,%.1f,%.1f\n", picture->nx, picture->ny,
           fluid / ((double)picture->nx * picture->ny), fluid / ((double)p.tiles * NODES), ways[way], speed, speed,
           speed, bytes_of(&p) / fluid, 1.);
  close_plane(&p);
  return 0;
}

int main(int argc, char **argv)
{
  struct picture picture;
  if (argc == 2 && !strcmp(argv[1], "check"))
    return plane_check(make_steps, 0) || plane_check(make_node_steps, 1e-16);
  const bool nodes = argc == 5 && !strcmp(argv[4], "nodes");
  if ((argc != 4 && !nodes) || read_picture(&picture, argv) || (nodes ? measure_nodes : measure)(&picture)) {
    fprintf(stderr, "plane: no picture, or not enough memory: plane FILE NX NY, or plane check\n");
    return 1;
  }
  free(picture.fluid);
  return 0;
}
