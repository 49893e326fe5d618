/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays beside the populations and loops over them (solver/steady/multigrid), and values that go from the populations
 * to the arrays and back. The GPUs of a group share them (cuda_shared.h); `self` is the first subdomain. */
#include "cuda_operations.h"
#include "cuda_shared.h"
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

struct clearing {
  char *array;
};

static cudaError_t clear_share(struct cuda *c, const struct cuda_share *share, void *self)
{
  const struct clearing *a = self;
  return cudaMemsetAsync(a->array + share->begin, 0, share->end - share->begin, c->stream);
}

static void clear(void *self, void *array, size_t bytes)
{
  struct cuda *c = use(self);
  struct clearing a = {array};
  note(c, cuda_shared_loop(c, bytes, clear_share, &a));
}

static int allocate(void *self, void **array, size_t bytes, int arrays, struct tile_error *e)
{
  struct cuda *c = use(self);
  *array = NULL;
  if (!bytes)
    return 0;
  if (cuda_ok(cuda_shared_allocate(c, array, bytes, arrays), "arrays beside the flow", e))
    return e->code;
  clear(c, *array, bytes);
  return settle_asked(c, cudaSuccess, e);
}

static void release(void *self, void *array)
{
  struct cuda *c = use(self);
  note(c, cuda_shared_release(c, array));
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

struct looping {
  enum lbm_operation_name name;
  const struct lbm_operation *operation;
};

static cudaError_t loop_share(struct cuda *c, const struct cuda_share *share, void *self)
{
  const struct looping *l = self;
  return cuda_operations_run(l->name, l->operation, share->begin, share->end, c->stream);
}

static void loop(void *self, enum lbm_operation_name name, const struct lbm_operation *a, size_t count)
{
  struct cuda *c = use(self);
  struct looping l = {name, a};
  note(c, cuda_shared_loop(c, count, loop_share, &l));
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

struct multiplying {
  const float *a, *b;
  double *sums;
};

_Static_assert((int)LBM_SHARE_OF % (int)LBM_SUM_OF == 0, "a share consists of whole sums");
static cudaError_t multiply_share(struct cuda *c, const struct cuda_share *share, void *self)
{
  const struct multiplying *m = self;
  return cuda_operations_multiply(m->a, m->b, share->begin, share->end, m->sums, c->stream);
}

static int make_room(struct cuda *c, size_t sums, struct tile_error *e)
{
  if (c->product_sums >= sums)
    return 0;
  note(c, cudaFree(c->products));
  c->memory -= c->products ? (c->product_sums + 1) * sizeof *c->products : 0;
  c->products = NULL;
  c->product_sums = sums;
  return cuda_allocate(c, (void **)&c->products, (sums + 1) * sizeof *c->products, "sums", e);
}

/* There is room for the sums: a product of as many values came before. */
static void product_there(void *self, const float *a, const float *b, size_t count, double *to)
{
  struct cuda *c = use(self);
  const size_t sums = (count + LBM_SUM_OF - 1) / LBM_SUM_OF;
  struct multiplying m = {a, b, sums == 1 ? to : c->products + 1};
  note(c, cuda_shared_loop(c, count, multiply_share, &m));
  if (sums != 1)
    note(c, cuda_operations_add_up(m.sums, sums, to, c->stream));
}

static int product(void *self, const float *a, const float *b, size_t count, double *to, struct tile_error *e)
{
  struct cuda *c = use(self);
  if (make_room(c, (count + LBM_SUM_OF - 1) / LBM_SUM_OF, e))
    return e->code;
  product_there(c, a, b, count, c->products);
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
                                          .product = product,
                                          .product_there = product_there};

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

/* Loops over arrays of a group are ordered by the stream of the first subdomain. */
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
