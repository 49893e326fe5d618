/* Mesh fixtures for the Check tests. The vertices of a triangle are counter-clockwise, seen from outside. */
#ifndef MESH_MADE_H
#define MESH_MADE_H

#include "mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MADE_PI 3.14159265358979323846

static inline void put_triangle(struct mesh *m, const double a[3], const double b[3], const double c[3])
{
  static const struct mesh_file made = {.path = "made"};
  const double *const point[3] = {a, b, c};
  struct tile_error e;
  uint32_t corner[3];
  for (int k = 0; k < 3; k++)
    if (mesh_vertex(m, &made, point[k], true, &corner[k], &e))
      abort();
  if (mesh_triangle(m, corner, &e))
    abort();
  m->vertices = m->weld.count;
  m->vertex = (void *)m->weld.point;
}

static inline void put_quad(struct mesh *m, const double a[3], const double b[3], const double c[3], const double d[3])
{
  put_triangle(m, a, b, c);
  put_triangle(m, a, c, d);
}

/* Call it after the last triangle. */
static inline void end_mesh(struct mesh *m)
{
  m->vertex = weld_take(&m->weld);
  free(m->surface);
  m->surface = NULL;
}

static inline void put_box(struct mesh *m, const double low[3], const double high[3])
{
  double at[8][3];
  static const int face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (int i = 0; i < 8; i++)
    for (int a = 0; a < 3; a++)
      at[i][a] = i >> a & 1 ? high[a] : low[a];
  for (int i = 0; i < 6; i++)
    put_quad(m, at[face[i][0]], at[face[i][1]], at[face[i][2]], at[face[i][3]]);
}

/* A surface over u and v, each 0 ... 1, in rows x columns of quads; triangles without area are left out. */
typedef void made_point(const double *size, double u, double v, double at[3]);
static inline void put_grid(struct mesh *m, made_point *point, const double *size, int rows, int columns)
{
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < columns; k++) {
      double at[4][3];
      for (int c = 0; c < 4; c++) /* both sides of the seam have the same point */
        point(size, (double)(i + (c >= 2)) / rows, (double)((k + (c == 1 || c == 2)) % columns) / columns, at[c]);
      if (memcmp(at[0], at[1], sizeof at[0]))
        put_triangle(m, at[0], at[1], at[2]);
      if (memcmp(at[2], at[3], sizeof at[0]))
        put_triangle(m, at[0], at[2], at[3]);
    }
}

/* size: radius, centre. */
static inline void sphere_point(const double *size, double u, double v, double at[3])
{
  const double ring = u <= 0 || u >= 1 ? 0 : size[0] * sin(MADE_PI * u);
  at[0] = size[1] + ring * cos(2 * MADE_PI * v);
  at[1] = size[2] + ring * sin(2 * MADE_PI * v);
  at[2] = size[3] - size[0] * cos(MADE_PI * u);
}

static inline void put_sphere(struct mesh *m, double radius, const double centre[3], int rows)
{
  put_grid(m, sphere_point, (const double[]){radius, centre[0], centre[1], centre[2]}, rows, 2 * rows);
}

/* size: both radii. */
static inline void torus_point(const double *size, double u, double v, double at[3])
{
  const double turn = u >= 1 ? 0 : 2 * MADE_PI * u, ring = size[0] - size[1] * cos(turn);
  at[0] = ring * cos(2 * MADE_PI * v);
  at[1] = ring * sin(2 * MADE_PI * v);
  at[2] = size[1] * sin(turn);
}

/* size: radius, length; along z, without the ends. */
static inline void cylinder_point(const double *size, double u, double v, double at[3])
{
  at[0] = size[0] * cos(2 * MADE_PI * v);
  at[1] = size[0] * sin(2 * MADE_PI * v);
  at[2] = size[1] * (u - 0.5);
}

/* The ends of put_grid(cylinder_point) with this number of columns: each is a fan from its first corner. */
static inline void put_ends(struct mesh *m, const double *size, int columns)
{
  for (int end = 0; end < 2; end++)
    for (int k = 1; k + 1 < columns; k++) {
      double at[3][3];
      cylinder_point(size, end, 0, at[0]);
      cylinder_point(size, end, (double)(k + !end) / columns, at[1]);
      cylinder_point(size, end, (double)(k + end) / columns, at[2]);
      put_triangle(m, at[0], at[1], at[2]);
    }
}

/* Rotates by these angles about z, then about x. */
static inline void turn_mesh(struct mesh *m, double about_z, double about_x)
{
  for (size_t i = 0; i < m->vertices; i++) {
    double *v = m->vertex[i];
    const double x = cos(about_z) * v[0] - sin(about_z) * v[1], y = sin(about_z) * v[0] + cos(about_z) * v[1];
    const double z = sin(about_x) * y + cos(about_x) * v[2];
    v[1] = cos(about_x) * y - sin(about_x) * v[2];
    v[0] = x;
    v[2] = z;
  }
}

#endif
