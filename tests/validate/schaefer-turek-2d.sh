#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Steady flow past a cylinder in a channel, Re 20, one slice: test case 2D-1 of M. Schaefer and S. Turek, Benchmark
# computations of laminar flow around a cylinder, Notes Numer. Fluid Mech. 52 (1996) 547. Channel 2.2 x 0.41, cylinder
# at x = 0.2, y = 0.2, diameter 0.1; inflow 4 U y (H - y) / H^2, U = 0.3, viscosity 0.001; c = 2 F / (mean velocity^2 D)
# per unit length. Reference: c_D = 5.57953523384, c_L = 0.010618948146 (G. Nabh, On high order methods for the
# stationary incompressible Navier-Stokes equations, thesis, Heidelberg 1998). Tolerance: 2 % of the drag with 41 nodes
# across the channel, 10 per diameter; with 82 nodes 0.5 % of the drag and 10 % of the lift.
# SCHAEFER_TUREK_2D="41 82 123": nodes across the channel; the time grows with the cube of their number. 41 runs with
# lattice d3q19, the others with d2q9; LATTICE=d3q19: all. Measured: 41 nodes c_D 5.622, c_L 0.01145; 82 nodes 5.593 and
# 0.01073; half the velocity changes c_D by 1e-4 (41 nodes). Writes validate/schaefer-turek-2d.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
peak=0.08 # lattice units
echo "nodes,diameter,drag,lift" >table
for n in ${SCHAEFER_TUREK_2D:-41 82}; do
  # nodes of the inlet lie on it, nodes along the walls half a node inside; 46 seconds: after half of them the error of
  # the drag is 0.7 %, after twice as many it has changed by 1e-4
  set -- $(awk -v n="$n" -v u=$peak 'BEGIN {
    h = n / 0.41
    print int(2.2 * h + 0.5) + 1, 0.2 * h "," 0.2 * h - 0.5 "," 0.05 * h, 2 / 3 * u * 0.1 * h / 20, int(46 * h * 0.3 / u)
  }')
  "$builddir/tests/cylinder" "$1,$n,1" "$2" | tessera tile --quiet --inlet x- --outlet x+ >channel.tile
  tessera run --quiet channel.tile --lattice "${LATTICE:-$([ "$n" = 41 ] && echo d3q19 || echo d2q9)}" --equilibrium incompressible --set inlet:parabola=$peak,0,0 --set outlet:pressure=0 \
    --viscosity "$3" --steps "$4" --force-on solid --json >r.json
  awk -v n="$n" -v u=$peak -v d="$(json r.json forces 0 force 0)" -v l="$(json r.json forces 0 force 1)" 'BEGIN {
    size = 2 / ((2 / 3 * u) ^ 2 * 0.1 * n / 0.41)
    printf "%d,%.3f,%.5f,%.6f\n", n, 0.1 * n / 0.41, d * size, l * size }' | tee -a table
done
cp table "$results/schaefer-turek-2d.csv"
echo "schaefer-turek-2d: $results/schaefer-turek-2d.csv"
awk -F, '
  function off(x, y) { return x > y ? x / y - 1 : 1 - x / y }
  NR > 1 && (off($3, 5.57953523384) > ($1 < 82 ? 0.02 : 0.005) || ($1 >= 82 && off($4, 0.010618948146) > 0.1)) {
    print $1 " nodes: drag " $3 ", lift " $4; bad = 1
  }
  END { exit bad || NR < 2 }' table >&2 || fail "drag and lift of the cylinder"
