/* The file of --series: its columns, and where the next row goes. */
#include "run_series.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- columns ---------------------------------------------------------------- */

static const char *const of_walls[] = {"fx",   "fy",   "fz",   "tx",    "ty",    "tz",
                                       "fx_n", "fy_n", "fz_n", "tx_nm", "ty_nm", "tz_nm"};
static const char *const of_points[] = {"p", "ux", "uy", "uz", "p_pa", "ux_m_s", "uy_m_s", "uz_m_s"};
_Static_assert(sizeof of_walls / sizeof *of_walls == RUN_SERIES_OF_WALLS, "a column for each value of walls");
_Static_assert(sizeof of_points / sizeof *of_points == RUN_SERIES_OF_POINT, "a column for each value of a point");

int run_series_errno(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", asked.series, strerror(errno));
}

static void put_patch(FILE *out, const char *name)
{
  fprintf(out, ",%s_flux,%s_flux_m3_s", name, name);
}

static void put_columns(FILE *out)
{
  fputs("step,time_s", out);
  for (size_t i = 0; i < asked.walls_of.count; i++)
    for (int c = 0; c < RUN_SERIES_OF_WALLS; c++)
      fprintf(out, ",%s_%s", asked.walls_of.value[i], of_walls[c]);
  for (int p = 0; asked.patch_flux && p < job.domain.patches; p++)
    put_patch(out, job.domain.patch[p].name);
  if (asked.patch_flux)
    put_patch(out, "walls");
  for (size_t i = 0; i < asked.watched.count; i++)
    for (int c = 0; c < RUN_SERIES_OF_POINT; c++)
      fprintf(out, ",point%zu_%s", i + 1, of_points[c]);
  putc('\n', out);
}

static char *columns(void)
{
  struct tile_error e;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (out)
    put_columns(out);
  check_or_exit(tile_text_end(out, &text) && text ? 0 : tile_fail_memory(&e, 0, "the columns of --series"), &e);
  return text;
}

/* ---- the file --------------------------------------------------------------- */

void run_check_series(void)
{
  if (asked.series && !asked.series_every)
    cli_usage("--series needs --series-every N, the steps from row to row");
  if (!asked.series && (asked.series_every || asked.watched.count))
    cli_usage("--%s needs --series FILE", asked.series_every ? "series-every" : "watch");
  if (!asked.series)
    return;
  if (!asked.walls_of.count && !asked.patch_flux && !asked.watched.count)
    cli_usage("--series is of forces, fluxes and points: give --force-on NAME, --patch-flux or --watch X,Y,Z");
  if (asked.benchmark || run_several() || asked.refine)
    cli_usage("--series tells of one flow: leave out %s",
              asked.benchmark ? "--benchmark" : "--permeability along several axes, and --refine");
  if (!strcmp(asked.series, "-"))
    cli_usage("--series needs a file");
  const char *other = cli_same_output(asked.series, asked.output)       ? "-o"
                      : cli_same_output(asked.series, asked.checkpoint) ? "--checkpoint"
                      : cli_same_output(asked.series, asked.csv)        ? "--csv"
                                                                        : NULL;
  if (other)
    cli_usage("--series and %s both name %s", other, asked.series);
}

/* The end of the rows up to the step at which this run begins; -1: it is no such table. An unfinished last row is none. */
static off_t end_of_rows(FILE *file, const char *names, int64_t step)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t length = getline(&line, &room, file);
  off_t end = length < 0 ? 0 : strcmp(line, names) ? -1 : length;
  while (end > 0 && (length = getline(&line, &room, file)) > 0) {
    char *rest;
    const long long at = strtoll(line, &rest, 10);
    if (line[length - 1] != '\n' || rest == line || *rest != ',' || at > step)
      break;
    end += length;
  }
  free(line);
  return end;
}

/* At the end of the rows that stay. */
static int cut(FILE *file, const char *names, struct tile_error *e)
{
  struct stat s;
  const bool regular = fstat(fileno(file), &s) == 0 && S_ISREG(s.st_mode);
  const off_t end = regular ? end_of_rows(file, names, job.parameters.step) : 0;
  if (end < 0)
    return tile_fail(e, TILE_USAGE,
                     "%s: is not a series of these walls, patches and points: give another file to --series",
                     asked.series);
  if (regular && (ftruncate(fileno(file), end) != 0 || fseeko(file, end, SEEK_SET) != 0))
    return run_series_errno(e);
  return end == 0 && (fputs(names, file) < 0 || fflush(file) != 0) ? run_series_errno(e) : 0;
}

int run_series_open(FILE **file, struct tile_error *e)
{
  char *names = columns();
  const char *path = run_leads() ? asked.series : "/dev/null";
  const int number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  *file = number < 0 ? NULL : fdopen(number, "r+");
  const int code = *file ? cut(*file, names, e) : run_series_errno(e);
  free(names);
  return code;
}
