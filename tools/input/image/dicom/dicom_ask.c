/* SPDX-License-Identifier: BSD-3-Clause */
#include "dicom.h"

#include "vectors.h"

#include <limits.h>
#include <math.h>

static bool are_finite(const double *value, int count)
{
  bool good = true;
  for (int i = 0; i < count; i++)
    good = good && isfinite(value[i]);
  return good;
}

static bool has_numbers(const struct dicom_slice *s)
{
  return are_finite(&s->slope, 1) && are_finite(&s->intercept, 1) && are_finite(s->position, 3) &&
         are_finite(s->row, 3) && are_finite(s->column, 3) && are_finite(s->spacing, 2) && are_finite(&s->step, 1) &&
         are_finite(s->padding, 2);
}

/* Directions of length 1; false: it has none. */
static bool shorten(double direction[3])
{
  const double length = tile_length(direction);
  for (int i = 0; i < 3 && length > 0; i++)
    direction[i] /= length;
  return length > 0;
}

/* The header may be that of a damaged file. */
static int check(struct dicom_frame *f, struct tile_error *e)
{
  struct dicom_slice *s = &f->is;
  s->series[sizeof s->series - 1] = s->photometric[sizeof s->photometric - 1] = 0;
  f->type = voxel_type_of(s->kind, s->bits);
  if (f->type && f->type->bits % 8 == 0 && s->nx >= 1 && s->nx <= UINT16_MAX && s->ny >= 1 && s->ny <= UINT16_MAX &&
      s->frames > f->number && s->frames <= INT_MAX && has_numbers(s)) {
    const bool directed = shorten(s->row) && shorten(s->column);
    s->placed = s->placed && directed;
    return TILE_OK;
  }
  return tile_fail(e, TILE_REJECTED, "%s: is not an image: it is damaged", f->path);
}

int dicom_read_slice(struct worker *w, struct dicom_frame *f, const char *path, int64_t number, struct tile_error *e)
{
  f->path = path;
  f->number = number;
  int code = worker_ask(w, DICOM_HEADER, path, (uint64_t)number, &f->is, sizeof f->is, e);
  return code ? code : check(f, e);
}

int dicom_read_pixels(struct worker *w, const struct dicom_frame *f, void *to, size_t bytes, struct tile_error *e)
{
  return worker_ask(w, DICOM_PIXELS, f->path, (uint64_t)f->number, to, bytes, e);
}
