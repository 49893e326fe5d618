#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Steady flow past a cylinder in a duct, Re 20: test case 3D-1Z of M. Schaefer and S. Turek, Benchmark computations of
# laminar flow around a cylinder, Notes Numer. Fluid Mech. 52 (1996) 547. Duct 2.5 x 0.41 x 0.41, cylinder along z at x
# = 0.5, y = 0.2, diameter 0.1; inflow 16 U y z (H - y)(H - z) / H^4, U = 0.45, viscosity 0.001; c = 2 F / (mean
# velocity^2 D H). Reference: c_D = 6.18533, c_L = 0.009401, the values used by E. Bayraktar, O. Mierka & S. Turek, Int.
# J. Comput. Sci. Eng. 7 (2012) 253.
# SCHAEFER_TUREK="30 41 57": nodes across the duct; the time grows with the fourth power of their number. Writes
# validate/schaefer-turek.csv in the build folder.
# Measured: 30 nodes c_D 6.050, c_L 0.082; 41 nodes 6.194 and 0.0095 (there the grid is symmetric about the cylinder,
# which favours the lift); on a GPU 57 nodes 6.187 and -0.038, 82 nodes (diameter 20) 6.179 and 0.00933, 123 nodes 6.174
# and 0.00917.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
peak=0.08 # lattice units
echo "nodes,diameter,drag,lift" >table
for n in ${SCHAEFER_TUREK:-30 41}; do
  # nodes of the inlet lie on it, nodes along the walls half a node inside; after 23 seconds the pressure waves of the
  # start are gone
  set -- $(awk -v n="$n" -v u=$peak 'BEGIN {
    h = n / 0.41
    print int(2.5 * h + 0.5) + 1, 0.5 * h "," 0.2 * h - 0.5 "," 0.05 * h, 4 / 9 * u * 0.1 * h / 20, int(23 * h * 0.45 / u)
  }')
  "$builddir/tests/cylinder" "$1,$n,$n" "$2" | tessera tile --quiet --inlet x- --outlet x+ >duct.tile
  tessera run --quiet duct.tile --equilibrium incompressible --set inlet:parabola=$peak,0,0 --set outlet:pressure=0 \
    --viscosity "$3" --steps "$4" --force-on solid --json >r.json
  awk -v n="$n" -v u=$peak -v d="$(json r.json forces 0 force 0)" -v l="$(json r.json forces 0 force 1)" 'BEGIN {
    size = 2 / ((4 / 9 * u) ^ 2 * 0.1 * n / 0.41 * n)
    printf "%d,%.3f,%.5f,%.6f\n", n, 0.1 * n / 0.41, d * size, l * size }' | tee -a table
done
cp table "$results/schaefer-turek.csv"
echo "schaefer-turek: $results/schaefer-turek.csv"
awk -F, '
  function off(x, y) { return x > y ? x / y - 1 : 1 - x / y }
  NR > 1 && (off($3, 6.18533) > ($1 < 41 ? 0.03 : 0.005) || ($1 >= 41 && off($4, 0.009401) > 0.05)) {
    print $1 " nodes: drag " $3 ", lift " $4; bad = 1
  }
  END { exit bad || NR < 2 }' table >&2 || fail "drag and lift of the cylinder"
