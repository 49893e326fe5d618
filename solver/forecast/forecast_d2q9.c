/* SPDX-License-Identifier: BSD-3-Clause */
/* Forecast of a flow with lattice d2q9. */
#include "cuda_tile.h"
#include "forecast.h"
#include "plane.h"

/* The number of rows of four nodes in tiles with a non-solid node. In fp64 a row is a sector of memory, which a GPU
 * always moves as a whole. */
static size_t rows_of(const struct tile_domain *d)
{
  size_t rows = 0;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (int row = 0; row < 64; row += 4)
      rows += (d->mask[tile] >> row & 15) != 0;
  return rows;
}

static size_t bounds_of(const struct tile_domain *d)
{
  size_t bounds = 0;
  for (size_t m = 0; m < d->marks; m++)
    bounds += d->mark[m].patch != 0;
  return bounds;
}

/* Counts the blocks with links that walls cut, and these links if they lie in the plane. */
static void count_cuts(struct lbm_plane *p, const struct tile_domain *d)
{
  for (size_t tile = 0; tile < d->tiles && d->wall_begin; tile++)
    for (size_t w = d->wall_begin[tile]; w < d->wall_begin[tile + 1]; w++) {
      int32_t *block = p->at + lbm_plane_block_at(p, d, tile, d->wall[w].node);
      p->cuts += !lbm_c[d->wall[w].link][2];
      p->cut_blocks += *block >= 0;
      *block = -1;
    }
}

int lbm_forecast_plane(struct lbm_forecast *f, const struct tile_domain *d, enum lbm_device_kind device,
                       enum lbm_precision precision, struct tile_error *e)
{
  struct lbm_plane p = {0};
  const size_t nonsolid = (size_t)tile_domain_nonsolid(d), node = LBM_PLANE_Q * lbm_value_bytes_of(precision);
  const bool on_cpu = device == LBM_ON_CPU;
  if (lbm_plane_number(&p, d, e)) {
    lbm_plane_free(&p);
    return e->code;
  }
  p.boundaries = bounds_of(d);
  count_cuts(&p, d);
  const double nodes = (double)(p.blocks * LBM_PLANE_NODES), moved = on_cpu ? nodes : 4 * (double)rows_of(d);
  const size_t cuts = d->wall_begin ? (d->tiles + 1) * sizeof(size_t) + d->walls * sizeof(struct lbm_wall_link) : 0;
  const size_t beside = on_cpu ? lbm_geometry_bytes(d->tiles, 0, p.boundaries) + cuts
                               : nonsolid * sizeof(uint32_t) + d->tiles * LBM_CUDA_PLANE_TILE;
  const size_t read = p.blocks * sizeof *p.block + p.cut_blocks * sizeof *p.cut_block + p.cuts * sizeof *p.q;
  *f = (struct lbm_forecast){.memory = 2 * (double)node * nodes + (double)(lbm_plane_bytes(&p) + beside),
                             .traffic = (2 * (double)node * moved + (double)read) / (double)nonsolid};
  f->moved = f->traffic;
  lbm_plane_free(&p);
  return TILE_OK;
}
