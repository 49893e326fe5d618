/* SPDX-License-Identifier: BSD-3-Clause */
/* Streamlines as a picture: rods from three sides, coloured by the speed. */
#ifndef LINES_VIEW_H
#define LINES_VIEW_H

#include "flow_lines.h"

/* As PNG. */
int lines_view_write(const struct streamlines *lines, const struct fields *f, const char *title, FILE *out,
                     struct tile_error *e);

#endif
