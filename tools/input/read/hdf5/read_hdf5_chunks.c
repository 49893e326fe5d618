/* Decodes the chunks of a slab in several threads, if they are packed by gzip, with or without shuffle, or not at all,
 * as most are: HDF5 itself decodes one after another. Whatever is not as expected is left to HDF5, with its errors. */
#include "read_hdf5.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { THREADS_MOST = 16, BUFFERS = 3, BUFFERS_MOST = 48 << 20 /* bytes, of all threads */ };

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
  struct hdf5_chunk *c = &s->chunk;
  hsize_t bytes = s->value;
  if (list < 0)
    return;
  if (complete && s->rank == 3 && H5Pget_chunk(list, 3, c->size) == 3 && find_order(s) && find_filters(s, list)) {
    bool fits = true;
    for (int a = 0; a < 3; a++)
      fits = fits && !__builtin_mul_overflow(bytes, c->size[a], &bytes) && bytes;
    c->bytes = fits && bytes <= BUFFERS_MOST / BUFFERS ? bytes : 0;
  }
  H5Pclose(list);
}

/* ---- one chunk ---- */

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
static unsigned char *decode(const struct hdf5_set *s, unsigned char *buffer[BUFFERS], size_t stored)
{
  const struct hdf5_chunk *c = &s->chunk;
  unsigned char *values = buffer[0];
  uLongf got = c->bytes;
  if (c->packed && (uncompress(values = buffer[1], &got, buffer[0], stored) != Z_OK || got != c->bytes))
    return NULL;
  if (!c->packed && stored != c->bytes)
    return NULL;
  if (c->shuffled)
    unshuffle(buffer[2], values, c->bytes / s->value, s->value);
  values = c->shuffled ? buffer[2] : values;
  if (c->swap)
    swap(values, c->bytes / s->value, s->value);
  return values;
}

static hsize_t least(hsize_t a, hsize_t b)
{
  return a < b ? a : b;
}
static hsize_t most(hsize_t a, hsize_t b)
{
  return a > b ? a : b;
}

/* Copies the part of a chunk at `at` that is in the slab. */
static void place(const struct hdf5_set *s, const hsize_t at[3], const unsigned char *values)
{
  const hsize_t *size = s->chunk.size, *x = s->window[2], *y = s->window[1];
  const hsize_t rows = y[1] - y[0], row = x[1] - x[0], x0 = most(at[2], x[0]), x1 = least(at[2] + size[2], x[1]);
  for (hsize_t z = most(at[0], s->begin); z < least(at[0] + size[0], s->end); z++)
    for (hsize_t j = most(at[1], y[0]); j < least(at[1] + size[1], y[1]); j++)
      memcpy(s->slab + (((z - s->begin) * rows + j - y[0]) * row + x0 - x[0]) * s->value,
             values + (((z - at[0]) * size[1] + j - at[1]) * size[2] + x0 - at[2]) * s->value, (x1 - x0) * s->value);
}

/* ---- the threads ---- */

struct team {
  const struct hdf5_set *s;
  hsize_t first[3], count[3]; /* chunks along z, y and x */
  atomic_uint_fast64_t next;
  atomic_bool failed;
  pthread_mutex_t library; /* HDF5 is called by one thread at a time */
};

static bool fetch(struct team *t, const hsize_t at[3], unsigned char *to, size_t *stored)
{
  hsize_t bytes = 0;
  uint32_t skipped = 1;
  pthread_mutex_lock(&t->library);
  const bool good = H5Dget_chunk_storage_size(t->s->set, at, &bytes) >= 0 && bytes > 0 && bytes <= t->s->chunk.bytes &&
                    H5Dread_chunk(t->s->set, H5P_DEFAULT, at, &skipped, to) >= 0 && skipped == 0;
  pthread_mutex_unlock(&t->library);
  *stored = bytes;
  return good;
}

static bool read_chunk(struct team *t, hsize_t number, unsigned char *buffer[BUFFERS])
{
  const hsize_t *size = t->s->chunk.size, x = number % t->count[2], yz = number / t->count[2];
  const hsize_t at[3] = {(t->first[0] + yz / t->count[1]) * size[0], (t->first[1] + yz % t->count[1]) * size[1],
                         (t->first[2] + x) * size[2]};
  size_t stored;
  unsigned char *values = fetch(t, at, buffer[0], &stored) ? decode(t->s, buffer, stored) : NULL;
  if (values)
    place(t->s, at, values);
  return values != NULL;
}

static void *work(void *team)
{
  struct team *t = team;
  const size_t bytes = t->s->chunk.bytes;
  unsigned char *all = tile_alloc(BUFFERS, bytes);
  if (!all) {
    atomic_store(&t->failed, true);
    return NULL;
  }
  unsigned char *buffer[BUFFERS] = {all, all + bytes, all + 2 * bytes};
  const hsize_t count = t->count[0] * t->count[1] * t->count[2];
  for (hsize_t i; !atomic_load(&t->failed) && (i = atomic_fetch_add(&t->next, 1)) < count;)
    if (!read_chunk(t, i, buffer))
      atomic_store(&t->failed, true);
  free(all);
  return NULL;
}

static int threads_for(const struct hdf5_set *s, hsize_t chunks)
{
  int count = omp_get_max_threads(); /* what OMP_NUM_THREADS and the processors allow */
  const hsize_t fit = BUFFERS_MOST / (BUFFERS * s->chunk.bytes);
  count = count < THREADS_MOST ? count : THREADS_MOST;
  return (int)least(least((hsize_t)count, fit), chunks);
}

bool hdf5_read_chunks(struct hdf5_set *s)
{
  struct team t = {.s = s, .library = PTHREAD_MUTEX_INITIALIZER};
  const hsize_t begin[3] = {s->begin, s->window[1][0], s->window[2][0]};
  const hsize_t end[3] = {s->end, s->window[1][1], s->window[2][1]};
  pthread_t thread[THREADS_MOST];
  int started = 0;
  if (!s->chunk.bytes)
    return false;
  for (int a = 0; a < 3; a++) {
    t.first[a] = begin[a] / s->chunk.size[a];
    t.count[a] = (end[a] - 1) / s->chunk.size[a] + 1 - t.first[a];
  }
  const int others = threads_for(s, t.count[0] * t.count[1] * t.count[2]) - 1;
  while (started < others && !pthread_create(&thread[started], NULL, work, &t))
    started++;
  work(&t);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  H5Eclear2(H5E_DEFAULT);
  if (atomic_load(&t.failed))
    s->chunk.bytes = 0;
  return !atomic_load(&t.failed);
}
