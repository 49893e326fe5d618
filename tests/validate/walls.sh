#!/bin/sh
# Interpolated walls against half-way walls: tubes against Poiseuille, arrays of spheres against A. A. Zick and G. M. Homsy,
# J. Fluid Mech. 115 (1982), table 2 (simple cubic) and the series of A. S. Sangani and A. Acrivos, Int. J. Multiphase
# Flow 8 (1982) 343 (body-centred, K at chi = 0.5, 0.7 and 0.9 of the radius at which spheres touch). K is the drag
# factor: k = L^3 / (6 pi n r K). Spheres of about 20 nodes a diameter; distances are exact. Leaves validate/walls.csv in
# the build folder. WALLS="tube spheres" takes these parts alone.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# permeability DOMAIN WALLS [OPTION...]: in voxel2
permeability() {
  domain=$1 walls=$2; shift 2
  tessera run --quiet --permeability z --converge 1e-6 --walls "$walls" --json "$@" "$domain" >r.json
  json r.json permeability 0 voxel2
}
echo "flow,size,halfway,interpolated" >table
# compare NAME SIZE EXACT DOMAIN: what k is off, of both walls
compare() {
  awk -v name="$1" -v size="$2" -v k="$3" -v a="$(permeability "$4" halfway)" -v b="$(permeability "$4" interpolated)" \
    'BEGIN { printf "%s,%s,%.6f,%.6f\n", name, size, a / k - 1, b / k - 1 }' | tee -a table
}

tubes() {
  for radius in 5 7 10 14 20; do
    side=$((2 * radius))
    tessera voxelize --quiet --walls --shape tube --size $side,$side,4 | tessera tile --quiet --periodic z >tube.tile
    compare tube $radius "$(awk -v r=$radius 'BEGIN { print atan2(0, -1) * r ^ 2 / 32 }')" tube.tile
  done
}
# array KIND SPHERES C K L
array() {
  tessera voxelize --quiet --walls --shape "$1:c=$3" --size "$5,$5,$5" | tessera tile --quiet --periodic xyz >array.tile
  compare "$1 c=$3" "$5" "$(awk -v n="$2" -v c="$3" -v K="$4" -v L="$5" 'BEGIN { pi = atan2(0, -1)
    print L ^ 2 / (6 * pi * n * K * (3 * c / (4 * pi * n)) ^ (1 / 3)) }')" array.tile
}
spheres() {
  array sc 1 0.064 2.810 40
  array sc 1 0.216 7.442 27
  array sc 1 0.343 15.4 23
  array sc 1 0.45 28.1 21
  array bcc 2 0.085022 3.388656 46
  array bcc 2 0.233300 8.565315 33
  array bcc 2 0.495847 42.498483 26
  array bcc 2 0.495847 42.498483 52
}
case ${WALLS:-tube} in *tube*) tubes ;; esac
case ${WALLS:-spheres} in *spheres*) spheres ;; esac
cp table "$results/walls.csv"
echo "walls: $results/walls.csv"
# Measured: order 1.96 from radius 5 to 20; simple cubic within 0.26 %, body-centred within 0.24 % up to chi = 0.7 and
# 1.08 % at 0.9, where the gaps are of two and five nodes.
awk -F, '
  function size(x) { return x < 0 ? -x : x }
  NR == 1 { next }
  $1 == "tube" { off[$2] = size($4); next }
  { limit = $1 ~ /0.4958/ ? 0.012 : 0.005 }
  size($4) > limit { print $1 ", " $2 " nodes: " 100 * $4 " % off"; bad = 1 }
  END {
    if (20 in off && log(off[5] / off[20]) / log(4) < 1.9) { print "tubes: order " log(off[5] / off[20]) / log(4); bad = 1 }
    exit bad
  }' table >&2 || fail "interpolated walls"
