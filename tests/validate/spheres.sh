#!/bin/sh
# Simple-cubic arrays of spheres against A. A. Zick and G. M. Homsy, J. Fluid Mech. 115 (1982), table 2: drag factor K
# at solid fraction c, k = L^2 / (6 pi K (3 c / (4 pi))^(1/3)). Stair-case spheres, whose k falls short by about 0.7 /
# radius beside what the drawn volume is off; in boxes of 64 nodes (72 for the largest, whose gaps are narrowest; radius
# 12 to 27 nodes) within 2 %. Coarser boxes show the way there. SPHERES="L..." takes these sizes alone, the last of which
# is tested. Leaves validate/spheres.csv and spheres.svg in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# array C SIZE: "solid fraction as drawn,k / L^2,steps"; k of TRT does not depend on tau, and a larger one is there sooner
array() {
  tessera voxelize --quiet --shape "sc:c=$1" --size "$2,$2,$2" | tessera tile --quiet --periodic xyz >array.tile
  tessera stats --json --bandwidth 1 array.tile >stats.json
  tessera run --quiet --permeability z --tau 2 --converge 1e-4 --json array.tile >r.json
  awk -v porosity="$(json stats.json porosity)" -v k="$(json r.json permeability 0 voxel2)" -v size="$2" \
    -v steps="$(json r.json steps)" 'BEGIN { printf "%.6f,%.8f,%d\n", 1 - porosity, k / size ^ 2, steps }'
}
# compare <"c,K,size,drawn,k,steps": adds "published k,ratio"
compare() {
  awk -F, '{
    published = 1 / (6 * atan2(0, -1) * $2 * (3 * $1 / (4 * atan2(0, -1))) ^ (1 / 3))
    printf "%s,%s,%s,%s,%.8f,%.4f,%s\n", $1, $3, $4, $5, published, $5 / published, $6
  }'
}
echo "c,nodes,c_drawn,k,k_published,ratio,steps" >table
for case in 0.027,2.008:64 0.064,2.810:64 0.125,4.292:64 0.216,7.442:72; do
  for size in ${SPHERES:-32 48 ${case#*:}}; do
    echo "${case%:*},$size,$(array "${case%,*}" "$size")" | compare >line
    cat line >>table
    awk -F, '{ printf "spheres: c = %s (drawn %s), %s nodes: k / L^2 = %s, Zick and Homsy %s, ratio %s (%s steps)\n",
      $1, $3, $2, $4, $5, $6, $7 }' line
  done
done
cp table "$results/spheres.csv"
awk -F, '
  BEGIN { split("#447 #080 #c70 #707", colour, " ") }
  NR == 1 { print "panel,permeability over Zick and Homsy over nodes a side of the box,0,100,0.9,1.1"; next }
  { first = $1 != last; shade = colour[first ? ++cases : cases]; last = $1 }
  first { print "key," shade ",c = " $1 }
  { print (first ? "move," : "line,") shade "," $2 "," $6; print "cross," shade "," $2 "," $6 }' table |
  awk -f "$srcdir/tests/validate/plot.awk" >"$results/spheres.svg"
echo "spheres: $results/spheres.csv and $results/spheres.svg"
awk -F, '
  NR > 1 { ratio[$1] = $6 } # the last size of each
  END {
    for (c in ratio)
      if (ratio[c] < 0.98 || ratio[c] > 1.02) { print "c = " c ": ratio " ratio[c] " is not within 2 %"; bad = 1 }
    exit bad
  }' table >&2 || fail "permeability of sphere arrays"
