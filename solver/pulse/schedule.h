/* SPDX-License-Identifier: BSD-3-Clause */
/* The conditions of a time step from their constant parts and a few numbers of that step, for C and CUDA, so that the
 * host and a GPU find the same values. */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "physics.h"

/* The harmonics of a patch (pulse.h). Conditions begin at `first`. count 0: it has none. place: of its numbers in a
 * row: the ramp, the factor of the flow that the harmonics miss, and for each harmonic cos and sin of its angle. */
struct lbm_shape {
  int count, first, nodes, place;
  const double *re, *im; /* [count * nodes] */
};

struct lbm_schedule {
  int conditions, patches, length;  /* numbers of a row: first a factor for each patch */
  const struct lbm_condition *base; /* [conditions], the constant parts */
  const uint16_t *patch;            /* [conditions] */
  const double (*normal)[3];        /* [patches], inward */
  const struct lbm_shape *shape;    /* [patches] */
};

#ifdef __CUDACC__
#define LBM_SCHEDULE_FUNC static __host__ __device__ inline
#else
#define LBM_SCHEDULE_FUNC static inline __attribute__((unused))
#endif

/* Multiplies velocity and density - 1. */
LBM_SCHEDULE_FUNC void lbm_scale_condition(struct lbm_condition *c, double factor)
{
  c->density *= factor;
  for (int a = 0; a < 3 && c->kind != LBM_AT_PRESSURE; a++)
    c->velocity[a] *= factor;
}

/* The base of a node holds the shape of developed flow, whose volume is that of the constant part. */
LBM_SCHEDULE_FUNC void lbm_set_harmonics(struct lbm_condition *c, const struct lbm_shape *h, const double normal[3],
                                         const double *row, int node)
{
  const double ramp = row[0], rest = row[1], *turn = row + 2, *u = c->velocity;
  double speed = rest * (u[0] * normal[0] + u[1] * normal[1] + u[2] * normal[2]);
  for (int k = 0; k < h->count; k++)
    speed += h->re[k * h->nodes + node] * turn[2 * k] - h->im[k * h->nodes + node] * turn[2 * k + 1];
  for (int a = 0; a < 3; a++)
    c->velocity[a] = ramp * speed * normal[a];
}

/* The condition of that index in the time step of a row. */
LBM_SCHEDULE_FUNC struct lbm_condition lbm_condition_at(const struct lbm_schedule *s, const double *row, int index)
{
  struct lbm_condition c = s->base[index];
  const int patch = s->patch[index];
  const struct lbm_shape *h = s->shape + patch;
  if (!h->count)
    lbm_scale_condition(&c, row[patch]);
  else if (index >= s->patches)
    lbm_set_harmonics(&c, h, s->normal[patch], row + h->place, index - h->first);
  return c;
}

#endif
