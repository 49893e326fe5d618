# SPDX-License-Identifier: BSD-3-Clause
# Figure 13: 100 launches one after another, each waited for: a step (BGK, incompressible, fp64) in a cavity of 200^3.
. "$srcdir/tests/papers/lib.sh"
program=$builddir/tests/layouts
[ -x "$program" ] || skip "no $program: build with CUDA"
"$program" launches >table || fail "launches"
about cuda
heads 'what|the paper|ours|ratio'
awk -F, '{ sum += $3; time += $2; if (!least || $2 < least) least = $2; if ($2 > most) most = $2 }
  END {
    printf "| mean of 100 launches, MFLUPS | | %.0f | |\n", sum / NR
    printf "| longest less shortest, microseconds | 78 | %.1f | %.2f |\n", 1e6 * (most - least), 1e6 * (most - least) / 78
    printf "| that by the mean | 0.006 | %.4f | %.1f |\n", (most - least) / (time / NR), (most - least) / (time / NR) / 0.006
    printf "%.4f\n", (most - least) / (time / NR) >"spread" }' table
awk -F, '
  { s[NR] = $3; if ($3 > most) most = $3; if (!least || $3 < least) least = $3 }
  END {
    print "panel,MFLUPS over launches,0,100," least * 0.99 "," most * 1.01
    for (i = 1; i <= NR; i++) print "cross,#447," i "," s[i]
    wide = (most - least) / 20; if (!wide) wide = 1
    for (i = 1; i <= NR; i++) { k = int((s[i] - least) / wide); if (k > 19) k = 19; if (++h[k] > top) top = h[k] }
    print "panel,launches over MFLUPS," least "," least + 20 * wide ",0," top
    for (k = 0; k < 20; k++) { print (k ? "line" : "move") ",#447," least + k * wide "," h[k] + 0
      print "line,#447," least + (k + 1) * wide "," h[k] + 0 }
  }' table | plot "Speed of subsequent launches, and their histogram"
verdict "Launches differ by $(cat \
    spread) of their mean, in the paper by some 0.006 (78 of some 12 000 microseconds, at the speeds of its table 3)."
