/* A row of the table that --csv makes, and the names of its columns. */
#include "run.h"

#include <math.h>
#include <string.h>

#define COLUMNS                                                                               \
  "file,nx,ny,nz,voxel_m,porosity,kx_m2,ky_m2,kz_m2,kx_voxel2,ky_voxel2,kz_voxel2,converged," \
  "bound,steps,seconds"
#define REFINED                                                                                                 \
  ",x_middle_m2,y_middle_m2,z_middle_m2,x_error_m2,y_error_m2,z_error_m2,x_middle_voxel2,y_middle_voxel2,"      \
  "z_middle_voxel2,x_error_voxel2,y_error_voxel2,z_error_voxel2,x_order,y_order,z_order,x_discretisation,"      \
  "y_discretisation,z_discretisation,x_walls,y_walls,z_walls,x_convergence,y_convergence,z_convergence,x_flux," \
  "y_flux,z_flux"

static const char *const force_columns[] = {"fx",   "fy",   "fz",   "tx",    "ty",    "tz",
                                            "fx_n", "fy_n", "fz_n", "tx_nm", "ty_nm", "tz_nm"};
enum { FORCE_COLUMNS = sizeof force_columns / sizeof *force_columns };

/* Of each wall by its name. */
static void put_force_columns(FILE *out)
{
  for (size_t i = 0; i < asked.walls_of.count; i++)
    for (int c = 0; c < FORCE_COLUMNS; c++)
      fprintf(out, ",%s_%s", asked.walls_of.value[i], force_columns[c]);
}

/* Of tables with intervals, with forces, and of others. */
const char *run_columns(void)
{
  static char *columns;
  struct tile_error e;
  size_t length;
  FILE *out = columns ? NULL : open_memstream(&columns, &length);
  if (columns && !out)
    return columns;
  if (out) {
    fputs(asked.refine ? COLUMNS REFINED : COLUMNS, out);
    put_force_columns(out);
    putc('\n', out);
  }
  check_or_exit(tile_text_end(out, &columns) && columns ? 0 : tile_fail_memory(&e, 0, "the columns of --csv"), &e);
  return columns;
}

/* In quotes where it must be, as RFC 4180 has it. */
static void put_text(FILE *out, const char *text)
{
  const bool quoted = text[strcspn(text, ",\"\r\n")] != 0;
  if (quoted)
    putc('"', out);
  for (; *text; text++) {
    if (*text == '"')
      putc('"', out);
    putc(*text, out);
  }
  if (quoted)
    putc('"', out);
}

static void put_real(FILE *out, double value)
{
  char text[TILE_REAL_TEXT];
  fprintf(out, ",%s", isfinite(value) ? tile_real_text(text, value) : "");
}

static void put_permeabilities(FILE *out, const struct run_report *r, bool physical)
{
  for (int axis = 0; axis < 3; axis++) {
    double k = (double)NAN;
    for (int i = 0; i < r->drives; i++)
      if (r->drive[i].k.axis == axis)
        k = physical ? r->drive[i].k.m2 : r->drive[i].k.voxel2;
    put_real(out, k);
  }
}

/* Of the drives that have an interval. */
static double in_interval(const struct run_drive *d, double dx, int column)
{
  const struct lbm_interval *i = &d->refined.interval;
  const double area = dx > 0 ? dx * dx : (double)NAN;
  const double value[] = {i->k * area,
                          i->error * area,
                          i->k,
                          i->error,
                          i->order,
                          i->discretisation / i->k,
                          i->walls / i->k,
                          i->convergence / i->k,
                          isfinite(d->refined.levels.spread) ? i->flux / i->k : (double)NAN};
  return *d->refined.why ? (double)NAN : value[column];
}

static void put_intervals(FILE *out, const struct run_report *r)
{
  enum { EACH = 9 }; /* values of in_interval */
  for (int column = 0; column < EACH; column++)
    for (int axis = 0; axis < 3; axis++) {
      double value = (double)NAN;
      for (int i = 0; i < r->drives; i++)
        if (r->drive[i].k.axis == axis)
          value = in_interval(r->drive + i, r->domain->dx, column);
      put_real(out, value);
    }
}

static void put_forces(FILE *out, const struct run_report *r)
{
  for (size_t i = 0; i < r->forces; i++)
    for (int c = 0; c < FORCE_COLUMNS; c++) {
      const struct cli_force *f = r->force + i;
      const bool turn = c / 3 % 2, physical = c >= FORCE_COLUMNS / 2;
      const double unit = !physical ? 1 : turn ? f->newton_metre : f->newton;
      put_real(out, (turn ? f->torque : f->force)[c % 3] * unit);
    }
}

void run_put_row(FILE *out, const char *input, const struct run_report *r)
{
  const int64_t *n = r->domain->grid;
  put_text(out, input ? input : "-");
  fprintf(out, ",%lld,%lld,%lld", (long long)n[0], (long long)n[1], (long long)n[2]);
  put_real(out, r->domain->dx > 0 ? r->domain->dx : (double)NAN);
  put_real(out, (double)lbm_nonsolid(r->flow) / ((double)n[0] * (double)n[1] * (double)n[2]));
  put_permeabilities(out, r, true);
  put_permeabilities(out, r, false);
  fprintf(out, ",%s", r->parameters->converged ? "yes" : "no");
  put_real(out, r->run->remaining);
  fprintf(out, ",%lld,%.6g", (long long)r->parameters->step, r->run->seconds);
  if (asked.refine)
    put_intervals(out, r);
  put_forces(out, r);
  putc('\n', out);
}
