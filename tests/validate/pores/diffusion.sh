#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Cubic arrays of insulating spheres: conductivity relative to the fluid. Reference: Rayleigh's method (Phil. Mag. 34
# (1892) 481) with multipoles to order 27. Spheres of 20 and 40 voxels, with walls of voxels and with wall distances.
# Tolerance with distances: 0.3 % at 20 voxels, 0.1 % at 40 (measured: at most 0.27 and 0.06 %), and three times that at a
# fraction of 0.6, where gaps have 0.9 to 3 voxels; except for simple cubic spheres at 0.5, whose gaps of 0.3 and 0.6 voxel
# contain no nodes. Writes validate/diffusion.csv in the
# build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# relative KIND C SIZE WALLS: D_eff / D
relative() {
  tessera voxelize --quiet $4 --shape "$1:c=$2" --size "$3,$3,$3" | tessera tile --quiet --lint no --periodic xyz -o array.tile
  tessera run --quiet --json --diffusion x array.tile >r.json
  json r.json diffusion 0 relative
}
echo "array,c,diameter,exact,voxels,walls" >table
while read -r kind c exact size; do
  for times in 1 2; do
    n=$((size * times))
    echo "$kind,$c,$((20 * times)),$exact,$(relative "$kind" "$c" $n ""),$(relative "$kind" "$c" $n --walls)" |
      awk -F, '{ printf "%s,%s,%s,%s,%.6f,%.6f\n", $1, $2, $3, $4, $5 / $4 - 1, $6 / $4 - 1 }' | tee -a table
  done
done <<END
sc 0.1 0.857112 35
sc 0.2 0.726703 28
sc 0.3 0.605661 24
sc 0.4 0.490110 22
sc 0.5 0.37374 20
bcc 0.1 0.857139 44
bcc 0.2 0.727203 35
bcc 0.3 0.608272 30
bcc 0.4 0.498465 28
bcc 0.5 0.395757 26
bcc 0.6 0.29751 24
fcc 0.1 0.857141 55
fcc 0.2 0.727226 44
fcc 0.3 0.608390 38
fcc 0.4 0.498813 35
fcc 0.5 0.396538 32
fcc 0.6 0.299168 30
END
cp table "$results/diffusion.csv"
echo "diffusion: $results/diffusion.csv"
awk -F, '
  NR > 1 && $1 $2 != "sc0.5" && $6 ^ 2 > (($3 > 20 ? 0.001 : 0.003) * ($2 > 0.55 ? 3 : 1)) ^ 2 { print $1 ", c = " $2 ": " $6; bad = 1 }
  END { exit bad }' table >&2 || fail "conductivity of sphere arrays"
