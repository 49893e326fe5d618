/* SPDX-License-Identifier: BSD-3-Clause */
/* The CUDA backend: two copies of the populations on a device, or one where two do not fit, and another for a snapshot.
 * This file opens it and is its table; no other file of the folder calls it. */
#include "cuda_domain.h"
#include "cuda_group.h"
#include "cuda_openings.h"
#include "cuda_staging.h"
#include "cuda_step.h"
#include "precision.h"

#include <stdlib.h>

static double utilisation_of(const struct lbm_geometry *g)
{
  return g->end > g->begin ? (double)g->nonsolid / (64 * (double)(g->end - g->begin)) : 0;
}

#define ROW(number, precision, layout_number, layout) [number][layout_number] = &lbm_cuda_##layout##_##precision,
static const struct lbm_cuda_kernels *const kernels[LBM_PRECISIONS][LBM_LAYOUTS] = {LBM_CUDA_ROWS(ROW)};
#undef ROW

static int cuda_holds(enum lbm_layout layout, enum lbm_precision precision, struct tile_error *e)
{
  if (kernels[precision][layout])
    return 0;
  return layout == LBM_PACKED
             ? tile_fail(e, TILE_USAGE,
                         "this program was built without precision %s on device cuda (configure --enable-gpu-mixed)",
                         lbm_precision_names[precision])
             : tile_fail(e, TILE_USAGE,
                         "this program was built without layout %s on device cuda (configure --enable-gpu-t2c)",
                         lbm_layout_names[layout]);
}

/* ---- how it steps: what fits into memory --------------------------------------------- */

/* The memory that a flow takes on the device. */
static size_t bytes_needed(const struct cuda *c)
{
  return (size_t)c->copies * c->bytes + cuda_gap(c) + c->one.aside + cuda_domain_bytes(c->geometry) + c->lists +
         LBM_CUDA_STAGING;
}

/* Is so much memory free there? */
static int fits_memory(const struct cuda *c, bool *fits, struct tile_error *e)
{
  size_t free_bytes, all;
  if (cuda_ok(cudaMemGetInfo(&free_bytes, &all), "memory", e))
    return e->code;
  *fits = bytes_needed(c) <= free_bytes;
  return 0;
}

static bool is_whole(const struct lbm_geometry *g)
{
  return g->begin == 0 && g->end == g->domain->tiles;
}

static int use_one(struct cuda *c, struct tile_error *e)
{
  c->copies = 1;
  c->one.aside = cuda_boundary_bytes(c);
  return lbm_in_place_make(&c->one.order, c->geometry, e);
}

/* copies: 1, 2, or 0: one where two do not fit. */
static int choose_copies(struct cuda *c, int copies, struct tile_error *e)
{
  const bool possible = c->kernels->in_place && is_whole(c->geometry);
  bool fits = true;
  c->copies = 2;
  if (copies == 1 && !possible)
    return tile_fail(e, TILE_USAGE, "one copy of the populations on device cuda: layout packed and one part only");
  if (copies == 1)
    return use_one(c, e);
  if (copies == 2 || !possible)
    return 0;
  if (fits_memory(c, &fits, e))
    return e->code;
  return fits ? 0 : use_one(c, e);
}

static bool pays(const struct cuda *c, const struct lbm_setup *s)
{
  return c->utilisation < lbm_cuda_lists_below(s->precision, c->geometry->wall_link_begin, s->collision == LBM_MRT);
}

/* After the choice of copies, as lists need two. */
static int choose_lists(struct cuda *c, const struct lbm_setup *setup, struct tile_error *e)
{
  const bool possible = c->kernels->lists && c->copies == 2, asked = setup->addressing == LBM_BY_LISTS;
  if (asked && !possible)
    return tile_fail(e, TILE_USAGE, "addressing by lists: layout packed and two copies of the populations only");
  if (!possible || setup->addressing == LBM_BY_MASKS || (!asked && !pays(c, setup)))
    return 0;
  c->lists = cuda_lists_bytes(c);
  bool fits = true;
  if (!asked && fits_memory(c, &fits, e))
    return e->code;
  c->lists = fits ? c->lists : 0;
  return 0;
}

static int check_memory(const struct cuda *c, const struct lbm_setup *setup, struct tile_error *e)
{
  return cuda_check_memory(c, bytes_needed(c), c->geometry->nonsolid,
                           c->copies == 1 ? ", with one copy of the populations" : "", setup, e);
}

/* ---- opening and closing -------------------------------------------------------------- */

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
  cuda_openings_free(c);
  cuda_disconnect(c);
  cuda_in_place_free(c);
  for (int i = 0; i < 2; i++)
    cudaFree(c->populations[i]);
  cudaFree(c->condition);
  cudaFree(c->table);
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
  if (cuda_open_device(c, setup->device, part, c->kernels->usable, e) || choose_copies(c, setup->copies, e) ||
      choose_lists(c, setup, e) || check_memory(c, setup, e) || cuda_open_streams(c, e))
    return e->code;
  return cuda_domain_send(c, e) || cuda_lists_make(c, e) || allocate(c, e) ||
                 cuda_staging_open(c, &c->staging, c->stream, e)
             ? e->code
             : 0;
}

static int open_arrays(void **state, const char *device, struct tile_error *e)
{
  struct cuda *c = tile_alloc(1, sizeof *c);
  *state = c;
  if (!c)
    return tile_fail_memory(e, sizeof *c, "the device");
  c->kernels = kernels[LBM_FP64][LBM_PACKED];
  return cuda_open_device(c, device, 0, c->kernels->usable, e) || cuda_open_streams(c, e) ? e->code : 0;
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
    .varies = true,
    .holds = cuda_holds,
    .open = cuda_open,
    .close = cuda_close,
    .steps = cuda_steps,
    .get = cuda_get,
    .put = cuda_put,
    .memory = cuda_memory,
    .copies = copies,
    .addressing = addressing,
    .describe = describe,
    .moments = cuda_moments,
    .add = cuda_add,
    .arrays = cuda_arrays,
    .open_arrays = open_arrays,
    .get_fields = cuda_get_fields,
    .put_fields = cuda_put_fields,
    .fill_fields = cuda_fill_fields,
    .totals = cuda_totals,
    .scale = cuda_scale,
    .copy = cuda_copy,
    .snapshot = cuda_snapshot,
    .get_snapshot = cuda_get_snapshot,
    .pack = cuda_pack,
    .unpack = cuda_unpack,
    .sum_sites = cuda_sum_sites,
    .room = cuda_room,
    .parts = cuda_parts,
    .connect = cuda_connect,
    .give_connected = cuda_give_connected,
    .steps_connected = cuda_steps_connected,
};
