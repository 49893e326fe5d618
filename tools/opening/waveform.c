#include "opening.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is read from a file, line by line. */
struct reading {
  struct waveform *to;
  const char *set, *path, *what; /* what: "line" or "point" */
  long line;
  int room;
};

static void refuse(const struct reading *r, const char *why)
{
  struct tile_error e;
  if (r->line)
    tile_fail(&e, TILE_REJECTED, "--set %s: %s, %s %ld: %s", r->set, r->path, r->what, r->line, why);
  else
    tile_fail(&e, TILE_REJECTED, "--set %s: %s %s", r->set, r->path, why);
  cli_die(&e);
}

/* ---- units ----------------------------------------------------------------- */

/* Is the word a unit? column: 0 for a time, 1 for anything else. */
static bool is_unit(const char *word, int *column)
{
  struct tile_error e;
  struct cli_quantity q;
  char text[40];
  if (strlen(word) > 31 || (*word >= '0' && *word <= '9'))
    return false;
  snprintf(text, sizeof text, "1%s", word);
  if (cli_quantity(&q, text, &e) || !q.physical)
    return false;
  *column = !cli_is(&q, 0, 1, 0);
  return true;
}

bool waveform_is_unit(const char *word)
{
  int column;
  return is_unit(word, &column);
}

static void name_unit(const struct reading *r, const char *word)
{
  int column;
  if (!is_unit(word, &column))
    return;
  char *unit = r->to->unit[column];
  if (*unit && strcmp(unit, word))
    refuse(r, column ? "names a second unit of the value" : "names a second unit of the time");
  snprintf(unit, sizeof r->to->unit[column], "%s", word);
}

/* Units in a comment or a header: words in brackets, or a line of units alone. */
static void find_units(const struct reading *r, char *text)
{
  int column, words = 0, units = 0;
  char copy[256], *rest = copy, *word;
  snprintf(copy, sizeof copy, "%s", text);
  while ((word = strsep(&rest, " \t,;#\r\n"))) {
    words += *word != 0;
    units += *word && is_unit(word, &column);
  }
  const bool all = words && words == units;
  snprintf(copy, sizeof copy, "%s", text);
  for (rest = copy; !all && (rest = strpbrk(rest, "[("));) {
    word = ++rest;
    rest += strcspn(rest, "])");
    if (*rest)
      *rest++ = 0;
    name_unit(r, word);
  }
  for (rest = copy; all && (word = strsep(&rest, " \t,;#\r\n"));)
    name_unit(r, word);
}

/* ---- numbers --------------------------------------------------------------- */

static void grow(double **values, int room)
{
  struct tile_error e;
  double *more = tile_grow(*values, (size_t)room, sizeof *more);
  check_or_exit(more ? 0 : tile_fail_memory(&e, (size_t)room * sizeof *more, "a waveform"), &e);
  *values = more;
}

static void add_point(struct reading *r, double time, double value)
{
  struct waveform *w = r->to;
  if (w->points == r->room) {
    r->room = r->room ? 2 * r->room : 64;
    grow(&w->time, r->room);
    grow(&w->value, r->room);
  }
  w->time[w->points] = time;
  w->value[w->points++] = value;
}

static void check_point(const struct reading *r)
{
  const struct waveform *w = r->to;
  const int n = w->points - 1;
  if (!isfinite(w->time[n]) || !isfinite(w->value[n]))
    refuse(r, "a value is missing");
  if (n && !(w->time[n] > w->time[n - 1]))
    refuse(r, "its time is not later than the time before");
}

/* Reads the numbers of a line; returns how many, 3 if there is anything else. */
static int numbers_of(const char *text, double value[2])
{
  int count = 0;
  for (text += strspn(text, " \t,;\r\n"); *text; text += strspn(text, " \t,;\r\n")) {
    char *end;
    const double x = strtod(text, &end);
    if (end == text || count == 2)
      return 3;
    value[count++] = x;
    text = end;
  }
  return count;
}

static void read_line(struct reading *r, char *text)
{
  double value[2];
  char *comment = strchr(text, '#');
  if (comment) {
    find_units(r, comment + 1);
    *comment = 0;
  }
  const int count = numbers_of(text, value);
  if (!count)
    return;
  if (count != 2 && !r->to->points && !strchr("+-.0123456789", text[strspn(text, " \t")])) { /* a header */
    find_units(r, text);
    return;
  }
  if (count != 2)
    refuse(r, "expected two numbers, time and value");
  add_point(r, value[0], value[1]);
}

/* svSolver begins with the numbers of points and of harmonics. */
static void drop_counts(struct waveform *w)
{
  if (w->points < 2 || w->time[0] != w->points - 1 || w->value[0] != floor(w->value[0]) || w->time[1] >= w->time[0])
    return;
  w->points--;
  memmove(w->time, w->time + 1, (size_t)w->points * sizeof *w->time);
  memmove(w->value, w->value + 1, (size_t)w->points * sizeof *w->value);
}

void waveform_read(struct waveform *w, const char *set, const char *path, char *const *unit, int units)
{
  struct reading r = {.to = w, .set = set, .path = path, .what = "line"};
  char *line = NULL;
  size_t room = 0;
  FILE *in = fopen(path, "r");
  *w = (struct waveform){0};
  if (!in)
    cli_usage("--set %s: '%s' is neither a number nor a file (%s)", set, path, strerror(errno));
  for (int i = 0; i < units; i++)
    name_unit(&r, unit[i]);
  for (; getline(&line, &room, in) >= 0;) {
    r.line++;
    read_line(&r, line);
  }
  free(line);
  r.line = 0;
  if (ferror(in))
    refuse(&r, strerror(errno));
  fclose(in);
  drop_counts(w);
  const int points = w->points;
  r.what = "point";
  for (w->points = 1; w->points <= points; w->points++) {
    r.line = w->points;
    check_point(&r);
  }
  w->points = points;
}

void waveform_free(struct waveform *w)
{
  free(w->time);
  free(w->value);
  *w = (struct waveform){0};
}
