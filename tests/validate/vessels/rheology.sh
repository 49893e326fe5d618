#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Blood in a periodic tube of radius 2 mm, 20 voxels, that a force drives with the wall stress of the reference: mean
# velocity, and velocity on the axis by the mean, within 1 %. References: quadrature of Carreau (Cho & Kensey 1991),
# Carreau-Yasuda and Casson (Boyd et al. 2007) at mean velocities of 0.01, 0.05 and 0.2 m/s; the power law in closed form.
# Regularised collision, incompressible equilibrium; about 0.04 voxels a step on the axis. The flow is the same in each
# slice: there is one. Writes validate/rheology.csv and rheology.svg in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
tessera voxelize --quiet --shape tube:d=40,axis=z --size 42,42,1 --voxel 0.1mm --walls | tessera tile --quiet --periodic z -o tube.tile
echo "law,stress,mean,reference,axis,axis_reference" >"$results/rheology.csv"
agrees=yes
# blood LAW STRESS MEAN AXIS: of the reference
blood() {
  step=$(awk -v u="$3" 'BEGIN { print 0.02 * 1e-4 / u }')
  # steady after 1.5 R^2/nu of the thinnest blood, 2.7e-6 m2/s
  steps=$(awk -v dt="$step" 'BEGIN { printf "%d", 1.5 * 4e-6 / 2.7e-6 / dt }')
  tessera run --quiet --threads 1 tube.tile --blood "$1" --density 1060kg/m3 --time-step "${step}s" --collision regularised \
    --equilibrium incompressible --force "0,0,$(awk -v s="$2" 'BEGIN { print 2 * s / 0.002 }')N/m3" --steps "$steps" -o f.tile >/dev/null
  tessera probe --json --flux z f.tile >q.json
  tessera probe --json --point 20.5,20.5,0 f.tile >p.json
  awk -v law="$1" -v stress="$2" -v mean="$3" -v axis="$4" -v q="$(json q.json flux mean_m3_s)" -v u="$(json p.json points 0 uz_m_s)" '
    BEGIN {
      m = q / (4e-6 * 3.14159265358979); gsub(",", " ", law)
      printf "%s,%s,%.6g,%s,%.5f,%s\n", law, stress, m, mean, u / m, axis
      exit !((m / mean - 1) ^ 2 < 1e-4 && (u / m / axis - 1) ^ 2 < 1e-4)
    }' >>"$results/rheology.csv" || agrees=no
}
blood carreau-yasuda:cho-kensey 0.152268 0.01 1.74866
blood carreau-yasuda:cho-kensey 0.494032 0.05 1.85873
blood carreau-yasuda:cho-kensey 1.625178 0.2 1.92890
blood carreau-yasuda:boyd 0.135454 0.01 1.73033
blood carreau-yasuda:boyd 0.446613 0.05 1.86844
blood carreau-yasuda:boyd 1.531742 0.2 1.94573
blood casson:boyd 0.216480 0.01 1.62056
blood casson:boyd 0.593582 0.05 1.78428
blood casson:boyd 1.744796 0.2 1.87979
# n = 0.708: axis by mean (3n + 1)/(n + 1), shear rate at the wall (3n + 1) U/(n R) = 22.0621/s at 0.01 m/s
for mean in 0.01 0.05 0.2; do
  blood power-law:0.017,0.708 "$(awk -v u=$mean 'BEGIN { print 0.017 * (2206.2147 * u) ^ 0.708 }')" $mean 1.829040
done
cat "$results/rheology.csv"
awk -F, '
  BEGIN { split("#447 #080 #c70 #707", colour, " "); print "panel,velocity on the axis over the mean; lines: reference (m/s),0,0.25,1.6,2" }
  NR == 1 { next }
  { name = $1; sub(":[0-9].*", "", name); first = name != last; shade = colour[first ? ++laws : laws]; last = name }
  first { print "key," shade "," name }
  { print (first ? "move," : "line,") shade "," $4 "," $6; print "cross," shade "," $3 "," $5 }' "$results/rheology.csv" |
  awk -f "$srcdir/data/plot.awk" >"$results/rheology.svg"
[ $agrees = yes ] || fail "rheology in a tube"
