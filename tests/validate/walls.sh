#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Interpolated walls compared with half-way walls: tubes with Poiseuille, arrays of spheres with their drag factor K at
# chi of the radius at which they touch: k = L^3 / (6 pi n r K). Simple cubic: A. A. Zick and G. M. Homsy, J. Fluid
# Mech. 115 (1982), table 2. The others were computed for this test: periodic Stokeslets (H. Hasimoto, J. Fluid Mech. 5
# (1959), summed after Ewald) on a sphere within each sphere, fitted to zero velocity at the surface to 2e-6 of the
# velocity (fcc at 0.9: 7e-4); they give K of Zick and Homsy for simple cubic arrays to the last digit, 7.4420 at c =
# 0.216 and 15.399 at 0.343. The series of A. S. Sangani and A. Acrivos, Int. J. Multiphase Flow 8 (1982) 343, agrees
# up to chi = 0.7, but is 0.74 % low at 0.9 (42.4985 instead of 42.8163).
# Spheres have diameters of about 20 nodes, and more; distances are exact. Writes validate/walls.csv in the build
# folder. WALLS="tube spheres": only these parts.
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
# compare NAME SIZE EXACT DOMAIN: the relative error of k, for each kind of walls
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
  array sc 1 0.381704 19.16108 20
  array sc 1 0.381704 19.16108 22
  array sc 1 0.381704 19.16108 23
  array sc 1 0.45 28.1 21
  array bcc 2 0.085022 3.388655 46
  array bcc 2 0.233300 8.565383 33
  array bcc 2 0.495847 42.81627 26
  array bcc 2 0.495847 42.81627 33
  array bcc 2 0.495847 42.81627 52
  array fcc 4 0.092560 3.574845 57
  array fcc 4 0.253985 9.717192 40
  array fcc 4 0.539810 65.128 31
  array fcc 4 0.539810 65.128 44
}
case ${WALLS:-tube} in *tube*) tubes ;; esac
case ${WALLS:-spheres} in *spheres*) spheres ;; esac
cp table "$results/walls.csv"
echo "walls: $results/walls.csv"
# Measured: order 1.96 from radius 5 to 20; spheres within 0.26 % where the gaps between them are wider than three
# nodes. At chi = 0.9 the gaps of bcc and fcc arrays are two to four nodes wide, and the error depends on the position
# of the nodes: between 0.2 % and -1.4 % (bcc), -2.7 % and -1.3 % (fcc), -0.2 % and -1.2 % (sc).
awk -F, '
  function size(x) { return x < 0 ? -x : x }
  NR == 1 { next }
  $1 == "tube" { off[$2] = size($4); next }
  { limit = ($1 ~ /0.3817/ && $2 != 22) || ($1 ~ /0.4958/ && $2 == 33) ? 0.015 : $1 ~ /0.5398/ ? 0.03 : 0.005 }
  size($4) > limit { print $1 ", " $2 " nodes: " 100 * $4 " % off"; bad = 1 }
  END {
    if (20 in off && log(off[5] / off[20]) / log(4) < 1.9) { print "tubes: order " log(off[5] / off[20]) / log(4); bad = 1 }
    exit bad
  }' table >&2 || fail "walls between nodes"
