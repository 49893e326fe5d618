# SPDX-License-Identifier: BSD-3-Clause
# Figures 4.5 and 4.8: memory of two grids, 2 (N + 2)^3 20 8 bytes, and of grid compression, (N + 3)^3 20 8 bytes.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
for side in 10 30 50 100; do
  "$cache" bytes "$side" C.sc.two.1 C-line.sc.two.1 C.sc.gc.1 C.sc.gc.4 R.sc.two.1 R.sc.gc.1 R.sc.gc.0x16x16x8
  product "$side" >ran
  echo "$side,product,$(json run.json memory)"
done >bytes
whole bytes ,
about
heads 'side|layout|formula of the thesis, bytes|ours, bytes|ours / formula|bytes a site'
awk -F, '
  BEGIN {
    text["C.sc.two.1"] = "two grids"; text["C-line.sc.two.1"] = "two grids, one loop"; text["C.sc.gc.1"] = "grid compression"
    text["C.sc.gc.4"] = "grid compression, 4-way (room for four steps)"; text["R.sc.two.1"] = "rows, two grids"
    text["R.sc.gc.1"] = "rows, grid compression"; text["R.sc.gc.0x16x16x8"] = "rows, grid compression, 8 steps in a block"
    text["product"] = "tessera-run (all memory that it forecasts)"
  }
  {
    formula = $2 ~ /gc/ ? ($1 + 3) ^ 3 * 160 : $2 == "product" ? 0 : 2 * ($1 + 2) ^ 3 * 160
    printf "| %d | %s | %s | %d | %s | %.0f |\n", $1, text[$2], formula ? sprintf("%d", formula) : "", $3,
        formula ? sprintf("%.3f", $3 / formula) : "", $3 / $1 ^ 3
  }' bytes
verdict "$(awk -F, '
  { bytes[$2, $1] = $3 }
  END {
    a = bytes["C.sc.two.1", 100] == 2 * 102 ^ 3 * 160; b = bytes["C.sc.gc.1", 100] == 103 ^ 3 * 160
    printf "Two grids %s and grid compression %s the bytes of the formulas; compression takes %.3f of two grids at 100³ (4-way: " \
        "%.3f), and tessera-run %.3f of them, since it has one copy of the populations and no flags.",
      a ? "have" : "do not have", b ? "has" : "does not have", bytes["C.sc.gc.1", 100] / bytes["C.sc.two.1", 100],
      bytes["C.sc.gc.4", 100] / bytes["C.sc.two.1", 100], bytes["product", 100] / bytes["C.sc.two.1", 100]
  }' bytes)"
