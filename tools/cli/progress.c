/* SPDX-License-Identifier: BSD-3-Clause */
/* A progress bar on standard error, or lines, of text or of JSON. */
#include "cli_internal.h"

#include <omp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds until the first line, and between lines: a run of hours writes hundreds of lines, one of seconds none. */
static struct {
  bool asked, json;
  double first, every;
} lines = {false, false, 10, 60};

/* A kind of lines, and the seconds until the first one and between them, where none are given; of JSON the one at the
 * beginning is not counted. */
static const struct kind {
  const char *name;
  bool json;
  double first, every;
} kinds[] = {{"log", false, 10, 60}, {"json", true, 1, 1}};

static const struct kind *kind_of(const char *value)
{
  const size_t length = strcspn(value, ":");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, value, length) == 0)
      return kinds + i;
  return NULL;
}

int cli_progress_asked(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  const struct kind *kind = kind_of(value);
  const char *seconds = strchr(value, ':');
  if (!kind || (seconds && (cli_real(&lines.every, seconds + 1, e) || lines.every < 0)))
    return tile_fail(e, TILE_USAGE, "expected log, log:SECONDS, json or json:SECONDS");
  lines.asked = true;
  lines.json = kind->json;
  lines.every = seconds ? lines.every : kind->every;
  lines.first = seconds ? lines.every : kind->first;
  return 0;
}

static bool is_on(void)
{
  return !cli_quiet && !cli_no_progress && !cli_company.follows;
}

/* Is standard error a terminal that understands escape sequences? */
static bool can_draw(void)
{
  const char *terminal = getenv("TERM");
  return isatty(STDERR_FILENO) && !(terminal && strcmp(terminal, "dumb") == 0);
}

/* ---- JSON ---- */

/* A number of JSON; what is not known is null. */
static char *number(char text[32], const char *format, double value, bool known)
{
  snprintf(text, 32, known && isfinite(value) ? format : "null", value);
  return text;
}

/* One object in a line, in one call, as programs of a pipe print at the same time. The texts are the program's own, and need
 * no escapes. */
static void write_json(const char *what, const char *counts, const double course[3], const char *text)
{
  char done[32], total[32], left[32];
  fprintf(stderr,
          "{\"what\": \"%s\", \"done\": %s, \"total\": %s, \"unit\": \"%s\", \"seconds_left\": %s, \"text\": \"%s\"}\n",
          what, number(done, "%.6g", course[0], true), number(total, "%.6g", course[1], course[1] > 0), counts,
          number(left, "%.3g", course[2], course[2] >= 0), text);
}

/* "1:02:03 left" */
static void print_time(char text[32], double seconds)
{
  long s = lround(fmin(seconds, 359999));
  if (s >= 3600)
    snprintf(text, 32, "%ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
  else
    snprintf(text, 32, "%ld:%02ld left", s / 60, s % 60);
}

void cli_progress_stage(const char *what)
{
  if (lines.json && is_on())
    write_json(what, "", (const double[]){0, 0, -1}, "");
}

bool cli_progress_shown(void)
{
  return is_on() && (lines.json || (!lines.asked && can_draw()));
}

void cli_progress_phase(const char *what, const char *phase, double left)
{
  char time[32] = "", text[256];
  if (!cli_progress_shown())
    return;
  if (lines.json) {
    write_json(what, "", (const double[]){0, 0, left}, phase);
    return;
  }
  if (left >= 0)
    print_time(time, left);
  snprintf(text, sizeof text, "%s: %s  %s", what, phase, time);
  cli_progress_line(text);
}

static void write_object(struct cli_progress *p, double done, double elapsed, double left)
{
  char text[256] = "";
  if (p->so_far && done > 0)
    p->so_far(p, done, text, sizeof text);
  const size_t length = strlen(text);
  if (done > 0)
    snprintf(text + length, sizeof text - length, "%.4g %s", done * p->scale / elapsed, p->unit);
  write_json(p->what, p->counts, (const double[]){done, fmax(ceil(p->total), p->total > 0 ? done : 0), left}, text);
}

/* ---- text ---- */

/* " [####....]  50 %", of which the cells give way on a narrow terminal. */
static void print_bar(char text[64], double part, size_t rest)
{
  static const char full[] = "########################", empty[] = "........................";
  const int room = cli_progress_width() - (int)rest - (int)strlen(" []  50 %");
  const int cells = room < 0 ? 0 : room < 24 ? room : 24, done = (int)lround(part * cells);
  snprintf(text, 64, " [%.*s%.*s] %3.0f %%", done, full, cells - done, empty, 100 * part);
}

static void draw(const struct cli_progress *p, double done, double elapsed)
{
  char left[32] = "", bar[64] = "", pace[128], text[256];
  bool bounded = p->total > 0 && done > 0;
  if (bounded)
    print_time(left, fmax(p->total - done, 0) / done * elapsed);
  snprintf(pace, sizeof pace, "  %.4g %s%s%s", done * p->scale / elapsed, p->unit, bounded ? "  " : "", left);
  if (bounded)
    print_bar(bar, fmin(done / p->total, 1), strlen(p->what) + strlen(pace));
  snprintf(text, sizeof text, "%s%s%s", p->what, bar, pace);
  cli_progress_line(text);
}

static void write_line(struct cli_progress *p, double done, double elapsed)
{
  char text[256], part[32] = "", left[32] = "";
  snprintf(text, sizeof text, "%s, ", p->what);
  if (p->so_far)
    p->so_far(p, done, text, sizeof text);
  bool bounded = p->total > 0 && done > 0;
  if (bounded) {
    snprintf(part, sizeof part, "%.0f %%, ", 100 * fmin(done / p->total, 1));
    print_time(left, fmax(p->total - done, 0) / done * elapsed);
  }
  cli_say("%s%s%.4g %s%s%s", part, text, done * p->scale / elapsed, p->unit, bounded ? ", " : "", left);
}

/* ---- a course ---- */

void cli_progress_begin(struct cli_progress *p, const char *what, double total, const char *counts, double scale,
                        const char *unit)
{
  *p = (struct cli_progress){.what = what, .unit = unit, .counts = counts, .total = total, .scale = scale};
  p->on = is_on();
  p->log = lines.asked || !can_draw();
  p->begun = p->drawn = omp_get_wtime();
  p->due = p->begun + lines.first;
  p->every = lines.every;
  if (p->on && lines.json)
    write_object(p, 0, 0, -1);
}

void cli_progress_at(struct cli_progress *p, double done)
{
  double time = omp_get_wtime(), elapsed = time - p->begun;
  p->done = done;
  if (!p->on || (p->log ? time < p->due : time - p->drawn < 0.1))
    return;
  if (p->estimate)
    p->estimate(p, done);
  if (lines.json)
    write_object(p, done, elapsed, p->total > 0 && done > 0 ? fmax(p->total - done, 0) / done * elapsed : -1);
  else if (p->log)
    write_line(p, done, elapsed);
  else
    draw(p, done, elapsed);
  p->drawn = time;
  p->due = time + p->every;
}

/* The last object says what was done, which was all that there was to do. */
void cli_progress_end(struct cli_progress *p)
{
  cli_progress_hide();
  p->total = p->done;
  if (p->on && lines.json && p->done > 0)
    write_object(p, p->done, omp_get_wtime() - p->begun, 0);
  p->on = false;
}
