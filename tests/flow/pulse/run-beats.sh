#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Averages over beats: a slit between pressures of which one swings, against the exact solution; restarts; what is
# refused.
. "$srcdir/tests/lib.sh"

# Half width h = 12, period T; the pressure gradient G (1 + 3 cos wt). The shear on the wall is G h (1 + 3 Re[tanh(L)/L
# exp(i w t)]), L = alpha sqrt(i): Womersley's solution between plates. TAWSS and OSI of tau0 + tau1 cos, r = tau1/tau0:
# tau0 2/pi (asin(1/r) + sqrt(r^2 - 1)), (1 - tau0 / TAWSS) / 2. Ends of 8 voxels are left out. Tolerances: 1 % of TAWSS,
# 0.5 % of OSI, for 24 nodes (16: 0.7 %).
tessera voxelize --quiet --shape slit:h=24 --size 4,26,20 | tessera tile --quiet --periodic x --inlet z- --outlet z+ -o slit.tile
period=2400 # nu = 1/6: alpha = h (2 pi / (T nu))^(1/2)
alpha=$(awk -v period=$period 'BEGIN { printf "%.17g", 12 * sqrt(12 * atan2(0, -1) / period) }')
awk -v period="$period" 'BEGIN { for (i = 0; i <= 40; i++)
  printf "%.17g %.17g\n", period * i / 40, 1e-6 * 19 * (1 + 3 * cos(atan2(0, -1) * i / 20)) }' >p.txt
set -- --quiet --device cpu --equilibrium stokes --set inlet:pressure=p.txt --set outlet:pressure=0
tessera run slit.tile "$@" --beats 3 --average wall.tile --json >r.json
tessera probe wall.tile --point 1,1,10 --csv >point.csv
awk -F, -v alpha="$alpha" -v g=1e-6 -v h=12 '
  function complex_tanh(a, b) { d = cosh(2 * a) + cos(2 * b); re = sinh(2 * a) / d; im = sin(2 * b) / d }
  function cosh(x) { return (exp(x) + exp(-x)) / 2 }
  function sinh(x) { return (exp(x) - exp(-x)) / 2 }
  function near(name, got, wanted, part) {
    if (got - wanted > part * wanted || wanted - got > part * wanted) { print name ": " got ", not " wanted; bad = 1 } }
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  NR == 2 {
    x = alpha / sqrt(2); complex_tanh(x, x)
    r = 3 * sqrt(re * re + im * im) / alpha; s = sqrt(1 / r / r); c = atan2(s, sqrt(1 - s * s))
    tawss = g * h * 2 / atan2(0, -1) * (c + sqrt(r * r - 1))
    near("tawss", $at["tawss"], tawss, 0.01)
    near("osi", $at["osi"], (1 - g * h / tawss) / 2, 0.005)
    near("rrt", $at["rrt"], 1 / g / h, 0.01) }
  END { exit bad || NR < 2 }' point.csv >&2 || { cat point.csv >&2; fail "shear in a slit"; }
is "$(json r.json beat beats)" 3
is "$(json r.json beat complete)" true
tessera run slit.tile --quiet --set inlet:pressure=1e-6 --set outlet:pressure=0 --steps 1 --json >steps.json
is "$(members r.json)" "$(members steps.json)"
is "$(json steps.json beat)$(json steps.json snapshots)$(json r.json beat periodic)" nullnullnull

# A run that is stopped in a beat, and goes on with other threads
set -- "$@" --no-history
tessera run slit.tile "$@" --beats 2 --average whole.tile --checkpoint whole.check
tessera run slit.tile "$@" --steps 3000 --threads 2 --checkpoint half.check --average part.tile 2>said
grep -q 'part of a beat: 25 of 100' said || { cat said >&2; fail "no warning of a part of a beat"; }
tessera run half.check --quiet --device cpu --no-history --threads 1 --beats 2 --average rest.tile --checkpoint half.check
cmp whole.tile rest.tile
cmp whole.check half.check
# A result without populations has no sums
tessera run slit.tile "$@" --steps 3000 --average part.tile -o fields.tile 2>said
tessera run fields.tile --device cpu --no-history --steps +100 --average part.tile -o on.tile 2>said
grep -q 'averages begin anew' said || { cat said >&2; fail "sums are missing in silence"; }
# Without these options the sums are left out
tessera run half.check --quiet --device cpu --steps +1 --checkpoint on.check
! tessera stats --header on.check 2>/dev/null | grep -q '^beat' || fail "keys of beats stay"

# The mean velocity carries the residence time: 20 voxels by the mean speed G h^2 / (3 nu). The last velocity is four
# times as fast. Tolerance 2 %: the flow through the ends of the slit, see run-residence.sh.
tessera run slit.tile "$@" --beats 2 --residence --json -o age.tile >age.json
near "$(json age.json residence mean)" "$(awk 'BEGIN { print 20 * 3 / 6 / (1e-6 * 144) }')" 0.02

# transWSS needs a beat before
tessera run slit.tile "$@" --beats 1 --average one.tile --json >one.json
tessera probe one.tile >one.txt
grep -q '^  transwss *no node has a value' one.txt || { cat one.txt >&2; fail "transWSS after one beat"; }

# A plug into a tube of radius 5 and length 24: beside the inlet its shear is twice that of developed flow and more. The
# wall is also measured without a radius before each opening, where it is 4 nu Q / (pi R^3) (10 voxels across: 3 % of
# the mean, 10 % of the largest), and 14 of 24 are left (within a voxel). Faces of the grid have no such ends.
tube_surface 24 5 24 >tube.stl
tessera voxelize tube.stl --voxel 1mm --unit mm --cap --quiet | tessera tile --lint no --quiet -o tube.tile
tessera run tube.tile --quiet --device cpu --ramp 0 --period 200 --set inlet0:flow=0.5,plug --set outlet1:pressure=0 --beats 2 \
  --average tube-wall.tile --json >ends.json
wall() { json ends.json beat wall "$@"; }
awk -v all="$(wall tawss_max)" -v most="$(wall without_ends tawss_max)" -v mean="$(wall without_ends tawss_mean)" \
  -v share="$(wall without_ends share)" -v pi=3.141592653589793 'BEGIN {
  exact = 4 / 6 * 0.5 / pi / 125
  exit !(all > 2 * exact && most < 1.1 * exact && mean > 0.97 * exact && mean < 1.03 * exact && share > 13 / 24 && share < 15 / 24) }' ||
  fail "the ends of the wall: $(cat ends.json)"
tessera run tube.tile --device cpu --ramp 0 --period 200 --set inlet0:flow=0.5,plug --set outlet1:pressure=0 --beats 1 \
  --average tube-wall.tile -o tube-end.tile >said
grep -q '^  ends  *4[0-9.]* % of the wall: up to a radius before each opening' said || { cat said >&2; fail "ends are not said"; }
is "$(json r.json beat wall without_ends)" null

# Until it is periodic
tessera run slit.tile "$@" --beats periodic:1e-3,9 --json >p.json
is "$(json p.json beat periodic)" true
[ "$(json p.json beat beats)" -lt 9 ]
tessera run slit.tile "$@" --beats periodic:1e-3,9 -o p.tile >report
grep -q "change from beat to beat .*: periodic after $(json p.json beat beats) beats" report || { cat report >&2; fail "how many beats"; }
refuse() { wanted=$1; shift; refused 2 "$wanted" tessera run "$@"; }
if tessera run slit.tile "$@" --beats periodic:1e-9,2 --json >p.json 2>said; then fail "periodic after two beats"; else is $? 5; fi
is "$(json p.json beat periodic)" false
refuse 'need the period' slit.tile --quiet --set inlet:pressure=1e-5 --set outlet:pressure=0 --beats 2
refuse 'too short for averages' slit.tile --quiet --set inlet:pressure=1e-5 --set outlet:pressure=0 --period 150 --beats 2
refuse 'leave out --steps' slit.tile --beats 2 --steps 5
refuse 'expected a whole number' slit.tile --beats 99999999999999999
refuse 'a relative change above 0' slit.tile --beats periodic:2
refuse 'leave out --converge' slit.tile --average a.tile --converge 1e-3
refuse 'both name a.tile' slit.tile --average a.tile -o a.tile
# A curve is an input, by any of its names
cp p.txt p.before
ln p.txt twin.txt
for file in p.txt ./p.txt "$PWD/p.txt" twin.txt; do
  for option in -o --average --checkpoint "--series-every 900 --series"; do
    # shellcheck disable=SC2086
    refuse "${option##* } .* would replace the curve of --set inlet:pressure=p.txt" slit.tile --set inlet:pressure=p.txt \
      --set outlet:pressure=0 --beats 1 --patch-flux $option "$file"
  done
  cmp p.txt p.before
done
