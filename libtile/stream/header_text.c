/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of the header, see tessera-tile(5), HEADER. */
#include "stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- one value ---- */

static size_t sequence_length(unsigned char lead)
{
  if (lead < 0x80)
    return 1;
  if (lead < 0xc2 || lead > 0xf4)
    return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Number of bytes of the character at s if it needs no escape, else 0. */
static size_t plain(const unsigned char *s)
{
  static const uint32_t least[5] = {0, 0x20, 0xa0, 0x800, 0x10000}; /* by length; lower: control, overlong */
  size_t length = sequence_length(*s);
  if (!length)
    return 0;
  uint32_t point = length == 1 ? *s : *s & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    point = point << 6 | (s[i] & 0x3fu);
  }
  bool surrogate = point >= 0xd800 && point <= 0xdfff;
  return point < least[length] || point > 0x10ffff || surrogate || point == 0x7f || point == '\\' ? 0 : length;
}

void tile_value_print(FILE *out, const char *value)
{
  const unsigned char *s = (const unsigned char *)value;
  while (*s) {
    size_t length = plain(s);
    if (length)
      fwrite(s, 1, length, out);
    else if (*s == '\\')
      fputs("\\\\", out);
    else
      fprintf(out, "\\x%02x", *s);
    s += length ? length : 1;
  }
}

static int hex_digit(char c)
{
  const char *digits = "0123456789abcdef";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

/* Decodes one escape into *to; returns its length, 0 if it is not valid. */
static size_t unescape(const char *s, char *to)
{
  if (s[1] == '\\') {
    *to = '\\';
    return 2;
  }
  int high = s[1] == 'x' ? hex_digit(s[2]) : -1, low = high < 0 ? -1 : hex_digit(s[3]);
  if (low < 0 || (!high && !low))
    return 0;
  *to = (char)(high * 16 + low);
  return 4;
}

/* Reverses tile_value_print in place; false: not valid. */
static bool decode(char *value)
{
  char *to = value;
  for (const char *s = value; *s;) {
    bool escaped = *s == '\\';
    size_t length = escaped ? unescape(s, to) : plain((const unsigned char *)s);
    if (!length)
      return false;
    if (!escaped)
      memmove(to, s, length);
    to += escaped ? 1 : length;
    s += length;
  }
  *to = '\0';
  return true;
}

/* ---- writing ---- */

static void print_header(FILE *out, const struct tile_header *h)
{
  fputs(TILE_MAGIC, out);
  for (size_t i = 0; i < h->count; i++) {
    fprintf(out, "%s: ", h->keys[i].key);
    tile_value_print(out, h->keys[i].value);
    fputc('\n', out);
  }
  for (size_t i = 0; i < h->lines; i++) {
    fputs("history: ", out);
    tile_value_print(out, h->history[i]);
    fputc('\n', out);
  }
}

int tile_header_format(const struct tile_header *h, char **text, size_t *length, struct tile_error *e)
{
  *text = NULL;
  FILE *out = open_memstream(text, length);
  bool bad = !out;
  if (out) {
    print_header(out, h);
    bad = fflush(out) != 0;
    if (!bad)
      fprintf(out, "end: %016" PRIx64 "\n", (uint64_t)XXH3_64bits(*text, *length));
    bad = !tile_text_end(out, text) || bad;
  }
  if (bad)
    tile_fail_memory(e, 0, "the header");
  else if (*length > TILE_HEADER_LIMIT || h->count > TILE_KEYS_LIMIT)
    tile_fail(e, TILE_FAILED, "the header is too large: %zu bytes, %zu keys", *length, h->count);
  else
    return TILE_OK;
  free(*text);
  *text = NULL;
  return e->code;
}

/* ---- reading ---- */

struct lines {
  const char *name;
  int number;
  char *at, *end; /* of the rest of the text */
  struct tile_header *header;
  struct tile_error *e;
};

static int bad_line(const struct lines *l, const char *why)
{
  return tile_fail(l->e, TILE_REJECTED, "%s: header line %d: %s", l->name, l->number, why);
}

static int get_key(struct lines *l, const char *key, const char *value)
{
  if (l->header->lines)
    return bad_line(l, "a key after the history");
  if (!tile_key_valid(key))
    return bad_line(l, "a key is made of a-z, 0-9 and -, and begins with a letter");
  if (tile_header_get(l->header, key))
    return tile_fail(l->e, TILE_REJECTED, "%s: header line %d: key \"%s\" stands twice", l->name, l->number, key);
  if (l->header->count == TILE_KEYS_LIMIT)
    return bad_line(l, "too many keys (the limit is 1024)");
  return tile_header_append(l->header, key, value, l->e);
}

/* line: without its newline, which has become NUL. */
static int get_line(struct lines *l, char *line, size_t length)
{
  if (strlen(line) != length)
    return bad_line(l, "holds a zero byte");
  char *colon = strstr(line, ": ");
  if (!colon)
    return bad_line(l, "not \"key: value\"");
  *colon = '\0';
  char *value = colon + 2;
  if (!decode(value))
    return bad_line(l, "the value is not UTF-8 with control characters escaped");
  if (!strcmp(line, "history"))
    return tile_header_append_history(l->header, value, l->e);
  return get_key(l, line, value);
}

static int get_lines(struct lines *l)
{
  while (l->at < l->end) {
    char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
    *newline = '\0';
    l->number++;
    if (get_line(l, l->at, (size_t)(newline - l->at)))
      return l->e->code;
    l->at = newline + 1;
  }
  return TILE_OK;
}

static int check_sum(const char *name, const char *text, size_t length, struct tile_error *e)
{
  char expected[TILE_END_LINE + 1];
  size_t summed = length - TILE_END_LINE;
  snprintf(expected, sizeof expected, "end: %016" PRIx64 "\n", (uint64_t)XXH3_64bits(text, summed));
  if (!memcmp(expected, text + summed, TILE_END_LINE))
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "%s: header: checksum mismatch (expected %.16s, found %.16s)", name,
                   text + summed + 5, expected + 5);
}

int tile_header_parse(struct tile_header *h, const char *name, char *text, size_t length, struct tile_error *e)
{
  size_t magic = strlen(TILE_MAGIC);
  *h = (struct tile_header){0};
  if (check_sum(name, text, length, e))
    return e->code;
  struct lines l = {name, 1, text + magic, text + length - TILE_END_LINE, h, e};
  int code = get_lines(&l);
  if (code)
    tile_header_free(h);
  return code;
}
