#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files of several processes: each reads and writes the records of its own tiles, and the files are those of one
# process. An error in one process ends all, with its line; the old file stays, and no other file is left.
. "$srcdir/tests/lib.sh"
[ -n "${MPIRUN:-}" ] || skip "built without MPI"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1
OMPI_MCA_odls_base_sigkill_timeout=2 # s: a process that waits for a busy disk has time to remove its file
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe OMP_NUM_THREADS
export OMPI_MCA_odls_base_sigkill_timeout

# processes N ARGUMENT...: tessera-run in N processes
processes() {
  count=$1
  shift
  timeout 900 "$MPIRUN" -n "$count" tessera-run --quiet --device cpu "$@"
}
# one RANK PREFIX... -- ARGUMENT...: three processes; process RANK is started through the prefix
one() {
  rank=$1
  shift
  prefix=
  while [ "$1" != -- ]; do prefix="$prefix $1"; shift; done
  shift
  printf '#!/bin/sh\n[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = %s ] || exec "$@"\nexec %s "$@"\n' "$rank" "$prefix" >through
  timeout 900 "$MPIRUN" -n 3 sh ./through tessera-run --quiet --device cpu "$@"
}
# said CODE LINE COMMAND...: ends with this code and a single line of the program, which matches
said() {
  expected=$1 line=$2
  shift 2
  expect "$expected" "$@" </dev/null
  grep '^tessera-run: ' stderr >lines || { cat stderr >&2; fail "nothing was said: $*"; }
  is "$(wc -l <lines)" 1
  grep -q -e "$line" lines || { cat lines >&2; fail "not '$line'"; }
}
kept() { [ "$(head -c 9 old.tile)" = "as it was" ] || fail "the old file is gone"; }
# left: no other file is left, and the old file is whole
left() {
  kept
  [ -z "$(find . -name 'old.tile.*')" ] || fail "left behind: $(find . -name 'old.tile.*')"
}

tessera voxelize --quiet --shape "spheres:porosity=0.5,d=8,seed=1,periodic" --size 60,52,44 |
  tessera tile --quiet --lint no --periodic xyz -o pores.tile
tessera voxelize --quiet --shape tube:d=12 --walls --size 16,16,24 |
  tessera tile --quiet --inlet z- --outlet z+ -o tube.tile
tessera voxelize --quiet --shape cavity --size 5,5,5 | tessera tile --quiet --patch lid=z+ -o few.tile

# ---- the same bytes, written and read --------------------------------------------

counts=3
! slow || counts="2 3 7"
# same NAME ARGUMENT...: the file equals that of one process, and so does its continuation
same() {
  file=$1
  shift
  for n in 1 $counts; do
    processes $n "$@" --json --no-history --checkpoint a-$n.tile "$file.tile" >report
    processes $n --steps +2 --json --no-history --checkpoint b-$n.tile a-1.tile >report
    cmp a-1.tile a-$n.tile || fail "$file $*: $n processes write another file"
    cmp b-1.tile b-$n.tile || fail "$file $*: $n processes read otherwise"
  done
  tessera tile --quiet --check=full b-3.tile
}
same pores --force 1e-5,0,0 --steps 1 # hardly anything moves, and records are compressed
same pores --force 1e-5,0,0 --steps 30
same pores --force 1e-5,0,0 --steps 3 --precision fp32/fp16
same tube --pressure-drop 1e-4 --steps 5 --precision fp32
same few --set lid:wall=0.05,0.01,0 --steps 3 # of eight tiles: some processes have none
processes 3 --force 1e-5,0,0 --steps 30 --no-history -o fields-3.tile pores.tile >report
processes 1 --force 1e-5,0,0 --steps 30 --no-history -o fields-1.tile pores.tile >report
cmp fields-1.tile fields-3.tile

# A pipe, and a file that one process cannot open: the first process writes the records of the others.
mkfifo pipe
cat pipe >piped.tile &
processes 3 --force 1e-5,0,0 --steps 30 --json --no-history --checkpoint pipe pores.tile >report
wait $!
processes 1 --force 1e-5,0,0 --steps 30 --json --no-history --checkpoint a-1.tile pores.tile >report
cmp a-1.tile piped.tile
mkdir elsewhere
ln -s ../pores.tile elsewhere
one 1 env -C elsewhere -- --force 1e-5,0,0 --steps 30 --json --no-history --checkpoint apart.tile pores.tile >report
cmp a-1.tile apart.tile

# ---- damaged files ----------------------------------------------------------------------

# Damage anywhere is found: each record of the arrays is read by some process. None has a file to remove.
OMPI_MCA_odls_base_sigkill_timeout=0
size=$(wc -c <a-1.tile)
for share in 2 5 8; do
  cp a-1.tile damaged.tile
  printf 'x%.0s' 1 2 3 4 5 6 7 8 | dd of=damaged.tile bs=1 seek=$((size * share / 10)) conv=notrunc 2>report
  said 3 "damaged.tile: record .*checksum" processes 3 --steps +1 --json damaged.tile
done
for bytes in 30 1000 $((size / 2)); do
  head -c $((size - bytes)) a-1.tile >short.tile
  said 3 "short.tile" processes 3 --steps +1 --json short.tile
done

# ---- failures in one process ----------------------------------------------------------

OMPI_MCA_odls_base_sigkill_timeout=2
# apart COMMAND...: starts it in a folder of its own that has an old file, and does not wait: mpirun takes seconds until all
# processes have ended. together: waits for all that were started so, and fails if one of them did.
number=0 parts=
apart() {
  number=$((number + 1)) parts="$parts $number"
  mkdir $number
  {
    cd $number
    echo "as it was" >old.tile
    ln -s ../a-1.tile ../pores.tile .
    "$@"
    echo passed >passed
  } >$number/log 2>&1 &
}
together() {
  wait
  for part in $parts; do
    [ -e "$part/passed" ] || { cat "$part/log" >&2; exit 1; }
  done
}

# One process cannot read what the others can read, or cannot write: a limit of 6 MB for files.
cut() {
  mkdir elsewhere
  head -c $((size - 1000)) a-1.tile >elsewhere/a-1.tile
  said 3 "a-1.tile: truncated" one 2 env -C elsewhere -- --steps +1 --json --checkpoint ../old.tile a-1.tile
  left
}
in_a_folder() {
  mkdir -p elsewhere/a-1.tile
  said 1 "a-1.tile: is a folder" one 1 env -C elsewhere -- --steps +1 --json --checkpoint ../old.tile a-1.tile
  left
}
limited() {
  printf '#!/bin/sh\ntrap "" XFSZ\nulimit -f 12000\nexec "$@"\n' >limited
  said 1 "old.tile: File too large" one "$1" sh ./limited -- --steps +1 --json --checkpoint old.tile a-1.tile
  left
}
# Killed at one of about a thousand calls: before the new file is whole, or after. The process that should remove a
# file may be killed as well, by mpirun, while it waits for a disk.
killed() {
  one "$1" "$builddir/tests/fault" kill "$2" -- --force 1e-5,0,0 --steps 3 --json --no-history --checkpoint old.tile \
    pores.tile >report 2>stderr || true
  cmp -s old.tile ../new.tile || kept
}
calls="400 700"
! slow || calls="100 400 500 600 700 800"
"$builddir/tests/fault" read 0 tessera-stats /dev/null 2>stderr >report && code=0 || code=$?
[ $code != 77 ] && ! sanitized || { calls=; lacks "processes that are killed: no tracing of programs here"; }
processes 1 --force 1e-5,0,0 --steps 3 --json --no-history --checkpoint new.tile pores.tile >report
apart cut
apart in_a_folder
for rank in 0 1 2; do apart limited $rank; done
for call in $calls; do
  for rank in 1 2; do apart killed $rank "$call"; done
done
together

# A disk that is really full.
mkdir disk
cat >inside <<'END'
mount -t tmpfs -o size=6m none disk && echo "as it was" >disk/old.tile || exit 7
timeout 900 "$MPIRUN" -n 3 tessera-run --quiet --device cpu --force 1e-5,0,0 --steps 3 --json --checkpoint disk/old.tile pores.tile
code=$?
[ "$(cat disk/*)" = "as it was" ] || echo "in the folder: $(ls -l disk)" >&2
exit $code
END
if ! unshare -m true 2>stderr; then
  lacks "a disk that is full: no file system can be mounted here"
else
  said 1 "old.tile: No space left" unshare -m sh ./inside
  ! grep "in the folder" stderr || fail "not as it was"
fi

# ---- memory -------------------------------------------------------------------------------

slow || exit 0
! sanitized || { lacks "the peaks: sanitizers need memory of their own"; exit 0; }
# Each of four processes holds a quarter of the populations, those of the surrounding tiles, and 20 bytes of every
# tile.
tessera voxelize --quiet --shape spheres:d=20,porosity=0.5,seed=1 --size 128,128,128 |
  tessera tile --quiet --lint no --inlet z- --outlet z+ -o large.tile
# peaks N ARGUMENT...: the largest memory of one of N processes, KiB
peaks() {
  count=$1
  shift
  timeout 900 "$MPIRUN" -n "$count" "$builddir/tests/peak" tessera-run --quiet --device cpu --json "$@" 2>stderr >report ||
    { cat stderr >&2; fail "$*"; }
  awk '/^[0-9.]+ [0-9]+$/ { most = $2 > most ? $2 : most } END { print most + 0 }' stderr
}
one=$(peaks 1 --pressure-drop 1e-6 --steps 2 --checkpoint large-1.tile large.tile)
four=$(peaks 4 --pressure-drop 1e-6 --steps 2 --checkpoint large-4.tile large.tile)
again=$(peaks 4 --steps +1 --checkpoint large-4.tile large-1.tile)
echo "peaks: $one KiB of one process, $four and $again of four"
for most in "$four" "$again"; do
  [ $((most * 100)) -lt $((one * 45)) ] || fail "peak of four processes: $most KiB, of one $one"
done

# Of 3.7 million walls, 6 bytes each, the first process holds all; any other its own quarter.
tessera voxelize --quiet --walls --shape spheres:d=6,porosity=0.4,seed=3 --size 128,128,128 |
  tessera tile --quiet --lint no --periodic xyz -o walls.tile
timeout 900 "$MPIRUN" -n 4 sh -c '"$builddir/tests/peak" tessera-run --quiet --device cpu --json --force 1e-6,0,0 --steps 1 walls.tile \
  2>peak-"${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" >report-"${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"'
first=$(awk 'END { print $2 }' peak-0) last=$(awk 'END { print $2 }' peak-3)
[ $((first - last)) -gt 10000 ] || fail "peak of the last of four processes: $last KiB, of the first, which has all walls, $first"
