/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays beside the populations and loops over them (solver/steady/multigrid), and values that go from the populations
 * to the arrays and back. */
#include "cuda_operations.h"
#include "cuda_staging.h"

/* Keeps the first error since the last fetch. */
static void note(struct cuda *c, cudaError_t code)
{
  if (c->asked == cudaSuccess)
    c->asked = code;
}

/* Selects the device that has the arrays. */
static struct cuda *use(void *self)
{
  struct cuda *c = self;
  note(c, cudaSetDevice(c->device));
  return c;
}

static int settle_asked(struct cuda *c, cudaError_t code, struct tile_error *e)
{
  note(c, code);
  code = c->asked;
  c->asked = cudaSuccess;
  return cuda_ok(code, "arrays beside the flow", e);
}

static int allocate(void *self, void **array, size_t bytes, struct tile_error *e)
{
  struct cuda *c = use(self);
  *array = NULL;
  if (!bytes)
    return 0;
  return cuda_ok(cudaMalloc(array, bytes), "arrays beside the flow", e) ||
                 cuda_ok(cudaMemsetAsync(*array, 0, bytes, c->stream), "arrays beside the flow", e)
             ? e->code
             : 0;
}

static void release(void *self, void *array)
{
  struct cuda *c = use(self);
  note(c, cudaFree(array));
}

static void clear(void *self, void *array, size_t bytes)
{
  struct cuda *c = use(self);
  note(c, cudaMemsetAsync(array, 0, bytes, c->stream));
}

static void send(void *self, void *array, const void *from, size_t bytes)
{
  struct cuda *c = use(self);
  note(c, cudaMemcpyAsync(array, from, bytes, cudaMemcpyHostToDevice, c->stream));
  note(c, cudaStreamSynchronize(c->stream)); /* the caller may change `from` after this */
}

static int fetch(void *self, void *to, const void *array, size_t bytes, struct tile_error *e)
{
  struct cuda *c = use(self);
  note(c, cudaMemcpyAsync(to, array, bytes, cudaMemcpyDeviceToHost, c->stream));
  return settle_asked(c, cudaStreamSynchronize(c->stream), e);
}

static void loop(void *self, enum lbm_operation_name name, const struct lbm_operation *a, size_t count)
{
  struct cuda *c = use(self);
  note(c, cuda_operations_run(name, a, count, c->stream));
}

static void record(void *self)
{
  struct cuda *c = use(self);
  note(c, cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal));
}

static void *recorded(void *self)
{
  struct cuda *c = use(self);
  cudaGraph_t graph = NULL;
  cudaGraphExec_t work = NULL;
  note(c, cudaStreamEndCapture(c->stream, &graph));
  if (graph) {
    note(c, cudaGraphInstantiate(&work, graph, 0));
    note(c, cudaGraphDestroy(graph));
  }
  return work;
}

static void replay(void *self, void *work)
{
  struct cuda *c = use(self);
  if (work)
    note(c, cudaGraphLaunch(work, c->stream));
}

static void forget(void *self, void *work)
{
  struct cuda *c = use(self);
  if (work)
    note(c, cudaGraphExecDestroy(work));
}

static void scan(void *self, uint32_t *values, size_t count)
{
  struct cuda *c = use(self);
  uint32_t *room;
  note(c, cudaMalloc((void **)&room, cuda_operations_scan_room(count) * sizeof *room));
  if (c->asked == cudaSuccess) {
    note(c, cuda_operations_scan(values, count, room, c->stream));
    note(c, cudaFree(room));
  }
}

static int product(void *self, const float *a, const float *b, size_t count, double *to, struct tile_error *e)
{
  struct cuda *c = use(self);
  if (!c->products && cuda_allocate(c, (void **)&c->products, (LBM_CUDA_SUMS + 1) * sizeof *c->products, "sums", e))
    return e->code;
  note(c, cuda_operations_product(a, b, count, c->products, c->stream));
  return fetch(c, to, c->products, sizeof *to, e);
}

static const struct lbm_device_row row = {.allocate = allocate,
                                          .release = release,
                                          .clear = clear,
                                          .send = send,
                                          .fetch = fetch,
                                          .loop = loop,
                                          .record = record,
                                          .recorded = recorded,
                                          .replay = replay,
                                          .forget = forget,
                                          .scan = scan,
                                          .product = product};

struct lbm_device cuda_arrays(void *state)
{
  return (struct lbm_device){&row, state};
}

/* Work given to c from here on begins after all work given to the other so far. Either NULL: this does nothing. */
static int follow(struct cuda *c, struct cuda *other, struct tile_error *e)
{
  if (!c || !other || other == c)
    return 0;
  return cuda_use(other, e) || cuda_ok(cudaEventRecord(other->group.inside, other->stream), "a step", e) ||
                 cuda_use(c, e) || cuda_ok(cudaStreamWaitEvent(c->stream, other->group.inside, 0), "a step", e)
             ? e->code
             : 0;
}

/* In a GPU group the first subdomain has the arrays, and kernels of the others reach them there. */
static int begin(struct cuda *c, struct tile_error *e)
{
  return cuda_use(c, e) || cuda_flush(c, e) || follow(c, c->group.first, e) ? e->code : 0;
}

static int end(struct cuda *c, struct tile_error *e)
{
  return follow(c->group.first, c, e);
}

/* The arrays number nodes in the whole domain; kernels number them from the first node that the subdomain knows. */
static ptrdiff_t shift_of(const struct cuda *c, const uint32_t *first)
{
  return (ptrdiff_t)*first - (ptrdiff_t)c->first[c->geometry->begin];
}

int cuda_moments(void *state, const uint32_t *first, double (*last)[LBM_FIELDS], float (*change)[LBM_FIELDS],
                 struct tile_error *e)
{
  struct cuda *c = state;
  const struct lbm_cuda_exchange x = cuda_exchange_of(c, NULL);
  const ptrdiff_t shift = shift_of(c, first);
  return begin(c, e) || cuda_ok(c->kernels->moments(&x, last + shift, change + shift, c->stream), "densities", e) ||
                 end(c, e)
             ? e->code
             : 0;
}

int cuda_add(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e)
{
  struct cuda *c = state;
  const struct lbm_cuda_exchange x = cuda_exchange_of(c, NULL);
  const struct lbm_cuda_addition there = {a->field + shift_of(c, first), a->mean, a->share};
  return begin(c, e) || cuda_ok(c->kernels->add(&x, &there, c->stream), "a correction", e) || end(c, e) ? e->code : 0;
}
