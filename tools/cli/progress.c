/* A progress bar on standard error. */
#include "cli_internal.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

static bool drawn; /* a bar stands on the terminal's last line */

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cli_progress_hide(void)
{
  if (drawn)
    fputs("\r\033[K", stderr);
  drawn = false;
}

void cli_progress_begin(struct cli_progress *p, const char *what, double total, double scale, const char *unit)
{
  *p = (struct cli_progress){ .what = what, .unit = unit, .total = total, .scale = scale };
  p->on = isatty(STDERR_FILENO) && !cli_quiet && !cli_no_progress;
  p->begun = p->drawn = now();
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

static void print_time(double seconds)
{
  long s = lround(fmin(seconds, 359999));
  if (s >= 3600)
    fprintf(stderr, "  %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
  else
    fprintf(stderr, "  %ld:%02ld left", s / 60, s % 60);
}

void cli_progress_at(struct cli_progress *p, double done)
{
  if (!p->on)
    return;
  double time = now(), elapsed = time - p->begun;
  if (time - p->drawn < 0.1)
    return;
  p->drawn = time;
  fprintf(stderr, "\r\033[K%s", p->what);
  drawn = true;
  bool bounded = p->total > 0 && done > 0;
  if (bounded)
    print_bar(fmin(done / p->total, 1));
  fprintf(stderr, "  %.4g %s", done * p->scale / elapsed, p->unit);
  if (bounded)
    print_time(fmax(p->total - done, 0) / done * elapsed);
  fflush(stderr);
}

void cli_progress_end(struct cli_progress *p)
{
  if (p->on)
    cli_progress_hide();
  p->on = false;
}
