/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads back what vti_write wrote. */
#ifndef VTI_BACK_H
#define VTI_BACK_H

#include "memory.h"

/* Fills to[nodes of the grid * components], x fastest, with an array of floats of a file, packed or not. TILE_FAILED: it
 * cannot be read. TILE_REJECTED: any other file or grid, no such array, or damaged values. */
int vti_read_back(float *to, const char *path, const int64_t grid[3], const char *name, int components,
                  struct tile_error *e);

#endif
