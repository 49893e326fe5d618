/* SPDX-License-Identifier: BSD-3-Clause */
/* D2Q9 on a GPU: two copies of the populations there, and one on the host for everything but steps and sums. */
#include "cuda_plane_kernels.h"
#include "cuda_state.h"
#include "plane_sums.h"
#include "precision.h"

#include <omp.h>
#include <stdlib.h>

_Static_assert(LBM_CUDA_PLANE_TILE == sizeof(uint64_t) + sizeof(struct lbm_cuda_sums), "what a tile has on the device");

struct plane_cuda {
  struct cuda on; /* the device, its memory and streams */
  struct lbm_plane plane;
  struct lbm_cuda_plane there;
  const struct lbm_cuda_plane_kernels *kernels;
  enum lbm_precision precision;
  int threads;  /* of the host */
  size_t bytes; /* of a copy */
  void *copy[2];
  int now;
  unsigned long long *bad;
  struct lbm_cuda_sums *sums;
  struct lbm_condition *condition;
  void *host;          /* a copy of the populations there; NULL: none yet */
  bool current, ahead; /* the host's copy is that of the device; it has changes that the device lacks */
};

static const struct lbm_cuda_plane_kernels *const kernels[LBM_PRECISIONS] = {
    [LBM_FP64] = &lbm_cuda_plane_fp64, [LBM_FP32] = &lbm_cuda_plane_fp32};

/* ---- opening and closing ---------------------------------------------------------- */

static void plane_close(void *state)
{
  struct plane_cuda *c = state;
  struct tile_error ignored;
  if (!c)
    return;
  cuda_use(&c->on, &ignored);
  const void *const all[] = {
      c->there.block, c->there.boundary_begin, c->there.boundary, c->there.cut_block, c->there.q, c->there.odd,
      c->there.first, c->there.place,          c->condition,      c->copy[0],         c->copy[1], c->bad,
      c->sums};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    cudaFree((void *)(uintptr_t)all[i]);
  cuda_streams_close(&c->on);
  lbm_plane_free(&c->plane);
  free(c->host);
  free(c);
}

/* Copies on the stream of the steps and waits for it, as other streams would not. */
static int move(struct plane_cuda *c, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                const char *what, struct tile_error *e)
{
  return cuda_ok(cudaMemcpyAsync(to, from, bytes, kind, c->on.stream), what, e) ||
                 cuda_ok(cudaStreamSynchronize(c->on.stream), what, e)
             ? e->code
             : 0;
}

static int send(struct plane_cuda *c, const void **to, const void *from, size_t bytes, const char *what,
                struct tile_error *e)
{
  void *there = NULL;
  if (cuda_allocate(&c->on, &there, bytes, what, e))
    return e->code;
  *to = there;
  return bytes ? move(c, there, from, bytes, cudaMemcpyHostToDevice, what, e) : 0;
}

/* Sends the places of the nodes of all tiles, for sums. */
static int send_places(struct plane_cuda *c, const struct tile_domain *d, size_t nonsolid, struct tile_error *e)
{
  uint64_t *first = tile_alloc(d->tiles + 1, sizeof *first);
  uint32_t *place = tile_alloc(nonsolid, sizeof *place);
  size_t n = 0;
  int code = first && place ? 0 : tile_fail_memory(e, nonsolid * sizeof *place, "the places of nodes");
  for (size_t tile = 0; tile < d->tiles && !code; tile++) {
    first[tile] = n;
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1)
      place[n++] = (uint32_t)lbm_plane_place(&c->plane, tile, __builtin_ctzll(mask));
    first[tile + 1] = n;
  }
  code = code || send(c, (const void **)&c->there.first, first, (d->tiles + 1) * sizeof *first, "tiles", e) ||
         send(c, (const void **)&c->there.place, place, nonsolid * sizeof *place, "the places of nodes", e);
  free(first);
  free(place);
  return code ? e->code : 0;
}

static int send_odd(struct plane_cuda *c, struct tile_error *e)
{
  uint32_t *odd = tile_alloc(c->plane.blocks, sizeof *odd);
  if (!odd)
    return tile_fail_memory(e, c->plane.blocks * sizeof *odd, "boundary nodes");
  for (size_t b = 0; b < c->plane.blocks; b++)
    if (c->plane.block[b].bounded || c->plane.block[b].cuts)
      odd[c->there.odds++] = (uint32_t)b;
  const int code = send(c, (const void **)&c->there.odd, odd, c->there.odds * sizeof *odd, "boundary nodes", e);
  free(odd);
  return code;
}

static int send_blocks(struct plane_cuda *c, struct tile_error *e)
{
  const struct lbm_plane *p = &c->plane;
  const struct {
    const void *to, *from;
    size_t bytes;
    const char *what;
  } all[] = {
      {&c->there.block, p->block, p->blocks * sizeof *p->block, "blocks"},
      {&c->there.boundary_begin, p->boundary_begin, (p->blocks + 1) * sizeof *p->boundary_begin, "boundary nodes"},
      {&c->there.boundary, p->boundary, p->boundaries * sizeof *p->boundary, "boundary nodes"},
      {&c->there.cut_block, p->cut_block, p->cut_blocks * sizeof *p->cut_block, "wall distances"},
      {&c->there.q, p->q, p->cuts * sizeof *p->q, "wall distances"},
  };
  c->there.blocks = (uint32_t)p->blocks;
  c->there.walls = (int)p->geometry->walls;
  c->there.tiles = (uint32_t)p->geometry->domain->tiles;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (send(c, (const void **)(uintptr_t)all[i].to, all[i].from, all[i].bytes, all[i].what, e))
      return e->code;
  return send_odd(c, e);
}

static int allocate(struct plane_cuda *c, struct tile_error *e)
{
  for (int k = 0; k < 2; k++)
    if (cuda_allocate(&c->on, &c->copy[k], c->bytes, "the populations", e) ||
        cuda_ok(cudaMemsetAsync(c->copy[k], 0, c->bytes, c->on.stream), "the populations", e))
      return e->code;
  return cuda_allocate(&c->on, (void **)&c->condition, c->plane.geometry->conditions * sizeof *c->condition,
                       "conditions", e) ||
                 cuda_allocate(&c->on, (void **)&c->bad, sizeof *c->bad, "the divergence flag", e) ||
                 cuda_allocate(&c->on, (void **)&c->sums, c->there.tiles * sizeof *c->sums, "sums", e)
             ? e->code
             : 0;
}

/* Places of populations and numbers of blocks have 32 bits. */
static int check_size(const struct plane_cuda *c, struct tile_error *e)
{
  return lbm_plane_values(&c->plane) <= UINT32_MAX
             ? 0
             : tile_fail(e, TILE_FAILED, "device cuda: %zu blocks of lattice d2q9 are too many: use lattice d3q19",
                         c->plane.blocks);
}

static int parts(const char *name, int *parts, struct tile_error *e)
{
  if (cuda_parts(name, parts, e))
    return e->code;
  return *parts == 1 ? 0 : tile_fail(e, TILE_USAGE, "lattice d2q9 runs on one device, not on '%s'", name);
}

static int plane_open(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, int part,
                      struct tile_error *e)
{
  struct plane_cuda *c = tile_alloc(1, sizeof *c);
  *state = c;
  if (!c)
    return tile_fail_memory(e, sizeof *c, "the solver");
  c->kernels = kernels[setup->precision];
  c->precision = setup->precision;
  c->threads = setup->threads ? setup->threads : omp_get_max_threads();
  if (cuda_open_device(&c->on, setup->device, part, c->kernels->usable, e) || lbm_plane_make(&c->plane, g, e) ||
      check_size(c, e))
    return e->code;
  c->bytes = lbm_plane_values(&c->plane) * lbm_value_bytes_of(setup->precision);
  const size_t need = 2 * c->bytes + lbm_plane_bytes(&c->plane) + g->nonsolid * sizeof(uint32_t) +
                      g->domain->tiles * LBM_CUDA_PLANE_TILE;
  if (cuda_check_memory(&c->on, need, g->nonsolid, "", setup, e) || cuda_open_streams(&c->on, e))
    return e->code;
  return send_blocks(c, e) || send_places(c, g->domain, g->nonsolid, e) || allocate(c, e) ? e->code : 0;
}

/* ---- between the device and the host ------------------------------------------------ */

/* Brings the populations to the host, before they are read or changed there. */
static int bring(struct plane_cuda *c, struct tile_error *e)
{
  if (!c->host && !(c->host = tile_alloc(c->bytes, 1)))
    return tile_fail_memory(e, c->bytes, "the populations");
  if (!c->current && (cuda_use(&c->on, e) ||
                      move(c, c->host, c->copy[c->now], c->bytes, cudaMemcpyDeviceToHost, "the populations", e)))
    return e->code;
  c->current = true;
  return 0;
}

/* Sends changes to the device, before populations are read or changed there. */
static int settle(struct plane_cuda *c, struct tile_error *e)
{
  if (cuda_use(&c->on, e))
    return e->code;
  if (c->ahead && move(c, c->copy[c->now], c->host, c->bytes, cudaMemcpyHostToDevice, "the populations", e))
    return e->code;
  c->ahead = false;
  return 0;
}

static struct lbm_plane_populations on_host(const struct plane_cuda *c)
{
  return (struct lbm_plane_populations){&c->plane, c->precision, c->host, c->threads};
}

static int plane_get(void *state, size_t tile, void *values, struct tile_error *e)
{
  struct plane_cuda *c = state;
  if (bring(c, e))
    return e->code;
  lbm_plane_get(&c->plane, c->precision, c->host, tile, values);
  return 0;
}

static int plane_put(void *state, size_t tile, const void *values, struct tile_error *e)
{
  struct plane_cuda *c = state;
  if (bring(c, e))
    return e->code;
  lbm_plane_put(&c->plane, c->precision, c->host, tile, values);
  c->ahead = true;
  return 0;
}

static int plane_moments(void *state, const uint32_t *first, double (*last)[LBM_FIELDS], float (*change)[LBM_FIELDS],
                         struct tile_error *e)
{
  struct plane_cuda *c = state;
  if (bring(c, e))
    return e->code;
  const struct lbm_plane_populations p = on_host(c);
  lbm_plane_moments(&p, first, last, change);
  return 0;
}

static int plane_add(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e)
{
  struct plane_cuda *c = state;
  if (bring(c, e))
    return e->code;
  const struct lbm_plane_populations p = on_host(c);
  lbm_plane_add(&p, first, a);
  c->ahead = true;
  return 0;
}

/* ---- steps ------------------------------------------------------------------------------ */

static struct lbm_cuda_plane_step pass_of(const struct plane_cuda *c, const struct lbm_task *task)
{
  struct lbm_cuda_plane_step p = {.plane = c->there,
                                  .from = c->copy[c->now],
                                  .to = c->copy[!c->now],
                                  .bad = c->bad,
                                  .rates = task->rates,
                                  .relaxation = (int)task->relaxation,
                                  .equilibrium = (int)task->equilibrium,
                                  .mode = (int)task->mode};
  p.plane.condition = c->condition;
  return p;
}

static int send_conditions(struct plane_cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const size_t bytes = c->plane.geometry->conditions * sizeof *c->condition;
  return bytes ? cuda_ok(cudaMemcpyAsync(c->condition, task->condition, bytes, cudaMemcpyHostToDevice, c->on.stream),
                         "conditions", e)
               : 0;
}

static int run_passes(struct plane_cuda *c, const struct lbm_task *task, int64_t count, struct tile_error *e)
{
  struct lbm_cuda_plane_step p = pass_of(c, task);
  for (int64_t n = 0; n < count; n++) {
    p.step = (uint32_t)n;
    p.from = c->copy[(c->now + n) & 1];
    p.to = c->copy[(c->now + n + 1) & 1];
    if (cuda_ok(c->kernels->step(&p, c->on.stream), "a step", e))
      return e->code;
  }
  return 0;
}

/* A tile with a bad node; if there is none, the first tile of the block. */
static size_t bad_tile(struct plane_cuda *c, uint32_t block)
{
  struct tile_error ignored;
  const struct tile_domain *d = c->plane.geometry->domain;
  size_t tile = 0;
  if (!bring(c, &ignored)) {
    const struct lbm_plane_populations p = on_host(c);
    tile = lbm_plane_bad_tile(&p);
    if (tile != SIZE_MAX)
      return tile;
  }
  for (tile = 0; tile + 1 < d->tiles; tile++)
    if (lbm_plane_place(&c->plane, tile, __builtin_ctzll(d->mask[tile])) / (LBM_PLANE_Q * LBM_PLANE_NODES) == block)
      break;
  return tile;
}

/* At most 2^31 steps at once. */
static int plane_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o,
                       struct tile_error *e)
{
  struct plane_cuda *c = state;
  unsigned long long bad;
  float ms;
  *o = (struct lbm_outcome){.steps = count, .tile = SIZE_MAX, .node = -1};
  if (settle(c, e) || cuda_ok(cudaMemsetAsync(c->bad, 0xff, sizeof *c->bad, c->on.stream), "a step", e) ||
      send_conditions(c, task, e) || cuda_ok(cudaEventRecord(c->on.begin, c->on.stream), "a step", e) ||
      run_passes(c, task, count, e) || cuda_ok(cudaEventRecord(c->on.end, c->on.stream), "a step", e) ||
      cuda_ok(cudaMemcpyAsync(&bad, c->bad, sizeof bad, cudaMemcpyDeviceToHost, c->on.stream), "a step", e) ||
      cuda_ok(cudaStreamSynchronize(c->on.stream), "a step", e) ||
      cuda_ok(cudaEventElapsedTime(&ms, c->on.begin, c->on.end), "a step", e))
    return e->code;
  o->seconds = ms * 1e-3;
  c->current = false;
  if (~bad)
    o->steps = (int64_t)(bad >> 32) + 1;
  c->now = (int)((c->now + o->steps) & 1);
  if (~bad)
    o->tile = bad_tile(c, (uint32_t)bad);
  return 0;
}

static int plane_totals(void *state, const struct lbm_task *task, struct lbm_totals *sums, struct tile_error *e)
{
  struct plane_cuda *c = state;
  const struct lbm_cuda_plane_step p = pass_of(c, task);
  return settle(c, e) || cuda_ok(c->kernels->totals(&p, c->sums, c->on.stream), "sums", e) ||
                 cuda_ok(cudaMemcpyAsync(sums, c->sums, c->there.tiles * sizeof *sums, cudaMemcpyDeviceToHost,
                                         c->on.stream),
                         "sums", e) ||
                 cuda_ok(cudaStreamSynchronize(c->on.stream), "sums", e)
             ? e->code
             : 0;
}

static int plane_copy(void *state, double *bandwidth, struct tile_error *e)
{
  struct plane_cuda *c = state;
  return settle(c, e) || cuda_copy_bandwidth(&c->on, c->copy[!c->now], c->copy[c->now], c->bytes, bandwidth, e)
             ? e->code
             : 0;
}

/* ---- what it is ----------------------------------------------------------------------------- */

static size_t plane_memory(const void *state)
{
  return ((const struct plane_cuda *)state)->on.memory;
}

static int copies(const void *state)
{
  (void)state;
  return 2;
}

static const char *describe(const void *state)
{
  return ((const struct plane_cuda *)state)->on.description;
}

const struct lbm_backend lbm_backend_cuda_plane = {
    .name = "cuda",
    .kind = LBM_ON_CUDA,
    .lattice = LBM_LATTICE_D2Q9,
    .present = cuda_present,
    .align = LBM_CUDA_ALIGN,
    .masks = true,
    .open = plane_open,
    .close = plane_close,
    .steps = plane_steps,
    .get = plane_get,
    .put = plane_put,
    .memory = plane_memory,
    .copies = copies,
    .describe = describe,
    .moments = plane_moments,
    .add = plane_add,
    .totals = plane_totals,
    .copy = plane_copy,
    .parts = parts,
};
