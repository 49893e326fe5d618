/* SPDX-License-Identifier: BSD-3-Clause */
/* The device of a subdomain: calls of the CUDA runtime, memory, which device it is, streams. */
#include "communicator.h"
#include "cuda_devices.h"
#include "cuda_state.h"

int cuda_ok(cudaError_t code, const char *what, struct tile_error *e)
{
  if (code == cudaSuccess)
    return 0;
  cudaGetLastError(); /* forgets the error */
  return tile_fail(e, TILE_FAILED, "cuda: %s: %s", what, cudaGetErrorString(code));
}

int cuda_use(const struct cuda *c, struct tile_error *e)
{
  return cuda_ok(cudaSetDevice(c->device), "the device", e);
}

int cuda_allocate(struct cuda *c, void **to, size_t bytes, const char *what, struct tile_error *e)
{
  c->memory += bytes;
  return bytes ? cuda_ok(cudaMalloc(to, bytes), what, e) : 0;
}

/* ---- which device ------------------------------------------------------------------ */

int cuda_present(struct tile_error *e)
{
  int count = 0;
  cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0)
    return 0;
  cudaGetLastError();
  return tile_fail(e, TILE_FAILED, "device cuda: %s (device cpu runs everywhere)",
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

static bool is_first_of_its_name(const struct cuda_devices *d, int i)
{
  for (int k = 0; k < i; k++)
    if (d->number[k] == d->number[i])
      return false;
  return true;
}

int cuda_room(const char *name, size_t *bytes, struct tile_error *e)
{
  struct cuda_devices d;
  size_t left, all;
  *bytes = 0;
  if (devices_of(&d, name, e))
    return e->code;
  for (int i = 0; i < d.count; i++) {
    if (cuda_ok(cudaSetDevice(d.number[i]), "the device", e) || cuda_ok(cudaMemGetInfo(&left, &all), "memory", e))
      return e->code;
    *bytes += is_first_of_its_name(&d, i) ? left : 0;
  }
  return cuda_ok(cudaSetDevice(d.number[0]), "the device", e);
}

/* Subdomains take the devices of the name in turn. */
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

/* ---- memory -------------------------------------------------------------------------- */

static double gib(size_t bytes)
{
  return (double)bytes / 1073741824;
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

/* ---- streams -------------------------------------------------------------------------- */

int cuda_open_streams(struct cuda *c, struct tile_error *e)
{
  return cuda_ok(cudaStreamCreateWithFlags(&c->stream, cudaStreamNonBlocking), "a stream", e) ||
                 cuda_ok(cudaStreamCreateWithFlags(&c->aside, cudaStreamNonBlocking), "a stream", e) ||
                 cuda_ok(cudaEventCreateWithFlags(&c->forked, cudaEventDisableTiming), "events", e) ||
                 cuda_ok(cudaEventCreateWithFlags(&c->joined, cudaEventDisableTiming), "events", e) ||
                 cuda_ok(cudaEventCreate(&c->begin), "events", e) || cuda_ok(cudaEventCreate(&c->end), "events", e)
             ? e->code
             : 0;
}

void cuda_streams_close(struct cuda *c)
{
  if (c->begin)
    cudaEventDestroy(c->begin);
  if (c->end)
    cudaEventDestroy(c->end);
  if (c->forked)
    cudaEventDestroy(c->forked);
  if (c->joined)
    cudaEventDestroy(c->joined);
  if (c->aside)
    cudaStreamDestroy(c->aside);
  if (c->stream)
    cudaStreamDestroy(c->stream);
}

int cuda_copy_bandwidth(const struct cuda *c, void *to, const void *from, size_t bytes, double *bandwidth,
                        struct tile_error *e)
{
  enum { PASSES = 8 };
  float ms;
  if (cuda_ok(cudaEventRecord(c->begin, c->stream), "a copy", e))
    return e->code;
  for (int i = 0; i < PASSES; i++)
    if (cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, c->stream), "a copy", e))
      return e->code;
  if (cuda_ok(cudaEventRecord(c->end, c->stream), "a copy", e) || cuda_ok(cudaEventSynchronize(c->end), "a copy", e) ||
      cuda_ok(cudaEventElapsedTime(&ms, c->begin, c->end), "a copy", e))
    return e->code;
  *bandwidth = 2.0 * PASSES * (double)bytes / (ms * 1e-3);
  return 0;
}
