#!/bin/sh
# Small things that users expect: help, options whose word may be left out, links as outputs, signals.
. "$srcdir/tests/lib.sh"

# tessera help
tessera help >said
grep -q '^Usage: tessera COMMAND' said || fail "help"
for program in $programs; do
  [ "$program" = tessera ] || PATH=$builddir:/usr/bin:/bin MANPATH=/nowhere tessera help "${program#tessera-}" >said 2>err ||
    fail "help on $program"
  [ "$program" = tessera ] || grep -q "$program" said || fail "help on $program says nothing of it"
done
refused 2 'help nonsense: no such command' tessera help nonsense

# --lint alone is --lint warn; the word may follow or be joined
tessera voxelize --quiet --shape box --size 4,4,4 -o box.vox
for how in "--lint" "--lint warn" "--lint=warn" ""; do
  # shellcheck disable=SC2086
  tessera tile --inlet x- --outlet x+ $how box.vox -o box.tile >said 2>&1
  grep -q 'in gaps' said || fail "$how: $(cat said)"
done
for how in "--lint no" "--lint=no"; do
  # shellcheck disable=SC2086
  tessera tile --inlet x- --outlet x+ $how box.vox -o box.tile >said 2>&1
  ! grep -q 'in gaps' said || fail "$how: $(cat said)"
done
refused 2 'lint' tessera tile --lint=never box.vox -o x.tile

# -o LINK writes the file that the link names, also one that does not exist yet, through several links, from any folder
mkdir folder
ln -s real.vox link.vox
ln -s ../target.vox folder/link.vox
ln -s folder/link.vox twice.vox
for link in link.vox:real.vox folder/link.vox:target.vox twice.vox:target.vox; do
  rm -f "${link#*:}"
  tessera voxelize --quiet --shape box --size 4,4,4 --no-history -o "${link%%:*}"
  [ -h "${link%%:*}" ] || fail "the link $link was replaced"
  [ -f "${link#*:}" ] && [ ! -h "${link#*:}" ] || fail "$link: no file"
  tessera voxelize --quiet --shape box --size 4,4,4 --no-history -o "${link%%:*}"
  [ -h "${link%%:*}" ] || fail "the link $link was replaced"
done
ln -s loop.vox loop.vox
expect 1 tessera voxelize --quiet --shape box --size 4,4,4 -o loop.vox
tessera voxelize --quiet --shape box --size 4,4,4 --no-history -o /dev/stdout | cmp - real.vox || fail "/dev/stdout"

# SIGHUP ends a run as SIGTERM does; where it was ignored it stays so
tessera voxelize --quiet --shape channel:w=14 --size 16,16,16 | tessera tile --quiet --periodic xyz -o channel.tile
for signal in HUP TERM; do
  tessera-run --quiet channel.tile --device cpu --force 0,0,1e-6 --steps 100000000 --json --checkpoint $signal.tile >$signal.json 2>err &
  run=$!
  sleep 1
  kill -s $signal $run
  set +e; wait $run; code=$?; set -e
  is "$code" "$([ $signal = HUP ] && echo 129 || echo 143)"
  [ -s $signal.tile ] || fail "$signal: no checkpoint"
done
(trap '' HUP; exec tessera-run --quiet channel.tile --device cpu --force 0,0,1e-6 --steps 100000000 --json --checkpoint nohup.tile >nohup.json 2>err) &
run=$!
sleep 1
kill -s HUP $run
sleep 1
kill -s TERM $run
set +e; wait $run; code=$?; set -e
is "$code" 143
