# SPDX-License-Identifier: BSD-3-Clause
# Figure 3.2, algorithms 3.6 to 3.9: the arithmetic of an update alone, of two cells in the first-level cache.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
"$builddir/tests/cache_arithmetic" >rounds || fail "cache_arithmetic"
whole rounds ,
sort -t, -k1,1 -k2,2g rounds | awk -F, '++n[$1] == 2' >speeds
about
heads 'update of two cells in turn|thesis|ours, MLSUPS|over unoptimised|over algorithm 3.7'
awk -F, '{ speed[$1] = $2 }
  function row(text, thesis, of) { printf "| %s | %s | %s | %.2f | %.2f |\n", text, thesis, speed[of],
      speed[of] / speed["unoptimised"], speed[of] / speed["optimised"] }
  END {
    row("algorithm 3.6, unoptimised", "", "unoptimised")
    row("algorithm 3.7, shared sums and one division", "clearly faster, above all on an Athlon XP", "optimised")
    row("algorithm 3.8, populations into variables first", "a clear decrease", "fetched")
    row("algorithm 3.9, more values calculated before", "a decrease", "precalculated")
    row("site.h, the collision of all variants here", "", "solver")
  }' speeds
verdict "$(awk -F, '{ speed[$1] = $2 }
  function lost(of) { return speed[of] < 0.98 * speed["optimised"] ? "yes" : "no" }
  END {
    gain = 100 * speed["optimised"] / speed["unoptimised"] - 100
    printf "Sharing sums and divisions by hand %s %.0f %% still; each update waits here for the one before, which no flow " \
        "does. ", gain < 0 ? "loses" : "gains", gain < 0 ? -gain : gain
    printf "Algorithms 3.8 and 3.9 lose against 3.7, by more than 2 %%: %s and %s (there both).", lost("fetched"),
        lost("precalculated")
  }' speeds)"
