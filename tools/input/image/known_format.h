/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognizes files and folders that cannot be read, by their first bytes, their name or what is in them, and says how to
 * convert them. Called before a file is rejected as unknown. */
#ifndef KNOWN_FORMAT_H
#define KNOWN_FORMAT_H

#include "memory.h"

struct file_begin {
  unsigned char bytes[544];
  size_t length;
};
/* Returns false if the file cannot be opened or is not a regular file. */
bool file_begin_read(struct file_begin *b, const char *path);
/* Whether the file has these bytes at offset `at`. */
bool file_begin_has(const struct file_begin *b, const char *bytes, size_t length, size_t at);

/* Fails with TILE_REJECTED and "PATH: is a NumPy archive (.npz): ..."; TILE_OK if the format is not known. */
int known_format_reject(const char *path, struct tile_error *e);

#endif
