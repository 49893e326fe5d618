/* Headers of text before the values of a volume: a line a field, "KEY = VALUE" or "KEY: VALUE". */
#ifndef TEXT_HEADER_H
#define TEXT_HEADER_H

#include "volume_file.h"

struct text_header {
  char *text; /* the lines, which `field` cuts up */
  int count;
  struct text_field {
    const char *key, *value; /* without space at their ends */
  } * field;
  uint64_t bytes; /* of the file up to the end of the header */
};

struct text_style {
  const char *begin; /* the first bytes of every such file; NULL: none are settled */
  char separator;
  const char *last; /* key of the last line; NULL: an empty line, or the end of the file, is the end */
};

/* Control characters become '?'. The caller frees it with text_header_free, also after an error. */
int text_header_read(struct text_header *h, const struct volume_file *v, const struct text_style *style,
                     struct tile_error *e);
void text_header_free(struct text_header *h);

/* The value of the first of the names (separated by '|') that is there, in either case; NULL: none. */
const char *text_header_get(const struct text_header *h, const char *names);
/* Numbers with space between them; false: other than `count` of them, all finite. */
bool text_reals(const char *value, int count, double *to);
bool text_sizes(const char *value, int count, int64_t *to); /* all at least 1 */

#endif
