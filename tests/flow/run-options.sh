#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Options and reports of tessera-run: patches, units, the keys of its report.
. "$srcdir/tests/lib.sh"
refused() { # PATTERN OPTION...: usage, one line, nothing written
  pattern=$1; shift
  expect 2 tessera run "$@" -o none.tile
  one_line "^tessera-run: .*$pattern"
  [ -z "$(find . -name 'none*')" ] || fail "a usage error wrote $(find . -name 'none*')"
}
run() { expect 0 tessera run --quiet --json "$@" >report; }
value() { json report "$@"; }
key() { head -n 60 "$1" | grep -a "^$2: " | cut -d ' ' -f 2-; }

tessera voxelize --shape channel:w=4 --size 6,6,6 --voxel 5um --quiet -o duct.vox
tessera tile duct.vox --inlet z- --outlet z+ --quiet -o duct.tile 2>said
tessera tile duct.vox --periodic z --quiet -o ring.tile 2>said
tessera tile duct.vox --edge 8 --inlet z- --outlet z+ --quiet -o edge8.tile 2>said
tessera voxelize --shape channel:w=4 --size 6,6,6 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o nosize.tile 2>said

# ---- patches

refused "patch 'inlet' (face z-) has no condition" duct.tile --steps 1
refused "patch 'outlet' (face z+) has no condition" duct.tile --set inlet:pressure=1e-6 --steps 1
refused "patch 'inlet' (face z-) has no condition: give --set inlet:wall|velocity|parabola|flow|pressure=...\$" \
  duct.tile --permeability x
refused "no patch 'lid'" duct.tile --set lid:wall=0.1,0,0 --steps 1
refused "expected NAME:wall" duct.tile --set inlet --steps 1
refused "expected NAME:wall" duct.tile --set inlet:heat=1 --steps 1
refused "expected three components" duct.tile --set inlet:wall=1,2 --steps 1
refused "expected three components" duct.tile --set inlet:velocity=0,0,0,1 --steps 1
refused "expected one pressure" duct.tile --set inlet:pressure=1,2 --steps 1
refused "inlet:pressure=" duct.tile --set inlet:pressure= --steps 1
refused "inlet:pressure=2: patch 'inlet' has a condition already: velocity=0,0,1" \
  duct.tile --set inlet:velocity=0,0,1 --set outlet:pressure=0 --set inlet:pressure=2 --steps 1
refused "inlet:pressure=nan" duct.tile --set inlet:pressure=nan --steps 1
refused "velocity=0,0,1e20: 1e+20 voxels a step: no flow can be that fast" \
  duct.tile --set inlet:velocity=0,0,1e20 --set outlet:pressure=0 --steps 1
refused "parabola=0,0,-1e300: -1e+300 voxels a step" duct.tile --set inlet:parabola=0,0,-1e300 --set outlet:pressure=0 --steps 1
refused "sets patch 'inlet' itself" duct.tile --permeability z --set inlet:pressure=1
refused "sets patch 'outlet' itself" duct.tile --pressure-drop 1e-6 --set outlet:pressure=1 --steps 1
refused "needs patches named inlet and outlet" ring.tile --pressure-drop 1e-6 --steps 1
refused "leave out --force" ring.tile --permeability z --force 0,0,1e-6
refused "make them of edge 4" edge8.tile --permeability z

# A pressure drop is the same as its two conditions, and may be negative.
run duct.tile --set inlet:pressure=1e-6 --set outlet:pressure=0 --steps 400 -o a.tile
run duct.tile --pressure-drop 1e-6 --steps 400 -o b.tile
[ "$("$builddir/tests/differ" a.tile b.tile)" = 0 ] || fail "--pressure-drop and --set differ"
tessera probe a.tile --flux z --json >flux.json
awk -v s="$(json flux.json flux spread)" 'BEGIN { exit !(s < 1e-4) }' || fail "the slices carry different fluxes"
tessera tile duct.vox --inlet z+ --outlet z- --quiet -o turned.tile 2>said
run turned.tile --pressure-drop 1e-6 --steps 1 -o t.tile
tessera probe t.tile --point 3,3,0 --json >low.json
tessera probe t.tile --point 3,3,5 --json >high.json
awk -v low="$(json low.json points 0 pressure)" -v high="$(json high.json points 0 pressure)" \
  'BEGIN { exit !(high > 5 * low && high > 5e-7) }' || fail "the start of a turned pressure drop is not turned"
run a.tile --set inlet:pressure=2e-6 --steps +1 -o c.tile
expect 3 tessera probe c.tile --permeability --quiet
run b.tile --set inlet:pressure=2e-6 --steps +1 -o c.tile
[ "$(key c.tile drive)" = "" ] || fail "a result with another pressure still tells the old drop"

# The quasi-compressible flow is slower where its density is higher: k is low by half of the range, 3 dp. Above 0.01 a
# warning says so; a flow of constant density has no such error.
tessera voxelize --shape spheres:porosity=0.5,d=6 --size 16,16,16 --quiet -o pack.vox
tessera tile pack.vox --keep percolating --inlet z- --outlet z+ --lint no --quiet -o pack.tile 2>said
driven() { # DROP EQUILIBRIUM: k
  run pack.tile --pressure-drop "$1" --equilibrium "$2" --converge 1e-6 -o driven.tile
  tessera probe driven.tile --permeability --json >probed
  json probed permeability 0 voxel2 >"$2-$1"
}
for equilibrium in quasi incompressible; do
  driven 1e-6 $equilibrium
  [ ! -s stderr ] || fail "a small drop: $(cat stderr)"
done
driven 3e-3 quasi
near "$(value density_range)" 0.0090 0.05
[ ! -s stderr ] || fail "3 dp = 0.009: $(cat stderr)"
driven 1e-2 incompressible
[ ! -s stderr ] && [ "$(value density_range)" = null ] || fail "constant density: $(cat stderr)"
driven 1e-2 quasi
near "$(value density_range)" 0.030 0.05
one_line 'density differs by 0.03 .* up to about 0.015 too low, .*--equilibrium incompressible'
near "$(cat incompressible-1e-2)" "$(cat incompressible-1e-6)" 1e-3
near "$(awk '{ print $1 / (1 - 0.015) }' quasi-1e-2)" "$(cat quasi-1e-6)" 2e-3

# With TRT k does not depend on tau; with BGK and MRT it does, and a warning says so.
along() { run pack.tile --permeability z "$@" -o driven.tile; value permeability 0 voxel2; }
trt=$(along --tau 0.7 --converge 1e-10)
near "$(along --tau 0.55 --converge 1e-10)" "$trt" 1e-9
for how in bgk mrt; do
  k=$(along --collision $how --tau 0.55)
  one_line "the permeability depends on tau with $how"
  awk -v a="$k" -v b="$trt" 'BEGIN { exit !(a < 0.9 * b) }' || fail "k with $how does not depend on tau"
done

# ---- units: viscosity and tau set the time step, viscosity and time step set tau, all three are an error

run duct.tile --viscosity 1e-6m2/s --pressure-drop 1e-6 --steps 1 -o u.tile
near "$(key u.tile dt)" "$(awk 'BEGIN { print 25e-12 / 6 / 1e-6 }')" 1e-6  # nu dx2 / nu', nu = (tau - 1/2) / 3
run duct.tile --viscosity 1e-6m2/s --tau 0.8 --pressure-drop 1e-6 --steps 1 -o u.tile
near "$(key u.tile dt)" 2.5e-6 1e-6
run duct.tile --viscosity 1e-6m2/s --time-step 2.5us --pressure-drop 1e-6 --steps 1 -o u.tile
near "$(value tau)" 0.8 1e-9
run duct.tile --viscosity 0.1 --pressure-drop 1e-6 --steps 1
near "$(value tau)" 0.8 1e-9
run duct.tile --viscosity 1e-6m2/s --tau 0.8 --pressure-drop 1Pa --density 2g/cm3 --steps 1 -o u.tile
near "$(key u.tile pressure-drop)" "$(awk 'BEGIN { print 1 / (2000 * (5e-6 / 2.5e-6) ^ 2) }')" 1e-9 # P / (rho (dx/dt)2)
near "$(key u.tile density)" 2000 1e-12
run ring.tile --viscosity 1e-6m2/s --tau 0.8 --force 0,0,1kN/m3 --steps 1 -o u.tile
near "$(key u.tile force | cut -d ' ' -f 3)" "$(awk 'BEGIN { print 1000 * 2.5e-6 ^ 2 / (1000 * 5e-6) }')" 1e-9
run duct.tile --viscosity 1e-6m2/s --tau 0.8 --set inlet:velocity=0,0,2mm/s --set outlet:pressure=0 --steps 1 -o u.tile
near "$(key u.tile conditions | sed -e 's/^inlet:velocity=0,0,//' -e 's/ .*//')" 0.001 1e-9 # 2 mm/s dt/dx

refused "give two of them" duct.tile --viscosity 1e-6m2/s --tau 1 --time-step 1us --permeability z
refused "are equivalent" duct.tile --viscosity 0.1 --tau 1 --permeability z
for bound in 2 1 0 -1e-5 nan 1e-5x; do
  refused "converge $bound: expected a relative change above 0 and below 1" ring.tile --force 0,0,1e-6 --converge $bound
done
refused "needs the voxel size" nosize.tile --viscosity 1e-6m2/s --permeability z
refused "needs the time step" duct.tile --pressure-drop 1Pa --steps 1
refused "is not in Pa" duct.tile --pressure-drop 1m --viscosity 1e-6m2/s --steps 1
refused "1e-6m2/s or 1mPa.s, not '1m'" duct.tile --viscosity 1m --permeability z
refused "1us, not '1'" duct.tile --time-step 1 --viscosity 1e-6m2/s --permeability z
refused "1000kg/m3, not" duct.tile --density 1m --permeability z
refused "greater than 0.5" duct.tile --tau 0.5 --permeability z
refused "expected X,Y,Z" ring.tile --force 0,0 --steps 1
refused "expected X,Y,Z" ring.tile --force 0,0,1,2 --steps 1
refused "pounds" ring.tile --force 0,0,1pounds --steps 1

# ---- other options

refused "expected bgk, trt, mrt or regularised" duct.tile --collision srt --permeability z
refused "expected quasi" duct.tile --equilibrium full --permeability z
refused "expected fp64" duct.tile --precision fp16 --permeability z
refused "expected packed" duct.tile --layout cm --permeability z
refused "keeps one copy of the populations" duct.tile --device cpu --copies 2 --permeability z
refused "no choice of addressing" duct.tile --device cpu --addressing lists --permeability z
refused "expected masks or lists" duct.tile --addressing tables --permeability z
refused "expected 1" duct.tile --copies 3 --permeability z
refused "no device 'abacus'" duct.tile --device abacus --permeability z
refused "no device 'cpu:1'" duct.tile --device cpu:1 --permeability z
refused "no device 'cud'" duct.tile --device cud --permeability z
refused "--steps" duct.tile --permeability z --steps many
refused "--steps" duct.tile --permeability z --steps -5
refused "--steps" duct.tile --permeability z --steps 99999999999999999999
refused "--every .*: give --checkpoint FILE" duct.tile --permeability z --every 5
refused "at most one FILE" duct.tile ring.tile
refused "--permeability" duct.tile --permeability w
expect 2 tessera run duct.tile --permeability z -o duct.tile
one_line 'duct.tile is the input'
tessera voxelize --shape box --size 8,8,1 --quiet | tessera tile --periodic xy --quiet -o slice.tile 2>said
run slice.tile --force 1e-6,0,0 --steps 5 -o s.tile

# ---- a bare viscosity sets tau, which would be chosen for speed: that is said, and only there

expect 0 tessera run ring.tile --permeability z --viscosity 1 --json >report
one_line '^tessera-run: --viscosity 1 is in lattice units and sets tau; without it tau is chosen for speed'
for options in "--viscosity 1e-6m2/s" "--tau 1" "--viscosity 1 --collision bgk" "--viscosity 1 --quiet"; do
  tessera run ring.tile --permeability z $options --json >report 2>said
  ! grep -q 'is in lattice units' said || fail "$options: $(cat said)"
done

# ---- impossible values in a file are an error of the file, whatever the options are

for key in "tau: 0.5" "tau: -1" "magic: 0" "magic: -0.1" "dt: 0" "density: -1000"; do
  printf 'key %s\n' "kind: domain" "grid: 4 4 4" "edge: 4" "offset: 0 0 0" "periodic: x" "tiles: 1" "nonsolid: 64" "$key" >made
  printf '%s\n' 'record TDIR 3*i32:0 u64:0xffffffffffffffff' trailer >>made
  "$builddir/tests/forge" made >wrong.tile || fail "no file with $key"
  for options in "" "--tau 0.8"; do
    expect 3 tessera run wrong.tile $options --force 1e-6,0,0 --steps 1 --quiet -o out.tile
    one_line "^tessera-run: wrong.tile: key \"${key%%:*}\" holds"
  done
done

# ---- reports: the keys, null for unknown values, and the output that they go to

run duct.tile --permeability z -o flow.tile
for name in steps converged mflups bandwidth copy_bandwidth tau mach permeability benchmark; do
  value $name >/dev/null || fail "no key $name in the report"
done
[ "$(value converged)" = true ] && [ "$(value copy_bandwidth)" = null ] && [ "$(value benchmark)" = null ] ||
  fail "converged, copy_bandwidth or benchmark of a permeability run"
[ "$(value permeability 0 axis)" = z ] || fail "axis of the permeability"
near "$(value permeability 0 m2)" "$(value permeability 0 voxel2 | awk '{ print $1 * 25e-12 }')" 1e-5
near "$(value permeability 0 darcy)" "$(value permeability 0 m2 | awk '{ print $1 / 9.869233e-13 }')" 1e-5
near "$(value permeability 0 millidarcy)" "$(value permeability 0 darcy | awk '{ print $1 * 1000 }')" 1e-5
[ "$(value permeability 0 hydraulic_conductivity)" = null ] || fail "hydraulic conductivity without a viscosity"
near "$(value bandwidth)" "$(value mflups | awk '{ print $1 * 304 / 1000 }')" 1e-5
tessera probe flow.tile --permeability --json >probed
near "$(json probed permeability 0 voxel2)" "$(value permeability 0 voxel2)" 1e-9
# Square duct of 4 nodes in 6 x 6 (half-way walls): f Re = 56.91 (Shah and London, Laminar Flow Forced Convection in
# Ducts, 1978), so k = 2 / 56.91 w^2 on its own section; 4 nodes are coarse: 10 %.
near "$(value permeability 0 voxel2)" "$(awk 'BEGIN { print 2 / 56.91 * 16 * 16 / 36 }')" 0.1

# Hydraulic conductivity is k g / nu, whatever the last tau of the run; a dynamic viscosity is divided by the density.
for fluid in "--viscosity 2e-6m2/s" "--viscosity 2mPa.s" "--viscosity 1.6mPa.s --density 800kg/m3" "--viscosity 2e-6m2/s --tau 0.7"; do
  run duct.tile --permeability z $fluid -o fluid.tile
  near "$(value permeability 0 hydraulic_conductivity)" "$(value permeability 0 m2 | awk '{ print $1 * 9.80665 / 2e-6 }')" 1e-5
  tessera probe fluid.tile --permeability --json >probed
  near "$(json probed permeability 0 hydraulic_conductivity)" "$(value permeability 0 hydraulic_conductivity)" 1e-9
  near "$(json probed permeability 0 creeping_gradient_pa_m)" "$(value permeability 0 creeping_gradient_pa_m)" 1e-9
done

# The Reynolds number at the reported gradient G, <u> sqrt(k) / nu with <u> = k G / (rho nu), is 0.01.
run duct.tile --permeability z --viscosity 2e-6m2/s --density 800kg/m3
value permeability 0 m2 >k
awk -v g="$(value permeability 0 creeping_gradient_pa_m)" '{ u = $1 * g / (800 * 2e-6); re = u * sqrt($1) / 2e-6
  exit !(re > 0.009999 && re < 0.010001) }' k || fail "the gradient up to which a flow creeps"
run duct.tile --permeability z
[ "$(value permeability 0 creeping_gradient_pa_m)" = null ] || fail "a creeping gradient without a viscosity"
run duct.tile --viscosity 1mPa.s --pressure-drop 1e-6 --steps 1 -o u.tile
near "$(key u.tile dt)" "$(awk 'BEGIN { print 25e-12 / 6 / 1e-6 }')" 1e-6
expect 0 tessera run duct.tile --permeability z --viscosity 1mPa.s --quiet -o fluid.tile >text
grep -q 'hydraulic conductivity  .* m/s (viscosity 1e-06 m2/s, g = 9.80665 m/s2)' text || fail "text of K: $(cat text)"
grep -q '^  creeping up to  *[0-9.e+]* Pa/m$' text || fail "text of the creeping gradient: $(cat text)"
grep -q ' m2 = [0-9.]* darcy$' text || fail "text of darcies: $(cat text)"
tessera voxelize --shape channel:w=4 --size 6,6,6 --voxel 100nm --quiet | tessera tile --periodic z --quiet -o fine.tile 2>said
expect 0 tessera run fine.tile --permeability z --quiet -o fluid.tile >text
grep -q ' m2 = [0-9.]* mD$' text || fail "text of millidarcies: $(cat text)"
tessera probe fluid.tile --permeability | grep -q ' m2 = [0-9.]* mD = [0-9.]* voxel2' || fail "millidarcies of probe"

run nosize.tile --permeability z
[ "$(value permeability 0 m2)" = null ] && [ "$(value permeability 0 darcy)" = null ] || fail "m2 without a voxel size"
run ring.tile --force 0,0,1e-6 --steps 3
[ "$(value permeability)" = null ] && [ "$(value converged)" = null ] || fail "permeability or converged of a plain run"
[ "$(value steps)" = 3 ] || fail "steps"
run ring.tile
[ "$(value steps)" = 0 ] && [ "$(value mflups)" = null ] || fail "report of no step"

# With --json and without -o there is no data; with -o the report is on standard output, otherwise on standard error.
tessera run ring.tile --force 0,0,1e-6 --steps 3 --json --quiet >report 2>said
value steps >/dev/null && [ ! -s said ] || fail "--json without -o"
tessera run ring.tile --force 0,0,1e-6 --steps 3 --json --quiet -o - >data 2>report
[ "$(value steps)" = 3 ] && tessera stats --digest data >said || fail "--json -o -"
tessera run ring.tile --force 0,0,1e-6 --steps 3 --quiet >data 2>report
grep -q '^  steps  *3$' report && tessera stats --digest data >said || fail "data on standard output"
tessera run ring.tile --force 0,0,1e-6 --steps 3 --quiet -o data >report 2>said
grep -q '^  steps  *3$' report && [ ! -s said ] || fail "report on standard output"

# --benchmark measures, and writes no file.
cp ring.tile before.tile
refused "leave out --steps" ring.tile --benchmark --steps 100
refused "leave out --converge" ring.tile --benchmark --converge 1e-5
tessera run ring.tile --benchmark --quiet >report 2>said
grep -q 'copy bandwidth .*GB/s' report && [ ! -s said ] || fail "--benchmark"
run ring.tile --benchmark -o none.tile --checkpoint none-either.tile
[ -z "$(find . -name 'none*')" ] || fail "--benchmark wrote a file"
for name in mflups min max share_of_copy; do
  for part in read_write propagation step; do
    awk -v v="$(value benchmark $part $name)" 'BEGIN { exit !(v > 0) }' || fail "benchmark $part $name"
  done
done
[ "$(value mflups)" = "$(value benchmark step mflups)" ] || fail "mflups is not that of the full step"
awk -v v="$(value copy_bandwidth)" 'BEGIN { exit !(v > 0.1 && v < 1e4) }' || fail "copy_bandwidth $(value copy_bandwidth)"
