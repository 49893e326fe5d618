/* SPDX-License-Identifier: BSD-3-Clause */
/* Volume, surface, mean and total curvature from the cells of 2 x 2 x 2 nodes. A node lies in 8 cells, an edge in 4, a
 * diagonal of a face and a face in 2: sums over cells are divided by that. */
#include "pores.h"

#include <math.h>

/* How many sets of the nodes of a cell belong to the phase with all their nodes. */
struct parts {
  int nodes;
  int pairs[4];                     /* by steps between the two: 1 edge, 2 diagonal of a face, 3 of the cell */
  int changes[4];                   /* pairs of which one belongs to it */
  int faces, rectangles, triangles; /* rectangles: of two edges and two diagonals; triangles: of three diagonals */
};

static bool has(unsigned cell, unsigned set)
{
  return (cell & set) == set;
}

static void count_pairs(struct parts *p, unsigned cell)
{
  for (unsigned a = 0; a < 8; a++)
    for (unsigned b = a + 1; b < 8; b++) {
      const int steps = __builtin_popcount(a ^ b), both = (int)((cell >> a & 1) + (cell >> b & 1));
      p->pairs[steps] += both == 2;
      p->changes[steps] += both == 1;
    }
}

/* Two of the four diagonals of the cell span a rectangle; the three neighbours of a node are a triangle. */
static struct parts parts_of(unsigned cell)
{
  static const unsigned faces[] = {0x55, 0xAA, 0x33, 0xCC, 0x0F, 0xF0};
  struct parts p = {.nodes = __builtin_popcount(cell)};
  count_pairs(&p, cell);
  p.rectangles = p.pairs[3] * (p.pairs[3] - 1) / 2;
  for (int i = 0; i < 6; i++)
    p.faces += has(cell, faces[i]);
  for (unsigned a = 0; a < 8; a++)
    p.triangles += has(cell, 1U << (a ^ 1) | 1U << (a ^ 2) | 1U << (a ^ 4));
  return p;
}

/* Nodes - edges + faces - cubes, times 8: of nodes that connect through their faces. */
static int euler_of(const struct parts *p)
{
  return p->nodes - 2 * p->pairs[1] + 4 * p->faces - 8 * (p->nodes == 8);
}

/* The Euler numbers of the sections of a cell, times 8, by classes of planes: normal to the axes, to diagonals of faces
 * and to those of the cell. The nodes of such planes are squares, rectangles and triangles. */
static void sections_of(int euler[3], const struct parts *p)
{
  euler[0] = 3 * p->nodes - 4 * p->pairs[1] + 4 * p->faces;
  euler[1] = 6 * p->nodes - 4 * p->pairs[1] - 4 * p->pairs[2] + 8 * p->rectangles;
  euler[2] = 4 * p->nodes - 8 * p->pairs[2] + 8 * p->triangles;
}

/* The parts of the sphere next to each of the 26 directions. All of a class have the same. */
static double weighted(const double value[3])
{
  static const double part[3] = {0.045778, 0.036981, 0.035196};
  const double all = 3 * part[0] + 6 * part[1] + 4 * part[2];
  return (part[0] * value[0] + part[1] * value[1] + part[2] * value[2]) / all;
}

/* Integers, so that mirrored and rotated images give the same. */
struct sums {
  int64_t nodes, euler, changes[4], sections[3];
};

/* Connected through faces is for pores; the solid is what they leave: of both, surfaces are the same. In the plane the
 * Euler number of the one is minus that of the other, in space it is the same. */
static void add_cell(struct sums *s, const struct tile_cells *c, unsigned cell)
{
  const struct parts here = parts_of(cell), pores = c->solid ? parts_of(cell ^ 255) : here;
  const int64_t inside = c->inside[cell], all = inside + c->border[cell];
  int sections[3];
  sections_of(sections, &pores);
  s->nodes += all * here.nodes;
  s->euler += all * euler_of(&pores);
  for (int i = 0; i < 3; i++) {
    s->changes[i] += inside * here.changes[i + 1];
    s->sections[i] += inside * (c->solid ? -sections[i] : sections[i]);
  }
}

void tile_cells_minkowski(struct tile_minkowski *m, const struct tile_cells *c)
{
  struct sums s = {0};
  for (unsigned cell = 0; cell < 256; cell++)
    add_cell(&s, c, cell);
  const double changes[3] = {(double)s.changes[0] / 4, (double)s.changes[1] / (2 * sqrt(2)),
                             (double)s.changes[2] / sqrt(3)};
  const double sections[3] = {(double)s.sections[0] / 8, (double)s.sections[1] / (8 * sqrt(2)),
                              (double)s.sections[2] / (8 * sqrt(3))};
  m->volume = s.nodes / 8;
  m->surface = 2 * weighted(changes);
  m->mean_curvature = 2 * M_PI * weighted(sections);
  m->euler = s.euler / 8;
}
