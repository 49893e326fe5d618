/* SPDX-License-Identifier: BSD-3-Clause */
/* Decodes the chunks of a slab in several threads, if they are packed by gzip, with or without shuffle, or not at all,
 * as most are: HDF5 itself decodes one after another. Whatever is not as expected is left to HDF5, with its errors. */
#include "read_hdf5.h"

#include <pthread.h>
#include <zlib.h>

/* HDF5 unpacks a whole chunk, from one block of memory into another. */
static int check_chunk(const struct hdf5_set *s, double bytes, bool packed, hsize_t stored, struct tile_error *e)
{
  char what[400];
  if (bytes > 1e5 * (double)stored)
    return hdf5_reject(s->path, e, "the size of the chunks of %s is impossible", s->name);
  snprintf(what, sizeof what, "%.200s: unpacking a chunk of %.100s", s->path, s->name);
  hdf5_clean(what);
  return packed ? tile_afford(2, (size_t)bytes, what, e) : TILE_OK;
}

int hdf5_count_chunks(const struct hdf5_set *s, hid_t set, hsize_t stored, struct hdf5_volume *to, struct tile_error *e)
{
  hsize_t size[H5S_MAX_RANK], chunk[H5S_MAX_RANK], written, chunks = 1;
  const hid_t list = H5Dget_create_plist(set), space = H5Dget_space(set), type = H5Dget_type(set);
  const int rank = space < 0 ? -1 : H5Sget_simple_extent_dims(space, size, NULL);
  const bool chunked =
      type > 0 && list > 0 && rank > 0 && H5Pget_layout(list) == H5D_CHUNKED && H5Pget_chunk(list, rank, chunk) == rank;
  double bytes = chunked ? (double)H5Tget_size(type) : 0;
  for (int a = 0; a < rank && chunked; a++) {
    chunks *= (size[a] + chunk[a] - 1) / chunk[a];
    bytes *= (double)chunk[a];
  }
  const int code = check_chunk(s, bytes, chunked && H5Pget_nfilters(list) > 0, stored, e);
  if (!code && chunked && H5Dget_num_chunks(set, space, &written) >= 0) {
    to->chunks += chunks;
    to->written += written;
  }
  if (type > 0)
    H5Tclose(type);
  if (space > 0)
    H5Sclose(space);
  if (list > 0)
    H5Pclose(list);
  return code;
}

/* ---- what can be decoded ---- */

/* Whether the values are stored as in memory, or in the other byte order. */
static bool find_order(struct hdf5_set *s)
{
  const hid_t stored = H5Dget_type(s->set), other = H5Tcopy(s->type);
  const H5T_order_t order = H5Tget_order(s->type);
  const bool same = H5Tequal(stored, s->type) > 0;
  H5Tset_order(other, order == H5T_ORDER_LE ? H5T_ORDER_BE : H5T_ORDER_LE);
  s->chunk.swap = !same;
  const bool known = same || H5Tequal(stored, other) > 0;
  H5Tclose(stored);
  H5Tclose(other);
  return known;
}

static bool find_filters(struct hdf5_set *s, hid_t list)
{
  const int count = H5Pget_nfilters(list);
  bool known = count <= 2;
  for (int i = 0; i < count && known; i++) {
    unsigned flags, config;
    size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(list, (unsigned)i, &flags, &values, NULL, 0, NULL, &config);
    known = (filter == H5Z_FILTER_SHUFFLE && count == 2 && i == 0) || (filter == H5Z_FILTER_DEFLATE && i == count - 1);
    s->chunk.shuffled = s->chunk.shuffled || filter == H5Z_FILTER_SHUFFLE;
    s->chunk.packed = s->chunk.packed || filter == H5Z_FILTER_DEFLATE;
  }
  return known;
}

void hdf5_plan_chunks(struct hdf5_set *s, bool complete)
{
  const hid_t list = H5Dget_create_plist(s->set);
  hsize_t size[3];
  if (list < 0)
    return;
  const size_t bytes = chunk_bytes(&s->slab);
  if (complete && s->rank == 3 && H5Pget_chunk(list, 3, size) == 3 && find_order(s) && find_filters(s, list))
    s->chunk.bytes = bytes <= CHUNK_BUFFERS_MOST / CHUNK_BUFFERS ? bytes : 0;
  H5Pclose(list);
}

/* ---- one chunk ---- */

/* What gzip makes of noise is longer than the values. */
static size_t most_stored(const struct hdf5_set *s)
{
  return s->chunk.packed ? compressBound(s->chunk.bytes) : s->chunk.bytes;
}

/* Shuffled bytes: the first of all values, the second of all, and so on. */
static void unshuffle(unsigned char *to, const unsigned char *from, size_t count, size_t size)
{
  for (size_t b = 0; b < size; b++)
    for (size_t i = 0; i < count; i++)
      to[i * size + b] = from[b * count + i];
}

static void swap(unsigned char *values, size_t count, size_t size)
{
  for (size_t i = 0; i < count; i++)
    for (size_t b = 0; b < size / 2; b++) {
      const unsigned char kept = values[i * size + b];
      values[i * size + b] = values[i * size + size - 1 - b];
      values[i * size + size - 1 - b] = kept;
    }
}

/* Returns the values, in one of the buffers; NULL: it is damaged. buffer[0] has what is stored. */
static unsigned char *decode(const struct hdf5_set *s, unsigned char *buffer[CHUNK_BUFFERS], size_t stored)
{
  const struct hdf5_chunk *c = &s->chunk;
  unsigned char *values = buffer[0];
  uLongf got = c->bytes;
  if (c->packed && (uncompress(values = buffer[1], &got, buffer[0], stored) != Z_OK || got != c->bytes))
    return NULL;
  if (!c->packed && stored != c->bytes)
    return NULL;
  if (c->shuffled)
    unshuffle(buffer[2], values, c->bytes / s->slab.value, s->slab.value);
  values = c->shuffled ? buffer[2] : values;
  if (c->swap)
    swap(values, c->bytes / s->slab.value, s->slab.value);
  return values;
}

static bool fetch(const struct hdf5_set *s, const uint64_t at[3], unsigned char *to, size_t *stored)
{
  static pthread_mutex_t library = PTHREAD_MUTEX_INITIALIZER; /* HDF5 is called by one thread at a time */
  hsize_t place[3];
  hsize_t bytes = 0;
  uint32_t skipped = 1;
  for (int a = 0; a < 3; a++)
    place[s->axis[a]] = at[a];
  pthread_mutex_lock(&library);
  const bool good = H5Dget_chunk_storage_size(s->set, place, &bytes) >= 0 && bytes > 0 && bytes <= most_stored(s) &&
                    H5Dread_chunk(s->set, H5P_DEFAULT, place, &skipped, to) >= 0 && skipped == 0;
  pthread_mutex_unlock(&library);
  *stored = bytes;
  return good;
}

static const unsigned char *read_chunk(void *set, const uint64_t at[3], unsigned char *buffer[CHUNK_BUFFERS],
                                       struct tile_error *e)
{
  const struct hdf5_set *s = set;
  size_t stored;
  const unsigned char *values = fetch(s, at, buffer[0], &stored) ? decode(s, buffer, stored) : NULL;
  if (!values)
    tile_fail(e, TILE_REJECTED, "a chunk is left to HDF5");
  return values;
}

bool hdf5_read_chunks(struct hdf5_set *s)
{
  struct chunk_decoder decoder = {.bytes = most_stored(s), .decode = read_chunk, .of = s};
  for (int a = 0; a < 3; a++) {
    decoder.stride[a] = 1;
    for (int b = 0; b < 3; b++)
      decoder.stride[a] *= s->axis[b] > s->axis[a] ? s->slab.chunk[b] : 1;
  }
  struct tile_error e;
  const bool done = s->chunk.bytes && chunk_slab_decode(&s->slab, &decoder, &e) == TILE_OK;
  if (s->chunk.bytes)
    H5Eclear2(H5E_DEFAULT);
  if (!done)
    s->chunk.bytes = 0;
  return done;
}
