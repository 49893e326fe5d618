/* SPDX-License-Identifier: BSD-3-Clause */
/* Data sets in chunks, which all threads compress. */
#include "write_hdf5.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { CHUNK = 1 << 20, BATCH = 16, SMALL = 1 << 12 }; /* bytes; chunks; bytes that are not worth a chunk */

/* ---- sizes ---------------------------------------------------------------------- */

static uint64_t bytes_of(const struct hdf5_item *i)
{
  uint64_t bytes = (uint64_t)i->bytes;
  for (int a = 0; a < i->rank; a++)
    bytes *= i->size[a];
  return bytes;
}

/* Sets the chunks: layers of the first dimension whose layers are small enough, as even as they can be. */
static void plan(struct hdf5_out *o)
{
  const uint64_t *size = o->item.size;
  uint64_t row = o->left;
  o->axis = -1;
  do {
    o->axis++;
    o->chunk[o->axis] = 1;
    row /= size[o->axis];
  } while (row > CHUNK && o->axis + 1 < o->item.rank);
  const uint64_t most = row < CHUNK ? CHUNK / row : 1, whole = size[o->axis];
  o->parts = (whole + most - 1) / most;
  o->chunk[o->axis] = (whole + o->parts - 1) / o->parts;
  o->parts = (whole + o->chunk[o->axis] - 1) / o->chunk[o->axis];
  o->row = row;
  o->size = (size_t)(row * o->chunk[o->axis]);
  for (int a = o->axis + 1; a < o->item.rank; a++)
    o->chunk[a] = size[a];
}

/* Where chunk n lies, and how many bytes of it are inside the data set. */
static size_t place_of(const struct hdf5_out *o, uint64_t n, hsize_t at[HDF5_RANK])
{
  const uint64_t part = n % o->parts, begin = part * o->chunk[o->axis], end = begin + o->chunk[o->axis],
                 whole = o->item.size[o->axis];
  uint64_t before = n / o->parts;
  memset(at, 0, HDF5_RANK * sizeof *at);
  for (int a = o->axis - 1; a >= 0; before /= o->item.size[a--])
    at[a] = before % o->item.size[a];
  at[o->axis] = begin;
  return (size_t)(((end < whole ? end : whole) - begin) * o->row);
}

/* ---- begin ------------------------------------------------------------------------ */

static hid_t create(const struct hdf5_out *o, hid_t file)
{
  const hid_t space = hdf5_space_of(&o->item), links = H5Pcreate(H5P_LINK_CREATE), how = H5Pcreate(H5P_DATASET_CREATE);
  hid_t set = -1;
  H5Pset_obj_track_times(how, false); /* the same values give the same file */
  H5Pset_create_intermediate_group(links, 1);
  if (o->packed) {
    H5Pset_chunk(how, o->item.rank, o->chunk);
    H5Pset_shuffle(how);
    H5Pset_deflate(how, Z_BEST_SPEED);
    H5Pset_fill_time(how, H5D_FILL_TIME_NEVER);
  }
  if (space >= 0)
    set = H5Dcreate2(file, o->item.name, o->type, space, links, how, H5P_DEFAULT);
  H5Pclose(how);
  H5Pclose(links);
  if (space >= 0)
    H5Sclose(space);
  return set;
}

int hdf5_out_begin(struct hdf5_out *o, hid_t file, const struct hdf5_item *item, const char *path, struct tile_error *e)
{
  *o = (struct hdf5_out){.item = *item, .type = hdf5_type_of(item), .left = bytes_of(item)};
  o->packed = o->left > SMALL && item->kind != 't';
  if (o->packed)
    plan(o);
  else
    o->size = (size_t)o->left;
  const size_t chunks = o->packed ? BATCH : 1;
  o->room = tile_alloc(1, chunks * o->size + 1); /* a zero ends text */
  if (!o->room)
    return tile_fail_memory(e, chunks * o->size, path);
  o->set = create(o, file);
  return o->set < 0 ? hdf5_fail(path, e) : TILE_OK;
}

void hdf5_out_end(struct hdf5_out *o)
{
  if (o->set > 0)
    H5Dclose(o->set);
  if (o->type > 0)
    H5Tclose(o->type);
  free(o->room);
  *o = (struct hdf5_out){0};
}

/* ---- values -------------------------------------------------------------------- */

/* The first bytes of all values, then the second ones: as HDF5's filter does, they compress better. */
static void shuffle(unsigned char *to, const unsigned char *from, size_t bytes, size_t value)
{
  const size_t count = bytes / value;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < value; k++)
      to[k * count + i] = from[i * value + k];
}

/* Returns the compressed chunk, and its size; NULL: out of memory. */
static unsigned char *pack(const struct hdf5_out *o, int i, uLongf *size)
{
  unsigned char *from = o->room + (size_t)i * o->size, *mixed = malloc(o->size), *to;
  *size = compressBound(o->size);
  to = malloc(*size);
  if (mixed && to)
    shuffle(mixed, from, o->size, (size_t)o->item.bytes);
  if (!mixed || !to || compress2(to, size, mixed, o->size, Z_BEST_SPEED) != Z_OK) {
    free(to);
    to = NULL;
  }
  free(mixed);
  return to;
}

static int write_batch(struct hdf5_out *o, const char *path, struct tile_error *e)
{
  unsigned char *packed[BATCH] = {NULL};
  uLongf size[BATCH];
  int code = TILE_OK;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < o->full; i++)
    packed[i] = pack(o, i, &size[i]);
  for (int i = 0; i < o->full; i++) {
    hsize_t at[HDF5_RANK];
    place_of(o, o->number + (uint64_t)i, at);
    if (!code && !packed[i])
      code = tile_fail_memory(e, o->size, path);
    if (!code && H5Dwrite_chunk(o->set, H5P_DEFAULT, 0, at, size[i], packed[i]) < 0)
      code = hdf5_fail(path, e);
    free(packed[i]);
  }
  o->number += (uint64_t)o->full;
  o->full = 0;
  return code;
}

/* A chunk at the border is padded with zeros. */
static int complete_chunk(struct hdf5_out *o, const char *path, struct tile_error *e)
{
  memset(o->room + (size_t)o->full * o->size + o->filled, 0, o->size - o->filled);
  o->filled = 0;
  o->full++;
  return o->full == BATCH || !o->left ? write_batch(o, path, e) : TILE_OK;
}

static int write_whole(const struct hdf5_out *o, const char *path, struct tile_error *e)
{
  const void *values = o->item.kind == 't' ? (const void *)&o->room : o->room;
  return H5Dwrite(o->set, o->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0 ? hdf5_fail(path, e) : TILE_OK;
}

int hdf5_out_put(struct hdf5_out *o, const void *values, size_t bytes, const char *path, struct tile_error *e)
{
  const unsigned char *from = values;
  if (bytes > o->left)
    return tile_fail(e, TILE_FAILED, "%s: more values than '%s' has", path, o->item.name);
  for (size_t some; bytes; bytes -= some, from += some) {
    hsize_t at[HDF5_RANK];
    const size_t whole = o->packed ? place_of(o, o->number + (uint64_t)o->full, at) : o->size,
                 lacks = whole - o->filled;
    some = bytes < lacks ? bytes : lacks;
    memcpy(o->room + (size_t)o->full * o->size + o->filled, from, some);
    o->filled += some;
    o->left -= some;
    if (o->packed && o->filled == whole && complete_chunk(o, path, e))
      return e->code;
  }
  return o->packed || o->left || !o->size ? TILE_OK : write_whole(o, path, e);
}
