# SPDX-License-Identifier: BSD-3-Clause
# Figures 6.1 to 6.26: MLSUPS over sizes 10 to 100 by 5, one thread.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
cells=
for order in sc cs; do
  for grid in two gc; do
    for blocks in 1 3 4; do cells="$cells C.$order.$grid.$blocks"; done
  done
done
rows="R.sc.two.1 R.sc.gc.1 R.sc.two.0x16x16x4 R.sc.gc.0x16x16x4"
for side in $(seq 10 5 100); do
  # shellcheck disable=SC2086 # several variants
  speeds "$side" $cells $rows
  product "$side"
done >speeds

about
heads 'variant (data access C)|thesis at 100, MLSUPS: Alpha|Pentium 4, dual channel|Opteron|ours at 10|20|30|50|75|100' \
  'over two grids, one block|ours / Opteron'
awk -F, -v cells="$cells" -v rows="$rows" '
  FNR == NR { if ($3 == "mlsups") thesis[$1, $2] = $4 == $5 ? $4 : $4 " … " $5
    most[$1, $2] = $3 == "mlsups" ? $5 : most[$1, $2]; next }
  { speed[$3, $1] = $4 }
  function show(name,   key, order) {
    key = name; sub(/^C\...\./, "", key); order = substr(name, 3, 2)
    printf "| %s | %s | %s | %s", text[name], thesis["alpha", key], thesis["p4dual", key], thesis["opteron", key]
    split("10 20 30 50 75 100", at, " ")
    for (k = 1; k <= 6; k++)
      printf " | %s", speed[name, at[k]]
    base = name ~ /^C/ ? "C." order ".two.1" : "R.sc.two.1"
    printf " | %.2f | %s |\n", speed[name, 100] / speed[base, 100],
      most["opteron", key] ? sprintf("%.1f", speed[name, 100] / most["opteron", key]) : ""
  }
  END {
    order["sc"] = "stream-collide"; order["cs"] = "collide-stream"; grid["two"] = "two grids"; grid["gc"] = "grid compression"
    way["1"] = ""; way["3"] = ", 3-way"; way["4"] = ", 4-way"
    n = split(cells, name, " ")
    for (j = 1; j <= n; j++) {
      split(name[j], part, ".")
      text[name[j]] = order[part[2]] ", " grid[part[3]] way[part[4]]
      show(name[j])
    }
    text["R.sc.two.1"] = "rows and vectors, two grids"; text["R.sc.gc.1"] = "rows and vectors, grid compression"
    text["R.sc.two.0x16x16x4"] = "rows and vectors, two grids, blocks of y, z and 4 steps"
    text["R.sc.gc.0x16x16x4"] = "rows and vectors, grid compression, blocks of y, z and 4 steps"
    n = split(rows, name, " ")
    for (j = 1; j <= n; j++)
      show(name[j])
    text["product"] = "tessera-run"
    show("product")
  }' "$here/thesis.csv" speeds

top=$(awk -F, '/,C/ && $4 > m { m = $4 } END { print 5 * int(m / 5 + 1) }' speeds)
most=$(awk -F, '$4 > m { m = $4 } END { print 10 * int(m / 10 + 1) }' speeds)
colours() { # ORDER: the six curves of cells
  echo "C.$1.two.1=#888=two_grids C.$1.two.3=#1f77b4=two_grids,_3-way C.$1.two.4=#2ca02c=two_grids,_4-way
    C.$1.gc.1=#000=compressed C.$1.gc.3=#ff7f0e=compressed,_3-way C.$1.gc.4=#d62728=compressed,_4-way" | tr -d ','
}
{
  # shellcheck disable=SC2046 # several curves
  curves "stream-collide: MLSUPS over side" 0,100 "$top" $(colours sc) <speeds
  # shellcheck disable=SC2046
  curves "collide-stream: MLSUPS over side" 0,100 "$top" $(colours cs) <speeds
  curves "rows: MLSUPS over side" 0,100 "$most" R.sc.two.1=#888=two_grids R.sc.two.0x16x16x4=#2ca02c=two_grids_in_blocks \
    R.sc.gc.1=#000=compressed R.sc.gc.0x16x16x4=#d62728=compressed_in_blocks product=#1f77b4=tessera-run <speeds
} >panels
plot 'MLSUPS over side' <panels

verdict "$(awk -F, '
  { speed[$3, $1] = $4 }
  function times(name) { return sprintf("%.1f", speed[name, 10] / speed[name, 100]) }
  # the size from which a quarter of the speed is lost
  function lost(name,   s) {
    for (s = 10; s <= 100; s += 5)
      if (speed[name, s] < 0.75 * speed[name, 10]) return "from side " s
    return "at none of these sizes"
  }
  END {
    printf "Grids of 10³ are %s times (stream-collide) and %s times (collide-stream) as fast as those of 100³ with two grids, %s " \
        "and %s times with grid compression. ",
      times("C.sc.two.1"), times("C.cs.two.1"), times("C.sc.gc.1"), times("C.cs.gc.1")
    printf "Two grids lose a quarter of their speed %s (the thesis: right after 10), grid compression %s (the thesis: larger " \
        "grids than two grids can have stay in the cache). ",
      lost("C.sc.two.1"), lost("C.sc.gc.1")
    printf "At 30³, where rows of 32 cells meet in the same lines of the cache, two grids have %.2f of the mean speed of 25³ and " \
        "35³ (the thesis: sometimes a significant drop).",
      2 * speed["C.sc.two.1", 30] / (speed["C.sc.two.1", 25] + speed["C.sc.two.1", 35])
  }' speeds)"
