#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Cubic arrays of spheres: drag factor K at solid fraction c, k = L^2 / (6 pi K n (3 c / (4 pi n))^(1/3)) with n spheres
# in a cell of side L. References: simple cubic: A. A. Zick and G. M. Homsy, J. Fluid Mech. 115 (1982), table 2;
# body-centred: A. S. Sangani and A. Acrivos, Int. J. Multiphase Flow 8 (1982), series for c up to 0.85^3 of close
# packing; face-centred: H. Hasimoto, J. Fluid Mech. 5 (1959), 1/K = 1 - 1.7917 c^(1/3) + c - 0.302 c^2, for small c;
# and the touching spheres of Zick and Homsy.
# The spheres are stair-cases: k is too low by about 0.7 / radius, besides the error of the drawn volume. Radii are 9 to
# 31 nodes; only the largest box is tested. Tolerance: 2 %, near close packing 7 %. SPHERES="L...": only these sizes,
# the last of which is tested. Writes validate/spheres.csv and spheres.svg in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# array KIND C SIZE: "solid fraction as drawn,k / L^2,steps"
array() {
  tessera voxelize --quiet --shape "$1:c=$2" --size "$3,$3,$3" | tessera tile --quiet --periodic xyz >array.tile
  tessera stats --json --bandwidth 1 array.tile >stats.json
  tessera run --quiet --permeability z --converge 1e-4 --json array.tile >r.json
  awk -v porosity="$(json stats.json porosity)" -v k="$(json r.json permeability 0 voxel2)" -v size="$3" \
    -v steps="$(json r.json steps)" 'BEGIN { printf "%.6f,%.8f,%d\n", 1 - porosity, k / size ^ 2, steps }'
}
# compare <"kind,c,K,tolerance,size,drawn,k,steps": adds "published k,ratio"
compare() {
  awk -F, '{
    n = $1 == "sc" ? 1 : $1 == "bcc" ? 2 : 4; pi = atan2(0, -1)
    published = 1 / (6 * pi * $3 * n * (3 * $2 / (4 * pi * n)) ^ (1 / 3))
    printf "%s,%s,%s,%s,%s,%s,%.8f,%.4f,%s\n", $1, $2, $4, $5, $6, $7, published, $7 / published, $8
  }'
}
echo "array,c,tolerance,nodes,c_drawn,k,k_published,ratio,steps" >table
for case in sc,0.027,2.008,0.02:64 sc,0.064,2.810,0.02:64 sc,0.125,4.292,0.02:64 sc,0.216,7.442,0.02:72 \
  bcc,0.125,4.4464,0.05:64 bcc,0.343,16.329,0.05:64 fcc,0.064,2.8895,0.05:64 fcc,0.7404,435,0.07:96; do
  fields=${case%:*}; kind=${case%%,*}; c=${fields#*,}; c=${c%%,*}
  for size in ${SPHERES:-32 48 ${case#*:}}; do
    echo "$fields,$size,$(array "$kind" "$c" "$size")" | compare >line
    cat line >>table
    awk -F, '{ printf "spheres: %s, c = %s (drawn %s), %s nodes: k / L^2 = %s, published %s, ratio %s (%s steps)\n",
      $1, $2, $5, $4, $6, $7, $8, $9 }' line
  done
done
cp table "$results/spheres.csv"
awk -F, '
  BEGIN { split("#447 #080 #c70 #707 #077 #770 #a33 #333", colour, " ") }
  NR == 1 { print "panel,permeability over the published one over nodes a side of the box,0,100,0.8,1.1"; next }
  { name = $1 " " $2; first = name != last; shade = colour[first ? ++cases : cases]; last = name }
  first { print "key," shade "," $1 ": c = " $2 }
  { print (first ? "move," : "line,") shade "," $4 "," $8; print "cross," shade "," $4 "," $8 }' table |
  awk -f "$srcdir/data/plot.awk" >"$results/spheres.svg"
echo "spheres: $results/spheres.csv and $results/spheres.svg"
awk -F, '
  NR > 1 { ratio[$1 " " $2] = $8; tolerance[$1 " " $2] = $3 } # the last size of each
  END {
    for (c in ratio)
      if ((ratio[c] - 1) ^ 2 > tolerance[c] ^ 2) {
        print c ": ratio " ratio[c] " is not within " tolerance[c]
        bad = 1
      }
    exit bad
  }' table >&2 || fail "permeability of sphere arrays"
