/* SPDX-License-Identifier: BSD-3-Clause */
/* A set of OME-TIFF files may have its OME-XML in a separate file: recognizes and reads it. */
#ifndef OME_COMPANION_H
#define OME_COMPANION_H

#include "memory.h"

/* Whether the name ends in .companion.ome. */
bool ome_is_companion(const char *path);
/* The caller frees *text, also after an error. */
int ome_companion_read(const char *path, char **text, struct tile_error *e);

#endif
