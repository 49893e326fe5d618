#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The peak memory of voxelize and tile: that of voxelize does not grow with the number of slices; that of tile is a
# quarter of a byte per voxel, plus the tiles.
. "$srcdir/tests/lib.sh"
! sanitized || skip "sanitizers take memory of their own"

# peaks SLICES: the least peak of a raw volume, of the same volume cropped, and of a TIFF of a quarter of the bytes,
# one line each. Holes of a file are read as zeros.
peaks() {
  truncate -s $(($1 * 1048576)) $1.raw
  for rule in "--threshold 1" "--threshold 1 --crop 1:1000,3:900,:"; do
    least_peak tessera-voxelize --quiet --raw 1024,1024,$1,u8 $rule $1.raw
  done
  [ -e $1.tif ] || "$builddir/tests/tiff_speed" make $1.tif 512 $1 u1 none
  least_peak tessera-voxelize --quiet --threshold otsu $1.tif
  rm $1.raw
}
# Each thread holds up to four slices (prefetch.c), and buffers within as much again; how many at a time depends on the
# load of the machine.
for threads in 1 2; do
  export OMP_NUM_THREADS=$threads
  peaks 64 >few
  peaks 576 >many
  slices=$(((threads - 1) * 8 * threads))
  same_peak "voxelize, $threads threads" "$(sed -n 1p few)" "$(sed -n 1p many)" $((slices * 1024))
  same_peak "voxelize --crop, $threads threads" "$(sed -n 2p few)" "$(sed -n 2p many)" $((slices * 1024))
  same_peak "voxelize TIFF, $threads threads" "$(sed -n 3p few)" "$(sed -n 3p many)" $((slices * 256))
done
unset OMP_NUM_THREADS

# Random spheres: 20 bytes a tile, a quarter of a byte a voxel, and the program itself.
tessera voxelize --quiet --shape spheres:porosity=0.3,d=40,seed=1 --size 400,400,400 -o a.vox
most=$(peak tessera-tile --quiet --inlet z- --outlet z+ a.vox -o a.tile)
tiles=$(sed -n 's/^tiles: //p;/^tiles: /q' a.tile)
[ "$most" -lt $((tiles * 20 / 1024 + 400 * 400 * 400 / 4 / 1024 + 8192)) ] || fail "tile: $most KiB for $tiles tiles"
