# SPDX-License-Identifier: BSD-3-Clause
# Stokes flow through a rectangular duct, by its series (F. M. White, "Viscous Fluid Flow", fully developed duct flow),
# for unit force per volume and unit dynamic viscosity. For awk "$(cat series.awk)"'...'.
function cosh(x) { return (exp(x) + exp(-x)) / 2 }
function tanh(x) { return x > 20 ? 1 : (exp(2 * x) - 1) / (exp(2 * x) + 1) }
# mean velocity; h the short side, w the long one
function duct_mean(h, w,   n, sum, pi) {
  pi = atan2(0, -1)
  for (n = 1; n < 200; n += 2)
    sum += tanh(n * pi * w / (2 * h)) / n ^ 5
  return h * h / 12 * (1 - 192 / pi ^ 5 * h / w * sum)
}
# velocity at (y, z) from the middle: |y| <= h / 2, |z| <= w / 2
function duct_velocity(h, w, y, z,   n, sum, pi, sign) {
  pi = atan2(0, -1)
  sign = 1
  for (n = 1; n < 200; n += 2) {
    sum += sign / n ^ 3 * (1 - cosh(n * pi * z / h) / cosh(n * pi * w / (2 * h))) * cos(n * pi * y / h)
    sign = -sign
  }
  return 4 * h * h / pi ^ 3 * sum
}
