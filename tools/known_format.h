/* What a file is that cannot be read, by its first bytes or its name, and what to do with it. */
#ifndef KNOWN_FORMAT_H
#define KNOWN_FORMAT_H

#include "volume_file.h"

/* "PATH: is a NumPy archive (.npz): ...", TILE_REJECTED; TILE_OK: nothing is known of such a file. */
int known_format_reject(const char *path, struct tile_error *e);
/* The reader of a volume that its first bytes tell, whatever its name, and its name for the report; NULL: none. */
volume_header *known_volume(const char *path, const char **format);

#endif
