#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The flow through a cap that lies across the grid is velocity times area of the cap: Q of slanted tubes of radius 6,
# the mean over the slices in the middle. Half-way walls conserve mass, up to the remaining change (1e-5 of the flow);
# interpolated walls do so as the scheme is exact, to second order: 1/N^2 = 0.7 % with N = 12 nodes across, and half of
# that where a parabola carries half of the flow. Its flow is developed from the cap on: two nodes behind it the velocity
# on the axis is twice the mean, but for these 0.7 % and for reading a parabola between nodes, which takes off at most
# 1/8 of its second difference, 2/R^2, along each of two axes: 1.4 % (plug flow is 29 % lower).
. "$srcdir/tests/lib.sh"

# tube ANGLE: tube.tile, with 48 sides, radius 6 and length 26, ANGLE degrees from z; n: its direction
tube() {
  awk -v angle="$1" '
    function put(u, v, w) { printf "vertex %.9f %.9f %.9f\n", u * ca + w * sa, v, -u * sa + w * ca }
    function facet(a, b, c, wa, wb, wc) {
      print "facet normal 0 0 0\nouter loop"
      put(6 * cos(a), 6 * sin(a), wa); put(6 * cos(b), 6 * sin(b), wb); put(6 * cos(c), 6 * sin(c), wc)
      print "endloop\nendfacet" }
    BEGIN {
      pi = atan2(0, -1); sa = sin(angle * pi / 180); ca = cos(angle * pi / 180)
      printf "%.12f,0,%.12f", 1e-4 * sa, 1e-4 * ca >"n"
      print "solid tube"
      for (i = 0; i < 48; i++) {
        p = 2 * pi * i / 48; q = p + 2 * pi / 48
        facet(p, q, q, 0, 0, 26); facet(p, q, p, 0, 26, 26) }
      print "endsolid tube" }' >tube.stl
  tessera voxelize tube.stl --voxel 1m --unit m --cap --quiet -o tube.vox
  tessera tile tube.vox --lint no --quiet -o tube.tile
}
# inflow WALLS CONDITION: Q / (velocity times area), of velocity 1e-4
inflow() {
  tessera run tube.tile --quiet --walls "$1" --equilibrium stokes --set "inlet0:$2" --set outlet1:pressure=0 \
    --converge 1e-5 --checkpoint flow.tile >report
  tessera probe flow.tile --quiet --patch-flux --json >flux
  awk -v q="$(json flux patch_flux patches 1 flux)" 'BEGIN { print -q / (1e-4 * 24 * 36 * sin(2 * atan2(0, -1) / 48)) }'
}
twice() { awk -F, '{ printf "%.12f,%.12f,%.12f", 2 * $1, 2 * $2, 2 * $3 }'; }
# within 1e-4, 2 nodes from the centre of the cap
on_axis() {
  point=$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' tube.tile |
    awk -F, '{ printf "%.9g,%.9g,%.9g", $4 - 0.5 + 2 * $1, $5 - 0.5 + 2 * $2, $6 - 0.5 + 2 * $3 }')
  tessera probe flow.tile --quiet --csv --point "$point" | awk -F, 'END { print $9 / 1e-4 }'
}
for angle in 0 20 45; do
  tube $angle
  near "$(inflow halfway "velocity=$(cat n)")" 1 0.001
  near "$(inflow interpolated "velocity=$(cat n)")" 1 0.007
  for walls in halfway interpolated; do
    near "$(inflow $walls "parabola=$(twice <n)")" 1 0.0035
    near "$(on_axis)" 2 0.021
  done
done

# A result contains the scaled velocity, and continues with it; a velocity along the cap is not scaled.
conditions() { head -n 60 "$1" | grep -a '^conditions: '; }
tessera run flow.tile --quiet --steps +1 -o next.tile >report 2>said
is "$(conditions next.tile)" "$(conditions flow.tile)"
tube 0
expect 0 tessera run tube.tile --quiet --set inlet0:velocity=1e-4,0,0 --set outlet1:pressure=0 --steps 1 -o along.tile >report
one_line "warning: patch 'inlet0': its velocity is 90 degrees from the normal, so little flows through it"
is "$(conditions along.tile)" 'conditions: inlet0:velocity=0.0001,0,0 outlet1:pressure=0'

# A warning for a velocity nearly along its patch, more than 80 degrees from the normal; no warning for a patch on a
# face whose velocity lies in the face, such as the lid of a cavity.
tessera voxelize --shape channel:w=6 --size 8,8,12 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o pipe.tile
set_to() { expect 0 tessera run "$1" --quiet --set outlet"${3-}":pressure=0 --set inlet"$2" --steps 1 -o set.tile >report; }
told() { set_to "$@"; one_line "warning: patch 'inlet.*': its velocity is [0-9]* degrees from the normal"; }
silent() { set_to "$@"; [ ! -s stderr ] || fail "$*: $(cat stderr)"; }
told tube.tile 0:parabola=1e-4,0,-1.7e-5 1
silent tube.tile 0:parabola=1e-4,0,-1.8e-5 1
silent tube.tile 0:velocity=0,0,0 1
told pipe.tile :parabola=1e-4,0,0
told pipe.tile :velocity=1e-4,0,1e-5
tessera run set.tile --quiet --steps +1 -o next.tile >report 2>said
[ ! -s said ] || fail "told again: $(cat said)"
silent pipe.tile :velocity=1e-4,0,2e-5
silent pipe.tile :velocity=1e-4,1e-4,0
silent pipe.tile :wall=1e-4,0,0
