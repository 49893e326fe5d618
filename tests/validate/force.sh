#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Drag on the spheres of simple-cubic arrays by momentum exchange, Stokes flow, wall distances. Reference: H. Hasimoto,
# J. Fluid Mech. 5 (1959) 317, eq. (5.1): 6 pi mu a U / D = 1 - 1.7601 c^(1/3) + c - 1.5593 c^2, where c is the solid
# fraction and U the superficial velocity; tolerance 0.5 %. D is the force of the fluid on the sphere plus g 4/3 pi a^3,
# the force of the pressure gradient that the body force g stands for on the volume of the sphere. In steady flow the
# walls take g of all nodes, to 1e-8. Writes validate/force.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
echo "radius,side,share,drag,hasimoto,off,balance" >table
# sphere RADIUS SIDE
sphere() {
  share=$(awk -v a="$1" -v l="$2" 'BEGIN { printf "%.15g", 4 / 3 * atan2(0, -1) * (a / l) ^ 3 }')
  tessera voxelize --quiet --walls --shape "sc:c=$share" --size "$2,$2,$2" | tessera tile --quiet --periodic xyz >array.tile
  tessera run --quiet array.tile --force 0,0,1e-6 --equilibrium stokes --tau 1.5 --converge 1e-9 --force-on solid \
    --checkpoint flow.tile --json >r.json
  tessera probe flow.tile --json >p.json
  tessera stats array.tile --json >s.json
  awk -v a="$1" -v l="$2" -v c="$share" -v f="$(json r.json forces 0 force 2)" -v u="$(json p.json superficial_velocity 2)" \
    -v n="$(json s.json nonsolid)" 'BEGIN {
      pi = atan2(0, -1); drag = (f + 1e-6 * 4 / 3 * pi * a ^ 3) / (6 * pi / 3 * a * u)
      want = 1 / (1 - 1.7601 * c ^ (1 / 3) + c - 1.5593 * c ^ 2)
      printf "%g,%g,%.6g,%.6f,%.6f,%.5f,%.1e\n", a, l, c, drag, want, drag / want - 1, f / (n * 1e-6) - 1
    }' | tee -a table
}
sphere 4 40
sphere 6 40
sphere 8 40
cp table "$results/force.csv"
echo "force: $results/force.csv"
awk -F, 'NR > 1 && ($6 ^ 2 > 0.005 ^ 2 || $7 ^ 2 > 1e-16) { print "radius " $1 ": " $6 ", balance " $7; bad = 1 } END { exit bad }' table >&2 ||
  fail "drag on spheres"
