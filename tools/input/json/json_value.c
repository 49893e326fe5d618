/* SPDX-License-Identifier: BSD-3-Clause */
#include "json_value.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 16 << 20, DEEPEST = 64 };

/* ---- syntax: each function returns the place behind what it reads, NULL: it is not there ---- */

static const char *space(const char *at)
{
  return at + strspn(at, " \t\r\n");
}

static const char *pass_hex(const char *at)
{
  for (int i = 0; i < 4; i++)
    if (!isxdigit((unsigned char)*at++))
      return NULL;
  return at;
}

static const char *pass_text(const char *at)
{
  if (*at != '"')
    return NULL;
  for (at++; *at != '"';) {
    const bool escape = *at == '\\', wide = escape && at[1] == 'u';
    if ((unsigned char)*at < ' ' || (escape && (!at[1] || !strchr("\"\\/bfnrtu", at[1]))))
      return NULL;
    at = wide ? pass_hex(at + 2) : at + 1 + escape;
    if (!at)
      return NULL;
  }
  return at + 1;
}

static const char *digits(const char *at)
{
  const size_t count = strspn(at, "0123456789");
  return count ? at + count : NULL;
}

static const char *pass_number(const char *at)
{
  at += *at == '-';
  at = *at == '0' ? at + 1 : digits(at);
  if (at && *at == '.')
    at = digits(at + 1);
  if (at && (*at == 'e' || *at == 'E'))
    at = digits(at + 1 + (at[1] == '+' || at[1] == '-'));
  return at;
}

static const char *pass_word(const char *at)
{
  static const char *const words[] = {"true", "false", "null"};
  for (int i = 0; i < 3; i++)
    if (strncmp(at, words[i], strlen(words[i])) == 0)
      return at + strlen(words[i]);
  return NULL;
}

static const char *pass_value(const char *at, int depth);

/* A member of an object or an element of an array, with the space around it. */
static const char *pass_part(const char *at, bool named, int depth)
{
  at = space(at);
  if (named) {
    at = pass_text(at);
    at = at ? space(at) : NULL;
    if (!at || *at != ':')
      return NULL;
    at = space(at + 1);
  }
  at = pass_value(at, depth);
  return at ? space(at) : NULL;
}

static const char *pass_parts(const char *at, int depth)
{
  const bool named = *at == '{';
  const char end = named ? '}' : ']';
  if (depth == DEEPEST)
    return NULL;
  at = space(at + 1);
  if (*at == end)
    return at + 1;
  for (at = pass_part(at, named, depth + 1); at && *at == ','; at = pass_part(at + 1, named, depth + 1))
    ;
  return at && *at == end ? at + 1 : NULL;
}

static const char *pass_value(const char *at, int depth)
{
  return *at == '{' || *at == '['                    ? pass_parts(at, depth)
         : *at == '"'                                ? pass_text(at)
         : *at == '-' || isdigit((unsigned char)*at) ? pass_number(at)
                                                     : pass_word(at);
}

/* ---- reading ---- */

static int read_all(struct json_document *d, FILE *in, const char *name, struct tile_error *e)
{
  size_t size = 0, room = 0;
  do {
    room = room ? 2 * room : 1 << 16;
    if (tile_reserve(&d->text, NULL, room, 1, name, e))
      return e->code;
    size += fread(d->text + size, 1, room - 1 - size, in);
  } while (size == room - 1 && size < MOST_BYTES);
  d->text[size] = 0;
  if (ferror(in))
    return tile_fail(e, TILE_FAILED, "%s: cannot be read", name);
  if (size >= MOST_BYTES)
    return tile_fail(e, TILE_REJECTED, "%s: more than 16 MiB of JSON", name);
  return strlen(d->text) < size ? tile_fail(e, TILE_REJECTED, "%s: not JSON: it has a byte 0", name) : TILE_OK;
}

int json_document_read(struct json_document *d, FILE *in, const char *name, struct tile_error *e)
{
  *d = (struct json_document){0};
  if (read_all(d, in, name, e))
    return e->code;
  d->value = space(d->text);
  const char *end = pass_value(d->value, 0);
  return end && !*space(end) ? TILE_OK : tile_fail(e, TILE_REJECTED, "%s: not JSON, or not all of it", name);
}

void json_document_free(struct json_document *d)
{
  free(d->text);
  *d = (struct json_document){0};
}

/* ---- values of a text that was checked ---- */

const char *json_member(const char *value, const char *name)
{
  const size_t length = strlen(name);
  if (!value || *value != '{')
    return NULL;
  for (const char *at = space(value + 1); *at == '"' || *at == ',';) {
    at = space(*at == ',' ? at + 1 : at);
    const char *end = pass_text(at), *part = space(space(end) + 1);
    if (end - at == (ptrdiff_t)length + 2 && strncmp(at + 1, name, length) == 0)
      return json_is(part, "null") ? NULL : part;
    at = space(pass_value(part, 0));
  }
  return NULL;
}

const char *json_first(const char *value)
{
  if (!value || *value != '[')
    return NULL;
  const char *at = space(value + 1);
  return *at != ']' ? at : NULL;
}

const char *json_next(const char *element)
{
  const char *at = space(pass_value(element, 0));
  return *at == ',' ? space(at + 1) : NULL;
}

double json_number(const char *value)
{
  return value && (*value == '-' || isdigit((unsigned char)*value)) ? strtod(value, NULL) : (double)NAN;
}

bool json_is(const char *value, const char *word)
{
  return value && strncmp(value, word, strlen(word)) == 0;
}

static size_t put_utf8(char to[3], unsigned code)
{
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    to[0] = (char)(0xc0 | code >> 6);
    to[1] = (char)(0x80 | (code & 63));
    return 2;
  }
  to[0] = (char)(0xe0 | code >> 12);
  to[1] = (char)(0x80 | (code >> 6 & 63));
  to[2] = (char)(0x80 | (code & 63));
  return 3;
}

/* A character; *at moves behind it. Halves of a pair and the character 0 are replaced. */
static size_t put_character(char to[3], const char **at)
{
  static const char plain[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char *from = *at;
  if (*from != '\\') {
    *to = *from;
    *at = from + 1;
    return 1;
  }
  if (from[1] != 'u') {
    *to = meant[strchr(plain, from[1]) - plain];
    *at = from + 2;
    return 1;
  }
  const char hex[] = {from[2], from[3], from[4], from[5], 0};
  const unsigned code = (unsigned)strtoul(hex, NULL, 16);
  *at = from + 6;
  return put_utf8(to, !code || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
}

char *json_string(char *to, size_t size, const char *value)
{
  size_t length = 0;
  if (value && *value == '"')
    for (value++; *value != '"' && length + 4 <= size;)
      length += put_character(to + length, &value);
  to[length] = 0;
  return to;
}
