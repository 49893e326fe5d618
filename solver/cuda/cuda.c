/* The CUDA backend: two copies of the populations on one device, or one where two do not fit, and another for a snapshot.
 * Kernels are in cuda_*.cu. */
#include "communicator.h"
#include "cuda_devices.h"
#include "cuda_state.h"
#include "precision.h"

#include <stdlib.h>
#include <string.h>

static double utilisation_of(const struct lbm_geometry *g)
{
  return g->end > g->begin ? (double)g->nonsolid / (64 * (double)(g->end - g->begin)) : 0;
}

#define ROW(number, precision, layout_number, layout) [number][layout_number] = &lbm_cuda_##layout##_##precision,
static const struct lbm_cuda_kernels *const kernels[LBM_PRECISIONS][LBM_LAYOUTS] = {LBM_CUDA_ROWS(ROW)};
#undef ROW

/* ---- which device ------------------------------------------------------------------ */

int cuda_present(struct tile_error *e)
{
  int count = 0;
  cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0)
    return 0;
  cudaGetLastError();
  return tile_fail(e, TILE_FAILED, "device cuda: %s (--device cpu runs everywhere)",
                   code == cudaSuccess ? "no CUDA device found" : cudaGetErrorString(code));
}

static int devices_of(struct cuda_devices *d, const char *name, struct tile_error *e)
{
  int present = 0;
  if (cuda_ok(cudaGetDeviceCount(&present), "devices", e))
    return e->code;
  return cuda_devices_parse(d, name, lbm_comm_place(), present, e);
}

int cuda_parts(const char *name, int *parts, struct tile_error *e)
{
  struct cuda_devices d = {.count = 0};
  const int code = devices_of(&d, name, e);
  *parts = d.count;
  return code;
}

/* That of a part: devices take in_place. */
static int choose_device(struct cuda *c, const char *name, int part, struct tile_error *e)
{
  struct cuda_devices d;
  if (devices_of(&d, name, e))
    return e->code;
  c->device = d.number[part % d.count];
  return cuda_use(c, e);
}

static int check_device(struct cuda *c, cudaError_t (*usable)(void), struct tile_error *e)
{
  struct cudaDeviceProp p;
  if (cuda_ok(cudaGetDeviceProperties(&p, c->device), "the device", e))
    return e->code;
  if (usable() != cudaSuccess)
    return tile_fail(
        e, TILE_FAILED,
        "cuda: this program has no code for %s (compute capability %d.%d): configure --with-cuda-arch=%d%d", p.name,
        p.major, p.minor, p.major, p.minor);
  snprintf(c->description, sizeof c->description, "cuda sm_%d%d, %.64s", p.major, p.minor, p.name);
  return 0;
}

int cuda_open_device(struct cuda *c, const char *name, int part, cudaError_t (*usable)(void), struct tile_error *e)
{
  return choose_device(c, name, part, e) || check_device(c, usable, e) ? e->code : 0;
}

/* ---- opening and closing -------------------------------------------------------------- */

static double gib(size_t bytes)
{
  return (double)bytes / 1073741824;
}

size_t cuda_bytes_needed(const struct cuda *c)
{
  return (size_t)c->copies * c->bytes + cuda_gap(c) + c->one.aside + cuda_domain_bytes(c->geometry) + c->lists +
         LBM_CUDA_STAGING;
}

int cuda_fits(const struct cuda *c, bool *fits, struct tile_error *e)
{
  size_t free_bytes, all;
  if (cuda_ok(cudaMemGetInfo(&free_bytes, &all), "memory", e))
    return e->code;
  *fits = cuda_bytes_needed(c) <= free_bytes;
  return 0;
}

int cuda_check_memory(const struct cuda *c, size_t need, size_t nodes, const char *how, const struct lbm_setup *setup,
                      struct tile_error *e)
{
  size_t free_bytes, all;
  char line[224];
  if (cuda_ok(cudaMemGetInfo(&free_bytes, &all), "memory", e))
    return e->code;
  snprintf(line, sizeof line, "%s: the flow takes %.2f GiB of %.2f GiB free%s", c->description, gib(need),
           gib(free_bytes), how);
  if (setup->say)
    setup->say(line);
  if (need <= free_bytes)
    return 0;
  const double millions = (double)nodes * 1e-6;
  return tile_fail(e, TILE_FAILED, "%s, which is too little: about %.1f million of the %.1f million nodes would fit",
                   line, millions * (double)free_bytes / (double)need, millions);
}

void cuda_streams_close(struct cuda *c)
{
  if (c->begin)
    cudaEventDestroy(c->begin);
  if (c->end)
    cudaEventDestroy(c->end);
  if (c->stream)
    cudaStreamDestroy(c->stream);
}

static void cuda_close(void *state)
{
  struct cuda *c = state;
  struct tile_error ignored;
  if (!c)
    return;
  cuda_use(c, &ignored);
  cuda_snapshot_free(c);
  cuda_staging_close(&c->staging);
  cuda_lists_free(c);
  cuda_domain_free(c);
  cuda_graphs_free(c);
  cuda_group_close(c);
  cuda_disconnect(c);
  cuda_in_place_free(c);
  for (int i = 0; i < 2; i++)
    cudaFree(c->populations[i]);
  cudaFree(c->condition);
  cudaFree(c->verdict);
  cudaFreeHost(c->verdict_host);
  cudaFree(c->sums);
  cudaFree(c->products);
  cuda_streams_close(c);
  free(c);
}

static int allocate(struct cuda *c, struct tile_error *e)
{
  if (cuda_allocate_copies(c, e))
    return e->code;
  c->conditions = (int)c->geometry->conditions;
  return cuda_allocate(c, (void **)&c->condition, (size_t)c->conditions * sizeof *c->condition, "conditions", e) ||
                 cuda_allocate(c, (void **)&c->verdict, 2 * sizeof *c->verdict, "the divergence flags", e) ||
                 cuda_allocate(c, (void **)&c->sums, c->domain.tiles * sizeof *c->sums, "sums", e) ||
                 cuda_ok(cudaMallocHost((void **)&c->verdict_host, 2 * sizeof *c->verdict_host), "memory of the host",
                         e)
             ? e->code
             : 0;
}

int cuda_open_streams(struct cuda *c, struct tile_error *e)
{
  return cuda_ok(cudaStreamCreateWithFlags(&c->stream, cudaStreamNonBlocking), "a stream", e) ||
                 cuda_ok(cudaEventCreate(&c->begin), "events", e) || cuda_ok(cudaEventCreate(&c->end), "events", e)
             ? e->code
             : 0;
}

static int check_memory(const struct cuda *c, const struct lbm_setup *setup, struct tile_error *e)
{
  return cuda_check_memory(c, cuda_bytes_needed(c), c->geometry->nonsolid,
                           c->copies == 1 ? ", with one copy of the populations" : "", setup, e);
}

static int cuda_open(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, int part,
                     struct tile_error *e)
{
  struct cuda *c = tile_alloc(1, sizeof *c);
  *state = c;
  if (!c)
    return tile_fail_memory(e, sizeof *c, "the solver");
  c->geometry = g;
  c->kernels = kernels[setup->precision][g->storage.layout];
  c->value = lbm_value_bytes_of(setup->precision);
  c->field = lbm_value_bytes_of(lbm_fields_precision(setup->precision));
  c->bytes = g->values * c->value;
  c->utilisation = utilisation_of(g);
  if (cuda_open_device(c, setup->device, part, c->kernels->usable, e) || cuda_choose_copies(c, setup->copies, e) ||
      cuda_choose_lists(c, setup, e) || check_memory(c, setup, e) || cuda_open_streams(c, e))
    return e->code;
  return cuda_domain_send(c, e) || cuda_lists_make(c, e) || allocate(c, e) ||
                 cuda_staging_open(c, &c->staging, c->stream, e)
             ? e->code
             : 0;
}

/* ---- what it is ------------------------------------------------------------------------------- */

static size_t cuda_memory(const void *state)
{
  return ((const struct cuda *)state)->memory;
}

static int copies(const void *state)
{
  return ((const struct cuda *)state)->copies;
}

static enum lbm_addressing addressing(const void *state)
{
  return ((const struct cuda *)state)->lists ? LBM_BY_LISTS : LBM_BY_MASKS;
}

static const char *describe(const void *state)
{
  return ((const struct cuda *)state)->description;
}

const struct lbm_backend lbm_backend_cuda = {
    .name = "cuda",
    .kind = LBM_ON_CUDA,
    .present = cuda_present,
    .align = LBM_CUDA_ALIGN,
    .masks = true,
    .arranges = true,
    .open = cuda_open,
    .close = cuda_close,
    .steps = cuda_steps,
    .get = cuda_get,
    .put = cuda_put,
    .memory = cuda_memory,
    .copies = copies,
    .addressing = addressing,
    .describe = describe,
    .moment = cuda_moment,
    .add = cuda_add,
    .arrays = cuda_arrays,
    .get_fields = cuda_get_fields,
    .put_fields = cuda_put_fields,
    .totals = cuda_totals,
    .scale = cuda_scale,
    .copy = cuda_copy,
    .snapshot = cuda_snapshot,
    .get_snapshot = cuda_get_snapshot,
    .pack = cuda_pack,
    .unpack = cuda_unpack,
    .parts = cuda_parts,
    .connect = cuda_connect,
    .steps_connected = cuda_steps_connected,
};
