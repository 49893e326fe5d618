/* SPDX-License-Identifier: BSD-3-Clause */
/* dicom_sort(): makes frames, mostly of one file each, the slices of one volume. Only positions are trusted, not file
 * names, numbers of instances or the thickness of slices. */
#include "dicom.h"
#include "vectors.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void dicom_normal(const struct dicom_slice *s, double normal[3])
{
  tile_cross(normal, s->row, s->column);
}

/* ---- names for messages ---- */

struct name {
  char text[256];
};

static const char *name_of(const struct dicom_frame *f, struct name *n)
{
  if (f->is.frames <= 1)
    return f->path;
  snprintf(n->text, sizeof n->text, "%s frame %lld", f->path, (long long)f->number);
  return n->text;
}

/* ---- one series ---- */

static int by_series(const void *a, const void *b)
{
  return strcmp(((const struct dicom_frame *)a)->is.series, ((const struct dicom_frame *)b)->is.series);
}

/* Appends "1.2.3 (40 slices, as a.dcm)" for up to four series. */
static void list_series(const struct dicom_frame *frames, int count, char *list, size_t size)
{
  size_t used = 0;
  int listed = 0;
  for (int i = 0, end; i < count; i = end) {
    for (end = i; end < count && strcmp(frames[end].is.series, frames[i].is.series) == 0;)
      end++;
    if (listed++ < 4 && used < size)
      used += (size_t)snprintf(list + used, size - used, "%s%s (%d slice%s, as %s)", i ? "; " : "", frames[i].is.series,
                               end - i, end - i > 1 ? "s" : "", frames[i].path);
  }
  if (listed > 4 && used < size)
    snprintf(list + used, size - used, "; and %d more", listed - 4);
}

static int check_series(struct dicom_frame *frames, int count, struct tile_error *e)
{
  char list[800];
  bool one = true;
  for (int i = 1; i < count; i++)
    one = one && strcmp(frames[i].is.series, frames[0].is.series) == 0;
  if (one)
    return TILE_OK;
  qsort(frames, (size_t)count, sizeof *frames, by_series);
  list_series(frames, count, list, sizeof list);
  return tile_fail(e, TILE_REJECTED, "these files belong to several series: give the files of one only: %s", list);
}

/* ---- equal properties ---- */

static bool same_direction(const double a[3], const double b[3])
{
  double apart = 0;
  for (int i = 0; i < 3; i++)
    apart = fmax(apart, fabs(a[i] - b[i]));
  return apart <= 1e-3;
}

static bool same_spacing(const struct dicom_frame *a, const struct dicom_frame *b)
{
  return fabs(a->is.spacing[0] - b->is.spacing[0]) <= 1e-3 * a->is.spacing[0] &&
         fabs(a->is.spacing[1] - b->is.spacing[1]) <= 1e-3 * a->is.spacing[1];
}

static int check_alike(const struct dicom_frame *s, const struct dicom_frame *first, struct tile_error *e)
{
  struct name one, other;
  if (s->is.nx != first->is.nx || s->is.ny != first->is.ny || s->type != first->type ||
      strcmp(s->is.photometric, first->is.photometric))
    return tile_fail(e, TILE_REJECTED,
                     "%s: differs: %lld x %lld %s %s, but %s is %lld x %lld %s %s: leave one of them out",
                     name_of(s, &one), (long long)s->is.nx, (long long)s->is.ny, s->type->name, s->is.photometric,
                     name_of(first, &other), (long long)first->is.nx, (long long)first->is.ny, first->type->name,
                     first->is.photometric);
  if (!s->is.placed)
    return tile_fail(e, TILE_REJECTED,
                     "%s: states no position (ImagePositionPatient, ImageOrientationPatient, "
                     "PixelSpacing): convert the series to NIfTI or NRRD",
                     name_of(s, &one));
  if (!same_direction(s->is.row, first->is.row) || !same_direction(s->is.column, first->is.column))
    return tile_fail(e, TILE_REJECTED, "%s: has another orientation than %s: leave out slices of other volumes",
                     name_of(s, &one), name_of(first, &other));
  if (!same_spacing(s, first))
    return tile_fail(e, TILE_REJECTED, "%s: its pixels are %g x %g mm, those of %s %g x %g mm: leave one of them out",
                     name_of(s, &one), s->is.spacing[0], s->is.spacing[1], name_of(first, &other), first->is.spacing[0],
                     first->is.spacing[1]);
  return TILE_OK;
}

/* ---- equal steps ---- */

/* Position along the slice's normal, which all slices share. */
static double height(const struct dicom_frame *s)
{
  double normal[3];
  dicom_normal(&s->is, normal);
  return tile_dot(s->is.position, normal);
}

static int by_height(const void *a, const void *b)
{
  double x = height(a), y = height(b);
  return (x > y) - (x < y);
}

/* The median, which missing slices do not change. */
static int find_step(const struct dicom_frame *s, int count, double *step, struct tile_error *e)
{
  double *steps = tile_alloc((size_t)count, sizeof *steps);
  if (!steps)
    return tile_fail_memory(e, (size_t)count * sizeof *steps, "the slices");
  for (int i = 0; i + 1 < count; i++)
    steps[i] = height(&s[i + 1]) - height(&s[i]);
  qsort(steps, (size_t)count - 1, sizeof *steps, tile_ascending);
  *step = steps[(count - 1) / 2];
  free(steps);
  return TILE_OK;
}

static int check_step(const struct dicom_frame *lower, const struct dicom_frame *upper, double step,
                      struct tile_error *e)
{
  double here = height(upper) - height(lower), missing = nearbyint(here / step) - 1;
  struct name below, above;
  if (here <= 1e-3 * lower->is.spacing[0])
    return tile_fail(e, TILE_REJECTED, "%s and %s have the same position (several times or echoes?): give one of them",
                     name_of(lower, &below), name_of(upper, &above));
  if (fabs(here - step) <= 0.01 * step)
    return TILE_OK;
  if (missing >= 1 && fabs(here - (missing + 1) * step) <= 0.02 * step)
    return tile_fail(e, TILE_REJECTED,
                     "%.0f slice%s missing between %s and %s (%g mm apart, others %g mm): find %s, or "
                     "give only the slices on one side of the gap",
                     missing, missing > 1 ? "s are" : " is", name_of(lower, &below), name_of(upper, &above), here, step,
                     missing > 1 ? "them" : "it");
  return tile_fail(e, TILE_REJECTED,
                   "the spacing is uneven: %s and %s are %g mm apart, others %g mm: resample the series "
                   "with other software (dcm2niix, 3D Slicer), or give an evenly spaced part of it",
                   name_of(lower, &below), name_of(upper, &above), here, step);
}

/* Rejects a slice that is shifted in its own plane relative to the one below. */
static int check_tilt(const struct dicom_frame *lower, const struct dicom_frame *upper, double step,
                      struct tile_error *e)
{
  struct name below, above;
  double way[3];
  for (int i = 0; i < 3; i++)
    way[i] = upper->is.position[i] - lower->is.position[i];
  double x = tile_dot(way, lower->is.row), y = tile_dot(way, lower->is.column), shift = hypot(x, y);
  if (shift <= 0.01 * step)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED,
                   "the gantry was tilted: each slice is shifted against the one before (%s to %s: %.4g mm "
                   "along x, %.4g mm along y, %.1f degrees): straighten the series first, as dcm2niix does",
                   name_of(lower, &below), name_of(upper, &above), x, y, atan2(shift, step) * 180 / M_PI);
}

static int check_steps(const struct dicom_frame *frames, int count, double step, struct tile_error *e)
{
  int code = TILE_OK;
  for (int i = 0; i + 1 < count && !code; i++)
    code = check_step(&frames[i], &frames[i + 1], step, e);
  for (int i = 0; i + 1 < count && !code; i++)
    code = check_tilt(&frames[i], &frames[i + 1], step, e);
  return code;
}

/* ---- several times ---- */

static int reject_channel(int channel, struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "--channel %d: DICOM slices of grey levels have one", channel);
}

static int by_number(const void *a, const void *b)
{
  const struct dicom_frame *one = a, *other = b;
  return (one->number > other->number) - (one->number < other->number);
}

/* The frames after the first one at the same height as it. */
static int count_alike(const struct dicom_frame *frames, int count)
{
  int alike = 1;
  while (alike < count && height(&frames[alike]) - height(frames) <= 1e-3 * frames->is.spacing[0])
    alike++;
  return alike;
}

/* How often each position occurs, if equally often; else 1. */
static int count_times(const struct dicom_frame *frames, int count)
{
  const int times = count_alike(frames, count);
  for (int i = 0; i < count; i += times)
    if (count_alike(frames + i, count - i) != times)
      return 1;
  return times;
}

/* Keeps one of several frames at each position of a file. */
static int choose_time(struct dicom_frame *frames, int *count, int channel, struct tile_error *e)
{
  const int times = *count == frames->is.frames ? count_times(frames, *count) : 1;
  if (channel > 0 && times == 1)
    return reject_channel(channel, e);
  if (times > 1 && channel >= times)
    return tile_fail(e, TILE_USAGE, "--channel %d: %s has %d frames at each position, numbered from 0", channel,
                     frames->path, times);
  if (times > 1 && channel < 0)
    return tile_fail(e, TILE_REJECTED,
                     "%s: has %d frames at each position (times, echoes or segments): choose one with --channel N, 0 "
                     "for the first in the file",
                     frames->path, times);
  for (int i = 0; i < *count && times > 1; i += times) {
    qsort(frames + i, (size_t)times, sizeof *frames, by_number);
    frames[i / times] = frames[i + channel];
  }
  *count /= times;
  return TILE_OK;
}

/* The order of stacked frames is that of their file. */
static int check_stack(const struct dicom_frame *frames, int count, int channel, struct tile_error *e)
{
  if (channel > 0)
    return reject_channel(channel, e);
  return count == frames[0].is.frames
             ? TILE_OK
             : tile_fail(e, TILE_REJECTED, "%s: has several frames without positions: give this file only",
                         frames[0].path);
}

int dicom_sort(struct dicom_frame *frames, int *count, int channel, double *step, struct tile_error *e)
{
  *step = frames[0].is.stacked ? frames[0].is.step : frames[0].is.spacing[0];
  if (frames[0].is.stacked)
    return check_stack(frames, *count, channel, e);
  int code = check_series(frames, *count, e);
  for (int i = 0; i < *count && !code && *count > 1; i++)
    code = check_alike(&frames[i], &frames[0], e);
  if (code)
    return code;
  qsort(frames, (size_t)*count, sizeof *frames, by_height);
  code = choose_time(frames, count, channel, e);
  if (code || *count == 1)
    return code;
  code = find_step(frames, *count, step, e);
  return code ? code : check_steps(frames, *count, *step, e);
}
