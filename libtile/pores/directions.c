/* SPDX-License-Identifier: BSD-3-Clause */
/* Mean intercept lengths along the lines of a cubic lattice, and the tensor that fits them. All sums are independent of
 * the order of the axes and of their signs, so that mirrored and rotated images give the same. */
#include "pores.h"

#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const signed char tile_lines[TILE_DIRECTIONS][3] = {{1, 0, 0},  {-1, 1, 0}, {0, 1, 0},  {1, 1, 0}, {-1, -1, 1},
                                                    {0, -1, 1}, {1, -1, 1}, {-1, 0, 1}, {0, 0, 1}, {1, 0, 1},
                                                    {-1, 1, 1}, {0, 1, 1},  {1, 1, 1}};

/* The line from node a of a cell to node b: they are numbered by x + 3 y + 9 z - 1. */
static int line_between(int a, int b)
{
  int number = 0;
  for (int axis = 2; axis >= 0; axis--)
    number = 3 * number + (b >> axis & 1) - (a >> axis & 1);
  return abs(number) - 1;
}

static int square_of(int line)
{
  const signed char *v = tile_lines[line];
  return abs(v[0]) + abs(v[1]) + abs(v[2]);
}

/* Four edges of a cell lie along each axis, two diagonals along those of faces, one along that of the cell. */
static void count_changes(int64_t changes[TILE_DIRECTIONS], int64_t *cells, const struct tile_cells *c)
{
  static const int weight[] = {0, 1, 2, 4};
  for (int cell = 0; cell < 256; cell++) {
    *cells += c->inside[cell];
    for (int a = 0; a < 8; a++)
      for (int b = a + 1; b < 8; b++)
        if ((cell >> a & 1) != (cell >> b & 1)) {
          const int line = line_between(a, b);
          changes[line] += weight[square_of(line)] * c->inside[cell];
        }
  }
}

/* ---- the fit ------------------------------------------------------------------------ */

/* From the smallest to the largest value, in whatever order they are given. */
static double sum_of(const double *value, int count)
{
  double sorted[TILE_DIRECTIONS], sum = 0;
  memcpy(sorted, value, (size_t)count * sizeof *value);
  qsort(sorted, (size_t)count, sizeof *sorted, tile_ascending);
  for (int i = 0; i < count; i++)
    sum += sorted[i];
  return sum;
}

/* The sum of the product of the components a and b of the unit vectors, and of the value. */
static double moment(const double value[TILE_DIRECTIONS], int a, int b)
{
  double term[TILE_DIRECTIONS];
  for (int i = 0; i < TILE_DIRECTIONS; i++)
    term[i] = value[i] * tile_lines[i][a] * tile_lines[i][b] / square_of(i);
  /* terms of different signs are added apart: a mirror exchanges them */
  double more[TILE_DIRECTIONS], less[TILE_DIRECTIONS];
  for (int i = 0; i < TILE_DIRECTIONS; i++) {
    more[i] = term[i] > 0 ? term[i] : 0;
    less[i] = term[i] < 0 ? -term[i] : 0;
  }
  return sum_of(more, TILE_DIRECTIONS) - sum_of(less, TILE_DIRECTIONS);
}

/* Least squares of n.m.n = value over the 13 unit vectors n. Their moments: sum n_a^4 = 22/9, sum n_a^2 n_b^2 = 17/18,
 * and those with an odd power vanish. */
static void fit(double m[3][3], const double value[TILE_DIRECTIONS])
{
  const double same = 22.0 / 9, mixed = 17.0 / 18;
  const double diagonal[3] = {moment(value, 0, 0), moment(value, 1, 1), moment(value, 2, 2)};
  const double mean = mixed / (same + 2 * mixed) * sum_of(diagonal, 3);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      m[a][b] = a == b ? (diagonal[a] - mean) / (same - mixed) : moment(value, a, b) / (2 * mixed);
}

/* ---- principal axes ------------------------------------------------------------------- */

/* The order of the axes and their signs in which images that are mirrored or rotated have the same matrix. */
struct frame {
  int axis[3];
  double sign[3];
};

static bool comes_first(double m[3][3], int a, int b)
{
  const int c = 3 - a - b;
  return m[a][a] != m[b][b] ? m[a][a] < m[b][b] : fabs(m[b][c]) < fabs(m[a][c]);
}

static struct frame frame_of(double m[3][3])
{
  struct frame f = {{0, 1, 2}, {1, 1, 1}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++)
      if (comes_first(m, f.axis[k + 1], f.axis[k])) {
        const int axis = f.axis[k];
        f.axis[k] = f.axis[k + 1];
        f.axis[k + 1] = axis;
      }
  const double m01 = m[f.axis[0]][f.axis[1]], m02 = m[f.axis[0]][f.axis[2]], m12 = m[f.axis[1]][f.axis[2]];
  f.sign[1] = m01 < 0 ? -1 : 1;
  f.sign[2] = m02 < 0 ? -1 : 1;
  if (m01 * m02 == 0 && m12 * f.sign[1] * f.sign[2] < 0)
    f.sign[m01 == 0 ? 1 : 2] *= -1;
  return f;
}

/* A rotation of Jacobi in the plane p, q: the columns of v become eigenvectors of m. */
static void rotate(double m[3][3], double v[3][3], int p, int q)
{
  if (m[p][q] == 0)
    return;
  const double by = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double t = (by < 0 ? -1 : 1) / (fabs(by) + sqrt(by * by + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
  const int r = 3 - p - q;
  const double rp = m[r][p], rq = m[r][q], pq = m[p][q];
  m[p][p] -= t * pq;
  m[q][q] += t * pq;
  m[p][q] = m[q][p] = 0;
  m[r][p] = m[p][r] = c * rp - s * rq;
  m[r][q] = m[q][r] = s * rp + c * rq;
  for (int i = 0; i < 3; i++) {
    const double ip = v[i][p], iq = v[i][q];
    v[i][p] = c * ip - s * iq;
    v[i][q] = s * ip + c * iq;
  }
}

/* The largest component of a vector is positive. */
static void turn(double v[3])
{
  int most = 0;
  for (int a = 1; a < 3; a++)
    most = fabs(v[a]) > fabs(v[most]) * (1 + 1e-12) ? a : most;
  const double sign = v[most] < 0 ? -1 : 1;
  for (int a = 0; a < 3; a++)
    v[a] = v[a] != 0 ? sign * v[a] : 0;
}

/* value: from the smallest; vector[i] belongs to value[i]. */
static void principal(double m[3][3], double value[3], double vector[3][3])
{
  const struct frame f = frame_of(m);
  double w[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int order[3] = {0, 1, 2};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      w[a][b] = f.sign[a] * f.sign[b] * m[f.axis[a]][f.axis[b]];
  for (int sweep = 0; sweep < 12; sweep++) {
    rotate(w, v, 0, 1);
    rotate(w, v, 0, 2);
    rotate(w, v, 1, 2);
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++)
      if (w[order[k + 1]][order[k + 1]] < w[order[k]][order[k]]) {
        const int first = order[k];
        order[k] = order[k + 1];
        order[k + 1] = first;
      }
  for (int i = 0; i < 3; i++) {
    value[i] = w[order[i]][order[i]];
    for (int a = 0; a < 3; a++)
      vector[i][f.axis[a]] = f.sign[a] * v[a][order[i]];
    turn(vector[i]);
  }
}

/* ---- all --------------------------------------------------------------------------------- */

/* The ellipsoid of the lengths has half axes 1 / sqrt(value); what is below rounding is 0. */
static void set_fabric(struct tile_anisotropy *t, const double value[3])
{
  const double most = value[2];
  for (int i = 0; i < 3; i++)
    t->length[i] = value[i] > 1e-12 * most ? 1 / sqrt(value[i]) : (double)INFINITY;
  t->degree = most > 0 ? 1 - (isinf(t->length[0]) ? 0 : t->length[2] / t->length[0]) : (double)NAN;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      t->fabric[a][b] = isinf(t->length[0]) ? (double)NAN : 0;
      for (int i = 0; i < 3; i++)
        t->fabric[a][b] += t->length[i] * (t->axis[i][a] * t->axis[i][b]);
    }
}

int tile_cells_anisotropy(struct tile_anisotropy *t, const struct tile_cells *c, struct tile_error *e)
{
  int64_t changes[TILE_DIRECTIONS] = {0}, cells = 0;
  double value[TILE_DIRECTIONS], m[3][3], least[3];
  count_changes(changes, &cells, c);
  if (!cells)
    return tile_fail(e, TILE_REJECTED, "there is no anisotropy in space of an image of one voxel along an axis");
  for (int i = 0; i < TILE_DIRECTIONS; i++) {
    const double crossed = (double)changes[i] / (4 * (double)cells);
    t->intercept[i] = changes[i] ? sqrt(square_of(i)) / crossed : (double)INFINITY;
    value[i] = crossed * crossed / square_of(i);
  }
  fit(m, value);
  principal(m, least, t->axis);
  set_fabric(t, least);
  return TILE_OK;
}
