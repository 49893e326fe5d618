/* SPDX-License-Identifier: BSD-3-Clause */
/* Nodes with links of chosen patches, or with links that interpolated walls cut, and the mass that these bring with a
 * time step. Only the populations that come to these nodes are fetched from the device. Sums are exact (exact_sum.h),
 * the same for any number of threads, subdomains and processes. */
#ifndef SITES_H
#define SITES_H

#include "boundary_site.h"
#include "exact_sum.h"
#include "halo.h"

struct lbm;
struct lbm_geometry;
struct lbm_condition;

/* Those of a local subdomain, by group, then by tile and node; a group is a patch, or interpolated walls. A node with
 * links of two patches is a site of both. */
struct lbm_site_list {
  const struct lbm_geometry *geometry;
  bool walls; /* the populations of the node itself are needed too */
  int groups;
  size_t count;
  size_t *begin; /* [groups + 1], the first site of each group */
  struct lbm_site *site;
  struct lbm_boundary_node *node; /* [nodes] */
  size_t nodes;
  const struct lbm_wall_link *cut; /* of the geometry */
  struct lbm_places here[2]; /* where the populations that come to them lie: at their sources, or away (backend.h) */
  /* Unless the backend adds up itself: the populations, and where among them those are that come to the sites,
   * lbm_site_values of each; and [count] of each, see lbm_close_sites. */
  const void *values;
  const ptrdiff_t *at;
  double *gain, *other;
};

struct lbm_sites {
  struct lbm *flow;
  int groups;
  int *patch;                 /* [groups]; the number of patches: interpolated walls */
  bool walls;                 /* the one group is interpolated walls */
  struct lbm_site_list *list; /* [local subdomains]; NULL: they are not open */
};

/* What comes in through a group with a time step: mass; and the mass with other conditions, or the sum of density - 1 of
 * its nodes. */
struct lbm_site_sum {
  struct lbm_exact mass, other;
  int64_t sites;
};

static inline size_t lbm_site_values(const struct lbm_site_list *s)
{
  return s->walls ? 2 * LBM_Q : LBM_Q;
}

/* Can the sites of this flow be fetched? They cannot with lattice d2q9, nor with one copy of the populations on a GPU. */
bool lbm_sites_serve(const struct lbm *l);
/* Finds the sites of `groups` patches, or of interpolated walls: patch[0] is the number of patches. They must stay until
 * lbm_free (backend.h: sum_sites). Release with lbm_sites_close, after an error too. */
int lbm_sites_open(struct lbm_sites *s, struct lbm *l, const int *patch, int groups, struct tile_error *e);
void lbm_sites_close(struct lbm_sites *s);
/* Brings the populations of other subdomains, but not within a GPU group. Collective, and needed unless a time step has
 * just done so. */
int lbm_sites_meet(struct lbm *l, struct tile_error *e);
/* Sets sum[groups] to what comes in with these conditions, with the sites of this process. lifted: the other conditions,
 * or NULL. Populations of other subdomains must be there: lbm_sites_meet. lbm_sites_add adds up all processes; collective. */
int lbm_sites_sum(const struct lbm_sites *s, const struct lbm_condition *condition, const struct lbm_condition *lifted,
                  struct lbm_site_sum *sum, struct tile_error *e);
void lbm_sites_add(struct lbm_site_sum *sum, size_t count);

#endif
