#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A mask in several files, one of colours, and the mask that is written in the grid of the voxels. References: the mask as
# one stream; sets of voxels by awk.
. "$srcdir/tests/lib.sh"

# 7 x 5 x 4, a mask without any symmetry
bytes() { awk "BEGIN { for (z = 0; z < 4; z++) for (y = 0; y < 5; y++) for (x = 0; x < 7; x++) printf \"%c\", ($1) }"; }
bytes '(x * 7 + y * 5 + z * 3) % 11 + 1' >grey
bytes 'x + 2 * y - z < 9 && x + z > 1 ? 7 : 0' | tr '\000' '0' | tr '0' '\000' >inside
raw="--raw 7,5,4,u8"
tessera voxelize -q $raw --solid equal=0 inside -o mask.vox
cut() { tessera voxelize -q --no-history $raw --threshold 6 "$@" grey -o cut.vox 2>stderr || { cat stderr >&2; fail "$*"; }; }
cut --mask mask.vox
mv cut.vox wanted.vox

# ---- in several files: a folder, a pattern, a list
mkdir slices
for z in 0 1 2 3; do
  tessera voxelize -q $raw --solid equal=0 --crop ,,$z:$((z + 1)) inside --export slices/s$((8 + z)).tif -o slice.vox
done
for way in "--mask slices" "--mask slices/s*.tif" "--mask slices/s8.tif --mask slices/s9.tif --mask slices/s1*.tif"; do
  set -f; set -- $way; set +f
  cut "$@"
  cmp cut.vox wanted.vox || fail "$way"
done
cut --mask slices/s8.tif # one slice for all
tessera voxelize -q $raw --solid equal=0 --crop ,,0:1 inside -o slice.vox
mv cut.vox one.vox
cut --mask slice.vox
cmp cut.vox one.vox || fail "one slice"
refused 3 "slices/s8.tif: a mask of 7 x 5 x 2 voxels does not fit" tessera voxelize $raw --threshold 6 --mask slices/s8.tif --mask slices/s9.tif grey -o x
refused 2 "would replace the mask" tessera voxelize $raw --threshold 6 --mask slices grey -o x --export slices/s9.tif
refused 1 "no file matches" tessera voxelize $raw --threshold 6 --mask 'slices/t*' grey -o x

# ---- of colours: what is advised works
{
  printf 'NRRD0004\ntype: uint8\ndimension: 4\nsizes: 3 7 5 4\nkinds: RGB-color domain domain domain\nencoding: raw\n\n'
  od -A n -v -t u1 inside | awk '{ for (i = 1; i <= NF; i++) printf "%c%c%c", 65, $i ? 66 : 0, 67 }'
} >colour.nrrd
refused 3 'choose one with --channel N.*tessera voxelize colour.nrrd OPTION --solid equal=0 -o mask.vox, and then --mask mask.vox' \
  tessera voxelize $raw --threshold 6 --mask colour.nrrd grey -o x
tessera voxelize -q colour.nrrd --channel 1 --solid equal=0 -o green.vox 2>stderr || fail "$(cat stderr)"
cut --mask green.vox
cmp cut.vox wanted.vox || fail "the green channel"

# ---- the mask in the grid of the voxels: cropped, flipped, binned, mirrored and padded as they are
tessera voxelize -q $raw --fluid equal=7 inside --crop 1:7,,1:4 --flip xy --mirror yz --pad x-=2:fluid --pad z+=1:solid -o moved.vox
cut --mask mask.vox --crop 1:7,,1:4 --flip xy --mirror yz --pad x-=2:fluid --pad z+=1:solid --mask-output seen.vox
is "$(tessera stats --digest seen.vox)" "$(tessera stats --digest moved.vox)"
tessera tile --check=full seen.vox >checked || fail "$(cat checked)"
is "$(tessera stats --json seen.vox >seen.json; json seen.json nonsolid)" "$(tessera stats --json cut.vox >cut.json; json cut.json mask_nodes)"
tessera stats -q --mask seen.vox --thickness cut.vox >report || fail "the mask does not fit"
cut --mask slice.vox --voxel 2um --bin 2 --mask-output seen.vox
is "$(tessera stats --json seen.vox >seen.json; json seen.json grid) $(json seen.json voxel_size) $(json seen.json nonsolid)" "[3, 2, 2] 4e-06 $(
  tessera stats --json cut.vox >cut.json; json cut.json mask_nodes)"
refused 2 "mask-output is the mask: give --mask" tessera voxelize $raw --threshold 6 --mask-output x grey -o y
refused 2 "both name x.vox" tessera voxelize $raw --threshold 6 --mask mask.vox --mask-output x.vox grey -o x.vox
refused 2 "would replace the mask" tessera voxelize $raw --threshold 6 --mask mask.vox --mask-output mask.vox grey -o x.vox

# ---- band and preview are of the core: its porosity, and the histogram of its values
awk 'BEGIN { for (z = 0; z < 16; z++) for (y = 0; y < 16; y++) for (x = 0; x < 20; x++) {
  r = (x - 8) ^ 2 + (y - 9) ^ 2; printf "%c", (r > 40 ? 1 : (x * 3 + y * 5 + z * 7) % 17 < 9 ? 40 : 120) } }' >core
awk 'BEGIN { for (y = 0; y < 16; y++) for (x = 0; x < 20; x++) printf "%c", ((x - 8) ^ 2 + (y - 9) ^ 2 <= 40) }' >disc
tessera voxelize -q --raw 20,16,1,u8 --fluid equal=1 disc -o disc.vox
tessera voxelize --raw 20,16,16,u8 --threshold 80 --band --json --preview seen.png --mask disc.vox core -o core.vox >band.json 2>report
near "$(json band.json porosity_mask)" "$(sed -n 's/^ *porosity inside *\([0-9.]*\),.*/\1/p' report)" 1e-5
near "$(json band.json porosity_mask)" "$(awk 'BEGIN { for (z = 0; z < 16; z++) for (y = 0; y < 16; y++) for (x = 0; x < 20; x++)
  if ((x - 8) ^ 2 + (y - 9) ^ 2 <= 40) { n++; m += (x * 3 + y * 5 + z * 7) % 17 < 9 } print m / n }')" 1e-5
# what lies outside does not change the picture below the planes: there only its values differ
LC_ALL=C tr '\001' '\002' <core >other
tessera voxelize -q --raw 20,16,16,u8 --threshold 80 --band --preview other.png --mask disc.vox other -o other.vox
for picture in seen other; do # the histogram
  rows=$(od -A n -t u1 -j 20 -N 4 $picture.png | awk '{ print $3 * 256 + $4 }')
  tessera voxelize -q $picture.png --channel 1 --threshold 128 --crop ,$((rows - 120)):, -o $picture.vox
done
is "$(tessera stats --digest seen.vox)" "$(tessera stats --digest other.vox)"
