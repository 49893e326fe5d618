#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Square arrays of cylinders across the flow, one slice, Stokes flow: the drag F = D / (mu U) per unit length, where D
# is the force of the flow and of the pressure gradient on one cylinder, and U the superficial velocity, so that k = L^2
# / F in a cell of side L. Reference: A. S. Sangani and A. Acrivos, Int. J. Multiphase Flow 8 (1982) 193, table 1. The
# table is first compared with their formulas: 8 pi / (-ln c - 1.476 + 2 c - 1.774 c^2 + 4.076 c^3) for thin cylinders,
# and 9 pi / 2^(3/2) (1 - (4 c / pi)^(1/2))^(-5/2) for cylinders that almost touch.
# Tolerance: with --walls 1 % (3 % at c = 0.7, where the gaps are 4 nodes wide); with stair-case walls 5 % up to c =
# 0.4. Beyond that a single voxel in the gaps counts, and the error is up to 17 %. In steady flow the walls take the
# body force of all nodes, to 1e-6. CYLINDERS="0.1 0.5": only these. Writes validate/cylinders.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
awk 'BEGIN {
  pi = atan2(0, -1)
  thin[0.05] = 15.56; thin[0.1] = 24.83; near[0.6] = 1763; near[0.7] = 13520
  for (c in thin) {
    off = thin[c] * (-log(c) - 1.476 + 2 * c - 1.774 * c ^ 2 + 4.076 * c ^ 3) / (8 * pi) - 1
    bad = bad || off ^ 2 > 0.001 ^ 2
  }
  for (c in near) {
    off = near[c] * (1 - sqrt(4 * c / pi)) ^ 2.5 * 2 ^ 1.5 / (9 * pi) - 1
    bad = bad || off ^ 2 > 0.01 ^ 2
  }
  exit bad }' || fail "the table does not agree with its limits"
echo "c,nodes,walls,published,drag,off,balance" >table
# array C DRAG NODES WALLS
array() {
  tessera voxelize --quiet ${4:+--walls} --shape "cylinders:c=$1" --size "$3,$3,1" | tessera tile --quiet --periodic xy -o array.tile
  tessera run --quiet array.tile --permeability x --converge 1e-6 --force-on solid --checkpoint flow.tile --json >r.json
  tessera stats array.tile --json --bandwidth 1 >s.json
  tessera probe flow.tile --json >p.json
  awk -v c="$1" -v published="$2" -v n="$3" -v walls="${4:-no}" -v k="$(json r.json permeability 0 voxel2)" \
    -v f="$(json r.json forces 0 force 0)" -v u="$(json p.json superficial_velocity 0)" -v tau="$(json r.json tau)" \
    -v nodes="$(json s.json nonsolid)" 'BEGIN {
      g = u * (tau - 0.5) / 3 / k # the body force
      drag = (f + g * (n * n - nodes)) / ((tau - 0.5) / 3 * u)
      printf "%s,%d,%s,%s,%.3f,%.5f,%.1e\n", c, n, walls, published, drag, drag / published - 1, f / (g * nodes) - 1
    }' | tee -a table
}
for case in 0.05,15.56,64 0.1,24.83,64 0.2,51.53,64 0.3,102.90,64 0.4,217.89,64 0.5,532.55,72 0.6,1763,72 0.7,13520,72; do
  c=${case%%,*} rest=${case#*,}
  [ -z "${CYLINDERS:-}" ] || echo " $CYLINDERS " | grep -q -F " $c " || continue
  array "$c" "${rest%,*}" "${rest#*,}" yes
  array "$c" "${rest%,*}" "${rest#*,}" ""
done
cp table "$results/cylinders.csv"
echo "cylinders: $results/cylinders.csv"
awk -F, '
  NR > 1 && ($6 ^ 2 > ($3 == "no" ? ($1 > 0.4 ? 1 : 0.05) : $1 == 0.7 ? 0.03 : 0.01) ^ 2 || $7 ^ 2 > 1e-12) { print "c = " $1 ", walls " $3 ": " $6 ", balance " $7; bad = 1 }
  END { exit bad || NR < 3 }' table >&2 || fail "drag on cylinders"
