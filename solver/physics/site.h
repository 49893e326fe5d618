/* SPDX-License-Identifier: BSD-3-Clause */
/* The site update of D3Q19: moments, equilibrium and collision of one node.
 *
 * It is written once for all backends. Define the following macros before including it:
 *   SCALAR      double or float
 *   REAL        SCALAR, or a GCC vector of SCALAR: then every function below updates one node in each lane
 *   SITE(name)  the name of a function or struct in this instance
 *   SITE_FUNC   the qualifiers of functions (static inline, __device__ ...)
 *   LOOK_UP     not needed: a function in place of rate_change, by vector instructions
 * The parameters relaxation (enum lbm_relaxation_kind, or LBM_LOCAL_...) and equilibrium (enum lbm_equilibrium) are
 * compile-time constants at each call.
 *
 * All values are in lattice units. Populations are h_i = f_i - w_i: those of a fluid at rest are zero, and small
 * deviations keep their digits in single precision.
 *
 *   density      rho = 1 + sum h_i
 *   momentum     j = sum c_i h_i + F/2 (Guo, Zheng & Shi, Phys. Rev. E 65 (2002) 046308)
 *   velocity     u = j / rho (quasi-compressible); u = j (Stokes; incompressible: He & Luo 1997, see physics.h)
 *   equilibrium  h_i = w_i [rho - 1 + r (3 c_i.u + 9/2 (c_i.u)^2 - 3/2 u.u)], r = rho (quasi-compressible) or r = 1;
 *                Stokes: only the terms of first order
 *
 * Between time steps the populations are those after the collision, whose first moment is j + F/2.
 */
#include "lattice.h"
#include "physics.h"

#define K(x) ((SCALAR)(x))
/* Weights of rest, axes and diagonals. In single precision the numbers nearest to 1/3, 1/18 and 1/36 add up to 1 +
 * 1.5e-8, and three times the sum of w c c is 1 + 3e-8: in every time step the collision would multiply the density
 * deviation and the momentum by these factors. With the numbers below, which are exact to a relative 3e-7, both sums
 * are 1, also when 3 w is rounded, and the sum of w c c is 1/3 to 1e-8. */
#define EXACT(x, single) (sizeof(SCALAR) == sizeof(float) ? K(single) : K(x))
#define WEIGHT_REST EXACT(1. / 3, 0xAAAAA9p-25)
#define WEIGHT_AXIS EXACT(1. / 18, 0xE38E3Dp-28)
#define WEIGHT_PLANE EXACT(1. / 36, 0xE38E37p-29)

struct SITE(rates) {
  SCALAR even, odd;         /* 1/tau+ and 1/tau-, equal for BGK */
  SCALAR e, eps, q, pi, m;  /* MRT: energy, energy squared, energy flux, pi, third order */
  SCALAR force[3];          /* body force per volume */
  SCALAR push[3];           /* two rates: contribution of the force to v, see rates_of */
  SCALAR source[LBM_Q / 2]; /* two rates: contribution of the force to the odd part of each pair of directions */
  SCALAR growth;            /* Stokes, two rates: factor of j in the equilibrium */
  SCALAR project;           /* see relax_local */
  SCALAR odd_of[3];         /* see local_odd */
  const struct lbm_rate_table *table;
  bool relax_third; /* see relax_third_order */
};

/* Adding -0 leaves every bit of a value unchanged, adding +0 does not: a flow without force has the same bits as one
 * computed without the terms of the force. */
static inline SCALAR SITE(added)(double x)
{
  return x != 0 ? K(x) : -K(0);
}

/* Runs on the host. The source terms of Guo et al. 2002 for two rates are S+ = (1 - even/2) w (9 c.u c.F - 3 u.F) and
 * S- = (1 - odd/2) 3 w c.F. With r u = j, S+ and even times the even part of the equilibrium add up to
 * even w [rho - 1 + 9/2 c.u c.v - 3/2 u.v] with v = j + (2/even - 1) F. */
static inline struct SITE(rates) SITE(rates_of)(const struct lbm_rates *r)
{
  struct SITE(rates) k = {0};
  k.even = K(r->even), k.odd = K(r->odd);
  k.e = K(r->e), k.eps = K(r->eps), k.q = K(r->q), k.pi = K(r->pi), k.m = K(r->m);
  for (int a = 0; a < 3; a++) {
    k.force[a] = SITE(added)(r->force[a]);
    k.push[a] = SITE(added)((2 / r->even - 1) * r->force[a]);
  }
  const double *F = r->force, w = (1 - r->odd / 2) / 12,
               along[] = {2 * F[0],    2 * F[1],    2 * F[2],    F[0] + F[1], F[0] - F[1],
                          F[0] + F[2], F[0] - F[2], F[1] + F[2], F[1] - F[2]};
  for (int p = 0; p < LBM_Q / 2; p++)
    k.source[p] = SITE(added)(w * along[p]);
  k.growth = K(1 + r->jump / r->odd);
  k.project = K(r->project);
  for (int n = 0; n < 3; n++)
    k.odd_of[n] = K(r->odd_of[n]);
  k.table = r->table;
  k.relax_third = r->relax_third;
  return k;
}

struct SITE(moments) {
  REAL rho; /* density - 1 */
  REAL r;   /* density or 1, as in the equilibrium */
  REAL u[3];
  REAL j[3]; /* includes half the force */
};

/* Sums that the moments and the MRT transform share: those of the pairs along the axes, and those of the four diagonals
 * of each coordinate plane. */
struct SITE(sums) {
  REAL sum[3], difference[3]; /* f(+axis) +- f(-axis) */
  REAL even[3], odd[3];       /* xy, xz, yz: f(+,+) +- f(-,-) */
  REAL mixed[3], skew[3];     /* f(+,-) +- f(-,+) */
  REAL plane[3];              /* sum of four */
  REAL cross[3];              /* sum of c_a c_b f */
  REAL first[3], second[3];   /* sum of c_a f, c_b f */
};

SITE_FUNC void SITE(add_up)(struct SITE(sums) * s, const REAL f[LBM_Q])
{
  for (int a = 0; a < 3; a++) {
    s->sum[a] = f[1 + 2 * a] + f[2 + 2 * a];
    s->difference[a] = f[1 + 2 * a] - f[2 + 2 * a];
  }
  for (int p = 0; p < 3; p++) {
    /* (+,+) (-,+) (+,-) (-,-) for xy; (+,+) (+,-) (-,+) (-,-) for xz, yz */
    REAL pp = f[7 + 4 * p], mm = f[10 + 4 * p];
    REAL pm = p == 0 ? f[9] : f[8 + 4 * p], mp = p == 0 ? f[8] : f[9 + 4 * p];
    s->even[p] = pp + mm;
    s->odd[p] = pp - mm;
    s->mixed[p] = pm + mp;
    s->skew[p] = pm - mp;
    s->plane[p] = s->even[p] + s->mixed[p];
    s->cross[p] = s->even[p] - s->mixed[p];
    s->first[p] = s->odd[p] + s->skew[p];
    s->second[p] = s->odd[p] - s->skew[p];
  }
}

SITE_FUNC void SITE(measure)(struct SITE(moments) * m, const REAL f[LBM_Q], const struct SITE(sums) * s,
                             const struct SITE(rates) * k, const int equilibrium)
{
  m->rho = f[0] + (s->sum[0] + s->sum[1] + s->sum[2]) + (s->plane[0] + s->plane[1] + s->plane[2]);
  m->j[0] = s->difference[0] + s->first[0] + s->first[1];
  m->j[1] = s->difference[1] + s->second[0] + s->first[2];
  m->j[2] = s->difference[2] + s->second[1] + s->second[2];
  for (int a = 0; a < 3; a++)
    m->j[a] += K(0.5) * k->force[a];
  const REAL none = {0};
  m->r = equilibrium == LBM_QUASI ? m->rho + K(1) : none + K(1);
  REAL inverse = K(1) / m->r;
  for (int a = 0; a < 3; a++)
    m->u[a] = equilibrium == LBM_QUASI ? m->j[a] * inverse : m->j[a];
}

/* Relaxes one pair of opposite directions (i, o): cj = c_i.j, cu = c_i.u, cv = c_i.v, base = rho - 1 - 3/2 u.v. Even
 * and odd parts relax with one rate each (TRT: Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3 (2008) 427).
 * These parts are sums and differences that the moments use too, so that the compiler need not keep the populations. */
SITE_FUNC void SITE(relax_pair)(REAL *fi, REAL *fo, REAL cj, REAL cu, REAL cv, REAL base, SCALAR w, SCALAR source,
                                const struct SITE(rates) * k, const int equilibrium)
{
  REAL even = equilibrium == LBM_STOKES ? w * base : w * (base + K(4.5) * cu * cv), odd = K(3) * w * cj;
  REAL p = K(0.5) * (*fi + *fo), n = K(0.5) * (*fi - *fo);
  p += k->even * (even - p);
  n += k->odd * (odd - n);
  n += source;
  *fi = p + n;
  *fo = p - n;
}

/* The momenta of the equilibrium: j in its odd part, v in its even part, see rates_of. */
SITE_FUNC void SITE(driven)(REAL j[], REAL v[], const struct SITE(moments) * m, int axes, const struct SITE(rates) * k,
                            const int equilibrium)
{
  for (int a = 0; a < axes; a++) {
    j[a] = equilibrium == LBM_STOKES ? k->growth * m->j[a] : m->j[a];
    v[a] = m->j[a] + k->push[a];
  }
}

SITE_FUNC void SITE(relax_pairs)(REAL f[LBM_Q], const struct SITE(moments) * m, const struct SITE(rates) * k,
                                 const int equilibrium)
{
  const bool linear = equilibrium == LBM_STOKES;
  const REAL *u = m->u;
  REAL j[3], v[3];
  SITE(driven)(j, v, m, 3, k, equilibrium);
  REAL base = linear ? m->rho : m->rho - K(1.5) * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
  f[0] += k->even * (WEIGHT_REST * base - f[0]);
#define RELAX_AXIS(p, i, o, a) \
  SITE(relax_pair)(&f[i], &f[o], j[a], u[a], v[a], base, WEIGHT_AXIS, k->source[p], k, equilibrium);
#define RELAX_PLANE(p, i, o, a, sign, b) \
  SITE(relax_pair)                       \
  (&f[i], &f[o], j[a] sign j[b], u[a] sign u[b], v[a] sign v[b], base, WEIGHT_PLANE, k->source[p], k, equilibrium);
  RELAX_AXIS(0, 1, 2, 0)
  RELAX_AXIS(1, 3, 4, 1)
  RELAX_AXIS(2, 5, 6, 2)
  RELAX_PLANE(3, 7, 10, 0, +, 1)
  RELAX_PLANE(4, 9, 8, 0, -, 1)
  RELAX_PLANE(5, 11, 14, 0, +, 2)
  RELAX_PLANE(6, 12, 13, 0, -, 2)
  RELAX_PLANE(7, 15, 18, 1, +, 2)
  RELAX_PLANE(8, 16, 17, 1, -, 2)
#undef RELAX_AXIS
#undef RELAX_PLANE
}

/* MRT of D3Q19 (d'Humieres et al., Phil. Trans. R. Soc. A 360 (2002) 437): every moment m relaxes with its rate s to
 * its value m_eq in the equilibrium above. The change of the populations is the sum over the rows of the transform of
 * row * (s (m_eq - m) + (1 - s/2) F_m) / |row|^2, where F_m is the moment of the force. */
SITE_FUNC void SITE(relax_moments)(REAL f[LBM_Q], const struct SITE(sums) * s, const struct SITE(moments) * m,
                                   const struct SITE(rates) * k, const int equilibrium)
{
  const REAL *u = m->u, *S = s->sum, *P = s->plane;
  const SCALAR *F = k->force;
  const REAL zero = {0};
  REAL axes = S[0] + S[1] + S[2], planes = P[0] + P[1] + P[2];
  const bool linear = equilibrium == LBM_STOKES;
  REAL uu[3][3], uF[3][3]; /* second moments of the equilibrium and of the force term */
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      uu[a][b] = linear ? zero : m->r * u[a] * u[b];
      uF[a][b] = linear ? zero : u[a] * F[b] + u[b] * F[a];
    }
  REAL xx = uu[0][0], yy = uu[1][1], zz = uu[2][2], trace = xx + yy + zz;
  REAL fx = uF[0][0], fy = uF[1][1], fz = uF[2][2];
#define HALF(rate) (K(1) - K(0.5) * (rate))
#define BACK(rate, eq, now, source, norm) \
  (((rate) * ((eq) - (now)) + (linear ? zero : HALF(rate) * (source))) * K(1. / (norm)))
#define BACK_ODD(rate, eq, now, source, norm) (((rate) * ((eq) - (now)) + HALF(rate) * (source)) * K(1. / (norm)))
  REAL e = BACK(k->e, K(-11) * m->rho + K(19) * trace, K(-30) * f[0] - K(11) * axes + K(8) * planes,
                K(19) * (fx + fy + fz), 2394);
  REAL eps =
      BACK(k->eps, K(3) * m->rho - K(5.5) * trace, K(12) * f[0] - K(4) * axes + planes, K(-5.5) * (fx + fy + fz), 252);
  REAL axial = K(2) * S[0] - S[1] - S[2], planar = P[0] + P[1] - K(2) * P[2];
  REAL stress = K(2) * xx - yy - zz, push = K(2) * fx - fy - fz;
  REAL pxx = BACK(k->even, stress, axial + planar, push, 36);
  REAL pixx = BACK(k->pi, K(-0.5) * stress, planar - K(2) * axial, K(-0.5) * push, 72);
  REAL axial_w = S[1] - S[2], planar_w = P[0] - P[1];
  REAL pww = BACK(k->even, yy - zz, axial_w + planar_w, fy - fz, 12);
  REAL piww = BACK(k->pi, K(-0.5) * (yy - zz), planar_w - K(2) * axial_w, K(-0.5) * (fy - fz), 24);
  REAL pxy = BACK(k->even, uu[0][1], s->cross[0], uF[0][1], 4);
  REAL pxz = BACK(k->even, uu[0][2], s->cross[1], uF[0][2], 4);
  REAL pyz = BACK(k->even, uu[1][2], s->cross[2], uF[1][2], 4);
  /* sums of c_a f over the two coordinate planes that contain axis a */
  const REAL *A = s->first, *B = s->second;
  REAL one[3] = {A[0], A[2], B[1]}, other[3] = {A[1], B[0], B[2]};
  REAL q[3], t[3], g[3];
  for (int a = 0; a < 3; a++) {
    REAL now = s->difference[a] * K(-4) + one[a] + other[a];
    q[a] = BACK_ODD(k->q, K(-2. / 3) * m->j[a], now, K(-2. / 3) * (zero + F[a]), 40);
    t[a] = K(-1. / 8) * k->m * (one[a] - other[a]);
    g[a] = zero + K(0.1) * F[a];
  }
#undef BACK
#undef BACK_ODD
#undef HALF
  f[0] += K(12) * eps - K(30) * e;
  REAL axis = K(-11) * e - K(4) * eps, plane = K(8) * e + eps;
  REAL shear = pxx - K(2) * pixx, twist = pww - K(2) * piww;
  REAL even[3] = {axis + K(2) * shear, axis - shear + twist, axis - shear - twist};
  for (int a = 0; a < 3; a++) {
    REAL p = K(0.5) * s->sum[a] + even[a], n = K(0.5) * s->difference[a] + (g[a] - K(4) * q[a]);
    f[1 + 2 * a] = p + n;
    f[2 + 2 * a] = p - n;
  }
  REAL bulk = plane + pxx + pixx, unequal = pww + piww;
  REAL v[3] = {g[0] + q[0], g[1] + q[1], g[2] + q[2]};
#define BACK_PLANE(P, base, cross, a, b, pp, pm, mp, mm)                                         \
  {                                                                                              \
    REAL p = K(0.5) * s->even[P] + ((base) + (cross)), n = K(0.5) * s->odd[P] + ((a) + (b));     \
    REAL p2 = K(0.5) * s->mixed[P] + ((base) - (cross)), n2 = K(0.5) * s->skew[P] + ((a) - (b)); \
    f[pp] = p + n;                                                                               \
    f[mm] = p - n;                                                                               \
    f[pm] = p2 + n2;                                                                             \
    f[mp] = p2 - n2;                                                                             \
  }
  BACK_PLANE(0, bulk + unequal, pxy, v[0] + t[0], v[1] - t[1], 7, 9, 8, 10)
  BACK_PLANE(1, bulk - unequal, pxz, v[0] - t[0], v[2] + t[2], 11, 12, 13, 14)
  BACK_PLANE(2, plane - K(2) * (pxx + pixx), pyz, v[1] + t[1], v[2] - t[2], 15, 16, 17, 18)
#undef BACK_PLANE
}

/* The stress of a node. Second moments are in the order xx, yy, zz, xy, xz, yz. */
struct SITE(stress) {
  REAL pi[6]; /* of the populations, less that of the density */
  REAL uu[6]; /* of the equilibrium, less that of the density: r u_a u_b */
  REAL uF[6]; /* u_a F_b + u_b F_a */
};

SITE_FUNC void SITE(find_stress)(struct SITE(stress) * t, const struct SITE(sums) * s, const struct SITE(moments) * m,
                                 const struct SITE(rates) * k, const int equilibrium)
{
  const REAL zero = {0}, third = K(1. / 3) * m->rho, *u = m->u;
  const SCALAR *F = k->force;
  const bool linear = equilibrium == LBM_STOKES;
  t->pi[0] = s->sum[0] + (s->plane[0] + s->plane[1]) - third;
  t->pi[1] = s->sum[1] + (s->plane[0] + s->plane[2]) - third;
  t->pi[2] = s->sum[2] + (s->plane[1] + s->plane[2]) - third;
#define PRODUCTS(n, a, b) \
  t->uu[n] = linear ? zero : m->r * (u[a] * u[b]), t->uF[n] = linear ? zero : u[a] * F[b] + u[b] * F[a]
  PRODUCTS(0, 0, 0);
  PRODUCTS(1, 1, 1);
  PRODUCTS(2, 2, 2);
  PRODUCTS(3, 0, 1);
  PRODUCTS(4, 0, 2);
  PRODUCTS(5, 1, 2);
#undef PRODUCTS
  for (int p = 0; p < 3; p++)
    t->pi[3 + p] = s->cross[p];
}

/* Where the viscosity varies: the change of the even rate for x = (tau times shear rate)^2, see struct lbm_rate_table. */
SITE_FUNC REAL SITE(rate_change)(const REAL x, const struct lbm_rate_table *t)
{
#ifdef LOOK_UP
  return LOOK_UP(x, t);
#else
  enum { LANES = sizeof(REAL) / sizeof(SCALAR) };
  SCALAR lane[LANES];
  REAL change;
  memcpy(lane, &x, sizeof x);
  for (int n = 0; n < LANES; n++) {
    const float at = (float)lane[n];
    uint32_t bits;
    memcpy(&bits, &at, sizeof bits);
    int row = (int)(bits >> (23 - LBM_RATE_BITS)) - (127 + LBM_RATE_FIRST) * LBM_RATE_CELLS + 1;
    row = row < 0 ? 0 : row > LBM_RATE_ROWS - 1 ? LBM_RATE_ROWS - 1 : row;
    lane[n] = (SCALAR)t->row[row][0] + lane[n] * (SCALAR)t->row[row][1];
  }
  memcpy(&change, lane, sizeof change);
  return change;
#endif
}

/* The odd rate that belongs to an even rate: tau- - 1/2 = a (tau+ - 1/2) + b/(tau+ - 1/2) + c, with a = 1 for BGK, b the
 * magic parameter for TRT, c = 1/2 for the regularised collision, and zeros else. odd_of: a, 4 b, 1 + 2 c. */
SITE_FUNC REAL SITE(local_odd)(const REAL even, const SCALAR odd_of[3])
{
  const REAL rest = K(2) - even, both = even * rest;
  return K(2) * both / (odd_of[0] * rest * rest + odd_of[1] * even * even + odd_of[2] * both);
}

/* Finds x above for a node: the deviation of its stress, without the trace, is -2 rho tau S/3. */
SITE_FUNC REAL SITE(shear_square)(const struct SITE(stress) * t, const struct SITE(moments) * m)
{
  REAL d[6];
  for (int n = 0; n < 6; n++)
    d[n] = t->pi[n] - t->uu[n] + K(0.5) * t->uF[n];
  const REAL xy = d[0] - d[1], yz = d[1] - d[2], zx = d[2] - d[0], inverse = K(1) / m->r;
  const REAL square = K(1. / 3) * (xy * xy + yz * yz + zx * zx) + K(2) * (d[3] * d[3] + d[4] * d[4] + d[5] * d[5]);
  return K(4.5) * square * (inverse * inverse);
}

/* Two rates, or the regularised collision (Latt & Chopard, Math. Comput. Simul. 72 (2006) 165): the deviation from the
 * equilibrium is replaced by its projection on second moments without their trace before it relaxes. With the moments M
 * below both are
 *
 *   even part   keep h+ + w [density + 9/2 (c c - 1/3):M]
 *   odd part    (1 - odd) h- + 3 w c.[odd j + (1 - odd/2) F]
 *
 * where keep = 1 - even with two rates, and 0 with the projection, for which odd is 1. Third moments that follow from
 * second ones (Malaspinas, arXiv:1505.06900, 2015) are left out: with them a flow through an opening with a pressure
 * grows without bound below tau = 0.504; with the trace a flow beside walls is less stable. */
SITE_FUNC void SITE(relax_local)(REAL f[LBM_Q], const struct SITE(sums) * s, const struct SITE(moments) * m,
                                 const struct SITE(rates) * k, const int kind, const int equilibrium)
{
  const bool pairs = kind == LBM_LOCAL_RATES, projects = kind == LBM_LOCAL_REGULARISED;
  const SCALAR project = projects ? K(1) : k->project;
  const REAL zero = {0}, none = -zero; /* adding none leaves every bit unchanged */
  struct SITE(stress) t;
  SITE(find_stress)(&t, s, m, k, equilibrium);
  REAL even = zero + k->even, odd = zero + (projects ? K(1) : k->odd), bulk = zero;
  for (int a = 0; a < 3; a++)
    bulk += t.pi[a] - t.uu[a] + K(0.5) * t.uF[a];
  if (pairs || k->table) {
    even += SITE(rate_change)(SITE(shear_square)(&t, m), k->table);
    odd = projects ? odd : SITE(local_odd)(even, k->odd_of);
  }
  const REAL rest = K(1) - even, back = project * rest, half = K(1) - K(0.5) * even;
  const REAL keep = pairs ? rest : rest - back, own = projects ? zero + K(1) : pairs ? even : even + back;
  REAL M[6], j[3];
  for (int n = 0; n < 6; n++)
    M[n] = even * t.uu[n] + half * t.uF[n] + (pairs ? none : back * (n < 3 ? t.pi[n] - K(1. / 3) * bulk : t.pi[n]));
  for (int a = 0; a < 3; a++)
    j[a] = K(3) * (odd * m->j[a] + (K(1) - K(0.5) * odd) * k->force[a]);
#define KEPT(share, part) (projects ? none : (share) * (part))
  const REAL base = own * m->rho - K(1.5) * (M[0] + M[1] + M[2]);
  const REAL mean = K(0.5) * keep, skew = K(0.5) * (K(1) - odd);
  f[0] = KEPT(keep, f[0]) + WEIGHT_REST * base;
  for (int a = 0; a < 3; a++) {
    const REAL p = KEPT(mean, s->sum[a]) + WEIGHT_AXIS * (base + K(4.5) * M[a]);
    const REAL n = KEPT(skew, s->difference[a]) + WEIGHT_AXIS * j[a];
    f[1 + 2 * a] = p + n;
    f[2 + 2 * a] = p - n;
  }
#define PLANE(P, a, b, pp, pm, mp, mm)                                                     \
  {                                                                                        \
    const REAL both = base + K(4.5) * (M[a] + M[b]), cross = K(9) * M[3 + P];              \
    const REAL p = KEPT(mean, s->even[P]) + WEIGHT_PLANE * (both + cross);                 \
    const REAL p2 = KEPT(mean, s->mixed[P]) + WEIGHT_PLANE * (both - cross);               \
    const REAL x = WEIGHT_PLANE * j[a], y = WEIGHT_PLANE * j[b];                           \
    const REAL n = KEPT(skew, s->odd[P]) + (x + y), n2 = KEPT(skew, s->skew[P]) + (x - y); \
    f[pp] = p + n;                                                                         \
    f[mm] = p - n;                                                                         \
    f[pm] = p2 + n2;                                                                       \
    f[mp] = p2 - n2;                                                                       \
  }
  PLANE(0, 0, 1, 7, 9, 8, 10)
  PLANE(1, 0, 2, 11, 12, 13, 14)
  PLANE(2, 1, 2, 15, 16, 17, 18)
#undef PLANE
#undef KEPT
}

/* The populations of the equilibrium. m: its members rho, r and u are used. */
SITE_FUNC void SITE(equilibrium)(REAL f[LBM_Q], const struct SITE(moments) * m, const int equilibrium)
{
  const SCALAR square = equilibrium == LBM_STOKES ? K(0) : K(1);
  const REAL *u = m->u;
  REAL uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  for (int i = 0; i < LBM_Q; i++) {
    REAL cu = (SCALAR)lbm_c[i][0] * u[0] + (SCALAR)lbm_c[i][1] * u[1] + (SCALAR)lbm_c[i][2] * u[2];
    f[i] = K(lbm_weight[i]) * (m->rho + m->r * (K(3) * cu + square * (K(4.5) * cu * cu - K(1.5) * uu)));
  }
}

/* Density - 1 and velocity of a node between time steps. The collision has added the whole force to the first moment,
 * of which half belongs to the momentum. */
SITE_FUNC void SITE(fields)(REAL field[4], const REAL f[LBM_Q], const SCALAR force[3], const int equilibrium)
{
  struct SITE(sums) s;
  struct SITE(moments) m;
  struct SITE(rates) k = {0};
  for (int a = 0; a < 3; a++)
    k.force[a] = -force[a];
  SITE(add_up)(&s, f);
  SITE(measure)(&m, f, &s, &k, equilibrium);
  field[0] = m.rho;
  for (int a = 0; a < 3; a++)
    field[1 + a] = m.u[a];
}

/* Populations of a node between time steps that is in equilibrium and has these fields: the inverse of `fields`. */
SITE_FUNC void SITE(start)(REAL f[LBM_Q], const REAL field[4], const SCALAR force[3], const int model)
{
  const REAL none = {0};
  struct SITE(moments) m;
  m.rho = field[0];
  m.r = model == LBM_QUASI ? m.rho + K(1) : none + K(1);
  for (int a = 0; a < 3; a++)
    m.u[a] = field[1 + a];
  SITE(equilibrium)(f, &m, model);
  for (int i = 0; i < LBM_Q; i++)
    f[i] += K(1.5) * K(lbm_weight[i]) *
            ((SCALAR)lbm_c[i][0] * force[0] + (SCALAR)lbm_c[i][1] * force[1] + (SCALAR)lbm_c[i][2] * force[2]);
}

SITE_FUNC void SITE(collide)(REAL f[LBM_Q], const struct SITE(rates) * k, const int relaxation, const int equilibrium)
{
  struct SITE(sums) s;
  struct SITE(moments) m;
  SITE(add_up)(&s, f);
  SITE(measure)(&m, f, &s, k, equilibrium);
  if (relaxation == LBM_MOMENTS)
    SITE(relax_moments)(f, &s, &m, k, equilibrium);
  else if (relaxation >= LBM_LOCAL)
    SITE(relax_local)(f, &s, &m, k, relaxation, equilibrium);
  else
    SITE(relax_pairs)(f, &m, k, equilibrium);
}
#undef WEIGHT_PLANE
#undef WEIGHT_AXIS
#undef WEIGHT_REST
#undef EXACT
#undef K
