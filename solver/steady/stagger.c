/* SPDX-License-Identifier: BSD-3-Clause */
#include "stagger.h"

#include "graph.h"

#include <stdlib.h>

struct lbm_stagger {
  struct lbm *flow;
  struct lbm_host host;
  struct lbm_device device;
  uint32_t *first; /* first node of each tile, counted from the first node of this process */
  size_t nodes;    /* number in this process */
  double (*last)[LBM_FIELDS];
  float (*change)[LBM_FIELDS];
};

bool lbm_stagger_serves(const struct lbm *flow)
{
  const struct lbm_setup *s = &flow->setup;
  const struct lbm_backend *b = flow->backend;
  return s->equilibrium == LBM_STOKES && s->walls != LBM_WALLS_HALFWAY && flow->domain->wall_begin && b->moments &&
         (!b->arrays || lbm_locals(flow) == 1 || flow->group) && lbm_nonsolid(flow) < UINT32_MAX;
}

int lbm_stagger_new(struct lbm_stagger **made, struct lbm *flow, struct tile_error *e)
{
  struct lbm_stagger *s = *made = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "the momentum of nodes");
  s->flow = flow;
  s->host.threads = flow->setup.threads;
  s->device = flow->backend->arrays ? flow->backend->arrays(flow->local->state)
                                    : (struct lbm_device){&lbm_device_cpu, &s->host};
  if (lbm_first_nodes(flow, &s->first, &s->nodes, e) ||
      lbm_device_allocate(&s->device, &s->last, s->nodes, sizeof *s->last, e) ||
      lbm_device_allocate(&s->device, &s->change, s->nodes, sizeof *s->change, e))
    return e->code;
  return 0;
}

void lbm_stagger_free(struct lbm_stagger *s)
{
  if (!s)
    return;
  s->device.row->release(s->device.self, s->last);
  s->device.row->release(s->device.self, s->change);
  free(s->first);
  free(s);
}

static int get_momenta(const struct lbm_stagger *s, struct tile_error *e)
{
  const struct lbm *l = s->flow;
  for (const struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++)
    if (l->backend->moments(p->state, s->first + p->part.first, s->last, s->change, e))
      return e->code;
  return 0;
}

static int add(const struct lbm_stagger *s, double share, struct tile_error *e)
{
  const struct lbm *l = s->flow;
  const struct lbm_addition a = {.field = (const float(*)[LBM_FIELDS])s->change, .share = share};
  const struct lbm_operation no_density = {.to = *s->change};
  s->device.row->loop(s->device.self, LBM_OPERATION_clear_density, &no_density, s->nodes);
  for (const struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++)
    if (l->backend->add(p->state, s->first + p->part.first, &a, e))
      return e->code;
  return 0;
}

int lbm_stagger_step(struct lbm_stagger *s, struct tile_error *e)
{
  return get_momenta(s, e) || lbm_step(s->flow, 1, e) || get_momenta(s, e) || add(s, -0.5, e) ? e->code : 0;
}
