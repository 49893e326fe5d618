# The velocity at the nodes of a cap against the exact shape. Input: lines "x y u" from the centre of the cap. Variables:
# kind (ellipse, square or womersley), a, b (half-widths), alpha, phase (radians, of womersley). Output: the largest
# difference from the exact shape after scaling by least squares, the same of the nodes less than a voxel from the rim,
# both over the largest velocity, and the number of nodes. Needs bessel.awk.
BEGIN {
  pi = atan2(0, -1)
  if (kind == "womersley") {
    lx = -alpha / sqrt(2); ly = alpha / sqrt(2)
    bessel(0, lx, ly); ax = bx; ay = by
    bessel(1, lx, ly)
    over(bx, by, ax, ay); over(2 * qx, 2 * qy, lx, ly)
    mx = 1 - qx; my = -qy # the mean of 1 - J0(L r/R) / J0(L)
  }
}
function ellipse(x, y) { return 1 - (x / a) ^ 2 - (y / b) ^ 2 }
function hyperbolic(x) { return (exp(x) + exp(-x)) / 2 }
# -lap phi = 1 on a square of side 2 a
function square(x, y,   n, sum) {
  for (n = 1; n < 60; n += 2)
    sum += (n % 4 == 1 ? 1 : -1) / n ^ 3 * (1 - hyperbolic(n * pi * y / 2 / a) / hyperbolic(n * pi / 2)) * cos(n * pi * x / 2 / a)
  return sum
}
# of a flow cos(w t)
function womersley(x, y) {
  x = sqrt(x ^ 2 + y ^ 2) / a
  bessel(0, lx * x, ly * x)
  over(bx, by, ax, ay); over(1 - qx, -qy, mx, my)
  return qx * cos(phase) - qy * sin(phase)
}
function exact(x, y) { return kind == "ellipse" ? ellipse(x, y) : kind == "square" ? square(x, y) : womersley(x, y) }
function size(x) { return x < 0 ? -x : x }
function depth(x, y) {
  return kind == "square" ? a - (size(x) > size(y) ? size(x) : size(y)) : ellipse(x, y) / (2 * sqrt(x ^ 2 / a ^ 4 + y ^ 2 / b ^ 4 + 1e-12))
}
{ u[NR] = $3; e[NR] = exact($1, $2); rim[NR] = depth($1, $2) < 1; ue += u[NR] * e[NR]; ee += e[NR] ^ 2; if (size(u[NR]) > peak) peak = size(u[NR]) }
END {
  for (n = 1; n <= NR; n++) {
    off = size(u[n] - ue / ee * e[n]) / peak
    if (off > most) most = off
    if (rim[n] && off > beside) beside = off
  }
  printf "%.5f,%.5f,%d\n", most, beside, NR
}
