/* SPDX-License-Identifier: BSD-3-Clause */
/* What the boundary conditions of a time step make of the populations that come to one node, and the mass that they
 * bring, in scalar arithmetic. The macros are those of site.h; include site.h, boundary_plane.h, wall_links.h and
 * boundary_conditions.h before. */
#include "boundary_site.h"

SITE_FUNC SCALAR SITE(total_of)(const SCALAR f[LBM_Q])
{
  SCALAR sum = 0;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    sum += f[i];
  return sum;
}

/* Interpolated walls. h: the populations as they are stored, which become those after the last collision; or NULL. They
 * bring mass, as the populations that bounce back differ from those that left. */
SITE_FUNC SCALAR SITE(close_walls)(SCALAR f[LBM_Q], SCALAR *h, const struct lbm_wall_link *cut, unsigned links,
                                   int walls)
{
  const SCALAR before = h ? SITE(total_of)(f) - SITE(total_of)(h) : 0;
  SITE(close_cuts)(f, cut, links, walls);
  if (!h)
    return 0;
  SITE(restore_cuts)(h, cut, links, walls);
  return SITE(total_of)(f) - SITE(total_of)(h) - before;
}

/* Completes f, and returns the mass of the boundary nodes that count; *walls, with h: that of interpolated walls. */
SITE_FUNC SCALAR SITE(close_site)(SCALAR f[LBM_Q], SCALAR *h, const struct lbm_site *s,
                                  const struct lbm_boundary_node *node, const struct lbm_wall_link *cut,
                                  const struct lbm_condition *condition, const struct SITE(rates) * k, int equilibrium,
                                  int walls, SCALAR *of_walls)
{
  unsigned links = s->links;
  SCALAR gain = 0;
  for (uint32_t n = 0; n <= s->count; n++) {
    const struct lbm_boundary_node *at = n < s->count ? node + s->first + n : 0;
    if (links && (!at || at->boundary > LBM_INTERPOLATED)) {
      const SCALAR brought = SITE(close_walls)(f, h, cut + s->cut, links, walls);
      if (h)
        *of_walls = brought;
      links = 0;
    }
    if (!at)
      break;
    const SCALAR before = SITE(total_of)(f);
    SITE(close_node)(f, at, condition + at->condition, k, equilibrium);
    if (s->counted >> n & 1)
      gain += SITE(total_of)(f) - before;
  }
  return gain;
}
