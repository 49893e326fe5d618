/* SPDX-License-Identifier: BSD-3-Clause */
#include "frame.h"

#include <stdlib.h>
#include <string.h>

/* Returns false if the header has no such key. */
static bool read_reals(const struct tile_header *h, const char *key, double *to, int count)
{
  const char *text = tile_header_get(h, key);
  for (int i = 0; text && i < count; i++)
    to[i] = strtod(text, (char **)&text);
  return text;
}

/* The header states the corner of the first voxel, the frame its centre. */
void frame_read(struct frame *f, const struct tile_header *h)
{
  *f = (struct frame){.axis = {{1}, {0, 1}, {0, 0, 1}}};
  read_reals(h, "dx", &f->dx, 1);
  f->oriented = read_reals(h, "orientation", f->axis[0], 9);
  f->placed = read_reals(h, "origin", f->centre, 3);
  for (int i = 0; i < 3 && f->placed; i++)
    f->centre[i] += 0.5 * (f->dx > 0 ? f->dx : 1) * (f->axis[0][i] + f->axis[1][i] + f->axis[2][i]);
}

void frame_turn(const struct frame *f, double to[3], const double from[3], double scale)
{
  for (int a = 0; a < 3; a++) {
    to[a] = 0;
    for (int k = 0; k < 3; k++)
      to[a] += from[k] * f->axis[k][a] * scale;
  }
}
