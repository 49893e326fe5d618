# SPDX-License-Identifier: BSD-3-Clause
# Rows of size.sh: awk -f tables.awk -f size.awk PAGES. Whole tiles alone; speeds between two sizes by a line over the
# logarithm of the nodes.
function share_of(nodes,   i) {
  for (i = 2; i < sizes && side[i] ^ 3 < nodes; i++) ;
  where = side[i - 1] "³ and " side[i] "³"
  return (speed[i - 1] + (speed[i] - speed[i - 1]) * log(nodes / side[i - 1] ^ 3) / log(side[i] ^ 3 / side[i - 1] ^ 3)) / most
}
END {
  if (dead) exit 1
  b = "000/cavity"
  print from(b)
  for (r = 1; r <= rows[b, 1]; r++) {
    if (!matches(b, 1, r, "layout=t2c;precision=fp64;kernel=bgk-incompressible;tile utilisation=1.000")) continue
    at = number(value[b, 1, r, column(b, 1, "case")], b); v = number(value[b, 1, r, column(b, 1, "MFLUPS (least … most)")], b)
    for (i = ++sizes; i > 1 && side[i - 1] > at; i--) { side[i] = side[i - 1]; speed[i] = speed[i - 1] }
    side[i] = at; speed[i] = v
    if (v > most) most = v
  }
  if (sizes < 5) die(b ": few sizes")
  split("100000 300000 1000000", nodes, " "); split("0.85 0.95 1", paper, " ")
  for (k = 1; k <= 3; k++) {
    s = share_of(nodes[k]); good += s >= paper[k] - 0.005
    printf "| %d | %s%.2f | %.3f | %.2f | %s |\n", nodes[k], k == 2 ? "at least " : k == 3 ? "some " : "", paper[k], s, s / paper[k], where
  }
  for (full = 10000; share_of(full) < 0.95 && full < 2e7; full *= 1.05) ;
  for (k = 1; share_of(k * 10000) < 0.85 && k < 2000; k++) ;
  printf "*A GPU of today is as busy with as few nodes: %s, in %d of 3 rows (within 0.005). It reaches 0.85 of its largest speed from some %.1f · 10⁵ nodes and 0.95 from %.1f · 10⁵ on.\n", good == 3 ? "yes" : good ? "in part" : "no", good, k / 10, full / 1e5
}
