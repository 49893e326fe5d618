#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A mask that states where it lies is brought to the axes of the image, or refused; a size that is not stated is no
# reason to advise --resample; colours of VTK are the same in text and in binary.
. "$srcdir/tests/lib.sh"

# nrrd NX NY NZ DIRECTIONS ORIGIN VALUE: a NRRD file whose voxel x,y,z has the value of an awk expression; sides in mm
nrrd() {
  printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: %s %s %s\nspace: left-posterior-superior\n' "$1" "$2" "$3"
  printf 'space directions: %s\nspace origin: %s\nspace units: "mm" "mm" "mm"\nencoding: ascii\n\n' "$4" "$5"
  awk -v nx="$1" -v ny="$2" -v nz="$3" "BEGIN {
    for (z = 0; z < nz; z++) for (y = 0; y < ny; y++) for (x = 0; x < nx; x++) print ($6) }"
}
straight='(0.5,0,0) (0,0.5,0) (0,0,0.5)'
nrrd 5 4 3 "$straight" '(1,2,3)' '(x * 7 + y * 5 + z * 3) % 9 < 6 ? 0 : 200' >image.nrrd
nrrd 5 4 3 "$straight" '(1,2,3)' 'x < 3 && y > 0 && z < 2' >mask.nrrd
cut() { tessera-voxelize image.nrrd --threshold 100 --quiet --no-history --mask "$@"; }
cut mask.nrrd >wanted

# reversed along x, along all axes (RAS for LPS and z), and with x and z exchanged: the same places
nrrd 5 4 3 '(-0.5,0,0) (0,0.5,0) (0,0,0.5)' '(3,2,3)' '4 - x < 3 && y > 0 && z < 2' >x.nrrd
nrrd 5 4 3 '(-0.5,0,0) (0,-0.5,0) (0,0,-0.5)' '(3,3.5,4)' '4 - x < 3 && 3 - y > 0 && 2 - z < 2' >xyz.nrrd
nrrd 3 4 5 '(0,0,0.5) (0,0.5,0) (0.5,0,0)' '(1,2,3)' 'z < 3 && y > 0 && x < 2' >turned.nrrd
nrrd 4 3 5 '(0,-0.5,0) (0,0,0.5) (0.5,0,0)' '(1,3.5,3)' 'z < 3 && 3 - x > 0 && y < 2' >both.nrrd
for mask in x xyz turned both; do
  cut $mask.nrrd >found || fail "$mask"
  cmp found wanted || fail "$mask"
done
# crops and flips come after it
cut x.nrrd --crop 1:5,0:4,0:3 --flip x >found
cut mask.nrrd --crop 1:5,0:4,0:3 --flip x >wanted-crop
cmp found wanted-crop || fail "crop"

# elsewhere, of another size, oblique
nrrd 5 4 3 "$straight" '(6,2,3)' 1 >shifted.nrrd
nrrd 5 4 3 '(1,0,0) (0,1,0) (0,0,1)' '(1,2,3)' 1 >coarse.nrrd
nrrd 5 4 3 '(0.4,0.3,0) (-0.3,0.4,0) (0,0,0.5)' '(1,2,3)' 1 >oblique.nrrd
for mask in shifted coarse oblique; do
  refused 3 "$mask.nrrd: the mask lies elsewhere than the image" cut $mask.nrrd >found
done
refused 3 'from (5.75, 1.75, 2.75) mm, the image 5 x 4 x 3 voxels of 0.5 x 0.5 x 0.5 mm from (0.75, 1.75, 2.75) mm' cut shifted.nrrd
# rounding of 32 bits is not another place
nrrd 5 4 3 "$straight" '(1.0000001,2,3.0000002)' 'x < 3 && y > 0 && z < 2' >rounded.nrrd
cut rounded.nrrd >found
cmp found wanted || fail "rounding"

# where one of them states no position, or --voxel overrides it, voxels are matched by number, and that is said
nrrd 5 4 3 "$straight" '(1,2,3)' 'x < 3 && y > 0 && z < 2' | sed '/^space/d' >bare.nrrd
tessera-voxelize image.nrrd --threshold 100 --no-history --mask bare.nrrd 2>err | tessera stats --digest >bare
grep -q 'the voxels of the mask are matched by number: the mask does not state its position' err || fail "$(cat err)"
is "$(cat bare)" "$(tessera stats --digest <wanted)"
tessera-voxelize image.nrrd --threshold 100 --no-history --mask shifted.nrrd --voxel 1mm 2>err >found
grep -q 'matched by number: --voxel overrides' err || fail "$(cat err)"
tessera-voxelize image.nrrd --threshold 100 --no-history --mask mask.nrrd 2>err >found
! grep 'by number' err || fail "said without need"

# the voxels alone: another header is another digest
plain() { voxels | grep '^[01]'; }
# axes count without a position, too: of both, or of one
for mask in x xyz turned both; do
  grep -v '^space origin' $mask.nrrd >loose.nrrd
  cut loose.nrrd >found
  cmp found wanted || fail "$mask without a position"
done
tessera-voxelize image.nrrd --threshold 100 --no-history --mask loose.nrrd 2>err >found
grep -q 'brought to the axes of the image by their directions: the mask does not state its position' err || fail "$(cat err)"
grep -v '^space origin' image.nrrd >loose-image.nrrd
tessera-voxelize loose-image.nrrd --threshold 100 --mask loose.nrrd 2>err | plain >found
grep -q 'by their directions: neither states its position' err || fail "$(cat err)"
is "$(cat found)" "$(plain <wanted)"
refused 3 'x along (0.8, 0.6, 0), y along (-0.6, 0.8, 0), z along (0, 0, 1), the image 5 x 4 x 3' cut oblique.nrrd >found

# one slice applies to all, wherever it lies along z, but has the directions and the place of x and y
nrrd 5 4 1 "$straight" '(1,2,7)' 'x < 3 && y > 0' >one.nrrd
nrrd 5 4 1 '(-0.5,0,0) (0,0.5,0) (0,0,1)' '(3,2,3)' '4 - x < 3 && y > 0' >one-x.nrrd
nrrd 5 4 3 "$straight" '(1,2,3)' 'x < 3 && y > 0' >all.nrrd
cut all.nrrd >wanted-all
for mask in one one-x; do
  cut $mask.nrrd >found || fail "$mask"
  cmp found wanted-all || fail "$mask"
done
nrrd 5 4 1 "$straight" '(2,2,3)' 1 >one-shifted.nrrd
refused 3 'the mask lies elsewhere than the image' cut one-shifted.nrrd >found

# a voxel stream states its position like an image
for mask in x turned; do
  tessera-voxelize $mask.nrrd --fluid equal=1 -q -o mask.vox
  cut mask.vox >found || fail "the stream of $mask"
  cmp found wanted || fail "the stream of $mask"
done
tessera-voxelize shifted.nrrd --fluid equal=1 -q -o mask.vox
refused 3 'mask.vox: the mask lies elsewhere' cut mask.vox >found
tessera-voxelize bare.nrrd --fluid equal=1 --voxel 1mm -q -o mask.vox
refused 3 'voxels of 1 x 1 x 1 mm, the image' cut mask.vox >found

# --unit holds for a mask that names none, too, and is no error for one that does
grep -v '^space units' image.nrrd >image-unit.nrrd
grep -v '^space units' x.nrrd >x-unit.nrrd
tessera-voxelize image-unit.nrrd --unit um --threshold 100 --mask x-unit.nrrd -q | plain >found
is "$(cat found)" "$(plain <wanted)"
tessera-voxelize image-unit.nrrd --unit mm --threshold 100 --mask x.nrrd -q | plain >found
is "$(cat found)" "$(plain <wanted)"

# nothing is said where no file states anything
awk 'BEGIN { for (i = 0; i < 60; i++) printf "%c", 65 + i % 7 }' >values
tessera-voxelize --raw 5,4,3,u8 values --fluid equal=66 -q -o plain.vox
tessera-voxelize --raw 5,4,3,u8 values --threshold 68 --voxel 1mm --mask plain.vox 2>err >found
! grep 'by number' err || fail "said without need"

# a side of 0
sed 's/^space directions.*/spacings: 0.5 0.5 0/; /^space origin/d; /^space:/d' image.nrrd >flat.nrrd
expect 3 tessera-voxelize flat.nrrd --threshold 100 >found
grep -q 'along z is not stated.*give --voxel' stderr || { cat stderr; fail "a side of 0"; }

# colours of VTK: bytes in a binary file, fractions of 255 in text
vtk() { printf '# vtk DataFile Version 3.0\nx\n%s\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 1\nSPACING 1 1 1\nORIGIN 0 0 0\nPOINT_DATA 4\nCOLOR_SCALARS c 1\n' "$1"; }
{ vtk BINARY; printf '\000\200\377\063\n'; } >binary.vtk
{ vtk ASCII; printf '0 0.50196 1 0.2\n'; } >text.vtk
for threshold in 50 51 127 128 254; do
  tessera-voxelize binary.vtk --threshold $threshold --voxel 1mm --quiet --no-history | tessera stats --digest >one
  tessera-voxelize text.vtk --threshold $threshold --voxel 1mm --quiet --no-history | tessera stats --digest >other
  cmp one other || fail "threshold $threshold"
done
# halves, as 32 bits hold them, are rounded as VTK 9.7 rounds them: 0.5, 1.5, 4.5 and 7.5 of 255
{ vtk BINARY; printf '\000\002\005\010\n'; } >binary.vtk
{ vtk ASCII; printf '0.00196078431 0.00588235294 0.0176470588 0.0294117647\n'; } >text.vtk
for file in binary text; do
  tessera-voxelize $file.vtk --labels --json >$file.json 2>err || fail "$(cat err)"
done
cmp binary.json text.json || fail "halves"
{ vtk ASCII; printf '0 0.50196 1.5 0.2\n'; } >text.vtk
expect 3 tessera-voxelize text.vtk --threshold 1 --voxel 1mm >found
