/* SPDX-License-Identifier: BSD-3-Clause */
/* The layouts: their arrays on the device. */
#include "internal.h"
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arrays ---------------------------------------------------------------------------- */

static int reserve(struct sparse_flow *f, void **array, size_t bytes)
{
  f->bytes += bytes;
  return sparse_alloc(array, bytes);
}

/* Copies an array of the host to the device. */
static int lay_down(struct sparse_flow *f, int which, const void *host, size_t bytes)
{
  if (!host) {
    fprintf(stderr, "sparse: not enough memory for %zu bytes\n", bytes);
    return 1;
  }
  return reserve(f, &f->array[which], bytes) || sparse_send(f->array[which], host, bytes);
}

static int open_copies(struct sparse_flow *f, int copies, size_t bytes)
{
  int code = 0;
  for (int k = 0; k < copies && !code; k++)
    code = reserve(f, &f->copy[k], bytes) || sparse_fill(f->copy[k], 0, bytes);
  return code;
}

/* ---- the layouts -------------------------------------------------------------------------- */

/* A multiple of a memory line. */
static size_t stride_of(const struct sparse_domain *d)
{
  return (d->nodes + 31) / 32 * 32;
}

static int open_nodes(struct sparse_flow *f)
{
  f->pass.stride = stride_of(f->domain);
  return open_copies(f, 2, (size_t)f->kind->values * f->pass.stride * f->value);
}

static int open_cm(struct sparse_flow *f)
{
  const size_t entries = (LBM_Q - 1) * stride_of(f->domain);
  if (LBM_Q * stride_of(f->domain) > UINT32_MAX) {
    fprintf(stderr, "sparse: too many nodes for indices of 32 bits\n");
    return 1;
  }
  uint32_t *source = sparse_connect(f->domain, stride_of(f->domain));
  const int code = open_nodes(f) || lay_down(f, 0, source, entries * sizeof *source);
  free(source);
  f->pass.source = f->array[0];
  return code;
}

static int open_box(struct sparse_flow *f)
{
  for (int a = 0; a < 3; a++) {
    f->pass.grid[a] = (uint32_t)f->domain->tiles.grid[a];
    f->pass.wraps[a] = f->domain->wraps[a];
  }
  return open_nodes(f);
}

static int open_fia(struct sparse_flow *f)
{
  const int code = open_box(f) || lay_down(f, 0, f->domain->number, f->domain->box * sizeof(int32_t));
  f->pass.number = f->array[0];
  return code;
}

/* Where no fluid node sends, a ghost buffer always holds NaN. */
static int open_ghosts(struct sparse_flow *f, size_t count)
{
  int code = 0;
  for (int k = 0; k < 2 && !code; k++) {
    const size_t bytes = (count ? count : 1) * SPARSE_FACE * f->value;
    code = reserve(f, &f->ghosts[k], bytes) || sparse_fill(f->ghosts[k], 0xff, bytes);
  }
  for (int k = 0; k < 2 && !code; k++, f->current = !f->current)
    code = sparse_run(f, SPARSE_TGB, SPARSE_OPEN, false);
  return code;
}

static int open_tgb(struct sparse_flow *f)
{
  const struct tile_domain *d = &f->domain->tiles;
  size_t count;
  int32_t *index = sparse_index_ghosts(f->domain, &count);
  int code = open_copies(f, 1, d->tiles * SPARSE_NODES * LBM_Q * f->value) ||
             lay_down(f, 0, index, d->tiles * SPARSE_INDICES * sizeof *index) ||
             lay_down(f, 1, d->mask, d->tiles * sizeof *d->mask);
  free(index);
  f->pass.index = f->array[0];
  f->pass.mask = f->array[1];
  return code || open_ghosts(f, count);
}

static int open_types(struct sparse_flow *f)
{
  const struct tile_domain *d = &f->domain->tiles;
  struct tile_error e;
  int32_t(*near)[TILE_WAYS] = NULL;
  uint16_t *type = tile_alloc(d->tiles, SPARSE_NODES * sizeof *type);
  int code = !type || tile_neighbours(d, &near, &e);
  for (size_t n = 0; n < d->tiles * SPARSE_NODES && !code; n++)
    type[n] = d->mask[n / SPARSE_NODES] >> n % SPARSE_NODES & 1;
  code = code || open_copies(f, 2, d->tiles * SPARSE_NODES * (size_t)f->kind->values * f->value) ||
         lay_down(f, 0, near, d->tiles * sizeof *near) || lay_down(f, 1, type, d->tiles * SPARSE_NODES * sizeof *type);
  free(near);
  free(type);
  f->pass.near = (const int32_t(*)[TILE_WAYS])f->array[0];
  f->pass.type = f->array[1];
  return code;
}

/* Both copies have the wall distances, which no step overwrites. */
static int open_bits(struct sparse_flow *f)
{
  const struct sparse_domain *d = f->domain;
  const size_t bytes = d->box * LBM_Q * f->value;
  uint32_t *bits = sparse_bits(d);
  void *walls = tile_alloc(d->box, LBM_Q * f->value);
  for (int a = 0; a < 3; a++)
    f->pass.grid[a] = (uint32_t)d->tiles.grid[a];
  int code = !walls || lay_down(f, 0, bits, d->box * sizeof *bits);
  if (!code) {
    memset(walls, 0, bytes);
    sparse_bits_walls(d, walls, f->precision);
  }
  for (int k = 0; k < 2 && !code; k++)
    code = reserve(f, &f->copy[k], bytes) || sparse_send(f->copy[k], walls, bytes);
  free(bits);
  free(walls);
  code = code || sparse_alloc(&f->array[1], d->box * sizeof(int32_t)) || /* for sparse_put and sparse_get alone */
         sparse_send(f->array[1], d->number, d->box * sizeof(int32_t));
  f->pass.bits = f->array[0];
  f->pass.number = f->array[1];
  return code;
}

/* Bytes besides the populations, read once per step. */
static double moves_nothing(const struct sparse_domain *d)
{
  (void)d;
  return 0;
}

static double moves_sources(const struct sparse_domain *d)
{
  return (double)(LBM_Q - 1) * sizeof(uint32_t) * (double)d->nodes;
}

static double moves_box(const struct sparse_domain *d)
{
  return (double)d->box * sizeof(int32_t);
}

static double moves_tiles(const struct sparse_domain *d)
{
  return (double)d->tiles.tiles * (SPARSE_INDICES * sizeof(int32_t) + sizeof(uint64_t));
}

static double moves_types(const struct sparse_domain *d)
{
  return (double)d->tiles.tiles * (TILE_WAYS * sizeof(int32_t) + SPARSE_NODES * sizeof(uint16_t));
}

const struct sparse_kind sparse_kinds[SPARSE_WAYS] = {
    {"read/write", SPARSE_OWN, LBM_Q, false, -1, open_nodes, moves_nothing},
    {"cm", SPARSE_CM, LBM_Q, false, 0, open_cm, moves_sources},
    {"fia", SPARSE_FIA, LBM_Q, false, 1, open_fia, moves_box},
    {"fia-apart", SPARSE_FIA, LBM_Q, true, 1, open_fia, moves_box},
    {"tgb", SPARSE_TGB, LBM_Q, false, 3, open_tgb, moves_tiles},
    {"types", SPARSE_TYPES, LBM_Q, false, 2, open_types, moves_types},
    {"moments-tiles", SPARSE_MOMENT_TILES, 10, false, -1, open_types, moves_types},
    {"bits", SPARSE_BITS, LBM_Q, false, -1, open_bits, moves_box},
    {"moments", SPARSE_MOMENTS, 10, false, -1, open_box, moves_nothing},
    {"reversed", SPARSE_REVERSED, LBM_Q, false, -1, open_box, moves_nothing},
    {"split", SPARSE_SPLIT, LBM_Q, false, -1, open_box, moves_nothing},
};
