/* The rows of LBM_BOUNDARY_ROWS for one node, in scalar arithmetic. Each acts on the incoming populations f of the
 * links of the boundary node *s, with the boundary condition *at. The macros are those of site.h; include site.h,
 * boundary_plane.h and wall_links.h before. */
#define K(x) ((SCALAR)(x))

#define LBM_BOUNDARY_PARAMETERS                                                                                     \
  SCALAR f[LBM_Q], const struct lbm_boundary_node *s, const struct lbm_condition *at, const struct SITE(rates) * k, \
      int equilibrium

/* Anti-bounce-back (Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3 (2008) 427): imposes the pressure of the
 * patch half a link away, with the quadratic part of the equilibrium at the velocity of the node itself. */
SITE_FUNC void SITE(close_pressure)(SCALAR f[LBM_Q], unsigned links, const struct lbm_condition *at,
                                    const struct SITE(rates) * k, int equilibrium)
{
  const SCALAR rho = K(at->density), r = equilibrium == LBM_QUASI ? K(1) + rho : K(1);
  SCALAR u[3] = {K(0.5) * k->force[0], K(0.5) * k->force[1], K(0.5) * k->force[2]};
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (links >> i & 1)
      f[lbm_opposite[i]] = K(2) * K(lbm_weight[i]) * rho - f[lbm_opposite[i]];
  if (equilibrium == LBM_STOKES)
    return;
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    for (int a = 0; a < 3; a++)
      u[a] += (SCALAR)lbm_c[i][a] * f[i];
  for (int a = 0; a < 3; a++)
    u[a] /= r;
  const SCALAR uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    const SCALAR cu = (SCALAR)lbm_c[i][0] * u[0] + (SCALAR)lbm_c[i][1] * u[1] + (SCALAR)lbm_c[i][2] * u[2];
    if (links >> i & 1)
      f[lbm_opposite[i]] += K(lbm_weight[i]) * r * (K(9) * cu * cu - K(3) * uu);
  }
  const SCALAR back = u[0] * K(at->velocity[0]) + u[1] * K(at->velocity[1]) + u[2] * K(at->velocity[2]);
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
  const SCALAR u[3] = {K(at->velocity[0]), K(at->velocity[1]), K(at->velocity[2])};
  (void)k, (void)equilibrium;
  SITE(close_wall)(f, s->links, u, SITE(kappa)(s->q));
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
  const int axis = s->normal[1] ? 1 : s->normal[2] ? 2 : 0, inward = s->normal[0] + s->normal[1] + s->normal[2];
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
