/* SPDX-License-Identifier: BSD-3-Clause */
/* "Did you mean": the name that a word with a slip of the keyboard stands for. */
#include "cli_internal.h"

#include <string.h>
#include <strings.h>

enum { LONGEST = 63 };

static size_t least_of(size_t a, size_t b)
{
  return a < b ? a : b;
}

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool swapped(const char *a, size_t i, const char *b, size_t k)
{
  return i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]);
}

/* Letters that are missing, added, changed, or exchanged with their neighbour (optimal string alignment); case does not
 * count. */
static size_t distance(const char *a, size_t length, const char *b, size_t of_b)
{
  size_t row[3][LONGEST + 1];
  for (size_t i = 0; i <= length; i++) {
    size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (size_t k = 1; k <= of_b; k++) {
      now[k] = k;
      if (!i)
        continue;
      now[k] = least_of(least_of(now[k - 1], last[k]) + 1, last[k - 1] + (lower(a[i - 1]) != lower(b[k - 1])));
      if (swapped(a, i, b, k))
        now[k] = least_of(now[k], before[k - 2] + 1);
    }
  }
  return row[length % 3][of_b];
}

/* A letter in three may be wrong; or the word is the beginning of the name. */
void cli_nearest_try(struct cli_nearest *n, const char *name)
{
  enum { BEGINNING = 3 };
  const size_t length = strlen(name);
  if (n->length > LONGEST || length > LONGEST)
    return;
  const bool begins = n->length >= BEGINNING && strncasecmp(name, n->word, n->length) == 0;
  const size_t d = begins ? 0 : distance(n->word, n->length, name, length);
  if (3 * d > n->length || (n->name && d >= n->distance))
    return;
  n->name = name;
  n->distance = d;
}

const char *cli_nearest_hint(char text[CLI_HINT], const struct cli_nearest *n, const char *before)
{
  *text = 0;
  if (n->name)
    snprintf(text, CLI_HINT, "; did you mean %s%s?", before, n->name);
  return text;
}
