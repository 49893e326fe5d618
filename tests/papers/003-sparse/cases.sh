#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The table of cases, and the figures of memory and traffic overheads: three arrays of spheres, a tree of tubes in place
# of the aneurysm and the aorta (the aorta of TESSERA_DATA too, if it is there), and channels of chips, fp64. The numbers of the
# paper's table are lost in our copy; what
# its text says of them is in 003/statements.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/003-sparse/cases-measure.sh"
about
all_cases >rows
heads 'case|porosity|utilisation|boundary nodes|alpha|beta|memory: cm|fia|t2c|tgb|traffic: cm|fia|t2c|tgb|with bursts: t2c|tgb' \
  'ideal memory: cm|fia|tiles|ideal traffic: cm|fia|tiles'
awk -F, '{ printf "| %s | %.3f | %.3f | %.2f | %.3f | %.3f |", $1, $4, $5, $6, $7, $8
  for (i = 9; i <= 12; i++) printf " %.2f |", $i
  for (i = 13; i <= 16; i++) printf " %.3f |", $i
  printf " %.2f | %.2f | %.2f | %.2f | %.2f | %.3f | %.3f | %.3f |\n", $19, $20, $21, $22, $23, $25, $26, $27 }' rows
verdict "$(awk -F, '{ n++; if ($15 < $13 && $16 < $13 && $15 < $14 && $16 < $14) less++; if ($19 > $13 && $20 > $13) bursts++
    if ($12 < $9 && $12 < $10 && $12 < $11) memory = memory (memory ? ", " : "") $1 }
  END { printf "Tiles move less than cm and fia in %d of %d cases if only values of fluid nodes move, and both kinds of tiles " \
      "more than cm in %d if whole bursts do; ghost buffers take the least memory in %s.\n", less, n, bursts,
      memory ? memory : "none" }' rows)"
