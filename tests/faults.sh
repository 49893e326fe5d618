#!/bin/sh
# Every read, write, close, fsync, rename and allocation of every program failing in turn, a disk that fills at any
# byte, memory running out, and kill -9 before any system call: a failure is exit 1 with one line; nothing half-written
# stands under the final name, the old file is intact; whoever exits with 0 has written all of it. Only kill -9 may
# leave the file beside.
. "$srcdir/tests/lib.sh"
fault=$builddir/tests/fault
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # it would trace too
OMP_NUM_THREADS=1
export ASAN_OPTIONS OMP_NUM_THREADS

tessera voxelize --shape channel:w=9 --size 12,12,12 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o in.tile
tessera run in.tile --pressure-drop 1e-6 --steps 2 --quiet -o in.flow --checkpoint in.check >report
head -c 65536 /dev/urandom >in.raw
tessera voxelize --raw 64,64,16,u8 in.raw --threshold 128 --quiet -o in.vox
{ printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 64 64 16\nspacings: 1 1 3\nunits: "um" "um" "um"\n'
  printf 'encoding: gzip\n\n' && gzip -c in.raw; } >in.nrrd
mkdir tiff
"$builddir/tests/fuzz/seeds" tiff
set +e; "$fault" read 0 tessera-stats in.tile 2>stderr >report; code=$?; set -e
[ $code != 77 ] && ! grep -q LeakSanitizer stderr || skip "no tracing of programs here"

# whole: out holds what it should; without memory to compress a tile file is longer, with the same content; the memory
# that a report tells of is another
same_content() { tessera tile --check=full --quiet out && [ "$(tessera stats --digest out)" = "$(tessera stats --digest good)" ]; }
same_report() { grep -v 'peak memory' out >out.1; grep -v 'peak memory' good >good.1; cmp -s out.1 good.1 && rm out.1; }
whole() { cmp -s out good || { [ $goal = report ] && same_report; } || same_content 2>stderr.content; }
# what may stand there after a failure; a report that goes to standard output has no old one
old_or_whole() { [ $goal = report ] || whole || [ "$(cat out)" = old ]; }
# judge COMMAND: after it ended with $code, is all as it must be?
judge() {
  left=$(find . -name 'out*' ! -name out | head -n 1)
  case $code in
    0) whole || fail "$*: exit 0 without the whole output" ;;
    1) [ "$(grep -cv ': warning: \|^$' stderr)" = 1 ] || fail "$*: not one line: $(cat stderr)"
      # the report comes after the file: it may fail when that is whole
      old_or_whole || fail "$*: failed, and the old file is gone" ;;
    137) old_or_whole || fail "$*: killed, and the file is half"
      [ -z "$left" ] || rm "$left" ;;
    139) case $* in malloc*tiff/*) ;; *) fail "$*: crashed" ;; esac # in TIFFFreeDirectory of libtiff 4.5
      old_or_whole || fail "$*: crashed, and the file is half"
      [ -z "$left" ] || rm "$left" ;;
    *) fail "$*: exit $code: $(cat stderr)" ;;
  esac
  [ "$code" -ge 137 ] || [ -z "$left" ] || fail "$*: left behind $left"
}
# allocation N of COMMAND fails, with ALL=FAULT_ALL=1 all later ones too; 200: it had fewer
without_memory() {
  n=$1; shift
  rm -f said
  env LD_PRELOAD="$builddir/.libs/no_memory.so" FAULT_MALLOC="$n" FAULT_SAID="$work/said" $all "$@"
  code=$?
  [ -e said ] || code=200
  return $code
}
inject() {
  what=$1; shift
  case $what in
    malloc) all= && without_memory "$@" ;;
    malloc-all) all=FAULT_ALL=1 && without_memory "$@" ;;
    *) "$fault" "$what" "$@" ;;
  esac
}
to_goal() { if [ $goal = report ]; then "$@" >out 2>stderr; else "$@" >report 2>stderr; fi; }
# every KIND COMMAND...: the command writes `out`; the first calls one by one, then further apart
every() {
  kind=$1; shift
  to_goal "$@" || fail "$* does not work at all: $(cat stderr)"
  mv out good
  at=0 happened=0
  while :; do
    echo old >out
    set +e; to_goal inject "$kind" $at "$@"; code=$?; set -e
    [ $code != 200 ] || break
    judge "$kind $at $*"
    happened=$((happened + 1))
    at=$((at + 1 + at / spread))
  done
  rm -f out
  echo "$kind $happened $*" >>summary
}

memory="malloc malloc-all memory:ENOMEM" spread=25
sanitized && memory= spread=4 # the sanitizer's allocator ends the program itself; such programs start slowly
for kind in read write:ENOSPC full close fsync rename:ENOSPC kill $memory; do
  goal=file
  every $kind tessera-voxelize --raw 64,64,16,u8 in.raw --threshold 100 --quiet -o out
  every $kind tessera-voxelize tiff/imagej-stack --threshold otsu --quiet -o out
  every $kind tessera-voxelize tiff/f32-predicted-zstd-tiled --threshold 1 --quiet -o out
  every $kind tessera-voxelize in.nrrd --threshold otsu --resample 2um --quiet -o out
  every $kind tessera-tile in.vox --inlet z- --quiet -o out
  every $kind tessera-run in.tile --pressure-drop 1e-6 --steps 2 --quiet -o out
  every $kind tessera-run in.check --steps +1 --json --quiet --checkpoint out
  every $kind tessera-probe in.flow --quiet --vtk out
  every $kind tessera-probe in.flow --quiet --png out --slice z=6
  goal=report
  every $kind tessera-stats in.tile --bandwidth 10
  every $kind tessera-tile --check=full in.check
  every $kind tessera-probe in.flow --permeability
done
for kind in read write full close fsync rename kill ${memory:+malloc memory}; do
  [ "$(grep -c "^$kind[-:a-zA-Z]* [1-9]" summary)" -ge 3 ] || fail "$kind: nothing went wrong: $(cat summary)"
done
