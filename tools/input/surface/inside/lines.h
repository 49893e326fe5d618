/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds where triangles cross the lines through voxel centres along the links of D3Q19: nine families of parallel
 * lines. In the integer coordinates u, v, t of a family (a unimodular map of x, y, z) each line has an integer u and v,
 * and the voxel centres on it have integer t. */
#ifndef LINES_H
#define LINES_H

#include "surface.h"

enum { LINES = 9, LINES_X = 0, LINES_Y = 1, LINES_Z = 2 };

struct line_family {
  signed char u[3], v[3], t[3]; /* coordinates as sums of x, y and z */
  signed char c[3];             /* the link along which t increases by 1 */
};
extern const struct line_family line_family[LINES];

struct line_crossing {
  int64_t u, v, t; /* between the centre at t and that at t + 1 */
  double fraction; /* 0 ... 1, from t to t + 1 */
  int sign;        /* 1: the line leaves through the back of the triangle, along its normal; otherwise -1 */
};

/* Only crossings of lines with v in this range, and between centres with t in this range or one further. */
struct line_range {
  int64_t v[2], t[2]; /* both ends included */
};
typedef void line_take(void *with, const struct line_crossing *at);
/* Finds the crossings of one triangle with corners in units of 2^-shift. */
void lines_cross(const struct line_family *family, int shift, const int32_t *const corner[3],
                 const struct line_range *range, line_take *take, void *with);

#endif
