# SPDX-License-Identifier: BSD-3-Clause
# Figure 3.2: the arithmetic of an update alone, of two cells in the first-level cache.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
"$builddir/tests/cache_arithmetic" >rounds || fail "cache_arithmetic"
sort -t, -k1,1 -k2,2g rounds | awk -F, '++n[$1] == 2' >speeds
about
heads 'update of two cells in turn|thesis|ours, MLSUPS|over unoptimised'
awk -F, '{ speed[$1] = $2 }
  END {
    printf "| algorithm 3.6, unoptimised | | %s | 1 |\n", speed["unoptimised"]
    printf "| algorithm 3.7, shared sums and one division | clearly faster, above all on an Athlon XP | %s | %.2f |\n",
      speed["optimised"], speed["optimised"] / speed["unoptimised"]
    printf "| site.h, the collision of all variants here | | %s | %.2f |\n", speed["solver"], speed["solver"] / speed["unoptimised"]
  }' speeds
verdict "$(awk -F, '{ speed[$1] = $2 }
  END {
    gain = 100 * speed["optimised"] / speed["unoptimised"] - 100
    printf "Sharing sums and divisions by hand %s %.0f %% still; each update waits here for the one before, which no flow does.", gain < 0 ? "loses" : "gains", gain < 0 ? -gain : gain
  }' speeds)"
