#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --series: rows of forces and of the flow at points during the run. They are those of the reports of run and probe at
# that step, however often the run stops.
. "$srcdir/tests/lib.sh"
run() { tessera run --quiet "$@"; }
# cell FILE ROW COLUMN: by the name of the column; row 1 follows the names
cell() {
  awk -F, -v row="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    NR == row + 1 { print $at }' "$1"
}

# A sphere in a periodic box whose seams cut tiles, so that populations come from distant tiles; and with walls, also
# half-way.
echo "7.1 6.8 6.2 8.3" >list.txt
tessera voxelize --quiet --walls --shape spheres:list=list.txt --size 15,14,13 --voxel 5um -o sphere.vox
tessera tile --quiet --periodic xyz sphere.vox -o sphere.tile
tessera tile --quiet --periodic x --patch lid=z+ sphere.vox -o box.tile
for how in "sphere.tile --force 1e-6,0,2e-6 --force-on solid --viscosity 1e-6m2/s" \
  "sphere.tile --force 1e-6,0,2e-6 --force-on walls --walls halfway --precision fp32 --viscosity 1e-6m2/s" \
  "sphere.tile --force 1e-5,0,2e-5 --force-on solid --precision fp32/fp16 --viscosity 1e-6m2/s" \
  "box.tile --set lid:wall=0.01,0.005,0 --force-on lid --force-on solid --force-on y- --about 3,4,5 --viscosity 1e-6m2/s"; do
  first=${how#*--force-on } first=${first%% *}
  rm -f s.csv
  # shellcheck disable=SC2086 # a list of options
  run $how --watch 1,2,3 --watch 0,0.4,11.6 --series s.csv --series-every 6 --steps 20 --json >r.json
  is "$(cut -d , -f 1 s.csv | tr '\n' ' ')" "step 6 12 18 "
  # shellcheck disable=SC2086
  run $how --steps 18 --json --checkpoint c.tile >r.json
  for axis in 0,x 1,y 2,z; do
    is "$(cell s.csv 3 "${first}_f${axis#*,}")" "$(json r.json forces 0 force ${axis%,*})"
    is "$(cell s.csv 3 "${first}_t${axis#*,}")" "$(json r.json forces 0 torque ${axis%,*})"
    near "$(cell s.csv 3 "${first}_f${axis#*,}_n")" "$(json r.json forces 0 force_n ${axis%,*})" 1e-12
  done
  for point in 1:1,2,3 2:0,0,12; do
    tessera probe c.tile --point "${point#*:}" --csv >probed
    for columns in p,pressure ux,ux uy,uy uz,uz p_pa,pressure_pa ux_m_s,ux_m_s; do
      near "$(cell s.csv 3 "point${point%%:*}_${columns%,*}")" "$(cell probed 1 "${columns#*,}")" 1e-6
    done
  done
  # the time of a step is dx^2 / 6 nu at tau 1
  near "$(cell s.csv 3 time_s)" "$(awk 'BEGIN { print 18 * 25e-12 / 6e-6 }')" 1e-9
done

# Fluxes equal those of the report of that step.
rm -f s.csv
run box.tile --set lid:wall=0.01,0.005,0.002 --viscosity 1e-6m2/s --patch-flux --series s.csv --series-every 6 --steps 20 --json >r.json
is "$(head -n 1 s.csv)" "step,time_s,lid_flux,lid_flux_m3_s,walls_flux,walls_flux_m3_s"
run box.tile --set lid:wall=0.01,0.005,0.002 --viscosity 1e-6m2/s --patch-flux --steps 18 --json >r.json
is "$(cell s.csv 3 lid_flux)" "$(json r.json patch_flux patches 0 flux)"
is "$(cell s.csv 3 lid_flux_m3_s)" "$(json r.json patch_flux patches 0 flux_m3_s)"
is "$(cell s.csv 3 walls_flux)" "$(json r.json patch_flux walls)"
is "$(cell s.csv 3 walls_flux_m3_s)" "$(json r.json patch_flux walls_m3_s)"
rm s.csv

# Stopped, before and after the last checkpoint and in the middle of a row, and continued: the table is the same.
series="--force 1e-6,0,2e-6 --force-on solid --watch 1,2,3 --series-every 7"
# shellcheck disable=SC2086
run sphere.tile $series --series whole.csv --steps 60 --json >r.json
for steps in 14 20 21 34; do
  # shellcheck disable=SC2086
  run sphere.tile $series --series parts.csv --steps $steps --checkpoint c.tile --every 10 --json >r.json
  cp c.tile earlier.tile
  # shellcheck disable=SC2086
  run c.tile $series --series parts.csv --steps 50 --json >r.json
  printf '56,1e-' >>parts.csv
  # shellcheck disable=SC2086
  run earlier.tile $series --series parts.csv --steps 60 --json >r.json
  cmp -s whole.csv parts.csv || fail "stopped at step $steps: $(diff whole.csv parts.csv | head -4)"
  rm parts.csv
done
# Rows are in the file while the run continues.
# shellcheck disable=SC2086
tessera run --quiet sphere.tile $series --series live.csv --steps 100000000 --json >r.json 2>said &
pid=$! # of the program itself: a function would be a shell around it
live() { [ -e live.csv ] && [ "$(wc -l <live.csv)" -gt 3 ]; }
await live
kill -TERM $pid
live || fail "no rows while the run goes on"
wait $pid || :
is "$(sed -n 2,4p live.csv)" "$(sed -n 2,4p whole.csv)"

# Impossible requests are refused before the first step, without a file.
unwritten=none.csv
refused 1 'no/none.csv: No such file' tessera run sphere.tile --force-on solid --series no/none.csv --series-every 5 --steps 9 --json
refused 2 '--series needs .*: give --series-every N' tessera run sphere.tile --force-on solid --series none.csv --steps 9
refused 2 '--series-every .*: give --series FILE' tessera run sphere.tile --force-on solid --series-every 5 --steps 9
refused 2 '--watch .*: give --series FILE' tessera run sphere.tile --watch 1,1,1 --steps 9
refused 2 'give --force-on NAME, --patch-flux or --watch X,Y,Z' tessera run sphere.tile --series none.csv --series-every 5 --steps 9
refused 2 'that voxel is solid' tessera run sphere.tile --watch 7,7,6 --series none.csv --series-every 5 --steps 9 --json
refused 2 'outside the grid of 15 x 14 x 13 voxels' tessera run sphere.tile --watch 7,14,6 --series none.csv --series-every 5 --steps 9 --json
refused 2 'expected three numbers X,Y,Z' tessera run sphere.tile --watch 7,14 --series none.csv --series-every 5 --steps 9 --json
refused 2 'both name none.csv' tessera run sphere.tile --watch 1,1,1 --series none.csv --series-every 5 --steps 9 --csv none.csv --permeability z
refused 2 'leave out --series' tessera run sphere.tile --watch 1,1,1 --series none.csv --series-every 5 --benchmark
cp whole.csv kept.csv
refused 2 'whole.csv: is not a series of these walls, patches and points' tessera run sphere.tile --watch 1,1,1 --series whole.csv --series-every 5 --steps 9 --json
cmp -s whole.csv kept.csv || fail "a table of other columns was changed"
expect 1 tessera run --quiet sphere.tile --force 1e-6,0,0 --watch 1,1,1 --series /dev/full --series-every 5 --steps 9 --json >r.json
one_line '/dev/full: No space left'
