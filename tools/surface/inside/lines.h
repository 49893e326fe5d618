/* Where triangles cross the lines through voxel centres along the links of D3Q19: nine families of parallel lines. In
 * the whole coordinates u, v, t of a family (a unimodular map of x, y, z) its lines are those of whole u and v, and the
 * centres on it those of whole t. */
#ifndef LINES_H
#define LINES_H

#include "surface.h"

enum { LINES = 9, LINES_X = 0, LINES_Y = 1, LINES_Z = 2 };

struct line_family {
  signed char u[3], v[3], t[3]; /* the coordinates as sums of x, y and z */
  signed char c[3];             /* the link along which t increases by 1 */
};
extern const struct line_family line_family[LINES];

struct line_crossing {
  int64_t u, v, t; /* between the centre t of its line and t + 1 */
  double fraction; /* 0 ... 1 of the way from t to t + 1 */
  int sign;        /* 1: the line leaves through the back of the triangle, along its normal; -1 */
};

/* Only crossings of lines with such v, and centres from which z lies in this range or in that plus or minus one. */
struct line_range {
  int64_t v[2], t[2]; /* both ends included */
};
typedef void line_take(void *with, const struct line_crossing *at);
/* Of one triangle with corners in units of 2^-shift. */
void lines_cross(const struct line_family *family, int shift, const int32_t *const corner[3],
                 const struct line_range *range, line_take *take, void *with);

#endif
