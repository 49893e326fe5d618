# SPDX-License-Identifier: BSD-3-Clause
# Sections 6.2 to 6.6: what 3-way and 4-way blocking and grid compression gain at 100^3, one thread.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
side=${SIDE:-100}
names=
for kind in B.sc B.cs C.sc C.cs; do
  for grid in two gc; do
    for blocks in 1 3 4; do names="$names $kind.$grid.$blocks"; done
  done
done
# Blocks of whole rows: of y and z alone, and of y, z and time.
names="$names C.cs.two.0x8x8x1 C.cs.two.0x8x8x4 C.cs.gc.0x16x16x1 C.cs.gc.0x16x16x4"
for grid in two gc; do
  for blocks in 1 3 4 0x16x16x1 0x16x16x4 0x16x16x8; do names="$names R.sc.$grid.$blocks"; done
done
# shellcheck disable=SC2086 # several variants
speeds "$side" $names >speeds

about
heads 'speed at 100³ over that of|thesis: Alpha|Athlon XP|Pentium 4, single channel|Pentium 4, dual channel|Itanium 2|Opteron' \
  'ours: B sc|B cs|C sc|C cs|rows, same blocks|best of ours / Opteron'
awk -F, '
  FNR == NR {
    if ($3 ~ /^over-/) ratio[$1, $2, substr($3, 6)] = $4 == $5 ? $4 : $4 " … " $5
    else if ($3 == "mlsups") speed_of[$1, $2] = ($4 + $5) / 2
    next
  }
  { speed[$3] = $4 }
  function paper(machine, what, over) {
    if (ratio[machine, what, over]) return ratio[machine, what, over]
    if (speed_of[machine, what] && speed_of[machine, over])
      return sprintf("%.2f*", speed_of[machine, what] / speed_of[machine, over])
    return ""
  }
  function row(text, what, over,   k, g, best, name, cell) {
    printf "| %s", text
    for (k = 1; k <= 6; k++)
      printf " | %s", paper(machine[k], what, over)
    best = 0
    for (k = 1; k <= 5; k++) {
      g = speed[kind[k] "." what] / speed[kind[k] "." over]
      printf " | %.2f", g
      if (k < 5 && g > best) best = g
    }
    cell = paper("opteron", what, over); sub(/\*/, "", cell)
    printf " | %s |\n", cell ? sprintf("%.2f", best / cell) : ""
  }
  END {
    split("alpha athlon p4single p4dual itanium2 opteron", machine, " "); split("B.sc B.cs C.sc C.cs R.sc", kind, " ")
    row("two grids, 3-way / two grids", "two.3", "two.1")
    row("two grids, 4-way / two grids", "two.4", "two.1")
    row("two grids, 4-way / 3-way", "two.4", "two.3")
    row("grid compression / two grids", "gc.1", "two.1")
    row("grid compression, 3-way / grid compression", "gc.3", "gc.1")
    row("grid compression, 4-way / 3-way", "gc.4", "gc.3")
    row("grid compression, 4-way / grid compression", "gc.4", "gc.1")
    row("grid compression, 4-way / two grids", "gc.4", "two.1")
  }' "$here/thesis.csv" speeds
printf '\n\\* from MLSUPS or other gains that the text gives.\n\n'
heads 'blocks of|C, collide-stream, two grids: MLSUPS|over no blocks|grid compression: MLSUPS|over no blocks' \
  'rows and vectors, two grids: MLSUPS|over no blocks|grid compression: MLSUPS|over no blocks'
awk -F, '
  { speed[$3] = $4 }
  function cell(kind, blocks,   v) {
    v = speed[kind "." blocks]
    return v ? sprintf(" | %s | %.2f", v, v / speed[kind ".1"]) : " | | "
  }
  function row(text, two, gc, rows) {
    print "| " text cell("C.cs.two", two) cell("C.cs.gc", gc) cell("R.sc.two", rows) cell("R.sc.gc", rows) " |"
  }
  END {
    row("none", 1, 1, 1); row("x, y, z: 3-way (8³, compressed 16³)", 3, 3, 3); row("x, y, z and 4 steps: 4-way", 4, 4, 4)
    row("y, z: whole rows (8², compressed and rows 16²)", "0x8x8x1", "0x16x16x1", "0x16x16x1")
    row("y, z and 4 steps", "0x8x8x4", "0x16x16x4", "0x16x16x4"); row("y, z and 8 steps", "", "", "0x16x16x8")
  }' speeds
verdict "$(awk -F, '
  { speed[$3] = $4 }
  function gain(grid, blocks,   k, g, most, least) {
    for (k = 1; k <= 4; k++) {
      g = speed[kind[k] "." grid "." blocks] / speed[kind[k] "." grid ".1"] * 100 - 100
      if (k == 1 || g > most) most = g
      if (k == 1 || g < least) least = g
    }
    return sprintf("%+.0f … %+.0f %%", least, most)
  }
  END {
    split("B.sc B.cs C.sc C.cs", kind, " ")
    printf "Blocks of space: %s with two grids (thesis: hardly anything on an Itanium 2, 25 %% on an Opteron), %s with grid " \
        "compression (nearly 50 %% on an Opteron). ",
      gain("two", 3), gain("gc", 3)
    printf "With blocks of time: %s (40 … 50 %% on an Alpha and an Athlon, 75 %% on an Opteron) and %s. ", gain("two", 4),
        gain("gc", 4)
    printf "All together, over two grids in one block: %.2f times (C, stream-collide) and %.2f times (collide-stream); up to 2 " \
        "on the Opteron. Rows and vectors gain %.2f times by whole rows and 8 steps.",
      speed["C.sc.gc.4"] / speed["C.sc.two.1"], speed["C.cs.gc.4"] / speed["C.cs.two.1"],
          speed["R.sc.gc.0x16x16x8"] / speed["R.sc.two.1"]
  }' speeds)"
