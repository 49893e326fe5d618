/* SPDX-License-Identifier: BSD-3-Clause */
/* zarr_header(): an array of Zarr, or the finest of an image of OME-Zarr; FOLDER or FOLDER:NAME. */
#include "zarr.h"

#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- axes ---- */

static void choose_volume(struct zarr_array *a, int64_t volume)
{
  chunk_volume(a->at, a->axis, a->shape, a->axes, (uint64_t)volume);
  a->volume = volume;
  chunk_slab_free(&a->slab);
}

static int take_axes(struct volume_file *v, struct zarr_array *a, struct tile_error *e)
{
  char warning[CHUNK_WARNING];
  chunk_axes(a->axis, a->axis_name, a->shape, a->axes, warning);
  if (*warning)
    volume_warn(v, "%s", warning);
  v->volumes = chunk_volumes(a->axis, a->shape, a->axes);
  if (!v->volumes)
    return volume_reject(v, e, "its shape is impossible");
  for (int k = 0; k < 3; k++) {
    const int axis = a->axis[k];
    v->grid[2 - k] = axis < 0 ? 1 : (int64_t)a->shape[axis];
    a->slab.size[k] = (uint64_t)v->grid[2 - k];
    a->slab.chunk[k] = axis < 0 ? 1 : a->chunk[axis];
  }
  return TILE_OK;
}

/* ---- the size of a voxel ---- */

/* Sets the sides; the unit of all: of x, or m if they differ and are known. If one is not, nor are the proportions: 0. */
static void get_sides(const struct zarr_array *a, const struct zarr_scale *s, double side[3], char unit[ZARR_NAME])
{
  bool same = true, known = true;
  for (int k = 0; k < 3; k++) {
    const int axis = a->axis[2 - k] < 0 ? a->axis[2] : a->axis[2 - k];
    side[k] = s->scale[axis];
    same = same && strcmp(s->unit[axis], s->unit[a->axis[2]]) == 0;
    known = known && tile_length_in(1, s->unit[axis]) > 0;
  }
  snprintf(unit, ZARR_NAME, "%s", same ? s->unit[a->axis[2]] : known ? "m" : "of several axes");
  for (int k = 0; k < 3 && !same; k++)
    side[k] *= known ? tile_length_in(1, s->unit[a->axis[2 - k] < 0 ? a->axis[2] : a->axis[2 - k]]) : 0;
}

/* An image whose scale is 1 and that names no unit says nothing; microscopes do not measure in mm. */
static int take_scale(struct volume_file *v, struct zarr_array *a, const struct zarr_scale *s, struct tile_error *e)
{
  double side[3];
  char unit[ZARR_NAME];
  if (s->axes != a->axes)
    return volume_reject(v, e, "its image has %d axes (multiscales), and its array %d", s->axes, a->axes);
  get_sides(a, s, side, unit);
  if (isnan(side[0] + side[1] + side[2]))
    return volume_reject(v, e, "its image is not placed by scale and translation (coordinateTransformations)");
  if (*unit || side[0] != 1 || side[1] != 1 || side[2] != 1)
    volume_sides(v, side, *unit ? unit : NULL, "OME-Zarr");
  return TILE_OK;
}

/* ---- what it holds ---- */

static int check_chunks(struct volume_file *v, struct zarr_array *a, const char *name, struct tile_error *e)
{
  const double voxels = (double)a->slab.size[0] * (double)a->slab.size[1] * (double)a->slab.size[2];
  if (zarr_count(a, e))
    return e->code;
  if (!a->written)
    return volume_reject(v, e, "%s has no values: none of its chunks is there", name);
  if ((double)a->bytes > 1e5 * (double)a->largest)
    return volume_reject(v, e, "the size of the chunks of %s is impossible", name);
  if (voxels * (double)a->slab.value > 1e5 * (double)a->stored)
    return volume_reject(v, e, "the size of %s is impossible: %llu of its %llu chunks are there", name,
                         (unsigned long long)a->written, (unsigned long long)a->chunks);
  if (a->written < a->chunks)
    volume_warn(v, "%llu of the %llu chunks of %s were never written: their voxels have its fill value, %s",
                (unsigned long long)(a->chunks - a->written), (unsigned long long)a->chunks, name, a->fill_text);
  return TILE_OK;
}

static void note_name(struct volume_file *v, const struct zarr_found *f)
{
  char text[96];
  if (f->levels > 1)
    snprintf(text, sizeof text, "%.60s, the finest of %d", f->name, f->levels);
  else
    snprintf(text, sizeof text, "%.80s", f->name);
  if (*f->name)
    volume_array(v, text, 0);
}

static int take(struct volume_file *v, struct zarr_array *a, const struct zarr_found *f, struct tile_error *e)
{
  struct zarr_scale scale;
  v->type = a->type;
  if (zarr_attributes(a, v, e) || zarr_scale(&scale, a->folder, e))
    return e->code;
  for (int i = 0; i < scale.axes && scale.axes == a->axes; i++)
    memcpy(a->axis_name[i], scale.name[i], ZARR_NAME);
  v->channels = 1;
  v->swap = a->codecs.swap;
  v->named = true;
  a->slab.value = (size_t)a->type->bits / 8;
  if (take_axes(v, a, e) || (scale.axes && take_scale(v, a, &scale, e)))
    return e->code;
  if (!volume_bytes(v))
    return volume_reject(v, e, "the size in its header is impossible");
  note_name(v, f);
  if (check_chunks(v, a, *f->name ? f->name : "the array", e))
    return e->code;
  choose_volume(a, 0);
  chunk_slab_begin(&a->slab);
  return TILE_OK;
}

/* ---- slices ---- */

static int read_slice(void *of, int64_t slice, void *to, struct tile_error *e)
{
  struct zarr_array *a = of;
  const int64_t count = (int64_t)a->slab.size[0];
  if (slice / count != a->volume)
    choose_volume(a, slice / count);
  return chunk_slab_slice(&a->slab, (uint64_t)(slice % count), to, zarr_fill_slab, a, e);
}

static void set_window(void *of, const int64_t begin[3], const int64_t end[3])
{
  struct zarr_array *a = of;
  for (int i = 0; i < 3; i++)
    chunk_slab_window(&a->slab, 2 - i, (uint64_t)begin[i], (uint64_t)end[i]);
}

static void close_array(void *of)
{
  chunk_slab_free(&((struct zarr_array *)of)->slab);
  free(of);
}

int zarr_header(struct volume_file *v, struct tile_error *e)
{
  struct zarr_found found;
  if (volume_split(v, e) || zarr_find(&found, v, v->array, e))
    return e->code;
  struct zarr_array *a = tile_alloc(1, sizeof *a);
  if (!a)
    return tile_fail_memory(e, sizeof *a, "a volume");
  v->slices = (struct volume_slices){read_slice, set_window, close_array, a};
  memcpy(a->folder, found.folder, sizeof a->folder);
  return zarr_meta(a, v, e) || take(v, a, &found, e) ? e->code : TILE_OK;
}
