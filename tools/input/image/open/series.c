/* SPDX-License-Identifier: BSD-3-Clause */
#include "series.h"

#include "natural.h"
#include "ome_companion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- steps ---- */

/* A name is a prefix, its last number before the ending, and the rest. */
struct name {
  const char *text;
  size_t prefix;
  long double number;
  const char *rest;
};

static struct name split(const struct natural *n)
{
  const char *dot = strrchr(n->base, '.'), *end = dot ? dot : n->base + strlen(n->base);
  struct natural_number at, last = {.begin = end, .end = end, .whole = end};
  for (const char *from = n->base; natural_next(n, from, &at) && at.begin < end; from = at.end)
    last = at;
  char digits[64] = "";
  snprintf(digits, sizeof digits, "%.*s", (int)(last.end - last.begin), last.begin);
  return (struct name){n->path, (size_t)(last.begin - n->path), strtold(digits, NULL), last.end};
}

static bool alike(const struct name *a, const struct name *b)
{
  return a->prefix == b->prefix && memcmp(a->text, b->text, a->prefix) == 0 && a->text[a->prefix] &&
         strcmp(a->rest, b->rest) == 0;
}

static int find_break(const struct natural *names, int count)
{
  long double step = 0;
  struct name before = split(&names[0]);
  for (int i = 1; i < count; i++) {
    struct name here = split(&names[i]);
    if (!alike(&before, &here))
      return 0;
    const long double now = here.number - before.number;
    if (!(now > 0) || (step > 0 && fabsl(now - step) > 1e-9L * (fabsl(here.number) + step)))
      return i;
    step = now;
    before = here;
  }
  return 0;
}

int series_break(char *const *paths, int count)
{
  struct natural *names;
  struct tile_error e;
  if (natural_read(&names, paths, count, &e))
    return 0;
  const int at = find_break(names, count);
  free(names);
  return at;
}

/* ---- patterns ---- */

struct pattern {
  char text[NATURAL_PATTERN];
  int at; /* index of the name */
};

static int compare(const void *a, const void *b)
{
  const struct pattern *left = a, *right = b;
  const int order = strcmp(left->text, right->text);
  return order ? order : left->at - right->at;
}

/* The first of the most frequent patterns, of at least one; *frequency: how many names have it. */
static const struct pattern *most_frequent(const struct pattern *sorted, int count, int *frequency)
{
  const struct pattern *best = sorted;
  *frequency = 0;
  for (int first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && strcmp(sorted[first].text, sorted[end].text) == 0;)
      end++;
    if (end - first > *frequency || (end - first == *frequency && sorted[first].at < best->at)) {
      best = &sorted[first];
      *frequency = end - first;
    }
  }
  return best;
}

static bool same_ending(const char *a, const char *b)
{
  const char *left = strrchr(a, '.'), *right = strrchr(b, '.');
  return left && right ? strcmp(left, right) == 0 : left == right;
}

/* Index of the first name that has another pattern, but the same ending: others are refused as another kind of file. */
static int find_stray(const struct pattern *sorted, int count, const char *usual)
{
  int at = -1;
  for (int i = 0; i < count; i++)
    if (strcmp(sorted[i].text, usual) && same_ending(sorted[i].text, usual) && (at < 0 || sorted[i].at < at))
      at = sorted[i].at;
  return at;
}

static int check_patterns(const struct pattern *sorted, int count, char *const *paths, struct tile_error *e)
{
  int frequency;
  const struct pattern *usual = count ? most_frequent(sorted, count, &frequency) : NULL;
  const int stray = usual && frequency > 1 ? find_stray(sorted, count, usual->text) : -1;
  return stray < 0 ? TILE_OK
                   : tile_fail(e, TILE_REJECTED,
                               "%s: its name does not fit those of %d others (%s): leave it out, or say that the order "
                               "is right as it is, with --sort given",
                               paths[stray], frequency, usual->text);
}

int series_stray(char *const *paths, int count, struct tile_error *e)
{
  struct natural *names;
  if (natural_read(&names, paths, count, e))
    return e->code;
  struct pattern *pattern = tile_alloc((size_t)count, sizeof *pattern);
  int listed = 0;
  for (int i = 0; pattern && i < count; i++)
    if (!ome_is_companion(paths[i])) {
      pattern[listed].at = i;
      natural_pattern(&names[i], pattern[listed++].text);
    }
  free(names);
  if (!pattern)
    return tile_fail_memory(e, (size_t)count * sizeof *pattern, "the names of the files");
  qsort(pattern, (size_t)listed, sizeof *pattern, compare);
  const int code = check_patterns(pattern, listed, paths, e);
  free(pattern);
  return code;
}
