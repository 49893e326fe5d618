# SPDX-License-Identifier: BSD-3-Clause
# tessera-probe on an analytic slit (tests/fixtures/programs/make_flow.c): grid 6 x 10 x 9, walls y = 0 and 9,
# h = 8, g = 1e-5, nu = 1/6. Reference, exact sums over nodes:
#   sum over y of Y (h - Y) = h^3/6 + h/12 = 86, so
#   <u> = g/(2 nu) 86/10 = 2.58e-4, k = nu <u>/g = 4.3 voxel2 = 1.075e-10 m2 (dx = 5 um) = 108.9244 darcy
#   flux of a slice = 6 * 86 * g/(2 nu) = 0.01548, largest u (Y = 3.5, 4.5) = 15.75 g/(2 nu) = 4.725e-4
# Tolerance 1e-12 in fp64 (rounding), 1e-6 in fp32.
. "$srcdir/tests/lib.sh"
make_flow() { "$builddir/tests/make_flow" "$@"; }
for drive in force pressure none; do make_flow $drive.tile fp64 $drive; done
make_flow bare.tile fp32 force bare

# permeability, for both drives, from the keys of the header alone
for drive in force pressure; do
  tessera probe $drive.tile --permeability --json >k.json
  near "$(json k.json permeability 0 voxel2)" 4.3 1e-12
  near "$(json k.json permeability 0 m2)" 1.075e-10 1e-12
  near "$(json k.json permeability 0 darcy)" 108.92437132652559 1e-12
  [ "$(json k.json permeability 0 axis)" = z ] || fail "axis"
  near "$(json k.json superficial_velocity)" 2.58e-4 1e-12
  near "$(json k.json superficial_velocity_m_s)" 3.225e-4 1e-12
  near "$(json k.json mach)" 8.183940065762947e-4 1e-12
  near "$(json k.json tau)" 1 0
done
near "$(json k.json length)" 8 0
near "$(json k.json permeability 0 millidarcy)" 108924.37132652559 1e-12
# k g / nu, with nu = 1/6 (5 um)^2 / 4 us; then for another fluid, whose viscosity may be dynamic
near "$(json k.json permeability 0 hydraulic_conductivity)" "$(awk 'BEGIN { printf "%.15g", 1.075e-10 * 9.80665 * 24e-6 / 25e-12 }')" 1e-12
for fluid in "--viscosity 2e-6m2/s" "--viscosity 2mPa.s" "--viscosity 1.6mPa.s --density 800kg/m3"; do
  tessera probe force.tile --permeability --json $fluid >k.json
  near "$(json k.json permeability 0 hydraulic_conductivity)" "$(awk 'BEGIN { printf "%.15g", 1.075e-10 * 9.80665 / 2e-6 }')" 1e-12
done
tessera probe force.tile --permeability --csv >k.csv
[ "$(head -n 1 k.csv)" = "axis,voxel2,m2,darcy,superficial_velocity,superficial_velocity_m_s,millidarcy,hydraulic_conductivity" ] ||
  fail "columns of a permeability: $(cat k.csv)"
near "$(tail -n 1 k.csv | cut -d , -f 7)" 108924.37132652559 1e-12
expect 2 tessera probe force.tile --viscosity 2e-6m2/s
one_line 'give --permeability'
expect 2 tessera probe force.tile --permeability --density 800kg/m3
one_line '--density .*: give --viscosity NU$'
expect 2 tessera probe bare.tile --permeability --viscosity 1mPa.s
one_line 'give --density 1000kg/m3'
expect 2 tessera probe force.tile --permeability --viscosity 0.1
one_line "expected a value such as 1e-6m2/s or 1mPa.s, not '0.1'"
expect 2 tessera probe force.tile --permeability --viscosity 1e-6m2/s --density 7
one_line "expected a value such as 1000kg/m3, not '7'"
tessera probe bare.tile --permeability --json >k.json
near "$(json k.json permeability 0 voxel2)" 4.3 1e-6
[ "$(json k.json permeability 0 darcy)" = null ] || fail "darcy without a voxel size"
[ "$(json k.json permeability 0 millidarcy)$(json k.json permeability 0 hydraulic_conductivity)" = nullnull ] ||
  fail "mD or hydraulic conductivity without a voxel size"
expect 3 tessera probe none.tile --permeability
one_line 'none.tile: contains no permeability run'
tessera probe force.tile --permeability >text
grep -q 'permeability  *1.075e-10 m2 = 108.924 darcy = 4.3 voxel2' text || fail "text of a permeability"
grep -q 'hydraulic conductivity  *0.00101205 m/s (viscosity 1.04167e-06 m2/s, g = 9.80665 m/s2)' text || fail "text of K"
grep -q 'superficial velocity  *0.000258 lattice = 0.0003225 m/s' text || fail "text of the superficial velocity"

# the flux is the same through every slice
tessera probe force.tile --flux z --json >flux.json
near "$(json flux.json flux mean)" 0.01548 1e-12
near "$(json flux.json flux slices 8 flux)" 0.01548 1e-12
near "$(json flux.json flux mean_m3_s)" 4.8375e-13 1e-12
near "$(awk -v s="$(json flux.json flux spread)" 'BEGIN { print s < 1e-12 }')" 1 0
tessera probe force.tile --flux z --csv >flux.csv
[ "$(wc -l <flux.csv)" = 10 ] || fail "rows of the flux"
tessera probe force.tile --flux y --json >flux.json
near "$(json flux.json flux mean)" 0 0

# points and lines: at a node, between nodes, beside solid (value of the nearest node), in solid
tessera probe pressure.tile --point 2,4,5 --point 2,4.25,5.5 --point 0,1.75,0 --point 2,0.75,3 --point 1,0.2,1 \
  --point -0.5,9.5,8.5 --json >points.json
near "$(json points.json points 0 uz)" 4.725e-4 1e-12 # Y = 3.5
near "$(json points.json points 0 speed_m_s)" 5.90625e-4 1e-12
near "$(json points.json points 0 pressure)" 3e-5 1e-12
near "$(json points.json points 0 pressure_pa)" 0.046875 1e-12
near "$(json points.json points 1 uz)" 4.725e-4 1e-12
near "$(json points.json points 1 pressure)" 2.5e-5 1e-12
near "$(json points.json points 2 uz)" 2.475e-4 1e-12  # 0.75 of the way from Y = 0.5 to 1.5: 3.75 + 0.75 * 6
near "$(json points.json points 3 uz)" 1.125e-4 1e-12  # a neighbour is solid: the node at Y = 0.5
[ "$(json points.json points 3 solid)" = false ] || fail "beside solid"
[ "$(json points.json points 4 solid)" = true ] || fail "in solid"
[ "$(json points.json points 4 uz)" = null ] || fail "value in solid"
[ "$(json points.json points 5 solid)" = true ] || fail "corner of the grid"
tessera probe force.tile --line 2,0,4:2,9,4:10 --csv >line.csv
awk -F, 'NR > 1 && ($1 != NR - 2 || $3 != NR - 2 || $5 != (NR == 2 || NR == 11)) { exit 1 }' line.csv || fail "line"
near "$(awk -F, 'NR == 6 { print $9 }' line.csv)" 4.725e-4 1e-12
tessera probe force.tile --line 0,1,0:0,2,0:3 --line 0,1,0:0,8,0:8 --json >lines.json
near "$(json lines.json lines 0 1 uz)" 2.025e-4 1e-12 # half-way between Y = 0.5 and 1.5
near "$(json lines.json lines 1 7 distance)" 7 0
expect 2 tessera probe force.tile --point 6,0,0
one_line '--point 6,0,0: outside the grid, whose nodes are 0 ... 5, 0 ... 9, 0 ... 8'
expect 2 tessera probe force.tile --line 0,0,0:0,0,9:3
one_line 'outside the grid'
for line in 0,0,0 0,0,0:1,1,1 0,0,0:1,1,1:1 0,0,0:1,1:5 0,0,0:1,1,1:5:6; do
  expect 2 tessera probe force.tile --line $line
  one_line 'expected A:B:N'
done

# the summary: from a file, through a pipe, in fp32
tessera probe --json <force.tile >all.json
near "$(json all.json porosity)" 0.8 1e-15
near "$(json all.json speed min)" 1.125e-4 1e-12
near "$(json all.json speed mean)" 3.225e-4 1e-12
near "$(json all.json speed max)" 4.725e-4 1e-12
near "$(json all.json superficial_velocity 2)" 2.58e-4 1e-12
near "$(json all.json hydraulic_tortuosity)" 1 0
is "$(json all.json flow_axis)" z
near "$(json all.json step)" 1234 0
[ "$(json all.json converged)" = true ] || fail "converged"
tessera probe bare.tile --json >all.json
near "$(json all.json speed max)" 4.725e-4 1e-6
[ "$(json all.json speed_m_s max)" = null ] || fail "m/s without units"
tessera probe - --csv <force.tile >all.csv
[ "$(wc -l <all.csv)" = 2 ] || fail "summary as CSV"
is "$(head -n 1 all.csv | sed 's/.*,//') $(tail -n 1 all.csv | sed 's/.*,//')" "hydraulic_tortuosity 1"
tessera probe force.tile | grep -q 'porosity  *0.800000' || fail "summary as text"
tessera probe none.tile | grep -q 'hydraulic tortuosity  *1 along z' || fail "tortuosity without a drive"

# all reports at once are one JSON object
tessera probe force.tile --permeability --flux z --point 1,1,1 --line 0,1,0:0,8,0:8 --json >all.json
near "$(json all.json permeability 0 voxel2)" 4.3 1e-12
near "$(json all.json points 0 uz)" 1.125e-4 1e-12
near "$(json all.json lines 0 7 uz)" 1.125e-4 1e-12

# pictures: a PNG has its signature and its size (scale 40: 6 x 10 nodes)
for field in speed pressure ux uy uz; do
  tessera probe force.tile --png $field.png --slice z=3 --field $field >out
  [ ! -s out ] || fail "a picture alone prints nothing"
  [ "$(head -c 8 $field.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "no PNG: $field"
done
cmp -s speed.png uz.png && fail "two fields, one picture"
tessera probe force.tile --png x.png --slice x=5
tessera probe force.tile --png y.png --slice y=0 # all solid
tessera probe force.tile --png - >middle.png
tessera probe force.tile --png four.png --slice z=4
cmp middle.png four.png || fail "the middle slice is not the default"
expect 2 tessera probe force.tile --png no.png --slice z=9
one_line '--slice z=9: outside the grid, whose slices are 0 ... 8'
[ ! -e no.png ] || fail "a picture was left behind"
for slice in z z= z=-1 w=3 z=1.5 3; do
  expect 2 tessera probe force.tile --png no.png --slice $slice
  one_line 'expected x=K, y=K or z=K'
done
expect 2 tessera probe force.tile --png no.png --field vorticity
one_line 'expected speed, pressure, ux, uy, uz or wall_shear'
expect 2 tessera probe force.tile --slice z=1
one_line 'give --png'
expect 2 tessera probe force.tile --csv --json
expect 2 tessera probe force.tile --png force.tile
expect 2 tessera probe force.tile bare.tile
one_line 'at most one FILE'

# NumPy arrays: a header of 192 bytes, then the values; uz of every slice equals that of the first
npy() { tessera probe "$@" --npy flow.npy --quiet || fail "probe $*"; }
shape() { head -c 192 flow.npy | grep -aq "'descr': '$1', 'fortran_order': False, 'shape': ($2), }" || fail "head: $(head -c 192 flow.npy)"; }
values() { tail -c +193 flow.npy | od -An -v -t "f$1" -w"$2"; }
npy force.tile
shape '<f8' '9, 10, 6, 3'
[ "$(wc -c <flow.npy)" = $((192 + 540 * 24)) ] || fail "size of an array"
near "$(values 8 24 | awk 'NR == 6 * 4 + 1 { print $3 }')" 5.90625e-4 1e-12 # y = 4: Y = 3.5
values 8 24 | awk '$1 || $2 || ($3 == 0) != (int((NR - 1) / 6) % 10 % 9 == 0) { exit 1 }' || fail "velocities"
npy force.tile --field uz --precision fp32
shape '<f4' '9, 10, 6'
near "$(values 4 4 | awk 'NR == 6 * 4 + 1')" 5.90625e-4 1e-6
npy pressure.tile --field pressure
near "$(values 8 8 | awk 'NR == 7')" 0.125 1e-12 # 8 g lattice; 1562.5 Pa
npy bare.tile --field speed --precision fp64
shape '<f8' '9, 10, 6'
near "$(values 8 8 | awk 'NR == 6 * 4 + 1')" 4.725e-4 1e-6 # lattice units
npy force.tile --field solid
shape '|u1' '9, 10, 6'
[ "$(tail -c +193 flow.npy | tr -cd '\001' | wc -c)" = 108 ] && [ "$(wc -c <flow.npy)" = 732 ] || fail "solid"
expect 0 tessera probe force.tile --npy flow.npy
one_line 'velocity: m/s'
expect 0 tessera probe bare.tile --npy - --field pressure >piped.npy
one_line 'pressure: lattice units'
[ "$(wc -c <piped.npy)" = $((192 + 540 * 4)) ] || fail "--npy -"
unwritten=no.npy
refused 2 'field vorticity: expected speed' tessera probe force.tile --npy no.npy --field vorticity
refused 2 'field velocity: --png shows speed' tessera probe force.tile --npy no.npy --png no.npy.png --field velocity
refused 2 'png and --npy both name no.npy' tessera probe force.tile --npy no.npy --png no.npy
refused 2 'vtk and --npy cannot both go to standard output' tessera probe force.tile --npy - --vtk -
lies() { refused 2 "$1 $2: it writes .*, which programs expect in a file named $3\$" tessera probe force.tile "$1" "$2"; }
unwritten='no.vtk no.vtp no.vti no.npz no.png no.VTP'
mkdir folder.npy
refused 1 'folder.npy: is a folder' tessera probe force.tile --vtk no.vti --npy folder.npy # neither is written
refused 1 'nowhere/f.png: No such file' tessera probe force.tile --vtk no.vti --png nowhere/f.png
lies --vtk no.vtk .vti
lies --vtk no.VTP .vti
lies --vtp no.vti .vtp
lies --streamlines no.vtk .vtp
lies --npy no.npz .npy
lies --npy no.png .npy
lies --png no.vti .png
tessera probe force.tile --vtk values.VTI --npy values.2 -q
for picture in no.jpg no.png.TIFF ./no.pdf; do
  refused 2 "png $picture: it writes PNG" tessera probe force.tile --png $picture
done
mkdir slice.of.jpg
for picture in slice.PNG slice slice.of.jpg/slice; do # what says nothing
  tessera probe force.tile --png $picture || fail "--png $picture"
done
refused 2 'npy force.tile would replace the input' tessera probe force.tile --npy force.tile
refused 2 '--precision .*: give --vtk FILE, --npy FILE, --vtp FILE, --vtkhdf FILE or --streamlines FILE' tessera probe force.tile --precision fp32
refused 2 'precision half: expected fp64 or fp32' tessera probe force.tile --npy no.npy --precision half

# VTK: compressed in a file, uncompressed in a pipe; check_vti and check_vti_vtk check the content
tessera probe force.tile --vtk packed.vti
tessera probe bare.tile --vtk packed-small.vti
tessera probe force.tile --vtk packed-half.vti --precision fp32
tessera probe force.tile --vtk - | cat >flow.vti
tessera probe bare.tile --vtk - | cat >small.vti
tessera probe force.tile --vtk - --precision fp32 | cat >half.vti
for file in packed packed-small packed-half; do
  grep -aq 'compressor="vtkZLibDataCompressor"' $file.vti || fail "$file.vti is not packed"
done
[ "$(wc -c <packed.vti)" -lt $(($(wc -c <flow.vti) / 4)) ] || fail "packing gains nothing"
grep -aq 'Float64' half.vti packed-half.vti && fail "--precision fp32 holds fp64"
[ "$(wc -c <half.vti)" -lt "$(wc -c <flow.vti)" ] || fail "--precision fp32 gains nothing"
xml() { LC_ALL=C awk '/<AppendedData/ { exit } { n += length($0) + 1 } END { print n }' "$1"; }
tail_bytes=$((36 + 30)) # "  <AppendedData encoding="raw">\n   _" and the end
[ "$(wc -c <flow.vti)" = $(($(xml flow.vti) + tail_bytes + 24 + 540 * 33)) ] || fail "size of flow.vti"
[ "$(wc -c <small.vti)" = $(($(xml small.vti) + tail_bytes + 24 + 540 * 17)) ] || fail "size of small.vti"
grep -aq 'Spacing="5e-06 5e-06 5e-06"' flow.vti || fail "spacing in metres"
grep -aq 'Spacing="1 1 1"' small.vti || fail "spacing in voxels"
if [ -x "$builddir/check_vti_vtk" ]; then
  for file in flow half packed packed-half; do
    "$builddir/check_vti_vtk" $file.vti 5e-6 1.25 || fail "VTK reads something else from $file.vti"
  done
  for file in small packed-small; do
    "$builddir/check_vti_vtk" $file.vti 1 1 || fail "VTK reads something else from $file.vti"
  done
else
  lacks "nothing but itself reads its files of VTK: built without VTK"
fi

# a result without fluid: "-" or null in place of every number
cat >solid.forge <<'END'
key kind: fields
key grid: 5 4 4
key edge: 4
key offset: 0 0 0
key periodic: x
key tiles: 0
key nonsolid: 0
key arrays: FLDS
key precision: fp64
key tau: 1
key force: 1e-5 0 0
key drive: force
key axis: x
key dx: 1e-6
key dt: 1e-6
key density: 1000
trailer
END
forge solid.forge solid.tile
for option in --quiet --csv --permeability --flux=x --point=0,0,0; do
  tessera probe solid.tile $option >said
  ! grep -i -w -e '-*nan' -e '-*inf' said || fail "$option of nothing but solid"
done
tessera probe solid.tile >said
grep -q 'speed: least, mean, largest -  -  - lattice' said || fail "speeds of nothing but solid"
tessera probe solid.tile --json >all.json
[ "$(json all.json speed mean) $(json all.json mach) $(json all.json hydraulic_tortuosity) $(json all.json flow_axis)" = "null null null null" ] ||
  fail "JSON of nothing but solid"

# a value that no run writes into the header is rejected, and no control character reaches a terminal
for line in 'step: 5\x1b[2J' 'step: -1' 'collision: \x07trt' 'equilibrium: none' 'converged: yes\x0aporosity 1' \
  'converged: \xc2\x9b2J' 'tau: nan' 'viscosity: 1e999'; do
  { grep -v -e "^key ${line%%:*}:" -e '^trailer' solid.forge; echo "key $line"; echo trailer; } >wrong.forge
  forge wrong.forge wrong.tile
  expect 3 tessera probe wrong.tile >said
  one_line "^tessera-probe: wrong.tile: header: .*${line%%:*}"
  LC_ALL=C grep -q -e "[$(printf '\001')-$(printf '\037')]" -e "$(printf '\302\233')" stderr && fail "control characters in: $(od -c stderr)"
  [ ! -s said ] || fail "a report on a wrong ${line%%:*}"
  expect 3 tessera run wrong.tile --steps +1 -o no.tile
done

# NaN and infinity are not values of a flow: they are rejected
"$builddir/tests/forge" "$srcdir/tests/corrupt/A5-fields-nan" >nan.tile
expect 3 tessera probe nan.tile --point 0,0,0 >said
one_line 'nan.tile: .*tile 0: a value that is no finite number'
[ ! -s said ] || fail "a report on no numbers"

# Sections: a tube along z between pressures, whose flow through each slice is that of --flux and whose pressure falls
# linearly. A plane at an angle to it cuts the same flow and 1 / cos of the area, and has the pressure of its centre. In
# each column of nodes values are interpolated between two, which is exact for these: tolerance 1e-9, of the area 2e-3.
tessera voxelize -q --shape tube:d=12 --size 14,14,40 --voxel 1mm | tessera tile -q --lint no --inlet z- --outlet z+ -o tube.tile
tessera run tube.tile -q --device cpu --viscosity 3.5e-6m2/s --equilibrium stokes --set inlet:pressure=1e-3 --set outlet:pressure=0 --converge 1e-9 -o tube.flow >said
tessera probe tube.flow --flux z --json >flux.json
tessera probe tube.flow --section 6.5,6.5,10 --section 6.5,6.5,30:0,0,1 --section 6.5,6.5,20:0,1,2 --section 6.5,6.5,20.25:1,2,3 --json >cuts.json
of_cut() { json cuts.json sections "$1" "$2"; }
for n in 0 1 2 3; do
  near "$(of_cut $n flow_m3_s)" "$(json flux.json flux mean_m3_s)" 1e-9
  near "$(of_cut $n pressure)" "$(echo 10 30 20 20.25 | cut -d ' ' -f $((n + 1)) | awk '{ printf "%.12g", 1e-3 * (1 - $1 / 39) }')" 1e-6
done
area=$(of_cut 0 area)
near "$area" "$(awk 'BEGIN { printf "%.12g", atan2(0, -1) * 36 }')" 0.05
near "$(of_cut 2 area)" "$(awk -v a="$area" 'BEGIN { printf "%.12g", a * sqrt(5) / 2 }')" 2e-3
near "$(of_cut 3 area)" "$(awk -v a="$area" 'BEGIN { printf "%.12g", a * sqrt(14) / 3 }')" 2e-2
near "$(of_cut 0 area_m2)" "$(awk -v a="$area" 'BEGIN { printf "%.12g", a * 1e-6 }')" 1e-12
is "$(of_cut 0 normal_x) $(of_cut 0 normal_y)" '0 0'
near "$(of_cut 1 drop_mmhg)" "$(awk -v pa="$(of_cut 0 pressure_pa)" 'BEGIN { printf "%.12g", pa * 20 / 29 / 133.322387415 }')" 1e-6
near "$(of_cut 1 pressure_ratio)" "$(awk 'BEGIN { printf "%.12g", 9 / 29 }')" 1e-6
near "$(of_cut 2 pressure_max)" "$(awk -v c=5.5 'BEGIN { printf "%.12g", 1e-3 * (1 - (20 - (c + 0.5) / 2) / 39) }')" 0.05
tessera probe tube.flow --section 6.5,6.5,10 --section 6.5,6.5,30 >text
grep -q '^section 6.5,6.5,30$' text && grep -q '^  ratio of pressures to it  *0.3103$' text || fail "text: $(cat text)"
tessera probe tube.flow --section 6.5,6.5,10 --csv | sed -n 1p | grep -q '^x,y,z,normal_x,.*,pressure_mmhg,drop_mmhg,pressure_ratio$' || fail "CSV of sections"
# a vessel along (1,2,3), between caps: across the flow, in the middle, at other places and angles. Reference: the flux
# through its links, and the pressures of its caps. Straight lines between nodes take 1/12 of the second differences off a
# parabola, 2/R^2 of its top along each of two axes: of the flow 2/(3 R^2) = 1 %, with R = 8. The wall cuts 2 pi R = 50 cells,
# each in part: sqrt(50/12) = 2 of 200 voxels, and five times that for the area
awk -v sides=48 'BEGIN { turn = 2 * atan2(0, -1) / sides; n = sqrt(14); m = sqrt(5)
  for (k = 0; k < 2; k++) for (i = 0; i < sides; i++) { x = 8 * cos(turn * i); y = 8 * sin(turn * i); z = 60 * k
    print "v", x * 2 / m + y * 3 / n / m + z / n, -x / m + y * 6 / n / m + z * 2 / n, -y * m / n + z * 3 / n }
  for (i = 0; i < sides; i++) { j = (i + 1) % sides; print "f", i + 1, j + 1, j + 1 + sides, i + 1 + sides } }' >oblique.obj
tessera voxelize oblique.obj --voxel 1mm --unit mm --cap -q -o oblique.vox
tessera tile oblique.vox --lint no -q -o oblique.tile
tessera run oblique.tile -q --device cpu --equilibrium stokes --set inlet0:pressure=1e-3 --set outlet1:pressure=0 --converge 1e-5 --patch-flux --json -o oblique.flow >run.json
origin=$(head -20 oblique.vox | sed -n 's/^origin: //p')
middle() { echo "$origin" | awk -v part="$1" '{ for (a = 1; a <= 3; a++) printf "%s%.9g", (a > 1 ? "," : ""), 60 * part * a / sqrt(14) - 1e3 * $a - 0.5 }'; }
tessera probe oblique.flow --section "$(middle 0.5)" --section "$(middle 0.25)" --section "$(middle 0.8):0,-1,-1" --section "$(middle 0.5):0,0,1" --json >cuts.json
for n in 0 1 2 3; do near "$(of_cut $n flow | sed 's/^-//')" "$(json run.json patch_flux patches 0 flux | sed 's/^-//')" 0.01; done
near "$(of_cut 0 pressure)" 5e-4 1e-3
near "$(of_cut 3 pressure)" 5e-4 1e-3
near "$(of_cut 0 area)" 200.5 0.05
near "$(of_cut 3 area)" "$(awk 'BEGIN { printf "%.12g", 200.5 * sqrt(14) / 3 }')" 0.05
near "$(of_cut 1 normal_z | sed 's/^-//')" 0.8018 1e-3
[ "$(of_cut 0 flow | cut -c 1)" != - ] || fail "the flow across its own direction is negative"
# of two ducts the one with the point; beyond a periodic face the plane goes on
awk 'BEGIN { for (i = 0; i < 10 * 5 * 6; i++) { x = i % 10; y = int(i / 10) % 5; printf "%s", x % 5 && y && y < 4 && x % 5 < 4 ? "F" : "s" } }' >ducts.raw
tessera voxelize -q --raw 10,5,6,u8 --fluid equal=70 ducts.raw | tessera tile -q --lint no --periodic z -o ducts.tile
tessera run -q ducts.tile --force 0,0,1e-6 --steps 200 -o ducts.flow >said
tessera probe ducts.flow --section 7,2,3 --section 7,2,0:0,1,2 --json >cuts.json
near "$(of_cut 0 area)" 9 1e-12
near "$(of_cut 1 area)" "$(awk 'BEGIN { printf "%.12g", 9 * sqrt(5) / 2 }')" 1e-9
is "$(of_cut 0 area_m2)" null
for bad in 6.5,6.5,0.5:0,1,2 6.5,6.5,39:1,1,1; do
  expect 2 tessera probe tube.flow --section $bad
  one_line "section $bad: within a voxel of an opening: move it inwards"
done
refused 2 'section 0,0,5: the point lies in solid' tessera probe tube.flow --section 0,0,5
refused 2 'section 0,0,50: outside the grid' tessera probe tube.flow --section 0,0,50
for bad in 1,2 1,2,3:0,0,0 1,2,3:1,2 x,y,z; do
  refused 2 "section $bad: expected a point X,Y,Z in voxels or lengths, or a point and a normal X,Y,Z:NX,NY,NZ" tessera probe tube.flow --section $bad
done

# refusals
tessera voxelize --shape box --size 8,8,8 >box.voxels
tessera tile box.voxels >box.tile
expect 3 tessera probe box.voxels
one_line 'box.voxels: contains voxels, not a flow: `tessera tile` and `tessera run` first'
expect 3 tessera probe box.tile --permeability
one_line 'box.tile: contains a domain, not a flow: `tessera run` first'
head -c $(($(wc -c <force.tile) - 1)) force.tile >cut.tile
expect 3 tessera probe cut.tile --png no.png
[ ! -e no.png ] || fail "a picture was left behind"
expect 1 tessera probe missing.tile
one_line 'missing.tile'
if [ -e /dev/full ]; then
  expect 1 sh -c 'tessera probe force.tile >/dev/full'
  expect 1 tessera probe force.tile --vtk /dev/full
  one_line '/dev/full: .*No space left'
  expect 1 tessera probe force.tile --png /dev/full
fi

# places in lengths: coordinates of the file are origin + spacing times voxels, as --vtk writes; its spacing is that of x, y
# and z alike, its origin not
awk -v sides=24 -f "$srcdir/tests/fixtures/tilted.awk" >tilted.stl
tessera voxelize -q tilted.stl --voxel 0.2mm --cap | tessera tile -q -o tilted.tile
tessera run -q tilted.tile --viscosity 0.1 --set inlet0:flow=0.1 --set outlet1:pressure=0 --steps 40 --checkpoint tilted.check >said
tessera probe -q tilted.check --vtk tilted.vti
origin=$(grep -ao 'Origin="[^"]*"' tilted.vti | cut -d '"' -f 2)
# metres X Y Z, of voxels, and with a factor and a unit
metres() { echo "$origin $*" | awk -v by="${by:-1}" -v u="${unit-m}" '{ for (i = 1; i <= 3; i++) printf "%s%.15g%s", (i > 1 ? "," : ""), ($i + 2e-4 * $(i + 3)) * by, u }'; }
mm() { by=1e3 unit=mm metres "$@"; }
tessera probe tilted.check --point 8.25,10,13.5 --point "$(metres 8.25 10 13.5)" --point "$(mm 8.25 10 13.5)" --line "8,9,13:9,11,14:3" \
  --line "$(mm 8 9 13):$(mm 9 11 14):3" --section 8,10,13 --section "$(mm 8 10 13)" --section "8,10,13:1,2,3" --section "$(mm 8 10 13):1,2,3" --json >places.json
for what in x y z ux uy uz pressure; do
  near "$(json places.json points 1 $what)" "$(json places.json points 0 $what)" 1e-9
  near "$(json places.json points 2 $what)" "$(json places.json points 0 $what)" 1e-9
  near "$(json places.json lines 1 2 $what)" "$(json places.json lines 0 2 $what)" 1e-9
done
for what in z area flow pressure; do
  near "$(json places.json sections 1 $what)" "$(json places.json sections 0 $what)" 1e-9
  near "$(json places.json sections 3 $what)" "$(json places.json sections 2 $what)" 1e-9
done
tessera probe tilted.check --force walls --about 8,10,13 --json >voxels.json
tessera probe tilted.check --force walls --about "$(mm 8 10 13)" --json >lengths.json
near "$(json lengths.json forces 0 torque 1)" "$(json voxels.json forces 0 torque 1)" 1e-9
# seeds: with a head, with units in it, behind each number, and in a comment; the points of the lines, in m, have each seed
printf '8,10,13\n8.5,11,14\n' >seeds
{ echo x,y,z; cat seeds; } >head
{ echo '"x [mm]","y [mm]","z [mm]"'; unit='' by=1e3 metres 8 10 13; echo; unit='' by=1e3 metres 8.5 11 14; echo; } >mm
{ echo '# x_m y_m z_m'; unit='' metres 8 10 13 | tr , ' '; echo; unit='' metres 8.5 11 14; echo; } >m
{ mm 8 10 13; echo; mm 8.5 11 14 | tr , ' '; echo; } >each
{ unit='' metres 8 10 13; echo; unit='' metres 8.5 11 14; echo; } | tr , ' ' >wanted
for file in seeds head mm m each; do
  tessera probe -q tilted.check --streamlines lines.vtp --seeds $file --precision fp32
  at=$(($(LC_ALL=C grep -abo '^   _' lines.vtp | head -n 1 | cut -d : -f 1) + 4))
  od -A n -v -t f4 -w12 -j $((at + 8)) -N "$(od -A n -t u8 -j $at -N 8 lines.vtp | tr -d ' ')" lines.vtp |
    awk 'NR == FNR { for (a = 1; a <= 3; a++) seed[NR, a] = $a; n = NR; next }
      { for (i = 1; i <= n; i++) if (($1 - seed[i, 1]) ^ 2 + ($2 - seed[i, 2]) ^ 2 + ($3 - seed[i, 3]) ^ 2 < 1e-17) met[i] = 1 }
      END { exit !(n == 2 && met[1] && met[2]) }' wanted - || fail "seeds of $file"
done
unwritten=no.vtp
printf 'x [mm] y [mm] z [cm]\n1 2 3\n' >wrong
refused 3 'wrong, line 1: expected a point X Y Z in voxels, or in lengths such as 12mm 3mm 40mm' tessera probe tilted.check --streamlines no.vtp --seeds wrong
printf '8 10 13\n1mm 1mm 2mm\n' >wrong
refused 3 'wrong, line 2: some points have units, and others none' tessera probe tilted.check --streamlines no.vtp --seeds wrong
printf '8mm 10 13\n' >wrong
refused 3 'wrong, line 1: expected' tessera probe tilted.check --streamlines no.vtp --seeds wrong
refused 2 'point 1mm,2mm,3: expected three numbers X,Y,Z, in voxels, or three lengths such as 12mm,3mm,40mm' tessera probe tilted.check --point 1mm,2mm,3
refused 2 'point 1m,2mm,3mm: outside the grid, whose nodes are' tessera probe tilted.check --point 1m,2mm,3mm
refused 2 'point 1s,2s,3s: expected' tessera probe tilted.check --point 1s,2s,3s
tessera voxelize -q --shape tube:d=6 --size 8,8,4 | tessera tile -q --periodic z -o bare.tile
tessera run -q bare.tile --force 0,0,1e-6 --steps 5 -o barer.tile >said
refused 2 'point 1mm,2mm,3mm: lengths need the voxel size, which this domain does not have: give voxels' tessera probe barer.tile --point 1mm,2mm,3mm
refused 3 'each: lengths need the voxel size' tessera probe barer.tile --streamlines no.vtp --seeds each
