/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads text headers that precede the values of a volume: one field per line, "KEY = VALUE" or "KEY: VALUE". Used by
 * MetaImage, NRRD and what scanners write beside a raw volume. */
#ifndef TEXT_HEADER_H
#define TEXT_HEADER_H

#include "volume_file.h"

struct text_header {
  char *text; /* the lines; the fields point into it */
  int count;
  struct text_field {
    const char *key, *value; /* without surrounding space */
  } * field;
  uint64_t bytes; /* from the start of the file to the end of the header */
};

struct text_style {
  const char *begin; /* first bytes of every such file; NULL: not defined */
  char separator;
  const char *last; /* key of the last line; NULL: the header ends at an empty line, or with the file */
  bool whole;       /* it ends with the file alone */
};

/* Control characters become '?'. Call text_header_free also after an error. */
int text_header_read(struct text_header *h, const struct volume_file *v, const struct text_style *style,
                     struct tile_error *e);
void text_header_free(struct text_header *h);

/* The value of the first of the names (separated by '|') that exists, ignoring case; NULL: none. */
const char *text_header_get(const struct text_header *h, const char *names);
/* Parses `count` finite numbers separated by space; false if there are more, fewer, or others. */
bool text_reals(const char *value, int count, double *to);
bool text_sizes(const char *value, int count, int64_t *to); /* all at least 1 */

#endif
