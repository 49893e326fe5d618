/* SPDX-License-Identifier: BSD-3-Clause */
/* Moves populations and fields between host and device, many tiles at a time. Callers ask for tile after tile: while
 * they work on one staging buffer, the next is on its way. A pair of buffers and its stream belong to one thread. */
#include "cuda_staging.h"

#include <string.h>

#define WINDOW_BYTES (LBM_CUDA_STAGING / 2)

static struct lbm_cuda_exchange exchange_with(const struct cuda *c, void *populations, const struct lbm_task *task)
{
  struct lbm_cuda_exchange x;
  memset(&x, 0, sizeof x); /* compared as bytes */
  x.domain = c->domain;
  x.populations = populations;
  x.fields = task != NULL;
  if (task) {
    memcpy(x.force, task->rates.force, sizeof x.force);
    x.equilibrium = (int)task->equilibrium;
  }
  return x;
}

struct lbm_cuda_exchange cuda_exchange_of(const struct cuda *c, const struct lbm_task *task)
{
  return exchange_with(c, c->copy[c->current], task);
}

int cuda_staging_open(struct cuda *c, struct cuda_staging *w, cudaStream_t stream, struct tile_error *e)
{
  const size_t tile = 64 * LBM_Q * c->value;
  w->stream = stream;
  w->bytes = c->first[c->geometry->domain->tiles] * LBM_Q * c->value + tile;
  if (w->bytes > WINDOW_BYTES)
    w->bytes = WINDOW_BYTES;
  for (int k = 0; k < 2; k++)
    if (cuda_allocate(c, &w->buffer[k].device, w->bytes, "windows", e) ||
        cuda_ok(cudaMallocHost(&w->buffer[k].host, w->bytes), "memory of the host", e) ||
        cuda_ok(cudaEventCreateWithFlags(&w->buffer[k].done, cudaEventDisableTiming), "events", e))
      return e->code;
  return 0;
}

void cuda_staging_close(struct cuda_staging *all)
{
  for (int k = 0; k < 2; k++) {
    struct cuda_staging_buffer *w = &all->buffer[k];
    cudaFree(w->device);
    cudaFreeHost(w->host);
    if (w->done)
      cudaEventDestroy(w->done);
  }
  *all = (struct cuda_staging){0};
}

/* ---- one staging buffer ------------------------------------------------------- */

static size_t bytes_of(const struct cuda *c, const struct cuda_staging *all, size_t begin, size_t end)
{
  return (c->first[end] - c->first[begin]) * (all->use.fields ? LBM_FIELDS * c->field : LBM_Q * c->value);
}

/* The buffer is for as many tiles from `begin` on as fit. */
static void set_window(const struct cuda *c, const struct cuda_staging *all, struct cuda_staging_buffer *w,
                       size_t begin)
{
  w->begin = w->end = w->next = begin;
  while (w->end < c->geometry->domain->tiles && bytes_of(c, all, begin, w->end + 1) <= all->bytes)
    w->end++;
}

static bool holds(const struct cuda_staging_buffer *w, size_t tile)
{
  return tile >= w->begin && tile < w->end;
}

static cudaError_t exchange(const struct cuda *c, const struct cuda_staging *all, const struct cuda_staging_buffer *w,
                            size_t end)
{
  struct lbm_cuda_exchange x = all->use;
  x.begin = (uint32_t)w->begin;
  x.end = (uint32_t)end;
  x.values = w->device;
  return c->kernels->exchange(&x, all->stream);
}

/* Starts to read tiles from `begin` on. CUDA remembers the device for each thread, so this one selects it. */
static int ask_for(const struct cuda *c, const struct cuda_staging *all, struct cuda_staging_buffer *w, size_t begin,
                   struct tile_error *e)
{
  set_window(c, all, w, begin);
  if (w->begin == w->end)
    return 0;
  return cuda_use(c, e) || cuda_ok(exchange(c, all, w, w->end), "reading", e) ||
                 cuda_ok(cudaMemcpyAsync(w->host, w->device, bytes_of(c, all, w->begin, w->end), cudaMemcpyDeviceToHost,
                                         all->stream),
                         "reading", e) ||
                 cuda_ok(cudaEventRecord(w->done, all->stream), "reading", e)
             ? e->code
             : 0;
}

static int send(const struct cuda *c, const struct cuda_staging *all, struct cuda_staging_buffer *w,
                struct tile_error *e)
{
  if (w->begin == w->next)
    return 0;
  int code = cuda_ok(cudaMemcpyAsync(w->device, w->host, bytes_of(c, all, w->begin, w->next), cudaMemcpyHostToDevice,
                                     all->stream),
                     "writing", e) ||
             cuda_ok(exchange(c, all, w, w->next), "writing", e) ||
             cuda_ok(cudaEventRecord(w->done, all->stream), "writing", e);
  w->begin = w->end = w->next;
  return code ? e->code : 0;
}

/* ---- two staging buffers -------------------------------------------------------- */

int cuda_staging_flush(const struct cuda *c, struct cuda_staging *w, struct tile_error *e)
{
  int code = cuda_use(c, e);
  if (!code && w->busy && !w->use.out)
    code = send(c, w, &w->buffer[w->now], e);
  for (int k = 0; k < 2; k++)
    w->buffer[k].begin = w->buffer[k].end = w->buffer[k].next = 0;
  w->busy = false;
  return code;
}

int cuda_flush(struct cuda *c, struct tile_error *e)
{
  return cuda_staging_flush(c, &c->staging, e);
}

/* The buffers are for x from now on. */
static int use(const struct cuda *c, struct cuda_staging *w, const struct lbm_cuda_exchange *x, struct tile_error *e)
{
  if (w->busy && !memcmp(x, &w->use, sizeof *x))
    return 0;
  if (cuda_use(c, e) || cuda_staging_flush(c, w, e))
    return e->code;
  w->use = *x;
  w->busy = true;
  return 0;
}

int cuda_staging_get(const struct cuda *c, struct cuda_staging *all, void *populations, const struct lbm_task *task,
                     size_t tile, void *values, struct tile_error *e)
{
  struct lbm_cuda_exchange x = exchange_with(c, populations, task);
  x.out = true;
  if (use(c, all, &x, e))
    return e->code;
  if (!holds(&all->buffer[all->now], tile)) {
    struct cuda_staging_buffer *other = &all->buffer[!all->now];
    if (!holds(other, tile) && ask_for(c, all, other, tile, e))
      return e->code;
    all->now = !all->now;
    if (ask_for(c, all, &all->buffer[!all->now], other->end, e) ||
        cuda_ok(cudaEventSynchronize(other->done), "reading", e))
      return e->code;
  }
  const struct cuda_staging_buffer *w = &all->buffer[all->now];
  memcpy(values, (char *)w->host + bytes_of(c, all, w->begin, tile), bytes_of(c, all, tile, tile + 1));
  return 0;
}

static int put(struct cuda *c, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e)
{
  struct cuda_staging *all = &c->staging;
  const struct lbm_cuda_exchange x = cuda_exchange_of(c, task);
  if (use(c, all, &x, e))
    return e->code;
  struct cuda_staging_buffer *w = &all->buffer[all->now];
  if (tile != w->next || tile >= w->end) {
    if (cuda_use(c, e) || send(c, all, w, e))
      return e->code;
    all->now = !all->now;
    w = &all->buffer[all->now];
    if (cuda_ok(cudaEventSynchronize(w->done), "writing", e))
      return e->code;
    set_window(c, all, w, tile);
  }
  memcpy((char *)w->host + bytes_of(c, all, w->begin, tile), values, bytes_of(c, all, tile, tile + 1));
  w->next = tile + 1;
  return 0;
}

int cuda_get(void *state, size_t tile, void *values, struct tile_error *e)
{
  return cuda_get_fields(state, NULL, tile, values, e);
}

int cuda_put(void *state, size_t tile, const void *values, struct tile_error *e)
{
  return put(state, NULL, tile, values, e);
}

int cuda_get_fields(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e)
{
  struct cuda *c = state;
  return cuda_staging_get(c, &c->staging, c->copy[c->current], task, tile, values, e);
}

int cuda_put_fields(void *state, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e)
{
  return put(state, task, tile, values, e);
}

/* A buffer is sent once, full of that node, and read for all tiles, a buffer's worth at a time. */
int cuda_fill_fields(void *state, const struct lbm_task *task, const void *node, struct tile_error *e)
{
  struct cuda *c = state;
  struct cuda_staging *all = &c->staging;
  struct cuda_staging_buffer *w = &all->buffer[all->now];
  const struct lbm_geometry *g = c->geometry;
  const struct lbm_cuda_exchange x = cuda_exchange_of(c, task);
  const size_t each = LBM_FIELDS * c->field;
  if (use(c, all, &x, e) || cuda_use(c, e) || cuda_ok(cudaEventSynchronize(w->done), "writing", e))
    return e->code;
  for (size_t at = 0; at + each <= all->bytes; at += each)
    memcpy((char *)w->host + at, node, each);
  int code =
      cuda_ok(cudaMemcpyAsync(w->device, w->host, all->bytes, cudaMemcpyHostToDevice, all->stream), "writing", e);
  for (set_window(c, all, w, g->begin); !code && w->begin < g->end; set_window(c, all, w, w->end))
    code = cuda_ok(exchange(c, all, w, w->end < g->end ? w->end : g->end), "writing", e);
  w->begin = w->end = w->next = 0;
  return code || cuda_ok(cudaEventRecord(w->done, all->stream), "writing", e) ? e->code : 0;
}
