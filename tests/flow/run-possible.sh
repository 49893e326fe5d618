#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Impossible flows are refused before the first step: exit 3, one line, no file.
. "$srcdir/tests/lib.sh"

# impossible PATTERN ARGUMENTS: refused with a line that matches
impossible() {
  pattern=$1; shift
  expect 3 tessera run "$@" --quiet -o none.tile --checkpoint nor-this.tile >report
  one_line "^tessera-run: $pattern"
  [ ! -s report ] && [ -z "$(find . -name 'no*.tile*')" ] || fail "written in spite of it: $*"
}
# possible ARGUMENTS: makes the first step
possible() { expect 5 tessera run "$@" --steps 1 --quiet -o flow.tile >report; }

# ---- no connected way

tessera voxelize --shape channel:w=4,axis=x --size 8,8,8 --quiet -o along-x.vox
tessera tile along-x.vox --lint no --quiet -o plain.tile 2>said
tessera tile along-x.vox --periodic xyz --lint no --quiet -o ring.tile 2>said
for axis in y z; do
  impossible "plain.tile: no way leads through the pore space along $axis, .*; it percolates along x\$" \
    plain.tile --permeability $axis
  impossible "ring.tile: no way leads .* along $axis, .* along x\$" ring.tile --permeability $axis
done
impossible "standard input: no way leads" --permeability z <plain.tile
impossible "plain.tile: no way leads" plain.tile --permeability z --steps 1 --layout t2c --precision fp32
possible plain.tile --permeability x
possible ring.tile --permeability x
expect 0 tessera run plain.tile --permeability z --benchmark --quiet >report

# Boxes that are closed on all sides, and on one; between pressures; after an earlier flow.
tessera voxelize --shape box --size 6,6,6 --pad x-=1:solid --pad y-=1:solid --pad z-=1:solid --quiet -o closed.vox
tessera tile closed.vox --periodic xyz --lint no --quiet -o closed.tile 2>said
impossible "closed.tile: no way .* along z, .*; it percolates along no axis\$" closed.tile --permeability z
tessera voxelize --shape box --size 6,6,12 --pad z+=1:solid --quiet -o cup.vox
tessera tile cup.vox --inlet z- --outlet z+ --lint no --quiet -o cup.tile 2>said
impossible "cup.tile: no way .* from patch 'inlet' (z-) to patch 'outlet' (z+), .* along x and y\$" cup.tile \
  --pressure-drop 1e-6 --steps 100
tessera run cup.tile --set inlet:pressure=1e-6 --set outlet:pressure=0 --steps 1 --quiet -o still.tile >report
impossible "still.tile: no way" still.tile --permeability z
impossible "still.tile: no way" still.tile --pressure-drop 1e-6 --steps +1
tessera tile cup.vox --inlet z- --outlet x+ --quiet -o elbow.tile 2>said
expect 0 tessera run elbow.tile --pressure-drop 1e-6 --steps 1 --quiet -o flow.tile >report

# Links pass edges at which two solid nodes meet; faces of nodes do not connect there.
for z in 1 2 3 4 5 6 7 8; do
  for y in 1 2 3 4; do printf '\377\377\377\377\0\0\0\0'; done
  for y in 5 6 7 8; do printf '\0\0\0\0\377\377\377\377'; done
done >edge.raw
tessera voxelize --raw 8,8,8,u8 edge.raw --threshold 1 --fluid above --quiet -o edge.vox
tessera tile edge.vox --lint no --quiet -o edge.tile 2>said
tessera stats edge.tile --json >stats.json
[ "$(json stats.json percolates x)" = false ] || fail "edges count in stats"
possible edge.tile --permeability x
expect 0 tessera run edge.tile --permeability x --steps 100000 --json >report
awk -v k="$(json report permeability 0 voxel2)" 'BEGIN { exit !(k > 1e-3) }' || fail "nothing flows past an edge"

# ---- no wall that would limit the velocity

tessera voxelize --shape box --size 8,8,8 --quiet -o free.vox
tessera tile free.vox --periodic xyz --quiet -o free.tile 2>said
impossible "free.tile: periodic along x, y and z and without a wall: .* no steady flow exists\$" free.tile \
  --permeability x
impossible "free.tile: periodic" free.tile --force 1e-6,0,1e-6 --converge 1e-5
tessera run free.tile --force 1e-6,0,0 --steps 3 --quiet -o falls.tile >report
impossible "falls.tile: periodic" falls.tile --permeability x
impossible "falls.tile: periodic" falls.tile --converge 1e-5
tessera tile free.vox --periodic xz --quiet -o slit.tile 2>said
possible slit.tile --permeability x

# Pressures without a wall: periodic sides, one slice, d2q9, several axes, conditions of --set, a flow that is continued.
endless() {
  along=$1 what=$2 input=$3; shift 2
  impossible "$input: no wall and no velocity limits the flow along $along: $what the fluid for ever, and no steady flow exists\$" "$@"
}
tessera voxelize --shape box --size 6,6,6 --quiet -o cube.vox
tessera tile cube.vox --periodic yz --inlet x- --outlet x+ --quiet -o between.tile 2>said
tessera tile cube.vox --periodic yz --quiet -o bare.tile 2>said
tessera voxelize --shape box --size 10,8,1 --quiet -o slice.vox
tessera tile slice.vox --periodic y --inlet x- --outlet x+ --quiet -o slice.tile 2>said
for input in between.tile bare.tile slice.tile; do
  endless x 'pressures accelerate' $input --permeability x
done
endless x 'pressures accelerate' bare.tile --permeability x --steps 10 --precision fp32 --layout t2c
endless x 'pressures accelerate' between.tile --pressure-drop 1e-6 --converge 1e-5
endless x 'pressures accelerate' slice.tile --pressure-drop 1e-6 --converge 1e-5 --lattice d2q9
endless x 'pressures accelerate' between.tile --set inlet:pressure=0 --set outlet:pressure=1e-6 --converge 1e-5
endless x 'pressures accelerate' between.tile --set inlet:pressure=0 --set outlet:pressure=0 --force 1e-6,1e-6,0 \
  --converge 1e-5
expect 3 tessera run bare.tile --permeability xyz --quiet
one_line "^tessera-run: bare.tile: no wall and no velocity limits the flow along x: "
expect 3 tessera run slice.tile --permeability xy --quiet
one_line "^tessera-run: slice.tile: no wall and no velocity limits the flow along x: "
possible bare.tile --permeability yz
tessera run between.tile --pressure-drop 1e-6 --steps 2 --quiet -o pushed.tile >report
endless x 'pressures accelerate' pushed.tile --permeability x
expect 0 tessera run pushed.tile --steps +2 --quiet -o flow.tile >report

# Only the last axis has no wall; a force and pressures that cancel; a force along the planes, at which nothing slides.
tessera tile cube.vox --periodic xy --inlet z- --outlet z+ --quiet -o upright.tile 2>said
expect 3 tessera run upright.tile --permeability xz --quiet
one_line "^tessera-run: upright.tile: no wall and no velocity limits the flow along z: "
possible upright.tile --set inlet:pressure=5e-6 --set outlet:pressure=0 --force 0,0,-1e-6 --converge 1e-5
possible upright.tile --set inlet:pressure=0 --set outlet:pressure=0 --force 1e-6,0,0 --converge 1e-5

# A velocity, a wall that moves, and a single solid node limit the flow.
possible between.tile --set inlet:velocity=1e-3,0,0 --set outlet:pressure=0 --converge 1e-5
possible between.tile --set inlet:wall=0,1e-3,0 --set outlet:pressure=0 --force 0,1e-6,0 --converge 1e-5
tessera voxelize --shape box --size 6,6,6 --pad x-=1:solid --quiet -o floor.vox
tessera tile floor.vox --periodic xyz --quiet -o floor.tile 2>said
possible floor.tile --permeability y

# What flows in must leave.
impossible "between.tile: the fluid that flows in through patch 'inlet' leaves through no other patch: the mass grows for ever, and no steady flow exists\$" \
  between.tile --set inlet:velocity=1e-3,0,0 --set outlet:wall=0,0,0 --converge 1e-5
impossible "between.tile: the fluid that flows out through patch 'outlet' comes in through no other patch: the mass shrinks for ever, and no steady flow exists\$" \
  between.tile --set inlet:velocity=0,1e-3,0 --set outlet:parabola=1e-3,0,0 --converge 1e-5
impossible "cup.tile: the fluid that flows in through patch 'inlet' leaves" cup.tile --set inlet:velocity=0,0,1e-3 \
  --set outlet:pressure=0 --converge 1e-5
possible between.tile --set inlet:velocity=1e-3,0,0 --set outlet:velocity=1e-3,0,0 --converge 1e-5
expect 0 tessera run between.tile --set inlet:velocity=1e-3,0,0 --set outlet:wall=0,0,0 --steps 3 --quiet \
  -o flow.tile >report
