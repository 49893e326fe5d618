# Complex numbers and Bessel functions, for other programs.
# (a + ib) / (c + id) into qx, qy
function over(a, b, c, d) { qx = (a * c + b * d) / (c ^ 2 + d ^ 2); qy = (b * c - a * d) / (c ^ 2 + d ^ 2) }
# J_n(z), n = 0 or 1, into bx, by: the power series of (z/2)^n sum (-z^2/4)^k / (k! (k + n)!)
function bessel(n, x, y,   k, tx, ty, sx, sy, t) {
  tx = n ? x / 2 : 1; ty = n ? y / 2 : 0
  sx = -(x ^ 2 - y ^ 2) / 4; sy = -x * y / 2
  bx = tx; by = ty
  for (k = 1; k < 80; k++) {
    t = (tx * sx - ty * sy) / (k * (k + n)); ty = (tx * sy + ty * sx) / (k * (k + n)); tx = t
    bx += tx; by += ty
  }
}
