/* SPDX-License-Identifier: BSD-3-Clause */
/* Slices, by threads of ours or by HDF5. */
#include "read_hdf5.h"

void hdf5_plan(struct hdf5_set *s)
{
  hsize_t chunk[H5S_MAX_RANK];
  const hid_t list = H5Dget_create_plist(s->set);
  const bool chunked =
      list > 0 && s->rank >= 3 && H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, s->rank, chunk) == s->rank;
  if (list > 0)
    H5Pclose(list);
  for (int a = 0; a < 3; a++)
    s->slab.chunk[a] = chunked ? chunk[s->axis[a]] : 1;
  chunk_slab_begin(&s->slab);
}

static int fill(struct chunk_slab *slab, void *set, struct tile_error *e)
{
  const struct hdf5_set *s = set;
  const hsize_t from[3] = {slab->begin, slab->window[1][0], slab->window[2][0]};
  const hsize_t to[3] = {slab->end, slab->window[1][1], slab->window[2][1]};
  hsize_t start[H5S_MAX_RANK] = {0}, count[H5S_MAX_RANK];
  if (hdf5_read_chunks(set))
    return TILE_OK;
  for (int a = 0; a < s->rank; a++)
    count[a] = 1;
  for (int a = 0; a < 3; a++)
    if (s->axis[a] >= 0) {
      start[s->axis[a]] = from[a];
      count[s->axis[a]] = to[a] - from[a];
    }
  const hid_t memory = H5Screate_simple(s->rank, count, NULL);
  const bool good = memory > 0 && H5Sselect_hyperslab(s->space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                    H5Dread(s->set, s->type, memory, s->space, H5P_DEFAULT, slab->values) >= 0;
  if (!good)
    hdf5_reject(s->path, e, "slices z=%llu to %llu of %s cannot be read: a chunk is damaged or cut off",
                (unsigned long long)slab->begin, (unsigned long long)slab->end - 1, s->name);
  if (memory > 0)
    H5Sclose(memory);
  return good ? TILE_OK : e->code;
}

int hdf5_slice(struct hdf5_set *s, uint64_t z, unsigned char *to, size_t bytes, struct tile_error *e)
{
  const uint64_t *size = s->slab.size;
  if (z >= size[0] || bytes != size[1] * size[2] * s->slab.value)
    return hdf5_reject(s->path, e, "%s holds fewer values than its size says", s->name);
  return chunk_slab_slice(&s->slab, z, to, fill, s, e);
}
