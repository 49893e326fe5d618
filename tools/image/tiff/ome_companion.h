/* A set of OME-TIFF files may have its OME-XML in a file of its own. */
#ifndef OME_COMPANION_H
#define OME_COMPANION_H

#include "own.h"

/* By its name (.companion.ome). */
bool ome_is_companion(const char *path);
/* The text is for the caller to free, also after an error. */
int ome_companion_read(const char *path, char **text, struct tile_error *e);

#endif
