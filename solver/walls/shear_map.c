/* SPDX-License-Identifier: BSD-3-Clause */
#include "shear_map.h"

#include "communicator.h"
#include "flow.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static int threads_of(const struct lbm *l)
{
  return l->setup.threads ? l->setup.threads : omp_get_max_threads();
}

/* Stencils are found in blocks, and then put behind each other. */
enum { BLOCK = 1024 };

static void find_block(struct lbm_wall_stencil *to, const struct lbm_shear_map *m, const struct lbm_wall_fit *f,
                       size_t begin, size_t end)
{
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads_of(m->flow))
  for (size_t n = begin; n < end; n++)
    lbm_wall_stencil_find(to + (n - begin), f, m->walls.node + n);
}

static void keep(struct lbm_shear_map *m, size_t n, const struct lbm_wall_stencil *s, const struct lbm_wall_fit *f)
{
  struct lbm_shear_row *row = m->row + n;
  const struct lbm_place *at = &m->walls.node[n].place;
  memcpy(row->axis, s->axis, sizeof row->axis);
  memcpy(row->constant, s->constant, sizeof row->constant);
  row->own = (uint32_t)(f->begin[at->tile] + tile_rank(m->flow->domain->mask[at->tile], at->node));
  m->begin[n + 1] = m->begin[n] + (size_t)s->count;
  for (int i = 0; i < s->count; i++) {
    const struct lbm_wall_term *t = s->term + i;
    m->share[m->begin[n] + (size_t)i] = (struct lbm_shear_share){
        (uint32_t)t->node, {(float)t->velocity[0], (float)t->velocity[1]}, {(float)t->push[0], (float)t->push[1]}};
  }
}

static int find_in(struct lbm_wall_stencil *block, struct lbm_shear_map *m, const struct lbm_wall_fit *f,
                   struct tile_error *e)
{
  size_t room = 0;
  for (size_t begin = 0; begin < m->walls.count; begin += BLOCK) {
    const size_t end = begin + BLOCK < m->walls.count ? begin + BLOCK : m->walls.count;
    if (tile_reserve(&m->share, &room, m->begin[begin] + (size_t)BLOCK * LBM_WALL_TERMS, sizeof *m->share,
                     "the shear on walls", e))
      return e->code;
    find_block(block, m, f, begin, end);
    for (size_t n = begin; n < end; n++)
      keep(m, n, block + (n - begin), f);
  }
  return 0;
}

static int find(struct lbm_shear_map *m, const struct lbm_wall_fit *f, struct tile_error *e)
{
  const size_t count = m->walls.count;
  struct lbm_wall_stencil *block = tile_alloc(BLOCK, sizeof *block);
  m->begin = tile_alloc(count + 1, sizeof *m->begin);
  m->row = tile_alloc(count, sizeof *m->row);
  const int code = block && m->begin && m->row ? find_in(block, m, f, e)
                                               : tile_fail_memory(e, count * sizeof *m->row, "the shear on walls");
  free(block);
  return code;
}

/* ---- moments of other processes ---- */

/* Lists the nodes of other processes that shares are of: `wanted`, one bool per node. */
static int list_wanted(struct lbm_tile_list *taken, const bool *wanted, const struct lbm_wall_fit *f,
                       const struct lbm *l, struct tile_error *e)
{
  const size_t processes = (size_t)lbm_comm_size(), tiles = l->domain->tiles;
  size_t count = 0;
  for (size_t n = 0; n < f->begin[tiles]; n++)
    count += wanted[n];
  taken->begin = tile_alloc(processes + 1, sizeof *taken->begin);
  taken->tile = tile_alloc(count, sizeof *taken->tile);
  if (!taken->begin || !taken->tile)
    return tile_fail_memory(e, count * sizeof *taken->tile, "nodes of other processes");
  count = 0;
  for (size_t t = 0; t < tiles; t++) {
    for (size_t n = f->begin[t]; n < f->begin[t + 1]; n++)
      if (wanted[n])
        taken->tile[count++] = n;
    taken->begin[lbm_rank_of(l, t) + 1] = count;
  }
  for (size_t p = 0; p < processes; p++) /* a process without tiles */
    if (taken->begin[p + 1] < taken->begin[p])
      taken->begin[p + 1] = taken->begin[p];
  return 0;
}

static int agree(struct lbm_shear_map *m, const struct lbm_wall_fit *f, struct tile_error *e)
{
  const size_t shares = m->begin[m->walls.count];
  bool *wanted = tile_alloc(m->nodes, sizeof *wanted);
  if (!wanted)
    return tile_fail_memory(e, m->nodes * sizeof *wanted, "nodes of other processes");
  for (size_t i = 0; i < shares; i++)
    wanted[m->share[i].node] = m->share[i].node < m->from || m->share[i].node >= m->to;
  const int code = list_wanted(&m->halo.taken, wanted, f, m->flow, e) || lbm_tile_halo_agree(&m->halo, e) ||
                           lbm_tile_halo_room(&m->halo, sizeof(struct lbm_moments), e)
                       ? e->code
                       : 0;
  free(wanted);
  return code;
}

void lbm_shear_map_exchange(struct lbm_shear_map *m, struct lbm_moments *at)
{
  const int processes = lbm_comm_size();
  const struct lbm_tile_list *given = &m->halo.given, *taken = &m->halo.taken;
  if (processes == 1)
    return;
  for (size_t i = 0; i < given->begin[processes]; i++)
    memcpy(given->values + i * sizeof *at, at + given->tile[i], sizeof *at);
  lbm_comm_exchange(m->halo.message, 2 * processes);
  for (size_t i = 0; i < taken->begin[processes]; i++)
    memcpy(at + taken->tile[i], taken->values + i * sizeof *at, sizeof *at);
}

/* ---- all of it ---- */

static int find_shares(struct lbm_shear_map *m, const struct lbm_wall_fit *f, struct tile_error *e)
{
  m->from = f->begin[lbm_own_begin(m->flow)];
  m->to = f->begin[lbm_own_end(m->flow)];
  return find(m, f, e) || (lbm_comm_size() > 1 && agree(m, f, e)) ? e->code : 0;
}

int lbm_shear_map_make(struct lbm_shear_map *m, struct lbm *flow, struct tile_error *e)
{
  struct lbm_incoming a = {0};
  struct lbm_wall_fit f = {0};
  *m = (struct lbm_shear_map){.flow = flow, .nodes = (size_t)lbm_nonsolid(flow)};
  if (m->nodes > UINT32_MAX)
    return tile_fail(e, TILE_USAGE, "the shear on walls: %zu nodes are too many", m->nodes);
  const int code = lbm_incoming_shape(&a, flow, e) || lbm_wall_nodes_find(&m->walls, &a, e) ||
                           lbm_wall_fit_make(&f, &a, e) || find_shares(m, &f, e)
                       ? e->code
                       : 0;
  lbm_wall_fit_free(&f);
  lbm_incoming_free(&a);
  return code;
}

void lbm_shear_map_free(struct lbm_shear_map *m)
{
  lbm_wall_nodes_free(&m->walls);
  lbm_tile_halo_free(&m->halo);
  free(m->begin);
  free(m->row);
  free(m->share);
  *m = (struct lbm_shear_map){0};
}

void lbm_shear_map_get(double shear[3], const struct lbm_shear_map *m, const struct lbm_moments *at, size_t n)
{
  const struct lbm_shear_row *row = m->row + n;
  double sum[2][3] = {{0}}, push[2] = {0}, along[2], slope[3];
  for (const struct lbm_shear_share *s = m->share + m->begin[n]; s < m->share + m->begin[n + 1]; s++) {
    const struct lbm_moments *u = at + s->node;
    for (int k = 0; k < 2; k++) {
      push[k] += (double)s->push[k] * u->density;
      for (int a = 0; a < 3; a++)
        sum[k][a] += (double)s->velocity[k] * u->velocity[a];
    }
  }
  for (int k = 0; k < 2; k++)
    along[k] = row->constant[k] + push[k] + lbm_along(row->axis[k], sum[k]);
  for (int a = 0; a < 3; a++)
    slope[a] = along[0] * row->axis[0][a] + along[1] * row->axis[1][a];
  lbm_wall_shear(shear, m->flow, m->walls.node[n].normal, slope, at[row->own].density);
}
