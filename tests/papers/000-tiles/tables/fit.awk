# SPDX-License-Identifier: BSD-3-Clause
# Bandwidth utilisation of propagation as a function of the common faces f and edges e per tile, from the channels of
# channels.sh, by least squares:
#   c0 + c1 f + c2 e + c3 / (2.9 - f) + c4 / (2.81 - e)
# This is the form of equation 19 of the paper. The reference is the peak bandwidth, or
# the copy bandwidth if the peak is unknown. The comments in the output hold the relation of edges and faces (equations
# 17 and 18), which depends on geometry alone.
BEGIN { FS = ","; terms = 5 }
/^#/ { print; next }
!heading { heading = 1; for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  layout = $column["layout"]
  if (!(layout in points))
    order[++layouts] = layout
  p = ++points[layout]
  f = $column["faces_per_tile"]; e = $column["edges_per_tile"]
  split("1 " f " " e " " 1 / (2.9 - f) " " 1 / (2.81 - e), term, " ")
  for (k = 1; k <= terms; k++)
    x[layout, p, k] = term[k]
  unit[layout] = $column["bu_propagation"] == "" ? "copy" : "peak"
  bytes = $column["precision"] == "fp64" ? 304 : 152
  y[layout, p] = unit[layout] == "peak" ? $column["bu_propagation"] : $column["propagation"] * bytes * 1e-3 / $column["copy_GBps"]
  split($column["grid"], side, "x")
  relate(f, e, side[1] <= 4 || side[2] <= 4)
}
# eq. 17 from two tiles across on, eq. 18 for one tile
function relate(f, e, one,   off) {
  if (one) {
    off = e - f + 1
    if (off < 0) off = -off
    if (off > narrow) narrow = off
    return
  }
  n++; sf += f; se += e; sff += f * f; sfe += f * e
}
# Modified Gram-Schmidt; a term that depends linearly on the others gets no coefficient.
function solve(layout,   i, k, l, size, before) {
  for (k = 1; k <= terms; k++) {
    before = norm(layout, k)
    for (l = 1; l < k; l++)
      project(layout, k, l)
    size = norm(layout, k)
    idle[k] = !(size > 1e-12 * before)
    r[k, k] = idle[k] ? 1 : sqrt(size)
    for (i = 1; i <= points[layout]; i++)
      x[layout, i, k] = idle[k] ? 0 : x[layout, i, k] / r[k, k]
  }
  for (k = terms; k >= 1; k--) {
    c[k] = 0
    for (i = 1; i <= points[layout]; i++)
      c[k] += x[layout, i, k] * y[layout, i]
    for (l = k + 1; l <= terms; l++)
      c[k] -= r[k, l] * c[l]
    c[k] = idle[k] ? 0 : c[k] / r[k, k]
  }
}
function norm(layout, k,   i, sum) {
  for (i = 1; i <= points[layout]; i++)
    sum += x[layout, i, k] ^ 2
  return sum
}
function project(layout, k, l,   i, dot) {
  for (i = 1; i <= points[layout]; i++)
    dot += x[layout, i, k] * x[layout, i, l]
  for (i = 1; i <= points[layout]; i++)
    x[layout, i, k] -= dot * x[layout, i, l]
  r[l, k] = dot
}
function residuals(layout,   i, k, rest) {
  rms = largest = 0
  for (i = 1; i <= points[layout]; i++) {
    rest = y[layout, i]
    for (k = 1; k <= terms; k++)
      rest -= c[k] * x0[layout, i, k]
    rms += rest ^ 2 / points[layout]
    if (rest < 0) rest = -rest
    if (rest > largest) largest = rest
  }
}
END {
  slope = n * sff - sf ^ 2 ? (n * sfe - sf * se) / (n * sff - sf ^ 2) : 0
  if (n > 1)
    printf "# edges = %.2f faces %+.2f from two tiles across on (the paper: 1.85, -2.56)\n", slope, (se - slope * sf) / n
  printf "# edges = faces - 1 within %.4f where one tile lies across\n", narrow
  print "layout,unit,constant,faces,edges,near_faces,near_edges,rms,largest"
  for (key in x)
    x0[key] = x[key]
  for (m = 1; m <= layouts; m++) {
    solve(order[m])
    residuals(order[m])
    printf "%s,%s,%.5f,%.5f,%.5f,%.6f,%.6f,%.5f,%.5f\n", order[m], unit[order[m]], c[1], c[2], c[3], c[4], c[5],
      sqrt(rms), largest
  }
}
