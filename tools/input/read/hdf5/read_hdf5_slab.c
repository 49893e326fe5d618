/* Slices, from slabs that are as thick as the chunks. */
#include "read_hdf5.h"

#include <stdlib.h>
#include <string.h>

enum { SLAB = 16 << 20, SLAB_MOST = 160 << 20 }; /* bytes: if one layer of chunks is less, or more */

static hsize_t slice_bytes(const struct hdf5_set *s)
{
  return (s->window[1][1] - s->window[1][0]) * (s->window[2][1] - s->window[2][0]) * s->value;
}

static hsize_t layer_of(const struct hdf5_set *s)
{
  hsize_t chunk[3] = {1, 1, 1};
  const hid_t list = H5Dget_create_plist(s->set);
  if (list > 0 && s->rank == 3 && H5Pget_layout(list) == H5D_CHUNKED)
    H5Pget_chunk(list, 3, chunk);
  if (list > 0)
    H5Pclose(list);
  return chunk[0];
}

/* Whole layers of chunks. A layer of more than SLAB_MOST is read in parts, and its chunks are decoded for each. */
void hdf5_plan(struct hdf5_set *s)
{
  const hsize_t bytes = slice_bytes(s), layer = layer_of(s), most = SLAB_MOST / bytes, usual = SLAB / bytes;
  s->depth = layer > most ? most : usual > layer ? usual / layer * layer : layer;
  if (s->depth < 1)
    s->depth = 1;
  if (s->depth > s->size[0])
    s->depth = s->size[0];
  free(s->slab);
  s->slab = NULL;
  s->begin = s->end = 0;
}

void hdf5_set_window(struct hdf5_set *s, int axis, uint64_t number)
{
  const hsize_t begin = number >> 32, end = number & UINT32_MAX;
  if (begin >= end || end > s->size[axis])
    return;
  s->window[axis][0] = begin;
  s->window[axis][1] = end;
  hdf5_plan(s);
}

static int read_slab(struct hdf5_set *s, struct tile_error *e)
{
  const hsize_t start[3] = {s->begin, s->window[1][0], s->window[2][0]};
  const hsize_t count[3] = {s->end - s->begin, s->window[1][1] - start[1], s->window[2][1] - start[2]};
  const int first = 3 - s->rank;
  const hid_t memory = H5Screate_simple(s->rank, count + first, NULL);
  const bool good = memory > 0 &&
                    H5Sselect_hyperslab(s->space, H5S_SELECT_SET, start + first, NULL, count + first, NULL) >= 0 &&
                    H5Dread(s->set, s->type, memory, s->space, H5P_DEFAULT, s->slab) >= 0;
  if (!good)
    hdf5_reject(s->path, e, "slices z=%llu to %llu of %s cannot be read: a chunk is damaged or cut off",
                (unsigned long long)s->begin, (unsigned long long)s->end - 1, s->name);
  if (memory > 0)
    H5Sclose(memory);
  return good ? TILE_OK : e->code;
}

static int load(struct hdf5_set *s, uint64_t z, struct tile_error *e)
{
  const hsize_t from = s->window[0][0], to = s->window[0][1];
  if (z >= s->begin && z < s->end)
    return TILE_OK;
  if (!s->slab && !(s->slab = tile_alloc(s->depth, slice_bytes(s))))
    return tile_fail_memory(e, s->depth * slice_bytes(s), "the slices of a chunk");
  s->begin = z / s->depth * s->depth;
  s->end = s->begin + s->depth < s->size[0] ? s->begin + s->depth : s->size[0];
  if (z >= from && s->begin < from)
    s->begin = from;
  if (z < to && s->end > to)
    s->end = to;
  const int code = hdf5_read_chunks(s) ? TILE_OK : read_slab(s, e);
  if (code)
    s->begin = s->end = 0;
  return code;
}

int hdf5_slice(struct hdf5_set *s, uint64_t z, unsigned char *to, size_t bytes, struct tile_error *e)
{
  const size_t row = s->size[2] * s->value, part = (s->window[2][1] - s->window[2][0]) * s->value;
  if (z >= s->size[0] || bytes != s->size[1] * row)
    return hdf5_reject(s->path, e, "%s holds fewer values than its size says", s->name);
  if (load(s, z, e))
    return e->code;
  const unsigned char *from = s->slab + (z - s->begin) * slice_bytes(s);
  if (part < row || s->window[1][1] - s->window[1][0] < s->size[1])
    memset(to, 0, bytes);
  for (hsize_t y = s->window[1][0]; y < s->window[1][1]; y++, from += part)
    memcpy(to + y * row + s->window[2][0] * s->value, from, part);
  return TILE_OK;
}
