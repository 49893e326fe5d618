/* SPDX-License-Identifier: BSD-3-Clause */
#include "natural.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RUNS = 64 }; /* later runs of digits have neither signs nor decimals */

static bool digit(char c)
{
  return isdigit((unsigned char)c);
}

static size_t digits(const char *text)
{
  size_t n = 0;
  while (digit(text[n]))
    n++;
  return n;
}

static bool has(uint64_t bits, int run)
{
  return run < RUNS && bits >> run & 1;
}

/* ---- numbers ---- */

/* A position in a path, and how many runs of digits of the base name precede it. */
struct reading {
  const struct natural *of;
  const char *at;
  int run;
};

/* Reads the number at this position, if there is one. */
static bool read_number(struct reading *r, struct natural_number *number)
{
  const bool base = r->at >= r->of->base;
  const bool sign = base && strchr("+-", *r->at) && digit(r->at[1]) && has(r->of->signs, r->run);
  if (!sign && !digit(*r->at))
    return false;
  *number = (struct natural_number){.begin = r->at, .negative = *r->at == '-', .whole = r->at + sign};
  number->digits = digits(number->whole);
  r->at = number->whole + number->digits;
  r->run += base;
  if (base && has(r->of->decimals, r->run)) {
    number->decimals = r->at + 1;
    number->places = digits(number->decimals);
    r->at = number->decimals + number->places;
    r->run++;
  }
  number->end = r->at;
  return true;
}

static struct natural_number trimmed(struct natural_number n)
{
  for (; n.digits && *n.whole == '0'; n.digits--)
    n.whole++;
  while (n.places && n.decimals[n.places - 1] == '0')
    n.places--;
  n.negative = n.negative && n.digits + n.places > 0;
  return n;
}

static int compare_runs(const char *a, size_t la, const char *b, size_t lb)
{
  const size_t both = la < lb ? la : lb;
  const int order = both ? memcmp(a, b, both) : 0;
  return order ? order : (la > lb) - (la < lb);
}

/* Compares by value; the runs of digits may be longer than any integer. */
static int compare_numbers(struct natural_number a, struct natural_number b)
{
  a = trimmed(a);
  b = trimmed(b);
  if (a.negative != b.negative)
    return a.negative ? -1 : 1;
  int order =
      a.digits != b.digits ? (a.digits < b.digits ? -1 : 1) : compare_runs(a.whole, a.digits, b.whole, b.digits);
  if (!order)
    order = compare_runs(a.decimals, a.places, b.decimals, b.places);
  return a.negative ? -order : order;
}

bool natural_next(const struct natural *n, const char *from, struct natural_number *number)
{
  struct reading r = {n, n->base, 0};
  while (*r.at)
    if (!read_number(&r, number))
      r.at++;
    else if (number->begin >= from)
      return true;
  return false;
}

/* ---- order ---- */

/* A number has the place of a digit among other characters. */
static int compare_next(struct reading *a, struct reading *b)
{
  struct natural_number left, right;
  const bool numbers[2] = {read_number(a, &left), read_number(b, &right)};
  if (numbers[0] && numbers[1])
    return compare_numbers(left, right);
  const int order = (numbers[0] ? '0' : (unsigned char)*a->at) - (numbers[1] ? '0' : (unsigned char)*b->at);
  a->at += !numbers[0];
  b->at += !numbers[1];
  return order;
}

int natural_compare(const struct natural *a, const struct natural *b)
{
  struct reading left = {a, a->path, 0}, right = {b, b->path, 0};
  while (*left.at && *right.at) {
    const int order = compare_next(&left, &right);
    if (order)
      return order;
  }
  const int order = (unsigned char)*left.at - (unsigned char)*right.at;
  return order ? order : strcmp(a->path, b->path); /* equal numbers: any order will do, if it is always the same */
}

static int compare(const void *a, const void *b)
{
  return natural_compare(a, b);
}

int natural_sort(char **paths, int count, struct tile_error *e)
{
  struct natural *names;
  const int code = count > 1 ? natural_read(&names, paths, count, e) : TILE_OK;
  if (code || count < 2)
    return code;
  qsort(names, (size_t)count, sizeof *names, compare);
  for (int i = 0; i < count; i++)
    paths[i] = names[i].path;
  free(names);
  return TILE_OK;
}

/* ---- patterns ---- */

/* A TIFF may end in .tif or .tiff, in either case. */
static void unify_ending(char *pattern)
{
  char *dot = strrchr(pattern, '.');
  for (char *at = dot; at && *at; at++)
    *at = (char)tolower((unsigned char)*at);
  if (dot && strcmp(dot, ".tiff") == 0)
    dot[4] = 0;
}

/* sign: takes the place of signs; 0: nothing does. A name that is too long is cut. */
static void write_pattern(const struct natural *n, char sign, char pattern[NATURAL_PATTERN])
{
  struct reading r = {n, n->base, 0};
  struct natural_number number;
  int length = 0;
  while (*r.at && length < NATURAL_PATTERN - 2)
    if (!read_number(&r, &number)) {
      pattern[length++] = *r.at++;
    } else {
      if (sign && number.begin < number.whole)
        pattern[length++] = sign;
      pattern[length++] = '#';
    }
  pattern[length] = 0;
  unify_ending(pattern);
}

void natural_pattern(const struct natural *n, char pattern[NATURAL_PATTERN])
{
  write_pattern(n, 0, pattern);
}

/* The patterns of all names, sorted. */
struct patterns {
  struct pattern {
    char text[NATURAL_PATTERN];
    int name; /* its index */
  } * row;
  size_t count;
};

static int compare_patterns(const void *a, const void *b)
{
  return strcmp(((const struct pattern *)a)->text, ((const struct pattern *)b)->text);
}

static void list_patterns(struct patterns *p, const struct natural *names)
{
  for (size_t i = 0; i < p->count; i++) {
    p->row[i].name = (int)i;
    natural_pattern(&names[i], p->row[i].text);
  }
  qsort(p->row, p->count, sizeof *p->row, compare_patterns);
}

/* Whether one of the names has this pattern, if signs and decimals are as in n. */
static bool is_known(const struct patterns *p, const struct natural *n, char sign)
{
  struct pattern wanted;
  write_pattern(n, sign, wanted.text);
  return bsearch(&wanted, p->row, p->count, sizeof wanted, compare_patterns);
}

/* ---- signs and decimals ---- */

/* The runs that may be decimals: digits, a point, digits, but not digits with several points, as in a date. */
static uint64_t possible_decimals(const char *base)
{
  uint64_t bits = 0;
  int run = 0, chain = 0; /* points between runs up to here */
  for (const char *at = base; *at;) {
    const size_t n = digits(at);
    chain = n && at > base + 1 && at[-1] == '.' && digit(at[-2]) ? chain + 1 : n ? 0 : chain;
    const bool more = n && at[n] == '.' && digit(at[n + 1]);
    if (n && chain == 1 && !more && run < RUNS)
      bits |= (uint64_t)1 << run;
    run += n > 0;
    at += n ? n : 1;
  }
  return bits;
}

/* The run of digits with this index. */
static const char *run_at(const char *base, int run)
{
  for (const char *at = base; *at; at += digits(at) ? digits(at) : 1)
    if (digit(*at) && run-- == 0)
      return at;
  return NULL;
}

/* A character before a number is its sign if other names lack it, or have the opposite one. */
static void find_signs(const struct patterns *p, struct natural *n)
{
  const char *at;
  for (int run = 0; run < RUNS && (at = run_at(n->base, run)); run++) {
    struct natural one = *n;
    one.signs = (uint64_t)1 << run;
    one.decimals = possible_decimals(n->base);
    if (at > n->base && strchr("+-", at[-1]) && (is_known(p, &one, 0) || is_known(p, &one, at[-1] == '+' ? '-' : '+')))
      n->signs |= one.signs;
  }
}

/* Of names with the same pattern. Digits after a point are decimals if other names lack them, or if their number
 * differs: but not if numbers with and without a 0 at their end do, as in 1.9 and 1.10. */
static bool are_decimals(const struct patterns *p, const struct natural *names, size_t first, size_t end, int run)
{
  size_t least = SIZE_MAX, most = 0, zero = 0;
  for (size_t i = first; i < end; i++) {
    const char *at = run_at(names[p->row[i].name].base, run);
    const size_t n = digits(at);
    least = n < least ? n : least;
    most = n > most ? n : most;
    zero = at[n - 1] == '0' && n > zero ? n : zero;
  }
  struct natural one = names[p->row[first].name];
  one.decimals = (uint64_t)1 << run;
  return zero <= least && (most > least || is_known(p, &one, 0));
}

static void find_decimals(const struct patterns *p, struct natural *names, size_t first, size_t end)
{
  const uint64_t possible = possible_decimals(names[p->row[first].name].base);
  uint64_t found = 0;
  for (int run = 0; run < RUNS; run++)
    if (has(possible, run) && are_decimals(p, names, first, end, run))
      found |= (uint64_t)1 << run;
  for (size_t i = first; found && i < end; i++)
    names[p->row[i].name].decimals = found;
}

static void find_all(struct patterns *p, struct natural *names)
{
  for (size_t i = 0; i < p->count; i++)
    names[i].decimals = possible_decimals(names[i].base);
  list_patterns(p, names);
  for (size_t i = 0; i < p->count; i++) {
    names[i].decimals = 0;
    find_signs(p, &names[i]);
  }
  list_patterns(p, names);
  for (size_t first = 0, end; first < p->count; first = end) {
    for (end = first + 1; end < p->count && compare_patterns(&p->row[first], &p->row[end]) == 0;)
      end++;
    find_decimals(p, names, first, end);
  }
}

int natural_read(struct natural **names, char *const *paths, int count, struct tile_error *e)
{
  struct patterns p = {tile_alloc((size_t)count, sizeof *p.row), (size_t)count};
  *names = tile_alloc((size_t)count, sizeof **names);
  if (!*names || !p.row) {
    free(p.row);
    free(*names);
    *names = NULL;
    return tile_fail_memory(e, (size_t)count * (sizeof *p.row + sizeof **names), "the names of the files");
  }
  for (int i = 0; i < count; i++) {
    const char *slash = strrchr(paths[i], '/');
    (*names)[i] = (struct natural){.path = paths[i], .base = slash ? slash + 1 : paths[i]};
  }
  find_all(&p, *names);
  free(p.row);
  return TILE_OK;
}
