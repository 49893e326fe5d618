#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-run with wall distances: it uses them by default, reports it, and continues in the same way.
. "$srcdir/tests/lib.sh"
digest() { tessera stats --digest "$@"; }

# A tube of radius 13 in a box of 26 x 26 x 4: k = pi R^4 / (8 * 26^2). Interpolated walls are of second order,
# stair-cases of first; at this radius the errors are 0.02 % and 1.9 %.
tessera voxelize --quiet --shape tube --size 26,26,4 --voxel 5um --walls | tessera tile --quiet --periodic z -o tube.tile
for walls in halfway interpolated linear; do
  tessera run --quiet tube.tile --walls $walls --permeability z --converge 1e-7 --tau 2 --json >$walls.json 2>$walls.said
  is "$(json $walls.json walls)" $walls
done
exact=$(awk 'BEGIN { print atan2(0, -1) * 13 ^ 4 / 8 / 26 ^ 2 }')
near "$(json interpolated.json permeability 0 voxel2)" "$exact" 0.002
awk -v a="$(json halfway.json permeability 0 voxel2)" -v b="$(json interpolated.json permeability 0 voxel2)" \
  -v k="$exact" 'BEGIN { exit !((a - k) ^ 2 > 9 * (b - k) ^ 2) }' || fail "half-way walls are as good"

# Linear walls: their place depends on tau, which the run says; it is not chosen for speed.
near "$(json linear.json permeability 0 voxel2)" "$exact" 0.05
grep -q 'the permeability depends on tau with linear walls: use --walls interpolated$' linear.said || fail "$(cat linear.said)"
refused 2 'not linear' tessera run tube.tile --walls linear --permeability z --tau auto

# Interpolated walls are the default for such a domain, and half-way walls for any other.
tessera run --quiet tube.tile --force 0,0,1e-6 --steps 40 -o a.tile >report
grep -q '^  walls  *interpolated$' report || fail "no word about walls: $(cat report)"
tessera run --quiet tube.tile --force 0,0,1e-6 --steps 40 --walls interpolated -o b.tile >report
is "$(digest a.tile)" "$(digest b.tile)"
tessera voxelize --quiet --shape tube --size 26,26,4 | tessera tile --quiet --periodic z -o stairs.tile
tessera run --quiet stairs.tile --force 0,0,1e-6 --steps 2 -o c.tile >report
! grep -q walls report || fail "walls where there are no distances"
refused 2 'this domain has no wall distances' tessera run stairs.tile --force 0,0,1e-6 --steps 2 --walls interpolated
refused 2 'this domain has no wall distances' tessera run stairs.tile --force 0,0,1e-6 --steps 2 --walls linear
refused 2 'expected halfway, interpolated or linear' tessera run tube.tile --walls none

# Stopped and continued, with all kinds of walls, after odd and even steps: bit for bit.
for walls in halfway interpolated linear; do
  for steps in 18 19; do
    tessera run --quiet tube.tile --force 0,0,1e-6 --walls $walls --steps 40 -o straight.tile >report
    tessera run --quiet tube.tile --force 0,0,1e-6 --walls $walls --steps $steps --checkpoint c.tile >report
    tessera run --quiet c.tile --steps 40 -o continued.tile >report
    is "$(digest continued.tile)" "$(digest straight.tile)"
  done
done
# A run does not start from populations of other walls, but from their fields.
tessera run c.tile --walls halfway --steps +1 -o other.tile >report 2>said
grep -q 'c.tile contains no populations of such walls: starting from the equilibrium' said || fail "$(cat said)"
tessera run c.tile --walls interpolated --steps +1 -o other.tile >report 2>said
grep -q 'c.tile contains no populations of such walls: starting from the equilibrium' said || fail "$(cat said)"

! hurried || exit 0
# "Converged" holds with interpolated walls: k of a pack to 1e-5 is within 2e-5 of k to 1e-9, with the automatic tau
# and at tau 1, and when it was stopped and continued.
tessera voxelize --quiet --walls --shape spheres:porosity=0.3,d=9,seed=3,periodic --size 20,20,20 -o pack.vox
# converges WALLS TAU TAU...: the first tau is that of the reference
converges() {
  walls=$1 least=$2; shift 2
  tessera run --quiet pack.tile --walls $walls --permeability z --converge 1e-9 --tau "$least" --json >limit.json
  for tau; do
    tessera run --quiet pack.tile --walls $walls --permeability z --tau "$tau" --json >r.json
    is "$(json r.json walls)" $walls
    near "$(json r.json permeability 0 voxel2)" "$(json limit.json permeability 0 voxel2)" 2e-5
    tessera run --quiet pack.tile --walls $walls --permeability z --tau "$tau" --steps 8 --checkpoint c.tile --json \
      >r.json 2>said || is $? 5
    tessera run --quiet c.tile --permeability z --tau "$tau" --checkpoint continued.tile --json >r.json
    near "$(json r.json permeability 0 voxel2)" "$(json limit.json permeability 0 voxel2)" 2e-5
  done
}
for ends in "--periodic xyz" ""; do
  # shellcheck disable=SC2086 # a list of options
  tessera tile --quiet --keep percolating --lint no $ends pack.vox -o pack.tile
  converges interpolated 0.7 auto 1
done

# Near their closest packing spheres leave gaps of four nodes: K of tests/validate/walls.py, within the bound used
# there. The walls bear the whole force.
tessera voxelize --quiet --walls --shape fcc:c=0.53981 --size 31,31,31 | tessera tile --quiet --periodic xyz -o fcc.tile
tessera run --quiet fcc.tile --permeability z --checkpoint fcc.out --json >r.json
exact=$(awk 'BEGIN { pi = atan2(0, -1); c = 0.53981; n = 4
  print 31 ^ 2 / (6 * pi * n * 65.128 * (3 * c / (4 * pi * n)) ^ (1 / 3)) }')
near "$(json r.json permeability 0 voxel2)" "$exact" 0.03
tessera probe --force solid --json fcc.out >f.json
tessera stats --json fcc.tile >s.json
near "$(json f.json forces 0 force 2)" "$(awk -v n="$(json s.json nonsolid)" 'BEGIN { print n * 1e-6 }')" 1e-4
tessera tile --check=full fcc.out >report
# A result is evaluated without steps.
tessera run --quiet fcc.out --force-on solid --json -o again.tile >r.json
near "$(json r.json forces 0 force 2)" "$(json f.json forces 0 force 2)" 1e-9

# A tube beside a dead end that fills through a hole of one voxel: at tau 1 the mean flow stays constant long before.
awk 'BEGIN { for (z = 0; z < 40; z++) for (y = 0; y < 16; y++) for (x = 0; x < 16; x++) printf "%s",
  (x > 5 && x < 9 && y > 5 && y < 9) || (z == 10 && y == 7 && x >= 8 && x < 11) ||
  (x > 0 && x < 15 && y > 0 && y < 15 && z > 3 && z < 16 && !(x > 4 && x < 10 && y > 4 && y < 10)) ? "z" : "0" }' >dead.raw
tessera voxelize --quiet --walls --raw 16,16,40,u8 dead.raw --threshold 64 --fluid above -o dead.vox
tessera tile --quiet --periodic xyz --lint no dead.vox -o dead.tile
tessera run --quiet dead.tile --permeability z --converge 1e-8 --json >limit.json
tessera run --quiet dead.tile --permeability z --converge 1e-4 --tau 1 --json >r.json
near "$(json r.json permeability 0 voxel2)" "$(json limit.json permeability 0 voxel2)" 1e-4

# Momentum that alternates from step to step grows at nodes with few open links in narrow pores, the faster the higher
# tau is: plain steps diverge here after 4 060. Where a steady flow is sought the solver removes it.
if slow; then
tessera voxelize --walls --shape spheres:porosity=0.25,d=6,seed=54,periodic --size 32,32,32 --quiet |
  tessera tile --periodic xyz --keep percolating --lint no --quiet -o nooks.tile
expect 4 tessera run nooks.tile --equilibrium stokes --force 0,0,1e-9 --tau 10 --steps 6000 --quiet
for tau in 0.7 10; do
  tessera run nooks.tile --permeability z --tau $tau --converge 1e-6 --quiet --json >nooks-$tau.json
done
near "$(json nooks-10.json permeability 0 voxel2)" "$(json nooks-0.7.json permeability 0 voxel2)" 1e-5
fi
