/* --series: a table that grows while the run goes on, of forces and of the flow at points. */
#include "run_series.h"

#include "comm.h"
#include "force.h"
#include "precision.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A point that is watched. */
struct spot {
  size_t tile, index; /* its node is that one of the tile's non-solid ones */
};

static struct {
  FILE *file;
  struct lbm_wall_choice *choice;
  struct lbm_force_watch walls;
  struct lbm_force *force;
  struct spot *spot;
} series;

static int fail_errno(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", asked.series, strerror(errno));
}

/* ---- columns ---------------------------------------------------------------- */

static const char *const of_walls[] = {"fx",   "fy",   "fz",   "tx",    "ty",    "tz",
                                       "fx_n", "fy_n", "fz_n", "tx_nm", "ty_nm", "tz_nm"};
static const char *const of_points[] = {"p", "ux", "uy", "uz", "p_pa", "ux_m_s", "uy_m_s", "uz_m_s"};
enum { OF_WALLS = sizeof of_walls / sizeof *of_walls, OF_POINTS = sizeof of_points / sizeof *of_points };

static void put_columns(FILE *out)
{
  fputs("step,time_s", out);
  for (size_t i = 0; i < asked.walls_of.count; i++)
    for (int c = 0; c < OF_WALLS; c++)
      fprintf(out, ",%s_%s", asked.walls_of.value[i], of_walls[c]);
  for (size_t i = 0; i < asked.watched.count; i++)
    for (int c = 0; c < OF_POINTS; c++)
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
  must(tile_text_end(out, &text) && text ? 0 : tile_fail_memory(&e, 0, "the columns of --series"), &e);
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
  if (!asked.walls_of.count && !asked.watched.count)
    cli_usage("--series is of forces and of points: give --force-on NAME or --watch X,Y,Z");
  if (asked.benchmark || run_several() || asked.refine)
    cli_usage("--series tells of one flow: leave out %s",
              asked.benchmark ? "--benchmark" : "--permeability along several axes, and --refine");
  if (lbm_comm_size() > 1)
    cli_usage("--series is told by one process: leave out mpirun");
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

static int open_table(struct tile_error *e)
{
  char *names = columns();
  const int file = open(asked.series, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  series.file = file < 0 ? NULL : fdopen(file, "r+");
  if (!series.file) {
    fail_errno(e);
    free(names);
    return e->code;
  }
  struct stat s;
  const bool regular = fstat(file, &s) == 0 && S_ISREG(s.st_mode);
  const off_t end = regular ? end_of_rows(series.file, names, job.parameters.step) : 0;
  int code = 0;
  if (end < 0)
    code = tile_fail(e, TILE_USAGE, "%s: is not a series of these walls and points: give another file to --series",
                     asked.series);
  else if (regular && (ftruncate(file, end) != 0 || fseeko(series.file, end, SEEK_SET) != 0))
    code = fail_errno(e);
  else if (end == 0 && (fputs(names, series.file) < 0 || fflush(series.file) != 0))
    code = fail_errno(e);
  free(names);
  return code;
}

/* ---- what is watched ----------------------------------------------------------- */

static void find_spot(struct spot *s, const struct tile_lookup *lookup, const char *text)
{
  struct tile_error e;
  double at[3];
  int64_t node_at[3];
  int node;
  if (cli_reals3(at, text, &e)) {
    char why[200];
    snprintf(why, sizeof why, "%.190s", e.text);
    cli_usage("--watch %s: %s", text, why);
  }
  for (int a = 0; a < 3; a++)
    node_at[a] = (int64_t)floor(at[a] + 0.5);
  for (int a = 0; a < 3; a++)
    if (!(at[a] > -0.5 && at[a] < (double)job.domain.grid[a] - 0.5))
      cli_usage("--watch %s: outside the grid of %lld x %lld x %lld voxels", text, (long long)job.domain.grid[0],
                (long long)job.domain.grid[1], (long long)job.domain.grid[2]);
  if (!tile_lookup_node(lookup, node_at, &s->tile, &node))
    cli_usage("--watch %s: that voxel is solid", text);
  const uint64_t before = job.domain.mask[s->tile] & ((UINT64_C(1) << node) - 1);
  s->index = (size_t)__builtin_popcountll(before);
}

static void find_spots(void)
{
  struct tile_error e;
  struct tile_lookup lookup;
  const size_t count = asked.watched.count;
  series.spot = tile_alloc(count, sizeof *series.spot);
  must(series.spot ? 0 : tile_fail_memory(&e, count * sizeof *series.spot, "points"), &e);
  must(tile_lookup_make(&lookup, &job.domain, &e), &e);
  for (size_t i = 0; i < count; i++)
    find_spot(series.spot + i, &lookup, asked.watched.value[i]);
  tile_lookup_free(&lookup);
}

static void find_walls(void)
{
  struct tile_error e;
  const size_t count = asked.walls_of.count;
  series.choice = run_chosen_walls();
  series.force = tile_alloc(count, sizeof *series.force);
  must(series.force ? 0 : tile_fail_memory(&e, count * sizeof *series.force, "forces"), &e);
  must(lbm_force_watch_make(&series.walls, job.flow, series.choice, (int)count, asked.about, &e), &e);
}

void run_series_begin(void)
{
  struct tile_error e;
  if (!asked.series)
    return;
  if (asked.watched.count)
    find_spots();
  if (asked.walls_of.count)
    find_walls();
  must(open_table(&e), &e);
}

/* ---- a row ------------------------------------------------------------------- */

static void put_real(double value)
{
  char text[TILE_REAL_TEXT];
  fprintf(series.file, ",%s", isfinite(value) ? tile_real_text(text, value) : "");
}

static void put_force(const struct lbm_force *f)
{
  const struct lbm_units *u = &job.parameters.units;
  for (int c = 0; c < OF_WALLS; c++) {
    const bool turn = c / 3 % 2;
    const double unit = c < OF_WALLS / 2 ? 1 : lbm_unit(u, turn ? LBM_TORQUE : LBM_FORCE);
    put_real((turn ? f->torque : f->force)[c % 3] * unit);
  }
}

static int put_point(const struct spot *s, struct tile_error *e)
{
  const struct lbm_units *u = &job.parameters.units;
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  if (lbm_get_fields(job.flow, s->tile, values, e))
    return e->code;
  lbm_load(job.parameters.setup.precision, field, values, s->index * LBM_FIELDS, LBM_FIELDS);
  field[0] = lbm_gauge_pressure(field[0]);
  for (int c = 0; c < OF_POINTS; c++)
    put_real(field[c % 4] * (c < 4 ? 1 : lbm_unit(u, c == 4 ? LBM_PRESSURE : LBM_VELOCITY)));
  return 0;
}

int run_series_row(void *self, struct tile_error *e)
{
  const int64_t step = lbm_steps_done(job.flow);
  (void)self;
  if (asked.walls_of.count && lbm_force_watch_now(&series.walls, series.force, e))
    return e->code;
  fprintf(series.file, "%lld", (long long)step);
  put_real((double)step * lbm_unit(&job.parameters.units, LBM_TIME));
  for (size_t i = 0; i < asked.walls_of.count; i++)
    put_force(series.force + i);
  for (size_t i = 0; i < asked.watched.count; i++)
    if (put_point(series.spot + i, e))
      return e->code;
  putc('\n', series.file);
  return fflush(series.file) != 0 || ferror(series.file) ? fail_errno(e) : 0;
}

void run_series_end(void)
{
  struct tile_error e;
  if (!series.file)
    return;
  must(fclose(series.file) == 0 ? 0 : fail_errno(&e), &e);
  lbm_force_watch_free(&series.walls);
  free(series.choice);
  free(series.force);
  free(series.spot);
  series.file = NULL;
}
