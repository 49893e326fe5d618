#!/bin/sh
# Every read, write, close, fsync and rename of every program failing in turn, memory running out, and kill -9 before
# any system call: a failure is exit 1 with one line; nothing half-written stands under the final name, the old file is
# intact; whoever exits with 0 has written all of it. Only kill -9 may leave the file beside.
. "$srcdir/tests/lib.sh"
fault=$builddir/tests/fault
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # it would trace too
OMP_NUM_THREADS=1
export ASAN_OPTIONS OMP_NUM_THREADS

tessera voxelize --shape channel:w=9 --size 12,12,12 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o in.tile
tessera run in.tile --pressure-drop 1e-6 --steps 2 --quiet -o in.flow >report
head -c 65536 /dev/urandom >in.raw
tessera voxelize --raw 64,64,16,u8 in.raw --threshold 128 --quiet -o in.vox
set +e; "$fault" read 0 tessera-stats in.tile 2>stderr >report; code=$?; set -e
[ $code != 77 ] && ! grep -q LeakSanitizer stderr || skip "no tracing of programs here"

# whole: out holds what it should; without memory to compress a tile file is longer, with the same content
whole() {
  cmp -s out good || { tessera tile --check=full --quiet out && [ "$(tessera stats --digest out)" = "$(tessera stats --digest good)" ]; } 2>/dev/null
}
# judge COMMAND: after it ended with $code, is all as it must be?
judge() {
  left=$(find . -name 'out*' ! -name out | head -n 1)
  case $code in
    0) whole || fail "$*: exit 0 without the whole output" ;;
    1 | 3) [ "$(grep -cv ': warning: ' stderr)" = 1 ] || fail "$*: not one line: $(cat stderr)"
      # the report comes after the file: it may fail when that is whole
      whole || [ "$(cat out)" = old ] || fail "$*: failed, and the old file is gone" ;;
    137) whole || [ "$(cat out)" = old ] || fail "$*: killed, and the file is half"
      [ -z "$left" ] || rm "$left" ;;
    *) fail "$*: exit $code: $(cat stderr)" ;;
  esac
  [ "$code" = 137 ] || [ -z "$left" ] || fail "$*: left behind $left"
}
# every KIND COMMAND...: the command writes `out`; at most 400 calls one by one, then further apart
every() {
  kind=$1; shift
  "$@" >report 2>stderr || fail "$* does not work at all: $(cat stderr)"
  mv out good
  n=0 happened=0
  while :; do
    echo old >out
    set +e; "$fault" "$kind" $n "$@" >report 2>stderr; code=$?; set -e
    [ $code != 200 ] || break
    judge "$kind $n $*"
    happened=$((happened + 1))
    n=$((n + 1 + n / 60))
  done
  rm -f out
  echo "$kind $happened $*" >>summary
}

for kind in read write:ENOSPC close fsync rename:ENOSPC memory:ENOMEM kill; do
  every $kind tessera-voxelize --raw 64,64,16,u8 in.raw --threshold 100 --quiet -o out
  every $kind tessera-tile in.vox --inlet z- --quiet -o out
  every $kind tessera-run in.tile --pressure-drop 1e-6 --steps 2 --quiet -o out
  every $kind tessera-probe in.flow --quiet --vtk out
done
for kind in read write close fsync rename memory kill; do
  [ "$(grep -c "^$kind[:A-Z]* [1-9]" summary)" -ge 3 ] || fail "$kind: nothing went wrong: $(cat summary)"
done

# Reports to a pipe or disk that fails.
for n in 0 1 2; do
  set +e; "$fault" write:ENOSPC $n tessera-stats in.tile --bandwidth 10 >report 2>stderr; code=$?; set -e
  [ $code = 200 ] || { [ $code = 1 ] && [ "$(wc -l <stderr)" -le 1 ]; } || fail "stats, write $n: exit $code: $(cat stderr)"
done
