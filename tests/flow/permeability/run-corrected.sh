#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where a permeability run makes cycles of corrections (tessera-run(1)): how many steps it needs, and that k is the same
# as by time steps alone.
. "$srcdir/tests/lib.sh"
# run ARGUMENT...: writes out.tile and report.json anew; "not converged" (5) is accepted
run() {
  rm -f out.tile report.json
  code=0
  tessera run --quiet --device cpu --json -o out.tile "$@" >report.json 2>said || code=$?
  [ $code = 0 ] || [ $code = 5 ] || { cat said >&2; fail "exit $code: $*"; }
}
tau() { head -n 40 out.tile | grep -a '^tau: ' | cut -d ' ' -f 2; }
k() { json report.json permeability 0 voxel2; }
steps() { json report.json steps; }
# within STEPS: the run converged in so many steps
within() {
  is "$(json report.json converged)" true
  [ "$(steps)" -le "$1" ] || fail "$(steps) steps, not $1"
}

# A slit of h nodes in 8: half-way walls and TRT with the magic 3/16 give the parabola, the sum of which over its nodes is
# (h^3 + h/2)/12.
tessera voxelize --shape slit:h=6 --size 4,8,100 --quiet | tessera tile --periodic x --inlet z- --outlet z+ --quiet -o slit.tile 2>said
run slit.tile --permeability z --converge 1e-6
within 60
near "$(k)" "$(awk 'BEGIN { print (6 ^ 3 + 3) / 12 / 8 }')" 1e-6
is "$(tau)" 1

# A pack, between pressures and periodic, in each precision: k agrees with that of double precision within the bound.
tessera voxelize --shape spheres:d=8,porosity=0.3,seed=3 --size 32,32,64 --quiet >pack.vox
tessera tile --inlet z- --outlet z+ --keep percolating --quiet -o pack.tile pack.vox 2>said
tessera tile --periodic xyz --keep percolating --quiet -o round.tile pack.vox 2>said
for file in pack.tile round.tile; do
  run $file --permeability z --converge 1e-5
  within 60
  double=$(k)
  for precision in fp32 fp64/fp32; do
    run $file --permeability z --converge 1e-4 --precision $precision
    within 50
    near "$(k)" "$double" 1e-4
  done
  run $file --permeability z --converge 1e-3 --precision fp32/fp16
  within 40
  near "$(k)" "$double" 1e-3
done

# Corrections are a part of the time, and predicted with it: nodes over the time of steps as predicted and of corrections.
run pack.tile --permeability z --converge 1e-5
awk -v c="$(json report.json correction_seconds)" -v s="$(json report.json seconds)" 'BEGIN { exit !(c > 0 && c <= s) }' ||
  fail "$(json report.json correction_seconds) of $(json report.json seconds) seconds"
run pack.tile --pressure-drop 1e-6 --steps 20
is "$(json report.json correction_seconds)" 0
expect 0 tessera run pack.tile --permeability z --benchmark --device cpu --quiet --json >report.json
is "$(json report.json correction_seconds)" null
is "$(json report.json predicted_with_corrections)" "$(json report.json predicted_mflups)"

# The report says what was done, or why not and what would help.
left_out() { json report.json pressure_correction left_out; }
run pack.tile --permeability z --converge 1e-5
is "$(left_out)" null
is "$(json report.json pressure_correction corrections)" "$(($(steps) / 2))"
expect 0 tessera run pack.tile --permeability z --quiet -o out.tile >text
grep -q '^  pressure  *corrected [0-9]* times$' text || fail "corrections as text: $(cat text)"
grep -q '^  speed  .*; [0-9]* % of the time are corrections$' text || fail "the time of corrections as text: $(cat text)"
run pack.tile --permeability z --equilibrium quasi --converge 1e-4 --steps 60
is "$(left_out)" "it needs the equilibrium stokes"
run pack.tile --permeability z --tau 0.52 --converge 1e-4 --steps 60
is "$(left_out)" "it needs a tau near 1, such as is chosen without one"
run pack.tile --pressure-drop 1e-6 --converge 1e-4 --steps 60
is "$(json report.json pressure_correction)" null

# Interpolated walls, which take a little mass in each step: k is that of 8000 steps without corrections.
tessera voxelize --walls --shape spheres:porosity=0.2,d=10,seed=1,periodic --size 32,32,32 --quiet |
  tessera tile --periodic xyz --lint no --quiet -o walls.tile 2>said
run walls.tile --permeability z --converge 1e-6
within 60
near "$(k)" 0.01429811 1e-6
# Beside a thin sphere or cylinder cycles hardly change the flow, and its mean may rest before the flow is steady. k of the
# cylinder is that of 40 000 time steps; that of the sphere is from a bound of 1e-6, where the walls take the body force of all
# nodes to 2e-7.
tessera voxelize --shape sc:c=0.05 --size 32,32,32 --quiet | tessera tile --periodic xyz --lint no --quiet -o thin.tile
run thin.tile --permeability x --converge 1e-4
is "$(json report.json converged)" true
near "$(k)" 93.57982 1e-4
tessera voxelize --walls --shape cylinders:c=0.05 --size 64,64,1 --quiet | tessera tile --periodic xy --lint no --quiet -o thin.tile
run thin.tile --permeability x --converge 1e-5
is "$(json report.json converged)" true
near "$(k)" 263.221789 1e-5
# Half-way walls, where the mean rests 2e-5 away: k of 60 000 time steps.
tessera voxelize --shape cylinders:c=0.03 --size 64,64,1 --quiet | tessera tile --periodic xy --lint no --quiet -o thin.tile
run thin.tile --permeability x --converge 1e-6
is "$(json report.json converged)" true
near "$(k)" 343.293398 1e-6
