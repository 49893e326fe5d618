/* SPDX-License-Identifier: BSD-3-Clause */
/* source_volume(): a volume whose header one of the readers of volume_file.h can read. */
#include "prefetch.h"
#include "source.h"
#include "volume_file.h"
#include "worker.h"
#include "tile_stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct volume {
  struct volume_file file;
  struct volume_data *data;
  int channel;           /* which of `channels` is read */
  int64_t before;        /* slices of the volumes before this one */
  size_t slice;          /* bytes */
  unsigned char *buffer; /* one slice, used by read */
  char text[256];        /* format, array, scaling: for the report */
};

/* Reads all channels of a slice, in native byte order. */
static int read_stored(struct volume *v, int64_t z, void *to, struct tile_error *e)
{
  const struct volume_file *f = &v->file;
  int code = f->worker        ? worker_ask(f->worker, f->request, f->path, (uint64_t)(v->before + z), to, v->slice, e)
             : f->slices.read ? f->slices.read(f->slices.of, v->before + z, to, e)
                              : volume_data_read(v->data, (uint64_t)(v->before + z) * v->slice, to, v->slice, e);
  if (!code && f->swap)
    voxel_type_swap(f->type, to, (size_t)(f->grid[0] * f->grid[1] * f->channels));
  return code;
}

static int get_volume(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct volume *v = s->state;
  const struct volume_file *f = &v->file;
  (void)lane;
  if (f->channels == 1 && f->type == s->memory_type)
    return read_stored(v, z, values, e);
  void *stored = tile_alloc(v->slice, 1);
  int code = stored ? read_stored(v, z, stored, e) : tile_fail_memory(e, v->slice, "one slice");
  if (!code)
    voxel_type_to_memory(f->type, values, stored, (size_t)(f->grid[0] * f->grid[1]), (size_t)v->channel,
                         (size_t)f->channels);
  free(stored);
  return code;
}

static int read_volume(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct volume *v = s->state;
  const struct volume_file *f = &v->file;
  size_t count = (size_t)(s->grid[0] * s->grid[1]);
  if (!v->buffer && !(v->buffer = tile_alloc(v->slice, 1)))
    return tile_fail_memory(e, v->slice, "one slice");
  int code = read_stored(v, z, v->buffer, e);
  if (code)
    return code;
  f->type->widen(values, v->buffer, count, (size_t)v->channel, (size_t)f->channels);
  for (size_t i = 0; i < count && f->missings; i++)
    values[i] = values[i] == f->missing[0] || values[i] == f->missing[f->missings - 1] ? (double)NAN : values[i];
  for (size_t i = 0; i < count && f->slope != 0; i++)
    values[i] = f->slope * values[i] + f->intercept;
  return TILE_OK;
}

/* Chunks outside the window need not be read. */
static int restrict_volume(struct source *s, const int64_t begin[3], const int64_t end[3], struct tile_error *e)
{
  const struct volume *v = s->state;
  const struct volume_file *f = &v->file;
  int code = TILE_OK;
  if (f->slices.window)
    f->slices.window(f->slices.of, begin, end);
  for (int a = 0; a < 3 && !code && f->worker; a++) {
    const uint64_t from = (uint64_t)begin[a], to = (uint64_t)end[a];
    char done;
    if (to <= UINT32_MAX)
      code = worker_ask(f->worker, f->windows[a], f->path, from << 32 | to, &done, 1, e);
  }
  return code;
}

static void close_volume(struct source *s)
{
  struct volume *v = s->state;
  if (!v)
    return;
  volume_data_close(v->data);
  if (v->file.worker)
    worker_end(v->file.worker);
  free(v->file.worker);
  if (v->file.slices.close)
    v->file.slices.close(v->file.slices.of);
  free(v->file.data);
  free(v->buffer);
  free(v);
  s->state = NULL;
}

static int reject_several(const struct volume_file *f, struct tile_error *e)
{
  const long long volumes = f->volumes;
  if (volumes == 1)
    return volume_reject(f, e, "has %d values per voxel: choose one with --channel N, from 0", f->channels);
  if (f->channels == 1)
    return volume_reject(f, e, "contains %lld volumes (times or components): choose one with --channel N, from 0",
                         volumes);
  return volume_reject(f, e,
                       "contains %lld volumes of %d values per voxel: choose one with --channel N; those of the "
                       "second volume begin with %d",
                       volumes, f->channels, f->channels);
}

static int check_channel(struct volume *v, int channel, struct tile_error *e)
{
  const struct volume_file *f = &v->file;
  const int64_t count = f->channels * f->volumes, taken = channel < 0 ? 0 : channel;
  if (channel < 0 && count > 1)
    return reject_several(f, e);
  if (taken >= count)
    return tile_fail(e, TILE_USAGE, "%s: --channel %d: there are %lld", f->path, channel, (long long)count);
  v->channel = (int)(taken % f->channels);
  v->before = taken / f->channels * f->grid[2];
  return TILE_OK;
}

static int open_values(struct volume *v, struct tile_error *e)
{
  uint64_t bytes = volume_bytes(&v->file);
  if (!bytes)
    return volume_reject(&v->file, e, "the size in its header is impossible");
  if (!pose_is_straight(&v->file.pose))
    return volume_reject(&v->file, e, "its axes are not at right angles: resample it to a rectangular grid");
  v->slice = bytes / (uint64_t)(v->file.grid[2] * v->file.volumes);
  return v->file.worker || v->file.slices.read ? TILE_OK : volume_data_open(&v->data, &v->file, e);
}

/* Sides that differ are kept; callers that need cubes must check. */
static void get_size(struct source *s, const struct volume_file *f)
{
  bool cubes = f->side[0] > 0;
  for (int a = 0; a < 3; a++) {
    s->spacing[a] = f->side[a];
    s->shape[a] = f->shape[a];
    cubes = cubes && fabs(f->side[a] - f->side[0]) <= 1e-3 * f->side[0];
  }
  s->dx = cubes ? f->side[0] : 0;
  s->pose = f->pose;
  snprintf(s->dx_note, sizeof s->dx_note, "%s", f->note);
  snprintf(s->warning, sizeof s->warning, "%s", f->warning);
}

/* "NRRD", "VTK image, array grey of 2", "NIfTI, scaled: 2 x stored - 7" */
static void describe_format(struct source *s, struct volume *v, const char *format)
{
  const struct volume_file *f = &v->file;
  char slope[TILE_REAL_TEXT], more[TILE_REAL_TEXT], scaling[100] = "";
  if (f->slope != 0)
    snprintf(scaling, sizeof scaling, ", scaled: %s x stored %c %s", tile_real_text(slope, f->slope),
             f->intercept < 0 ? '-' : '+', tile_real_text(more, fabs(f->intercept)));
  snprintf(v->text, sizeof v->text, "%s%s%s%s", format, *f->array_note ? ", " : "", f->array_note, scaling);
  s->photometric = v->text;
}

static void describe_missing(struct source *s, const struct volume_file *f)
{
  s->padded = f->missings > 0;
  for (int i = 0; i < f->missings; i++)
    snprintf(s->padding + strlen(s->padding), sizeof s->padding - strlen(s->padding), "%s%.17g", i ? " or " : "",
             f->missing[i]);
}

static void describe(struct source *s, struct volume *v, const char *format)
{
  const struct volume_file *f = &v->file;
  memcpy(s->grid, f->grid, sizeof s->grid);
  get_size(s, f);
  s->type = f->type->name;
  s->data = f->data;
  s->restrict_to = *f->windows || f->slices.window ? restrict_volume : NULL;
  describe_format(s, v, format);
  s->means = f->slope != 0 && (f->slope != floor(f->slope) || f->intercept != floor(f->intercept));
  describe_missing(s, f);
  if (f->slope != 0 || (f->missings && !(isnan(f->missing[0]) && isnan(f->missing[f->missings - 1]))))
    return;
  s->read_typed = get_volume;
  s->memory_type = voxel_type_in_memory(f->type);
  s->lanes =
      f->coding || f->worker || f->slices.read ? 1 : prefetch_lanes((size_t)(f->grid[0] * f->grid[1]), f->grid[2]);
}

/* --unit is an error if the file states its unit, or if nothing depends on the unit. */
static int check_unit(const struct volume_file *f, const struct image_choice *choice, struct tile_error *e)
{
  if (!choice->unit || f->assumed)
    return TILE_OK;
  return tile_fail(e, TILE_USAGE, "%s: --unit %s: the file %s: leave out --unit%s", f->path, f->unit,
                   f->side[0] > 0 ? "states its unit" : "does not state a voxel size",
                   f->side[0] > 0 ? ", or override the size with --voxel" : " and give --voxel");
}

static int check_array(const struct volume_file *f, const char *format, struct tile_error *e)
{
  return !f->array || f->named
             ? TILE_OK
             : tile_fail(e, TILE_USAGE, "%s: --array %s: a %s file has no named arrays", f->path, f->array, format);
}

/* A slope of 1 with intercept 0 is no scaling. */
static int check_scale(struct volume_file *f, struct tile_error *e)
{
  if (!isfinite(f->slope) || !isfinite(f->intercept))
    return volume_reject(f, e, "its values are scaled by numbers that are not finite");
  if (f->slope == 1 && f->intercept == 0)
    f->slope = 0;
  return TILE_OK;
}

static int open_volume(struct volume *v, volume_header *header, const char *format, const struct image_choice *choice,
                       struct tile_error *e)
{
  int code = header(&v->file, e);
  if (!code)
    code = check_array(&v->file, format, e);
  if (!code)
    code = check_unit(&v->file, choice, e);
  if (!code)
    code = check_scale(&v->file, e);
  if (!code)
    code = open_values(v, e);
  return code ? code : check_channel(v, choice->channel, e);
}

int source_volume(struct source *s, volume_header *header, const char *format, const char *path,
                  const struct image_choice *choice, struct tile_error *e)
{
  *s = (struct source){.read = read_volume, .close = close_volume, .rereadable = true};
  struct volume *v = s->state = tile_alloc(1, sizeof *v);
  if (!v)
    return tile_fail_memory(e, sizeof *v, "a volume");
  v->file = (struct volume_file){
      .path = path, .array = choice->array, .unit = choice->unit ? choice->unit : choice->usual_unit};
  int code = open_volume(v, header, format, choice, e);
  if (code)
    close_volume(s);
  else
    describe(s, v, format);
  s->slow = !code && (v->file.coding || v->file.worker || v->file.slices.read);
  s->forward = !code && v->file.coding && volume_coding_forward(v->file.coding);
  return code;
}
