#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Flows and pressures that follow a curve: its files, units and faults, the rate through a cap, and restarts. Tube of
# radius 4 across the grid and at 30 degrees to it, one voxel 1 mm.
. "$srcdir/tests/lib.sh"

# tube ANGLE: 24 sides, length 16
tube() {
  awk -v angle="$1" '
    function put(u, v, w) { printf "vertex %.9f %.9f %.9f\n", u * ca + w * sa, v, -u * sa + w * ca }
    function facet(a, b, c, wa, wb, wc) {
      print "facet normal 0 0 0\nouter loop"
      put(4 * cos(a), 4 * sin(a), wa); put(4 * cos(b), 4 * sin(b), wb); put(4 * cos(c), 4 * sin(c), wc)
      print "endloop\nendfacet" }
    BEGIN {
      pi = atan2(0, -1); sa = sin(angle * pi / 180); ca = cos(angle * pi / 180)
      print "solid tube"
      for (i = 0; i < 24; i++) { p = 2 * pi * i / 24; q = p + pi / 12; facet(p, q, q, 0, 0, 16); facet(p, q, p, 0, 16, 16) }
      print "endsolid tube" }' >tube.stl
  tessera voxelize tube.stl --voxel 1mm --unit mm --cap --quiet | tessera tile --lint no --quiet -o tube.tile
}
# 0.5 + 0.3 sin(2 pi t / T), T = 120 steps; in seconds and mL/s: a step is 0.1 s, a voxel 1e-3 mL
awk 'BEGIN { for (i = 0; i <= 20; i++) printf "%.17g %.17g\n", 6 * i, 0.5 + 0.3 * sin(atan2(0, -1) * i / 10) }' >steps.txt
awk 'BEGIN { print "t [s], Q [mL/s] # of a file"; print "# more"
  for (i = 0; i <= 20; i++) printf "%.17g,\t%.17g\n", 0.6 * i, 1e-2 * (0.5 + 0.3 * sin(atan2(0, -1) * i / 10)) }' >units.txt
awk '{ print $1 + 0, $2 }' units.txt | sed '1,2d; s/,//' >bare.txt
run() { tessera run tube.tile --quiet --device cpu --json --set outlet1:pressure=0 "$@"; }
flux() { json r.json patch_flux patches 0 flux; }
header() { sed -n "s/^$2: //p; /^end: /q" "$1"; }
digest() { tessera stats --digest "$1"; }
physical="--viscosity 1.6666666666666667e-6m2/s --time-step 0.1s"

tube 30
# the rate of the next step, 143: 23 of the period
wanted=$(awk 'BEGIN { printf "%.15g", 0.5 + 0.3 * sin(2 * atan2(0, -1) * 23 / 120) }')
for profile in '' ,plug ,parabola ,womersley; do
  run --ramp 0 --steps 142 --patch-flux --set "inlet0:flow=steps.txt$profile" >r.json
  near "$(flux)" "$wanted" 1e-4
  is "$(json r.json ramp)" 0
done
# A constant flow, exactly, whatever the unit
for flow in 0.5 5e-3mL/s 0.3mL/min; do
  # shellcheck disable=SC2086
  run $physical --ramp 0 --steps 3 --patch-flux --set "inlet0:flow=$flow,parabola" >r.json
  near "$(json r.json patch_flux patches 0 flux)" 0.5 1e-10
done

# Units of the file, of the option and of steps: the same flow
for file in steps.txt units.txt units.txt,mL/s bare.txt,s,mL/s bare.txt,mL/s; do
  # shellcheck disable=SC2086
  run $physical --steps 45 --patch-flux --set "inlet0:flow=$file" >r.json
  near "$(json r.json patch_flux patches 1 flux)" "${first:=$(json r.json patch_flux patches 1 flux)}" 1e-9
done

# The same curve as clinics and other programs write it: units in other words, marks and blanks before the first point, names
# that begin as numbers do, a pipe, the counts and the coefficients of SimVascular. The flux is that of units.txt, and the
# period is reported. Before, each of these units counted as none, and each of these first points was left out.
points() { sed '1,2d; s/,//' units.txt; }
as() { first_line=$1; { echo "$first_line"; points; } >"$2"; }
same() {
  # shellcheck disable=SC2086
  run $physical --steps 45 --patch-flux --set "inlet0:flow=$1" ${3:-} ${4:-} >r.json
  near "$(json r.json patch_flux patches 1 flux)" "$first" "${2:-1e-9}"
  near "$(json r.json curves 0 period_s)" 12 1e-12
}
for unit in cc/s mL/sec ml/s 'ml s^-1' 'mL / s' 'mL s⁻¹' cm3/s; do
  as "t [Sec], Q [$unit] # as in a file" named.txt
  same named.txt
done
as 't (s); Q (mL/s) (smoothed)' named.txt && same named.txt
as 'time_s,inlet_flow_ml_s' named.txt && same named.txt
as '# see [12], in mL/s' named.txt && same named.txt,s,cc/s
as 't mL/s' named.txt && same named.txt
{ echo 't [msec], Q [cc/sec]'; points | awk '{ printf "%.17g %s\n", 1000 * $1, $2 }'; } >named.txt && same named.txt,mL/s
{ echo '# t [s], Q [mL/s]'; printf '\357\273\277'; points; } >named.txt && same named.txt
{ printf '\357\273\277# t [s], Q [mL/s]\n'; points; } >named.txt && same named.txt
{ echo '% t [s], Q [mL/s]'; printf '\302\240'; points; } >named.txt && same named.txt
{ echo '"t [s]","Q [mL/s]"'; points | awk '{ printf "\"%s\",\"%s\"\n", $1, $2 }'; } >named.txt && same named.txt
grep -q '^"0","' named.txt || fail 'not quoted'
{ echo '# t [s], Q [mL/s]'; points; } | tr '\n' '\r' >named.txt && same named.txt
{ printf '\377\376'; { echo '# t [s], Q [mL/s]'; points; } | awk '{ for (i = 1; i <= length($0); i++) printf "%s\\000", substr($0, i, 1); printf "\\n\\000" }' | sed 's/%/%%/g' >octal; printf "$(cat octal)"; } >named.txt && same named.txt
{ echo '21 10'; points; } >2024-flow.txt && same 2024-flow.txt,s,mL/s && same ./2024-flow.txt,mL/s
is "$(json r.json curves 0 seconds_assumed)" true
near "$(json r.json curves 0 mean_m3_s)" 5e-9 1e-6
# An index in front, as pandas (to_csv, and read again) and R write it; a count of points; units that are not understood
indexed() { echo "$1"; points | awk -v from="$2" -v quote="$3" '{ printf "%s%d%s,%.17g,%.17g\n", quote, NR - 1 + from, quote, $1, $2 }'; }
indexed ',t [s],Q [mL/s]' 0 '' >named.txt && same named.txt
indexed 'Unnamed: 0,t/s,Q/(mL/s)' 0 '' >named.txt && same named.txt
indexed '"","t","Q"' 1 '"' >named.txt && same named.txt,s,mL/s
indexed 't_s,q_ml_s' 0 '' >named.txt && same named.txt
{ echo 21; points; } >named.txt && same named.txt,s,mL/s
# Milliseconds, which were dropped beside mL/s, so that the period was 1000 times too long
milliseconds() { echo "$1"; points | awk '{ printf "%.17g,%s\n", 1000 * $1, $2 }'; }
for head in 't/ms,Q/(ml/s)' 't in ms,Q in mL/s' 'Time, ms,Flow, mL/s' TIME_MS,FLOW_ML_S timeMs,flowMlS '# t/ms,Q/(ml/s)'; do
  milliseconds "$head" >named.txt && same named.txt
done
# A mean has the unit of the values: 0.3 mL/min
{ echo 't [s], Q [mL/s]'; points; } >named.txt
same named.txt,mean=0.005
same bare.txt,s,mL/min,mean=0.3
# --period stretches: the same over twice the time is that of half the steps, and the mean stays
points | awk '{ printf "%.17g %s\n", $1 / 2, $2 }' >fast.txt
same fast.txt,s,mL/s 1e-9 --period 12s
same fast.txt,s,mL/s 1e-9 --period 5beats/min
same units.txt 1e-9 --period 120
mkfifo pipe
points >pipe &
same pipe,s,mL/s
tessera run tube.tile --quiet --device cpu --viscosity 3e-6m2/s --set outlet1:pressure=0 --set inlet0:flow=bare.txt,mL/s --steps 1 -o out.tile >report
grep -q 'inlet0 *flow of 21 points, period 12 s, its times taken as seconds (.* steps), mean 0.005 mL/s' report || fail "$(cat report)"
# svMultiPhysics: start and period, value and slope at the start, modes: 0.005 + 0.003 sin(2 pi t / 12)
printf '0 12\n0 0\n2\n0.005 0\n0 -0.003\n' >modes.fcs
same modes.fcs,s,mL/s 1e-4
# A scale: the mean, or its Reynolds number U d / nu, here for 1 + 0.6 sin; negative flow in, as SimVascular has it
points | awk '{ printf "%.17g %.17g\n", $1, $2 / 0.005 }' >normal.txt
same normal.txt,s,mean=5mm3/s
same normal.txt,s,mean=5mm3/s,plug
# the mean that is reported is that of the smooth curve, which flows: of few and uneven points it is not that of straight lines
printf '0 2\n0.1 9\n0.2 14\n0.35 6\n0.6 4\n0.9 2\n' >uneven.txt
tessera run tube.tile --device cpu --viscosity 3e-6m2/s --set outlet1:pressure=0 --set inlet0:flow=uneven.txt,s,mean=5mm3/s --steps 1 --json -o out.tile >r.json 2>said
near "$(json r.json curves 0 mean_m3_s)" 5e-9 1e-6
points | awk '{ print $1, "-" $2 }' >outward.txt
same outward.txt,s,mean=5mm3/s
area=$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' tube.tile | cut -d , -f 7)
re=$(awk -v a="$area" 'BEGIN { d = 2 * sqrt(a / atan2(0, -1)); printf "%.12g", 5e-9 / a * d / 1.6666666666666667e-6 }')
same "normal.txt,s,re=$re"
# The time step that such a curve chooses is that of the flow it stands for.
for set in flow=units.txt,parabola flow=normal.txt,s,mean=5mm3/s,parabola "flow=normal.txt,s,re=$re,parabola"; do
  tessera run tube.tile --quiet --device cpu --json --viscosity 1.6666666666666667e-6m2/s --set outlet1:pressure=0 --set "inlet0:$set" --steps 1 >r.json
  near "$(json r.json tau)" "${tau:=$(json r.json tau)}" 1e-6
done

# Restarts, and any number of threads: the same bits. The period and the curve are in the file.
awk '{ print $1, $2 / 10 }' steps.txt >slow.txt
for set in flow=steps.txt,womersley flow=steps.txt,parabola velocity=slow.txt; do
  run --threads 1 --set "inlet0:$set" --steps 140 --checkpoint whole.tile >r.json
  run --threads 2 --set "inlet0:$set" --steps 33 --checkpoint part.tile >r.json
  head -60 part.tile | grep -a -q '^period: 120$' || fail "no period"
  tessera run part.tile --quiet --device cpu --json --steps 140 --checkpoint part.tile >r.json
  is "$(digest part.tile)" "$(digest whole.tile)"
done
# A sine has one harmonic: what the others leave out is the error of 20 points. Plug flow has none.
tessera run tube.tile --quiet --device cpu --steps 1 --set inlet0:flow=steps.txt,womersley --set outlet1:pressure=0 -o out.tile >report
grep -q 'inlet0 *womersley: the mean and 20 harmonics leave out .* % of the rms of the flow' report || fail "$(cat report)"
run --steps 1 --set inlet0:flow=steps.txt,womersley >r.json
is "$(json r.json harmonics 0 patch)" inlet0
awk -v x="$(json r.json harmonics 0 left_out)" 'BEGIN { exit !(x > 0 && x < 1e-3) }' || fail "left out: $(json r.json harmonics 0 left_out)"
run --steps 1 --set inlet0:flow=steps.txt >r.json
is "$(json r.json harmonics)" null
# Another period stretches the curve of a checkpoint: T = 240, and the rate of the next step, 142, is that of 142 / 240
tessera run part.tile --quiet --device cpu --json --period 240 --steps +1 --patch-flux --checkpoint slower.tile >r.json
head -60 slower.tile | grep -a -q '^period: 240$' || fail "no other period"
near "$(json r.json curves 0 period)" 240 1e-12
# So are the curves of all openings: as if they were given again, in files of twice the time
awk '{ print $1, 1e-3 * $2 }' steps.txt >pressure.txt
for file in steps pressure; do awk '{ print 2 * $1, $2 }' $file.txt >$file.slow; done
tessera run tube.tile --quiet --device cpu --steps 33 --set inlet0:flow=steps.txt --set outlet1:pressure=pressure.txt --checkpoint both.tile >report
tessera run both.tile --quiet --device cpu --period 240 --steps 50 -o stretched.tile >report
tessera run both.tile --quiet --device cpu --period 240 --steps 50 --set inlet0:flow=steps.slow --set outlet1:pressure=pressure.slow -o given.tile >report
is "$(digest stretched.tile)" "$(digest given.tile)"
is "$(header stretched.tile waves)" "$(header given.tile waves)"
# A new condition ends the curve.
tessera run part.tile --quiet --device cpu --json --steps 141 --set inlet0:flow=0.5 --checkpoint part.tile >r.json
! head -60 part.tile | grep -a -q '^waves: ' || fail "the curve is still there"

# A flow in physical units goes on with another viscosity or law: its time step stays, and with it the period of 12 s, the flow
# at step 45; tau = 1/2 + 3 nu dt / dx^2. Another time step, or density, is refused.
rate=$(awk 'BEGIN { printf "%.12g", 1e-8 * (0.5 + 0.3 * sin(2 * atan2(0, -1) * 45 / 120)) }')
tessera run tube.tile --quiet --device cpu $physical --ramp 0 --set inlet0:flow=units.txt --set outlet1:pressure=1e-6Pa --steps 20 --checkpoint physical.tile >report
for change in '' "$physical" '--viscosity 2e-6m2/s' '--viscosity 2mPa.s' '--blood newtonian:0.002' '--blood power-law:0.002,1' '--tau 1.1'; do
  # shellcheck disable=SC2086
  tessera run physical.tile --quiet --device cpu --json $change --steps 44 --patch-flux --checkpoint next.tile >r.json
  near "$(json r.json patch_flux patches 0 flux_m3_s)" "$rate" 1e-4
  near "$(json r.json curves 0 period_s)" 12 1e-12
  case $change in '' | "$physical") wanted=1 ;; *) wanted=1.1 ;; esac
  near "$(json r.json tau)" $wanted 1e-12
  is "$(header next.tile dt)$(header next.tile conditions)" "$(header physical.tile dt)$(header physical.tile conditions)"
done
for change in '--time-step 0.05s' '--blood newtonian:0.002 --tau 0.9' '--viscosity 2e-6m2/s --tau 0.9'; do
  # shellcheck disable=SC2086
  refused 2 'the flow that goes on has a time step of 0.1 s' tessera-run physical.tile --device cpu $change --steps 21
done
refused 2 'the flow that goes on has 1000 kg/m3' tessera-run physical.tile --device cpu --density 1060kg/m3 --steps 21

# A pressure that follows a curve
run --steps 60 --set inlet0:pressure=pressure.txt --patch-flux >r.json
# One value is the speed along the inward normal.
velocity=$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' tube.tile | awk -F, '{ printf "%.12f,%.12f,%.12f", 0.01 * $1, 0.01 * $2, 0.01 * $3 }')
run --steps 20 --set "inlet0:velocity=$velocity" --patch-flux >r.json
three=$(flux)
run --steps 20 --set inlet0:velocity=0.01 --patch-flux >r.json
near "$(flux)" "$three" 1e-6

# ---- refused, with one line ---------------------------------------------------------------------
bad() { code=$1 text=$2; shift 2; refused "$code" "$text" tessera-run tube.tile --device cpu --steps 1 --set outlet1:pressure=0 "$@"; }
sed '5s/.*/24 nan/' steps.txt >gap.txt
sed '5d; 3{h;d}; 6{G}' steps.txt >unsorted.txt
sed '$d' steps.txt >open.txt
sed '7s/.*/36/' steps.txt >short.txt
{ echo '# Q [L/min]'; cat bare.txt; } >second.txt
printf '0 1\n1 2\n' >few.txt
bad 3 'gap.txt has a gap: point 5 has no number' --set inlet0:flow=gap.txt
bad 3 'times that do not increase: that of point ' --set inlet0:flow=unsorted.txt
bad 3 'does not end with the value with which it begins: add a last line' --set inlet0:flow=open.txt
bad 3 'short.txt, line 7: expected two numbers' --set inlet0:flow=short.txt
bad 3 'second unit of the value' --set inlet0:flow=second.txt,mL/s
bad 3 'has 2 points.*for a steady flow write the number' --set inlet0:flow=few.txt
awk '{ print 2 * $1, 1e-4 * $2 }' steps.txt >long.txt
bad 3 'long.txt is 240 steps long, and the period 120: give --period' --set inlet0:flow=steps.txt --set outlet1:pressure=long.txt
awk '{ print 1.1 * $1, 1e-4 * $2 }' steps.txt >long.txt
bad 3 'long.txt is 132 steps long, and the period 120: give --period' --set inlet0:flow=steps.txt --set outlet1:pressure=long.txt
bad 2 'three or more' --period 0.5 --set inlet0:flow=steps.txt
unit() { as "$1" unit.txt; bad "$2" "$3" $physical --set "inlet0:flow=unit.txt$4"; }
unit 't [s],Q [ccm/s]' 2 'unit.txt: "ccm/s" is no unit that is known: units are made from m, s, .*cc, .*cmH2O' ''
unit 't [s],Q [foo]' 2 '"foo" is no unit' ,mL/s
unit 't [heartbeats],Q [mL/s]' 2 '"heartbeats" is no unit' ''
unit 't, Q (cc/foo)' 2 '"cc/foo" is no unit' ''
unit '# the flow in mL/s' 2 'mentions mL/s: write \[mL/s\]' ''
unit 't [s], Q' 2 'the times of unit.txt are in s, and its values have no unit' ''
unit 'Q [mL/s], t [s]' 3 'the first column must be the time' ''
unit 't [s], Q [mpa]' 2 '"mpa" is no unit' ''
unit 't [s], Q [mm/s]' 2 "'mm/s' is not in m3/s" ''
unit 't in heartbeats,Q in mL/s' 2 '"heartbeats" is no unit' ''
unit 't/T,Q/(mL/s)' 2 '"T" is no unit' ''
unit 'time_jiffies,flow_ml_s' 2 '"jiffies" is no unit' ''
unit 't,QmL/s' 2 'mentions l/s: write' ''
unit '(0 1' 3 'line 1: expected two numbers, time and value; a comment stands behind #' ''
unit '[0 1' 3 'line 1: expected two numbers' ''
unit 'NA 1' 3 'line 1: expected two numbers' ''
file() { bad "$1" "$2" --set inlet0:flow=file.txt; }
printf '0 1\n6 2\0\n12 1\n' >file.txt && file 3 'has zero bytes'
printf '0;0,5\n6;1,5\n12;0,5\n' >file.txt && file 3 'line 1: a decimal comma: write 0.5'
printf '0,0;0,5\n6;1,5\n' >file.txt && file 3 'line 1: a decimal comma: write 0.5'
printf '"0","0,5"\n"6","1,5"\n' >file.txt && file 3 'line 1: a decimal comma'
printf ',t,Q\n0,0,1\n2,6,2\n3,12,1\n' >file.txt && file 3 'line 3: expected the index 1, a time and a value'
printf ',t,Q\n0,0,1\n1,6\n2,12,1\n' >file.txt && file 3 'line 3: expected the index 1, a time and a value'
printf '3 1\n0 1\n6 2\n12 1\n18 1\n' >file.txt && file 3 'begins with the counts 3 and 1, of points and of harmonics, and has 4 points'
printf '3\n0 1\n6 2\n12 1\n18 1\n' >file.txt && file 3 'says that it has 3 points, and has 4'
printf '0 12\n0 0\n3\n0.005 0\n0 -0.003\n' >file.txt && file 3 'says that it has 3 modes, and has 2'
printf '0 1 2\n6 2 3\n12 1 2\n' >file.txt && file 3 'line 1: 3 numbers: keep two columns'
: >file.txt && file 3 'has no line of two numbers'
awk 'BEGIN { for (i = 0; i <= 20000; i++) print i, 1 }' >file.txt && file 3 'at most 20000 points: keep every tenth'
printf '0 -1\n6 -2\n12 -1\n' >file.txt && file 2 'is never positive, and positive values flow in: ,mean=1.5'
printf '0 -1\n3 0\n6 1\n9 0\n12 -1\n' >file.txt && bad 2 'the mean of file.txt is 0' --set inlet0:flow=file.txt,mean=1
bad 2 'mean= or re=, not both' --set inlet0:flow=steps.txt,mean=1,re=2
bad 2 'a flow or a velocity with the Reynolds number' --set inlet0:pressure=steps.txt,re=2
bad 2 "'./absent.txt' is no file, and as a number" --set inlet0:flow=./absent.txt
mkdir folder # can be opened, and not be read
bad 1 'folder: Is a directory' --set inlet0:flow=folder
bad 2 'neither a number nor a file' --set inlet0:flow=absent.txt
bad 2 'neither a unit nor a profile' --set inlet0:flow=steps.txt,square
bad 2 "is not in m3/s" --set inlet0:flow=1mm/s
bad 2 'no patch .inlet.; it has inlet0, outlet1$' --set inlet:flow=steps.txt
bad 2 'never becomes steady' --converge 1e-3 --set inlet0:flow=steps.txt
