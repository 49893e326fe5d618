/* SPDX-License-Identifier: BSD-3-Clause */
/* Slices, by threads of ours or by HDF5. */
#include "read_hdf5.h"

#include <stdlib.h>
#include <string.h>

void hdf5_plan(struct hdf5_set *s)
{
  hsize_t chunk[H5S_MAX_RANK];
  const hid_t list = H5Dget_create_plist(s->set);
  const bool chunked =
      list > 0 && s->rank >= 3 && H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, s->rank, chunk) == s->rank;
  if (list > 0)
    H5Pclose(list);
  for (int a = 0; a < 3; a++)
    s->slab.chunk[a] = chunked && s->axis[a] >= 0 ? chunk[s->axis[a]] : 1;
  chunk_slab_begin(&s->slab);
}

/* From what lies as in the file, `count` along each dimension, to z, y, x. */
static void turn(const struct hdf5_set *s, const hsize_t *count, const unsigned char *from)
{
  const size_t value = s->slab.value;
  size_t stride[3] = {0}, size[3] = {1, 1, 1}, step = value;
  unsigned char *to = s->slab.values;
  for (int i = s->rank; i-- > 0; step *= count[i])
    for (int a = 0; a < 3; a++)
      if (s->axis[a] == i) {
        stride[a] = step;
        size[a] = count[i];
      }
  for (size_t z = 0; z < size[0]; z++)
    for (size_t y = 0; y < size[1]; y++)
      for (size_t x = 0; x < size[2]; x++, to += value)
        memcpy(to, from + z * stride[0] + y * stride[1] + x * stride[2], value);
}

static int fill(struct chunk_slab *slab, void *set, struct tile_error *e)
{
  const struct hdf5_set *s = set;
  const hsize_t from[3] = {slab->begin, slab->window[1][0], slab->window[2][0]};
  const hsize_t to[3] = {slab->end, slab->window[1][1], slab->window[2][1]};
  hsize_t start[H5S_MAX_RANK], count[H5S_MAX_RANK];
  if (hdf5_read_chunks(set))
    return TILE_OK;
  for (int a = 0; a < s->rank; a++) {
    start[a] = s->at[a];
    count[a] = 1;
  }
  for (int a = 0; a < 3; a++)
    if (s->axis[a] >= 0) {
      start[s->axis[a]] = from[a];
      count[s->axis[a]] = to[a] - from[a];
    }
  const bool turned = s->axis[0] > s->axis[1] || s->axis[1] > s->axis[2];
  const size_t bytes = (to[0] - from[0]) * (to[1] - from[1]) * (to[2] - from[2]) * slab->value;
  unsigned char *values = turned ? tile_alloc(bytes, 1) : slab->values;
  if (!values)
    return tile_fail_memory(e, bytes, "the slices of a chunk");
  const hid_t memory = H5Screate_simple(s->rank, count, NULL);
  const bool good = memory > 0 && H5Sselect_hyperslab(s->space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                    H5Dread(s->set, s->type, memory, s->space, H5P_DEFAULT, values) >= 0;
  if (good && turned)
    turn(s, count, values);
  if (turned)
    free(values);
  if (!good)
    hdf5_reject(s->path, e, "slices z=%llu to %llu of %s cannot be read: a chunk is damaged or cut off",
                (unsigned long long)slab->begin, (unsigned long long)slab->end - 1, s->name);
  if (memory > 0)
    H5Sclose(memory);
  return good ? TILE_OK : e->code;
}

int hdf5_slice(struct hdf5_set *s, uint64_t slice, unsigned char *to, size_t bytes, struct tile_error *e)
{
  const uint64_t *size = s->slab.size;
  const int64_t volume = (int64_t)(slice / size[0]);
  if (volume >= s->volumes || bytes != size[1] * size[2] * s->slab.value)
    return hdf5_reject(s->path, e, "%s holds fewer values than its size says", s->name);
  if (volume != s->volume) {
    chunk_volume(s->at, s->axis, s->size, s->rank, (uint64_t)volume);
    s->volume = volume;
    chunk_slab_free(&s->slab);
  }
  return chunk_slab_slice(&s->slab, slice % size[0], to, fill, s, e);
}
