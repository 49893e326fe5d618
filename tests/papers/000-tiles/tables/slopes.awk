# SPDX-License-Identifier: BSD-3-Clause
# Lines of slopes.sh: awk -f tables.awk -f slopes.awk PAGES. A line a η + b through shares of the peak is given by its value
# at η = 1, as the lines of the paper are 1 there within 0.02.
function add(key, x, y) {
  if (!(key in points)) order[++keys] = key
  at[key, ++points[key]] = x; height[key, points[key]] = y
  sx[key] += x; sy[key] += y; sxx[key] += x * x; sxy[key] += x * y; syy[key] += y * y
}
function take(b,   r, key, share, rw) {
  for (r = 1; r <= rows[b, 1]; r++) {
    key = value[b, 1, r, column(b, 1, "precision")] "|" value[b, 1, r, column(b, 1, "layout")] "|"
    x = number(value[b, 1, r, column(b, 1, "tile utilisation")], b)
    share = number(value[b, 1, r, column(b, 1, "ours")], b); rw = number(value[b, 1, r, column(b, 1, "by read/write only")], b)
    add(key value[b, 1, r, column(b, 1, "kernel")], x, share)
    add(key "read/write only", x, share / rw)
  }
}
END {
  if (dead) exit 1
  print from("000/spheres 000/vessels")
  take("000/spheres"); take("000/vessels")
  theirs["fp64|t2c|bgk-incompressible"] = "0.65 η + 0.35"; theirs["fp64|t2c|mrt-incompressible"] = "0.8 η + 0.18"; theirs["fp64|t2c|read/write only"] = "0.56 η + 0.45"
  theirs["fp32|t2c|bgk-incompressible"] = theirs["fp32|t2c|mrt-incompressible"] = theirs["fp32|t2c|read/write only"] = "0.8 η + 0.2 (least)"
  split("#447 #c00 #080 #c70 #707 #088 #000 #a85 #59c #888", colour, " ")
  for (k = 1; k <= keys; k++) {
    key = order[k]; d = points[key] * sxx[key] - sx[key] ^ 2
    if (d <= 0 || points[key] < 5) continue
    a = (points[key] * sxy[key] - sx[key] * sy[key]) / d; b = (sy[key] - a * sx[key]) / points[key]; one = a + b
    rest = (syy[key] + a * a * sxx[key] + b * b * points[key] - 2 * a * sxy[key] - 2 * b * sy[key] + 2 * a * b * sx[key]) / points[key]
    text_of = key; gsub(/[|]/, " | ", text_of)
    printf "| %s | %s | %.2f η %+.2f | %s | %d | %.3f |\n", text_of, theirs[key], a / one, b / one, theirs[key] ? sprintf("%.2f", a / one / theirs[key]) : "", points[key], (rest > 0 ? sqrt(rest) : 0) / one
    slope[key] = a / one
    for (i = 1; i <= points[key]; i++) marks[substr(key, 1, 4)] = marks[substr(key, 1, 4)] sprintf("cross,%s,%s,%.4f\n", colour[(k - 1) % 10 + 1], at[key, i], height[key, i] / one)
    keyed[substr(key, 1, 4)] = keyed[substr(key, 1, 4)] sprintf("key,%s,%s\n", colour[(k - 1) % 10 + 1], substr(key, 6))
  }
  for (i = 64; i >= 32; i -= 32) printf "panel,fp%d,0.6,1,0.5,1.2\n%s%s", i, keyed["fp" i], marks["fp" i]
  printf "*In fp64 a BGK step with the layout of the paper loses %.2f of its speed for each unit of utilisation (0.65 there), and packed, which moves no solid nodes, %.2f: %s.\n", slope["fp64|t2c|bgk-incompressible"], slope["fp64|packed|bgk-incompressible"], (slope["fp64|packed|bgk-incompressible"] < 0.3 ? "it hardly depends on the tiles" : "it depends on the tiles too")
}
