/* dicom_sort(): files as the slices of one volume. Only positions are trusted: file names, numbers of instances and the
 * thickness of slices are not. */
#include "dicom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void dicom_normal(const struct dicom_slice *s, double normal[3])
{
  for (int i = 0; i < 3; i++)
    normal[i] = s->row[(i + 1) % 3] * s->column[(i + 2) % 3] - s->row[(i + 2) % 3] * s->column[(i + 1) % 3];
}

/* ---- one series ---- */

static int by_series(const void *a, const void *b)
{
  return strcmp(((const struct dicom_file *)a)->is.series, ((const struct dicom_file *)b)->is.series);
}

/* Appends "1.2.3 (40 slices, as a.dcm)", up to four of them. */
static void list_series(const struct dicom_file *files, int count, char *list, size_t size)
{
  size_t used = 0;
  int listed = 0;
  for (int i = 0, end; i < count; i = end) {
    for (end = i; end < count && strcmp(files[end].is.series, files[i].is.series) == 0;)
      end++;
    if (listed++ < 4 && used < size)
      used += (size_t)snprintf(list + used, size - used, "%s%s (%d slice%s, as %s)", i ? "; " : "", files[i].is.series,
                               end - i, end - i > 1 ? "s" : "", files[i].path);
  }
  if (listed > 4 && used < size)
    snprintf(list + used, size - used, "; and %d more", listed - 4);
}

static int check_series(struct dicom_file *files, int count, struct tile_error *e)
{
  char list[800];
  bool one = true;
  for (int i = 1; i < count; i++)
    one = one && strcmp(files[i].is.series, files[0].is.series) == 0;
  if (one)
    return TILE_OK;
  qsort(files, (size_t)count, sizeof *files, by_series);
  list_series(files, count, list, sizeof list);
  return tile_fail(e, TILE_REJECTED, "these files are of several series: give those of one alone: %s", list);
}

/* ---- alike ---- */

static bool same_direction(const double a[3], const double b[3])
{
  double apart = 0;
  for (int i = 0; i < 3; i++)
    apart = fmax(apart, fabs(a[i] - b[i]));
  return apart <= 1e-3;
}

static bool same_spacing(const struct dicom_file *a, const struct dicom_file *b)
{
  return fabs(a->is.spacing[0] - b->is.spacing[0]) <= 1e-3 * a->is.spacing[0] &&
         fabs(a->is.spacing[1] - b->is.spacing[1]) <= 1e-3 * a->is.spacing[1];
}

static int check_alike(const struct dicom_file *s, const struct dicom_file *first, struct tile_error *e)
{
  if (s->is.nx != first->is.nx || s->is.ny != first->is.ny || s->type != first->type || strcmp(s->is.photometric, first->is.photometric))
    return tile_fail(e, TILE_REJECTED, "%s: differs: %lld x %lld %s %s, but %s is %lld x %lld %s %s: leave one of them out",
                     s->path, (long long)s->is.nx, (long long)s->is.ny, s->type->name, s->is.photometric, first->path,
                     (long long)first->is.nx, (long long)first->is.ny, first->type->name, first->is.photometric);
  if (!s->is.placed)
    return tile_fail(e, TILE_REJECTED, "%s: does not say where it lies (ImagePositionPatient, ImageOrientationPatient, "
                                       "PixelSpacing): convert the series to NIfTI or NRRD", s->path);
  if (!same_direction(s->is.row, first->is.row) || !same_direction(s->is.column, first->is.column))
    return tile_fail(e, TILE_REJECTED, "%s: lies at another angle than %s: leave out slices that are no part of the volume",
                     s->path, first->path);
  if (!same_spacing(s, first))
    return tile_fail(e, TILE_REJECTED, "%s: its pixels are %g x %g mm, those of %s %g x %g mm: leave one of them out",
                     s->path, s->is.spacing[0], s->is.spacing[1], first->path, first->is.spacing[0], first->is.spacing[1]);
  return TILE_OK;
}

/* ---- in equal steps ---- */

/* Along the normal of their own, which all slices share. */
static double height(const struct dicom_file *s)
{
  double normal[3];
  dicom_normal(&s->is, normal);
  return dot(s->is.position, normal);
}

static int by_height(const void *a, const void *b)
{
  double x = height(a), y = height(b);
  return (x > y) - (x < y);
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median, which slices that are missing leave as it is. */
static int find_step(const struct dicom_file *s, int count, double *step, struct tile_error *e)
{
  double *steps = tile_alloc((size_t)count, sizeof *steps);
  if (!steps)
    return tile_fail_memory(e, (size_t)count * sizeof *steps, "the slices");
  for (int i = 0; i + 1 < count; i++)
    steps[i] = height(&s[i + 1]) - height(&s[i]);
  qsort(steps, (size_t)count - 1, sizeof *steps, ascending);
  *step = steps[(count - 1) / 2];
  free(steps);
  return TILE_OK;
}

static int check_step(const struct dicom_file *lower, const struct dicom_file *upper, double step,
                      struct tile_error *e)
{
  double here = height(upper) - height(lower), missing = nearbyint(here / step) - 1;
  if (here <= 1e-3 * lower->is.spacing[0])
    return tile_fail(e, TILE_REJECTED, "%s and %s lie in the same place (several times or echoes?): give one of them",
                     lower->path, upper->path);
  if (fabs(here - step) <= 0.01 * step)
    return TILE_OK;
  if (missing >= 1 && fabs(here - (missing + 1) * step) <= 0.02 * step)
    return tile_fail(e, TILE_REJECTED, "%.0f slice%s missing between %s and %s (%g mm apart, others %g mm): find %s, or "
                                       "give the slices on one side of the gap alone", missing,
                     missing > 1 ? "s are" : " is", lower->path, upper->path, here, step, missing > 1 ? "them" : "it");
  return tile_fail(e, TILE_REJECTED, "the spacing is uneven: %s and %s are %g mm apart, others %g mm: resample the series "
                                     "with other software (dcm2niix, 3D Slicer), or give an even part of it alone",
                   lower->path, upper->path, here, step);
}

/* How far a slice is shifted against the one below, in its own plane. */
static int check_tilt(const struct dicom_file *lower, const struct dicom_file *upper, double step,
                      struct tile_error *e)
{
  double way[3];
  for (int i = 0; i < 3; i++)
    way[i] = upper->is.position[i] - lower->is.position[i];
  double x = dot(way, lower->is.row), y = dot(way, lower->is.column), shift = hypot(x, y);
  if (shift <= 0.01 * step)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "the gantry was tilted: each slice is shifted against the one before (%s to %s: %.4g mm "
                                     "along x, %.4g mm along y, %.1f degrees): straighten the series first, as dcm2niix does",
                   lower->path, upper->path, x, y, atan2(shift, step) * 180 / M_PI);
}

static int check_steps(const struct dicom_file *files, int count, double step, struct tile_error *e)
{
  int code = TILE_OK;
  for (int i = 0; i + 1 < count && !code; i++)
    code = check_step(&files[i], &files[i + 1], step, e);
  for (int i = 0; i + 1 < count && !code; i++)
    code = check_tilt(&files[i], &files[i + 1], step, e);
  return code;
}

int dicom_sort(struct dicom_file *files, int count, double *step, struct tile_error *e)
{
  int code = check_series(files, count, e);
  for (int i = 0; i < count && !code && count > 1; i++)
    code = check_alike(&files[i], &files[0], e);
  *step = files[0].is.spacing[0];
  if (code || count == 1)
    return code;
  qsort(files, (size_t)count, sizeof *files, by_height);
  code = find_step(files, count, step, e);
  return code ? code : check_steps(files, count, *step, e);
}
