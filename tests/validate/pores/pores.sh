#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Measures of pores (tessera-stats) whose values are known exactly.
# Overlapping spheres of radius R = 10 voxels at random places, eta = 0.7, in 8 periodic images of 200^3 voxels: porosity
# e^-eta, two-point correlation exp(-eta (1 + 3r/4R - r^3/16R^3)) up to 2R, lineal path e^(-eta (1 + 3r/4R)), surface 3 eta
# e^-eta / R, and the share of nodes that are more than a distance away from the solid, exp(-eta (1 + d/R)^3) (S. Torquato,
# Random Heterogeneous Materials, 2002, chapters 5 and 6). Tolerance: three standard errors of the mean.
# On voxels the last two are other ones, which are exact as well. Lines of nodes at a distance of d meet 2 (S2(0) - S2(d)) /
# d surfaces per length. And a node is more than k away if no centre lies less than R from any of the nodes that are at most k
# away: their volume is that of a ball of R + d, with d from 2^21 points in each case below.
# Arrays of touching spheres: the throat and the largest hole over the radius. Tolerance: a voxel.
# Writes validate/pores.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

radius=10 eta=0.7
for seed in 1 2 3 4 5 6 7 8; do
  "$builddir/tests/boolean_spheres" 200 $radius $eta $seed |
    tessera voxelize --quiet --raw 200,200,200,u8 - --threshold 64 --fluid above -o spheres.vox
  tessera stats --csv --two-point 20 --lineal-path 20 spheres.vox | awk -F, -v seed=$seed '
    $1 == "two_point" || $1 == "lineal_path" { sum[$1 "," $3] += $4 / 3 }
    END { for (key in sum) print seed "," key "," sum[key] }'
  tessera stats --json --anisotropy spheres.vox >r.json
  echo "$seed,porosity,,$(json r.json porosity)"
  echo "$seed,surface,,$(json r.json minkowski surface)" | awk -F, '{ printf "%s,surface,,%.9g\n", $1, $4 / 199 ^ 3 }'
  "$builddir/tests/squares" xyz <spheres.vox | awk -F, -v seed=$seed '
    { for (k = 1; k * k < $1; k++) beyond[k] += $2 / 200 ^ 3 }
    END { for (k = 1; k <= 6; k++) print seed ",beyond," k "," beyond[k] }'
done >values

echo "solid,measure,exact,found,error" >table
awk -F, -v R=$radius -v eta=$eta '
  function both(r) { return exp(-eta * (1 + 3 * r / (4 * R) - r ^ 3 / (16 * R ^ 3))) }
  function slope(d) { return (both(0) - both(d)) / d }
  { n[$2 "," $3]++; sum[$2 "," $3] += $4; value[$2 "," $3, n[$2 "," $3]] = $4 }
  function row(name, key, exact,   mean, squares, i) {
    mean = sum[key] / n[key]
    for (i = 1; i <= n[key]; i++) squares += (value[key, i] - mean) ^ 2
    printf "overlapping spheres,%s,%.8g,%.8g,%.8g\n", name, exact, mean, sqrt(squares / (n[key] - 1) / n[key])
  }
  END {
    row("porosity", "porosity,", exp(-eta))
    for (r = 5; r <= 20; r += 5) row("two-point correlation at " r, "two_point," r, both(r))
    for (r = 5; r <= 20; r += 5) row("lineal path of " r, "lineal_path," r, exp(-eta * (1 + 3 * r / (4 * R))))
    row("surface / voxel on voxels", "surface,",
      4 * (6 * 0.045778 * slope(1) + 12 * 0.036981 * slope(sqrt(2)) + 8 * 0.035196 * slope(sqrt(3))))
    split("0.8173 1.7038 2.8528 3.6827 4.8044 5.8151", d, " ")
    for (k = 1; k <= 6; k++) row("more than " k " from the solid", "beyond," k, exp(-eta * (1 + d[k] / R) ^ 3))
  }' values >>table

# kind, voxels of a side, fraction, radius over the side, throat and hole over the radius
while read -r kind size c part throat hole; do
  tessera voxelize --quiet --shape "$kind:c=$c" --size "$size,$size,$size" | tessera tile --quiet --lint no --periodic xyz -o array.tile
  tessera stats --json --thickness --intrusion z- array.tile >r.json
  awk -v kind="$kind" -v r="$(awk "BEGIN { print $size * $part }")" -v throat="$throat" -v hole="$hole" \
    -v passes="$(json r.json critical_radius z)" -v largest="$(json r.json thickness max_radius)" 'BEGIN {
    printf "%s touching,throat / R,%s,%.8g,%.8g\n", kind, throat, passes / r, 1 / r
    printf "%s touching,hole / R,%s,%.8g,%.8g\n", kind, hole, largest / r, 1 / r }' >>table
done <<END
sc 120 0.5235 0.5 0.41421 0.73205
bcc 160 0.6801 0.4330127 0.22474 0.29099
fcc 200 0.7404 0.3535534 0.15470 0.41421
END
sed 's/^/pores: /' table
cp table "$results/pores.csv"
echo "pores: $results/pores.csv"
awk -F, 'NR > 1 && ($4 - $3) ^ 2 > ($5 * ($1 ~ /touching/ ? 1 : 3)) ^ 2 { print $1 ", " $2 ": " $4 " instead of " $3; bad = 1 }
  END { exit bad || NR != 23 }' table >&2 || fail "measures of pores"
