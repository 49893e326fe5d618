/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: files that are read at any place, or more than once. */
#ifndef TILE_REGULAR_H
#define TILE_REGULAR_H

#include "tile_error.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Open a file for reading. Opening a named pipe would wait for who writes it: what is no regular file is refused. -1 or
 * NULL: TILE_FAILED, "PATH: why". */
int tile_open_regular(const char *path, struct tile_error *e);
FILE *tile_read_regular(const char *path, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif
