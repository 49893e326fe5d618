#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Surfaces as input: their options, their refusals, and the domains made from them.
. "$srcdir/tests/lib.sh"

usage() { wanted=$1; shift; expect 2 tessera voxelize "$@" -o none.vox; one_line "$wanted"; }

# ---- a cube of side 2 as text, open at the top: its lid is a solid of its own --------------------
cat >cube.obj <<'END'
v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
v 0 0 2
v 2 0 2
v 2 2 2
v 0 2 2
g wall
f 4 3 2 1
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END
cp cube.obj closed.obj
printf 'g the lid\nf 5 6 7 8\n' >>closed.obj

usage 'a surface needs .*: give --voxel LENGTH.* or --size N' closed.obj
usage 'give either --voxel LENGTH or --size N' closed.obj --voxel 1mm --size 4
usage '--size of a surface is one number' closed.obj --size 4,4,4
usage 'the voxels of a surface are cubes' closed.obj --voxel 1mm,1mm,2mm
usage 'leave out --threshold' closed.obj --size 4 --threshold 3
usage 'leave out --bin$' closed.obj --size 4 --bin 2
usage 'leave out --flip$' closed.obj --size 4 --flip x
usage 'leave out --mirror$' closed.obj --size 4 --mirror z
usage 'no labels' closed.obj --size 4 --labels
usage '--cap .*: give a surface$' --shape box --size 4,4,4 --cap
usage '--shape needs --size NX,NY,NZ' --shape box --size 4
usage '--name lid=top: expected OLD=NEW' closed.obj --size 4 --name lid=top
usage '--name wall=the_lid: the_lid is there already' closed.obj --size 4 --name wall=the_lid
usage '--name wall=a b: names have at most 31' closed.obj --size 4 --name 'wall=a b'
usage 'make voxels larger' closed.obj --voxel 1nm

tessera voxelize closed.obj --size 4 --name the_lid=lid -o cube.vox 2>report
grep -q 'size  *6 x 6 x 6 voxels' report || fail "size"
grep -q 'voxel  *500 um (lengths in the file are in mm: assumed, see --unit)' report || fail "voxel"
grep -q 'origin  *-500, -500, -500 um' report || fail "origin"
grep -q 'surface  *area 24 mm2, volume 8 mm3' report || fail "area and volume"
grep -q 'porosity  *0.296296' report || fail "porosity" # 4^3 of 6^3
grep -aq '^surfaces: wall lid$' cube.vox || fail "names"
tessera tile --check=full cube.vox >whole || fail "the stream is not whole"
tessera voxelize closed.obj --voxel 5m --unit m --pad x-=2:fluid -o padded.vox 2>report
grep -q 'size  *3 x 1 x 1 voxels' report || fail "--pad in place of the layer of solid"
tessera voxelize closed.obj --voxel 2cm --unit cm -o padded.vox 2>report
grep -q "voxel  *20 mm.*lengths in the file are in cm: by --unit" report || fail "--unit cm: $(cat report)"
grep -aq '^dx: 0.02$' padded.vox || fail "voxels in cm"
# the same result with any number of threads
OMP_NUM_THREADS=1 tessera voxelize closed.obj --size 37 --quiet --no-history -o one.vox
OMP_NUM_THREADS=4 tessera voxelize closed.obj --size 37 --quiet --no-history -o four.vox
cmp one.vox four.vox || fail "threads"

expect 3 tessera voxelize cube.obj --size 4 -o none.vox
one_line '^tessera-voxelize: cube.obj: the surface is not closed: 4 open edges'
[ ! -e none.vox ] || fail "something was written"
for how in --cap --repair; do
  tessera voxelize cube.obj --size 4 $how -o open.vox 2>report
  grep -q 'porosity  *0.296296' report || fail "porosity with $how"
  tessera tile --check=full open.vox >whole || fail "the stream with $how"
done
tessera voxelize cube.obj --size 4 --cap --name inlet0=top -o open.vox 2>report
grep -q 'top  *4 mm2, centre 1, 1, 2 mm, normal inwards 0.0000 0.0000 -1.0000, 4 edges' report ||
  fail "the opening: $(cat report)"
grep -aq '^openings: top=0,0,-1,0.0015,0.0015,0.0025,' open.vox || fail "key openings"

# ---- openings: too small for the voxels, and holes that are not openings -------------------------------
# A vessel with eight sides, 2 mm wide, with a branch of 0.3 mm at its end: two tubes, one inside the mouth of the
# other.
awk 'function ring(r, z,  i) { for (i = 0; i < 8; i++) print "v", r * cos(i * 0.7853981633974483 + 0.1), r * sin(i * 0.7853981633974483 + 0.1), z }
BEGIN {
  ring(1, 0); ring(1, 6); ring(0.15, 7); ring(0.15, 9)
  for (t = 0; t < 3; t++)
    for (i = 1; i <= 8; i++)
      print "f", 8 * t + i, 8 * t + i % 8 + 1, 8 * t + i % 8 + 9, 8 * t + i + 8
}' >narrow.obj
expect 3 tessera voxelize narrow.obj --voxel 1mm --cap --name outlet1=branch -o none.vox
one_line 'narrow.obj: no voxel reaches the opening branch, which is 0.25 voxels wide: make voxels smaller, as with --voxel 0.084mm$'
[ ! -e none.vox ] || fail "something was written"
tessera voxelize narrow.obj --voxel 0.084mm --cap -o narrow.vox --quiet
tessera tile narrow.vox -o narrow.tile >report
grep -q 'opening  *outlet1: [1-9]' report || fail "the voxel that is named does not do: $(cat report)"
expect 3 tessera voxelize narrow.obj --voxel 1m --unit m --cap -o none.vox
one_line 'as with --voxel 0.084m$'
# a small triangle is missing in the floor of the cube that is open at the top
{ grep -v '^f 4 3 2 1$' cube.obj; printf 'v %s 0\n' '0.9 0.9' '1.1 0.9' '1 1.05'
  printf 'f %s\n' '2 1 10' '10 1 9' '3 2 10' '3 10 11' '4 3 11' '4 11 9' '1 4 9'; } >hole.obj
tessera voxelize hole.obj --size 5 --cap -o hole.vox 2>report
grep -q 'holes  *1, up to 0.015 mm2: closed, too small to be openings' report || fail "a hole: $(cat report)"
grep -q 'inlet0  *4 mm2' report && ! grep -q outlet1 report || fail "openings beside a hole: $(cat report)"

# ---- flat ends of a closed surface -------------------------------------------------------------------------
# A tube of 16 sides that is closed by two polygons of 8 sin(pi / 8) mm2, and a bipyramid of 16 sides, which has none.
awk 'function ring(z,  i) { for (i = 0; i < 16; i++) printf "v %.9f %.9f %d\n", cos(i * 0.39269908169872414), sin(i * 0.39269908169872414), z }
BEGIN { ring(0); ring(6)
  for (i = 1; i <= 16; i++) print "f", i, i % 16 + 1, i % 16 + 17, i + 16
  print "f 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1\nf 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32" }' >tube.obj
awk '$1 == "v" && $4 == 0 { print } END { print "v 0 0 3\nv 0 0 -3"
  for (i = 1; i <= 16; i++) { print "f", i, i % 16 + 1, 17; print "f", i % 16 + 1, i, 18 } }' tube.obj >pyramids.obj
sed '/^f 17 /d' tube.obj >half.obj
expect 0 tessera voxelize tube.obj --voxel 0.1mm --open --name outlet1=far -o ends.vox
grep -q 'inlet0  *3.06147 mm2, centre 0, 0, 0 m, normal inwards 0.0000 0.0000 1.0000, 16 edges$' stderr || fail "--open: $(cat stderr)"
grep -q 'far  *3.06147 mm2, centre 0, 0, 6 mm, normal inwards 0.0000 0.0000 -1.0000, 16 edges$' stderr || fail "--open: $(cat stderr)"
grep -q 'flat ends  *2, of which 2 are opened$' stderr || fail "--open: $(cat stderr)"
grep -aq '^openings: inlet0=0,0,1,.* far=0,0,-1,' ends.vox || fail "key openings: $(grep -a ^openings ends.vox)"
tessera voxelize half.obj --voxel 0.1mm --cap -o cap.vox --quiet
tessera voxelize half.obj --voxel 0.1mm --cap --open -o both.vox 2>report
grep -q 'inlet0 .* 6 mm, normal' report && grep -q 'outlet1 .* 0, 0, 0 m, normal' report && grep -q 'flat ends  *1, of which 1 is' report ||
  fail "--cap and --open: $(cat report)"
for file in ends.vox both.vox; do
  tessera tile --check=full $file >whole || fail "$file is not whole"
  tessera tile $file -o ends.tile 2>said || fail "$file: $(cat said)"
done
tessera voxelize tube.obj --voxel 0.1mm --open=1 -o ends.vox 2>report
grep -q 'inlet0 .* 6 mm, normal inwards 0.0000 0.0000 -1.0000' report || fail "--open=1: $(cat report)"
grep -q 'flat end 0  *3.06147 mm2, centre 0, 0, 0 m, .*, 16 edges, not opened$' report || fail "--open=1: $(cat report)"
unwritten=none.vox
refused 3 'pyramids.obj: --open: the surface has no flat end with a sharp rim' tessera voxelize pyramids.obj --voxel 0.1mm --open -o none.vox
usage '--open=2: the surface has 2 flat ends, numbered from 0' tube.obj --voxel 0.1mm --open=2
usage 'names the end 1 twice' tube.obj --voxel 0.1mm --open=1,1
usage 'expected --open, or at most 64 numbers' tube.obj --voxel 0.1mm --open=x
usage 'expected --open, or at most 64 numbers' tube.obj --voxel 0.1mm --open=0,
expect 0 tessera voxelize closed.obj --size 4 --open --quiet -o none.vox
one_line 'warning: --open: openings share edges, as the sides of a box do: choose some by their numbers'
expect 0 tessera voxelize closed.obj --size 4 --open=0,1 --quiet -o none.vox
[ ! -s stderr ] || fail "--open of a box: $(cat stderr)"
rm none.vox

# ---- the same cube as polygons of VTK, as 8 cells of a volume, and as a legacy file ----------------------
xml() { printf '<VTKFile type="%s" version="1.0" byte_order="LittleEndian" header_type="UInt64"><%s>' "$1" "$1"; }
array() { printf '<DataArray type="%s" Name="%s" NumberOfComponents="%s" format="ascii">%s</DataArray>' "$@"; }
{ xml PolyData
  printf '<Piece NumberOfPoints="8" NumberOfStrips="1" NumberOfPolys="2"><Points>'
  array Float32 points 3 '0 0 0 2 0 0 2 2 0 0 2 0 0 0 2 2 0 2 2 2 2 0 2 2'
  printf '</Points><Strips>'
  array Int64 connectivity 1 '0 4 1 5 2 6 3 7 0 4'
  array Int64 offsets 1 10
  printf '</Strips><Polys>'
  array Int64 connectivity 1 '0 1 2 3 7 6 5 4'
  array Int64 offsets 1 '4 8'
  printf '</Polys></Piece></PolyData></VTKFile>\n'
} >cube.vtp
{ xml UnstructuredGrid
  printf '<Piece NumberOfPoints="27" NumberOfCells="9"><Points>'
  array Float64 points 3 "$(awk 'BEGIN { for (i = 0; i < 27; i++) print i % 3, int(i / 3) % 3, int(i / 9) }')"
  printf '</Points><Cells>' # voxels (11), and a quadrilateral (9) within: no part of the surface
  array Int64 connectivity 1 "$(awk 'BEGIN { for (i = 0; i < 8; i++) { c = i % 2 + 3 * (int(i / 2) % 2) + 9 * int(i / 4)
    print c, c + 1, c + 3, c + 4, c + 9, c + 10, c + 12, c + 13 } }') 9 10 13 12"
  array Int64 offsets 1 '8 16 24 32 40 48 56 64 68'
  array UInt8 types 1 '11 11 11 11 11 11 11 11 9'
  printf '</Cells></Piece></UnstructuredGrid></VTKFile>\n'
} >cube.vtu
{ printf '# vtk DataFile Version 3.0\nmade\nASCII\nDATASET POLYDATA\nPOINTS 8 float\n'
  sed -n 's/^v //p' closed.obj
  printf 'POLYGONS 6 30\n'
  sed -n 's/^f //p' closed.obj | awk '{ print 4, $1 - 1, $2 - 1, $3 - 1, $4 - 1 }'
} >cube.vtk
# A bar one cell wide, from x = FROM to TO, as a piece; the points at its ends also belong to the next piece.
piece() { # FROM TO GHOSTS
  n=$(($2 - $1))
  printf '<Piece NumberOfPoints="%d" NumberOfCells="%d"><CellData>' $((4 * n + 4)) $n
  [ ! "$3" ] || array UInt8 vtkGhostType 1 "$3"
  printf '</CellData><Points>'
  array Float64 points 3 "$(awk -v a="$1" -v n=$n 'BEGIN { for (i = 0; i <= n; i++) for (j = 0; j < 4; j++)
    print a + i, 2 * (j % 2), 2 * int(j / 2) }')"
  printf '</Points><Cells>'
  array Int64 connectivity 1 "$(awk -v n=$n 'BEGIN { for (c = 0; c < 4 * n; c += 4)
    print c, c + 4, c + 1, c + 5, c + 2, c + 6, c + 3, c + 7 }')"
  array Int64 offsets 1 "$(awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++) print 8 * i }')"
  array UInt8 types 1 "$(awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++) print 11 }')"
  printf '</Cells></Piece>'
}
pieces() { xml UnstructuredGrid; while [ $# -gt 0 ]; do piece "$1" "$2" "$3"; shift 3; done; printf '</UnstructuredGrid></VTKFile>\n'; }
pieces 0 5 '' >bar.vtu
pieces 0 2 '' 2 3 '' 3 5 '' >bar-pieces.vtu
pieces 0 3 '0 0 1' 1 5 '1 0 0 0' >bar-ghosts.vtu
{ xml PolyData
  for cells in '0 1 5 4 1 2 6 5 2 3 7 6 3 0 4 7' '0 1 2 3 7 6 5 4'; do
    count=$(echo "$cells" | awk '{ print NF / 4 }')
    printf '<Piece NumberOfPoints="8" NumberOfPolys="%d"><Points>' "$count"
    array Float32 points 3 '0 0 0 2 0 0 2 2 0 0 2 0 0 0 2 2 0 2 2 2 2 0 2 2'
    printf '</Points><Polys>'
    array Int64 connectivity 1 "$cells"
    array Int64 offsets 1 "$(awk -v n="$count" 'BEGIN { for (i = 1; i <= n; i++) print 4 * i }')"
    printf '</Polys></Piece>'
  done
  printf '</PolyData></VTKFile>\n'
} >cube-pieces.vtp
if was_built tessera-read-mesh VTK; then # files of VTK
  # there is no wall where pieces touch: the bar has 2 (5 x 2 + 5 x 2 + 2 x 2) mm2
  for file in bar.vtu bar-pieces.vtu bar-ghosts.vtu; do
    tessera voxelize $file --size 10 -o "$file.vox" 2>report
    grep -q 'surface  *area 48 mm2, volume 20 mm3' report || fail "$file: $(cat report)"
    is "$(tessera stats --digest "$file.vox" | cut -d ' ' -f 1)" "$(tessera stats --digest bar.vtu.vox | cut -d ' ' -f 1)"
  done
  tessera voxelize cube-pieces.vtp --size 5 -o vtk.vox 2>report
  grep -q 'surface  *area 24 mm2, volume 8 mm3' report || fail "pieces of polygons: $(cat report)"
  # A tetrahedron of 5 mm3, and one of 4 mm3 as a polyhedron in the form of VTK 9.4: all is read, or nothing.
  { xml UnstructuredGrid
    printf '<Piece NumberOfPoints="8" NumberOfCells="2"><Points>'
    array Float32 points 3 '0 0 0 2 0 0 0 3 0 0 0 5 4 0 0 7 0 0 4 2 0 4 0 4'
    printf '</Points><Cells>'
    array Int64 connectivity 1 '0 1 2 3 4 5 6 7'
    array Int64 offsets 1 '4 8'
    array UInt8 types 1 '10 42'
    array Int64 face_connectivity 1 '4 6 5 4 5 7 5 6 7 4 7 6'
    array Int64 face_offsets 1 '3 6 9 12'
    array Int64 polyhedron_to_faces 1 '0 1 2 3'
    array Int64 polyhedron_offsets 1 '0 4'
    printf '</Cells></Piece></UnstructuredGrid></VTKFile>\n'
  } | sed 's/version="1.0"/version="2.3"/' >newer.vtu
  if tessera voxelize newer.vtu --voxel 0.2mm -o vtk.vox 2>stderr; then
    grep -q 'volume 9 mm3' stderr || fail "polyhedra: $(cat stderr)"
  else
    is $? 3
    one_line 'newer.vtu: has polyhedra as VTK 9.4 and newer write them, .* save its surface as .vtp'
  fi
fi
echo '<VTKFile type="PUnstructuredGrid"></VTKFile>' >parts.pvtu
cp parts.pvtu blocks.VTM
expect 3 tessera voxelize parts.pvtu --size 4 -o none.vox
one_line 'parts.pvtu: names the files of its blocks or pieces: merge them'
expect 3 tessera voxelize blocks.VTM --size 4 -o none.vox
one_line 'save one .vtp or .vtu'

tessera voxelize closed.obj --size 5 --quiet --no-history -o cube.vox
voxels <cube.vox >expected
for file in cube.vtp cube.vtu cube.vtk; do
  if [ -x "$builddir/tessera-read-mesh" ]; then
    tessera voxelize $file --size 5 -o vtk.vox 2>report
    grep -q '1 shell$' report || fail "$file: $(cat report)"
    grep -q 'surface  *area 24 mm2, volume 8 mm3' report || fail "$file: $(cat report)"
    voxels <vtk.vox | sed '/^history/d;/^surfaces/d' >found
    sed '/^history/d;/^surfaces/d' expected | cmp - found || fail "$file gives other voxels"
  else
    expect 1 tessera voxelize $file --size 5 -o none.vox
    one_line 'built without VTK: cannot read .vtp, .vtu and polygons in .vtk'
  fi
done
if [ -x "$builddir/tessera-read-mesh" ]; then
  head -c 400 cube.vtp >cut.vtp
  expect 3 tessera voxelize cut.vtp --size 5 -o none.vox
  one_line 'cut.vtp: is not a VTK XML file, or is cut off'
  expect 1 tessera voxelize nowhere.vtu --size 5 -o none.vox
  one_line 'nowhere.vtu: No such file'
fi

# ---- faces that share no edge with another face -------------------------------------------------------
# Every face of the cube has vertices of its own, displaced by up to 5e-3: a cap would close each face with itself. A fifth
# of that is within a hundredth of a voxel of 0.41 mm, and they are welded.
loose() { awk -v by="$1" '$1 == "v" { for (a = 2; a <= 4; a++) v[++n] = $a }
  $1 == "f" { for (k = 2; k <= 5; k++) { printf "v"; for (a = -2; a <= 0; a++) printf " %.6f", v[3 * $k + a] + (++moves * 7 % 11 - 5) * by
    print "" } m += 4; print "f", m - 3, m - 2, m - 1, m }' closed.obj >loose.obj; }
loose 2e-4
tessera voxelize loose.obj --voxel 0.41mm -o loose.vox 2>report
grep -q 'welded  *[1-9][0-9]* vertices at open edges, at most 0.00.* of a voxel apart$' report && grep -q 'open edges  *0: ' report &&
  grep -q 'porosity  *0.364431' report || fail "loose faces: $(cat report)" # 5^3 of 7^3
loose 1e-3
expect 3 tessera voxelize loose.obj --size 40 --cap -o none.vox
one_line 'the piece of 4 open edges at voxel .* is flat and joined to no other: .* merge the vertices of the mesh, or use --repair'
[ ! -e none.vox ] || fail "something was written"
for how in "--repair" "--cap --repair"; do
  # shellcheck disable=SC2086 # a list of options
  tessera voxelize loose.obj --voxel 0.0505mm $how -o loose.vox 2>report
  grep -q 'porosity  *0.863838' report || fail "$how of loose faces: $(cat report)" # 40^3 of 42^3
  grep -q 'warning: --repair bridges 6 rims, the largest of 4.* mm2, by a guess: there are no openings' report || fail "$how: $(cat report)"
done

# Corners that differ by steps of single precision: the same openings and voxels as without. The ends have the areas of their
# polygons over the cosine of their tilt, 12 sin(pi / 12) r^2 sqrt(1 + slope^2).
tilted() { awk -v sides=24 "$@" -f "$srcdir/tests/fixtures/tilted.awk"; }
tilted >exact.stl
tessera voxelize -q exact.stl --voxel 0.2mm --cap -o exact.vox
voxels <exact.vox | grep '^[01z]' >exact
tilted -v steps=1 >open.stl
tilted -v steps=1 -v closed=1 >shut.stl
for how in "open.stl --cap" "open.stl --cap --repair" "shut.stl --open" "shut.stl --open --repair"; do
  # shellcheck disable=SC2086 # a file and options
  tessera voxelize $how --voxel 0.2mm -o steps.vox --json >steps.json 2>report
  near "$(json steps.json openings 0 area_m2)" "$(awk 'BEGIN { print 12e-6 * sin(atan2(0, -1) / 12) * sqrt(1.64) }')" 1e-6
  near "$(json steps.json openings 1 area_m2)" "$(awk 'BEGIN { print 12e-6 * sin(atan2(0, -1) / 12) * 0.64 * sqrt(1.36) }')" 1e-6
  voxels <steps.vox | grep '^[01z]' | cmp -s - exact || fail "other voxels: $how"
  ! grep -q warning report || fail "$how: $(cat report)"
done
near "$(json steps.json welded)" 112 1e-9
expect 0 tessera voxelize -q open.stl --voxel 0.2mm --repair -o steps.vox
one_line 'warning: --repair bridges 2 rims, the largest of 3.98 mm2, by a guess: there are no openings, which --cap makes of flat ones$'
# Names of equal ends are those of their places, however noise and welding change their areas at this voxel size: by z, then y,
# then x, while a tube of 0.4 % more area comes first. The parts of the file are in another order.
tubes() { # SEED CLOSED: places and names
  awk -v seed="$1" -v closed="$2" 'function noise() { seed = (seed * 16807) % 2147483647; return 4e-4 * (seed / 2147483647 - 0.5) }
    function tube(x, y, z, r, i, k) {
      for (k = 0; k < 2; k++) for (i = 0; i < 12; i++)
        print "v", x + r * cos(i * a) + noise(), y + r * sin(i * a) + noise(), (k ? z : 0) + noise()
      for (i = 0; i < 12; i++) { print "f", n + i + 1, n + (i + 1) % 12 + 1, n + (i + 1) % 12 + 13, n + i + 13 }
      for (k = 0; k < 2 * closed; k++) { printf "f"; for (i = 0; i < 12; i++) printf " %d", n + 12 * k + 1 + (k ? i : 11 - i); print "" }
      n += 24 }
    BEGIN { a = atan2(0, -1) / 6; tube(0, 5, 6, 1); tube(5, 5, 7, 1.002); tube(5, 0, 6, 1); tube(0, 0, 8, 1) }' >tubes.obj
}
for seed in 1 7 42 99; do
  for how in "0 --cap 0.41" "0 --cap 0.23" "1 --open 0.3" "1 --open 0.17"; do
    # shellcheck disable=SC2086 # words
    set -- $how
    tubes $seed "$1"
    tessera voxelize tubes.obj "$2" --voxel "$3mm" --json -o tubes.vox >tubes.json 2>report
    is "$(for i in 0 1 2 3 4 5 6 7; do for a in 0 1 2; do json tubes.json openings $i centre_m $a; done; done |
      awk '{ printf "%.0f%s", 1e3 * $1, NR % 3 ? "," : " " }' | sed 's/-0/0/g')" "5,5,0 5,5,7 0,0,0 5,0,0 0,5,0 5,0,6 0,5,6 0,0,8 "
  done
done
# A tray of 0.1 mm between the centres of voxels, open at the top, beside a closed box.
{ for box in '0 2 0.1' '3 4 1.5'; do
    echo "$box" | awk '{ for (i = 0; i < 8; i++) print "v", (i % 2 ? $2 : $1), 2 * (int(i / 2) % 2), (i > 3 ? $3 : 0) }'
  done
  printf 'f %s\n' '1 3 4 2' '1 2 6 5' '3 7 8 4' '1 5 7 3' '2 4 8 6'
  printf 'f %s\n' '9 11 12 10' '13 14 16 15' '9 10 14 13' '11 15 16 12' '9 13 15 11' '10 12 16 14'; } >tray.obj
expect 3 tessera voxelize tray.obj --voxel 0.5mm --cap --no-bevel -o none.vox
one_line 'no voxel lies behind the opening inlet0, which is 4 voxels wide'

# ---- shells that touch, and shells that overlap ---------------------------------------------------------
# Boxes FROM to TO along x, 2 x 2 mm: a common face is a wall of 16 voxels, whose links across it, 2 x 16 along x and 2
# x 48 diagonal ones, are cut; the other cut links are those of one box.
boxes() {
  for box; do
    echo "$box" | awk '{ for (i = 0; i < 8; i++) print "v", (i % 2 ? $2 : $1), 2 * (int(i / 2) % 2), 2 * int(i / 4) }'
  done
  for box; do
    seen=$((${seen:-0} + 1))
    printf '1 3 4 2\n5 6 8 7\n1 2 6 5\n3 7 8 4\n1 5 7 3\n2 4 8 6\n' |
      awk -v n=$((8 * seen - 8)) '{ print "f", $1 + n, $2 + n, $3 + n, $4 + n }'
  done
  seen=0
}
links() { tessera voxelize "$1" --voxel 0.5mm -o boxes.vox 2>report; sed -n 's/^  walls  *\([0-9]*\) links.*/\1/p' report; }
boxes '0 4' >one.obj
boxes '0 2' '2 4' >touching.obj
boxes '0 2.1' '1.9 4' >overlapping.obj
one=$(links one.obj)
is "$(links overlapping.obj)" "$one"
is "$(links touching.obj)" $((one + 2 * 16 + 2 * 48))

# ---- pieces inside a vessel: their rims are no openings ---------------------------------------------------
# A duct of 2 x 2 mm along x, open at 0 and 4, in two parts, and pieces that begin at its 9th corner of a vessel.
duct() { # PIECES: lines of OBJ
  awk 'BEGIN { for (i = 0; i < 12; i++) print "v", 2 * int(i / 4), 2 * (i % 4 == 1 || i % 4 == 2), 2 * (i % 4 > 1)
    for (s = 0; s < 8; s += 4) for (i = 1; i <= 4; i++) print "f", s + i, s + i + 4, s + i % 4 + 5, s + i % 4 + 1 }'
  printf '%s\n' "$@"
}
# kept NAME PIECES AREA: two openings of 4 mm2, and inner walls; all voxels of the duct, also with --repair
kept() {
  for how in --cap '--cap --repair'; do
    # shellcheck disable=SC2086 # a list of options
    expect 0 tessera voxelize "$1.obj" --voxel 0.5mm $how -o inner.vox
    grep -q "inner walls  *$2, $3 mm2: without thickness, between fluid and fluid$" stderr || fail "$1, $how: $(cat stderr)"
    grep -q 'voxels inside  *128, 16 mm3$' stderr || fail "$1, $how: voxels: $(cat stderr)"
    grep -q 'open edges  *8, all closed by caps$' stderr || fail "$1, $how: open edges: $(cat stderr)"
    is "$(grep -c 'let[0-9] ' stderr)" 2
    grep -q 'inlet0  *4 mm2, centre 0, 1, 1 mm, normal inwards 1.0000' stderr || fail "$1: inlet: $(cat stderr)"
    grep -q 'outlet1  *4 mm2, centre 4, 1, 1 mm, normal inwards -1.0000' stderr || fail "$1: outlet: $(cat stderr)"
    tessera tile --check=full inner.vox >whole || fail "$1: the stream is not whole"
  done
  cuts=$(sed -n 's/^  walls  *\([0-9]*\) links.*/\1/p' stderr)
}
# A plate right across, at x = 2: each edge has three quadrilaterals. As many links are cut as by two boxes that touch.
duct 'f 5 6 7 8' >across.obj
kept across 1 4
is "$cuts" "$(links touching.obj)"
# Flaps: along the wall over the first half, in the corner of one wall, and of another shape; as in a dissected vessel
# a flap may be larger than the openings. A septum from end to end divides both. Plates that touch nothing.
duct 'v 0 1 0' 'v 2 1 0' 'v 2 1 2' 'v 0 1 2' 'f 13 14 15 16' >free.obj
kept free 1 4
duct 'f 1 5 7 3' >half.obj
kept half 1 5.65685
duct 'f 1 5 7 3' 'f 5 9 11 7' >septum.obj
kept septum 1 11.3137
# the same with the halves of the wall facing apart
sed 's/^f \([1-8]\) \([0-9]*\) \([0-9]*\) \([0-9]*\)$/&/; s/^f 3 7 8 4$/f 4 8 7 3/; s/^f 7 11 12 8$/f 8 12 11 7/; s/^f 4 8 5 1$/f 1 5 8 4/; s/^f 8 12 9 5$/f 5 9 12 8/' septum.obj >apart.obj
kept apart 1 11.3137
# a bowl, whose rim is flat; and a duct within the duct, as long as it, which faces outwards
duct 'v 1 0.5 1' 'v 1 1 0.5' 'v 1 1.5 1' 'v 1 1 1.5' 'v 1.5 1 1' 'f 13 14 17' 'f 14 15 17' 'f 15 16 17' 'f 16 13 17' >bowl.obj
kept bowl 1 0.866025
inner() { # FROM TO [REVERSED]
  for x in "$1" "$2"; do for at in '0.5 0.5' '1.5 0.5' '1.5 1.5' '0.5 1.5'; do echo "v $x $at"; done; done
  [ $# = 3 ] && printf 'f %s\n' '14 18 17 13' '15 19 18 14' '16 20 19 15' '13 17 20 16' ||
    printf 'f %s\n' '13 17 18 14' '14 18 19 15' '15 19 20 16' '16 20 17 13'
}
duct "$(inner 0 4)" >double.obj
kept double 1 16
for facing in '' reversed; do
  # shellcheck disable=SC2086 # none or one
  duct "$(inner 1 3 $facing)" >stent.obj
  kept stent 1 8
done
# What cannot be told apart, or has no end, is refused: a ring; a branch that begins inside; a fin outside; a rim that is capped twice, with --cap and without.
duct "$(inner 0 4 reversed)" >ring.obj
duct "$(inner 1 3 | awk '$1 == "v" { print "v", $4, $2, $3; next } 1')" >branch.obj
duct 'v 0 3 0' 'v 2 3 0' 'f 2 6 14 13' >fin.obj
duct 'v 0 1 1' 'f 1 2 3 4' 'f 1 2 13' 'f 2 3 13' 'f 3 4 13' 'f 4 1 13' >twice.obj
duct 'v 0 1 1' 'f 1 2 3 4' 'f 1 2 13' 'f 2 3 13' 'f 3 4 13' 'f 4 1 13' 'f 9 12 11 10' >full.obj
refused 3 'the opening of 4 edges at voxel .* is no end: its cap would cut the surface, or cover another rim, as in a ring' tessera voxelize ring.obj --voxel 0.5mm --cap -o x
refused 3 'the opening of 4 edges at voxel .* lies inside another piece of the surface, where no cap may be: unite the pieces' tessera voxelize branch.obj --voxel 0.25mm --cap -o x
refused 3 '1 edges have more than two triangles, and the piece .* is not inside the others' tessera voxelize fin.obj --voxel 0.5mm --cap -o x
for file in twice.obj full.obj; do
  refused 3 '4 edges have more than two triangles, and the piece .* lies upon another, as where a rim is capped twice: remove one' tessera voxelize $file --voxel 0.5mm --cap -o x
  refused 3 'the surface is not closed: [48] open edges, and 4 that more than two triangles share, as where a rim is capped twice' tessera voxelize $file --voxel 0.5mm -o x
done
expect 0 tessera voxelize full.obj --voxel 0.5mm --cap --repair --quiet -o inner.vox
grep -q 'warning: 4 edges have more than two triangles' stderr || fail "--repair of a rim capped twice: $(cat stderr)"

# ---- a choice of rims -----------------------------------------------------------------------------------
tessera voxelize half.obj --voxel 0.5mm --cap=1 -o inner.vox 2>report
grep -q 'inlet0  *4 mm2, centre 4, 1, 1 mm' report || fail "--cap=1: $(cat report)"
grep -q 'flat rims  *2, of which 1 is opened$' report && grep -q 'flat rim 0  *4 mm2, centre 0, 1, 1 mm, .*, 4 edges, not opened$' report ||
  fail "--cap=1: $(cat report)"
grep -aq '^openings: inlet0=-1,0,0,[^ ]*$' inner.vox || fail "key openings: $(grep -a ^openings inner.vox)"
tessera voxelize half.obj --voxel 0.5mm --cap=1,0 -o inner.vox 2>report
grep -q 'outlet1  *4 mm2, centre 0, 1, 1 mm' report || fail "--cap=1,0: $(cat report)"
usage '--cap=2: the surface has 2 openings, numbered from 0' half.obj --voxel 0.5mm --cap=0,2
usage 'names the end 1 twice' half.obj --voxel 0.5mm --cap=1,1
usage 'expected --cap, or at most 64 numbers' half.obj --voxel 0.5mm --cap=x

# ---- the volume of the voxels beside that of the triangles ----------------------------------------------
# volumes FILE VOXEL TRIANGLES VOXELS MM3 [WARNING]: the warning if there must be one, or none
volumes() {
  # shellcheck disable=SC2086 # a length, and options
  expect 0 tessera voxelize "$1" --voxel $2 -o boxes.vox
  grep -q "surface  .*, volume $3 mm3$" stderr || fail "$1: volume of triangles: $(cat stderr)"
  grep -q "voxels inside  *$4, $5 mm3$" stderr || fail "$1: volume of voxels: $(cat stderr)"
  # shellcheck disable=SC2086
  expect 0 tessera voxelize "$1" --voxel $2 --quiet -o boxes.vox
  if [ $# = 6 ]; then one_line "$6"; else [ ! -s stderr ] || fail "$1, $2: $(cat stderr)"; fi
}
volumes one.obj 0.5mm 16 128 16
volumes touching.obj 0.5mm 16 128 16
# two boxes of 12 mm3 and 32 mm2 each, whose union has 16 mm3: a quarter of a voxel over 64 mm2 is 8 or 4 mm3
boxes '0 3' '1 4' >crossing.obj
differs='over the whole surface: shells overlap or contain each other, or walls are thinner than a voxel$'
volumes crossing.obj 0.5mm 24 128 16
volumes crossing.obj 0.25mm 24 1024 16 "^tessera-voxelize: warning: the voxels inside have 16 mm3, the triangles 24 mm3, .* $differs"
boxes '0 4' '1 3' >nested.obj
volumes nested.obj 0.25mm 24 1024 16 "have 16 mm3, the triangles 24 mm3, .* $differs"
# a plate of 4 x 2 x 0.25 mm, in which a voxel of 0.25 mm is one layer, and one of 1 mm is four times as thick
boxes '0 4' | sed 's/^\(v .*\) 2$/\1 0.25/' >plate.obj
volumes plate.obj 0.25mm 2 128 2
# a unit that was guessed wrong: few voxels are doubted, hardly any refused
unwritten=none.vox
awk '$1 == "v" { print "v", $2 / 1e3, $3 / 2e3, $4 / 4e3; next } 1' closed.obj >metres.obj
refused 3 'metres.obj: the model is 0.002 mm across, 0.02 voxels: is its unit m? write --unit m$' tessera voxelize metres.obj --voxel 0.1mm -o none.vox
awk '$1 == "v" { print "v", $2 / 10, $3 / 20, $4 / 40; next } 1' closed.obj >centi.obj
expect 0 tessera voxelize centi.obj --voxel 0.05mm -q -o unit.vox
one_line 'warning: the model is 0.2 mm across, 4 voxels: is its unit cm? write --unit cm, or --unit mm$'
for unit in mm cm; do
  expect 0 tessera voxelize centi.obj --voxel 0.05mm --unit $unit -q -o unit.vox
  [ ! -s stderr ] || fail "a stated unit: $(cat stderr)"
done
# OFF: the voxels of the same cube as OBJ; with colours, comments, and a name of another head
{ printf 'COFF # head\n\n8 6 12\n'; sed -n 's/^v \(.*\)/\1 0.5 0.5 0.5 1/p' closed.obj; echo '# faces'
  sed -n 's/^f //p' closed.obj | awk '{ print 4, $1 - 1, $2 - 1, $3 - 1, $4 - 1, 255, 0, 0 }'; } >cube.off
tessera voxelize cube.off --size 5 --quiet --no-history -o off.vox
voxels <off.vox | grep '^[01z]' >found
tessera voxelize closed.obj --size 5 --quiet --no-history -o obj.vox
voxels <obj.vox | grep '^[01z]' | cmp -s - found && [ -s found ] || fail "voxels of OFF"
sed '$d' cube.off >cut.off
refused 3 'cut.off: line [0-9]*: a number is missing' tessera voxelize cut.off --size 5 -o none.vox
printf 'OFF BINARY\n' >binary.off
refused 3 'binary.off: line [0-9]*: is binary OFF: save it as text' tessera voxelize binary.off --size 5 -o none.vox
printf 'OFF\n3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n' >far.off
refused 3 'far.off: a triangle has the vertex 4 of 3' tessera voxelize far.off --size 5 -o none.vox
echo glTF >scene.glb
refused 3 'scene.glb: is a scene of parts (glTF' tessera voxelize scene.glb --size 5 -o none.vox
echo ISO >part.STEP
refused 3 'part.STEP: is a CAD model (STEP' tessera voxelize part.STEP --size 5 -o none.vox
volumes plate.obj "1mm --unit mm" 2 8 8 "have 8 mm3, the triangles 2 mm3, .* $differs"

# ---- STL files that break a rule but are clear ----------------------------------------------------------
# lax FORMAT: the tetrahedron with corners at 0 and 2 along each axis, with the first line FORMAT
lax() {
  # shellcheck disable=SC2059 # the format is the line
  printf "$1"
  echo '0 0 0 0 2 0 2 0 0 0 0 0 2 0 0 0 0 2 0 0 0 0 0 2 0 2 0 2 0 0 0 2 0 0 0 2' | tr ' ' '\n' | paste -d ' ' - - - |
    awk 'NR % 3 == 1 { print "facet normal -1.#IND nan 0\nouter loop" } { print "vertex", $0 }
      NR % 3 == 0 { print "end loop\nend facet" } END { print "end solid made" }'
}
for line in 'solid\n' ' \t\n solid\n' '\357\273\277solid\n'; do
  lax "$line" >lax.stl
  tessera voxelize lax.stl --size 8 --quiet -o lax.vox 2>said || fail "not read after '$line': $(cat said)"
  [ ! -s said ] || fail "said of '$line': $(cat said)"
  tessera voxelize lax.stl --size 8 -o lax.vox 2>report
  grep -q 'area 9.4641 mm2, volume 1.33333 mm3' report || fail "'$line': $(cat report)"
done
lax '# made\nsolid\n' >lax.stl
expect 0 tessera voxelize lax.stl --size 8 --quiet -o lax.vox
one_line "^tessera-voxelize: warning: lax.stl: 1 line before 'solid' is not read$"

# a file that is not a mesh
echo hello >bad.stl
expect 3 tessera voxelize bad.stl --size 4 -o none.vox
one_line 'bad.stl: is not STL: 6 bytes'
expect 1 tessera voxelize nowhere.ply --size 4 -o none.vox
one_line 'nowhere.ply: No such file'
usage 'a surface must be the only input: of a vessel in parts take the wall, and --cap closes its ends' closed.obj cube.obj --size 4
expect 2 tessera voxelize closed.obj --size 4 -o closed.obj
one_line '-o closed.obj would replace an input'
tessera voxelize closed.obj --size 8 --preview cube.png --export cube.npy -o cube.vox --quiet
[ -s cube.png ] || fail "--preview"
