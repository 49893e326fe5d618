/* SPDX-License-Identifier: BSD-3-Clause */
/* Decodes the chunks of a slab in several threads. */
#include "chunks.h"

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MOST = 16 };

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}
static uint64_t most(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

struct team {
  const struct chunk_slab *slab;
  const struct chunk_decoder *decoder;
  uint64_t first[3], count[3]; /* chunks along z, y and x */
  atomic_uint_fast64_t next;
  atomic_bool failed;
  pthread_mutex_t lock;
  struct tile_error error; /* of the first chunk that failed: those before it were all begun */
  uint64_t error_of;
};

/* ---- one chunk ---- */

static void copy_row(unsigned char *to, const unsigned char *from, uint64_t count, uint64_t stride, size_t value)
{
  if (stride == 1)
    memcpy(to, from, count * value);
  else
    for (uint64_t i = 0; i < count; i++)
      memcpy(to + i * value, from + i * stride * value, value);
}

/* Copies the part of a chunk at `at` that is in the slab. */
static void place(const struct team *t, const uint64_t at[3], const unsigned char *values)
{
  const struct chunk_slab *s = t->slab;
  const uint64_t *size = s->chunk, *x = s->window[2], *y = s->window[1], *stride = t->decoder->stride;
  const uint64_t rows = y[1] - y[0], row = x[1] - x[0], x0 = most(at[2], x[0]), x1 = least(at[2] + size[2], x[1]);
  for (uint64_t z = most(at[0], s->begin); z < least(at[0] + size[0], s->end); z++)
    for (uint64_t j = most(at[1], y[0]); j < least(at[1] + size[1], y[1]); j++) {
      const uint64_t from = (z - at[0]) * stride[0] + (j - at[1]) * stride[1] + (x0 - at[2]) * stride[2];
      copy_row(s->values + (((z - s->begin) * rows + j - y[0]) * row + x0 - x[0]) * s->value, values + from * s->value,
               x1 - x0, stride[2], s->value);
    }
}

static int read_chunk(struct team *t, uint64_t number, unsigned char *buffer[CHUNK_BUFFERS], struct tile_error *e)
{
  const uint64_t *size = t->slab->chunk, x = number % t->count[2], yz = number / t->count[2];
  const uint64_t at[3] = {(t->first[0] + yz / t->count[1]) * size[0], (t->first[1] + yz % t->count[1]) * size[1],
                          (t->first[2] + x) * size[2]};
  const unsigned char *values = t->decoder->decode(t->decoder->of, at, buffer, e);
  if (values)
    place(t, at, values);
  return values ? TILE_OK : e->code;
}

/* ---- the threads ---- */

static void fail(struct team *t, uint64_t number, const struct tile_error *e)
{
  pthread_mutex_lock(&t->lock);
  if (!atomic_exchange(&t->failed, true) || number < t->error_of) {
    t->error = *e;
    t->error_of = number;
  }
  pthread_mutex_unlock(&t->lock);
}

static void *work(void *team)
{
  struct team *t = team;
  struct tile_error e = {0};
  const size_t bytes = t->decoder->bytes;
  unsigned char *all = tile_alloc(CHUNK_BUFFERS, bytes);
  const uint64_t count = t->count[0] * t->count[1] * t->count[2];
  if (!all) {
    tile_fail_memory(&e, CHUNK_BUFFERS * bytes, "a chunk");
    fail(t, count, &e);
    return NULL;
  }
  unsigned char *buffer[CHUNK_BUFFERS] = {all, all + bytes, all + 2 * bytes};
  for (uint64_t i; !atomic_load(&t->failed) && (i = atomic_fetch_add(&t->next, 1)) < count;)
    if (read_chunk(t, i, buffer, &e))
      fail(t, i, &e);
  free(all);
  return NULL;
}

static int threads_for(const struct team *t)
{
  int count = omp_get_max_threads(); /* what OMP_NUM_THREADS and the processors allow */
  const uint64_t fit = least(CHUNK_BUFFERS_MOST, tile_memory_left() / 2) / CHUNK_BUFFERS / t->decoder->bytes;
  count = count < THREADS_MOST ? count : THREADS_MOST;
  return (int)least(least((uint64_t)count, fit), t->count[0] * t->count[1] * t->count[2]);
}

int chunk_slab_decode(struct chunk_slab *s, const struct chunk_decoder *d, struct tile_error *e)
{
  struct team t = {.slab = s, .decoder = d, .lock = PTHREAD_MUTEX_INITIALIZER};
  const uint64_t begin[3] = {s->begin, s->window[1][0], s->window[2][0]};
  const uint64_t end[3] = {s->end, s->window[1][1], s->window[2][1]};
  pthread_t thread[THREADS_MOST];
  int started = 0;
  for (int a = 0; a < 3; a++) {
    t.first[a] = begin[a] / s->chunk[a];
    t.count[a] = (end[a] - 1) / s->chunk[a] + 1 - t.first[a];
  }
  const int others = threads_for(&t) - 1;
  while (started < others && !pthread_create(&thread[started], NULL, work, &t))
    started++;
  work(&t);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  if (atomic_load(&t.failed))
    *e = t.error;
  return atomic_load(&t.failed) ? e->code : TILE_OK;
}
