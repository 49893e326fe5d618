# SPDX-License-Identifier: BSD-3-Clause
# Figure 4.12: 3-way blocking whose loop heads have conditions (algorithm 4.6), against eight loops for the cases at the
# edges (algorithm 4.7); B, stream-collide, blocks of 8^3. Speeds over the side, and misses of instructions and data by
# the simulator of valgrind, with the caches of the Athlon that the thesis used (64 KiB each) and with 32 KiB.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
command -v valgrind >>said || skip "no valgrind"
for side in ${SIDES:-20 36 52 68 84 100}; do speeds "$side" B-heads.sc.two.1 B-eight.sc.two.1; done >speeds
whole speeds ,
# misses SIZE VARIANT: "instructions data" a site of first-level caches of that size, 36^3, 2 steps less none
misses() {
  for steps in 0 2; do
    valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null --I1="$1" --D1="$1" --LL=524288,1,64 \
      "$builddir/tests/cache_plain" steps 36 $steps "$2" >log 2>&1 || { cat log >&2; fail "valgrind $2"; }
    tr -d ',' <log | awk '/ I1 +misses/ { i = $4 } / D1 +misses/ { d = $4 } END { print i, d }'
  done | awk 'NR == 1 { i = $1; d = $2 } END { n = 2 * 36 ^ 3; printf "%.5f,%.3f\n", ($1 - i) / n, ($2 - d) / n }'
}
for caches in 65536,2,64 32768,8,64; do
  for v in heads eight; do echo "${caches%%,*},$v,$(misses $caches "B-$v.sc.two.1")"; done
done >counts
whole counts ,
about
heads 'side|conditions in the heads, MLSUPS|eight loops|eight / conditions'
awk -F, '
  { speed[$1, $3] = $4; if (!($1 in seen)) { seen[$1]; side[++n] = $1 } }
  END { for (i = 1; i <= n; i++) printf "| %d | %s | %s | %.2f |\n", side[i], speed[side[i], "B-heads.sc.two.1"],
      speed[side[i], "B-eight.sc.two.1"],
      speed[side[i], "B-eight.sc.two.1"] / speed[side[i], "B-heads.sc.two.1"] }' speeds
echo
heads 'misses a site, 36³, first-level caches of|conditions: instructions|data|eight loops: instructions|data|thesis'
awk -F, '{ v[$1, $2] = $3 " | " $4; if (!($1 in seen)) { seen[$1]; order[++n] = $1 } }
  END { for (i = 1; i <= n; i++) printf "| %d bytes | %s | %s | %s |\n", order[i], v[order[i], "heads"], v[order[i], "eight"],
      "both highly increased by eight loops" }' counts
verdict "$(awk -F, '
  FILENAME == "speeds" { s[$1, $3] = $4; if (!($1 in seen)) { seen[$1]; n++ } next }
  { i[$1, $2] = $3; d[$1, $2] = $4 }
  END {
    for (side in seen) { r = s[side, "B-eight.sc.two.1"] / s[side, "B-heads.sc.two.1"]; slower += r < 0.98
      if (!low || r < low) low = r; if (r > high) high = r }
    up = (i[65536, "eight"] > 1.1 * i[65536, "heads"]) + (d[65536, "eight"] > 1.1 * d[65536, "heads"])
    printf "Eight loops are slower by more than 2 %% at %d of %d sides (%.2f … %.2f times as fast; the thesis: slower and " \
        "unstable): %s. They miss more instructions and data, by more than a tenth, with the caches of the Athlon: %s (%.5f by " \
        "%.5f instructions and %.2f by %.2f values a site).",
      slower, n, low, high, slower == n ? "yes" : slower ? "in part" : "no", up == 2 ? "yes" : up ? "in part" : "no",
          i[65536, "eight"], i[65536, "heads"], d[65536, "eight"], d[65536, "heads"]
  }' speeds counts)"
