#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Snapshots of a flow over beats (run --snapshots): when they are taken, that the last one is what probe writes of the
# final fields, and that a run that is killed and goes on from its checkpoint leaves the files of a run without a break.
# VTK's reader reads them, where Python has it (PYTHON: an interpreter).
. "$srcdir/tests/lib.sh"
moments() { sed -n 's/.*timestep="\([^"]*\)".*/\1/p' "$1" | paste -s -d ' '; }
digest() { tessera stats --digest "$@"; }
listed() { if [ -e "$1" ]; then grep -c DataSet "$1" || :; else echo 0; fi; }
enough() { [ "$(listed "$1")" -ge "$2" ]; }
same_files() { for file in $(seq -f '%04g.vti' "$3"); do cmp "$1/$file" "$2/$file" || fail "$file differs"; done; }

tube_surface 8 1 6 >vessel.stl
awk 'BEGIN { for (i = 0; i <= 20; i++) print 10 * i, 0.4 * (0.5 + 0.8 * sin(atan2(0, -1) * i / 10)) }' >steps.txt
tessera voxelize -q vessel.stl --voxel 0.2mm --unit mm --cap --name outlet1=outlet | tessera tile -q -o v.tile
flow() { in=$1; shift; tessera run "$in" --viscosity 0.05 --set inlet0:flow=steps.txt --set outlet:pressure=0 -q "$@"; }

# the last of two beats
flow v.tile --beats 2 --snapshots 8 -o beat/ >said
is "$(moments beat/series.pvd)" '225 250 275 300 325 350 375 400'
grep -q 'snapshots  *8 in beat/series.pvd' said || fail "the report names no list"
tessera probe beat/flow.tile --vtk want.vti --precision fp32
cmp want.vti beat/0008.vti || fail "the last snapshot is not the final flow"

# the files of a beat replace those of the beat before; snapshots change nothing in the flow
expect 5 flow v.tile --beats periodic:1e-9,3 --snapshots 4 -o each/ --json >report
is "$(moments each/series.pvd)" '450 500 550 600'
is "$(json report snapshots count)" 4
is "$(json report snapshots list)" each/series.pvd
flow v.tile --beats 3 -o flow.tile 2>said
is "$(digest each/flow.tile)" "$(digest flow.tile)"

# lines of progress count the beats that the flow needs by its changes so far, and not those that it may have
expect 5 tessera run v.tile --viscosity 0.05 --set inlet0:flow=steps.txt --set outlet:pressure=0 --progress=log:0 --threads 1 \
  --beats periodic:1e-12,30 --json >report
! grep 'step [0-9]*, mean' stderr | head -n 3 | grep ' left' || fail "percent of thirty beats"
grep -q ' [1-9][0-9]* %, step [0-9]*, mean .* beat [0-9]*, [0-9].* of it to change (bound 1e-12), .* left$' stderr || { cat stderr >&2; fail "no percent of beats"; }

# over steps: all of them, or those that are added; entries of another plan leave the list
flow v.tile --steps 100 --snapshots 3 -o some/ 2>said
is "$(moments some/series.pvd)" '33 67 100'
cp some/flow.tile first.tile
tessera run first.tile --steps +10 --snapshots 2 -o some/ -q 2>said
is "$(moments some/series.pvd)" '105 110'
tessera run v.tile --viscosity 1e-6m2/s --time-step 1ms --set inlet0:velocity=1mm/s --set outlet:pressure=0 --steps 4 --snapshots 2 -q -o si/ 2>said
is "$(moments si/series.pvd)" '0.002 0.004'
tessera probe si/flow.tile --vtk want.vti --precision fp32
cmp want.vti si/0002.vti || fail "units"

# killed, and going on
awk '{ print 10 * $1, $2 + 0.4 }' steps.txt >slow.txt
mv slow.txt steps.txt
flow v.tile --beats 2 --snapshots 100 -o whole/ 2>said
tessera-run v.tile --viscosity 0.05 --set inlet0:flow=steps.txt --set outlet:pressure=0 -q --beats 2 --snapshots 100 \
  --checkpoint c.tile --every 50 -o cut/ 2>nothing &
killed=$!
await enough cut/series.pvd 10
kill -9 $killed
wait $killed 2>nothing || :
tail -n 1 cut/series.pvd | grep -qx '</VTKFile>' || fail "the list is cut off"
sed -n 's/.*file="\(.*\)".*/\1/p' cut/series.pvd | while read -r file; do cmp "whole/$file" "cut/$file" || fail "$file"; done
flow c.tile --beats 2 --snapshots 100 -o cut/ 2>said
cmp whole/series.pvd cut/series.pvd || fail "another list"
same_files whole cut 100
is "$(digest cut/flow.tile)" "$(digest whole/flow.tile)"

# refused
expect 2 flow v.tile --beats 2 --snapshots 8 -o beat
one_line '--snapshots writes several files: give -o FOLDER/, with the slash$'
expect 2 flow v.tile --converge 1e-3 --snapshots 8 -o beat/
one_line '--snapshots .*: give --beats N|periodic:EPS.,MOST. or --steps N$'
expect 2 flow v.tile --steps 4 --snapshots 5 -o none/
one_line '5 snapshots are more than the 4 time steps that they are of$'
[ ! -e none ] || fail "a folder for nothing"
expect 1 flow v.tile --steps 4 --snapshots 2 -o none/there/
one_line 'none/there.*: No such file or directory$'
# a snapshot is no place for another file, by any name, and two runs do not share a folder
for file in beat/0003.vti beat/../beat/0008.vti "$PWD/beat/series.pvd"; do
  for option in --average --checkpoint; do
    expect 2 flow v.tile --beats 2 --snapshots 8 -o beat/ $option "$file"
    one_line "$option and --snapshots both write $file\$"
  done
done
tessera-run v.tile --viscosity 0.05 --set inlet0:flow=steps.txt --set outlet:pressure=0 -q --steps 1000000000 \
  --snapshots 1000000 -o kept/ --patch-flux --series rows.csv --series-every 1 2>nothing &
holder=$!
await grep -q "^1," rows.csv 2>nothing
expect 2 flow v.tile --steps 4 --snapshots 2 -o kept/
one_line 'kept/: another run is writing it: give another name$'
expect 2 flow v.tile --steps 4 --patch-flux --series rows.csv --series-every 1 -o none.tile
one_line 'rows.csv: another run is writing it: give another name$'
kill -9 $holder
wait $holder 2>nothing || :
flow v.tile --steps 4 --snapshots 2 -o kept/ 2>said
is "$(moments kept/series.pvd)" '2 4'
expect 1 flow v.tile --steps 4 -o v.tile/
one_line 'v.tile.*'

PYTHON=${PYTHON:-python3}
$PYTHON -c 'import vtkmodules.vtkIOXML' >said 2>&1 || skip "the rest needs Python with VTK"
$PYTHON "$srcdir/tests/cli/probe/read_series.py" cut/series.pvd 12 12 32 100 20 "$(sed -n 's/^nonsolid: //p; /^end: /q' v.tile)" 2020
