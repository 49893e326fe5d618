/* SPDX-License-Identifier: BSD-3-Clause */
/* volume_text: numbers in text, separated by white space or commas, read from the beginning. */
#include "volume_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 512 }; /* characters of a number */

struct text {
  uint64_t at; /* numbers read so far */
};

/* ---- one number ---- */

static bool separates(int c)
{
  return c == ' ' || (c >= '\t' && c <= '\r') || c == ',';
}

/* Returns the length of the next word; 0 at the end. A word that is too long for a number is cut. */
static size_t next_word(FILE *in, char word[LONGEST])
{
  size_t length = 0;
  int c = getc_unlocked(in);
  while (separates(c))
    c = getc_unlocked(in);
  for (; c != EOF && !separates(c); c = getc_unlocked(in))
    if (length < LONGEST - 1)
      word[length++] = (char)c;
  word[length] = 0;
  return length;
}

static bool is_whole(const struct volume_data *d, const char *word, char **end, uint64_t *value)
{
  const int unused = 64 - d->type->bits;
  errno = 0;
  if (d->type->kind == 'u') {
    *value = strtoull(word, end, 10);
    return !errno && *word != '-' && *value << unused >> unused == *value;
  }
  const int64_t number = strtoll(word, end, 10);
  *value = (uint64_t)number;
  return !errno && (int64_t)((uint64_t)number << unused) >> unused == number;
}

/* Converts a word to the type; false if it is no number of this type. */
static bool parse(const struct volume_data *d, const char *word, size_t length, void *to)
{
  const size_t bytes = (size_t)d->type->bits / 8;
  uint64_t whole;
  char *end = NULL;
  bool good = true;
  if (d->fractions) { /* rounded as VTK does it, from 32 bits */
    const double fraction = (double)strtof(word, &end);
    good = fraction >= 0 && fraction <= 1;
    *(unsigned char *)to = good ? (unsigned char)(255 * fraction + 0.5) : 0;
  } else if (d->type->kind != 'f') {
    good = is_whole(d, word, &end, &whole);
    memcpy(to, &whole, bytes);
  } else if (bytes == sizeof(float))
    memcpy(to, &(float){strtof(word, &end)}, bytes);
  else
    memcpy(to, &(double){strtod(word, &end)}, bytes);
  return good && end == word + length;
}

/* ---- all numbers ---- */

/* The line of the current position, for messages; counted only when it is needed. */
static uint64_t line_of(FILE *in)
{
  const off_t here = ftello(in) - 1; /* before the character that ended the word */
  uint64_t line = 1;
  fseeko(in, 0, SEEK_SET);
  for (off_t at = 0; at < here; at++)
    line += getc_unlocked(in) == '\n';
  return line;
}

static int reject_word(const struct volume_data *d, const char *word, struct tile_error *e)
{
  char shown[24];
  snprintf(shown, sizeof shown, "%.20s", word);
  for (char *at = shown; *at; at++)
    *at = *at < ' ' || *at > '~' ? '?' : *at;
  return tile_fail(e, TILE_REJECTED, "%s: line %llu: '%s' is not a number of type %s", d->name,
                   (unsigned long long)line_of(d->in), shown, d->type->name);
}

static int reject_count(const struct volume_data *d, const char *more, uint64_t found, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: by %s %llu numbers %s, found %s%llu", d->name, d->said_by,
                   (unsigned long long)(d->bytes / ((uint64_t)d->type->bits / 8)),
                   *more ? "are expected" : "are needed (is it cut off?)", more, (unsigned long long)found);
}

static int read_number(struct volume_data *d, void *to, struct tile_error *e)
{
  struct text *t = d->state;
  char word[LONGEST];
  const size_t length = next_word(d->in, word);
  if (ferror(d->in))
    return tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno));
  if (!length)
    return reject_count(d, "", t->at, e);
  if (!parse(d, word, length, to))
    return reject_word(d, word, e);
  t->at++;
  return TILE_OK;
}

static int rewind_text(struct volume_data *d, struct tile_error *e)
{
  ((struct text *)d->state)->at = 0;
  if (fseeko(d->in, (off_t)(d->begin + d->skip), SEEK_SET))
    return tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno));
  return TILE_OK;
}

/* The end of the file may have cut the last number. */
static int check_end(struct volume_data *d, struct tile_error *e)
{
  const struct text *t = d->state;
  char word[LONGEST];
  if (feof(d->in))
    return tile_fail(e, TILE_REJECTED,
                     "%s: ends within or right after its last number: if that is complete, end the line "
                     "after it",
                     d->name);
  if (d->tail == UINT64_MAX)
    return TILE_OK;
  const size_t more = next_word(d->in, word);
  if (ferror(d->in))
    return tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno));
  return more ? reject_count(d, "more than ", t->at, e) : TILE_OK;
}

static int read_text(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  struct text *t = d->state;
  const uint64_t size = (uint64_t)d->type->bits / 8, end = (at + bytes) / size;
  uint64_t passed;
  int code = at / size < t->at ? rewind_text(d, e) : TILE_OK;
  while (!code && t->at < at / size)
    code = read_number(d, &passed, e);
  for (char *next = to; !code && t->at < end; next += size)
    code = read_number(d, next, e);
  if (!code && end * size == d->bytes)
    code = check_end(d, e);
  if (code)
    t->at = UINT64_MAX; /* the next attempt starts from the beginning */
  return code;
}

/* A number needs at least one character, and one that ends it. */
static int open_text(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  const uint64_t count = d->bytes / ((uint64_t)d->type->bits / 8);
  uint64_t before;
  if (__builtin_add_overflow(d->begin, d->skip, &before) || file < before || (file - before + 1) / 2 < count)
    return tile_fail(e, TILE_REJECTED,
                     "%s: is too short for the %llu numbers in text that its header states: is it cut "
                     "off?",
                     d->name, (unsigned long long)count);
  return rewind_text(d, e);
}

static void close_text(struct volume_data *d)
{
  (void)d;
}

const struct volume_coding volume_text = {sizeof(struct text), true, open_text, read_text, close_text};
