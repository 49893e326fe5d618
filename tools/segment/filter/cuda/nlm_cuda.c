/* SPDX-License-Identifier: BSD-3-Clause */
#include "nlm_cuda.h"
#include "nlm_kernels.h"

#include <stdlib.h>

_Static_assert((int)NLM_SLICES == (int)BLOCK_SLICES, "a slab is what blocks_read asks for");

struct nlm_cuda {
  int device;
  struct nlm_slab slab;
  float *voxels;        /* of a slice, on their way into slab.from */
  int64_t width, *have; /* as in struct stack, of slab.from */
  size_t count;         /* voxels of a slice */
};

static int ok(cudaError_t code, const char *what, struct tile_error *e)
{
  if (code == cudaSuccess)
    return TILE_OK;
  cudaGetLastError(); /* forgets the error */
  return tile_fail(e, TILE_FAILED, "cuda: %s: %s", what, cudaGetErrorString(code));
}

static int find_device(int *device, struct tile_error *e)
{
  int present = 0;
  const int wanted = *device == FILTER_ON_ANY ? 0 : *device - FILTER_ON_GPU;
  const cudaError_t code = cudaGetDeviceCount(&present);
  cudaGetLastError();
  if (code != cudaSuccess || !present)
    return tile_fail(e, TILE_FAILED, "device cuda: %s (device cpu runs everywhere)",
                     code == cudaSuccess ? "no CUDA device found" : cudaGetErrorString(code));
  if (wanted >= present)
    return tile_fail(e, TILE_FAILED, "device 'cuda:%d': this machine has %d (numbers start at 0)", wanted, present);
  *device = wanted;
  return ok(cudaSetDevice(wanted), "the device", e);
}

static int to_multiple(int64_t n, int of)
{
  return (int)((n + of - 1) / of * of);
}

static void set_slab(struct nlm_slab *s, const struct blocks *b, const struct nlm_rule *rule)
{
  const int64_t *grid = b->stack.from->grid;
  *s = (struct nlm_slab){.from = {.nx = (int)grid[0], .ny = (int)grid[1], .reach = (int)b->reach},
                         .above = (int)b->above,
                         .search = (int)rule->search,
                         .patch = (int)rule->patch,
                         .voxels = rule->voxels,
                         .per_square = rule->per_square,
                         .expected = rule->expected};
  s->from.wide = to_multiple(grid[0], NLM_WIDTH) + 2 * s->from.reach;
  s->from.high = to_multiple(grid[1], NLM_ROWS) + 2 * s->from.reach;
}

static int make_room(struct nlm_cuda *g, const struct source *from, struct tile_error *e)
{
  struct nlm_slab *s = &g->slab;
  const size_t all = (size_t)g->width * (size_t)s->from.wide * (size_t)s->from.high * sizeof(float);
  g->have = tile_alloc((size_t)g->width, sizeof *g->have);
  if (!g->have)
    return tile_fail_memory(e, (size_t)g->width * sizeof *g->have, "the slices of a filter");
  for (int64_t i = 0; i < g->width; i++)
    g->have[i] = -1;
  cudaError_t code = cudaMalloc((void **)&s->from.value, all);
  if (!code && from->nans)
    code = cudaMalloc((void **)&s->from.known, all);
  if (!code)
    code = cudaMalloc((void **)&g->voxels, g->count * sizeof(float));
  if (!code)
    code = cudaMalloc((void **)&s->made, NLM_SLICES * g->count * sizeof(float));
  return ok(code, "memory for the slices of --nlm", e);
}

int nlm_cuda_open(struct nlm_cuda **g, int device, const struct blocks *b, const struct nlm_rule *rule,
                  struct tile_error *e)
{
  struct tile_error why;
  const struct source *from = b->stack.from;
  struct nlm_cuda *made = *g = NULL;
  const bool any = device == FILTER_ON_ANY;
  int code = find_device(&device, &why);
  if (!code && !(made = tile_alloc(1, sizeof *made)))
    code = tile_fail_memory(&why, sizeof *made, "a filter");
  if (!code) {
    *made =
        (struct nlm_cuda){.device = device, .width = b->stack.width, .count = (size_t)(from->grid[0] * from->grid[1])};
    set_slab(&made->slab, b, rule);
    code = make_room(made, from, &why);
  }
  if (!code)
    *g = made;
  else
    nlm_cuda_close(made);
  if (code && !any)
    *e = why;
  return any ? TILE_OK : code;
}

/* Sends slice z of the image, unless it is there, and names its place. */
static int send_slice(struct nlm_cuda *g, const struct stack *from, int64_t z, int *slot, struct tile_error *e)
{
  z = filter_mirrored(z, from->from->grid[2]);
  *slot = (int)(z % g->width);
  if (g->have[*slot] == z)
    return TILE_OK;
  g->have[*slot] = -1;
  if (ok(cudaMemcpy(g->voxels, stack_slice(from, z), g->count * sizeof(float), cudaMemcpyHostToDevice), "a slice", e) ||
      ok(nlm_continue(&g->slab.from, *slot, g->voxels), "a slice", e))
    return e->code;
  g->have[*slot] = z;
  return TILE_OK;
}

int nlm_cuda_slab(struct nlm_cuda *g, struct blocks *b, struct tile_error *e)
{
  struct nlm_slab *s = &g->slab;
  int code = ok(cudaSetDevice(g->device), "the device", e);
  s->nz = (int)(b->end - b->begin);
  for (int i = 0; i < NLM_SLICES + 2 * s->above && !code; i++)
    if (i < s->nz + 2 * s->above)
      code = send_slice(g, &b->stack, b->begin + i - s->above, &s->slot[i], e);
    else
      s->slot[i] = s->slot[0]; /* is not kept */
  if (!code)
    code = ok(nlm_means(s), "non-local means", e);
  if (!code)
    code = stack_fetch(&b->stack, b->end + b->above, b->end + b->above + BLOCK_SLICES, e);
  return code ? code
              : ok(cudaMemcpy(b->made, s->made, (size_t)s->nz * g->count * sizeof(float), cudaMemcpyDeviceToHost),
                   "non-local means", e);
}

void nlm_cuda_close(struct nlm_cuda *g)
{
  if (!g)
    return;
  cudaSetDevice(g->device);
  cudaFree(g->slab.from.value);
  cudaFree(g->slab.from.known);
  cudaFree(g->slab.made);
  cudaFree(g->voxels);
  free(g->have);
  free(g);
}
