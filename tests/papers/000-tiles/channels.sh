# SPDX-License-Identifier: BSD-3-Clause
# Figure 16 and equation 19: propagation alone in rectangular channels of some 10^6 nodes; of the shapes that
# channel-shapes.sh counts these are every pair of seven sides. BU = 0.92 - f / 14.28 - e / 25.74 + 0.0023 / (2.9 - f) +
# 0.00104 / (2.81 - e) in the paper, f and e common faces and edges a tile.
. "$srcdir/tests/papers/000-tiles/gpu.sh"
nodes=$(sized 1000000 4096)
sides=$(sized "4 8 12 20 32 52 100" "4 8 16")
for layout in t2c packed; do
  for u in $sides; do
    for v in $sides; do
      long=$((nodes / (u * v) / 4 * 4))
      [ "$u" -gt "$v" ] || [ "$v" -gt $long ] || echo "channel@${u}x${v}x$long" $layout fp64 bgk-incompressible
    done
  done
done >todo
measured channels <todo
heads 'channel|faces a tile|edges a tile|layout|by equation 19|propagation, share of the peak|ratio|MFLUPS of propagation'
from_table '
  function eq19(f, e) { return 0.92 - f / 14.28 - e / 25.74 + 0.0023 / (2.9 - f) + 0.00104 / (2.81 - e) }
  NR > 1 { f = c("faces_per_tile"); e = c("edges_per_tile")
    printf "| %s | %.3f | %.3f | %s | %.3f | %s | %s | %.0f |\n", c("grid"), f, e, c("layout"), eq19(f, e),
        n(c("bu_propagation"), 3),
      by(c("bu_propagation"), eq19(f, e)), c("propagation") }'
echo
awk -f "$papers/tables/fit.awk" "$table" >fit
heads 'constants of equation 19|constant|of f|of e|of 1 / (2.9 - f)|of 1 / (2.81 - e)|root of the mean square|largest difference'
echo "| the paper | 0.92 | $(awk 'BEGIN { printf "%.4f | %.4f", -1 / 14.28, -1 / 25.74 }') | 0.0023 | 0.00104 | | |"
awk -F, '/^t2c|^packed/ { printf "| %s, of the %s | %.3f | %.4f | %.4f | %.5f | %.5f | %.4f | %.4f |\n", $1,
    $2 == "peak" ? "peak bandwidth" : "copy bandwidth", $3, $4, $5, $6, $7, $8, $9 }' fit
{
  awk -v series=layout -v x=faces_per_tile -v y=propagation -v marks=1 -f "$papers/tables/lines.awk" "$table"
  awk -v series=layout -v x=edges_per_tile -v y=propagation -v marks=1 -f "$papers/tables/lines.awk" "$table"
} | plot "Propagation over common faces and edges a tile"
verdict "$(from_table '
  NR > 1 && c("layout") == "t2c" { s = c("propagation"); if (s > most) { most = s; best = c("grid") } if (!least || s < least) {
      least = s; worst = c("grid") } }
  END { printf "The best channel (%s) propagates %s times as fast as the worst (%s): the paper has 851 MFLUPS at 4 x 62500 x 4 " \
      "and 696 at 100^3, and less between, at least 1.22 times.", best, by(most, least), worst }')"
