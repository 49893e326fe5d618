#!/bin/sh
# The most memory that voxelize and tile take: voxelize's does not grow with the slices, tile's is a quarter of a byte a
# voxel and the tiles.
. "$srcdir/tests/lib.sh"
! sanitized || skip "sanitizers take memory of their own"

# peak COMMAND...: KiB
peak() { "$builddir/tests/peak" "$@" 2>said >/dev/null || { cat said >&2; fail "$*"; }; tail -1 said | cut -d ' ' -f 2; }
# The least of three: how many slices are in flight at a time depends on what else the machine does.
least() { for _ in 1 2 3; do peak "$@"; done | sort -n | head -n 1; }

# 64 and 1024 slices of 1024^2: holes of a file are zeros. A bit of each voxel would be 120 MiB more.
for n in 64 1024; do
  truncate -s $((n * 1048576)) $n.raw
  for rule in "--threshold 1" "--threshold 1 --crop 1:1000,3:900,:"; do
    least tessera-voxelize --quiet --raw 1024,1024,$n,u8 $rule $n.raw
  done >$n.kib
  rm $n.raw
done
# A bit of each voxel would be 18 MiB more.
for n in 64 640; do
  "$builddir/tests/tiff_speed" make $n.tif 512 $n u1 none
  least tessera-voxelize --quiet --threshold otsu $n.tif >>$n.kib
done
same_peak "voxelize" "$(sed -n 1p 64.kib)" "$(sed -n 1p 1024.kib)" 16384
same_peak "voxelize --crop" "$(sed -n 2p 64.kib)" "$(sed -n 2p 1024.kib)" 16384
same_peak "voxelize TIFF" "$(sed -n 3p 64.kib)" "$(cat 640.kib)" 6144

# Random spheres: what 20 bytes a tile, a quarter of a byte a voxel and the program itself are.
tessera voxelize --quiet --shape spheres:porosity=0.3,d=40,seed=1 --size 400,400,400 -o a.vox
most=$(peak tessera-tile --quiet --inlet z- --outlet z+ a.vox -o a.tile)
tiles=$(sed -n 's/^tiles: //p;/^tiles: /q' a.tile)
[ "$most" -lt $((tiles * 20 / 1024 + 400 * 400 * 400 / 4 / 1024 + 8192)) ] || fail "tile: $most KiB for $tiles tiles"
