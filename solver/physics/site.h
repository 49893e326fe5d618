/* The site update: moments, collision, boundary closures of one node.
 *
 * Written once for every backend. Include it after defining
 *   SCALAR      double or float
 *   REAL        SCALAR, or a GCC vector of SCALAR: then every function below
 *               updates as many nodes as the vector has lanes
 *   SITE(name)  the name of a function or struct in this instance
 *   SITE_FUNC   its qualifiers (static inline, __device__ ...)
 * Relaxation (enum lbm_relaxation_kind) and equilibrium are compile-time constants at each call.
 *
 * All in lattice units. Populations are h_i = f_i - w_i, so that a fluid at
 * rest is zero and single precision keeps its digits.
 *
 *   density   rho = 1 + sum h;  momentum  j = sum c h + F/2 (Guo et al. 2002)
 *   quasi-compressible: u = j / rho; incompressible (He & Luo 1997): u = j
 *   equilibrium h = w [rho - 1 + r (3 c.u + 9/2 (c.u)^2 - 3/2 u.u)],
 *   r = rho or 1; Stokes: u = j and the terms of first order alone. After a step the populations are post-collision: their first
 *   moment is then j + F/2.
 */
#include "lattice.h"
#include "physics.h"

#define K(x) ((SCALAR)(x))
/* Weights of rest, axes and diagonals. The nearest to 1/3, 1/18 and 1/36 in single precision add up to 1 + 1.5e-8, and three
 * times the sum of w c c to 1 + 3e-8: collisions make that much of the density deviation and of the momentum, in every step. Of
 * these, each within 3e-7, both sums are 1, with 3 w rounded too, and that of w c c alone is 1/3 to 1e-8. */
#define EXACT(x, single) (sizeof(SCALAR) == sizeof(float) ? K(single) : K(x))
#define WEIGHT_REST EXACT(1. / 3, 0xAAAAA9p-25)
#define WEIGHT_AXIS EXACT(1. / 18, 0xE38E3Dp-28)
#define WEIGHT_PLANE EXACT(1. / 36, 0xE38E37p-29)

struct SITE(rates) {
  SCALAR even, odd;         /* 1/tau+, 1/tau-; of BGK equal */
  SCALAR e, eps, q, pi, m;  /* MRT: energy, its square, energy flux, pi, third order */
  SCALAR force[3];          /* body force per volume */
  SCALAR push[3];           /* two rates: added by the force to j in c.u c.j */
  SCALAR source[LBM_Q / 2]; /* and by the force to the odd part of each pair of directions */
  SCALAR growth;            /* Stokes, two rates: of j in the equilibrium */
  bool relax_third;         /* planes relax the moments of rate m at once */
};

/* Added to anything -0 leaves every bit: what a force that is zero adds. */
static inline SCALAR SITE(added)(double x)
{
  return x != 0 ? K(x) : -K(0);
}

/* On the host. Guo et al. 2002 for two rates: S+ = (1 - even/2) w (9 c.u c.F - 3 u.F), S- = (1 - odd/2) 3 w c.F. With r u = j,
 * S+ and the equilibrium are even w [rho - 1 + 9/2 c.u c.v - 3/2 u.v], v = j + (2/even - 1) F. */
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
  k.relax_third = r->relax_third;
  return k;
}

struct SITE(moments) {
  REAL rho; /* density - 1 */
  REAL r;   /* rho or 1, see above */
  REAL u[3];
  REAL j[3]; /* with half the force */
};

/* Lane sums shared by the moments and the MRT transform: of the axis pairs,
 * and of the four diagonals of each coordinate plane. */
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

/* One pair of opposite directions (i, o): cj = c_i.j, cu = c_i.u, cv = c_i.v; base = rho - 1 - 3/2 u.v. Even and odd parts relax
 * with a rate each (TRT, Ginzburg 2008; BGK has equal rates). They are sums and differences that the moments are made of too, so
 * that no population need be kept until then. */
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

/* The momenta of the equilibrium: j of its odd part, v of its even part. */
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

/* d'Humieres et al. 2002, D3Q19: every moment m relaxes to the moment of the
 * equilibrium above; g = (s (m_eq - m) + (1 - s/2) F_m) / |row|^2 goes back. */
SITE_FUNC void SITE(relax_moments)(REAL f[LBM_Q], const struct SITE(sums) * s, const struct SITE(moments) * m,
                                   const struct SITE(rates) * k, const int equilibrium)
{
  const REAL *u = m->u, *S = s->sum, *P = s->plane;
  const SCALAR *F = k->force;
  const REAL zero = {0};
  REAL axes = S[0] + S[1] + S[2], planes = P[0] + P[1] + P[2];
  const bool linear = equilibrium == LBM_STOKES;
  REAL uu[3][3], uF[3][3]; /* second moments of the equilibrium and of the force */
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
  /* sums of c_a f over the two planes that hold axis a */
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

/* The equilibrium itself, to start from. m: rho (density - 1), r and u. */
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

/* Density - 1 and velocity of a node between steps: the collision has added the force once, of which half counts. */
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

/* Populations of a node with these fields, in equilibrium. */
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
  else
    SITE(relax_pairs)(f, &m, k, equilibrium);
}
#undef WEIGHT_PLANE
#undef WEIGHT_AXIS
#undef WEIGHT_REST
#undef EXACT
#undef K
