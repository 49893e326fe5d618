/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of --csv: permeabilities and forces, to which each run appends its row. */
#include <config.h>

#include "run_report.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- columns ---------------------------------------------------------------- */

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

static void put_force_columns(FILE *out, const struct run_options *o)
{
  for (size_t i = 0; i < o->walls_of.count; i++)
    for (int c = 0; c < FORCE_COLUMNS; c++)
      fprintf(out, ",%s_%s", o->walls_of.value[i], force_columns[c]);
}

/* The names of the columns as a line; the caller frees it. --refine and --force-on add columns. */
static char *columns(const struct run_options *o)
{
  struct tile_error e;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (out) {
    fputs(o->refine ? COLUMNS REFINED : COLUMNS, out);
    put_force_columns(out, o);
    putc('\n', out);
  }
  check_or_exit(tile_text_end(out, &text) && text ? 0 : tile_fail_memory(&e, 0, "the columns of --csv"), &e);
  return text;
}

/* ---- a row ------------------------------------------------------------------ */

/* In quotes where RFC 4180 demands them. */
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

/* NaN where the drive has no interval. */
static double in_interval(const struct run_drive *d, double dx, int column)
{
  const struct lbm_interval *i = &d->refined.interval;
  const double area = dx > 0 ? dx * dx : (double)NAN;
  const struct cli_result r = run_result_of(d);
  const double value[] = {r.value * area, i->error * area, r.value,   i->error, i->order,
                          r.part[0],      r.part[1],       r.part[2], r.part[3]};
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

static void put_row(FILE *out, const struct run_options *o, const struct run_report *r)
{
  const int64_t *n = r->domain->grid;
  put_text(out, o->input ? o->input : "-");
  fprintf(out, ",%lld,%lld,%lld", (long long)n[0], (long long)n[1], (long long)n[2]);
  put_real(out, r->domain->dx > 0 ? r->domain->dx : (double)NAN);
  put_real(out, (double)lbm_nonsolid(r->flow) / ((double)n[0] * (double)n[1] * (double)n[2]));
  put_permeabilities(out, r, true);
  put_permeabilities(out, r, false);
  fprintf(out, ",%s", r->parameters->converged ? "yes" : "no");
  put_real(out, r->loop->remaining);
  fprintf(out, ",%lld,%.6g", (long long)r->parameters->step, r->loop->seconds);
  if (o->refine)
    put_intervals(out, r);
  put_forces(out, r);
  putc('\n', out);
}

/* ---- the file --------------------------------------------------------------- */

static int fail_errno(const struct run_options *o, struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", o->csv, strerror(errno));
}

/* Does an open file begin with the names of the columns? A new row may also go into an empty file, or a device. */
static bool is_table(int file, const struct stat *s, const struct run_options *o)
{
  char *names = columns(o);
  const ssize_t length = (ssize_t)strlen(names);
  char *first = tile_alloc((size_t)length, 1);
  const bool is = first && (!S_ISREG(s->st_mode) || s->st_size == 0 ||
                            (pread(file, first, (size_t)length, 0) == length && !memcmp(first, names, (size_t)length)));
  free(first);
  free(names);
  return is;
}

static int refuse(const struct run_options *o, struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "%s: is not a table of tessera run%s%s: give another file to --csv", o->csv,
                   o->refine ? " --refine" : "", o->walls_of.count ? " with these forces" : "");
}

static void check_table(const struct run_options *o)
{
  struct tile_error e;
  struct stat s;
  if (stat(o->csv, &s) != 0 || !S_ISREG(s.st_mode))
    return;
  const int file = open(o->csv, O_RDWR | O_CLOEXEC);
  if (file < 0 ? fail_errno(o, &e) : is_table(file, &s, o) ? 0 : refuse(o, &e))
    cli_die(&e);
  close(file);
}

void run_check_csv(const struct run_options *o)
{
  if (!o->csv)
    return;
  if (!strcmp(o->csv, "-"))
    cli_usage("--csv needs a file, to which rows are appended");
  check_table(o);
}

/* ---- appending ----------------------------------------------------------- */

/* Appends the whole text or nothing, at the end of the file even if others append to it. */
static int append(int file, const struct stat *s, const char *text, const struct run_options *o, struct tile_error *e)
{
  const ssize_t length = (ssize_t)strlen(text), written = write(file, text, (size_t)length);
  if (written == length)
    return 0;
  errno = written < 0 ? errno : ENOSPC;
  fail_errno(o, e);
  if (S_ISREG(s->st_mode) && ftruncate(file, s->st_size) != 0)
    return fail_errno(o, e);
  return e->code;
}

static void put_columns(FILE *out, const struct run_options *o)
{
  char *names = columns(o);
  fputs(names, out);
  free(names);
}

/* Writes the names of the columns if the file is new, and ends the last row if its end is missing. */
static bool begin_row(FILE *out, int file, const struct stat *s, const struct run_options *o)
{
  char last = '\n';
  const bool regular = S_ISREG(s->st_mode);
  if (!regular || s->st_size == 0)
    put_columns(out, o);
  else if (pread(file, &last, 1, s->st_size - 1) != 1)
    return false;
  if (last != '\n')
    putc('\n', out);
  return true;
}

static int append_row(int file, const struct run_options *o, const struct run_report *r, struct tile_error *e)
{
  struct stat s;
  char *text = NULL;
  size_t length;
  if (fstat(file, &s) != 0)
    return fail_errno(o, e);
  if (!is_table(file, &s, o))
    return refuse(o, e);
  FILE *out = open_memstream(&text, &length);
  const bool begun = out && begin_row(out, file, &s, o);
  if (begun)
    put_row(out, o, r);
  int code = !tile_text_end(out, &text) ? tile_fail_memory(e, 0, "a row of --csv")
             : !begun                   ? fail_errno(o, e)
                                        : append(file, &s, text, o, e);
  free(text);
  return code;
}

/* The file is locked meanwhile, so that only one of several writers names the columns; a file system without locks does
 * not prevent that two do. */
int run_append_csv(const struct run_options *o, const struct run_report *r, struct tile_error *e)
{
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int file = open(o->csv, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    return fail_errno(o, e);
  while (fcntl(file, F_SETLKW, &whole) != 0 && errno == EINTR)
    ;
  int code = append_row(file, o, r, e);
  if (close(file) != 0 && !code)
    code = fail_errno(o, e);
  return code;
}
