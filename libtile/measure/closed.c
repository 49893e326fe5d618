/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes that walls between voxels close, and components with openings. */
#include "bit_rows.h"
#include "internal_measure.h"
#include "surfaces.h"

/* Does the link lead to a non-solid node? */
static bool leads_on(const struct tile_bits *b, unsigned periodic, uint64_t voxel, int link)
{
  const uint64_t nx = (uint64_t)b->grid[0], row = voxel / nx, ny = (uint64_t)b->grid[1];
  int64_t at[3] = {(int64_t)(voxel % nx), (int64_t)(row % ny), (int64_t)(row / ny)};
  for (int a = 0; a < 3; a++) {
    at[a] += tile_link[link][a];
    if (periodic >> a & 1)
      at[a] = (at[a] + b->grid[a]) % b->grid[a];
    if (at[a] < 0 || at[a] >= b->grid[a])
      return false;
  }
  return tile_bit(b, at[0], at[1], at[2]);
}

/* cut: bits of the links of the voxel that walls cut. */
static bool is_closed(const struct tile_bits *b, unsigned periodic, uint64_t voxel, uint32_t cut)
{
  uint32_t on = 0;
  for (int i = 1; i < TILE_LINKS; i++)
    on |= (uint32_t)leads_on(b, periodic, voxel, i) << i;
  return on && !(on & ~cut);
}

int64_t tile_count_closed(const struct tile_bits *b, unsigned periodic)
{
  int64_t closed = 0;
  for (size_t i = 0; i < b->walls;) {
    const uint64_t voxel = b->wall[i].voxel;
    uint32_t cut = 0;
    for (; i < b->walls && b->wall[i].voxel == voxel; i++)
      cut |= UINT32_C(1) << b->wall[i].link;
    closed += tile_voxel_bit(b, voxel) && is_closed(b, periodic, voxel, cut);
  }
  return closed;
}

/* ---- components ---- */

static const struct tile_run *run_of(const struct tile_components *c, const struct tile_bits *b, uint64_t voxel)
{
  const uint64_t nx = (uint64_t)b->grid[0];
  const int32_t x = (int32_t)(voxel % nx);
  for (size_t i = c->row_begin[voxel / nx]; i < c->row_begin[voxel / nx + 1]; i++)
    if (c->run[i].begin <= x && x < c->run[i].end)
      return &c->run[i];
  return NULL;
}

int tile_mark_openings(struct tile_components *c, const struct tile_bits *b, const struct tile_header *h, bool *any,
                       struct tile_error *e)
{
  bool open[TILE_SURFACES_LIMIT + 1] = {false};
  struct tile_surfaces s;
  if (tile_surfaces_read(&s, h, e))
    return e->code;
  for (int i = 0; i < s.openings; i++)
    open[s.opening[i].surface + 1] = true;
  *any = s.openings > 0;
  tile_surfaces_free(&s);
  for (size_t i = 0; *any && i < b->walls; i++) {
    const struct tile_run *run = open[b->wall[i].surface] ? run_of(c, b, b->wall[i].voxel) : NULL;
    if (run) {
      c->touches[run->component] |= TILE_TOUCHES_OPENING;
      c->spans[run->component] |= TILE_SPANS_OPENING;
    }
  }
  return TILE_OK;
}
