/* D2Q9 in tiles of 16 x 16 nodes with one copy of the populations, after T. Tomczak & R. G. Szafran, Sparse geometries
 * handling in lattice Boltzmann method implementation for graphic processors: a tile scatters within itself, and has
 * two sets of ghost buffers at its edges, one of which is read and the other written in each step. BGK,
 * quasi-compressible, fp64, half-way walls, also at the faces of the picture.
 *
 *   plane FILE NX NY      million updates of non-solid nodes per second, and bytes per node; FILE: one byte per pixel,
 * 0 is solid
 *   plane check           compares the bits with those of a naive step
 *
 * For comparison with tessera-run --lattice d2q9, which has blocks of 16 x 16 nodes and two copies. */
#include "bandwidth.h"
#include "best.h"
#include "plane.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void make_two(void *plane)
{
  step(plane, 0);
  step(plane, 1);
}

static double bytes_of(const struct plane *p)
{
  return (double)p->tiles *
         (double)(Q * NODES * sizeof(double) + 2 * SLOTS * EDGE * sizeof(double) + sizeof(struct tile));
}

static int measure(const struct picture *picture)
{
  struct plane p;
  if (open_plane(&p, picture))
    return 1;
  const double nodes = (double)picture->nx * picture->ny, fluid = (double)p.fluid,
               speed = best_speed(make_two, &p, 2 * fluid);
  const double bound = lbm_copy_bandwidth(p.fluid * Q * sizeof(double), 0) / (2. * Q * sizeof(double)) * 1e-6;
  puts("nx,ny,porosity,utilisation,threads,way,mlups,copy_bound,ratio,bytes_a_node");
  printf("%d,%d,%.4f,%.4f,%d,ghost buffers,%.1f,%.1f,%.3f,%.1f\n", picture->nx, picture->ny, fluid / nodes,
         fluid / ((double)p.tiles * NODES), omp_get_max_threads(), speed, bound, speed / bound, bytes_of(&p) / fluid);
  close_plane(&p);
  return 0;
}

static int read_picture(struct picture *p, char *const argv[])
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

int main(int argc, char **argv)
{
  struct picture picture;
  if (argc == 2 && !strcmp(argv[1], "check"))
    return plane_check();
  if (argc != 4 || read_picture(&picture, argv) || measure(&picture)) {
    fprintf(stderr, "plane: no picture, or not enough memory: plane FILE NX NY, or plane check\n");
    return 1;
  }
  free(picture.fluid);
  return 0;
}
