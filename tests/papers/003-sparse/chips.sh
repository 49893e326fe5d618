#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The figure of tile parameters by the width of a channel: D2Q9, tiles of 16 x 16 nodes.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/003-sparse/cases-measure.sh"
about
for width in 4 6 8 12 16 20 24 27 32 39 48 56 64; do
  chip $width | row $width d2q9
done >rows
heads 'width|porosity|utilisation|alpha|beta|memory overhead tgb|t2c|traffic overhead tgb|with bursts'
awk -F, '{ printf "| %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.4f | %.3f |\n", $1, $4, $5, $7, $8, $12, $11, $16, $20 }' rows
awk -F, '
  BEGIN { print "panel,by the width of the channel,0,70,0,1" }
  { for (k = 0; k < 3; k++) { at[k] = at[k] sprintf("%s,%s,%s,%s\n", n ? "line" : "move", colour(k), $1, $(5 + k + (k > 0))) }
    n++ }
  function colour(k) { return k == 0 ? "#06c" : k == 1 ? "#c33" : "#393" }
  END { print "key,#06c,utilisation of tiles"; print "key,#c33,alpha: ghost buffers needed"; print "key,#393,beta: values moved"
    for (k = 0; k < 3; k++) printf "%s", at[k] }' rows | plot 'Utilisation of tiles by the width of a channel'
verdict "$(awk -F, '{ u[$1] = $5; d = $7 - $8; if (d > most) most = d; if (d < -1e-9) over++ }
  END { printf "As in the paper the utilisation depends on the width of the channel above all (%.2f at 4 nodes, %.2f at 27, 1.7 " \
      "tile edges, %.2f at 39, 2.4 edges), and beta is close to alpha (at most %.3f lower)%s; the values of its figure are lost " \
      "in our copy of the text.\n",
    u[4], u[27], u[39], most, over ? sprintf(" and higher in %d cases", over) : " and never higher" }' rows)"
