#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Outlets whose pressure depends on their flow: units, reports, restarts, and what is refused. A duct of 8 x 8 x 20 voxels
# of 1 mm with an inlet and two outlets.
. "$srcdir/tests/lib.sh"
tessera voxelize --quiet --shape box --size 8,8,20 --voxel 1mm |
  tessera tile --quiet --patch in=z- --patch one=z+ --patch two=x+ -o duct.tile
physical="--viscosity 1e-6m2/s --tau 0.8"
run() { tessera run duct.tile --quiet --device cpu --json --viscosity 1e-6m2/s --tau 0.8 --set in:flow=0.02mL/s,parabola "$@"; }
digest() { tessera stats --digest "$1"; }

# Pa s/m3 and m3/Pa bare, or with units: the same outlet. No opening holds the pressure: that of `one` is taken off.
run --steps 200 --set one:rcr=1e5,1e-6,2e5 --set two:resistance=4e5 --checkpoint bare.tile >r.json
run --steps 200 --set one:rcr=1e5Pa.s/m3,1e-6m3/Pa,2e5Pa.s/m3,0Pa --set two:resistance=400kPa.s/m3 --checkpoint units.tile >u.json
is "$(digest bare.tile)" "$(digest units.tile)"
is "$(json r.json outlets 0 condition)" rcr
is "$(json r.json outlets 1 patch)" two
near "$(json r.json outlets 1 pressure_pa)" "$(awk -v q="$(json r.json outlets 1 flow_m3_s)" 'BEGIN { printf "%.15g", 4e5 * q }')" 1e-9
near "$(json r.json outlets 0 pressure)" "$(json r.json outlets 0 taken_off)" 1e-12
# What is taken off is in files of fields again: the nodes of the face have the pressure of the outlet; before, theirs was 0.
point() { tessera probe "$1" --point "${2:-3,3,10}" --json >p.json; json p.json points 0 pressure_pa; }
near "$(point bare.tile 3,3,19)" "$(json r.json outlets 0 pressure_pa)" 1e-9

# The same in CGS units, as SimVascular has them; the numbers of its examples in SI units are no vessel's.
run --steps 200 --set one:rcr=1,0.1,2,0,cgs --set two:resistance=4,cgs --checkpoint units.tile >u.json
is "$(digest bare.tile)" "$(digest units.tile)"
expect 0 run --steps 5 --set one:rcr=121,1.5e-5,1212 --set two:pressure=0 >u.json
one_line 'without a unit C is in m3/Pa, which is 2000 mL/mmHg: .*write ,cgs behind them'
run --steps 5 --set one:rcr=1e-3mmHg.s/mL,10mL/mmHg,2e-3mmHg.s/mL,0mmHg,1e-6mmHg --set two:pressure=0 >r.json

# Steady: the flow that --patch-flux counts is that of the outlet, and large resistances divide it as 1 / R.
run --steps 4000 --set one:resistance=4e7,absorbing --set two:resistance=2e7,absorbing --patch-flux >r.json
near "$(awk -v a="$(json r.json outlets 1 flow)" -v b="$(json r.json outlets 0 flow)" 'BEGIN { print a / b }')" 2 0.01
near "$(json r.json patch_flux patches 1 flux)" "-$(json r.json outlets 0 flow)" 1e-3
# A fraction of the inflow, to convergence
expect 0 run --converge 1e-4 --set one:pressure=0 --set two:split=0.4 --patch-flux >r.json
near "$(json r.json outlets 0 flow)" "$(awk -v q="$(json r.json patch_flux patches 0 flux)" 'BEGIN { printf "%.15g", 0.4 * q }')" 1e-3

# The state is in the checkpoint: the same bits after a break, with any number of threads.
for two in rcr=3e5,1e-6,1e5 split=0.3,absorbing pressure=1e-4Pa,absorbing; do
  run --threads 1 --set one:rcr=1e5,1e-6,2e5 --set "two:$two" --steps 90 --checkpoint whole.tile >r.json
  run --threads 2 --set one:rcr=1e5,1e-6,2e5 --set "two:$two" --steps 41 --checkpoint part.tile >r.json
  tessera run part.tile --quiet --device cpu --json --steps 90 --checkpoint part.tile >s.json
  is "$(digest part.tile)" "$(digest whole.tile)"
done
# In the text of the report
tessera run part.tile --quiet --device cpu --steps 91 -o out.tile >report
grep -q 'one .*rcr: .* mL/s out at .* Pa (.* mmHg)' report || fail "no outlet in the report"

# ---- refused, with one line ---------------------------------------------------------------------
bad() { code=$1 text=$2; shift 2; refused "$code" "$text" tessera-run duct.tile --device cpu --steps 1 $physical --set in:flow=0.02mL/s "$@"; }
bad 2 'more than 1' --set one:split=0.6 --set two:split=0.5
bad 2 'none holds the pressure' --set one:split=0.6 --set two:split=0.4
bad 2 'no opening holds the pressure' --set one:flow=-1mL/s --set two:flow=-1mL/s
bad 2 'the resistance must be positive' --set one:resistance=0 --set two:pressure=0
bad 2 'the resistances and the capacity must be positive' --set one:rcr=1e6,-1e-8,1e6 --set two:pressure=0
for fraction in 0 1.5 -1; do
  bad 2 'must be above 0, and at most 1' --set one:split=$fraction --set two:pressure=0
done
bad 2 'expected Rp,C,Rd' --set one:rcr=1e6,1e-8 --set two:pressure=0
bad 2 "is not in Pa.s/m3" --set one:resistance=1Pa --set two:pressure=0
bad 2 'expected a fraction' --set one:split=40mL/s --set two:pressure=0
refused 2 'needs the time step' tessera-run duct.tile --steps 1 --set in:flow=1 --set one:resistance=1e6 --set two:pressure=0
# Before the first step: a number that is infinite in lattice units, which no file holds.
refused 2 'the key "outlets" of the file would be infinite' tessera-run duct.tile $physical --steps 1 --set in:flow=0.02mL/s \
  --set one:rcr=1e6,1e308m3/Pa,1e6 --set two:pressure=0 -o x

# ---- steady flow through a surface --------------------------------------------------------------------
# Outlets absorb sound unless told otherwise: a tube of 60 voxels becomes steady in less than two thirds of the steps, with
# the same flux through its outlet (both are within the bound, 1e-6).
tube_surface 24 4 60 >tube.stl
tessera voxelize tube.stl --voxel 1mm --unit mm --cap --quiet | tessera tile --lint no --quiet -o tube.tile
steady() {
  tessera run tube.tile --quiet --device cpu --json --tau 0.52 --set inlet0:velocity=0.03,parabola --set "outlet1:pressure=0$1" \
    --converge 1e-6 --patch-flux --checkpoint steady.tile >"$2"
}
steady '' a.json
absorbed=$(digest steady.tile)
steady ,absorbing a.json
is "$(digest steady.tile)" "$absorbed"
steady ,reflecting r.json
is "$(json a.json outlets 0 absorbing)" true
is "$(json r.json outlets)" null
awk -v a="$(json a.json steps)" -v r="$(json r.json steps)" 'BEGIN { exit !(3 * a < 2 * r) }' ||
  fail "steps: $(json a.json steps) with absorption, $(json r.json steps) without"
near "$(json a.json patch_flux patches 1 flux)" "$(json r.json patch_flux patches 1 flux)" 2e-6

# A flow that leaves, in a fork of ducts of 8.3 voxels whose walls cut links: the pressure is found that gives it. As a velocity
# that leaves it diverged, with each collision but LES.
awk -v size=8.3 'function corner(p, k) { split(p, k, ","); printf "v %.9g %.9g %.9g\n", size * k[1], size * k[2], size * k[3] }
  function side(c, a, up, k, p, n) { # of cell c across axis a
    split("0,0 1,0 1,1 0,1", p, " ")
    for (n = 1; n <= 4; n++) {
      split(c, k, ","); k[a + 1] += up; split(p[up ? n : 5 - n], at, ",")
      k[(a + 1) % 3 + 1] += at[1]; k[(a + 2) % 3 + 1] += at[2]; corner(k[1] "," k[2] "," k[3])
    }
    print "f -4 -3 -2 -1"
  }
  BEGIN {
    split("0,0,0 0,0,1 0,0,2 0,0,3 1,0,1 2,0,1", cells, " ")
    for (i in cells) full[cells[i]]
    full["0,0,-1"]; full["0,0,4"]; full["3,0,1"] # behind the ends
    for (i in cells) for (a = 0; a < 3; a++) for (up = 0; up < 2; up++) {
      split(cells[i], k, ","); k[a + 1] += 2 * up - 1
      if (!((k[1] "," k[2] "," k[3]) in full)) side(cells[i], a, up)
    }
  }' >fork.obj
tessera voxelize fork.obj --voxel 1mm --unit mm --cap --quiet | tessera tile --lint no --quiet -o leaves.tile
leave() { tessera run leaves.tile --quiet --device cpu --threads 1 --json --tau 0.509 --patch-flux "$@" >r.json 2>said; }
leave --set inlet0:pressure=0 --set outlet1:flow=-1 --set outlet2:flow=-2 --steps 2000
is "$(json r.json outlets 1 condition)" flow
for k in 0 1 2; do near "$(json r.json patch_flux patches $k flux)" "$(echo '3 -1 -2' | cut -d ' ' -f $((k + 1)))" 3e-3; done
leave --set inlet0:flow=3,parabola --set outlet1:velocity=-0.015 --set outlet2:pressure=0 --converge 1e-3
near "$(json r.json patch_flux patches 1 flux)" "-$(awk 'BEGIN { print 0.015 * 8.3 * 8.3 }')" 3e-3
# a curve that turns, and a restart
awk 'BEGIN { for (i = 0; i <= 16; i++) printf "%d %.12g\n", 100 * i, -0.5 - 1.5 * (i % 8 ? sin(i * atan2(0, -1) / 8) : 0) }' >turns.txt
turns="--set inlet0:pressure=0,absorbing --set outlet1:flow=turns.txt --set outlet2:flow=-1"
leave $turns --beats 2 --average mean.tile
for i in 24 74; do near "$(json r.json beat openings 1 flow $i)" "$(awk -v i=$i 'BEGIN { print i == 24 ? -2 : 1 }')" 2e-3; done
near "$(json r.json curves 0 mean)" -0.5 1e-9
leave $turns --steps 300 --checkpoint whole.tile
leave $turns --steps 170 --checkpoint part.tile
tessera run part.tile --quiet --device cpu --steps 230 --checkpoint part.tile >report
tessera run part.tile --quiet --device cpu --steps 300 $turns --checkpoint part.tile >report
is "$(digest part.tile)" "$(digest whole.tile)"
refused 2 'no opening holds the pressure' tessera-run leaves.tile --steps 1 --tau 0.509 --set inlet0:velocity=0.04 \
  --set outlet1:velocity=-0.01 --set outlet2:velocity=-0.03

# A pressure that all openings have in common is taken off: the flow is that with 0, to the rounding of the pressures, and
# every report and file has the pressure. Before, 80 mmHg were 11 times the density, and the flow diverged.
gentle() {
  tessera run duct.tile --quiet --device cpu --json --viscosity 3.5e-6m2/s --density 1060kg/m3 --time-step 1ms --collision mrt \
    --set in:flow=0.05mL/s,parabola --patch-flux --force-on walls "$@"
}
common=10665.7909932
add() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.17g", a + b }'; }
awk 'BEGIN { for (i = 0; i <= 20; i++) printf "%.17g %.17g\n", 10 * i, 2 + 0.02 * sin(atan2(0, -1) * i / 10) }' >low.txt
awk -v p=$common '{ printf "%.17g %.17g\n", $1, $2 - 2 + p }' low.txt >high.txt
for two in resistance=1e5,0.01Pa rcr=1e5,1e-6,2e5,0.01Pa pressure=0.01Pa split=0.4; do
  high=$two
  case $two in *0.01Pa) high=${two%0.01Pa}$(add $common 0.01)Pa ;; esac
  gentle --steps 30 --set one:pressure=0 --set "two:$two" -o zero.tile >z.json
  gentle --steps 30 --set one:pressure=80mmHg --set "two:$high" -o high.tile >h.json
  for k in 0 1 2; do near "$(json h.json patch_flux patches $k flux)" "$(json z.json patch_flux patches $k flux)" 1e-8; done
  near "$(point high.tile)" "$(add "$(point zero.tile)" $common)" 1e-12
done
gentle --steps 30 --set one:pressure=80mmHg --set "two:rcr=1e5,1e-6,2e5,80mmHg" -o high.tile >h.json
near "$(json h.json outlets 0 pressure_pa)" $common 1e-4
near "$(json h.json outlets 0 taken_off)" "$(awk -v p=$common 'BEGIN { printf "%.17g", p / 1060 }')" 1e-12
# the wall opposite to `two` has 160 faces; at the edges links of openings are not in the sum
near "$(json h.json forces 0 force 0)" "$(awk -v p=$common 'BEGIN { printf "%.17g", -160 * p / 1060 }')" 0.05
tessera run duct.tile --quiet --device cpu --viscosity 3.5e-6m2/s --density 1060kg/m3 --time-step 1ms --collision mrt --steps 1 \
  --set in:flow=0.05mL/s --set one:pressure=80mmHg --set two:pressure=80mmHg -o out.tile >report
grep -q 'common pressure *80 mmHg of all openings' report || fail "$(cat report)"
# Over a beat: curves, tables, means, points, and restarts to the byte
beat() {
  gentle --set "one:pressure=$1.txt,ms,Pa" --set "two:pressure=$2Pa" --beats 1 --average "$1-mean.tile" --series "$1.csv" \
    --series-every 200 --watch 3,3,10 >"$1.json"
}
more=$(add $common -2)
beat low 1.99
beat high "$(add 1.99 "$more")"
for k in 1 2; do
  near "$(json high.json beat openings $k pressure_pa 30)" "$(add "$(json low.json beat openings $k pressure_pa 30)" "$more")" 1e-11
  near "$(json high.json beat openings $k flow 30)" "$(json low.json beat openings $k flow 30)" 1e-6
done
near "$(json high.json curves 0 mean_pa)" $common 1e-9
near "$(point high-mean.tile)" "$(add "$(point low-mean.tile)" "$more")" 1e-9
watched() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "point1_p_pa") at = i; next } { print $at }' "$1"; }
near "$(watched high.csv)" "$(add "$(watched low.csv)" "$more")" 1e-11
# the mean of the fields over a beat is that of the table, with what is taken off in each time step
awk '{ print $1, 0.01 * ($2 - 1.9) }' low.txt >pulse.txt
tessera run duct.tile --quiet --device cpu --json --viscosity 3.5e-6m2/s --time-step 1ms --collision mrt --set in:flow=pulse.txt,ms,mL/s \
  --set one:rcr=1e7,1e-9,2e7 --set two:rcr=1e7,1e-9,2e7 --beats 1 --average mean.tile --force-on walls >b.json
near "$(point mean.tile 3,3,19)" "$(tessera probe mean.tile --table | awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) if ($i == "one_pressure_pa") at = i; next } { n++; sum += $at } END { printf "%.17g", sum / n }')" 1e-6
gentle --set one:pressure=high.txt,ms,Pa --set "two:pressure=${common}Pa,absorbing" --steps 60 --checkpoint whole.tile >w.json
gentle --set one:pressure=high.txt,ms,Pa --set "two:pressure=${common}Pa,absorbing" --steps 23 --checkpoint part.tile >p.json
head -60 part.tile | grep -aq '^common-pressure: ' || fail 'no key of the common pressure'
tessera run part.tile --quiet --device cpu --json --steps 60 --checkpoint part.tile >p.json
is "$(digest part.tile)" "$(digest whole.tile)"
# A flow that has begun keeps what was taken off, and has the pressure that is asked for.
tessera run part.tile --quiet --device cpu --json --set two:pressure=10666Pa,absorbing --steps +20 --checkpoint part.tile >p.json
near "$(json p.json outlets 0 pressure_pa)" 10666 1e-5
# What is left may not be much of the density.
refused 2 "pressure of patch 'one' differs from others by 10 mmHg.* density by 3.77 .*--time-step 0.000282s or less (tau 0.502961)" \
  tessera-run duct.tile --viscosity 3.5e-6m2/s --density 1060kg/m3 --time-step 1ms --steps 1 --set in:flow=0.05mL/s --set one:pressure=90mmHg --set two:pressure=80mmHg
awk '{ print $1, 1e5 * ($2 - 2) }' low.txt >far.txt
refused 2 "pressure of patch 'one' would change the density .*give it pressure=0" \
  tessera-run duct.tile --viscosity 3.5e-6m2/s --density 1060kg/m3 --time-step 1ms --steps 1 --set in:flow=0.05mL/s --set two:flow=0 --set one:pressure=far.txt,ms,Pa

# An RCR behind a flow of 2.2 + 2.5 sin 2 pi t mL/s, Rp = Rd = 1000 and C = 1e-4 in cgs units (svZeroDSolver,
# pulsatileFlow_R_RCR): P = 4400 + 4437.67 sin(2 pi t - 14.701 degrees) dyn/cm2, if Q is that of the outlet. Sums over
# eight phases of the third period, of 10 000 steps.
tessera voxelize --quiet --shape box --size 6,6,6 --voxel 5mm | tessera tile --quiet --patch in=z- --patch out=z+ -o cube.tile
awk 'BEGIN { print "# t [s], Q [mL/s]"; for (k = 0; k <= 64; k++) printf "%.9g %.12g\n", k / 64, 2.2 + 2.5 * (k % 32 ? sin(k * atan2(0, -1) / 32) : 0) }' >sine.txt
tessera run cube.tile --quiet --device cpu --json --viscosity 0.25m2/s --time-step 0.1ms --set in:flow=sine.txt --set out:rcr=1e8,1e-9,1e8 --steps 20000 --checkpoint cube.check >r.json
for phase in 1 2 3 4 5 6 7 8; do
  tessera run cube.check --quiet --device cpu --json --steps +1250 --checkpoint cube.check >r.json
  echo "$phase $(json r.json outlets 0 flow_m3_s) $(json r.json outlets 0 pressure_pa)"
done | awk '
  { a = $1 * atan2(0, -1) / 4; q += $2; p += $3; qx += $2 * cos(a); qy -= $2 * sin(a); px += $3 * cos(a); py -= $3 * sin(a) }
  END {
    turn = (atan2(py, px) - atan2(qy, qx)) * 180 / atan2(0, -1); turn += turn < -180 ? 360 : turn > 180 ? -360 : 0
    printf "%.10g %.10g %.10g\n", p / q, sqrt((px ^ 2 + py ^ 2) / (qx ^ 2 + qy ^ 2)), turn }' >impedance
near "$(cut -d ' ' -f 1 impedance)" 2e8 1e-4
near "$(cut -d ' ' -f 2 impedance)" 1.775068e8 1e-4
near "$(cut -d ' ' -f 3 impedance)" -14.701 4e-4

# Without P0 a capacitor starts where the circuit settles: with RdC = 5 s, of a period of 1 s, the first beat ends at
# v(0) = Pd + Rd q0 - q1 w C Rd^2 / (1 + (w RdC)^2), the periodic solution of dv/dt = (q - (v - Pd) / Rd) / C for
# q = q0 + q1 sin wt. Two outlets in parallel have it too, and a flow that gets its outlet at a quarter of a beat. Tolerance:
# 1 % of the range of v; a start at the mean is off by 40 %.
awk 'BEGIN { for (i = 0; i < 216; i++) printf "%d", i % 6 < 5 || (i >= 36 && i < 180) }' | # no edge is shared
  tessera voxelize --quiet --raw 6,6,6,u8 --fluid equal=49 --voxel 5mm - |
  tessera tile --quiet --patch in=z- --patch one=z+ --patch two=x+ -o fork.tile
first_beat() {
  file=$1 steps=$2; shift 2
  tessera run "$file" --quiet --device cpu --json --steps "$steps" --checkpoint beat.check "$@" >r.json
}
begun="--viscosity 2.5e-3m2/s --time-step 0.5ms --set in:flow=sine.txt"
settled() { # PATCH RP: v of the outlet with this proximal resistance
  awk -v p="$(json r.json outlets "$1" pressure_pa)" -v q="$(json r.json outlets "$1" flow_m3_s)" -v rp="$2" 'BEGIN {
    w = 8 * atan2(1, 1); r = 1e9; c = 5e-9; amplitude = 2.5e-6 * r / sqrt(1 + (w * r * c) ^ 2)
    v = 100 + 2.2e-6 * r - 2.5e-6 * w * c * r * r / (1 + (w * r * c) ^ 2)
    off = (p - rp * q - v) / (2 * amplitude); print off; exit !(off ^ 2 < 0.01 ^ 2) }' >off || fail "v of outlet $1: off by $(cat off) of its range"
}
# Behind a constant flow it is that at once: Pd + q Rd, 0.1 % of RdC after the start.
tessera run cube.tile --quiet --device cpu --json --viscosity 2.5e-3m2/s --time-step 0.5ms --ramp 0 --steps 10 --set in:flow=2.2mL/s \
  --set out:rcr=1e8,5e-9,1e9,100 >r.json
near "$(awk -v p="$(json r.json outlets 0 pressure_pa)" -v q="$(json r.json outlets 0 flow_m3_s)" 'BEGIN { printf "%.9g", p - 1e8 * q }')" 2300 2e-3
first_beat cube.tile 2000 $begun --set out:rcr=1e8,5e-9,1e9,100
settled 0 1e8
first_beat cube.tile 500 $begun --set out:resistance=1e8
first_beat beat.check 2000 --set out:rcr=1e8,5e-9,1e9,100
settled 0 1e8
# Behind a pressure it starts where that settles: v(0) = Pd + (p0 - Pd) / 2 + p1 Im(1 / (2 + i w R C)) for Rp = Rd = R.
awk 'BEGIN { print "# t [s], p [Pa]"; for (k = 0; k <= 64; k++) printf "%.9g %.12g\n", k / 64, 2000 + 500 * (k % 32 ? sin(k * atan2(0, -1) / 32) : 0) }' >sines.txt
tessera run cube.tile --quiet --device cpu --json --viscosity 2.5e-3m2/s --time-step 0.5ms --steps 2000 --set in:pressure=sines.txt \
  --set out:rcr=1e9,5e-9,1e9,100 >r.json
near "$(awk -v p="$(json r.json outlets 0 pressure_pa)" -v q="$(json r.json outlets 0 flow_m3_s)" 'BEGIN { printf "%.9g", p - 1e9 * q }')" \
  "$(awk 'BEGIN { w = 40 * atan2(1, 1); printf "%.9g", 1050 - 500 * w / (4 + w * w) }')" 3e-3
# Steady flow does not wait for capacitors: it takes the steps of a resistance Rp + Rd, and ends there.
for one in rcr=1e5,1e-3,2e5 resistance=3e5; do
  run --converge 1e-4 --set "one:$one" --set two:pressure=0 >"${one%%=*}.json"
done
is "$(json rcr.json steps)" "$(json resistance.json steps)"
near "$(json rcr.json outlets 0 flow)" "$(json resistance.json outlets 0 flow)" 1e-9
first_beat fork.tile 2000 $begun --set one:rcr=1.5e10,3.33333333e-9,1.5e9,100 --set two:rcr=3e10,1.66666667e-9,3e9,100
settled 0 1.5e10
settled 1 3e10

# What is left of a beat. Behind a flow that is given, what a capacitor is off its periodic state shrinks by exp(-T / RdC) from
# beat to beat: RdC = 5 T and 300 Pa of a range of 547 Pa need 10 beats until less than a tenth is left when one begins. What is
# said to remain is that, found from the pressure at its end. Tolerance 5 %: the first sample is not its beginning, and the
# fluid is compressible. The change from beat to beat is below a tenth after 2, and the run longer than RdC after 5, when
# 0.25 is left. Started where the circuit settles, the beats are alike after three.
to_beats() {
  tessera run cube.tile --quiet --device cpu --threads 1 --json $begun --beats "$1" --set "out:rcr=1e8,5e-9,1e9,100${2:-}" >b.json 2>said
}
to_beats periodic:0.1,20 ,2520.5
is "$(json b.json beat beats)" 10
for k in 0 1; do for i in $(seq 0 99); do json b.json beat openings $k pressure_pa $i; done; done >pressures
awk -v q="$(json b.json beat openings 1 flow_m3_s 99)" -v remaining="$(json b.json beat remaining)" '
  NR == 1 || $1 > most { most = $1 } NR == 1 || $1 < least { least = $1 }
  END {
    w = 8 * atan2(1, 1); r = 1e9; c = 5e-9; v = 100 + 2.2e-6 * r - 2.5e-6 * w * c * r * r / (1 + (w * r * c) ^ 2)
    off = exp(0.2) * ($1 + 1e8 * q - v) / (most - least); print remaining, off
    exit !(remaining > 0.95 * off && remaining < 1.05 * off) }' pressures >off || fail "what remains: $(cat off)"
to_beats 3 ,2520.5
grep -q 'R C = 5 beats: up to about 0.3[0-9]* of the pressure or the flow is left' said || fail "$(cat said)"
to_beats periodic:0.01,20
is "$(json b.json beat beats)" 3

# ---- sound ------------------------------------------------------------------------------------------
# A pulse of pressure, 33 voxels wide, in a channel of 300: without absorption all of it comes back, with it less than a
# twentieth, and the mean pressure stays.
hurried && exit 0
# An outlet that absorbs holds its pressure: over a beat the mean is that of its condition.
tessera voxelize --quiet --shape box --size 4,4,100 | tessera tile --quiet --periodic xy --patch in=z- --patch out=z+ -o hold.tile
awk 'BEGIN { for (i = 0; i <= 500; i += 5) printf "%d %.12g\n", i, 0.016 * (1 + 0.5 * sin((i % 500) * atan2(0, -1) / 250)) }' >beats.txt
tessera run hold.tile --device cpu --quiet --tau 0.6 --set in:flow=beats.txt --set out:pressure=1e-3,absorbing --steps 20000 \
  --series hold.csv --series-every 5 --watch 2,2,99 --json >r.json
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "point1_p") at = i; next }
  $1 > 19500 { n++; sum += $at; if (n == 1 || $at > most) most = $at; if (n == 1 || $at < least) least = $at }
  END { off = sum / n - 1e-3; exit !(n == 100 && most - least > 1e-4 && off ^ 2 < (1e-6 * 1e-3) ^ 2) }' hold.csv || fail "the mean pressure does not hold"

tessera voxelize --quiet --shape box --size 4,4,300 | tessera tile --quiet --periodic xy --patch in=z- --patch out=z+ -o long.tile
awk 'BEGIN { for (i = 0; i <= 2000; i += 5) { x = (i - 60) / 20; print i, i % 2000 ? 0.016 * exp(-x * x) : 0 } }' >pulse.txt
back() {
  tessera run long.tile --device cpu --quiet --tau 0.51 --set in:flow=pulse.txt --set "out:$1" --steps 900 --series sound.csv \
    --series-every 5 --watch 2,2,150 --json >r.json
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "point1_p") at = i; next }
    { p = $at < 0 ? -$at : $at; if ($1 < 430 && p > there) there = p; if ($1 >= 520 && $1 < 900 && p > back) back = p }
    $1 == 700 { rest = p }
    END { print back / there, rest / there }' sound.csv
}
near "$(back pressure=0 | cut -d ' ' -f 1)" 1 0.05
back pressure=0,absorbing | awk '{ exit !($1 < 0.05 && $2 < 1e-4) }' || fail "sound comes back"
