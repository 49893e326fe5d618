/* SPDX-License-Identifier: BSD-3-Clause */
/* BGK, quasi-compressible, of one node or of several: define REAL, and COLLIDE as the name of the function. */
INLINE void COLLIDE(REAL f[Q])
{
  const REAL none = {0};
  REAL rho = none, j[2] = {none, none};
  EACH_DIRECTION(i)
  {
    rho += f[i];
    for (int a = 0; a < 2; a++)
      if (c[i][a])
        j[a] += c[i][a] > 0 ? f[i] : -f[i];
  }
  const REAL r = 1 + rho, u[2] = {j[0] / r, j[1] / r}, base = rho - 1.5 * (j[0] * u[0] + j[1] * u[1]);
  EACH_DIRECTION(i)
  {
    const REAL cj = c[i][0] * j[0] + c[i][1] * j[1], cu = c[i][0] * u[0] + c[i][1] * u[1];
    f[i] += RATE * (weight[i] * (base + 3 * cj + 4.5 * cj * cu) - f[i]);
  }
}
#undef REAL
#undef COLLIDE
