# SPDX-License-Identifier: BSD-3-Clause
# Figures 6.29 to 6.31 and table 6.1 over the side: misses a site of the caches and of the translation buffer (TLB), by the
# simulator of valgrind, 4 steps. A TLB is a cache whose lines are pages: 32 entries and 256 of 4 KiB of the Athlon, 128 of
# 8 KiB of the Alpha. It has no page tables, and takes both levels of the Athlon as the thesis lists them.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
command -v valgrind >>said || skip "no valgrind"
sides=${SIDES:-10 20 40 60}
# misses SIDE D1 LL VARIANT
misses() {
  for steps in 0 4; do
    valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null --D1="$2" --LL="$3" \
      "$builddir/tests/cache_plain" steps "$1" $steps "$4" >log 2>&1 || { cat log >&2; fail "valgrind $4"; }
    tr -d ',' <log | awk '/ D1 +misses/ { d = $4 } / LLd misses/ { l = $4 } END { print d, l }'
  done | awk -v n="$1" 'NR == 1 { d = $1; l = $2 } END { printf "%.4f,%.4f\n", ($1 - d) / (4 * n ^ 3), ($2 - l) / (4 * n ^ 3) }'
}
variants='B.sc.two.1 B.sc.two.4 C.cs.two.4 B.sc.gc.4 C.cs.gc.4'
{
  for side in $sides; do
    for v in $variants; do echo "$side cache 65536,2,64 524288,1,64 $v"; echo "$side tlb 131072,32,4096 1048576,4,4096 $v"; done
  done
  for v in C.cs.two.1 C.cs.gc.1 C.cs.two.4 C.cs.gc.4; do echo "${sides##* } alpha 1048576,128,8192 2097152,256,8192 $v"; done
} >runs
# two at a time
half() { mkdir "$1" && cd "$1" && awk -v k="$1" 'NR % 2 == k' ../runs | while read -r side what d1 ll v; do
  echo "$side,$what,$v,$(misses "$side" "$d1" "$ll" "$v")"; done >table; }
(half 0) & first=$!
(half 1)
wait $first || fail "valgrind"
cat 0/table 1/table >found
whole found ,
about
for what in cache tlb; do
  heads "$([ $what = cache ] && echo 'Athlon, caches' |" \
    " echo 'Athlon, TLB of 32 and of 256 entries'): misses a site, level 1, level 2|thesis, large grids|$(echo "$sides" " \
    " sed 's/\([0-9]*\)/\1³/g; s/ /|/g')|over B sc, two grids: level 1|level 2"
  awk -F, -v what=$what -v variants="$variants" -v sides="$sides" '
    $2 == what { a[$1, $3] = $4; b[$1, $3] = $5 }
    END {
      m = split(sides, side, " ")
      for (k = 1; k <= split(variants, v, " "); k++) {
        thesis = k == 1 ? "1" : what == "tlb" ? "increased" : v[k] ~ /gc/ ? "0.5, 0.4" : "reduced"
        printf "| %s | %s", v[k], thesis
        for (i = 1; i <= m; i++) printf " | %s, %s", a[side[i], v[k]], b[side[i], v[k]]
        printf " | %.2f | %.2f |\n", a[side[m], v[k]] / a[side[m], v[1]], b[side[m], v[1]] ? b[side[m], v[k]] / b[side[m], v[1]] : 0
      } }' found
  echo
done
heads "Alpha, TLB of 128 entries, ${sides##* }³|thesis, 100³: interrupts|over two grids|ours, misses a site|over two grids|ratio"
awk -F, '
  $2 == "alpha" { a[$3] = $4 }
  function row(text, v, theirs) { printf "| %s | %d | %.2f | %s | %.2f | %.2f |\n", text, theirs, theirs / 357, a[v],
      a[v] / a["C.cs.two.1"], a[v] / a["C.cs.two.1"] / (theirs / 357) }
  END { row("two grids", "C.cs.two.1", 357); row("grid compression", "C.cs.gc.1", 259)
    row("two grids, 4-way", "C.cs.two.4", 2102); row("grid compression, 4-way", "C.cs.gc.4", 1202) }' found
verdict "$(awk -F, -v side="${sides##* }" '
  $1 == side { a[$2, $3] = $4; b[$2, $3] = $5 }
  function more(what, v, of) { return a[what, v] / a[what, of] }
  END {
    athlon = more("tlb", "B.sc.two.4", "B.sc.two.1") > 1.02 && more("tlb", "B.sc.gc.4", "B.sc.two.1") > 1.02
    alpha = more("alpha", "C.cs.two.4", "C.cs.two.1") > 1.02 && more("alpha", "C.cs.gc.4", "C.cs.two.1") > 1.02 &&
        more("alpha", "C.cs.gc.1", "C.cs.two.1") < 0.98
    less = b["cache", "B.sc.gc.4"] / b["cache", "B.sc.two.1"]
    printf "4-way blocking raises the misses of the TLB: Athlon %s (%.2f times with two grids, %.2f compressed), Alpha, with the " \
        "fall by compression alone, %s (%.2f and %.2f; there 5.89 and 3.37 at 100³). Second-level misses at %d³ fall to %.2f " \
        "with both (0.4 there), first-level ones to %.2f (0.5).",
      athlon ? "yes" : "no", more("tlb", "B.sc.two.4", "B.sc.two.1"), more("tlb", "B.sc.gc.4", "B.sc.two.1"),
      alpha ? "yes" : "no", more("alpha", "C.cs.two.4", "C.cs.two.1"), more("alpha", "C.cs.gc.4", "C.cs.two.1"), side, less,
          more("cache", "B.sc.gc.4", "B.sc.two.1")
  }' found)"
