#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --blood and --les: a tube against the rheology of blood, restarts, and what is refused. References, by quadrature: tube
# of radius 2 mm, Carreau (Cho & Kensey 1991) at a mean of 0.05 m/s: wall stress 0.494032 Pa, axis by mean 1.85873.
. "$srcdir/tests/lib.sh"
refused() { # PATTERN OPTION...
  pattern=$1; shift
  expect 2 tessera run "$@" -o none.tile
  one_line "^tessera-run: .*$pattern"
}
tessera voxelize --quiet --shape tube:d=20,axis=z --size 22,22,4 --voxel 0.2mm --walls | tessera tile --quiet --periodic z -o tube.tile
blood="--blood carreau-yasuda:cho-kensey --density 1060kg/m3 --collision regularised"
force="--force 0,0,494.032N/m3" # 2 tau_w/R

# The stress at the wall is that of the drive: mean and axis are those of the references. At a wall half-way the velocity is off
# by F/(8 nu) (1 - 16/3 Lambda), with the magic parameter Lambda (I. Ginzburg, D. d'Humieres, Phys. Rev. E 68, 066614 (2003)):
# of the mean F R^2/(8 nu) at most 1/R^2, 1 % at R = 10 voxels, and of axis by mean half of that. The flow is steady after
# R^2/nu steps of the thinnest blood.
tessera run --quiet tube.tile $blood $force --tau 0.54 --equilibrium incompressible --steps 9000 --checkpoint whole.tile --json >r.json
tessera probe --json --flux z whole.tile >q.json
tessera probe --json --point 10.5,10.5,0 whole.tile >p.json
mean=$(awk -v q="$(json q.json flux mean_m3_s)" 'BEGIN { print q / (4e-6 * 3.14159265) }')
near "$mean" 0.05 0.01
awk -v u="$(json p.json points 0 uz_m_s)" -v mean="$mean" 'BEGIN { exit !((u / mean / 1.85873 - 1) ^ 2 < 0.005 ^ 2) }' ||
  fail "axis by mean: $(json p.json points 0 uz_m_s) $mean"
[ "$(json r.json blood law)" = carreau-yasuda ] && [ "$(json r.json blood clamped)" = 0 ] || fail "$(cat r.json)"

# The law is in the file: a run is continued bit for bit.
tessera run --quiet tube.tile $blood $force --tau 0.6 --equilibrium incompressible --steps 500 --checkpoint part.tile
tessera run --quiet part.tile --steps 1000 --checkpoint part.tile
tessera run --quiet tube.tile $blood $force --tau 0.6 --equilibrium incompressible --steps 1000 --checkpoint all.tile --threads 1
[ "$(tessera stats --digest part.tile)" = "$(tessera stats --digest all.tile)" ] || fail "not continued bit for bit"

# A yield stress that is not reached: the viscosity is at its bound everywhere. Eddies are reported.
tessera run --quiet tube.tile --blood casson:5,0.003 --les smagorinsky:0.1 $force --tau 0.6 --steps 50 --json -o o.tile >r.json
[ "$(json r.json blood clamped)" = 1 ] || fail "clamped: $(json r.json blood clamped)"
awk -v e="$(json r.json eddy_viscosity)" 'BEGIN { exit !(e > 0 && e < 1) }' || fail "eddies: $(json r.json eddy_viscosity)"

# Refused once the flow has settled, where the bounds of tau make another fluid of it: no file, and what would do. Water-thin
# at high shear rates, this fluid is 30 times thicker at those of a slow flow; with the time step that is named it is not at
# a bound, and the flow rate is that of a power law, pi R^3 / (3 + 1/n) (tau_w / K)^(1/n): 1 % of the stress, as above, are
# 1/n = 2 times that of the flow rate.
slow="--blood power-law:0.02,0.5 --density 1000kg/m3 --equilibrium stokes --force 0,0,4N/m3"
expect 4 tessera run --quiet tube.tile $slow --steps 100000 -o none.tile
one_line 'step 153: the viscosity of --blood is at a bound of tau (0.501 or 10) in [0-9.]* % of the nodes, .* --time-step [0-9.e-]*s or less$'
step=$(sed 's/.*--time-step \([^ ]*\) or less$/\1/' stderr)
expect 0 tessera run --quiet tube.tile $slow --time-step "$step" --steps 6000 -o thin.tile --json >r.json
[ ! -s stderr ] || fail "a warning: $(cat stderr)"
tessera probe --json --flux z thin.tile >q.json
near "$(json q.json flux mean_m3_s)" "$(awk 'BEGIN { r = 2e-3; print 3.14159265 * r ^ 3 / 5 * (4 * r / 2 / 0.02) ^ 2 }')" 0.02
expect 4 tessera run --quiet tube.tile $slow --period 400 --beats 3 -o none.tile
one_line 'step 400: the viscosity of --blood is at a bound' # at all moments of a beat
[ ! -e none.tile ] || fail "a flow of another fluid is written"
# In a part of the nodes: a warning. In fluid that has not settled, too.
expect 0 tessera run --quiet tube.tile $slow --tau 0.6 --steps 2000 -o part.tile
one_line 'warning: the viscosity of --blood is at a bound of tau (0.501 or 10) in [0-9.]* % of the nodes: give --time-step'
expect 0 tessera run --quiet tube.tile $slow --steps 20 -o part.tile
one_line 'warning: the viscosity of --blood is at a bound of tau (0.501 or 10) in 100 % of the nodes: give --time-step'

# The upper bound is known before the first step: 8 U/d at the inlet is the largest shear rate of developed flow in a tube.
awk 'BEGIN { t = atan2(0, -1) / 12; for (z = 0; z < 16; z += 15) for (i = 0; i < 24; i++) print "v", 4 * cos(t * i), 4 * sin(t * i), z
  for (i = 0; i < 24; i++) print "f", i + 1, (i + 1) % 24 + 1, (i + 1) % 24 + 25, i + 25 }' >straight.obj
tessera voxelize straight.obj --voxel 1mm --unit mm --cap --quiet 2>said | tessera tile --lint no --quiet -o straight.tile
shear=$(awk -v a="$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' straight.tile | cut -d , -f 7)" \
  'BEGIN { printf "%.3g", 8 * 1e-10 / a / (2 * sqrt(a / atan2(0, -1))) }')
expect 0 tessera run --quiet straight.tile --blood power-law:0.02,0.5 --density 1000kg/m3 --tau 0.6 --set inlet0:flow=1e-4mL/s \
  --set outlet1:pressure=0 --steps 1 -o part.tile
head -n 1 stderr | grep -q "is at a bound of tau (0.501 or 10) at the largest shear rate of inlet0, $shear/s: give --time-step" || fail "$(cat stderr)"

# Pressures at the openings of a tube at an angle to the grid, whose planes lie up to 1.7 radii outside of the nodes: the
# pressure between falls with the viscosity of the flow, not that of tau (0.0075). R = 5 voxels, L = 16, axis (1,2,3), n = 0.7:
# Q = pi R^3 / (3 + 1/n) (R dp / (2 L K))^(1/n) (with the viscosity of tau: 0.68 of it). What ends and walls take off the stress
# is that of a Newtonian fluid in this tube, n = 1, K = 0.03; the rest is of second order, 1/N^2 = 1 % with N = 10 nodes across.
awk -v R=5 -v L=16 'BEGIN {
  turn = atan2(0, -1) / 12; R *= sqrt(turn / sin(turn)) # the area of the circle
  for (w = 0; w < 2; w++)
    for (i = 0; i < 24; i++) {
      u = R * cos(turn * i); v = R * sin(turn * i); z = L * w / sqrt(14)
      printf "v %.9f %.9f %.9f\n", 2 * u / sqrt(5) + 3 * v / sqrt(70) + z, 6 * v / sqrt(70) - u / sqrt(5) + 2 * z, 3 * z - 5 * v / sqrt(70) }
  for (i = 0; i < 24; i++) print "f", i + 1, (i + 1) % 24 + 1, (i + 1) % 24 + 25, i + 25 }' >oblique.obj
tessera voxelize oblique.obj --voxel 1m --unit m --cap --quiet 2>said | tessera tile --lint no --quiet -o oblique.tile
through() { # OPTION...: the flow rate
  tessera run --quiet oblique.tile --threads 1 "$@" --density 1kg/m3 --time-step 1s --set inlet0:pressure=2e-3Pa \
    --set outlet1:pressure=0 --converge 1e-3 --patch-flux --json >r.json 2>said
  json r.json patch_flux patches 0 flux
}
near "$(through --blood power-law:0.03,0.7)" "$(through --viscosity 0.03m2/s | awk '
  function q(n) { return 3.14159265 * 125 / (3 + 1 / n) * (5 * 2e-3 / (2 * 16 * 0.03)) ^ (1 / n) }
  { printf "%.12g", q(0.7) * ($1 / q(1)) ^ (1 / 0.7) }')" 0.01

# What interpolated walls take from the density in a closed tube. The central rule adds to a population the odd part of its
# deviation, which goes with u^2 (tau- - 1/2). With trt tau- - 1/2 is 3/16/(tau - 1/2): per u^2 the same for twice the force,
# up to u^2 = 1e-5 itself (1e-3), and half of it at 0.58 instead of 0.54. regularised has tau- = 1: 1/2 by 3/16/0.04 is 0.107 of
# trt. The next order in tau - 1/2 is left out: 0.04 between these. Blood: tau is nowhere
# below that of its thinnest, so that tau- is not above; the shear at the wall is 8.1/s, since its stress is F R/2 = 0.079 Pa,
# at a speed of 5.6 mm/s on the axis: by that 1.44 times the one of a Newtonian fluid, and 2.1 is its square.
tessera voxelize --quiet --shape tube:d=20,axis=z --size 22,22,1 --voxel 0.2mm --walls | tessera tile --quiet --periodic z -o slice.tile
drift() { # OPTION...: of the pressure in 4000 steps of steady flow, over the square of the velocity on the axis
  for steps in 16000 20000; do
    tessera run --quiet --threads 1 slice.tile --equilibrium incompressible "$@" --steps $steps -o s.tile >/dev/null 2>&1
    tessera probe --quiet --json --point 10.5,10.5,0 s.tile >p$steps.json
  done
  awk -v a="$(json p16000.json points 0 pressure)" -v b="$(json p20000.json points 0 pressure)" -v u="$(json p20000.json points 0 uz)" \
    'BEGIN { print (a - b) / u ^ 2 }'
}
trt=$(drift --collision trt --tau 0.54 --force 0,0,1e-6)
near "$(drift --collision trt --tau 0.54 --force 0,0,2e-6)" "$trt" 0.001
near "$(drift --collision trt --tau 0.58 --force 0,0,2e-6)" "$(awk -v d="$trt" 'BEGIN { print d / 2 }')" 0.04
thin=$(drift --collision trt --tau 0.54 --blood carreau-yasuda:cho-kensey --density 1060kg/m3 --force 0,0,1e-5)
near "$(drift --collision regularised --tau 0.54 --force 0,0,1e-6)" "$(awk -v d="$trt" 'BEGIN { print d * 0.5 / (0.1875 / 0.04) }')" 0.04
awk -v trt="$trt" -v thin="$thin" 'BEGIN { exit !(trt > 0 && thin > 0 && thin < 2.1 * trt) }' || fail "drift of the density: trt $trt, blood $thin"

tessera voxelize --quiet --shape tube --size 8,8,4 | tessera tile --quiet --periodic z -o nosize.tile
refused "needs the voxel size" nosize.tile --blood casson --steps 1
refused "leave out --viscosity" tube.tile --blood casson --viscosity 3mPa.s --steps 1
refused "expected newtonian, carreau-yasuda, casson or power-law" tube.tile --blood ketchup --steps 1
refused "expected casson:YIELD,VISCOSITY, 2 numbers" tube.tile --blood casson:1 --steps 1
refused "expected casson:YIELD,VISCOSITY, 2 numbers" tube.tile --blood casson:1,-1 --steps 1
refused "N at most 1" tube.tile --blood carreau-yasuda:0.1,0.01,1,2,2 --steps 1
refused "expected smagorinsky:C" tube.tile --les smagorinsky:2 --steps 1
refused "expected smagorinsky:C" tube.tile --les wale --steps 1
refused "collision mrt has one viscosity everywhere" tube.tile --blood casson --collision mrt --steps 1
refused "is for one viscosity" tube.tile --blood casson --permeability z

# What a flow that has diverged is told can be had: not the regularised collision beside a pressure on a face.
tessera voxelize -q --shape tube:d=12 --size 14,14,16 --voxel 0.5mm | tessera tile --quiet --inlet z- --outlet z+ -o faces.tile
expect 4 tessera run faces.tile --quiet --device cpu --blood carreau-yasuda --density 1060kg/m3 --tau 0.508 \
  --set inlet:flow=9mL/s,parabola --set outlet:pressure=0 --steps 400 -o none.tile
grep -q 'raise tau or add --les' stderr || fail "$(cat stderr)"
