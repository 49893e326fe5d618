# Womersley flow in four phases: u = Re{G / (i rho w) [1 - J0(L r/R) / J0(L)] e^(i w t)}, L = alpha i^(3/2), over
# Poiseuille's under the same gradient. Input: lines "flow, shear at the wall, velocity at radius off, gradient" a quarter
# of a period apart. Variables: alpha, r (radius), nu, off; ahead: of the flow, degrees. Output: amplitude over the exact one and phase beyond it,
# degrees, of flow, shear and velocity. Needs bessel.awk.
BEGIN {
  FS = ","
  lx = -alpha / sqrt(2); ly = alpha / sqrt(2)
  bessel(0, lx, ly); ax = bx; ay = by
  # flow: 8 / (i alpha^2) (1 - 2 J1 / (L J0)); shear: -2 L J1 / (i alpha^2 J0)
  bessel(1, lx, ly)
  over(bx, by, ax, ay); jx = qx; jy = qy # J1 / J0
  over(2 * jx, 2 * jy, lx, ly)
  over(8 * (1 - qx), -8 * qy, 0, alpha ^ 2); exact(1)
  over(-2 * (lx * jx - ly * jy), -2 * (lx * jy + ly * jx), 0, alpha ^ 2); exact(2)
  bessel(0, lx * off / r, ly * off / r)
  over(bx, by, ax, ay)
  over(4 * (1 - qx), -4 * qy, 0, alpha ^ 2); exact(3)
  unit[1] = atan2(0, -1) * r ^ 4 / (8 * nu); unit[2] = r / 2; unit[3] = r ^ 2 / (4 * nu)
}
function exact(k) { ex[k] = qx; ey[k] = qy }
# (row 1 - row 3) - i (row 2 - row 4) is twice the amplitude of e^(i w t)
{ for (k = 1; k <= 4; k++) { cx[k] += NR == 1 ? $k : NR == 3 ? -$k : 0; cy[k] += NR == 2 ? -$k : NR == 4 ? $k : 0 } }
END {
  if (NR != 4) exit 1
  for (k = 1; k <= 3; k++) {
    over(cx[k], cy[k], cx[4] * unit[k], cy[4] * unit[k])
    over(qx, qy, ex[k], ey[k])
    printf "%s%.5f,%.3f", (k > 1 ? "," : ""), sqrt(qx ^ 2 + qy ^ 2), atan2(qy, qx) * 180 / atan2(0, -1) - (k == 1 ? ahead : 0)
  }
  print ""
}
