/* SPDX-License-Identifier: BSD-3-Clause */
/* The rows of LBM_BOUNDARY_ROWS for one node, in scalar arithmetic. Each acts on the incoming populations f of the
 * links of the boundary node *s, with the boundary condition *at. The macros are those of site.h; include site.h,
 * boundary_plane.h and wall_links.h before. */
#define K(x) ((SCALAR)(x))

#define LBM_BOUNDARY_PARAMETERS                                                                                     \
  SCALAR f[LBM_Q], const struct lbm_boundary_node *s, const struct lbm_condition *at, const struct SITE(rates) * k, \
      int equilibrium

/* Anti-bounce-back (Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3 (2008) 427): imposes the pressure half a
 * link away, that of the patch or of each link, with the quadratic part of the equilibrium at the velocity of the node
 * itself, or what follows from it at the link. */
SITE_FUNC void SITE(close_pressure)(SCALAR f[LBM_Q], unsigned links, const struct lbm_condition *at,
                                    const struct SITE(rates) * k, int equilibrium)
{
  const struct lbm_condition *of = at - at->back, *first = at;
  const int next = at->back != 0;
  const SCALAR rho = K(of->density), r = equilibrium == LBM_QUASI ? K(1) + rho : K(1);
  SCALAR u[3] = {K(0.5) * k->force[0], K(0.5) * k->force[1], K(0.5) * k->force[2]};
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (links >> i & 1) {
      const SCALAR tilt = K(of->tilt[0]) * K(at->tilt[0]) + K(of->tilt[1]) * K(at->tilt[1]);
      f[lbm_opposite[i]] = K(2) * K(lbm_weight[i]) * (rho + (next ? tilt : K(0))) - f[lbm_opposite[i]];
      at += next;
    }
  if (equilibrium == LBM_STOKES)
    return;
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    for (int a = 0; a < 3; a++)
      u[a] += (SCALAR)lbm_c[i][a] * f[i];
  for (int a = 0; a < 3; a++)
    u[a] /= r;
  /* The quadratic part brings momentum itself, d, of the order of the Mach number, which is found first. */
  SCALAR d[3] = {K(0), K(0), K(0)};
  for (int turn = 0; turn < 2; turn++) {
    const struct lbm_condition *link = first;
    SCALAR brought[3] = {K(0), K(0), K(0)};
    LBM_UNROLL
    for (int i = 1; i < LBM_Q; i++)
      if (links >> i & 1) {
        SCALAR cu = 0, uu = 0;
        for (int a = 0; a < 3; a++) {
          const SCALAR v = u[a] + d[a] + (next ? K(of->flow) * K(link->velocity[a]) : K(0));
          cu += (SCALAR)lbm_c[i][a] * v;
          uu += v * v;
        }
        const SCALAR part = K(lbm_weight[i]) * r * (K(9) * cu * cu - K(3) * uu);
        for (int a = 0; a < 3; a++)
          brought[a] -= (SCALAR)lbm_c[i][a] * part / r;
        f[lbm_opposite[i]] += turn ? part : K(0);
        link += next;
      }
    for (int a = 0; a < 3; a++)
      d[a] = brought[a];
  }
  const SCALAR back = u[0] * K(of->velocity[0]) + u[1] * K(of->velocity[1]) + u[2] * K(of->velocity[2]);
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (back > K(0) && links >> i & 1)
      f[lbm_opposite[i]] -= K(3) * K(lbm_weight[i]) * back * back;
}

/* Bounce-back is part of the propagation, by source lists or masks. */
SITE_FUNC void SITE(boundary_halfway)(LBM_BOUNDARY_PARAMETERS)
{
  (void)f, (void)s, (void)at, (void)k, (void)equilibrium;
}

SITE_FUNC void SITE(boundary_moving)(LBM_BOUNDARY_PARAMETERS)
{
  const SCALAR moved = SITE(kappa)(s->q);
  const int next = at->back != 0;
  (void)k, (void)equilibrium;
  for (unsigned links = s->links; links; links = next ? links & (links - 1) : 0, at += next) {
    const SCALAR u[3] = {K(at->velocity[0]), K(at->velocity[1]), K(at->velocity[2])};
    SITE(close_wall)(f, next ? links & -links : links, u, moved);
  }
}

SITE_FUNC void SITE(boundary_open)(LBM_BOUNDARY_PARAMETERS)
{
  SITE(close_pressure)(f, s->links, at, k, equilibrium);
}

/* The functions of wall_links.h act link by link. */
SITE_FUNC void SITE(boundary_interpolated)(LBM_BOUNDARY_PARAMETERS)
{
  (void)f, (void)s, (void)at, (void)k, (void)equilibrium;
}

/* The rule has acted; what is left is the velocity of moving walls, whose links no fluid node sees. */
SITE_FUNC void SITE(boundary_linear)(LBM_BOUNDARY_PARAMETERS)
{
  const SCALAR u[3] = {K(at->velocity[0]), K(at->velocity[1]), K(at->velocity[2])},
               lambda = (SCALAR)SITE(lambda_of)(s->q);
  (void)k, (void)equilibrium;
  SITE(close_wall)(f, s->links, u, lambda < K(0) ? lambda : K(0));
}

SITE_FUNC void SITE(boundary_plane)(LBM_BOUNDARY_PARAMETERS)
{
  const int axis = s->face[0], inward = s->face[1];
  /* axis and side are constants in each call, so that the populations stay in registers */
#define FACE(a, side)                                            \
  case 2 * a + (side < 0):                                       \
    SITE(close_plane)(f, s->links, a, side, at, k, equilibrium); \
    break;
  switch (2 * axis + (inward < 0)) {
    FACE(0, 1) FACE(0, -1) FACE(1, 1) FACE(1, -1) FACE(2, 1) FACE(2, -1)
  }
#undef FACE
}

SITE_FUNC void SITE(close_node)(LBM_BOUNDARY_PARAMETERS)
{
  switch ((enum lbm_boundary)s->boundary) {
#define ROW(number, name)                            \
  case number:                                       \
    SITE(boundary_##name)(f, s, at, k, equilibrium); \
    break;
    LBM_BOUNDARY_ROWS(ROW)
#undef ROW
  case LBM_BOUNDARIES:
    break;
  }
}
#undef LBM_BOUNDARY_PARAMETERS
#undef K
