#!/bin/sh
# Every program with failing reads, writes, closes, fsyncs, renames and allocations, with a disk that fills at any
# byte, without memory, and with kill -9 before any system call. A failure is exit 1 with one line; the final name
# never holds a half-written file, and the old file is intact; a program that exits with 0 has written everything. Only
# kill -9 may leave another file. Here the first calls of each kind fail, and later ones at growing distances;
# every-KIND.sh source this with $kinds and a $spread that leaves out few.
. "$srcdir/tests/lib.sh"
. "$srcdir/tests/faults/inject.sh"

tessera voxelize --shape channel:w=9 --size 12,12,12 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o in.tile
tessera run in.tile --pressure-drop 1e-6 --steps 2 --quiet -o in.flow --checkpoint in.check >report
head -c 65536 /dev/urandom >in.raw
tessera voxelize --raw 64,64,16,u8 in.raw --threshold 128 --quiet -o in.vox
{ printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 64 64 16\nspacings: 1 1 3\nunits: "um" "um" "um"\n'
  printf 'encoding: gzip\n\n' && gzip -c in.raw; } >in.nrrd
{ printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 64 64 1\nencoding: ascii\n\n' &&
  head -c 4096 in.raw | od -An -v -tu1; } >text.nrrd
# a tent, open at the bottom
printf 'v %s\n' '0 0 0' '3 0 0' '3 2 0' '0 2 0' '1 1 2' '1.3 1 0.3' >tent.obj
printf 'f %s\n' '1 2 5' '2 3 5' '3 4 5' '4 1 5' '1 5 6' >>tent.obj # and a flap inside
mkdir tiff
"$builddir/tests/fuzz/seeds" tiff

if sanitized; then # the sanitizer's allocator ends the program itself; such programs start slowly
  case ${kinds:-} in m*) skip "the sanitizer's allocator is another" ;; esac
  : "${kinds:=read write:ENOSPC full close fsync rename:ENOSPC kill}"
  [ -z "${spread:-}" ] || spread=4
fi
: "${kinds:=read write:ENOSPC full close fsync rename:ENOSPC kill malloc malloc-all memory:ENOMEM}"
: "${spread:=1}"
for kind in $kinds; do
  goal=file
  every $kind tessera-voxelize --raw 64,64,16,u8 in.raw --threshold 100 --quiet -o out
  every $kind tessera-voxelize tiff/imagej-stack --threshold otsu --quiet -o out
  every $kind tessera-voxelize tiff/f32-predicted-zstd-tiled --threshold 1 --quiet -o out
  every $kind tessera-voxelize in.nrrd --threshold otsu --resample 2um --quiet -o out
  every $kind tessera-voxelize text.nrrd --threshold 100 --quiet -o out
  every $kind tessera-voxelize tent.obj --size 6 --cap --quiet -o out
  every $kind tessera-voxelize tent.obj --size 6 --repair --quiet -o out
  every $kind tessera-tile in.vox --inlet z- --quiet -o out
  every $kind tessera-run in.tile --pressure-drop 1e-6 --steps 2 --quiet -o out
  every $kind tessera-run in.check --steps +1 --json --quiet --checkpoint out
  every $kind tessera-probe in.flow --quiet --vtk out
  every $kind tessera-probe in.check --quiet --vtp out
  every $kind tessera-probe in.flow --quiet --png out --slice z=6
  every $kind tessera-report in.tile in.check --quiet -o out
  goal=report
  every $kind tessera-stats in.tile --bandwidth 10
  every $kind tessera-tile --check=full in.check
  every $kind tessera-probe in.flow --permeability
  every $kind tessera-probe in.check --wall-shear --force walls --json
done
for kind in $kinds; do
  kind=${kind%%:*}
  [ "$(grep -c "^$kind[-:a-zA-Z]* [1-9]" summary)" -ge 3 ] || fail "$kind: nothing went wrong: $(cat summary)"
done
