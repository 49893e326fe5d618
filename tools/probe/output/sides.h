/* SPDX-License-Identifier: BSD-3-Clause */
/* Something in three dimensions from three sides, along y, -x and -z, with a bar of colours and one of length. */
#ifndef SIDES_H
#define SIDES_H

#include "bar.h"
#include "view.h"

struct sides {
  double low[3], high[3]; /* the box of all */
  bool metres;            /* else voxels */
  struct bar bar;
  char label[LABEL_TEXT]; /* of the bar */
  const char *title;      /* NULL: none */
  void (*draw)(const void *self, struct view *v, const struct bar *b);
  const void *self;
};
/* As PNG. */
int sides_write(const struct sides *s, FILE *out, struct tile_error *e);

#endif
