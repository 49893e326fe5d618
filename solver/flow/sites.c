/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrive.h"
#include "communicator.h"

#include <stdlib.h>

bool lbm_sites_serve(const struct lbm *l)
{
  return l->backend->sum_sites ? lbm_copies(l) == 2 : l->backend->values != NULL;
}

/* ---- finding them --------------------------------------------------------------- */

/* The columns of a tile with links of a patch, or with cut links. */
static uint64_t columns_of(const struct lbm_geometry *g, size_t tile, int patch)
{
  uint64_t columns = 0;
  if (patch < g->domain->patches)
    for (size_t n = g->boundary_begin[tile]; n < g->boundary_begin[tile + 1]; n++)
      if (lbm_patch_of(g, g->boundary[n].condition) == patch)
        columns |= UINT64_C(1) << g->boundary[n].column;
  if (patch == g->domain->patches && g->wall_link_begin)
    for (size_t c = g->wall_link_begin[tile]; c < g->wall_link_begin[tile + 1]; c++)
      columns |= UINT64_C(1) << LBM_WALL_LINK_COLUMN(g->wall_link[c].at);
  return columns;
}

static void set_places(const struct lbm_site_list *s, size_t tile, int node, size_t to)
{
  const struct lbm_geometry *g = s->geometry;
  size_t *here = s->here[0].at + to * lbm_site_values(s), *away = s->here[1].at + to * lbm_site_values(s);
  for (int i = 0; i < LBM_Q; i++) {
    here[i] = lbm_source(g, tile, node, i);
    if (s->walls)
      here[LBM_Q + i] = lbm_offset(g, tile, node, i);
    if (s->here[1].count)
      away[i] = lbm_offset(g, tile, node, lbm_opposite[i]);
    if (s->here[1].count && s->walls)
      away[LBM_Q + i] = lbm_source(g, tile, node, lbm_opposite[i]);
  }
}

/* Adds a site, or only counts it and its boundary nodes. */
static void add_site(struct lbm_site_list *s, size_t tile, int node, int patch)
{
  struct lbm_boundary_node at[LBM_Q];
  struct lbm_site site;
  lbm_site_of(&site, at, s->geometry, tile, node);
  site.first = (uint32_t)s->nodes;
  site.counted = lbm_site_nodes(s->geometry, at, site.count, patch);
  if (s->site) {
    s->site[s->count] = site;
    memcpy(s->node + s->nodes, at, site.count * sizeof *at);
    set_places(s, tile, node, s->count);
  }
  s->nodes += site.count;
  s->count++;
}

static void find_all(struct lbm_site_list *s, const struct lbm_sites *of)
{
  const struct lbm_geometry *g = s->geometry;
  s->count = s->nodes = 0;
  for (int k = 0; k < of->groups; k++) {
    s->begin[k] = s->count;
    for (size_t t = g->begin; t < g->end; t++) {
      const uint64_t columns = columns_of(g, t, of->patch[k]);
      for (uint64_t mask = columns ? g->domain->mask[t] : 0; mask; mask &= mask - 1)
        if (columns >> lbm_column(g, t, __builtin_ctzll(mask)) & 1)
          add_site(s, t, __builtin_ctzll(mask), of->patch[k]);
    }
  }
  s->begin[of->groups] = s->count;
}

static int make_list(struct lbm_site_list *s, const struct lbm_sites *of, const struct lbm_geometry *g,
                     struct tile_error *e)
{
  *s = (struct lbm_site_list){.geometry = g, .walls = of->walls, .groups = of->groups, .cut = g->wall_link};
  s->begin = tile_alloc((size_t)of->groups + 1, sizeof *s->begin);
  if (!s->begin)
    return tile_fail_memory(e, ((size_t)of->groups + 1) * sizeof *s->begin, "nodes of patches");
  find_all(s, of);
  const struct lbm_backend *b = of->flow->backend;
  const size_t values = s->count * lbm_site_values(s), closed = b->sum_sites ? 0 : s->count;
  s->node = tile_alloc(s->nodes, sizeof *s->node);
  s->gain = tile_alloc(closed, sizeof *s->gain);
  s->other = tile_alloc(closed, sizeof *s->other);
  for (int k = 0; k < 2; k++) {
    const size_t count = k == 0 || b->away ? values : 0;
    s->here[k] = (struct lbm_places){count, tile_alloc(count, sizeof *s->here[k].at)};
  }
  struct lbm_site *site = tile_alloc(s->count, sizeof *site);
  s->site = site;
  if (!s->node || !s->gain || !s->other || !s->here[0].at || !s->here[1].at || !site)
    return tile_fail_memory(e, 2 * values * sizeof *s->here[0].at, "nodes of patches");
  find_all(s, of);
  return 0;
}

int lbm_sites_open(struct lbm_sites *s, struct lbm *l, const int *patch, int groups, struct tile_error *e)
{
  *s = (struct lbm_sites){.flow = l, .groups = groups, .walls = groups == 1 && patch[0] == l->domain->patches};
  s->patch = tile_alloc((size_t)groups, sizeof *s->patch);
  s->list = tile_alloc((size_t)lbm_locals(l), sizeof *s->list);
  if (!s->patch || !s->list)
    return tile_fail_memory(e, (size_t)groups * sizeof *s->patch, "nodes of patches");
  memcpy(s->patch, patch, (size_t)groups * sizeof *s->patch);
  for (int p = 0; p < lbm_locals(l); p++)
    if (make_list(s->list + p, s, &l->local[p].geometry, e))
      return e->code;
  return 0;
}

void lbm_sites_close(struct lbm_sites *s)
{
  for (int p = 0; s->list && p < lbm_locals(s->flow); p++) {
    struct lbm_site_list *list = s->list + p;
    free(list->begin);
    free(list->site);
    free(list->node);
    free(list->gain);
    free(list->other);
    free(list->here[0].at);
    free(list->here[1].at);
  }
  free(s->patch);
  free(s->list);
  *s = (struct lbm_sites){0};
}

/* ---- their sums ------------------------------------------------------------------- */

int lbm_sites_meet(struct lbm *l, struct tile_error *e)
{
  return lbm_is_alone(l) ? 0 : lbm_exchange(l, e);
}

/* Finds the populations of a subdomain. */
static void find_values(const struct lbm *l, const struct lbm_local *p, struct lbm_site_list *s)
{
  const bool away = l->backend->away && l->backend->away(p->state);
  s->values = l->backend->values(p->state);
  s->at = (const ptrdiff_t *)s->here[away].at;
}

/* Adds the sites of a subdomain on the host. */
static void add_list(const struct lbm *l, const struct lbm_site_list *s, const struct lbm_condition *condition,
                     const struct lbm_condition *lifted, struct lbm_site_sum *sum)
{
  lbm_close_sites(l, s, condition, lifted);
  for (int k = 0; k < s->groups; k++)
    for (size_t n = s->begin[k]; n < s->begin[k + 1]; n++) {
      lbm_exact_add(&sum[k].mass, s->gain[n]);
      lbm_exact_add(&sum[k].other, s->other[n]);
    }
}

static void merge_sums(struct lbm_site_sum *to, const struct lbm_site_sum *by, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    lbm_exact_merge(&to[k].mass, &by[k].mass);
    lbm_exact_merge(&to[k].other, &by[k].other);
    to[k].sites += by[k].sites;
  }
}

int lbm_sites_sum(const struct lbm_sites *s, const struct lbm_condition *condition, const struct lbm_condition *lifted,
                  struct lbm_site_sum *sum, struct tile_error *e)
{
  const struct lbm *l = s->flow;
  struct lbm_site_sum one[s->groups];
  memset(sum, 0, sizeof one);
  if (l->group && l->backend->give_connected(l->group->state, lbm_locals(l), e))
    return e->code;
  for (int p = 0; p < lbm_locals(l); p++) {
    struct lbm_site_list *list = s->list + p;
    memset(one, 0, sizeof one);
    if (!l->backend->sum_sites) {
      find_values(l, l->local + p, list);
      add_list(l, list, condition, lifted, one);
    } else if (list->count && l->backend->sum_sites(l->local[p].state, &l->task, list, condition, lifted, one, e))
      return e->code;
    for (int k = 0; k < s->groups; k++)
      one[k].sites = (int64_t)(list->begin[k + 1] - list->begin[k]);
    merge_sums(sum, one, (size_t)s->groups);
  }
  return 0;
}

struct sums {
  const struct lbm_site_sum *sum;
  size_t count;
};

static void merge(void *of_sums, void *of_all)
{
  const struct sums *here = of_sums;
  merge_sums(of_all, here->sum, here->count);
}

void lbm_sites_add(struct lbm_site_sum *sum, size_t count)
{
  if (lbm_comm_size() == 1)
    return;
  struct lbm_site_sum here[count];
  struct sums of = {here, count};
  memcpy(here, sum, sizeof here);
  memset(sum, 0, sizeof here);
  lbm_comm_ordered_reduce(sum, count * sizeof *sum, merge, &of);
}
