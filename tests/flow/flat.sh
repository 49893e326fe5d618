#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# One slice, from a picture to the results: a channel with plane Poiseuille flow. TRT at 3/16 puts its nodes exactly on
# the parabola between half-way walls (Ginzburg 2008): u(y) = g (y + 1/2)(h - y - 1/2) / (2 nu), node by node, so that
# k = (h^2 + 1/2) / 12 h / H; all to 1e-9, the bound of the run. H 12, h 10, length 9.
. "$srcdir/tests/lib.sh"
calc() { awk "BEGIN { printf \"%.15g\", $1 }"; }

# a picture of 1 between two rows of 0, as TIFF, PNG and array; all give one domain
awk 'BEGIN { for (y = 0; y < 12; y++) for (x = 0; x < 9; x++) printf "%s", (y > 0 && y < 11 ? "\001" : "\002") }' >raw
tessera voxelize --quiet --raw 9,12,1,u8 --fluid equal=1 --voxel 5um --export picture.tif -o raw.vox raw
tessera voxelize --quiet picture.tif --fluid equal=1 --voxel 5um -o tif.vox
tessera voxelize --quiet --raw 9,12,1,u8 --fluid equal=1 --voxel 5um --export picture.npy -o raw.vox raw
tessera voxelize --quiet picture.npy --fluid equal=1 --voxel 5um -o npy.vox
for image in tif npy; do
  [ "$(tessera stats --digest $image.vox)" = "$(tessera stats --digest raw.vox)" ] || fail "$image is another image"
done
tessera tile --quiet --periodic x tif.vox -o channel.tile
k=$(calc "(100 + 0.5) / 12 * 10 / 12")

# permeability, in layouts and both lattices; the velocity at a node; the flux through each column, in a slice one
# voxel thick
for how in "--layout packed" "--layout t2c" "--lattice d2q9"; do
  # shellcheck disable=SC2086
  tessera run --quiet channel.tile --permeability x --converge 1e-10 $how --json --force-on solid --checkpoint flow.tile >r.json
  near "$(json r.json permeability 0 voxel2)" "$k" 1e-9
  near "$(json r.json permeability 0 m2)" "$(calc "$k * 25e-12")" 1e-9
done
tau=$(json r.json tau)
tessera probe flow.tile --json >p.json
u=$(json p.json superficial_velocity 0)
g=$(calc "$u * ($tau - 0.5) / 3 / $k")
tessera probe flow.tile --json --point 4,3,0 --flux x --wall-shear >p.json
near "$(json p.json points 0 ux)" "$(calc "$g * 2.5 * 7.5 * 1.5 / ($tau - 0.5)")" 1e-9
near "$(json p.json flux mean)" "$(calc "$u * 12")" 1e-9
# the walls take the force of every node, and their shear is g h / 2; no force acts along z
near "$(json r.json forces 0 force 0)" "$(calc "$g * 90")" 1e-8
[ "$(calc "$(json r.json forces 0 force 2) == 0")" = 1 ] || fail "force along z: $(json r.json forces 0 force 2)"
near "$(json p.json wall_shear lattice max)" "$(calc "$g * 5")" 1e-6
near "$(json p.json wall_shear area)" 18 1e-9

# between pressures the results are the same
tessera tile --quiet --inlet x- --outlet x+ npy.vox -o open.tile
for lattice in d3q19 d2q9; do
  tessera run --quiet open.tile --permeability x --converge 1e-10 --lattice $lattice --json >r.json
  near "$(json r.json permeability 0 voxel2)" "$k" 1e-8
  [ "$(json r.json lattice)" = $lattice ] || fail "$lattice: the report says $(json r.json lattice)"
done

expect 2 tessera run --quiet channel.tile --lattice d2q9 --collision regularised --force 1e-6,0,0 --steps 1 -o none.tile
one_line "^tessera-run: lattice d2q9 has the collisions bgk, trt and mrt, and one viscosity\$"

# a flow keeps lattice d2q9: it is continued bit for bit, and can continue with d3q19; options that d2q9 lacks are
# refused
tessera run --quiet channel.tile --lattice d2q9 --collision bgk --force 1e-6,2e-6,0 --steps 40 --checkpoint whole.tile
tessera run --quiet channel.tile --lattice d2q9 --collision bgk --force 1e-6,2e-6,0 --steps 15 --checkpoint half.tile
tessera run --quiet half.tile --steps 40 --checkpoint half.tile
[ "$(tessera stats --digest half.tile)" = "$(tessera stats --digest whole.tile)" ] || fail "d2q9: not continued bit for bit"
tessera run --quiet half.tile --steps +5 --json >r.json
[ "$(json r.json lattice)" = d2q9 ] || fail "a flow of d2q9 goes on with $(json r.json lattice)"
tessera run --quiet half.tile --lattice d3q19 --steps +5 --checkpoint half.tile --json >r.json
[ "$(json r.json lattice)" = d3q19 ] || fail "d2q9, then d3q19"
tessera run --quiet half.tile --lattice d2q9 --steps +5 --json >r.json
[ "$(json r.json lattice) $(json r.json steps)" = "d2q9 50" ] || fail "d3q19, then d2q9"
refused 2 'no flow along z' tessera run channel.tile --lattice d2q9 --permeability z
tessera run --quiet channel.tile --lattice d2q9 --collision mrt --force 1e-6,0,0 --steps 5 -o mrt.flow >said
grep -q 'mrt, quasi' said || { cat said >&2; fail "d2q9 with mrt"; }
refused 2 'no flow along z' tessera run channel.tile --lattice d2q9 --force 0,0,1e-6 -n 1
tessera run --quiet --benchmark --lattice d2q9 channel.tile --json >r.json
near "$(json r.json traffic)" "$(calc "2 * 72 * 256 / 90")" 0.02 # one block, and what is known of it

# along z: the duct with this cross-section, without side walls; the same as with eight slices
tessera run --quiet channel.tile --permeability z --converge 1e-10 --json >r.json
near "$(json r.json permeability 0 voxel2)" "$k" 1e-9

# picture, VTK and array have one slice
tessera probe flow.tile --png flow.png --vtk flow.vti --npy flow.npy --field speed
head -c 4 flow.png | grep -q PNG || fail "no picture"
grep -a -q 'WholeExtent="0 8 0 11 0 0"' flow.vti || fail "extent: $(grep -a WholeExtent flow.vti)"
head -c 128 flow.npy | grep -a -q "'shape': (1, 12, 9)" || fail "shape: $(head -c 128 flow.npy)"
tessera probe flow.tile --csv --line 4,0,0:4,11,0:12 >line.csv
[ "$(wc -l <line.csv)" -ge 12 ] || fail "a line across the channel"

# walls at their distances: the array of cylinders of one slice gives the same as that of six
for slices in 1 6; do
  tessera voxelize --quiet --walls --shape cylinders:c=0.3 --size "12,12,$slices" | tessera tile --quiet --periodic xyz -o posts.tile
  tessera run --quiet posts.tile --permeability y --converge 1e-10 --json >$slices.json
  [ $slices = 6 ] || tessera run --quiet posts.tile --lattice d2q9 --permeability y --converge 1e-10 --json >d2q9.json
done
near "$(json 1.json permeability 0 voxel2)" "$(json 6.json permeability 0 voxel2)" 1e-9
near "$(json d2q9.json permeability 0 voxel2)" "$(json 6.json permeability 0 voxel2)" 1e-9

# a warning for a large slice with d3q19 appears once
tessera voxelize --quiet --shape cylinders:c=0.3,cell=80 --size 320,320,1 | tessera tile --quiet --periodic xyz -o large.tile
expect 5 tessera run large.tile --permeability xy --steps 1 --json >/dev/null
[ "$(grep -c 'one slice: --lattice d2q9' stderr)" = 1 ] || fail "told of d2q9: $(cat stderr)"

# the forecast of lattice d2q9 comes last: in fp64 and fp32, on the CPU and on a GPU; there is none for several slices
tessera voxelize --quiet --walls --shape cylinders:c=0.3,cell=40 --size 200,200,1 | tessera tile --quiet --periodic xyz -o posts.tile
tessera stats posts.tile --json --bandwidth 100 >s.json
for entry in 30 32; do
  [ "$(json s.json forecast $entry layout) $(json s.json forecast $entry device)" = "d2q9 cpu" ] || fail "forecast $entry"
  tessera run --quiet posts.tile --lattice d2q9 --precision "$(json s.json forecast $entry precision)" --steps 0 --json >r.json
  near "$(json s.json forecast $entry memory_bytes)" "$(json r.json memory)" 0.002
done
tessera stats posts.tile --bandwidth 100 | grep -q '^  d2q9, cpu  *[0-9.]* ' || fail "no forecast of d2q9"
tessera stats posts.tile --bandwidth 100 | grep -q '^  d2q9, cuda  *[0-9.]*  *[0-9.]* ' || fail "no speed of d2q9 on a GPU"
tessera stats --predict posts.tile | grep -q '^  d2q9, cuda  *[0-9.]*  *- ' || fail "a speed of d2q9 on a GPU of unknown bandwidth"
! tessera voxelize --quiet --shape box --size 8,8,2 | tessera stats --bandwidth 100 | grep d2q9 || fail "d2q9 of two slices"
