/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "stream.h"
#include "warnings.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void tile_header_free(struct tile_header *h)
{
  for (size_t i = 0; i < h->count; i++) {
    free(h->keys[i].key);
    free(h->keys[i].value);
  }
  for (size_t i = 0; i < h->lines; i++)
    free(h->history[i]);
  free(h->keys);
  free(h->history);
  *h = (struct tile_header){0};
}

int tile_header_copy(struct tile_header *to, const struct tile_header *from, struct tile_error *e)
{
  *to = (struct tile_header){0};
  int code = TILE_OK;
  for (size_t i = 0; !code && i < from->count; i++)
    code = tile_header_append(to, from->keys[i].key, from->keys[i].value, e);
  for (size_t i = 0; !code && i < from->lines; i++)
    code = tile_header_append_history(to, from->history[i], e);
  if (code)
    tile_header_free(to);
  return code;
}

bool tile_key_valid(const char *key)
{
  if (!(*key >= 'a' && *key <= 'z') || !strcmp(key, "history") || !strcmp(key, "end"))
    return false;
  return !key[strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789-")];
}

static struct tile_key *find(const struct tile_header *h, const char *key)
{
  for (size_t i = 0; i < h->count; i++)
    if (!strcmp(h->keys[i].key, key))
      return &h->keys[i];
  return NULL;
}

const char *tile_header_get(const struct tile_header *h, const char *key)
{
  const struct tile_key *found = find(h, key);
  return found ? found->value : NULL;
}

static int no_memory(struct tile_error *e)
{
  return tile_fail_memory(e, 0, "the header");
}

int tile_header_append(struct tile_header *h, const char *key, const char *value, struct tile_error *e)
{
  if (tile_reserve(&h->keys, NULL, h->count + 1, sizeof *h->keys, "the header", e))
    return e->code;
  struct tile_key added = {strdup(key), strdup(value)};
  if (!added.key || !added.value) {
    free(added.key);
    free(added.value);
    return no_memory(e);
  }
  h->keys[h->count++] = added;
  return TILE_OK;
}

int tile_header_append_history(struct tile_header *h, const char *line, struct tile_error *e)
{
  if (tile_reserve(&h->history, NULL, h->lines + 1, sizeof *h->history, "the header", e))
    return e->code;
  char *added = strdup(line);
  if (!added)
    return no_memory(e);
  h->history[h->lines++] = added;
  return TILE_OK;
}

static int set(struct tile_header *h, struct tile_error *e, const char *key, char *value)
{
  struct tile_key *old = find(h, key);
  if (!value)
    return no_memory(e);
  if (!old) {
    int code = tile_header_append(h, key, value, e);
    free(value);
    return code;
  }
  free(old->value);
  old->value = value;
  return TILE_OK;
}

int tile_header_set(struct tile_header *h, struct tile_error *e, const char *key, const char *format, ...)
{
  struct tile_decimal decimal;
  va_list list;
  char *value;
  if (!tile_key_valid(key))
    return tile_fail(e, TILE_USAGE, "not a header key: \"%s\"", key);
  tile_decimal_begin(&decimal);
  va_start(list, format);
  if (vasprintf(&value, format, list) < 0)
    value = NULL;
  va_end(list);
  tile_decimal_end(&decimal);
  return set(h, e, key, value);
}

void tile_header_drop(struct tile_header *h, const char *key)
{
  struct tile_key *found = find(h, key);
  if (!found)
    return;
  free(found->key);
  free(found->value);
  size_t after = h->count - 1 - (size_t)(found - h->keys);
  memmove(found, found + 1, after * sizeof *found);
  h->count--;
}

char *tile_real_text(char text[TILE_REAL_TEXT], double value)
{
  struct tile_decimal decimal;
  tile_decimal_begin(&decimal);
  for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
    snprintf(text, TILE_REAL_TEXT, "%.*g", digits, value);
    if (strtod(text, NULL) == value)
      break;
  }
  tile_decimal_end(&decimal);
  return text;
}

int tile_header_lead(struct tile_header *h, const char *key, const char *value, struct tile_error *e)
{
  tile_header_drop(h, key);
  if (tile_header_append(h, key, value, e))
    return e->code;
  struct tile_key moved = h->keys[h->count - 1];
  memmove(h->keys + 1, h->keys, (h->count - 1) * sizeof moved);
  h->keys[0] = moved;
  return TILE_OK;
}

int tile_header_set_real(struct tile_header *h, const char *key, double value, struct tile_error *e)
{
  char text[TILE_REAL_TEXT];
  if (!isfinite(value))
    return tile_fail(e, TILE_USAGE, "%s: not a finite number", key);
  return tile_header_set(h, e, key, "%s", tile_real_text(text, value));
}

static int absent(const char *key, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "key \"%s\" is missing", key);
}

int tile_header_get_real(const struct tile_header *h, const char *key, double *value, struct tile_error *e)
{
  const char *text = tile_header_get(h, key);
  if (!text)
    return absent(key, e);
  struct tile_decimal decimal;
  char *end = NULL;
  bool number = *text && !text[strspn(text, "+-.0123456789eE")];
  tile_decimal_begin(&decimal);
  double read = number ? strtod(text, &end) : 0;
  tile_decimal_end(&decimal);
  if (!number || *end || !isfinite(read))
    return tile_fail(e, TILE_REJECTED, "%s: not a finite number: \"%.40s\"", key, text);
  *value = read;
  return TILE_OK;
}

/* Reads one number, and the space before it unless it is the first. */
static bool next_int(const char **text, bool first, int64_t *value)
{
  if (!first && *(*text)++ != ' ')
    return false;
  if (!isdigit((unsigned char)**text) && **text != '-')
    return false;
  char *end;
  errno = 0;
  *value = strtoll(*text, &end, 10);
  bool good = end != *text && !errno;
  *text = end;
  return good;
}

int tile_header_get_ints(const struct tile_header *h, const char *key, int count, int64_t *value, struct tile_error *e)
{
  const char *text = tile_header_get(h, key);
  if (!text)
    return absent(key, e);
  const char *at = text;
  bool good = true;
  for (int i = 0; good && i < count; i++)
    good = next_int(&at, i == 0, &value[i]);
  if (!good || *at)
    return tile_fail(e, TILE_REJECTED, "%s: %d whole number%s expected, found \"%.40s\"", key, count,
                     count == 1 ? "" : "s", text);
  return TILE_OK;
}

/* History lines can be pasted into a shell. */
static void print_quoted(FILE *out, const char *word)
{
  if (*word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")]) {
    fputs(word, out);
    return;
  }
  fputc('\'', out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  fputc('\'', out);
}

int tile_header_add_history(struct tile_header *h, const char *program, int argc, char *const *argv,
                            struct tile_error *e)
{
  char *line = NULL;
  size_t length;
  FILE *out = open_memstream(&line, &length);
  if (!out)
    return no_memory(e);
  fprintf(out, "%s %s: %.*s", program, PACKAGE_VERSION, (int)strcspn(program, "["), program);
  for (int i = 1; i < argc; i++) {
    fputc(' ', out);
    print_quoted(out, argv[i]);
  }
  int code = tile_text_end(out, &line) ? tile_header_append_history(h, line, e) : no_memory(e);
  free(line);
  return code;
}

static bool is_warning(const char *line)
{
  return !strncmp(line, TILE_WARNING, strlen(TILE_WARNING));
}

int tile_header_add_warning(struct tile_header *h, const char *text, struct tile_error *e)
{
  char *line;
  if (!h->lines)
    return TILE_OK;
  if (asprintf(&line, TILE_WARNING "%s", text) < 0)
    return no_memory(e);
  const int code = tile_header_append_history(h, line, e);
  free(line);
  return code;
}

void tile_header_drop_warnings(struct tile_header *h)
{
  while (h->lines && is_warning(h->history[h->lines - 1]))
    free(h->history[--h->lines]);
}

int tile_header_note_input(struct tile_header *h, const char *digest, struct tile_error *e)
{
  char *line;
  size_t lines = h->lines;
  while (lines && is_warning(h->history[lines - 1]))
    lines--;
  if (!lines)
    return TILE_OK;
  char **last = &h->history[lines - 1];
  if (asprintf(&line, "%s  # input %s", *last, digest) < 0)
    return no_memory(e);
  free(*last);
  *last = line;
  return TILE_OK;
}

void tile_header_drop_history(struct tile_header *h)
{
  for (size_t i = 0; i < h->lines; i++)
    free(h->history[i]);
  free(h->history);
  h->history = NULL;
  h->lines = 0;
}
