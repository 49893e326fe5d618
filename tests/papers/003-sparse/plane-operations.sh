# SPDX-License-Identifier: BSD-3-Clause
# The operations of a node of D2Q9, fp64, of the collisions of tessera-run alone: the paper has up to 145 FLOP (MRT,
# quasi-compressible); its least number, of BGK, incompressible, is lost in our copy. 144 bytes a node.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/000-tiles/parts.sh"
about
heads 'D2Q9, fp64|add|mul|multiply-add|compare|reciprocal|FLOP in the paper|ours|ratio|bytes by FLOP' \
  'FLOP of D3Q19 by that of D2Q9, the paper|ours'
awk '
  { for (i = 2; i <= 8; i++) v[$1, i - 1] = $i }
  function row(text, key, paper, solid,   i) {
    printf "| %s", text
    for (i = 1; i <= 5; i++) printf " | %d", v["plane" key, i]
    printf " | %s | %d | %s | %.2f | %s | %.2f |\n", paper, v["plane" key, 7],
        paper == "" ? "" : sprintf("%.2f", v["plane" key, 7] / paper), 144 / v["plane" key, 7],
      paper == "" ? "" : sprintf("%.2f", solid / paper), v["whole" key, 7] / v["plane" key, 7]
  }
  END {
    row("BGK, incompressible", "01", "", 304); row("BGK, quasi-compressible", "00", "", 463)
    row("MRT, incompressible", "11", "", 1022); row("MRT, quasi-compressible", "10", 145, 1165)
    printf "MRT, quasi-compressible, takes %d FLOP, no more than the 145 of the paper: %s. Its D3Q19 takes %.1f times as many " \
        "(there %.1f).", v["plane10", 7], v["plane10", 7] <= 145 ? "yes" : "no", v["whole10", 7] / v["plane10", 7],
        1165 / 145 >"said"
  }' parts
verdict "$(cat said)"
