#include "shear_map.h"

#include "flow.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static int threads_of(const struct lbm *l)
{
  return l->setup.threads ? l->setup.threads : omp_get_max_threads();
}

static void fill(struct lbm_shear_map *m, size_t n, const struct lbm_wall_stencil *s, uint32_t own)
{
  struct lbm_shear_row *row = m->row + n;
  memcpy(row->axis, s->axis, sizeof row->axis);
  memcpy(row->constant, s->constant, sizeof row->constant);
  row->own = own;
  for (int i = 0; i < s->count; i++) {
    const struct lbm_wall_term *t = s->term + i;
    m->share[m->begin[n] + (size_t)i] = (struct lbm_shear_share){
        (uint32_t)t->node, {(float)t->velocity[0], (float)t->velocity[1]}, {(float)t->push[0], (float)t->push[1]}};
  }
}

/* Finds all stencils, and counts their shares (m->share NULL) or keeps them. */
static void visit(struct lbm_shear_map *m, const struct lbm_wall_fit *f)
{
  const struct tile_domain *d = m->flow->domain;
#pragma omp parallel for schedule(dynamic, 64) num_threads(threads_of(m->flow))
  for (size_t n = 0; n < m->walls.count; n++) {
    struct lbm_wall_stencil s;
    const struct lbm_place *at = &m->walls.node[n].place;
    lbm_wall_stencil_find(&s, f, m->walls.node + n);
    if (m->share)
      fill(m, n, &s,
           (uint32_t)(f->begin[at->tile] +
                      (size_t)__builtin_popcountll(d->mask[at->tile] & ((UINT64_C(1) << at->node) - 1))));
    else
      m->begin[n + 1] = (size_t)s.count;
  }
}

static int find(struct lbm_shear_map *m, const struct lbm_wall_fit *f, struct tile_error *e)
{
  const size_t count = m->walls.count;
  m->begin = tile_alloc(count + 1, sizeof *m->begin);
  m->row = tile_alloc(count, sizeof *m->row);
  if (!m->begin || !m->row)
    return tile_fail_memory(e, count * sizeof *m->row, "the shear on walls");
  visit(m, f);
  for (size_t n = 0; n < count; n++)
    m->begin[n + 1] += m->begin[n];
  m->share = tile_alloc(m->begin[count], sizeof *m->share);
  if (!m->share)
    return tile_fail_memory(e, m->begin[count] * sizeof *m->share, "the shear on walls");
  visit(m, f);
  return 0;
}

int lbm_shear_map_make(struct lbm_shear_map *m, struct lbm *flow, struct tile_error *e)
{
  struct lbm_incoming a = {0};
  struct lbm_wall_fit f = {0};
  *m = (struct lbm_shear_map){.flow = flow, .nodes = (size_t)lbm_nonsolid(flow)};
  if (m->nodes > UINT32_MAX)
    return tile_fail(e, TILE_USAGE, "the shear on walls: %zu nodes are too many", m->nodes);
  const int code = lbm_incoming_open(&a, flow, e) || lbm_wall_nodes_find(&m->walls, &a, e) ||
                           lbm_wall_fit_make(&f, &a, e) || find(m, &f, e)
                       ? e->code
                       : 0;
  lbm_wall_fit_free(&f);
  lbm_incoming_free(&a);
  return code;
}

void lbm_shear_map_free(struct lbm_shear_map *m)
{
  lbm_wall_nodes_free(&m->walls);
  free(m->begin);
  free(m->row);
  free(m->share);
  *m = (struct lbm_shear_map){0};
}

void lbm_shear_map_get(double shear[3], const struct lbm_shear_map *m, const struct lbm_moments *at, size_t n)
{
  const struct lbm_shear_row *row = m->row + n;
  double along[2] = {row->constant[0], row->constant[1]}, slope[3];
  for (const struct lbm_shear_share *s = m->share + m->begin[n]; s < m->share + m->begin[n + 1]; s++) {
    const struct lbm_moments *u = at + s->node;
    for (int k = 0; k < 2; k++)
      along[k] += (double)s->velocity[k] * lbm_along(row->axis[k], u->velocity) + (double)s->push[k] * u->density;
  }
  for (int a = 0; a < 3; a++)
    slope[a] = along[0] * row->axis[0][a] + along[1] * row->axis[1][a];
  lbm_wall_shear(shear, m->flow, m->walls.node[n].normal, slope, at[row->own].density);
}
