/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-probe --streamlines */
#ifndef FLOW_LINES_H
#define FLOW_LINES_H

#include "probe.h"
#include "streamline.h"

/* Makes the lines through the points of a file or, if it is NULL, through `count` points where the flow enters. */
int probe_streamlines_make(struct streamlines *lines, struct fields *f, const char *file, int64_t count,
                           struct tile_error *e);
/* Makes the places of their points and the speeds there, in the units of the file, which the caller frees. */
int probe_streamlines_points(double (**to)[4], const struct streamlines *lines, const struct fields *f,
                             struct tile_error *e);
/* Writes them as a .vtp file. */
int probe_streamlines_write(const struct streamlines *lines, const struct fields *f, const struct probe_file *how,
                            FILE *out, struct tile_error *e);

#endif
