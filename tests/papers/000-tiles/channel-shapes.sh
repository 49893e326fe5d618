# SPDX-License-Identifier: BSD-3-Clause
# Figure 16 and equations 17 and 18, as far as they are counted: common faces and edges a tile of channels of 10^6 nodes,
# all sides a <= b <= c that are multiples of four and hold at most 10^6 nodes, c as long as possible. The paper counts
# 1873 combinations from 4 x 4 x 62500 to 100^3 and does not say which; the order of the sides does not matter here.
# Some are compared with tessera-stats. Beside the line of equation 17 the other geometries of the paper.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/000-tiles/vessel-sizes.sh"
awk 'BEGIN {
  for (a = 4; a <= 100; a += 4)
    for (b = a; a * b <= 250000; b += 4) {
      c = int(1000000 / (a * b) / 4) * 4
      if (c < b) break
      f = 3 - 4 / a - 4 / b - 4 / c
      e = (1 - 4 / a) * (1 - 4 / b) + (1 - 4 / a) * (1 - 4 / c) + (1 - 4 / b) * (1 - 4 / c)
      printf "%d,%d,%d,%.6f,%.6f\n", a, b, c, f, e
    } }' >shapes
# counted DOMAIN: common faces and edges a tile
counted() {
  tessera-stats --json "$1" >s.json 2>>said || fail "stats"
  for key in faces_per_tile edges_per_tile; do awk -v file=s.json -v key=$key -f "$srcdir/tests/bench/json.awk"; done |
      paste -s -d , -
}
for shape in 4,4,62500 8,40,3124 100,100,100; do
  tessera-voxelize --quiet --shape box --size $shape | tessera-tile --quiet --lint no -o a.tile 2>>said
  awk -F, -v shape=$shape -v counted="$(counted a.tile)" '
    index($0, shape ",") == 1 { n = 1; split(counted, c, ","); if ((c[1] - $4) ^ 2 + (c[2] - $5) ^ 2 < 1e-6) ok = 1 }
    END { exit !ok }' shapes || fail "$shape: tessera-stats counts $(counted a.tile)"
done
domain() { # NAME OPTIONS-OF-VOXELIZE
  name=$1; shift
  tessera-voxelize --quiet "$@" | tessera-tile --quiet --lint no -o a.tile 2>>said
  echo "$name,$(counted a.tile)"
}
{
  domain "cavity, 100^3" --shape box --size 100,100,100
  domain "cavity, 252^3" --shape box --size 252,252,252
  domain "spheres, porosity 0.9" --shape spheres:porosity=0.9,d=40,seed=1 --size 192,192,192
  domain "spheres, porosity 0.2" --shape spheres:porosity=0.2,d=40,seed=1 --size 192,192,192
  domain "tubes for the aneurysm" --shape vessel --size "$(echo "${aneurysm#*@}" | tr x ,)"
  domain "tubes for the coarctation" --shape vessel --size "$(echo "${coarctation#*@}" | tr x ,)"
  ! aorta_voxels "$aorta_coarse" a.tile || echo "aorta of that utilisation,$(counted a.tile)"
} >others

about
heads 'what|the paper|ours|ratio'
awk -F, '
  $1 >= 8 && $2 >= 8 { n++; f += $4; e += $5; ff += $4 * $4; fe += $4 * $5; if ($4 >= 2) { m++; off = $5 - 1.85 * $4 + 2.56
      square += off * off; if (off < 0) off = -off; if (off > most) most = off } }
  $1 == 4 { off = $5 - $4 + 1; if (off < 0) off = -off; if (off > narrow) narrow = off; one++ }
  END {
    slope = (n * fe - f * e) / (n * ff - f * f)
    printf "| shapes of channels | 1873 | %d | |\n", NR
    printf "| equation 17, slope, two tiles across and more (%d shapes) | 1.85 | %.2f | %.2f |\n", n, slope, slope / 1.85
    printf "| equation 17, constant | -2.56 | %.2f | %.2f |\n", (e - slope * f) / n, (e - slope * f) / n / -2.56
    printf "| edges, distance from the line of the paper where f >= 2: mean square root, largest | | %.3f, %.3f | |\n",
        sqrt(square / m), most
    printf "| equation 18, e = f - 1, one tile across (%d shapes): largest distance | 0 | %.5f | |\n", one, narrow
    printf "%.2f %.2f %.3f\n", slope, (e - slope * f) / n, most >"line"
  }' shapes
printf '\n'
heads 'other geometries|faces a tile|edges a tile|by equation 17|ratio'
awk -F, '{ sub(/,[^,]*,[^,]*$/, "", $0) } 1' others >names
paste -d '|' names others | awk -F'|' '{ n = split($2, v, ","); e = 1.85 * v[n - 1] - 2.56
  printf "| %s | %.3f | %.3f | %.3f | %.2f |\n", $1, v[n - 1], v[n], e, v[n] / e }'
awk -F, 'BEGIN { print "panel,common edges over common faces a tile,0.5,3,0,3"; print "key,#447,channels"
  print "key,#c00,equation 17"
    print "move,#c00,1.4," 1.85 * 1.4 - 2.56; print "line,#c00,3," 1.85 * 3 - 2.56 }
  { print "cross,#447," $4 "," $5 }' shapes | plot "Edges over faces"
verdict "$(awk '{ printf "Equation 17 fits the shapes: a line through ours is e = %s f %+.2f, and none lies further than %s from " \
    "that of the paper.", $1, $2, $3 }' line)"
