# SPDX-License-Identifier: BSD-3-Clause
# Chapter 6, the choice of block sizes: MLSUPS over the size of blocks and the steps in one, 100^3, one thread. The thesis
# found no unique best size and took 8^3 (compressed 16^3) and 4 steps: 2 were slower, 6 "probably too much".
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
side=${SIDE:-100}
sizes='4x4x4 8x8x8 16x16x16 32x32x32 4x8x8 8x4x4 8x8x4 16x8x8 8x16x16 16x4x4 32x8x8 32x4x4 0x4x4 0x8x8 0x16x16'
names=
for grid in two gc; do
  for size in $sizes; do names="$names C.cs.$grid.${size}x1 C.cs.$grid.${size}x4"; done
done
# shellcheck disable=SC2086 # several variants
speeds "$side" C.cs.two.1 C.cs.gc.1 $names >speeds
whole speeds ,
names=
for steps in 1 2 4 6 8; do
  for order in sc cs; do names="$names C.$order.two.8x8x8x$steps C.$order.gc.16x16x16x$steps"; done
done
# shellcheck disable=SC2086
speeds "$side" $names >steps
whole steps ,
load=$(cut -d ' ' -f 1 /proc/loadavg)
about
heads 'blocks of, C, collide-stream|two grids, 3-way: MLSUPS|over none|4-way|over none|grid compression, 3-way: MLSUPS' \
  'over none|4-way|over none'
awk -F, '
  { speed[$3] = $4 }
  $3 ~ /x1$/ && $3 ~ /two/ { size[++n] = substr($3, 10); sub(/x1$/, "", size[n]) }
  function cell(grid, s, t,   v) { v = speed["C.cs." grid "." s "x" t]
    return sprintf(" %s | %.2f |", v, v / speed["C.cs." grid ".1"]) }
  function most(grid, t,   i, best, v, near) {
    for (i = 1; i <= n; i++) { v = speed["C.cs." grid "." size[i] "x" t]; if (v > best) { best = v; name = size[i] } }
    for (i = 1; i <= n; i++) near += speed["C.cs." grid "." size[i] "x" t] >= 0.95 * best
    theirs = speed["C.cs." grid (grid == "two" ? ".8x8x8x" : ".16x16x16x") t] / best
    return sprintf("%s (%d of %d sizes within 5 %%, that of the thesis at %.2f)", name, near, n, theirs)
  }
  END {
    for (i = 1; i <= n; i++) { text = size[i]; sub(/^0x/, "allx", text); gsub(/x/, " x ", text)
      print "| " text " |" cell("two", size[i], 1) cell("two", size[i], 4) cell("gc", size[i], 1) cell("gc", size[i], 4) }
    printf "The fastest are, with two grids, 3-way %s", most("two", 1); a = theirs
    printf " and 4-way %s", most("two", 4); b = theirs
    printf ", with grid compression, 3-way %s", most("gc", 1); c = theirs
    printf " and 4-way %s. The size of the thesis is within 5 %% of the fastest in %d of 4.", most("gc", 4),
        (a >= 0.95) + (b >= 0.95) + (c >= 0.95) + (theirs >= 0.95)
  }' speeds >table
grep '^|' table
echo
heads 'steps in a block, MLSUPS|thesis|stream-collide, two grids (8³)|grid compression (16³)|collide-stream, two grids' \
  'grid compression'
awk -F, '
  { speed[$3] = $4 }
  function of(order, grid, t) { return speed["C." order "." grid (grid == "two" ? ".8x8x8x" : ".16x16x16x") t] }
  END {
    thesis[2] = "slower than 4"; thesis[4] = "chosen"; thesis[6] = "probably too much"
    for (t = 1; t <= 8; t += t == 1 ? 1 : 2) printf "| %d | %s | %s | %s | %s | %s |\n", t, thesis[t], of("sc", "two", t),
        of("sc", "gc", t), of("cs", "two", t), of("cs", "gc", t)
    for (k = 1; k <= 4; k++) { o = k < 3 ? "sc" : "cs"; g = k % 2 ? "two" : "gc"; slow += of(o, g, 2) < 0.98 * of(o, g, 4)
      more += of(o, g, 6) > 1.02 * of(o, g, 4) }
    printf " By more than 2 %%, 2 steps are slower than 4 in %d of 4 (there all), and 6 are faster in %d (there none was " \
        "expected): %s.", slow, more, slow == 4 && more == 0 ? "yes" : "no" }' steps >both
grep '^|' both
verdict "$(grep -v '^|' table)$(grep -v '^|' both) Load $load on two cores."
