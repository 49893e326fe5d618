#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Several processes give the files and figures of one, byte for byte, and end together: with one line, from the process
# that failed, and with its exit code.
. "$srcdir/tests/lib.sh"
[ -n "${MPIRUN:-}" ] || skip "built without MPI"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe OMP_NUM_THREADS

device=${TESSERA_DEVICE:-cpu}
export device

# processes N ARGUMENT...: tessera-run in N processes
processes() {
  count=$1
  shift
  "$MPIRUN" -n "$count" tessera-run --quiet --device "$device" "$@"
}
# ended CODE LINE COMMAND...: with this code and a single line of the program, which matches
ended() {
  expected=$1 line=$2
  shift 2
  expect "$expected" "$@" </dev/null
  grep '^tessera-run: ' stderr >said || { cat stderr >&2; fail "nothing was said: $*"; }
  is "$(wc -l <said)" 1
  grep -q -e "$line" said || { cat said >&2; fail "not '$line'"; }
}
json_of() { awk -v file="$1" -v key="$2" -f "$srcdir/tests/bench/json.awk" "$1"; }
figures() { grep -v -e '"seconds"' -e correction_seconds -e predicted -e mflups -e bandwidth -e traffic -e '"memory"' -e '"device"' -e division -e processes -e parts \
  -e largest -e bytes_a -e waited -e '"by"' "$1"; }

counts=3
! slow || counts="2 3 7"
# ---- the same bytes -------------------------------------------------------------

# Axes that are not a multiple of a tile: a seam cuts tiles and crosses processes.
tessera voxelize --quiet --shape "spheres:porosity=0.5,d=8,seed=1,periodic" --size 30,26,22 |
  tessera tile --quiet --periodic xyz -o packed.tile
tessera voxelize --quiet --shape tube:d=12 --walls --size 16,16,24 |
  tessera tile --quiet --inlet z- --outlet z+ -o tube.tile
tessera voxelize --quiet --shape cavity --size 14,14,14 | tessera tile --quiet --patch lid=z+ -o cavity.tile

# A sample that is long compared with its pores, with and without interpolated walls.
for walls in "" --walls; do
  # shellcheck disable=SC2086 # an option or none
  tessera voxelize --quiet $walls --shape spheres:d=8,porosity=0.4,seed=3 --size 32,32,32 |
    tessera tile --quiet --lint no --inlet z- --outlet z+ -o "pack$walls.tile"
done

# same NAME ARGUMENT...: one, two, three and seven processes
same() {
  name_of=$1
  shift
  for n in 1 $counts; do
    processes "$n" "$@" --json --no-history --checkpoint "$name_of-$n.tile" "$name_of.tile" >"$name_of-$n.json"
    figures "$name_of-$n.json" >figures-"$n"
    cmp "$name_of-1.tile" "$name_of-$n.tile" || fail "$name_of: $n processes write another file"
    cmp figures-1 figures-"$n" || fail "$name_of: $n processes tell other figures"
  done
}
# With --series SERIES.csv-N too.
same_series() {
  for n in 1 $counts; do
    processes "$n" "$@" --series "series-$n.csv" --series-every 6 --steps 20 --json --no-history --checkpoint "c-$n.tile" >"c-$n.json"
    figures "c-$n.json" >figures-"$n"
    cmp "series-1.csv" "series-$n.csv" || fail "$*: $n processes make another series"
    cmp figures-1 figures-"$n" || fail "$*: $n processes tell other forces"
  done
  is "$(wc -l <series-1.csv)" 4
  rm series-?.csv
}
same packed --permeability y --converge 1e-3
same tube --pressure-drop 1e-4 --steps 35 --precision fp32
same tube --permeability z --converge 1e-3
for walls in "" --walls; do
  same "pack$walls" --permeability z --converge 1e-3
  [ "$(json_of "pack$walls-1.json" steps)" -le 60 ] || fail "pack$walls.tile was not corrected"
done
# What cycles remember goes from three processes to one, and back.
go_on() {
  processes "$@" --permeability y --json --no-history --checkpoint part.tile >part.json
}
go_on 3 packed.tile --steps 8 && fail "packed.tile converged in 8 steps"
go_on 1 part.tile --steps 11 && fail "packed.tile converged in 11 steps"
go_on 3 part.tile --converge 1e-3
cmp part.tile packed-1.tile || fail "cycles that go on in other processes"
same cavity --set lid:wall=0.05,0.01,0 --collision mrt --steps 21
same tube --set inlet:parabola=0,0,0.02 --set outlet:pressure=0 --converge 1e-3 # the openings are watched
# A flow that follows a curve, to outlets whose pressure depends on their flow; then on from the middle of a beat, with the
# state of the outlets of one process.
awk 'BEGIN { for (k = 0; k <= 20; k++) printf "%d %.12g\n", 3 * k, 0.2 + 0.1 * (k % 20 ? sin(k * atan2(0, -1) / 10) : 0) }' >beat.txt
tessera voxelize --quiet --shape box --size 9,7,22 --voxel 1m | tessera tile --quiet --patch in=z- --patch one=z+ --patch two=x+ -o beat.tile
beat="--time-step 1s --density 1kg/m3 --viscosity 0.1m2/s --set one:rcr=0.02,2000,0.05 --set two:resistance=0.1,absorbing"
# shellcheck disable=SC2086 # lists of options
same beat $beat --set in:flow=beat.txt,womersley --steps 85
cp beat-1.tile on.tile
same on --steps +50
# shellcheck disable=SC2086 # lists of options
tessera-run --quiet --device "$device" $beat --set in:flow=beat.txt,womersley --steps 135 --json --no-history --checkpoint whole.tile beat.tile >r.json
cmp whole.tile on-1.tile || fail "a beat that was interrupted is another"

# ---- forces and series -----------------------------------------------------------

same_series --force 1e-6,0,2e-6 --force-on solid --force-on walls --about 3,4,5 --watch 1,2,3 --watch 29,0,21 packed.tile
same_series --force 1e-5,0,2e-5 --force-on solid --precision fp32/fp16 packed.tile
same_series --pressure-drop 1e-4 --force-on walls --force-on x- --watch 8,8,20 --precision fp32 tube.tile
same_series --pressure-drop 1e-4 --force-on solid --force-on y+ --patch-flux pack--walls.tile
same_series --set lid:wall=0.05,0.01,0.01 --patch-flux --force-on lid --force-on x+ --force-on y- --watch 3,4,13 cavity.tile
same_series --set inlet:parabola=0,0,0.02 --set outlet:pressure=0 --patch-flux --force-on walls tube.tile
# Caps across the grid.
awk 'BEGIN {
  for (w = 0; w < 21; w += 20)
    for (i = 0; i < 16; i++) {
      u = 5 * cos(6.283185307 * i / 16)
      printf "v %.9f %.9f %.9f\n", u * 0.9397 + w * 0.342, 5 * sin(6.283185307 * i / 16), -u * 0.342 + w * 0.9397
    }
  for (i = 1; i <= 16; i++)
    print "f", i, i % 16 + 1, i % 16 + 17, i + 16
}' >slanted.obj
tessera voxelize slanted.obj --voxel 1m --unit m --cap --quiet 2>said | tessera tile --lint no --quiet -o slanted.tile
same_series --set inlet0:parabola=0.007,0,0.02 --set outlet1:pressure=0 --patch-flux slanted.tile

# ---- averages over beats: sums and indices of the walls, whose shear is fitted across processes ----

beats() { processes "$@" --json --no-history; }
awk 'BEGIN { for (k = 0; k <= 20; k++) printf "%d %.12g\n", 12 * k, 0.5 + 0.3 * (k % 20 ? sin(k * atan2(0, -1) / 10) : 0) }' >flow.txt
beat="--time-step 1s --density 1kg/m3 --viscosity 0.1m2/s --set inlet0:flow=flow.txt --set outlet1:rcr=0.001,20000,0.005"
for n in 1 $counts; do
  # shellcheck disable=SC2086 # a list of options
  beats $n $beat --beats 2 --average w-$n.tile --checkpoint c-$n.tile slanted.tile >b-$n.json 2>said
  figures b-$n.json >figures-$n
  cmp w-1.tile w-$n.tile || fail "$n processes have other averages"
  cmp c-1.tile c-$n.tile || fail "$n processes have other sums"
  cmp figures-1 figures-$n || fail "$n processes tell another beat"
done
[ "$(json_of b-1.json beat.wall.tawss_mean)" != null ] || fail "no wall was averaged"
# Begun by three in the midst of a beat, ended by two; and written through a pipe by the first alone.
# shellcheck disable=SC2086 # a list of options
beats 3 $beat --steps 300 --average part.tile --checkpoint half.tile slanted.tile >part.json 2>said
mkfifo pipe
cat pipe >piped.tile &
beats 2 --beats 2 --average pipe --checkpoint c-2.tile half.tile >rest.json
wait $!
cmp w-1.tile piped.tile || fail "other processes end a beat otherwise"
cmp c-1.tile c-2.tile || fail "other processes end a beat with other sums"
# One program without mpirun gives the same; and other processes continue the series.
tessera-run --quiet --device "$device" --force 1e-6,0,2e-6 --force-on solid --watch 1,2,3 --series whole.csv \
  --series-every 5 --steps 31 --json packed.tile >whole.json
processes 3 --force 1e-6,0,2e-6 --force-on solid --watch 1,2,3 --series parts.csv --series-every 5 --steps 17 \
  --json --checkpoint c.tile packed.tile >report
processes 2 --force 1e-6,0,2e-6 --force-on solid --watch 1,2,3 --series parts.csv --series-every 5 --steps 31 \
  --json c.tile >parts.json
cmp whole.csv parts.csv || fail "the series of one process goes on otherwise in several"
for axis in 0 1 2; do
  is "$(json_of parts.json "forces.0.force.$axis")" "$(json_of whole.json "forces.0.force.$axis")"
done

# ---- the division in the report of stats is that of the run ----------------------

tessera voxelize --quiet --shape "spheres:porosity=0.4,d=8,seed=1" --size 30,26,22 |
  tessera tile --quiet --inlet z- --outlet z+ --keep percolating -o open.tile
processes 3 --pressure-drop 1e-5 --steps 2 --json open.tile >run.json
tessera stats --json --bandwidth 1 --devices 3 open.tile >stats.json
is "$(json_of run.json division.bytes_a_step)" "$((8 * $(json_of stats.json devices.crossing)))"
is "$(json_of run.json division.largest_by_mean)" "$(json_of stats.json devices.largest_by_mean)"
[ "$device" = cpu ] && is "$(json_of run.json division.by)" messages
for part in 0 1 2; do json_of run.json "division.nodes_of_parts.$part"; done >nodes
awk -v all="$(json_of stats.json nonsolid)" -v largest="$(json_of run.json division.largest_by_mean)" \
  '{ sum += $1; most = $1 > most ? $1 : most } END { exit !(NR == 3 && sum == all && most * 3 / sum == largest) }' nodes ||
  fail "nodes of parts: $(tr '\n' ' ' <nodes)"

# ---- restart: a checkpoint of one process is a checkpoint of all ------------------

tessera-run --json --quiet --device "$device" --force 1e-5,0,0 --steps 41 --no-history --checkpoint whole.tile packed.tile >report
processes 1 --json --force 1e-5,0,0 --steps 11 --no-history --checkpoint a.tile packed.tile >report
processes 3 --json --steps 32 --no-history --checkpoint b.tile a.tile >report
processes 2 --json --steps 41 --no-history --checkpoint c.tile b.tile >report
is "$(tessera stats --digest c.tile | cut -d' ' -f1)" "$(tessera stats --digest whole.tile | cut -d' ' -f1)"

# ---- errors and signals -------------------------------------------------------------

ended 2 "several processes read the domain: give a file" processes 2 --steps 1 --json
ended 2 "mean\|unknown option" processes 2 --no-such packed.tile
ended 1 "absent.tile" processes 3 --steps 1 --json absent.tile
ended 1 "No space left" processes 2 --json --steps 1 --checkpoint /dev/full packed.tile
head -c 700 packed.tile >short.tile
ended 3 "short.tile" processes 2 --steps 1 --json short.tile
ended 2 "there is no wall 'lid'" processes 2 --force-on lid --force 1e-5,0,0 --steps 1 --json packed.tile
tessera voxelize --quiet --shape box --size 8,8,1 | tessera tile --quiet --periodic xyz -o slice.tile
ended 2 "lattice d2q9 runs on one device, in one process" processes 2 --lattice d2q9 --steps 1 --json slice.tile
ended 1 "none/s.csv: No such file" processes 3 --force-on solid --series none/s.csv --series-every 1 --steps 1 --json packed.tile
ended 1 "No space left" processes 3 --force-on solid --series /dev/full --series-every 1 --steps 1 --json packed.tile
ended 4 "diverged at step" processes 3 --force 0.2,0,0 --collision bgk --tau 0.501 --steps 5000 --json packed.tile
ended 2 "other options" "$MPIRUN" -n 1 tessera-run --device "$device" -q --steps 3 --json packed.tile : \
  -n 1 tessera-run --device "$device" -q --steps 4 --json packed.tile
# One process cannot read its input, the others can.
mkdir elsewhere
ended 1 "packed.tile" "$MPIRUN" -n 3 sh -c 'if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 2 ]; then cd elsewhere; fi
  exec tessera-run --device "$device" --quiet --steps 3 --json packed.tile'

# SIGUSR1, which mpirun forwards: all processes end after a step, and write.
set +e
"$MPIRUN" -n 2 tessera-run --json --device "$device" --quiet --force 1e-5,0,0 --steps 100000000 --checkpoint stopped.tile \
  --every 50 packed.tile >out 2>&1 &
launcher=$!
await [ -e stopped.tile ]
kill -USR1 "$launcher"
wait "$launcher"
code=$?
set -e
is "$code" 138
tessera stats --digest stopped.tile >out

# One process is killed: the others end, and the checkpoint before stays whole.
cp whole.tile kept.tile
set +e
"$MPIRUN" -n 2 sh -c 'echo $$ >pid-${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
  exec tessera-run --json --device "$device" --quiet --force 1e-5,0,0 --steps 100000000 --checkpoint kept.tile \
    --force-on solid --series rows.csv --series-every 1 packed.tile' >out 2>&1 &
launcher=$!
await grep -q -s '^1,' rows.csv
kill -9 "$(cat pid-1)"
wait "$launcher"
code=$?
set -e
[ "$code" != 0 ] || fail "a process was killed, and the run ended well"
cmp whole.tile kept.tile || fail "the checkpoint was lost"
