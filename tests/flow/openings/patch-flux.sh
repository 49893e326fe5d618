#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --patch-flux: the flow through planes on faces and through oblique caps is the same in run and in probe.
. "$srcdir/tests/lib.sh"
run() { tessera run --quiet "$@"; }
flux() { json "$1" patch_flux patches "$2" flux; }

# A square duct of 16 nodes between pressures: k = 8.997 of the series (tests/flow/permeability/ducts.sh; at nodes up to 1/24 more),
# so the flow is k A / nu grad p; within 1 % at both ends, which differ by the remaining change.
tessera voxelize --quiet --shape channel:w=16 --size 18,18,12 --voxel 5um |
  tessera tile --quiet --inlet z- --outlet z+ -o duct.tile
run duct.tile --pressure-drop 1e-5 --viscosity 1e-6m2/s --equilibrium stokes --tau 1.5 --converge 1e-9 --patch-flux \
  --checkpoint flow.tile --json >r.json
wanted=$(awk 'BEGIN { print 8.997 * 256 * 1e-5 / 11 * 3 }')
near "$(flux r.json 0)" "$wanted" 0.01
near "$(flux r.json 1)" "-$wanted" 0.01
is "$(json r.json patch_flux patches 0 patch) $(json r.json patch_flux patches 1 patch)" "inlet outlet"
is "$(json r.json patch_flux walls)" 0
awk -v b="$(json r.json patch_flux balance)" 'BEGIN { exit !(b ^ 2 < 1e-16) }' || fail "balance $(json r.json patch_flux balance)"
# the time of a step is (tau - 1/2)/3 dx^2 / nu
near "$(json r.json patch_flux patches 0 flux_m3_s)" \
  "$(awk -v f="$(flux r.json 0)" 'BEGIN { printf "%.12g", f * 125e-18 / (25e-12 / 3e-6) }')" 1e-9
near "$(json r.json patch_flux inflow)" "$(flux r.json 0)" 1e-12

# A tube across the grid, between caps: velocity times area enters, and with half-way walls the same flow leaves.
awk '
  function put(u, v, w) { printf "v %.9f %.9f %.9f\n", u * 0.9397 + w * 0.342, v, -u * 0.342 + w * 0.9397 }
  BEGIN {
    for (w = 0; w < 27; w += 26)
      for (i = 0; i < 48; i++)
        put(6 * cos(6.283185307 * i / 48), 6 * sin(6.283185307 * i / 48), w)
    for (i = 1; i <= 48; i++)
      print "f", i, i % 48 + 1, i % 48 + 49, i + 48
  }' >tube.obj
tessera voxelize tube.obj --voxel 1m --unit m --cap --quiet -o tube.vox 2>said
tessera tile tube.vox --lint no --quiet -o tube.tile
normal=$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' tube.tile)
velocity=$(echo "$normal" | awk -F, '{ printf "%.12f,%.12f,%.12f", 1e-2 * $1, 1e-2 * $2, 1e-2 * $3 }')
wanted=$(echo "$normal" | awk -F, '{ print 1e-2 * $7 * ($1 ^ 2 + $2 ^ 2 + $3 ^ 2) }')
for walls in halfway interpolated; do
  run tube.tile --walls $walls --set "inlet0:velocity=$velocity" --set outlet1:pressure=0 --converge 1e-10 --patch-flux \
    --threads 1 --checkpoint $walls.tile --json >$walls.json
  near "$(flux $walls.json 0)" "$wanted" 1e-5
  awk -v b="$(json $walls.json patch_flux balance)" 'BEGIN { exit !(b ^ 2 < 1e-16) }' ||
    fail "$walls: balance $(json $walls.json patch_flux balance)"
done
near "$(flux halfway.json 1)" "-$wanted" 1e-5
is "$(json halfway.json patch_flux walls)" 0
near "$(json interpolated.json patch_flux walls)" \
  "$(awk -v a="$(flux interpolated.json 0)" -v b="$(flux interpolated.json 1)" 'BEGIN { printf "%.9g", -a - b }')" 1e-3

# The number of threads does not matter, and probe reports the same for a checkpoint.
only() { sed -n '/"patch_flux"/,/^  }/p' "$1" | sed '$s/,$//'; }
run interpolated.tile --steps +0 --threads 3 --patch-flux --json >three.json
tessera probe interpolated.tile --patch-flux --json >probed.json
tessera probe interpolated.tile --patch-flux --csv >probed.csv
only interpolated.json >one
for file in three.json probed.json; do
  only $file >other
  cmp one other || fail "$file"
done
is "$(cut -d , -f 1,3 probed.csv | tr '\n' ' ')" \
  "patch,flux inlet0,$(flux interpolated.json 0) outlet1,$(flux interpolated.json 1) walls,$(json interpolated.json patch_flux walls) "
run tube.tile --set "inlet0:velocity=$velocity" --set outlet1:pressure=0 --steps 5 --patch-flux -o out.tile >text
grep -q '^  flux inwards  *inlet0: [0-9.e-]* lattice, [0-9]* links$' text || { cat text; fail "no flux as text"; }
grep -q '^  mass balance  *-*[0-9.e-]* of the inflow, through interpolated walls -*[0-9.e-]*$' text || { cat text; fail "no balance"; }

tessera voxelize --quiet --shape channel:w=4 --size 8,8,8 | tessera tile --quiet --periodic z -o ring.tile
refused 2 '--patch-flux: this domain has no patches' run ring.tile --force 0,0,1e-6 --steps 1 --patch-flux -o x
refused 2 '--patch-flux tells of one flow' run duct.tile --permeability xz --patch-flux --json
refused 2 'leave out --patch-flux' run duct.tile --benchmark --patch-flux --json
run ring.tile --force 0,0,1e-6 --steps 1 --checkpoint ring-flow.tile --json >r.json
refused 3 'ring-flow.tile: has no patches' tessera probe ring-flow.tile --patch-flux
refused 3 'out.tile: holds no populations' tessera probe out.tile --patch-flux
