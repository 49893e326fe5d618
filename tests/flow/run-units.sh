#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Physical values at the openings of a surface: the time step that follows from their peak, and the same flow in other
# units. Tube of radius 4 mm and length 16 mm, 24 sides, voxels of 1 mm; its openings have 48 sin 15 degrees x 4 mm2.
. "$srcdir/tests/lib.sh"
tube_surface 24 4 16 >tube.stl
tessera voxelize tube.stl --voxel 1mm --unit mm --cap --quiet | tessera tile --lint no --quiet -o tube.tile
area=$(awk 'BEGIN { printf "%.15g", 192 * sin(atan2(0, -1) / 12) }') # mm2
run() { tessera run tube.tile --quiet --device cpu --json --steps 2 --set outlet1:pressure=0 "$@"; }

# ---- the time step --------------------------------------------------------------------------------
# tau = 1/2 + 3 nu 0.05 / (peak dx), here with nu = 1e-4 m2/s
tau() { awk -v peak="$1" 'BEGIN { t = 0.5 + 3 * 1e-4 * 0.05 / (peak * 1e-3); printf "%.15g", t < 1 ? t : 1 }'; }
flow=$(awk -v a="$area" 'BEGIN { printf "%.15g", 0.1 * a }') # mL/s: a mean of 0.1 m/s
awk -v q="$flow" 'BEGIN { print "# t [s], Q [mL/s]"; for (i = 0; i <= 10; i++) print i / 10, q * (i == 3 ? -1 : 0.2) }' >curve.txt
for row in "velocity=0.1m/s 0.1" "velocity=-10cm/s,parabola 0.2" "flow=${flow}mL/s 0.1" "flow=${flow}mL/s,plug 0.1" \
  "flow=${flow}mL/s,parabola 0.2" "flow=curve.txt 0.1" "flow=curve.txt,womersley 0.2" "velocity=0,0,0.1m/s 0.1" \
  "parabola=0m/s,0.03m/s,0.04m/s 0.05" "velocity=1mm/s 0.001"; do
  run --viscosity 1e-4m2/s --set "inlet0:${row% *}" >r.json
  near "$(json r.json tau)" "$(tau "${row#* }")" 1e-6 # an STL file has floats
done
# The viscosity of --blood is that at high shear rates.
run --blood newtonian:0.1 --set inlet0:velocity=0.1m/s >r.json
near "$(json r.json tau)" "$(tau 0.1)" 1e-12
# Two of three that are given stay, and so do values in lattice units and pressures that move little.
run --viscosity 1e-4m2/s --tau 0.8 --set inlet0:velocity=0.1m/s >r.json
is "$(json r.json tau)" 0.8
for set in velocity=0.01 pressure=1Pa; do
  run --viscosity 1e-4m2/s --set "inlet0:$set" >r.json
  is "$(json r.json tau)" 1
done
# Where only pressures are given the speed is estimated: here that of Poiseuille flow, dp R^2 / (4 mu L) in a tube as long as
# the grid, which is less than Bernoulli's 1.1 m/s; in a tube eight times as wide and long it is Bernoulli's. With tau 1 the
# flow was 1.4 voxels a step, and diverged.
longest_of() { tessera stats "$1" --json | awk '/"grid"/ { gsub("[^0-9]+", " "); m = $1; for (i = 2; i <= 3; i++) if ($i > m) m = $i; print m }'; }
mmhg=133.322387415
blood="--density 1060kg/m3 --viscosity 3.5cP --set outlet1:pressure=0mmHg"
tube_surface 24 100 400 >small.stl
tessera voxelize small.stl --voxel 25um --unit um --cap --quiet | tessera tile --lint no --quiet -o small.tile
pressed() { # shellcheck disable=SC2086
  expect 0 tessera run "$1" --quiet --device cpu --json $blood --steps "$2" --set "inlet0:pressure=$3" >r.json; }
pressed small.tile 1000 4.8mmHg
awk -v mach="$(json r.json mach)" 'BEGIN { exit !(mach > 0.05 && mach < 0.17) }' || fail "Mach $(json r.json mach) by a pressure"
slow=$(awk -v p=$mmhg -v l="$(longest_of small.tile)" 'BEGIN { pi = atan2(0, -1); area = 12 * sin(pi / 12) * 1e-8
  u = 4.8 * p * area / pi / (4 * 3.5e-3 * l * 25e-6); printf "%.15g", 0.5 + 3 * 3.5e-3 / 1060 * 0.05 / (u * 25e-6) }')
near "$(json r.json tau)" "$slow" 1e-6
tube_surface 24 800 3200 >wide.stl
tessera voxelize wide.stl --voxel 200um --unit um --cap --quiet | tessera tile --lint no --quiet -o wide.tile
pressed wide.tile 1 4.8mmHg
near "$(json r.json tau)" "$(awk -v p=$mmhg 'BEGIN { printf "%.15g", 0.5 + 3 * 3.5e-3 / 1060 * 0.05 / (sqrt(2 * 4.8 * p / 1060) * 200e-6) }')" 1e-9
# The difference of curves is that at the same time, 4.8 mmHg at most: both follow a heart.
for part in 0 4.8; do
  awk -v more=$part 'BEGIN { print "t [s], p [mmHg]"; for (i = 0; i <= 20; i++) {
    s = sin(atan2(0, -1) * i / 20); print i / 20, 80 + 40 * s + more * s } }' >heart$part.txt
done
expect 0 tessera run small.tile --quiet --device cpu --json --density 1060kg/m3 --viscosity 3.5cP --steps 1 \
  --set inlet0:pressure=heart4.8.txt --set outlet1:pressure=heart0.txt >r.json
near "$(json r.json tau)" "$slow" 1e-4 # a period is a whole number of steps
# A pressure in lattice units says nothing
run --viscosity 1e-4m2/s --set inlet0:pressure=0.001 >r.json
is "$(json r.json tau)" 1
# A flow that has begun keeps its time step.
run --viscosity 1e-4m2/s --set inlet0:velocity=0.1m/s --checkpoint begun.tile >r.json
tessera run begun.tile --quiet --device cpu --json --steps 3 --viscosity 1e-4m2/s --set inlet0:velocity=0.2m/s >s.json
is "$(json s.json tau)" "$(json r.json tau)"

# Voxels that are too large: those that would do are told, and do.
refused 2 'voxelize --voxel with 30 um or less' tessera-run tube.tile --steps 1 --set outlet1:pressure=0 --viscosity 1e-7m2/s \
  --set inlet0:velocity=1m/s
run --viscosity 1e-7m2/s --set inlet0:velocity=1m/s --les smagorinsky:0.1 >r.json
refused 2 'set inlet0:velocity=1m/s: .1m/s. needs the time step' tessera-run tube.tile --steps 1 --set outlet1:pressure=0 \
  --set inlet0:velocity=1m/s

# ---- before the first step --------------------------------------------------------------------------
# In a circle of the area of the opening, d across: Re = U d / nu, alpha = d/2 sqrt(2 pi / (T nu)), Mach = sqrt 3 u, and
# tau as above. The curve: a peak of -0.1 m/s, a mean of 0.1 (0.2 x 9 - 1) / 10 = 0.008 m/s, T = 1 s.
expect 0 tessera run tube.tile --device cpu --json --steps 5 --set outlet1:pressure=0 --viscosity 1e-5m2/s \
  --set inlet0:flow=curve.txt,womersley >r.json
for row in 'Reynolds number *[0-9.]* at the peak, [0-9.]* in the mean (inlet0, 7.954 voxels across)' 'Womersley number *3.1' \
  'Mach number *0.0866 at the peak' 'density *may change by' 'tau *0.5075' 'time step *0.00025 s, 4000 a period' 'steps *5' 'memory .* MiB'; do
  grep -q "^  $row" stderr || fail "not said: $row: $(cat stderr)"
done
across=$(awk -v a="$area" 'BEGIN { printf "%.15g", 2e-3 * sqrt(a / atan2(0, -1)) }')
of() { awk -v d="$across" -v pi=3.141592653589793 "BEGIN { printf \"%.15g\", $1 }"; }
near "$(json r.json estimate reynolds)" "$(of '0.1 * d / 1e-5')" 1e-5
near "$(json r.json estimate reynolds_mean)" "$(of '0.008 * d / 1e-5')" 1e-5
near "$(json r.json estimate womersley)" "$(of 'd / 2 * sqrt(2 * pi / 1e-5)')" 1e-5
near "$(json r.json estimate mach)" "$(of '0.05 * sqrt(3)')" 1e-5
near "$(json r.json estimate grid_reynolds)" 20 1e-6
near "$(json r.json estimate steps_a_period)" 4000 1e-6
# 3 (u^2 / 2 of the fastest fluid + 32 nu U L / d^2 of Poiseuille + 2 pi / T U L of the acceleration), L the longest side
longest=$(longest_of tube.tile)
near "$(json r.json estimate density_change)" "$(of "3 * (0.05^2 / 2 + 32 * 0.0025 * 0.025 * $longest / (1e3 * d)^2 + 2 * pi / 4000 * 0.025 * $longest)")" 1e-5
# A faster beat: sound crosses the longest side in a fiftieth of it
awk '/^[0-9.]/ { print $1 / 10, $2; next } { print }' curve.txt >fast.txt
expect 0 run --viscosity 1e-5m2/s --set inlet0:flow=fast.txt,womersley >fast.json
near "$(json fast.json estimate steps_a_period)" "$(awk -v l="$longest" 'BEGIN { n = 50 * sqrt(3) * l; print int(n) + 1 }')" 1e-9
is "$(json r.json estimate inlet)" inlet0
is "$(json r.json estimate memory)" "$(json r.json memory)"
for row in velocity=0.1m/s parabola=0m/s,0m/s,0.2m/s "flow=${flow}mL/s,parabola"; do
  expect 0 run --viscosity 1e-4m2/s --set "inlet0:$row" >r.json
  [ ! -s stderr ] || fail "not quiet: $(cat stderr)"
  near "$(json r.json estimate reynolds)" "$(of '0.1 * d / 1e-4')" 1e-5
done
is "$(json r.json estimate womersley)" null
run --set inlet0:velocity=0.01 >r.json
is "$(json r.json estimate)" null

# the mean of a curve is that over time, however uneven its points: 0.6 (1 - cos 2 pi t) has the mean 0.6
awk -v q="$flow" 'BEGIN { pi = atan2(0, -1); print "# t [s], Q [mL/s]"
  for (i = 0; i <= 400; i++) { t = i / 400 + 0.1 * sin(pi * i / 200); print t, q * 0.6 * (1 - cos(2 * pi * t)) } }' >uneven.txt
expect 0 run --viscosity 1e-4m2/s --set inlet0:flow=uneven.txt >r.json
near "$(json r.json estimate reynolds_mean)" "$(of '0.06 * d / 1e-4')" 1e-5

bad() { refused 2 "$@"; }
bad 'up to 0.25 voxels a step .Mach 0.43, .*: give --time-step 500us or less' tessera-run tube.tile --steps 1 --set outlet1:pressure=0 \
  --viscosity 1e-4m2/s --time-step 2.5ms --set "inlet0:flow=${flow}mL/s"
tessera run tube.tile --quiet --steps 1 --set outlet1:pressure=0 --viscosity 1e-4m2/s --time-step 500us --set "inlet0:flow=${flow}mL/s" --json >r.json
bad 'the period is 40 time steps, and 100 are the least: give --time-step 100us or less' tessera-run tube.tile --steps 1 \
  --viscosity 1e-4m2/s --time-step 250us --period 10ms --set outlet1:pressure=0 --set inlet0:velocity=0.1m/s

# ---- points as lengths --------------------------------------------------------------------------------
# The key `origin` is the corner of the first voxel; the node lies half a voxel from there.
at=$(sed -n 's/^origin: //p; /^end: /q' tube.tile | awk '{ printf "%.12gmm,%.12gcm,%.12gm", 1e3 * $1 + 4.5, 100 * $2 + 0.55, $3 + 1.6e-3 }')
run --ramp 0 --set inlet0:velocity=0.01 --series s.csv --series-every 1 --watch 4,5,1 --watch "$at" >r.json
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^point1_/) first = first ? first : i }
  NR > 1 { for (i = 0; i < 4; i++) if ($(first + i) != $(first + 8 + i)) exit bad = 1; rows += $(first + 3) > 1e-3 }
  END { exit bad || rows != 2 }' s.csv || fail "not the same points: $(cat s.csv)"
bad 'expected three numbers X,Y,Z, in voxels, or three lengths such as 12mm,3mm,40mm' tessera-run tube.tile --steps 1 --series n.csv \
  --series-every 1 --set outlet1:pressure=0 --set inlet0:velocity=0.01 --watch 1mm,2,3mm
bad 'outside the grid' tessera-run tube.tile --steps 1 --series n.csv --series-every 1 --set outlet1:pressure=0 \
  --set inlet0:velocity=0.01 --watch 1mm,2mm,300mm

# ---- the units of the field, and SI ------------------------------------------------------------------
# The same flow, of blood in a tube, in mm, mL/s, mmHg, beats/min and cP, and in m, m3/s, Pa, s and Pa.s: the fields differ by
# rounding, 1e-12 of the speed and of the density. 133.322387415 Pa are a mmHg.
awk 'BEGIN {
  for (i = 0; i <= 20; i++) {
    t = i * 0.04; q = 2 + 1.5 * sin(atan2(0, -1) * i / 10)
    printf "%.17g, %.17g\n", 1e3 * t, q >"field.txt"
    printf "%.17g %.17g\n", t, 1e-6 * q >"si.txt"
  } }'
sed -i '1i # t [ms], Q [mL/s]' field.txt
sed -i '1i # t [s], Q [m3/s]' si.txt
rcr=$(awk 'BEGIN { h = 133.322387415; printf "%.17g,%.17g,%.17g,%.17g", 2e5 * h, 5e-7 / h, 15e5 * h, 5 * h }')
tessera voxelize tube.stl --voxel 0.001m --unit mm --cap --quiet | tessera tile --lint no --quiet -o metres.tile
tessera run tube.tile --quiet --device cpu --json --steps 300 --density 1.06g/cm3 --viscosity 3.5cP --period 75beats/min \
  --set inlet0:flow=field.txt,womersley --set outlet1:rcr=0.2mmHg.s/mL,0.5mL/mmHg,1.5mmHg.s/mL,5mmHg -o field.tile >f.json
tessera run metres.tile --quiet --device cpu --json --steps 300 --density 1060kg/m3 --viscosity 0.0035Pa.s --period 0.8s \
  --set inlet0:flow=si.txt,womersley --set "outlet1:rcr=$rcr" -o si.tile >s.json
near "$(json f.json tau)" "$(json s.json tau)" 1e-12
near "$(json f.json outlets 0 pressure_pa)" "$(json s.json outlets 0 pressure_pa)" 1e-12
awk -v d="$("$builddir/tests/differ" field.tile si.tile)" 'BEGIN { exit !(d ~ /[0-9]/ && d < 1e-12) }' ||
  fail "the fields differ by $("$builddir/tests/differ" field.tile si.tile)"
