#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
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
tessera voxelize --shape channel:w=4 --size 6,6,8 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o wave.tile
printf '%s\n' '0 0' '100 1e-5' '200 0' >wave.txt
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
  if slow; then every $kind tessera-report in.tile in.check --quiet -o out; else every $kind tessera-report in.tile --quiet -o out; fi
  # Other files that programs write, beside one of their own or alone; in the fast tier with writes that fail alone.
  case $kind in write*) others=yes ;; *) others= && ! slow || others=yes ;; esac
  if [ "$others" ]; then
    every $kind tessera-stats in.tile --quiet --thickness -o out
    every $kind tessera-run in.tile --diffusion z --quiet -o out
    every $kind tessera-run wave.tile --set inlet:pressure=wave.txt --set outlet:pressure=0 --beats 1 --quiet -o beside --average out
    every $kind tessera-probe in.flow --quiet --npy out
    every $kind tessera-probe in.flow --quiet --streamlines out
    out=out.raw
    every $kind tessera-tile in.vox --inlet z- --quiet -o beside --export out.raw
    out=out.png
    every $kind tessera-voxelize --raw 64,64,16,u8 in.raw --threshold 100 --quiet -o beside --preview out.png
    out=out.svg
    every $kind tessera-probe in.flow --quiet --plot out.svg --line 5,5,0:5,5,11:4
    every $kind tessera-stats wave.tile --quiet --two-point 2 --plot out.svg
    out=out
  fi
  goal=report
  every $kind tessera-stats in.tile --bandwidth 10
  every $kind tessera-tile --check=full in.check
  every $kind tessera-probe in.flow --permeability
  every $kind tessera-probe in.check --wall-shear --force walls --json
done

# A folder of snapshots: whatever fails, each file in it is whole, and the list names only files that are there.
for kind in $kinds; do
  case $kind in write* | full | fsync | rename* | kill) ;; *) continue ;; esac
  at=0 code=0
  while [ $code != 200 ]; do
    rm -rf shots
    set +e; inject "$kind" $at tessera-run in.tile --pressure-drop 1e-6 --steps 4 --snapshots 2 --quiet -o shots/ >report 2>stderr
    code=$?; set -e
    case $code in 0 | 1 | 137 | 200) ;; *) fail "$kind $at of snapshots: exit $code: $(cat stderr)" ;; esac
    for file in $(find shots -name '*.vti' -o -name '*.pvd' 2>said); do
      [ "$(tail -n 1 "$file")" = '</VTKFile>' ] || fail "$kind $at: $file is half"
    done
    [ ! -e shots/series.pvd ] || for file in $(sed -n 's/.* file="\([^"]*\)".*/\1/p' shots/series.pvd); do
      [ -e "shots/$file" ] || fail "$kind $at: the list names $file, which is missing"
    done
    [ $code = 137 ] || [ "$(find shots ! -name '*.vti' ! -name '*.pvd' ! -name '*.tile' 2>said | wc -l)" -le 1 ] ||
      fail "$kind $at of snapshots: left behind $(ls shots)"
    at=$((2 * at + 1))
  done
done

for kind in $kinds; do
  kind=${kind%%:*}
  [ "$(grep -c "^$kind[-:a-zA-Z]* [1-9]" summary)" -ge 3 ] || fail "$kind: nothing went wrong: $(cat summary)"
done
