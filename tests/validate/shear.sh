#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Wall shear at interpolated walls with exact distances: the mean over spheres in a cubic array whose side is five radii,
# and over tubes along (1,0,1) and (3,0,1), 45 and 18.4 degrees from an axis. Spheres: the force F gives the mean
# 0.059311 F L^3/a^2 and the largest value 0.082377 F L^3/a^2, from periodic Stokeslets (H. Hasimoto, J. Fluid Mech. 5
# (1959), summed after Ewald) on a sphere within, fitted to zero velocity at the surface to 3e-5 of the velocity; their
# drag factor is 2.15180, and 2.15177 after A. S. Sangani and A. Acrivos, Int. J. Multiphase Flow 8 (1982) 343. Tubes:
# Poiseuille. The least and the largest value are those of single nodes (spheres: the largest). SHEAR="6 9": spheres of
# these radii, without tubes. Writes validate/shear.csv in the build folder.
# Measured: spheres of radius 6, 9 and 12: +0.6, +0.1 and -0.1 %; tubes of radius 5, 8 and 12: at most -0.9, -0.5 and -0.3 %.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# row FLOW RADIUS MEAN LARGEST: of the exact shear under the unit force
row() {
  tessera probe flow.tile --wall-shear --json >p.json
  awk -v name="$1,$2" -v exact="$3" -v peak="$4" -v mean="$(json p.json wall_shear lattice mean)" \
    -v least="$(json p.json wall_shear lattice min)" -v most="$(json p.json wall_shear lattice max)" 'BEGIN {
      printf "%s,%.4f,%s,%.4f\n", name, mean / exact / 1e-6, exact == peak ? sprintf("%.4f", least / exact / 1e-6) : "",
        most / peak / 1e-6 }' | tee -a table
}
sphere() {
  side=$((5 * $1))
  awk -v a="$1" 'BEGIN { c = (5 * a - 1) / 2; print c + 0.2, c + 0.1, c + 0.35, 2 * a }' >centre
  tessera voxelize --quiet --walls --shape spheres:list=centre,periodic --size $side,$side,$side |
    tessera tile --quiet --periodic xyz -o array.tile
  tessera run --quiet array.tile --force 1e-6,0,0 --equilibrium stokes --tau 3 --converge 1e-5 --checkpoint flow.tile --json >r.json
  row sphere "$1" "$(awk -v a="$1" 'BEGIN { print 0.059311 * 125 * a }')" "$(awk -v a="$1" 'BEGIN { print 0.082377 * 125 * a }')"
}
# tube A B RADIUS: images of the tube are A B N / hypot(A, B) apart
tube() {
  set -- "$@" $(awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN {
    s = sqrt(a ^ 2 + b ^ 2); ny = int(2 * r) + 3
    printf "%d %d %.12g,0,%.12g %.9g", int((2 * r + 3) * s / (a * b)) + 1, ny, 1e-6 * a / s, 1e-6 * b / s, (ny - 1) / 2 + 0.25 }')
  "$builddir/tests/slanted" tube "$1,$2" "$4,$5" "0.3,$7,$3" | tessera tile --quiet --lint no --periodic xz -o tube.tile
  tessera run tube.tile --quiet --equilibrium stokes --tau 2 --force "$6" --converge 1e-7 --steps $((16 * $3 * $3)) \
    --checkpoint flow.tile >report 2>said || [ $? = 5 ]
  row "tube $1 $2" "$3" "$(awk -v r="$3" 'BEGIN { print r / 2 }')" "$(awk -v r="$3" 'BEGIN { print r / 2 }')"
}
echo "flow,radius,mean,least,largest" >table
for radius in ${SHEAR:-6 9 12 18}; do sphere "$radius"; done
[ -n "${SHEAR:-}" ] || for radius in 5 8 12; do tube 1 1 $radius; tube 3 1 $radius; done
cp table "$results/shear.csv"
echo "shear: $results/shear.csv"
awk -F, 'NR > 1 && ($3 - 1) ^ 2 > ($2 < 9 ? 0.03 : 0.01) ^ 2 { print "shear: " $1 " of radius " $2 ": mean " $3; bad = 1 } END { exit bad }' table
