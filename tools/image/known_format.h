/* What a file is that cannot be read, by its first bytes or its name, and what to do with it. */
#ifndef KNOWN_FORMAT_H
#define KNOWN_FORMAT_H

#include "own.h"

struct file_begin {
  unsigned char bytes[544];
  size_t length;
};
/* False: it cannot be opened, or is not a regular file. */
bool file_begin_read(struct file_begin *b, const char *path);
/* Such bytes at such a place? */
bool file_begin_has(const struct file_begin *b, const char *bytes, size_t length, size_t at);

/* "PATH: is a NumPy archive (.npz): ...", TILE_REJECTED; TILE_OK: nothing is known of such a file. */
int known_format_reject(const char *path, struct tile_error *e);

#endif
