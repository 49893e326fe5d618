#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Forces and shear on walls in the reports of run and probe: a tube of radius 8 along z, periodic, under a body force g.
# Reference: Poiseuille flow: the wall takes the force g of every node (exactly, when steady), and its shear is g R / 2.
. "$srcdir/tests/lib.sh"
tessera voxelize --quiet --walls --shape tube:d=16 --size 18,18,8 --voxel 1mm | tessera tile --quiet --periodic z -o tube.tile
tessera run --quiet tube.tile --force 0,0,1e-6 --equilibrium stokes --converge 1e-9 --viscosity 1e-6m2/s \
  --force-on walls --force-on solid --about 8.5,8.5,0 --checkpoint c.tile -o f.tile --json >run.json
nodes=$(tessera stats tube.tile --json >s.json; json s.json nonsolid)
near "$(json run.json forces 0 force 2)" "$(awk -v n="$nodes" 'BEGIN { printf "%.17g", n * 1e-6 }')" 1e-7
is "$(json run.json forces 1 walls)" solid
is "$(json run.json forces 1 force 2)" "$(json run.json forces 0 force 2)"
is "$(json run.json forces 0 about 1)" 8.5
awk -v t="$(json run.json forces 0 torque 0)" 'BEGIN { exit !(t < 1e-2 && t > -1e-2) }' || fail "torque"

# tau 1 and 1e-6 m2/s make dt = 1/6 s: the lattice unit of force is 1000 kg/m3 (1 mm)^4 / dt^2, that of shear 1000
# kg/m3 (1 mm)^2 / dt^2
near "$(json run.json forces 0 force_n 2)" "$(awk -v f="$(json run.json forces 0 force 2)" 'BEGIN { print f * 1000 * 1e-12 * 36 }')" 1e-5
near "$(json run.json forces 0 torque_nm 2)" "$(awk -v f="$(json run.json forces 0 torque 2)" 'BEGIN { print f * 1000 * 1e-15 * 36 }')" 1e-5
tessera probe c.tile --force walls --about 8.5,8.5,0 --wall-shear --vtp wall.vtp --json >probe.json
for what in "force 0" "force 2" "force_n 2" "torque 1" links; do
  is "$(json probe.json forces 0 $what)" "$(json run.json forces 0 $what)"
done
# The flow is of second order: 1/N^2 = 0.4 % with N = 16 nodes across. Single values and their areas are those of nodes up to
# a voxel from the wall, and a parabola differs by 1/(2 R^2) = 0.8 % from its tangent there.
near "$(json probe.json wall_shear lattice mean)" 4e-6 0.004
near "$(json probe.json wall_shear lattice p50)" 4e-6 0.004
near "$(json probe.json wall_shear lattice min)" 4e-6 0.012
near "$(json probe.json wall_shear lattice max)" 4e-6 0.012
near "$(json probe.json wall_shear pa mean)" "$(awk -v t="$(json probe.json wall_shear lattice mean)" 'BEGIN { print t * 1000 * 1e-6 * 36 }')" 1e-5
near "$(json probe.json wall_shear area)" "$(awk 'BEGIN { print 2 * atan2(0, -1) * 8 * 8 }')" 0.008
near "$(json probe.json wall_shear area_m2)" "$(awk 'BEGIN { print 2 * atan2(0, -1) * 8 * 8e-6 }')" 0.008
is "$(json probe.json wall_shear undefined)" 0

# as text and as CSV; the number of threads does not matter
tessera probe c.tile --force solid --wall-shear >text
grep -q '^  flow on  *solid, [0-9]* links$' text && grep -q '^  mean .* lattice = .* Pa$' text || fail "text: $(cat text)"
tessera probe c.tile --force solid --force walls --wall-shear --csv >table
is "$(sed -n 1p table)" walls,links,fx,fy,fz,tx,ty,tz,fx_n,fy_n,fz_n,tx_nm,ty_nm,tz_nm
is "$(sed -n 3p table | cut -d , -f 1)" walls
is "$(sed -n 5p table)" nodes,undefined,area,min,mean,max,p5,p25,p50,p75,p95,min_pa,mean_pa,max_pa,p5_pa,p25_pa,p50_pa,p75_pa,p95_pa
is "$(sed -n 6p table | cut -d , -f 5)" "$(json probe.json wall_shear lattice mean)"
OMP_NUM_THREADS=1 tessera probe c.tile --force solid --force walls --wall-shear --csv >alone
cmp -s table alone || fail "threads matter"

# the wall as points: one for each wall node, each a vertex, on the tube (in m; its axis is 8.5 mm from node 0), with
# the shear along z
count=$(json probe.json wall_shear nodes)
grep -aq "NumberOfPoints=\"$count\" NumberOfVerts=\"$count\"" wall.vtp || fail "points of wall.vtp"
grep -aq 'header_type="UInt64"' wall.vtp || fail "head of wall.vtp"
begin=$(grep -abo '^   _' wall.vtp | head -n 1 | cut -d : -f 1)
offset() { grep -a "Name=\"$1\"" wall.vtp | sed 's/.*offset="\([0-9]*\)".*/\1/'; }
# values NAME COMPONENTS TYPE: the rows of an array, whose block begins with its number of bytes
values() {
  at=$((begin + 5 + $(offset "$1")))
  is "$(tail -c +$at wall.vtp | head -c 8 | od -An -t d8 | tr -d ' ')" $((count * 8 * $2))
  tail -c +$((at + 8)) wall.vtp | head -c $((count * 8 * $2)) | od -An -v -t "$3" -w$((8 * $2))
}
values points 3 f8 >points && values wall_shear 3 f8 >shear && values normal 3 f8 >normal && values area 1 f8 >area
values pressure 1 f8 >pressure
# the shear below which a share of the area lies, of the nodes in the order of their shears
for share in 5 25 50 75 95; do
  paste shear area | awk '{ printf "%.17g %.17g\n", sqrt($1 * $1 + $2 * $2 + $3 * $3), $4 }' | sort -g |
    awk -v p=$share '{ s[NR] = $1; all += $2; sum[NR] = all } END { for (n = 1; sum[n] < all * p / 100 * (1 - 1e-12); n++); printf "%.17g", s[n] }' >wanted
  near "$(json probe.json wall_shear pa p$share)" "$(cat wanted)" 1e-6
done
values connectivity 1 d8 | awk '$1 != NR - 1 { exit 1 }' || fail "connectivity"
values offsets 1 d8 | awk '$1 != NR { exit 1 }' || fail "offsets"
awk '{ x = $1 - 8.5e-3; y = $2 - 8.5e-3; r = sqrt(x ^ 2 + y ^ 2) } (r - 8e-3) ^ 2 > 1e-4 ^ 2 || $3 < -1e-9 || $3 > 7.001e-3 { exit 1 }' points ||
  fail "points away from the tube"
paste points normal | awk '{ x = $1 - 8.5e-3; y = $2 - 8.5e-3; c = -(x * $4 + y * $5) / sqrt(x ^ 2 + y ^ 2) } c < 0.998 { exit 1 }' ||
  fail "normals"
awk -v want="$(awk 'BEGIN { print 4e-6 * 1000 * 1e-6 * 36 }')" '$3 < 0.9 * want || $3 > 1.1 * want || $1 ^ 2 + $2 ^ 2 > (0.02 * want) ^ 2 { exit 1 }' shear || fail "shear of points"
awk '$1 ^ 2 > 1e-24 { exit 1 }' pressure || fail "pressure of points"
near "$(awk '{ s += $1 } END { printf "%.12g", s }' area)" "$(json probe.json wall_shear area_m2)" 1e-9
is "$(tail -n 2 wall.vtp | tr -d '\n')" "  </AppendedData></VTKFile>"
tessera probe c.tile --vtp - --precision fp32 >small.vtp
grep -aq 'type="Float32" Name="wall_shear"' small.vtp || fail "--precision fp32"
if [ -x "$builddir/check_vtp_vtk" ]; then
  for file in wall.vtp small.vtp; do
    "$builddir/check_vtp_vtk" $file "$count" "$(json probe.json wall_shear pa mean)" || fail "VTK reads something else from $file"
  done
else
  lacks "nothing but itself reads its files of VTK: built without VTK"
fi

# the same shear as a field: in pictures and arrays, and in VTK files on request
tessera probe c.tile --png shear.png --field wall_shear
tessera probe c.tile --npy shear.npy --field wall_shear --quiet
head -c 192 shear.npy | grep -aq "'shape': (8, 18, 18, 3)" || fail "shape of shear.npy"
tail -c +193 shear.npy | od -An -v -t f8 -w24 | awk '$1 || $2 || $3 { n++ } END { print n }' >beside
is "$(cat beside)" "$count"
tessera probe c.tile --wall-shear --vtk with.vti >said
tessera probe c.tile --vtk without.vti
grep -aq 'Name="wall_shear"' with.vti || fail "no shear in the VTK file"
! grep -aq 'Name="wall_shear"' without.vti || fail "shear that nobody asked for"

# refusals
unwritten="no.vtp no.tile"
refused 3 'f.tile: holds no populations, which forces and shear on walls and the flux through patches follow from: write it with `tessera run --checkpoint FILE`' \
  tessera probe f.tile --vtp no.vtp
refused 3 'f.tile: holds no populations' tessera probe f.tile --force walls
refused 3 'f.tile: holds no populations' tessera probe f.tile --png no.png --field wall_shear
refused 2 "--force: there is no wall 'vessel': expected walls, solid, a face such as x-" tessera probe c.tile --force vessel
refused 2 "--force: there is no wall 'z-'" tessera probe c.tile --force z-
refused 2 'give --force NAME' tessera probe c.tile --about 1,2,3
refused 2 '--vtk and --vtp cannot both\|--vtp and --vtk cannot both' tessera probe c.tile --vtp - --vtk -
refused 2 "force-on: there is no wall 'wal'" tessera run tube.tile --force 0,0,1e-6 --steps 1 --force-on wal -o no.tile
refused 2 'give --force-on NAME' tessera run tube.tile --steps 1 --about 1,2,3 -o no.tile
refused 2 'leave out --force-on' tessera run tube.tile --benchmark --force-on walls
refused 2 'leave out --permeability xy' tessera run tube.tile --permeability xy --force-on walls
if [ -e /dev/full ]; then
  expect 1 tessera probe c.tile --vtp /dev/full
  one_line '/dev/full: .*No space left'
fi

# a table has one row for each run; a run with other walls is refused
for g in 1e-6 2e-6; do
  tessera run --quiet tube.tile --force 0,0,$g --equilibrium stokes --steps 400 --force-on solid --csv forces.csv --viscosity 1e-6m2/s >said
done
is "$(wc -l <forces.csv)" 3
is "$(sed -n 1p forces.csv | cut -d , -f 15-)" steps,seconds,solid_fx,solid_fy,solid_fz,solid_tx,solid_ty,solid_tz,solid_fx_n,solid_fy_n,solid_fz_n,solid_tx_nm,solid_ty_nm,solid_tz_nm
near "$(sed -n 3p forces.csv | cut -d , -f 19)" "$(sed -n 2p forces.csv | awk -F, '{ printf "%.15g", 2 * $19 }')" 1e-9
near "$(sed -n 3p forces.csv | cut -d , -f 25)" "$(sed -n 3p forces.csv | awk -F, '{ printf "%.15g", $19 * 1000 * 1e-12 * 36 }')" 1e-5
refused 2 "is not a table of tessera run with these forces" tessera run tube.tile --force 0,0,1e-6 --steps 1 --force-on walls --csv forces.csv
refused 2 "give --permeability AXES or --force-on NAME" tessera run tube.tile --force 0,0,1e-6 --steps 1 --csv forces.csv

# patches: a lid drags the fluid and the walls hold it back; an inflow is not a wall
tessera voxelize --quiet --shape cavity --size 10,10,10 | tessera tile --quiet --patch lid=z+ --patch in=x- -o box.tile
tessera voxelize --quiet --shape cavity --size 10,10,10 | tessera tile --quiet --patch lid=z+ -o lid.tile
tessera run --quiet lid.tile --set lid:wall=0.01,0,0 --steps 3000 --force-on lid --force-on x- --force-on y- \
  --force-on x+ --force-on y+ --force-on z- --force-on walls --json -o no.tile >lid.json
awk -v a="$(json lid.json forces 6 force 0)" -v b="$(json lid.json forces 0 force 0)" 'BEGIN { exit !(b < 0 && a ^ 2 < 1e-12 * b ^ 2) }' ||
  fail "force on all walls of a cavity: $(json lid.json forces 6 force 0)"
awk -v a="$(for i in 0 1 2 3 4 5; do json lid.json forces $i force 2; done | awk '{ s += $1 } END { print s }')" \
  'BEGIN { exit !(a ^ 2 < 1e-24) }' || fail "parts of a cavity"
rm no.tile
refused 2 "force-on: patch 'in' has a velocity: it is no wall" \
  tessera run box.tile --set lid:wall=0.01,0,0 --set in:velocity=0,0,0 --steps 1 --force-on in -o no.tile

# --on: the ends of a vessel have no shear, whatever their angle to its wall: as openings, away from where they were
# prolonged to, and as faces of the grid, which lie within half a voxel of them
# shear_on N: the wall_shear of the N triangles of on.vtp, in `shear`
shear_on() {
  at=$(LC_ALL=C grep -abo '^   _' on.vtp | head -n 1 | cut -d : -f 1)
  at=$((at + 4 + $(LC_ALL=C sed -n 's/.* Name="wall_shear".* offset="\([0-9]*\)".*/\1/p' on.vtp)))
  od -A n -v -t f8 -w24 -j $((at + 8)) -N $(($1 * 24)) on.vtp >shear
}
# lids FILE SURFACE: its 48 triangles of the wall have values, and the 44 behind them NaN
lids() {
  tessera probe "$1" --on "$2" --vtp on.vtp --precision fp64 2>said
  shear_on 92
  awk '(NR > 48) != (tolower($0) ~ /nan/) || NF != 3 { bad = 1 } END { exit bad || NR != 92 }' shear || fail "lids of $1: $(cat shear)"
}
tilted() { awk -v sides=24 -v closed=1 "$@" -f "$srcdir/tests/fixtures/tilted.awk"; }
tilted >tilted.stl
tilted -v flat=1 >flat.stl
for how in "" "--extend all=1mm"; do
  # shellcheck disable=SC2086 # a list of options
  tessera voxelize -q tilted.stl --voxel 0.2mm --open $how | tessera tile -q -o tilted.tile
  tessera run -q tilted.tile --viscosity 0.1 --set inlet0:flow=0.1 --set outlet1:pressure=0 --steps 40 --checkpoint tilted.check >said
  lids tilted.check tilted.stl
done
tessera voxelize -q flat.stl --voxel 0.2mm --pad x-=1:solid --pad x+=1:solid | tessera tile -q --inlet z- --outlet z+ -o flat.tile
tessera run -q flat.tile --viscosity 0.1 --set inlet:pressure=0.01 --set outlet:pressure=0 --steps 40 --checkpoint flat.check >said
lids flat.check flat.stl

# A slit in an image that is turned in space, between node 6 and 7 along its x axis: places in lengths are along the axes of the
# image, and of triangles in the wall whose normal is at 55 and 65 degrees to that of the wall the first has a value.
awk 'BEGIN { print "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 9 8 7\nspace dimension: 3"
  print "space directions: (1.2,1.6,0) (-0.96,0.72,1.6) (1.28,-0.96,1.2)\nspace units: \"mm\" \"mm\" \"mm\""
  print "space origin: (11,-7,5)\nencoding: ascii\n"; for (i = 0; i < 504; i++) print i % 9 < 7 }' >turned.nrrd
place='function place(i, j, k) { return sprintf("%.12g %.12g %.12g", 11 + 1.2 * i - 0.96 * j + 1.28 * k,
  -7 + 1.6 * i + 0.72 * j - 0.96 * k, 5 + 1.6 * j + 1.2 * k) }'
tessera voxelize -q turned.nrrd --fluid equal=1 | tessera tile -q --periodic yz --lint no -o turned.tile
tessera run -q turned.tile --force 1e-6,2e-6,-3e-6 --steps 9 --checkpoint turned.check >said
at=$(awk "$place"'BEGIN { print place(2.25, 3, 4.5) }' | sed 's/ /mm,/g; s/$/mm/')
tessera probe turned.check --point "$at" --json >places.json
for axis in x,2.25 y,3 z,4.5; do near "$(json places.json points 0 ${axis%,*})" ${axis#*,} 1e-9; done
awk "$place"'BEGIN { print "solid two"
  for (angle = 55; angle <= 65; angle += 10) {
    c = 0.2 * cos(angle * atan2(0, -1) / 180); s = 0.2 * sin(angle * atan2(0, -1) / 180)
    print "facet normal 0 0 0\nouter loop\nvertex", place(6.5, 3.2, 2.7)
    print "vertex", place(6.5, 3.4, 2.7) "\nvertex", place(6.5 - s, 3.2, 2.7 + c) "\nendloop\nendfacet" }
  print "endsolid two" }' >two.stl
tessera probe turned.check --on two.stl --vtp on.vtp --precision fp64 2>said
shear_on 2
is "$(awk '{ printf tolower($0) ~ /nan/ ? "none " : "value " }' shear)" "value none "
