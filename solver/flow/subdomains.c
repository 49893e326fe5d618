/* SPDX-License-Identifier: BSD-3-Clause */
/* Division of a flow into subdomains and processes, and time steps of all subdomains. */
#include "communicator.h"
#include "flow.h"

#include <stdlib.h>

/* ---- owners of tiles -------------------------------------------------------- */

struct lbm_local *lbm_local_of(const struct lbm *l, size_t tile, size_t *there)
{
  for (int p = l->begin; p < l->end; p++)
    if (tile < l->first[p + 1] && tile >= l->first[p]) {
      struct lbm_local *local = l->local + (p - l->begin);
      *there = tile - local->part.first + local->part.begin;
      return local;
    }
  return NULL;
}

size_t lbm_own_begin(const struct lbm *l)
{
  return l->first[l->begin];
}

size_t lbm_own_end(const struct lbm *l)
{
  return l->first[l->end];
}

int lbm_rank_of(const struct lbm *l, size_t tile)
{
  int part = 0;
  while (tile >= l->first[part + 1])
    part++;
  return part / (l->end - l->begin);
}

int lbm_first_nodes(const struct lbm *l, uint32_t **first, size_t *own, struct tile_error *e)
{
  const struct tile_domain *d = l->domain;
  if (tile_domain_number(first, d, UINT32_MAX, e))
    return e->code;
  uint32_t *at = *first;
  const uint32_t begin = at[lbm_own_begin(l)];
  *own = at[lbm_own_end(l)] - begin;
  for (size_t t = 0; begin && t <= d->tiles; t++)
    at[t] -= begin;
  return 0;
}

struct lbm_task lbm_task_on(const struct lbm_task *task, const struct lbm_local *local)
{
  struct lbm_task on = *task;
  on.geometry = &local->geometry;
  on.condition = local->condition;
  return on;
}

static void pass(void *data, size_t bytes, int from, int to)
{
  const int here = lbm_comm_rank();
  const struct lbm_message m = {here == from ? to : from, LBM_TAG_FILE, here == from, data, bytes};
  if (here == from || here == to)
    lbm_comm_exchange(&m, 1);
}

const struct tile_communicator *lbm_communicator_of(const struct lbm *l)
{
  return l->communicator.size > 1 ? &l->communicator : NULL;
}

static int make_communicator(struct lbm *l, struct tile_error *e)
{
  const int size = lbm_comm_size(), here = l->end - l->begin;
  l->communicator = (struct tile_communicator){lbm_comm_rank(), size, tile_alloc((size_t)size + 1, sizeof(size_t)),
                                               lbm_comm_ordered_reduce, pass};
  if (!l->communicator.first)
    return tile_fail_memory(e, ((size_t)size + 1) * sizeof(size_t), "the parts of the flow");
  for (int rank = 0; rank <= size; rank++)
    l->communicator.first[rank] = l->first[rank * here];
  return 0;
}

/* ---- opening and closing ------------------------------------------------------ */

static int open_local(struct lbm *l, struct lbm_local *p, size_t first, size_t end, struct tile_error *e)
{
  const struct lbm_storage wanted = {l->setup.layout, l->backend->align / lbm_value_bytes(l), l->backend->masks,
                                     l->backend->arranges, l->setup.lattice == LBM_LATTICE_D2Q9};
  if (lbm_subdomain_make(&p->part, l->domain, first, end, e) ||
      lbm_geometry_make(&p->geometry, &p->part, &wanted, l->setup.condition, l->setup.walls, e))
    return e->code;
  p->condition = p->geometry.condition;
  if (!(p->varied = tile_alloc(p->geometry.conditions, sizeof *p->varied)))
    return tile_fail_memory(e, p->geometry.conditions * sizeof *p->varied, "conditions");
  return l->backend->open(&p->state, &p->geometry, &l->setup, (int)(p - l->local), e);
}

static size_t memory_of(const struct lbm *l, const struct lbm_local *p)
{
  const struct lbm_geometry *g = &p->geometry;
  const size_t tiles = g->domain->tiles;
  return l->backend->memory(p->state) + lbm_geometry_bytes(tiles, g->list[tiles], g->boundary_begin[tiles]) +
         lbm_wall_links_bytes(g);
}

/* Sums over all processes. */
struct statistics {
  size_t memory, exchanged, largest;
};

static void add_statistics(void *of_flow, void *of_all)
{
  const struct lbm *l = of_flow;
  struct statistics *all = of_all;
  for (int p = 0; p < l->end - l->begin; p++) {
    const struct lbm_local *local = l->local + p;
    all->memory += memory_of(l, local);
    all->largest = local->geometry.nonsolid > all->largest ? local->geometry.nonsolid : all->largest;
    for (int other = 0; local->halo && other < l->parts; other++)
      all->exchanged += local->halo[other].taken.count;
  }
}

static void find_statistics(struct lbm *l)
{
  struct statistics all = {0};
  lbm_comm_ordered_reduce(&all, sizeof all, add_statistics, l);
  l->memory = all.memory;
  l->exchanged = all.exchanged;
  l->largest = all.largest;
}

static const char *way_of(const struct lbm *l)
{
  const bool alone = lbm_comm_size() == 1;
  if (l->parts == 1)
    return NULL;
  if (l->backend->kind == LBM_ON_CPU)
    return alone ? "memory" : "messages";
  return !l->group ? "host" : alone ? "peer access" : "peer access, host";
}

size_t lbm_subdomain_nodes(const struct lbm *l, int part)
{
  size_t nodes = 0;
  for (size_t t = l->first[part]; t < l->first[part + 1]; t++)
    nodes += lbm_nodes_of(l, t);
  return nodes;
}

struct lbm_division lbm_division_of(const struct lbm *l)
{
  const double mean = (double)l->nonsolid / l->parts;
  return (struct lbm_division){.processes = lbm_comm_size(),
                               .parts = l->parts,
                               .largest = mean > 0 ? (double)l->largest / mean : 1,
                               .bytes = l->exchanged * lbm_value_bytes(l),
                               .waited = l->waited,
                               .by = way_of(l)};
}

static void name_devices(struct lbm *l)
{
  const int here = l->end - l->begin;
  const char *one = l->backend->describe(l->local->state);
  if (here > 1)
    snprintf(l->name, sizeof l->name, "%d x %s", here, one);
  else
    snprintf(l->name, sizeof l->name, "%s", one);
}

int lbm_subdomains_open(struct lbm *l, struct tile_error *e)
{
  int here = 1;
  if (l->backend->parts && l->backend->parts(l->setup.device, &here, e))
    return e->code;
  here = l->setup.parts > 1 ? l->setup.parts : here;
  l->parts = here * lbm_comm_size();
  l->begin = here * lbm_comm_rank();
  l->end = l->begin + here;
  l->first = tile_alloc((size_t)l->parts + 1, sizeof *l->first);
  l->local = tile_alloc((size_t)here, sizeof *l->local);
  if (!l->first || !l->local)
    return tile_fail_memory(e, (size_t)here * sizeof *l->local, "the parts of the flow");
  lbm_partition(l->first, l->domain, l->parts);
  if (make_communicator(l, e))
    return e->code;
  for (int p = 0; p < here; p++)
    if (open_local(l, l->local + p, l->first[l->begin + p], l->first[l->begin + p + 1], e))
      return e->code;
  if (lbm_exchange_open(l, e))
    return e->code;
  find_statistics(l);
  name_devices(l);
  return 0;
}

void lbm_subdomains_close(struct lbm *l)
{
  if (l->local)
    lbm_exchange_close(l);
  for (int p = 0; l->local && p < l->end - l->begin; p++) {
    if (l->local[p].state)
      l->backend->close(l->local[p].state);
    free(l->local[p].varied);
    lbm_geometry_free(&l->local[p].geometry);
    lbm_subdomain_free(&l->local[p].part);
  }
  free(l->local);
  free(l->first);
  free(l->communicator.first);
}

/* ---- time steps ----------------------------------------------------------------- */

/* Keeps the first bad node of the local subdomains. */
static void note(struct lbm_outcome *all, const struct lbm_outcome *o, const struct lbm_local *p)
{
  if (o->tile == SIZE_MAX || all->tile != SIZE_MAX)
    return;
  all->tile = lbm_subdomain_number(&p->part, o->tile);
  all->node = o->node;
}

/* Merges the outcomes of a group: the first time step with a bad node, and in it the first tile. */
static void merge(const struct lbm *l, struct lbm_outcome *all)
{
  for (int p = 0; p < l->end - l->begin; p++) {
    const struct lbm_outcome *o = l->group->outcome + p;
    all->seconds = fmax(all->seconds, o->seconds);
    if (o->tile == SIZE_MAX || (all->tile != SIZE_MAX && all->steps <= o->steps))
      continue;
    all->steps = o->steps;
    all->tile = lbm_subdomain_number(&l->local[p].part, o->tile);
    all->node = o->node;
  }
}

static int step_connected(struct lbm *l, const struct lbm_task *task, int64_t count, struct lbm_outcome *o,
                          struct tile_error *e)
{
  struct lbm_group *group = l->group;
  const int here = l->end - l->begin;
  *o = (struct lbm_outcome){.steps = count, .tile = SIZE_MAX, .node = -1};
  for (int p = 0; p < here; p++)
    group->task[p] = lbm_task_on(task, l->local + p);
  if (l->backend->steps_connected(group->state, group->task, here, count, group->outcome, e))
    return e->code;
  merge(l, o);
  return 0;
}

static int step_one_by_one(struct lbm *l, const struct lbm_task *task, struct lbm_outcome *all, struct tile_error *e)
{
  for (int p = 0; p < l->end - l->begin; p++) {
    const struct lbm_task on = lbm_task_on(task, l->local + p);
    struct lbm_outcome o;
    if (l->backend->steps(l->local[p].state, &on, 1, &o, e))
      return e->code;
    all->seconds += o.seconds;
    note(all, &o, l->local + p);
  }
  return 0;
}

/* One time step of all local subdomains. */
static int step_once(struct lbm *l, const struct lbm_task *task, struct lbm_outcome *all, struct tile_error *e)
{
  struct lbm_outcome o;
  if (lbm_exchange(l, e) || lbm_outlets_step(l, e))
    return e->code;
  if (!l->group)
    return step_one_by_one(l, task, all, e);
  if (step_connected(l, task, 1, &o, e))
    return e->code;
  all->seconds += o.seconds;
  if (all->tile == SIZE_MAX) {
    all->tile = o.tile;
    all->node = o.node;
  }
  return 0;
}

static int step_alone(struct lbm *l, const struct lbm_task *task, int64_t count, struct lbm_outcome *o,
                      struct tile_error *e)
{
  const struct lbm_task on = lbm_task_on(task, l->local);
  return l->backend->steps(l->local->state, &on, count, o, e);
}

int lbm_steps(struct lbm *l, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e)
{
  if (lbm_is_alone(l) && lbm_outlets_step(l, e))
    return e->code;
  if (l->parts == 1)
    return step_alone(l, task, count, o, e);
  if (lbm_is_alone(l))
    return step_connected(l, task, count, o, e);
  const double waited = l->waited;
  int64_t wrong = 0;
  *o = (struct lbm_outcome){.tile = SIZE_MAX, .node = -1};
  for (int64_t n = 0; n < count; n++) {
    if (step_once(l, task, o, e))
      return e->code;
    wrong = !wrong && o->tile != SIZE_MAX ? n + 1 : wrong;
  }
  o->steps = wrong ? wrong : count;
  o->seconds += l->waited - waited;
  return 0;
}
