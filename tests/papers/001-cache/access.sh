# SPDX-License-Identifier: BSD-3-Clause
# Figures 6.1 to 6.6 at 100^3, 3.3 and 4.7: data access, order of streaming and collision, unrolling, merged grids.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
side=${SIDE:-100}
names=
for access in A B C B-unrolled B-merged C-line; do names="$names $access.sc.two.1 $access.cs.two.1"; done
# shellcheck disable=SC2086 # several variants
speeds "$side" $names >speeds
about
heads 'two grids, one block, 100³|thesis|stream-collide, MLSUPS|collide-stream|collide-stream / stream-collide|stream-collide / B'
awk -F, '
  { speed[$3] = $4 }
  function row(text, access, thesis) {
    sc = speed[access ".sc.two.1"]; cs = speed[access ".cs.two.1"]
    printf "| %s | %s | %s | %s | %.2f | %.2f |\n", text, thesis, sc, cs, cs / sc, sc / speed["B.sc.two.1"]
  }
  END {
    row("A, four indices", "A", "the slowest; as fast as B and C on an Alpha, a Pentium 4 and an Opteron with a type for a cell")
    row("B, one index", "B", "Pentium 4, dual channel: 2.5; stream-collide ahead, except on an Itanium 2")
    row("C, pointers", "C", "Pentium 4, dual channel: 2.5; Itanium 2: collide-stream 3.0, twice stream-collide")
    row("B, unrolled by two", "B-unrolled", "no difference (fig. 3.3)")
    row("B, merged grids", "B-merged", "no difference (fig. 4.7)")
    row("C, one loop over all cells", "C-line", "slightly faster than three loops (fig. 6.34)")
  }' speeds
verdict "$(awk -F, '
  { speed[$3] = $4 }
  function percent(a, b) { return sprintf("%+.0f %%", 100 * speed[a] / speed[b] - 100) }
  END {
    a = speed["A.cs.two.1"] / speed["A.sc.two.1"]; b = speed["B.cs.two.1"] / speed["B.sc.two.1"]
    c = speed["C.cs.two.1"] / speed["C.sc.two.1"]
    if (b > 1 && c > 1)
      note = "as on the Itanium 2 and the SR8000; on the other machines of the thesis stream-collide is slightly ahead without " \
          "blocks"
    else
      note = "in the thesis stream-collide is slightly ahead without blocks, except on the Itanium 2 and the SR8000"
    printf "Collide-stream has %.2f, %.2f and %.2f times the speed of stream-collide (A, B, C): %s. ", a, b, c, note
    printf "Against B in stream-collide: A %s, C %s (the thesis: only A falls behind), unrolled %s and merged grids %s (the " \
        "thesis: nothing). One loop against three: %s (slightly faster there).",
      percent("A.sc.two.1", "B.sc.two.1"), percent("C.sc.two.1", "B.sc.two.1"), percent("B-unrolled.sc.two.1", "B.sc.two.1"),
      percent("B-merged.sc.two.1", "B.sc.two.1"), percent("C-line.sc.two.1", "C.sc.two.1")
  }' speeds)"
