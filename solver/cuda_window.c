/* Populations and fields between host and device, many tiles at a time: callers ask for tile after tile, so the
 * next window travels while they work on this one. */
#include "cuda_state.h"

#include <string.h>

#define WINDOW_BYTES ((size_t)32 << 20)

struct lbm_cuda_exchange cuda_exchange_of(const struct cuda *c, const struct lbm_task *task)
{
  struct lbm_cuda_exchange x = {.domain = c->domain, .populations = c->copy[c->current], .fields = task != NULL};
  if (task) {
    memcpy(x.force, task->rates.force, sizeof x.force);
    x.equilibrium = (int)task->equilibrium;
  }
  return x;
}

int cuda_windows_open(struct cuda *c, struct tile_error *e)
{
  struct cuda_windows *w = &c->windows;
  const size_t tile = 64 * LBM_Q * c->value;
  w->bytes = c->first[c->geometry->domain->tiles] * LBM_Q * c->value + tile;
  if (w->bytes > WINDOW_BYTES)
    w->bytes = WINDOW_BYTES;
  for (int k = 0; k < 2; k++)
    if (cuda_take(c, &w->window[k].device, w->bytes, "windows", e) ||
        cuda_ok(cudaMallocHost(&w->window[k].host, w->bytes), "memory of the host", e) ||
        cuda_ok(cudaEventCreateWithFlags(&w->window[k].done, cudaEventDisableTiming), "events", e))
      return e->code;
  return 0;
}

void cuda_windows_close(struct cuda *c)
{
  for (int k = 0; k < 2; k++) {
    struct cuda_window *w = &c->windows.window[k];
    cudaFree(w->device);
    cudaFreeHost(w->host);
    if (w->done)
      cudaEventDestroy(w->done);
  }
}

/* ---- one window --------------------------------------------------------------- */

static size_t node_bytes(const struct cuda *c)
{
  return (c->windows.use.fields ? 4 : LBM_Q) * c->value;
}

static size_t bytes_of(const struct cuda *c, size_t begin, size_t end)
{
  return (c->first[end] - c->first[begin]) * node_bytes(c);
}

/* As many tiles from `begin` as fit. */
static void place(const struct cuda *c, struct cuda_window *w, size_t begin)
{
  w->begin = w->end = w->next = begin;
  while (w->end < c->geometry->domain->tiles && bytes_of(c, begin, w->end + 1) <= c->windows.bytes)
    w->end++;
}

static bool holds(const struct cuda_window *w, size_t tile)
{
  return tile >= w->begin && tile < w->end;
}

static cudaError_t exchange(struct cuda *c, const struct cuda_window *w, size_t end)
{
  struct lbm_cuda_exchange x = c->windows.use;
  x.begin = (uint32_t)w->begin;
  x.end = (uint32_t)end;
  x.values = w->device;
  return c->kernels->exchange(&x, c->stream);
}

static int ask_for(struct cuda *c, struct cuda_window *w, size_t begin, struct tile_error *e)
{
  place(c, w, begin);
  if (w->begin == w->end)
    return 0;
  return cuda_ok(exchange(c, w, w->end), "reading", e) ||
                 cuda_ok(cudaMemcpyAsync(w->host, w->device, bytes_of(c, w->begin, w->end), cudaMemcpyDeviceToHost,
                                         c->stream), "reading", e) ||
                 cuda_ok(cudaEventRecord(w->done, c->stream), "reading", e)
             ? e->code
             : 0;
}

static int send(struct cuda *c, struct cuda_window *w, struct tile_error *e)
{
  if (w->begin == w->next)
    return 0;
  int code = cuda_ok(cudaMemcpyAsync(w->device, w->host, bytes_of(c, w->begin, w->next), cudaMemcpyHostToDevice,
                                     c->stream), "writing", e) ||
             cuda_ok(exchange(c, w, w->next), "writing", e) ||
             cuda_ok(cudaEventRecord(w->done, c->stream), "writing", e);
  w->begin = w->end = w->next;
  return code ? e->code : 0;
}

/* ---- two windows --------------------------------------------------------------- */

int cuda_settle(struct cuda *c, struct tile_error *e)
{
  struct cuda_windows *w = &c->windows;
  int code = 0;
  if (w->busy && !w->use.out)
    code = send(c, &w->window[w->now], e);
  for (int k = 0; k < 2; k++)
    w->window[k].begin = w->window[k].end = w->window[k].next = 0;
  w->busy = false;
  return code;
}

/* The windows are for this from now on. */
static int use(struct cuda *c, const struct lbm_task *task, bool out, struct tile_error *e)
{
  struct cuda_windows *w = &c->windows;
  struct lbm_cuda_exchange x = cuda_exchange_of(c, task);
  x.out = out;
  if (w->busy && !memcmp(&x, &w->use, sizeof x))
    return 0;
  if (cuda_settle(c, e))
    return e->code;
  w->use = x;
  w->busy = true;
  return 0;
}

static int get(struct cuda *c, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e)
{
  struct cuda_windows *all = &c->windows;
  if (use(c, task, true, e))
    return e->code;
  if (!holds(&all->window[all->now], tile)) {
    struct cuda_window *other = &all->window[!all->now];
    if (!holds(other, tile) && ask_for(c, other, tile, e))
      return e->code;
    all->now = !all->now;
    if (ask_for(c, &all->window[!all->now], other->end, e) ||
        cuda_ok(cudaEventSynchronize(other->done), "reading", e))
      return e->code;
  }
  const struct cuda_window *w = &all->window[all->now];
  memcpy(values, (char *)w->host + bytes_of(c, w->begin, tile), bytes_of(c, tile, tile + 1));
  return 0;
}

static int put(struct cuda *c, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e)
{
  struct cuda_windows *all = &c->windows;
  if (use(c, task, false, e))
    return e->code;
  struct cuda_window *w = &all->window[all->now];
  if (tile != w->next || tile >= w->end) {
    if (send(c, w, e))
      return e->code;
    all->now = !all->now;
    w = &all->window[all->now];
    if (cuda_ok(cudaEventSynchronize(w->done), "writing", e))
      return e->code;
    place(c, w, tile);
  }
  memcpy((char *)w->host + bytes_of(c, w->begin, tile), values, bytes_of(c, tile, tile + 1));
  w->next = tile + 1;
  return 0;
}

int cuda_get(void *state, size_t tile, void *values, struct tile_error *e)
{
  return get(state, NULL, tile, values, e);
}

int cuda_put(void *state, size_t tile, const void *values, struct tile_error *e)
{
  return put(state, NULL, tile, values, e);
}

int cuda_get_fields(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e)
{
  return get(state, task, tile, values, e);
}

int cuda_put_fields(void *state, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e)
{
  return put(state, task, tile, values, e);
}
