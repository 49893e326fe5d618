#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-run --forchheimer: ducts, where inertia changes nothing, arrays of cylinders, where it does; the same flow driven by
# hand; sweeps that end early; refusals.
. "$srcdir/tests/lib.sh"
calc() { awk "BEGIN { printf \"%.15g\", $1 }"; }
true_of() { awk "BEGIN { exit !($1) }" || fail "not true: $1 ($2)"; }
sweep() { tessera run --quiet --json --forchheimer "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera run --forchheimer $*"; }; }
of() { json r.json forchheimer "$@"; }

# A duct: developed flow has no inertia. beta is 0 within its error, k is that of --permeability, at any drive to 0.4 %.
tessera voxelize --quiet --shape channel:w=6 --size 8,8,4 --voxel 5um | tessera tile --quiet --periodic z -o duct.tile
tessera run --quiet duct.tile --permeability z --json >k.json
sweep z duct.tile
is "$(json r.json axis) $(json r.json drive) $(of ended)" "z force null"
near "$(of points 0 k_voxel2)" "$(json k.json permeability 0 voxel2)" 1e-4
near "$(of k_voxel2)" "$(json k.json permeability 0 voxel2)" 4e-3
near "$(of points 5 k_voxel2)" "$(json k.json permeability 0 voxel2)" 4e-3
true_of "$(of beta_voxel) < $(of beta_error_voxel) && $(of beta_voxel) > -$(of beta_error_voxel)" "beta of a duct"
near "$(of k)" "$(calc "$(of k_voxel2) * 25e-12")" 1e-12
near "$(of beta)" "$(calc "$(of beta_voxel) / 5e-6")" 1e-12
near "$(of beta_error)" "$(calc "$(of beta_error_voxel) / 5e-6")" 1e-12
near "$(of beta_interval low)" "$(calc "($(of beta_voxel) - $(of beta_error_voxel)) / 5e-6")" 1e-9
near "$(of beta_interval high)" "$(calc "($(of beta_voxel) + $(of beta_error_voxel)) / 5e-6")" 1e-9
is "$(of beta_interval unit)" 1/m
near "$(of points 3 k)" "$(calc "$(of points 3 k_voxel2) * 25e-12")" 1e-12
is "$(of points 3 drive_pa_m) $(of points 3 velocity_m_s)" "null null"
# pressures at two faces, and physical units
tessera voxelize --quiet --shape channel:w=6 --size 8,8,8 --voxel 5um | tessera tile --quiet -o open.tile
sweep z open.tile --viscosity 1e-6m2/s
is "$(json r.json drive)" pressure
near "$(of points 0 k_voxel2)" "$(json k.json permeability 0 voxel2)" 1e-3
near "$(calc "$(of points 2 velocity_m_s) * 1e-6 * 1000 / $(of points 2 drive_pa_m)")" "$(of points 2 k)" 1e-6

# A square array of cylinders, across them. Weak inertia first: 1/k grows with Re^2 (C. C. Mei, J.-L. Auriault, J. Fluid Mech.
# 222, 647 (1991)), four times with twice the velocity; then Forchheimer's line. The coefficient of Re^2 is that of a
# grid twice as fine: of second order, 1/R^2 = 6 % with R = 4.04 voxels, of which a quarter remains there: 4.6 % between them.
array() { tessera voxelize --quiet --walls --shape cylinders:c=0.2 --size $1,$1,1 | tessera tile --quiet --periodic xy -o array.tile; }
# weak I: (k0/k - 1) / Re^2 of drive I
weak() {
  awk -v k0="$(of points 0 k_voxel2)" -v k="$(of points "$1" k_voxel2)" -v u="$(of points "$1" velocity)" 'BEGIN {
    re = u * sqrt(k0) / (0.05 / 3); printf "%.15g", (k0 / k - 1) / re ^ 2 }'
}
array 16
sweep x array.tile --lattice d2q9
is "$(json r.json equilibrium) $(json r.json walls) $(json r.json tau)" "incompressible interpolated 0.55"
near "$(weak 1)" "$(weak 2)" 0.05
coarse=$(weak 2)
true_of "$(of beta_voxel) > 10 * $(of beta_error_voxel)" "beta of an array"
near "$(of beta_voxel)" 0.0136 0.01
near "$(of beta_interval high)" "$(calc "$(of beta_voxel) + $(of beta_error_voxel)")" 1e-9
is "$(of beta_interval unit)" 1/voxel
true_of "$(of k_voxel2) > $(of points 0 k_voxel2) && $(of k_voxel2) < 1.03 * $(of points 0 k_voxel2)" "k of the line"
true_of "$(of residual) < 0.005" residual
near "$(of valid_to)" "$(of points 5 reynolds)" 0
near "$(of valid_from)" "$(of points 2 reynolds)" 0
near "$(of points 4 reynolds)" "$(calc "$(of points 4 velocity) * sqrt($(of k_voxel2)) * 60")" 1e-6
near "$(of points 4 forchheimer_number)" "$(calc "$(of beta_voxel) * $(of k_voxel2) * $(of points 4 velocity) * 60")" 1e-6
near "$(of points 4 k_voxel2)" "$(calc "$(of points 4 velocity) / 60 / $(of points 4 drive)")" 1e-6
for i in 1 2 3 4; do near "$(of points $((i + 1)) drive)" "$(calc "2 * $(of points $i drive)")" 1e-12; done
true_of "$(of points 5 mach) < 0.1 && $(of points 5 mach) > 0.08 && $(of points 0 reynolds) < 0.0101" "first and last drive"
# the same flow, driven by hand from rest
tessera run --quiet array.tile --force "$(of points 5 drive),0,0" --tau 0.55 --equilibrium incompressible --lattice d2q9 --converge 1e-5 -o flow.tile 2>said
tessera probe flow.tile --json >flow.json
near "$(json flow.json superficial_velocity 0)" "$(of points 5 velocity)" 5e-5
tessera run --quiet --forchheimer x array.tile --lattice d2q9 --converge 1e-3 >text
grep -q '^  beta  *0.0[0-9]* +- .* 1/voxel$' text && grep -q '^  holds  *from Re ' text || fail "text: $(cat text)"
is "$(grep -c '^ *[0-9.e-]*  *[0-9.e-]*  *[0-9.e-]*  *[0-9.e-]*  *[0-9.e-]*  *[0-9.e-]*$' text)" 6
if slow; then
  array 32
  sweep x array.tile --lattice d2q9
  near "$(weak 1)" "$coarse" 0.046
  array 16
  # a viscosity at which the flow diverges before the Mach number is reached
  tessera voxelize --quiet --shape cylinders:c=0.2 --size 6,6,1 | tessera tile --quiet --periodic xy -o small.tile
  sweep x small.tile --tau 0.5001 --converge 0.9 --lattice d2q9
  grep -q '^tessera-run: warning: --forchheimer: the flow diverges at drive .*, which ends the sweep after [345] drives$' stderr ||
    fail "said: $(cat stderr)"
fi

# Rock-like pores: all drives take a few hundred steps in cycles (steps alone: 6 420), and the last flow is that of steps
# alone from rest.
tessera voxelize --quiet --shape spheres:porosity=0.5,d=8,seed=2,periodic --size 16,16,16 |
  tessera tile --quiet --periodic xyz --lint no -o pack.tile
sweep x pack.tile --converge 1e-6 --threads 1
total=0
for i in 0 1 2 3 4 5; do total=$((total + $(of points $i steps))); done
true_of "$total <= 1200" "few steps"
true_of "$(of points 5 k_voxel2) < 0.98 * $(of points 0 k_voxel2)" "inertia in pores"
tessera run --quiet pack.tile --force "$(of points 5 drive),0,0" --tau 0.55 --equilibrium incompressible --converge 1e-7 -o flow.tile 2>said
near "$(tessera probe flow.tile --json >flow.json && json flow.json superficial_velocity 0)" "$(of points 5 velocity)" 1e-6

# Sweeps that end early: in the fourth drive, which leaves enough; in the second.
sweep x array.tile --lattice d2q9 --steps 1200
grep -q '^tessera-run: warning: --forchheimer: the flow has not converged at drive 1.7.*, which ends the sweep after 3 drives$' stderr ||
  fail "said: $(cat stderr)"
is "$(of points 2 mach | cut -c 1-6) $(of points 3 mach 2>said || echo none)" "0.0124 none"
case $(of ended) in "the flow has not converged at drive 1.7"*) ;; *) fail "ended: $(of ended)" ;; esac
expect 5 tessera run --quiet --forchheimer x array.tile --lattice d2q9 --steps 300 --json >r.json
one_line 'which ends the sweep after 1 drives'
is "$(of beta) $(of valid_from) $(of points 0 forchheimer_number)" "null null null"
near "$(of k_voxel2)" "$(of points 0 k_voxel2)" 0

# ---- refusals
unwritten="no.tile no.csv"
refused 2 'expected an axis: x, y or z' tessera run array.tile --forchheimer xy
for other in "--permeability x" "--force 1e-6,0,0" "--force-on walls" "--patch-flux" "--series no.csv" "--checkpoint no.tile" \
  "--output no.tile" "--csv no.csv" "--benchmark" "--refine" "--pressure-drop 1" "--tau auto"; do
  refused 2 "leave out ${other%% [!a]*}" tessera run array.tile --forchheimer x $other
done
refused 2 'needs inertia' tessera run array.tile --forchheimer x --equilibrium stokes
refused 2 'leave out --forchheimer' tessera run array.tile --forchheimer x --diffusion x
refused 2 'forchheimer z: lattice d2q9 has no flow along z' tessera run array.tile --forchheimer z --lattice d2q9
refused 2 'holds a flow, and --forchheimer begins at rest' tessera run flow.tile --forchheimer x
refused 3 'no way leads through the pore space along x' tessera run duct.tile --forchheimer x
