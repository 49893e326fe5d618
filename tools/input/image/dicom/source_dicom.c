/* SPDX-License-Identifier: BSD-3-Clause */
/* source_dicom(): a DICOM series; each slice is a frame, in files of one or several. */
#include "dicom.h"
#include "tile_stream.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct series {
  struct worker worker;
  struct dicom_frame *frame; /* in order of z */
  int count;
  size_t bytes; /* of a slice */
  unsigned char *buffer;
  char scaling[128];
};

static int read_series(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct series *d = s->state;
  const struct dicom_frame *frame = &d->frame[z];
  const double slope = frame->is.slope, intercept = frame->is.intercept;
  size_t count = (size_t)(s->grid[0] * s->grid[1]);
  int code = dicom_read_pixels(&d->worker, frame, d->buffer, d->bytes, e);
  if (code)
    return code;
  frame->type->widen(values, d->buffer, count, 0, 1);
  for (size_t i = 0; i < count && frame->is.padded; i++)
    if (values[i] >= frame->is.padding[0] && values[i] <= frame->is.padding[1])
      values[i] = NAN;
  for (size_t i = 0; i < count && (slope != 1 || intercept != 0); i++)
    values[i] = slope * values[i] + intercept;
  return TILE_OK;
}

static void close_series(struct source *s)
{
  struct series *d = s->state;
  if (!d)
    return;
  worker_end(&d->worker);
  free(d->frame);
  free(d->buffer);
  free(d);
  s->state = NULL;
}

/* Reads the header of frame `number`; *frames: how many the file has. */
static int read_header(struct series *d, const char *path, int64_t number, int64_t *frames, struct tile_error *e)
{
  if ((d->count & (d->count - 1)) == 0) { /* grown at powers of two */
    const size_t room = d->count ? 2 * (size_t)d->count : 1;
    if (room >= INT_MAX)
      return tile_fail_memory(e, room * sizeof *d->frame, "the slices");
    if (tile_reserve(&d->frame, NULL, room, sizeof *d->frame, "the slices", e))
      return e->code;
  }
  int code = dicom_read_slice(&d->worker, &d->frame[d->count], path, number, e);
  *frames = code ? 0 : d->frame[d->count++].is.frames;
  return code;
}

static int read_headers(struct series *d, char *const *paths, int count, struct tile_error *e)
{
  int code = TILE_OK;
  for (int i = 0; i < count && !code; i++)
    for (int64_t number = 0, frames = 1; number < frames && !code; number++)
      code = read_header(d, paths[i], number, &frames, e);
  return code;
}

static void get_sides(struct source *s, const double side[3])
{
  bool cubes = true;
  for (int a = 0; a < 3; a++) {
    s->spacing[a] = 1e-3 * side[a];
    cubes = cubes && fabs(side[a] - side[0]) <= 1e-3 * side[0];
  }
  s->dx = cubes ? s->spacing[0] : 0;
  snprintf(s->dx_note, sizeof s->dx_note, "DICOM");
}

static void get_pose(struct source *s, const struct dicom_slice *first, double step)
{
  const double side[3] = {first->spacing[0], first->spacing[1], step};
  double axis[3][3], centre[3];
  if (side[0] > 0 && step > 0)
    get_sides(s, side);
  if (first->stacked && s->spacing[0] == 0)
    snprintf(s->dx_note, sizeof s->dx_note, "the DICOM file does not state the spacing of its frames or pixels");
  if (!first->placed)
    return;
  memcpy(axis[0], first->row, sizeof axis[0]);
  memcpy(axis[1], first->column, sizeof axis[1]);
  dicom_normal(first, axis[2]);
  for (int a = 0; a < 3; a++)
    centre[a] = 1e-3 * first->position[a];
  pose_orient(&s->pose, (const double(*)[3])axis);
  pose_centre(&s->pose, centre, s->spacing);
}

/* Describes the scale of a slice if all have the same. */
static void describe_scale(struct source *s, struct series *d)
{
  const struct dicom_slice *first = &d->frame->is;
  char slope[TILE_REAL_TEXT], more[TILE_REAL_TEXT];
  bool alike = true, scaled = false;
  for (int i = 0; i < d->count; i++) {
    const struct dicom_slice *slice = &d->frame[i].is;
    alike = alike && slice->slope == first->slope && slice->intercept == first->intercept;
    scaled = scaled || slice->slope != 1 || slice->intercept != 0;
    s->means = s->means || slice->slope != floor(slice->slope) || slice->intercept != floor(slice->intercept);
  }
  s->photometric = d->scaling;
  snprintf(d->scaling, sizeof d->scaling, "%s", first->photometric);
  if (scaled && alike)
    snprintf(d->scaling, sizeof d->scaling, "%s, scaled: %s x stored %c %s", first->photometric,
             tile_real_text(slope, first->slope), first->intercept < 0 ? '-' : '+',
             tile_real_text(more, fabs(first->intercept)));
  else if (scaled)
    snprintf(d->scaling, sizeof d->scaling, "%s, each slice with its own scale", first->photometric);
}

/* The values that stand for no image, of the first slice that has some. */
static void describe_padding(struct source *s, const struct series *d)
{
  for (int i = 0; i < d->count && !s->padded; i++) {
    const struct dicom_slice *slice = &d->frame[i].is;
    s->padded = slice->padded;
    if (s->padded && slice->padding[0] == slice->padding[1])
      snprintf(s->padding, sizeof s->padding, "%.17g", slice->padding[0]);
    else if (s->padded)
      snprintf(s->padding, sizeof s->padding, "%.17g to %.17g", slice->padding[0], slice->padding[1]);
  }
}

static int make_buffer(struct series *d, struct tile_error *e)
{
  const struct dicom_frame *first = d->frame;
  d->bytes = (size_t)(first->is.nx * first->is.ny * first->type->bits / 8);
  d->buffer = tile_alloc(d->bytes, 1);
  return d->buffer ? TILE_OK : tile_fail_memory(e, d->bytes, "one slice");
}

static int open_series(struct source *s, char *const *paths, int count, int channel, struct tile_error *e)
{
  struct series *d = s->state;
  double step;
  int code = read_headers(d, paths, count, e);
  if (!code)
    code = dicom_sort(d->frame, &d->count, channel, &step, e);
  if (code)
    return code;
  const struct dicom_frame *first = d->frame;
  s->grid[0] = first->is.nx;
  s->grid[1] = first->is.ny;
  s->grid[2] = d->count;
  s->type = first->type->name;
  get_pose(s, &first->is, step);
  describe_scale(s, d);
  describe_padding(s, d);
  return pose_is_straight(&s->pose) ? make_buffer(d, e)
                                    : tile_fail(e, TILE_REJECTED,
                                                "%s: its rows and columns are not at right angles: "
                                                "the file is damaged",
                                                first->path);
}

int source_dicom(struct source *s, char *const *paths, int count, int channel, struct tile_error *e)
{
  *s = (struct source){.read = read_series, .close = close_series, .rereadable = true, .slow = true};
  struct series *d = s->state = tile_alloc(1, sizeof *d);
  if (!d)
    return tile_fail_memory(e, sizeof *d, "a series");
  d->worker = (struct worker)DICOM_WORKER;
  int code = open_series(s, paths, count, channel, e);
  if (code)
    close_series(s);
  return code;
}
