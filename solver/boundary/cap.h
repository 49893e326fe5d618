/* SPDX-License-Identifier: BSD-3-Clause */
/* The places of a patch whose conditions differ from place to place: the nodes of a face, or the links that leave through
 * an opening of a surface. Each place has a condition of its own. */
#ifndef CAP_H
#define CAP_H

#include "tile_error.h"
#include "nodes.h"
#include "physics.h"

struct tile_opening;

struct lbm_cap_place {
  int64_t at[3]; /* the node */
  int link;      /* 0: the node itself */
};

struct lbm_cap {
  size_t count;
  struct lbm_cap_place *place; /* [count], sorted by z, y, x and link: the same in every subdomain */
};

/* Finds the places of a patch: those nodes or links of it that are its own (lbm_own_links). d: the whole domain;
 * condition: [patches]. Release with lbm_cap_free, after an error too. */
int lbm_cap_make(struct lbm_cap *c, const struct tile_domain *d, const struct lbm_condition *condition, int patch,
                 struct tile_error *e);
void lbm_cap_free(struct lbm_cap *c);
/* The number of the first place of a node, which must have one. */
size_t lbm_cap_first(const struct lbm_cap *c, const int64_t at[3]);

/* The volume that comes in at a place in a time step if the velocity there is 1 along the inward normal: of a link
 * -6 w_i c_i.n; of a node of a face 1. */
double lbm_cap_rate(const struct tile_patch *p, const struct lbm_cap_place *place);
/* The point at which a link crosses an opening, half-way; of a node the node. In voxels; voxel 0,0,0 is at 0. */
void lbm_cap_point(double to[3], const struct lbm_cap_place *place);

/* The opening of a patch, as the header states it; area 0: the patch is none, or the voxel size is not known. area: in
 * voxels^2; centre: in voxels, as of lbm_cap_point; behind: in voxels. Errors as tile_surfaces_read. */
int lbm_opening_of(struct tile_opening *o, const struct tile_domain *d, int patch, struct tile_error *e);
/* Does a point lie beside the opening: less than its radius before it, or behind it, where the vessel was prolonged? The
 * radius is that of a circle of its area; points farther than 1.5 of them from its axis belong to other vessels. */
bool lbm_opening_is_beside(const struct tile_opening *o, const double at[3]);

/* Does a patch of this kind set the velocity? Is it a flow, whose rate is given? */
static inline bool lbm_is_flow(enum lbm_condition_kind kind)
{
  return kind == LBM_AT_FLOW || kind == LBM_AT_FLOW_PARABOLA || kind == LBM_AT_FLOW_WOMERSLEY;
}

static inline bool lbm_sets_velocity(enum lbm_condition_kind kind)
{
  return kind == LBM_AT_VELOCITY || kind == LBM_AT_PARABOLA || lbm_is_flow(kind);
}

/* Is its velocity that of developed flow? */
static inline bool lbm_is_developed(enum lbm_condition_kind kind)
{
  return kind == LBM_AT_PARABOLA || (lbm_is_flow(kind) && kind != LBM_AT_FLOW);
}

/* Do its places have conditions of their own? A parabola at a face is made from products (profile.c). */
static inline bool lbm_has_cap(enum lbm_condition_kind kind, const struct tile_patch *p)
{
  return tile_patch_opens(p) ? lbm_is_developed(kind) || kind == LBM_AT_PRESSURE
                             : lbm_is_flow(kind) && kind != LBM_AT_FLOW;
}

#endif
