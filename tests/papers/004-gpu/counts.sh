# SPDX-License-Identifier: BSD-3-Clause
# Section 6: populations that a second kernel moves where propagation within blocks goes through shared memory: those that
# leave a block along x, counted from the velocities.
. "$srcdir/tests/papers/lib.sh"
lattice=$srcdir/solver/physics/lattice.h
# crossing MACRO FIELD: directions with a component along x
crossing() {
  awk -v macro="#define $1(X)" -v field="$2" '
    index($0, macro) == 1 { on = 1; next }
    on { line = $0; while (match(line, /X\([^)]*\)/)) { split(substr(line, RSTART + 2, RLENGTH - 3), v, ", *")
        n += v[field] != 0; line = substr(line, RSTART + RLENGTH) } if ($0 !~ /\\$/) on = 0 }
    END { print n }' "$lattice"
}
plane=$(crossing LBM_D2Q9 3) solid=$(crossing LBM_D3Q19 2)
about
heads 'case|the paper: a block|in all|a node|ours: a block|in all|a node|ratio'
awk -v p="$plane" -v s="$solid" '
  function row(text, each, all, nodes, blocks, ours) {
    printf "| %s | %d | %d | %.4f | %d | %d | %.4f | %.3f |\n", text, each, all, all / nodes, ours, ours * blocks,
        ours * blocks / nodes, ours * blocks / all
  }
  BEGIN {
    row("D2Q9, 2048², 128 threads a block", 6, 196608, 2048 ^ 2, 2048 * 16, p)
    row("D3Q19, 160³, 32 threads a block", 14, 1792000, 160 ^ 3, 160 ^ 2 * 5, s)
    there = (1792000 / 160 ^ 3) / (196608 / 2048 ^ 2); here = s * 160 ^ 2 * 5 / 160 ^ 3 / (p * 2048 * 16 / 2048 ^ 2)
    printf "| D3Q19 by D2Q9, a node | | | %.1f | | | %.1f | %.3f |\n", there, here, here / there
    printf "The count for D2Q9 comes out: %s. That for D3Q19 does not where the paper counts 14 populations a block: %d of the " \
        "19 leave it along x, 5 at each end, so that the ratio is %.1f, not %.1f: %s.", p * 2048 * 16 == 196608 ? "yes" : "no",
        s, here, there, s * 160 ^ 2 * 5 == 1792000 ? "yes" : "no" >"said"
  }'
verdict "$(cat said)"
