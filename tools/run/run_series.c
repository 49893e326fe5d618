/* --series: a table that grows while the run goes on, of forces, of fluxes and of the flow at points. */
#include "run_series.h"

#include "flux.h"
#include "force.h"
#include "precision.h"

#include <math.h>
#include <stdlib.h>

/* A point that is watched. */
struct spot {
  size_t tile, index; /* its node is that one of the tile's non-solid ones */
};

static struct {
  FILE *file;
  struct lbm_wall_choice *choice;
  struct lbm_force_surface walls;
  struct lbm_force *force;
  struct lbm_surface patches;
  struct lbm_gain *flux; /* of each patch, then of interpolated walls */
  struct spot *spot;
} series;

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
  for (int a = 0; a < 3; a++) {
    if (!(at[a] > -0.5 && at[a] < (double)job.domain.grid[a] - 0.5))
      cli_usage("--watch %s: outside the grid of %lld x %lld x %lld voxels", text, (long long)job.domain.grid[0],
                (long long)job.domain.grid[1], (long long)job.domain.grid[2]);
    node_at[a] = (int64_t)floor(at[a] + 0.5);
  }
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
  check_or_exit(series.spot ? 0 : tile_fail_memory(&e, count * sizeof *series.spot, "points"), &e);
  check_or_exit(tile_lookup_make(&lookup, &job.domain, &e), &e);
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
  check_or_exit(series.force ? 0 : tile_fail_memory(&e, count * sizeof *series.force, "forces"), &e);
  check_or_exit(lbm_force_surface_make(&series.walls, job.flow, series.choice, (int)count, asked.about, &e), &e);
}

static void find_patches(void)
{
  struct tile_error e;
  const size_t count = (size_t)job.domain.patches + 1;
  series.flux = tile_alloc(count, sizeof *series.flux);
  check_or_exit(series.flux ? 0 : tile_fail_memory(&e, count * sizeof *series.flux, "fluxes"), &e);
  check_or_exit(lbm_flux_surface_make(&series.patches, job.flow, &e), &e);
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
  if (asked.patch_flux)
    find_patches();
  check_or_exit(run_series_open(&series.file, &e), &e);
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
  for (int c = 0; c < RUN_SERIES_OF_WALLS; c++) {
    const bool turn = c / 3 % 2;
    const double unit = c < RUN_SERIES_OF_WALLS / 2 ? 1 : lbm_unit(u, turn ? LBM_TORQUE : LBM_FORCE);
    put_real((turn ? f->torque : f->force)[c % 3] * unit);
  }
}

static void put_flux(const struct lbm_gain *flux)
{
  put_real(flux->mass);
  put_real(flux->mass * lbm_unit(&job.parameters.units, LBM_FLUX));
}

static int put_point(const struct spot *s, struct tile_error *e)
{
  const struct lbm_units *u = &job.parameters.units;
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  if (lbm_share_fields(job.flow, s->tile, values, e))
    return e->code;
  lbm_load(lbm_fields_precision(job.parameters.setup.precision), field, values, s->index * LBM_FIELDS, LBM_FIELDS);
  field[0] = lbm_gauge_pressure(field[0]);
  for (int c = 0; c < RUN_SERIES_OF_POINT; c++)
    put_real(field[c % 4] * (c < 4 ? 1 : lbm_unit(u, c == 4 ? LBM_PRESSURE : LBM_VELOCITY)));
  return 0;
}

int run_series_row(void *self, struct tile_error *e)
{
  const int64_t step = lbm_steps_done(job.flow);
  (void)self;
  if (asked.walls_of.count && lbm_force_surface_now(&series.walls, series.force, e))
    return e->code;
  if (asked.patch_flux && lbm_flux_surface_now(&series.patches, series.flux, e))
    return e->code;
  fprintf(series.file, "%lld", (long long)step);
  put_real((double)step * lbm_unit(&job.parameters.units, LBM_TIME));
  for (size_t i = 0; i < asked.walls_of.count; i++)
    put_force(series.force + i);
  for (int p = 0; asked.patch_flux && p <= job.domain.patches; p++)
    put_flux(series.flux + p);
  for (size_t i = 0; i < asked.watched.count; i++)
    if (put_point(series.spot + i, e))
      return e->code;
  putc('\n', series.file);
  return fflush(series.file) != 0 || ferror(series.file) ? run_series_errno(e) : 0;
}

void run_series_end(void)
{
  struct tile_error e;
  if (!series.file)
    return;
  check_or_exit(fclose(series.file) == 0 ? 0 : run_series_errno(&e), &e);
  lbm_force_surface_free(&series.walls);
  lbm_surface_free(&series.patches);
  free(series.flux);
  free(series.choice);
  free(series.force);
  free(series.spot);
  series.file = NULL;
}
