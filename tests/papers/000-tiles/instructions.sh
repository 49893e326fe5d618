# SPDX-License-Identifier: BSD-3-Clause
# Table 2, instructions and its last three rows: the collisions, the density and velocity, and a division alone, each in a
# kernel of its own.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/000-tiles/parts.sh"
about
heads 'operation, fp64|FADD in the paper|ours|FMUL in the paper|ours|FMA in the paper|ours|FSETP in the paper|ours' \
  'FREC in the paper|ours|instructions in the paper|ours|ratio|FLOP in the paper|ours|ratio'
awk '
  { for (i = 2; i <= 8; i++) v[$1, i - 1] = $i }
  function row(text, part, paper,   p, i, line) {
    split(paper, p, " "); line = "| " text
    for (i = 1; i <= 7; i++) { line = line " | " p[i] " | " v[part, i]
      if (i > 5) line = line sprintf(" | %.2f", v[part, i] / p[i]) }
    print line " |"
    rows++; fewer += v[part, 7] <= p[7]
  }
  END {
    row("BGK, incompressible", "whole01", "65 21 109 0 0 195 304")
    row("BGK, quasi-compressible", "whole00", "65 39 166 21 6 297 463")
    row("MRT, incompressible", "whole11", "324 40 329 0 0 693 1022")
    row("MRT, quasi-compressible", "whole10", "323 43 386 21 6 780 1165")
    row("velocity and density, incompressible", "velocity1", "49 0 0 0 0 49 49")
    row("the same, quasi-compressible", "velocity0", "49 15 57 21 6 148 205")
    row("division", "division", "0 5 19 7 2 33 52")
    printf "Ours have no more operations than the paper in %d of %d rows. The fluid model costs %.0f operations for the velocity " \
        "(quasi-compressible less incompressible; there 156, three divisions), since one reciprocal serves all three components; " \
        "MRT takes %.2f times the operations of BGK (there 3.36).",
      fewer, rows, v["velocity0", 7] - v["velocity1", 7], v["whole11", 7] / v["whole01", 7] >"said"
  }' parts
verdict "$(cat said)"
