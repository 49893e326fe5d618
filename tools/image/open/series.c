#include "series.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A name is a prefix, its last number and the rest, all of one extension. */
struct name {
  const char *text;
  size_t prefix;
  long long number;
  const char *rest;
};

static struct name split(const char *path)
{
  const char *dot = strrchr(path, '.'), *end = dot && !strchr(dot, '/') ? dot : path + strlen(path);
  while (end > path && !isdigit((unsigned char)end[-1]))
    end--;
  const char *begin = end;
  while (begin > path && isdigit((unsigned char)begin[-1]))
    begin--;
  return (struct name){path, (size_t)(begin - path), strtoll(begin, NULL, 10), end};
}

static bool alike(const struct name *a, const struct name *b)
{
  return a->prefix == b->prefix && memcmp(a->text, b->text, a->prefix) == 0 && a->text[a->prefix] &&
         strcmp(a->rest, b->rest) == 0;
}

int series_break(char *const *paths, int count)
{
  long long step = 0;
  struct name before = split(paths[0]);
  for (int i = 1; i < count; i++) {
    struct name here = split(paths[i]);
    if (!alike(&before, &here))
      return 0;
    if (here.number <= before.number || (step && here.number - before.number != step))
      return i;
    step = here.number - before.number;
    before = here;
  }
  return 0;
}
