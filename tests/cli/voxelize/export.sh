#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --export: the image written by voxelize and tile, as other programs read it; read again by voxelize, it has the same
# digest.
. "$srcdir/tests/lib.sh"

digest() { tessera stats --digest "$1"; }
# back FILE OPTION...: voxelize reads FILE and finds the voxels that were written
back() {
  tessera voxelize -q --fluid equal=1 "$@" -o back.vox || fail "voxelize $*"
  [ "$(digest back.vox)" = "$(digest image.vox)" ] || fail "$* is another image: $(head -12 back.vox | grep -a :)"
}
# content FILE: its voxels and their position; other programs do not know which of them are layers of --pad
content() { head -20 "$1" | grep -a '^\(dx\|origin\|orientation\|grid\): '; voxels <"$1" | grep '^[01z]'; }
# back_padded FILE: the same for an image with layers
back_padded() {
  tessera voxelize -q --fluid equal=1 "$1" -o back.vox || fail "voxelize $1"
  content image.vox >made
  content back.vox | diff made - >&2 || fail "$1 is another image"
  [ "$(wc -l <made)" = 58 ] || fail "$(wc -l <made) lines of voxels and their place"
}

awk 'BEGIN { for (i = 0; i < 13 * 5 * 7; i++) printf "%c", 33 + i * i % 90 }' >raw
image="--raw 13,5,7,u8 --threshold 70 raw"
for voxel in "" "--voxel 5um" "--voxel 3.7nm" "--voxel 2.3333mm" "--voxel 0.7um"; do
  for ending in tif TIFF nrrd mha; do
    tessera voxelize -q $image $voxel -o image.vox --export image.$ending
    back image.$ending
  done
  tessera voxelize -q $image $voxel -o image.vox --export image.raw
  back --raw 13,5,7,u8 $voxel image.raw
  tessera voxelize -q $image $voxel -o image.vox --export image.npy
  [ "$(head -c 6 image.npy | tail -c 5)" = NUMPY ] && head -c 192 image.npy | grep -aq "'|u1'.*False.*(7, 5, 13)" || fail "the head of .npy"
  tail -c +193 image.npy | cmp - image.raw || fail ".npy and .raw differ"
done

# position: turned axes, a corner; after options that change the size
{
  printf '%s\n' 'NDims = 3' 'DimSize = 13 5 7' 'TransformMatrix = 0 1 0 -1 0 0 0 0 1' 'Offset = 1.5 -2 0.25' \
    'ElementSpacing = 0.5 0.5 0.5' 'ElementType = MET_UCHAR' 'ElementDataFile = LOCAL'
  cat raw
} >placed.mha
tessera voxelize -q placed.mha --threshold 70 --crop 1:,, --pad z-=2:fluid --mirror x -o image.vox --export placed.nrrd
grep -aq '^space: left-posterior-superior' placed.nrrd || fail "no space"
back_padded placed.nrrd
tessera voxelize -q placed.mha --threshold 70 --crop 1:,, --pad z-=2:fluid --mirror x -o image.vox --export turned.mha
back_padded turned.mha

# every kind of segmentation: with a mask, hysteresis, a mirror along z; the sum of the written voxels is the porosity
tessera voxelize -q --raw 13,5,7,u8 raw --mirror z --hysteresis 50,80 -o image.vox --export image.tif
back image.tif
tessera voxelize -q --shape tube --size 9,9,5 -o image.vox --export image.raw
back --raw 9,9,5,u8 image.raw
cat raw | tessera voxelize -q --raw 13,5,7,u8 --threshold 70 -o image.vox --export image.tif -
back image.tif

# of a domain, the voxels that --keep leaves
tessera voxelize -q --raw 13,5,7,u8 --threshold 50 raw -o many.vox
tessera tile -q --keep largest --lint no many.vox -o kept.tile --export kept.nrrd
[ "$(tessera stats --bandwidth 1 --json kept.tile >k.json; json k.json nonsolid)" = "$(tail -c 455 kept.nrrd | tr -cd '\001' | wc -c)" ] ||
  fail "the image of a domain"
tessera voxelize -q --fluid equal=1 kept.nrrd -o kept.vox
tessera tile -q --lint no kept.vox -o again.tile
[ "$(digest again.tile)" = "$(digest kept.tile)" ] || fail "a domain of its own image"

# refusals: one line, and no file is written
unwritten="x x.tif"
refused 2 'export x.mhd: must end in .tif, .tiff' tessera voxelize $image -o x --export x.mhd
refused 2 'export -: must end in' tessera tile many.vox -o x --export -
refused 2 'would replace an input' tessera voxelize placed.mha --threshold 70 -o x --export placed.mha
refused 2 'export and -o both name x.tif' tessera voxelize $image -o x.tif --export x.tif
refused 2 'export and --preview both name x.tif' tessera voxelize $image -o x --preview x.tif --export x.tif
refused 2 'export and -o both name x.tif' tessera tile many.vox -o x.tif --export x.tif
refused 2 "-o x.tif: it writes Tessera's own format" tessera tile many.vox -o x.tif
refused 2 "-o x.raw: it writes Tessera's own format" tessera voxelize $image -o x.raw
cp many.vox many.tif
refused 2 'would replace the input' tessera tile many.tif -o x --export many.tif
refused 3 'found 455' tessera voxelize --raw 13,5,8,u8 --threshold 70 -o x --export x.tif raw
refused 1 'nowhere/x.tif: No such file' tessera voxelize $image -o x --export nowhere/x.tif
if [ -w /dev/full ]; then
  ln -s /dev/full full.raw
  refused 1 'full.*: No space left' tessera voxelize --shape box --size 99,99,9 -o x --export full.raw
  refused 1 "full.*: No space left" tessera tile -q --lint no many.vox -o x --export full.raw
fi
ls | grep -q '\.tif\.\|^x' && fail "something was left behind: $(ls)"
:
