#!/bin/sh
# Profiles of an inlet on a round cap, on a round one whose centre is between nodes, on an ellipse and on a square: the
# flow through the links of the cap, exact to 1e-10 in each of four phases of a curve, and, where a face of the grid cuts
# the same prism so that nodes have the velocity of the profile, its shape. Exact:
# 1 - (x/a)^2 - (y/b)^2, the Fourier series of the square, and for womersley 1 - J0(L r/R) / J0(L), L = alpha i^(3/2).
# "shape": the largest difference of a node from the exact shape, scaled by least squares, over the largest velocity;
# "rim": the same of nodes less than a voxel from the rim, where the velocity falls to zero.
# Tolerance: 1 %, where the Stokes layer R sqrt(2) / alpha is 1.4 voxels 3 %.
# RESULTS: a folder. Writes profiles.csv there, in validate of the build folder by default.
. "$srcdir/tests/lib.sh"
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
ring() { awk -v a="$1" -v b="$2" -v x="${3:-0}" -v y="${4:-0}" 'BEGIN { for (i = 0; i < 128; i++) { p = i * atan2(0, -1) / 64; print x + a * cos(p), y + b * sin(p) } }'; }
# prism [X0:X1]: of the file section, with a cap (cap.tile), and cut by a face of the grid (face.tile)
prism() {
  awk -v length_of=8 -f "$srcdir/tests/fixtures/prism.awk" section >prism.stl
  tessera voxelize prism.stl --quiet --voxel 1m --unit m --cap | tessera tile --quiet --lint no -o cap.tile
  centre=$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' cap.tile)
  others=$(sed -n 's/^patches: //p; /^end: /q' cap.tile | tr ' ' '\n' | sed -n '/^inlet0=/d; s/^\(.*\)=.*/--set \1:pressure=0/p')
  tessera voxelize prism.stl --quiet --voxel 1m --unit m --cap --crop "${1:-},,3:8" |
    tessera tile --quiet --lint no --inlet z- --outlet z+ -o face.tile
}
# velocities: x, y from the centre and the velocity along z of the nodes of the inlet
velocities() {
  tessera probe flow.tile --quiet --npy u.npy --precision fp64 2>said
  od -A n -v -t f8 -j "$(od -A n -t u2 -j 8 -N 2 u.npy | awk '{ print $1 + 10 }')" -w24 u.npy |
    awk -v grid="$(sed -n 's/^grid: //p; /^end: /q' face.tile)" -v centre="$centre" '
      BEGIN { split(grid, n, " "); split(centre, c, ",") }
      { k = NR - 1; x = k % n[1]; k = (k - x) / n[1]; y = k % n[2]; z = (k - y) / n[2]
        if (z == 0 && $3 != 0) printf "%.12g %.12g %.12g\n", x + 0.5 - c[4], y + 0.5 - c[5], $3 }'
}
# row CAP PROFILE KIND A B [ALPHA]: the flow 1 - 0.5 cos(w t), of womersley cos(w t), of a period of 200 steps
row() {
  alpha=${6:-0}
  awk -v kind="$3" 'BEGIN { for (k = 0; k <= 200; k++) { c = cos(k * atan2(0, -1) / 100); printf "%d %.17g\n", k, kind == "womersley" ? c : 1 - 0.5 * c } }' >flow.txt
  set -- "$@" --quiet --equilibrium incompressible --ramp 0 --period 200 --viscosity \
    "$(awk -v r="$4" -v alpha="$alpha" 'BEGIN { print alpha ? 2 * atan2(0, -1) / 200 * r ^ 2 / alpha ^ 2 : 0.1 }')"
  cap=$1 profile=$2 kind=$3 a=$4 b=$5
  shift $((alpha ? 6 : 5))
  rate=0
  for step in 5 25 70 165; do
    # shellcheck disable=SC2086 # lists of options
    tessera run cap.tile "$@" --set "inlet0:flow=flow.txt,$profile" $others --steps $step --patch-flux --json >r.json
    # the flux after a step is that through the links of the next one
    rate=$(awk -v rate="$rate" -v step=$step -v q="$(json r.json patch_flux patches 0 flux)" '
      $1 == step + 1 { off = q / $2 - 1; if (off < 0) off = -off; print (off > rate ? off : rate) }' flow.txt)
  done
  tessera run face.tile "$@" --set "inlet:flow=flow.txt,$profile" --set outlet:pressure=0 --steps 20 -o flow.tile >report
  velocities |
    awk -v kind="$kind" -v a="$a" -v b="$b" -v alpha="$alpha" -v phase="$(awk 'BEGIN { print 20 * atan2(0, -1) / 100 }')" \
      -f "$srcdir/tests/validate/vessels/bessel.awk" -f "$srcdir/tests/validate/vessels/profiles.awk" >line
  echo "$cap,$a,$profile,$alpha,$rate,$(cat line)" | tee -a table
}
echo "cap,radius,profile,alpha,rate,shape,rim,nodes" >table
all() {
  row "$1" parabola ellipse "$2" "$2"
  row "$1" womersley womersley "$2" "$2" 3
  row "$1" womersley womersley "$2" "$2" 10
}
ring 10 10 >section; prism; all round 10
ring 20 20 >section; prism; all round 20
{ ring 10 10; echo; ring 1.7 1.7 15.37 3.21; } >section; prism 0:22; all "round off centre" 10
ring 12 7 >section; prism; row ellipse parabola ellipse 12 7
printf '%s\n' '-10 -10' '10 -10' '10 10' '-10 10' >section; prism; row square parabola square 10 10
cp table "$results/profiles.csv"
echo "profiles: $results/profiles.csv"
awk -F, 'NR > 1 { most = $4 == 10 && $2 == 10 ? 0.03 : 0.01; if (!($5 < 1e-10 && $6 < most && $7 < most)) { print "profiles: " $0; bad = 1 } }
  END { exit bad || NR != 12 }' table >&2 || fail "profiles of caps"
