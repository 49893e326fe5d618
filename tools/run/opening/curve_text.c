/* SPDX-License-Identifier: BSD-3-Clause */
#include "curve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 64 << 20 };

/* Files that were read: a pipe can be read once. */
static struct kept {
  char *path, *text;
  struct kept *next;
} * kept;

static void fail(const char *set, const char *path, const char *why)
{
  struct tile_error e;
  tile_fail(&e, TILE_REJECTED, "--set %s: %s %s", set, path, why);
  cli_die(&e);
}

static void fail_reading(const char *set, const char *path, int error)
{
  struct tile_error e;
  tile_fail(&e, TILE_FAILED, "--set %s: %s: %s", set, path, strerror(error));
  cli_die(&e);
}

static char *room_for(char *bytes, size_t size)
{
  struct tile_error e;
  check_or_exit(tile_reserve(&bytes, NULL, size, 1, "a curve", &e), &e);
  return bytes;
}

static char *read_all(const char *set, const char *path, size_t *size)
{
  size_t room = 0, length = 0;
  char *bytes = NULL;
  FILE *in = fopen(path, "rb");
  if (!in)
    cli_usage("--set %s: '%s' is neither a number nor a file (%s)", set, path, strerror(errno));
  do {
    if (length == room)
      bytes = room_for(bytes, room = room ? 2 * room : 4096);
    length += fread(bytes + length, 1, room - length, in);
  } while (length <= MOST_BYTES && !feof(in) && !ferror(in));
  if (ferror(in))
    fail_reading(set, path, errno);
  if (length > MOST_BYTES)
    fail(set, path, "has more than 64 MiB: that is no curve");
  fclose(in);
  *size = length;
  return bytes;
}

/* ---- UTF-16 ---------------------------------------------------------------------------- */

static size_t put_utf8(char *to, unsigned code)
{
  if (code < 0x80)
    to[0] = (char)code;
  else if (code < 0x800) {
    to[0] = (char)(0xc0 | code >> 6);
    to[1] = (char)(0x80 | (code & 0x3f));
  } else {
    to[0] = (char)(0xe0 | code >> 12);
    to[1] = (char)(0x80 | (code >> 6 & 0x3f));
    to[2] = (char)(0x80 | (code & 0x3f));
  }
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/* Spreadsheets write "Unicode text" so. Halves of pairs are kept as they are: no unit and no number has them. */
static char *of_utf16(char *bytes, size_t *size)
{
  const unsigned char *b = (const unsigned char *)bytes;
  const int high = b[0] == 0xfe ? 0 : 1;
  char *text = room_for(NULL, *size / 2 * 3 + 1);
  size_t length = 0;
  for (size_t n = 2; n + 1 < *size; n += 2)
    length += put_utf8(text + length, (unsigned)b[n + (size_t)high] << 8 | b[n + 1 - (size_t)high]);
  free(bytes);
  *size = length;
  return text;
}

static bool is_utf16(const char *bytes, size_t size)
{
  return size >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2));
}

/* ---- blanks ------------------------------------------------------------------------------ */

static const struct {
  const char *from;
  char to;
} replaced[] = {
    {"\"", ' '},
    {"'", ' '},
    {"\xef\xbb\xbf", ' ' /* byte-order mark */},
    {"\xc2\xa0", ' ' /* no-break space */},
    {"\xe2\x80\x89", ' ' /* thin space */},
    {"\xe2\x80\xaf", ' ' /* narrow no-break space */},
    {"\xe2\x80\x8b", ' ' /* zero width space */},
    {"\xe2\x80\x9c", ' ' /* quotes */},
    {"\xe2\x80\x9d", ' '},
    {"\xe2\x88\x92", '-' /* minus */},
    {"\xe2\x81\xbb", '-' /* superscript minus */},
    {"\xc2\xb9", '1' /* superscript one */},
};

/* How many bytes at the place are one character of the table, and that in place of which it is. */
static size_t find(const char *at, char *to)
{
  for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
    if (!strncmp(at, replaced[i].from, strlen(replaced[i].from))) {
      *to = replaced[i].to;
      return strlen(replaced[i].from);
    }
  return 0;
}

static void replace(char *text)
{
  char *to = text;
  for (const char *at = text; *at; to++) {
    const bool alone = at == text || !(at[-1] & 0x80);
    size_t length = find(at, to);
    if (!length && alone && *at == '\xa0' /* no-break space of Latin-1 */)
      *to = ' ';
    else if (!length)
      *to = *at;
    at += length ? length : 1;
  }
  *to = 0;
}

/* ---- all ----------------------------------------------------------------------------------- */

static char *load(const char *set, const char *path)
{
  size_t size;
  char *text = read_all(set, path, &size);
  if (is_utf16(text, size))
    text = of_utf16(text, &size);
  if (memchr(text, 0, size))
    fail(set, path, "has zero bytes: it is no text, or UTF-16 without its mark (save it as UTF-8)");
  text = room_for(text, size + 1);
  text[size] = 0;
  replace(text);
  return text;
}

char *curve_text(const char *set, const char *path)
{
  struct tile_error e;
  struct kept *k = kept;
  while (k && strcmp(k->path, path) != 0)
    k = k->next;
  if (!k) {
    char *text = load(set, path);
    k = tile_alloc(1, sizeof *k);
    check_or_exit(k && (k->path = strdup(path)) ? 0 : tile_fail_memory(&e, sizeof *k, "a curve"), &e);
    k->text = text;
    k->next = kept;
    kept = k;
  }
  char *copy = strdup(k->text);
  check_or_exit(copy ? 0 : tile_fail_memory(&e, strlen(k->text), "a curve"), &e);
  return copy;
}

void curve_forget(void)
{
  while (kept) {
    struct kept *k = kept;
    kept = k->next;
    free(k->path);
    free(k->text);
    free(k);
  }
}

char *curve_next_line(char **rest)
{
  char *line = *rest;
  if (!*line)
    return NULL;
  char *end = line + strcspn(line, "\r\n");
  *rest = end + (end[0] == '\r' && end[1] == '\n' ? 2 : *end ? 1 : 0);
  *end = 0;
  return line;
}
