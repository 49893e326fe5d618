/* SPDX-License-Identifier: BSD-3-Clause */
#include "text_header.h"

#include "regular.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { LONGEST = 1 << 20, LINES = 1 << 14 };

/* ---- lines ---- */

/* Reads the next line of `in` to the end of the text, without its newline; *end if there is none. */
static int read_line(FILE *in, struct text_header *h, size_t *used, bool *end)
{
  int c;
  while ((c = getc(in)) != EOF && c != '\n') {
    if (*used + 2 > LONGEST)
      return -1;
    h->text[(*used)++] = iscntrl(c) && c != '\t' && c != '\r' ? '?' : (char)c;
  }
  *end = c == EOF;
  h->text[(*used)++] = 0;
  return 0;
}

static char *trim(char *text)
{
  text += strspn(text, " \t\r");
  size_t length = strlen(text);
  while (length && strchr(" \t\r", text[length - 1]))
    text[--length] = 0;
  return text;
}

/* A line without a separator is not a field: if it is needed, the missing key is reported later. */
static void add_field(struct text_header *h, char *line, char separator)
{
  char *value = strchr(line, separator);
  if (!value || *line == '#' || h->count == LINES)
    return;
  *value++ = 0;
  if (*value == '=')
    return; /* "KEY:=VALUE": notes of the program that wrote the file */
  h->field[h->count++] = (struct text_field){trim(line), trim(value)};
}

static bool is_last(const struct text_header *h, const struct text_style *style, const char *line)
{
  if (!style->last)
    return !*line && !style->whole;
  return h->count && strcasecmp(h->field[h->count - 1].key, style->last) == 0;
}

static int read_lines(struct text_header *h, FILE *in, const struct volume_file *v, const struct text_style *style,
                      struct tile_error *e)
{
  size_t used = 0;
  bool end = false, last = false;
  while (!end && !last) {
    char *line = h->text + used;
    const bool first = used == 0;
    if (read_line(in, h, &used, &end))
      return volume_reject(v, e, "its header does not end");
    if (ferror(in))
      return tile_fail(e, TILE_FAILED, "%s: %s", v->path, strerror(errno));
    line = trim(line);
    if (first && style->begin && strncmp(line, style->begin, strlen(style->begin)))
      return volume_reject(v, e, "cannot be read: it does not begin with %s", style->begin);
    add_field(h, line, style->separator);
    last = is_last(h, style, line);
  }
  h->bytes = (uint64_t)ftello(in);
  return last || !style->last ? TILE_OK : volume_reject(v, e, "its header has no %s", style->last);
}

int text_header_read(struct text_header *h, const struct volume_file *v, const struct text_style *style,
                     struct tile_error *e)
{
  *h = (struct text_header){.text = tile_alloc(LONGEST, 1), .field = tile_alloc(LINES, sizeof *h->field)};
  if (!h->text || !h->field)
    return tile_fail_memory(e, LONGEST + LINES * sizeof *h->field, "a header");
  FILE *in = tile_read_regular(v->path, e);
  if (!in)
    return e->code;
  int code = read_lines(h, in, v, style, e);
  fclose(in);
  return code;
}

void text_header_free(struct text_header *h)
{
  free(h->text);
  free(h->field);
  *h = (struct text_header){0};
}

/* ---- values ---- */

static const char *get(const struct text_header *h, const char *name, size_t length)
{
  for (int i = 0; i < h->count; i++)
    if (strlen(h->field[i].key) == length && strncasecmp(h->field[i].key, name, length) == 0)
      return h->field[i].value;
  return NULL;
}

const char *text_header_get(const struct text_header *h, const char *names)
{
  const char *value = NULL;
  for (size_t length; !value && *names; names += length + (names[length] == '|')) {
    length = strcspn(names, "|");
    value = get(h, names, length);
  }
  return value;
}

bool text_reals(const char *value, int count, double *to)
{
  char *end = (char *)value;
  for (int i = 0; i < count; i++) {
    const char *at = end;
    to[i] = strtod(at, &end);
    if (end == at || !isfinite(to[i]))
      return false;
  }
  return !end[strspn(end, " \t")];
}

bool text_sizes(const char *value, int count, int64_t *to)
{
  char *end = (char *)value;
  for (int i = 0; i < count; i++) {
    const char *at = end;
    errno = 0;
    to[i] = strtoll(at, &end, 10);
    if (end == at || errno || to[i] < 1)
      return false;
  }
  return !end[strspn(end, " \t")];
}
