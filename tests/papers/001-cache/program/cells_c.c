/* SPDX-License-Identifier: BSD-3-Clause */
/* Data access C: pointers that go from cell to cell. Also in one loop over all cells (LINE), of whole layers. */
#include "collide.h"

#define OFFSET(x, y, z, l) ((z)*c->plane + (y)*c->row + (x)*CELL + (l))
#define SRC(x, y, z, l) psrc[OFFSET(x, y, z, l)]
#define DST(x, y, z, l) pdst[OFFSET(x, y, z, l)]

/* where the first cell lies, and the ways from the last cell of a row or plane to the next */
static ptrdiff_t first_of(const struct cavity *c, const struct box *box, bool turn)
{
  ptrdiff_t at = 0;
  const ptrdiff_t strides[3] = {CELL, c->row, c->plane};
  for (int a = 0; a < 3; a++)
    at += strides[a] * (turn ? box->along[a].end - 1 : box->along[a].begin);
  return at;
}

static ptrdiff_t cells_of(const struct box *box, int axis)
{
  const struct range *r = &box->along[axis];
  return r->end > r->begin ? r->end - r->begin : 0;
}

#define POINTERS                                                                       \
  const ptrdiff_t nx = cells_of(box, 0), ny = cells_of(box, 1), nz = cells_of(box, 2); \
  const ptrdiff_t way = turn ? -1 : 1, first = first_of(c, box, turn);                 \
  const struct given given = given_of(c);                                              \
  const double *psrc = old.grid + old.at * c->move + first;                            \
  double *pdst = new.grid + new.at * c->move + first

#define STEP(order) update_c_##order
#define BEGIN                                                                    \
  POINTERS;                                                                      \
  const ptrdiff_t next_cell = way * CELL, next_row = way * (c->row - nx * CELL), \
                  next_plane = way * (c->plane - ny * c->row)
#define GO(ways) psrc += ways, pdst += ways
#define EACH_CELL                                    \
  for (ptrdiff_t i = 0; i < nz; i++, GO(next_plane)) \
    for (ptrdiff_t j = 0; j < ny; j++, GO(next_row)) \
      for (ptrdiff_t k = 0; k < nx; k++, GO(next_cell))
#include "step.h"

#define SRC(x, y, z, l) psrc[OFFSET(x, y, z, l)]
#define DST(x, y, z, l) pdst[OFFSET(x, y, z, l)]
#define STEP(order) update_line_##order
#define BEGIN POINTERS
#define EACH_CELL for (ptrdiff_t n = nx * ny * nz; n > 0; n--, GO(way * CELL))
#include "step.h"
