/* A progress bar on standard error, or lines. */
#include "cli_internal.h"

#include <omp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds until the first line, and between lines: a run of hours writes hundreds of lines, one of seconds none. */
static struct {
  bool asked;
  double first, every;
} log_lines = {false, 10, 60};

int cli_progress_asked(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  log_lines.asked = strncmp(value, "log", 3) == 0 && (!value[3] || value[3] == ':');
  if (!log_lines.asked || (value[3] && (cli_real(&log_lines.every, value + 4, e) || log_lines.every < 0)))
    return tile_fail(e, TILE_USAGE, "expected log, or log:SECONDS");
  if (value[3])
    log_lines.first = log_lines.every;
  return 0;
}

/* Is standard error a terminal that understands escape sequences? */
static bool can_draw(void)
{
  const char *terminal = getenv("TERM");
  return isatty(STDERR_FILENO) && !(terminal && strcmp(terminal, "dumb") == 0);
}

void cli_progress_begin(struct cli_progress *p, const char *what, double total, double scale, const char *unit)
{
  *p = (struct cli_progress){.what = what, .unit = unit, .total = total, .scale = scale};
  p->on = !cli_quiet && !cli_no_progress && !cli_company.follows;
  p->log = log_lines.asked || !can_draw();
  p->begun = p->drawn = omp_get_wtime();
  p->due = p->begun + log_lines.first;
  p->every = log_lines.every;
}

static void print_bar(double part)
{
  enum { CELLS = 24 };
  int full = (int)lround(part * CELLS);
  fputs(" [", stderr);
  for (int i = 0; i < CELLS; i++)
    putc(i < full ? '#' : '.', stderr);
  fprintf(stderr, "] %3.0f %%", 100 * part);
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

static void draw(const struct cli_progress *p, double done, double elapsed)
{
  char left[32];
  bool bounded = p->total > 0 && done > 0;
  fprintf(stderr, "\r\033[K%s", p->what);
  cli_progress_drawn();
  if (bounded)
    print_bar(fmin(done / p->total, 1));
  fprintf(stderr, "  %.4g %s", done * p->scale / elapsed, p->unit);
  if (bounded) {
    print_time(left, fmax(p->total - done, 0) / done * elapsed);
    fprintf(stderr, "  %s", left);
  }
  fflush(stderr);
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

void cli_progress_at(struct cli_progress *p, double done)
{
  double time = omp_get_wtime(), elapsed = time - p->begun;
  if (!p->on || (p->log ? time < p->due : time - p->drawn < 0.1))
    return;
  if (p->estimate)
    p->estimate(p, done);
  if (p->log)
    write_line(p, done, elapsed);
  else
    draw(p, done, elapsed);
  p->drawn = time;
  p->due = time + p->every;
}

void cli_progress_end(struct cli_progress *p)
{
  cli_progress_hide();
  p->on = false;
}
