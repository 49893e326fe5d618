#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Surfaces from other sources (see the README of the data): areas and volumes, and the results of damaged copies.
. "$srcdir/tests/lib.sh"
need_data unit_sphere.STL torus.STL 7_8ths_cube.stl aorta-surface.stl aorta-open-ends.stl

# value LABEL: the first number of that line of the report
value() { sed -n "s/^  $1  *[^0-9]*\([0-9.]*\).*/\1/p" report; }
# fluid: volume of the fluid voxels in mm3
fluid() { tessera stats --json "$1" >s.json && awk -v n="$(json s.json grid 0) $(json s.json grid 1) $(json s.json grid 2)" \
  -v p="$(json s.json porosity)" -v h="$2" 'BEGIN { split(n, m, " "); printf "%.9g", m[1] * m[2] * m[3] * p * h^3 }'; }

# FILE:VOLUME:VOXEL (mm): the volume of the mesh, and of its voxels, which converges to it
for case in unit_sphere.STL:4.15274:0.05 torus.STL:4.91755:0.05 7_8ths_cube.stl:56000:1 aorta-surface.stl:13184:0.5; do
  file=${case%%:*}; voxel=${case##*:}; volume=${case#*:}; volume=${volume%:*}
  tessera voxelize "$TESSERA_DATA/$file" --voxel "${voxel}mm" -o a.vox 2>report
  near "$(sed -n 's/.*volume \([0-9.]*\) mm3/\1/p' report)" "$volume" 3e-5
  tessera tile --check=full a.vox >whole || fail "$file: the stream is not whole"
  near "$(fluid a.vox "$voxel")" "$volume" 0.01
done
tessera voxelize "$TESSERA_DATA/aorta-surface.stl" --voxel 0.25mm -o a.vox 2>report
near "$(fluid a.vox 0.25)" 13184 0.001

# the three openings: areas, centres and directions as the data's README has them
expect 3 tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 0.5mm -o none.vox
one_line 'not closed: 251 open edges'
tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 0.5mm --cap -o capped.vox 2>report
near "$(value inlet0)" 185.58 1e-4
near "$(value outlet1)" 61.11 1e-4
near "$(value outlet2)" 59.95 1e-4
grep -q 'inlet0 .* centre 221.0.*, 177.8.*, 21.* normal inwards 0.144. -0.988. 0.05.*, 113 edges' report || fail "inlet0"
grep -q 'outlet1 .* normal inwards 0.042. 0.990. -0.13.*, 66 edges' report || fail "outlet1"
tessera tile --check=full capped.vox >whole || fail "the capped stream is not whole"
# each corner of each triangle off by -1, 0 or 1 steps of single precision: the same openings and voxels
if slow && has_program python3; then
  python3 - "$TESSERA_DATA/aorta-open-ends.stl" steps.stl <<'END'
import random, struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
random.seed(7)
for at in range(84, len(data) - 49, 50):
    for k in range(at + 12, at + 48, 4): # all are above 0, where the next number is the next integer
        struct.pack_into("<i", data, k, struct.unpack_from("<i", data, k)[0] + random.randint(-1, 1))
open(sys.argv[2], "wb").write(data)
END
  tessera voxelize steps.stl --voxel 0.5mm --cap -o steps.vox 2>steps
  for what in inlet0 outlet1 outlet2 'open edges' 'voxels inside'; do
    is "$(grep "$what" steps | cut -d . -f 1)" "$(grep "$what" report | cut -d . -f 1)"
  done
  voxels <capped.vox | grep '^[01z]' >capped && voxels <steps.vox | grep '^[01z]' | cmp -s - capped || fail "other voxels"
fi
# the root alone, and the arch alone: each keeps its openings, and together they have the volume of the whole
for part in root:128mm: arch::128mm; do
  tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 0.5mm --cap --crop ",${part#*:}," -o "${part%%:*}.vox" 2>"${part%%:*}"
  tessera tile --check=full "${part%%:*}.vox" >whole || fail "${part%%:*} is not whole"
done
grep -q 'inlet0 .* centre 221.0.*, 177.8.*, 21.*, 113 edges' root && grep -q 'outlet1 .*not among' root || fail "the root: $(cat root)"
grep -q 'outlet2 .* 72 edges' arch && grep -q 'inlet0 .*not among' arch || fail "the arch: $(cat arch)"
near "$(awk -v a="$(fluid root.vox 0.5)" -v b="$(fluid arch.vox 0.5)" 'BEGIN { printf "%.9g", a + b }')" "$(fluid capped.vox 0.5)" 1e-8
tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 0.5mm --repair -o repaired.vox 2>report
tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 0.5mm --cap --no-bevel -q -o steps.vox
near "$(fluid repaired.vox 0.5)" "$(fluid steps.vox 0.5)" 0.002

# each opening prolonged by two diameters: the fluid grows by area times length within half a layer of voxels, and a flow
# settles that leaves through both ends
tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 1mm --cap --no-bevel -o plain.vox --quiet --json >plain.json
for at in 0:inlet0 1:outlet1 2:outlet2; do
  tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 1mm --cap --no-bevel --extend "${at#*:}=2d" -o more.vox --quiet --json >more.json
  awk -v n="$(json plain.json voxels_inside)" -v m="$(json more.json voxels_inside)" -v a="$(json more.json openings "${at%:*}" area_m2)" \
    -v l="$(json more.json openings "${at%:*}" extended_m)" 'BEGIN { d = (m - n) * 1e-9 - a * l; exit !(l > 0.017 && d * d < (a * 5e-4) ^ 2) }' ||
    fail "${at#*:}: $(cat more.json)"
done
tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 1mm --cap --extend all=2d -o more.vox --quiet
tessera tile --check=full more.vox >whole || fail "the stream with extensions is not whole"
tessera tile more.vox -o more.tile --quiet
tessera run more.tile --viscosity 3.5e-5m2/s --density 1060kg/m3 --time-step 1ms --set inlet0:velocity=1cm/s --set outlet1:pressure=0 \
  --set outlet2:pressure=0 --converge 1e-2 --steps 20000 --patch-flux --json >run.json 2>said || fail "a run with extensions: $(cat said)"
is "$(json run.json converged)" true

# ---- damaged copies: binary STL, 84 bytes and 50 a triangle --------------------------
sphere=$TESSERA_DATA/unit_sphere.STL
dd if="$sphere" bs=1 skip=84 2>/dev/null >body
bytes=$(wc -c <body)
# stl COUNT: a header for COUNT triangles
stl() {
  printf '%-80s' made
  # shellcheck disable=SC2059 # the format is the number
  printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $(($1 % 256)) $(($1 / 256 % 256)) $(($1 / 65536 % 256)) 0)"
}
count=$((bytes / 50))
tessera voxelize "$sphere" --size 40 --no-history --quiet -o whole.vox
# every triangle twice
{ stl $((2 * count)); cat body body; } >double.stl
tessera voxelize double.stl --size 40 --no-history -o b.vox 2>report
grep -q "triangles  *$((2 * count)): 0 degenerate and $count duplicates dropped, 0 turned; 1 shell" report || fail doubled
cmp whole.vox b.vox || fail "a doubled surface is another"
# five triangles removed
{ stl $((count - 5)); tail -c $((bytes - 250)) body; } >holes.stl
expect 3 tessera voxelize holes.stl --size 40 -o none.vox
one_line 'not closed: [0-9]* open edges'
tessera voxelize holes.stl --size 40 --repair -o b.vox 2>report
near "$(fluid b.vox 1)" "$(fluid whole.vox 1)" 0.001
# a fifth of the triangles flipped: the second and third corners swapped, at bytes 24 ... 35 and 36 ... 47 of 50
{ stl "$count"; od -An -v -tu1 -w50 body | LC_ALL=C awk '
  NR % 5 == 0 { for (i = 25; i <= 36; i++) { t = $i; $i = $(i + 12); $(i + 12) = t } }
  { for (i = 1; i <= 50; i++) printf "%c", $i + 0 }'; } >flipped.stl
tessera voxelize flipped.stl --size 40 --no-history -o b.vox 2>report
grep -q "$((count / 5)) turned; 1 shell" report || fail "flipped: $(grep triangles report)"
cmp whole.vox b.vox || fail "a surface with flipped triangles is another"
