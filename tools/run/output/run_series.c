/* SPDX-License-Identifier: BSD-3-Clause */
/* --series: a table of forces on walls, of fluxes through patches and of the flow at points, which grows while the run
 * goes on. */
#include "run.h"

#include "flux.h"
#include "force.h"
#include "frame.h"
#include "precision.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OF_WALLS = 12, OF_POINT = 8 }; /* columns of each name of --force-on and of each point */

/* A point of --watch. */
struct spot {
  size_t tile, index; /* its node, counted among the non-solid ones of the tile */
};

struct run_series {
  FILE *file;
  struct lbm_wall_choice *choice;
  struct lbm_force_surface walls;
  struct lbm_force *force;
  struct lbm_opening_flows *patches;
  double *flux; /* of each patch, then of interpolated walls */
  struct spot *spot;
};

void run_check_series(const struct run_options *o)
{
  if (o->series && !strcmp(o->series, "-"))
    cli_usage("--series needs a file");
}

/* ---- columns ---------------------------------------------------------------- */

static const char *const of_walls[] = {"fx",   "fy",   "fz",   "tx",    "ty",    "tz",
                                       "fx_n", "fy_n", "fz_n", "tx_nm", "ty_nm", "tz_nm"};
static const char *const of_points[] = {"p", "ux", "uy", "uz", "p_pa", "ux_m_s", "uy_m_s", "uz_m_s"};
_Static_assert(sizeof of_walls / sizeof *of_walls == OF_WALLS, "a column for each value of walls");
_Static_assert(sizeof of_points / sizeof *of_points == OF_POINT, "a column for each value of a point");

static void put_patch(FILE *out, const char *name)
{
  fprintf(out, ",%s_flux,%s_flux_m3_s", name, name);
}

static void put_columns(FILE *out, const struct run_options *o, const struct tile_domain *d)
{
  fputs("step,time_s", out);
  for (size_t i = 0; i < o->walls_of.count; i++)
    for (int c = 0; c < OF_WALLS; c++)
      fprintf(out, ",%s_%s", o->walls_of.value[i], of_walls[c]);
  for (int p = 0; o->patch_flux && p < d->patches; p++)
    put_patch(out, d->patch[p].name);
  if (o->patch_flux)
    put_patch(out, "walls");
  for (size_t i = 0; i < o->watched.count; i++)
    for (int c = 0; c < OF_POINT; c++)
      fprintf(out, ",point%zu_%s", i + 1, of_points[c]);
  putc('\n', out);
}

/* The names of the columns as a line; the caller frees it. */
static char *columns(const struct run_options *o, const struct tile_domain *d)
{
  struct tile_error e;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (out)
    put_columns(out, o, d);
  check_or_exit(tile_text_end(out, &text) && text ? 0 : tile_fail_memory(&e, 0, "the columns of --series"), &e);
  return text;
}

/* ---- the file --------------------------------------------------------------- */

static int fail_errno(const struct run_options *o, struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", o->series, strerror(errno));
}

enum { NO_TABLE = -1, UNREADABLE = -2 };

/* The end of the rows up to the step at which this run begins; NO_TABLE: the file is no such table; UNREADABLE: see errno.
 * An unfinished last row does not count. */
static off_t end_of_rows(FILE *file, const char *names, int64_t step)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t length = getline(&line, &room, file);
  off_t end = length < 0 ? 0 : strcmp(line, names) ? NO_TABLE : length;
  while (end > 0 && (length = getline(&line, &room, file)) > 0) {
    char *rest;
    const long long at = strtoll(line, &rest, 10);
    if (line[length - 1] != '\n' || rest == line || *rest != ',' || at > step)
      break;
    end += length;
  }
  free(line);
  return length < 0 && !feof(file) ? UNREADABLE : end;
}

/* Cuts off the rows behind that end, or begins a new table. */
static int cut(const struct run *r, FILE *file, const char *names, struct tile_error *e)
{
  const struct run_options *o = &r->options;
  struct stat s;
  const bool regular = fstat(fileno(file), &s) == 0 && S_ISREG(s.st_mode);
  const off_t end = regular ? end_of_rows(file, names, r->parameters.step) : 0;
  if (end == UNREADABLE)
    return fail_errno(o, e);
  if (end == NO_TABLE)
    return tile_fail(e, TILE_USAGE,
                     "%s: is not a series of these walls, patches and points: give another file to --series",
                     o->series);
  if (regular && (ftruncate(fileno(file), end) != 0 || fseeko(file, end, SEEK_SET) != 0))
    return fail_errno(o, e);
  return end == 0 && (fputs(names, file) < 0 || fflush(file) != 0) ? fail_errno(o, e) : 0;
}

static int open_table(const struct run *r, FILE **file, struct tile_error *e)
{
  const struct run_options *o = &r->options;
  char *names = columns(o, &r->domain);
  const char *path = run_leads() ? o->series : "/dev/null";
  const int number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (run_leads())
    run_lock(number, path);
  *file = number < 0 ? NULL : fdopen(number, "r+");
  const int code = *file ? cut(r, *file, names, e) : fail_errno(o, e);
  free(names);
  return code;
}

/* ---- walls, patches and points ----------------------------------------------------------- */

static void find_spot(struct spot *s, const struct tile_domain *d, const struct tile_lookup *lookup, const char *text)
{
  struct cli_place place;
  struct tile_error e;
  double at[3];
  int64_t node_at[3];
  int node;
  if (cli_place(&place, text, &e) || frame_find(at, &d->header, &place, &e))
    cli_usage("--watch %s: %s", text, e.text);
  for (int a = 0; a < 3; a++) {
    if (!(at[a] > -0.5 && at[a] < (double)d->grid[a] - 0.5))
      cli_usage("--watch %s: outside the grid of %lld x %lld x %lld voxels", text, (long long)d->grid[0],
                (long long)d->grid[1], (long long)d->grid[2]);
    node_at[a] = (int64_t)floor(at[a] + 0.5);
  }
  if (!tile_lookup_node(lookup, node_at, &s->tile, &node))
    cli_usage("--watch %s: that voxel is solid", text);
  s->index = tile_rank(d->mask[s->tile], node);
}

static void find_spots(const struct run *r, struct run_series *s)
{
  struct tile_error e;
  struct tile_lookup lookup;
  const size_t count = r->options.watched.count;
  s->spot = tile_alloc(count, sizeof *s->spot);
  check_or_exit(s->spot ? 0 : tile_fail_memory(&e, count * sizeof *s->spot, "points"), &e);
  check_or_exit(tile_lookup_make(&lookup, &r->domain, &e), &e);
  for (size_t i = 0; i < count; i++)
    find_spot(s->spot + i, &r->domain, &lookup, r->options.watched.value[i]);
  tile_lookup_free(&lookup);
}

static void find_walls(const struct run *r, struct run_series *s)
{
  struct tile_error e;
  double about[3];
  const size_t count = r->options.walls_of.count;
  s->choice = run_chosen_walls(r);
  s->force = tile_alloc(count, sizeof *s->force);
  check_or_exit(s->force ? 0 : tile_fail_memory(&e, count * sizeof *s->force, "forces"), &e);
  run_about(about, r);
  check_or_exit(lbm_force_surface_make(&s->walls, r->flow, s->choice, (int)count, about, &e), &e);
}

static void find_patches(const struct run *r, struct run_series *s)
{
  struct tile_error e;
  const size_t count = (size_t)r->domain.patches + 1;
  s->flux = tile_alloc(count, sizeof *s->flux);
  check_or_exit(s->flux ? 0 : tile_fail_memory(&e, count * sizeof *s->flux, "fluxes"), &e);
  check_or_exit(lbm_opening_flows_open(&s->patches, r->flow, true, &e), &e);
}

void run_series_begin(struct run *r)
{
  const struct run_options *o = &r->options;
  struct tile_error e;
  if (!o->series)
    return;
  struct run_series *s = r->series = tile_alloc(1, sizeof *s);
  check_or_exit(s ? 0 : tile_fail_memory(&e, sizeof *s, "--series"), &e);
  *s = (struct run_series){0};
  if (o->watched.count)
    find_spots(r, s);
  if (o->walls_of.count)
    find_walls(r, s);
  if (o->patch_flux)
    find_patches(r, s);
  check_or_exit(open_table(r, &s->file, &e), &e);
}

/* ---- a row ------------------------------------------------------------------- */

static void put_real(const struct run_series *s, double value)
{
  char text[TILE_REAL_TEXT];
  fprintf(s->file, ",%s", isfinite(value) ? tile_real_text(text, value) : "");
}

static void put_force(const struct run_series *s, const struct lbm_force *f, const struct lbm_units *u)
{
  for (int c = 0; c < OF_WALLS; c++) {
    const bool turn = c / 3 % 2;
    const double unit = c < OF_WALLS / 2 ? 1 : lbm_unit(u, turn ? LBM_TORQUE : LBM_FORCE);
    put_real(s, (turn ? f->torque : f->force)[c % 3] * unit);
  }
}

static void put_flux(const struct run_series *s, double flux, const struct lbm_units *u)
{
  put_real(s, flux);
  put_real(s, flux * lbm_unit(u, LBM_FLUX));
}

static int put_point(const struct run *r, const struct spot *spot, struct tile_error *e)
{
  const struct run_series *s = r->series;
  const struct lbm_units *u = &r->parameters.units;
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  if (lbm_share_fields(r->flow, spot->tile, values, e))
    return e->code;
  lbm_load(lbm_fields_precision(r->parameters.setup.precision), field, values, spot->index * LBM_FIELDS, LBM_FIELDS);
  field[0] = lbm_gauge_pressure(field[0]) + lbm_pressure_taken(&r->parameters.setup, r->domain.patches);
  for (int c = 0; c < OF_POINT; c++)
    put_real(s, field[c % 4] * (c < 4 ? 1 : lbm_unit(u, c == 4 ? LBM_PRESSURE : LBM_VELOCITY)));
  return 0;
}

static void put_walls(const struct run *r)
{
  const struct run_series *s = r->series;
  const struct lbm_units *u = &r->parameters.units;
  for (size_t i = 0; i < r->options.walls_of.count; i++)
    put_force(s, s->force + i, u);
  for (int p = 0; r->options.patch_flux && p <= r->domain.patches; p++)
    put_flux(s, s->flux[p], u);
}

int run_series_row(void *self, struct tile_error *e)
{
  const struct run *r = self;
  const struct run_options *o = &r->options;
  struct run_series *s = r->series;
  const int64_t step = lbm_steps_done(r->flow);
  if (o->walls_of.count && lbm_force_surface_now(&s->walls, s->force, e))
    return e->code;
  if (o->patch_flux && lbm_opening_flows_now(s->patches, s->flux, NULL, e))
    return e->code;
  fprintf(s->file, "%lld", (long long)step);
  put_real(s, (double)step * lbm_unit(&r->parameters.units, LBM_TIME));
  put_walls(r);
  for (size_t i = 0; i < o->watched.count; i++)
    if (put_point(r, s->spot + i, e))
      return e->code;
  putc('\n', s->file);
  return fflush(s->file) != 0 || ferror(s->file) ? fail_errno(o, e) : 0;
}

void run_series_end(struct run *r)
{
  struct run_series *s = r->series;
  struct tile_error e;
  if (!s)
    return;
  check_or_exit(fclose(s->file) == 0 ? 0 : fail_errno(&r->options, &e), &e);
  lbm_force_surface_free(&s->walls);
  lbm_opening_flows_close(s->patches);
  free(s->flux);
  free(s->choice);
  free(s->force);
  free(s->spot);
  free(s);
  r->series = NULL;
}
