#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# stats -o gives nodes the radii of their pores; tile --where makes a domain of the nodes where a comparison holds.
. "$srcdir/tests/lib.sh"
stats() { tessera stats --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera stats $*"; }; }
nodes() { stats "$1"; json r.json nonsolid; }

# Two chambers of 9 x 9 nodes with a throat of 3 x 3 between, as in pores.sh: radii of 5 and 2 voxels.
chambers throat
tessera tile --quiet --inlet x- --outlet x+ throat.vox -o throat.tile
for file in throat.vox throat.tile; do
  stats --thickness --intrusion x- -o radii.tile $file
  cp r.json whole.json
  tessera tile --check=full radii.tile >said || fail "$(cat said)"
  is "$(head -n 20 radii.tile | grep -a '^values: ')" "values: thickness=voxel intrusion=voxel"
  # as many nodes as the curve says, in voxels and in metres, and all in the end
  for limit in 5 10um; do
    tessera tile --quiet --lint no --where "intrusion>=$limit" radii.tile -o part.tile
    near "$(nodes part.tile)" "$(awk "BEGIN { print $(json whole.json intrusion 0 1) * 1665 }")" 1e-9
  done
  tessera tile --quiet --lint no --where 'intrusion>0' radii.tile -o part.tile
  is "$(nodes part.tile)" 1665
  tessera tile --quiet --lint no --where 'thickness<=2' radii.tile -o thin.tile
  tessera tile --quiet --lint no --where 'thickness>2' radii.tile -o wide.tile
  is "$(($(nodes thin.tile) + $(nodes wide.tile)))" 1665
done
# the part keeps patches and values, and is a domain like any other; the other phase is the rest
is "$(head -n 20 wide.tile | grep -a '^patches: ')" "patches: inlet=x- outlet=x+"
tessera tile --quiet --lint no --where 'thickness==5' wide.tile -o again.tile
stats --thickness again.tile
is "$(json r.json thickness max_radius)" 5
tessera tile --quiet --lint no --where 'intrusion!=0' --edge 8 --keep largest --patch side=y- wide.tile -o again.tile
is "$(head -n 20 again.tile | grep -a '^edge: ')" "edge: 8"
# from a pipe to a pipe
tessera tile --quiet --lint no --where 'thickness==5' <wide.tile | tessera stats --json - >r.json
is "$(json r.json grid 0)" 25

# wall distances of the nodes that stay are kept
tessera voxelize --quiet --walls --shape tube:d=12 --size 16,16,12 | tessera tile --quiet --lint no --periodic z -o tube.tile
stats --thickness tube.tile -o tube-radii.tile
before=$(json r.json wall_links)
tessera tile --quiet --lint no --where 'thickness>=0' tube-radii.tile -o all.tile
stats all.tile
is "$(json r.json wall_links)" "$before"
is "$(tessera stats --digest all.tile)" "$(tessera stats --digest tube-radii.tile)"

# Voxels of 2 um: a bare number that is no radius in voxels, but one in metres, is not compared.
refused 2 "bare numbers are voxels, of 2e-06 m: for metres write 4e-06m" tessera tile --where 'thickness>=4e-6' radii.tile
refused 2 "for metres write 1e-05m" tessera tile --where 'intrusion<1e-5' radii.tile
tessera tile --quiet --lint no --where 'thickness>=0.5' radii.tile -o all-radii.tile
is "$(nodes all-radii.tile)" 1665
# "thickness" is a radius, and reports and pictures say so
tessera probe radii.tile | grep -q 'thickness radius  *2 ... 5, mean' || fail "$(tessera probe radii.tile)"
tessera stats --quiet --thickness --plot radii.svg throat.tile >said
grep -q '>Thickness radius<' radii.svg || fail "the plot"

# a flow: by its fields; what the run wrote does not stay
tessera run --quiet --device cpu --force 0,0,1e-5 --steps 200 tube.tile -o flow.tile
tessera tile --quiet --lint no --where 'speed>1e-4' flow.tile -o fast.tile
[ "$(nodes fast.tile)" -gt 0 ] && [ "$(nodes fast.tile)" -lt "$(nodes tube.tile)" ] || fail "the fast part"
# velocities with their unit, where the flow has one
refused 3 "the size of a voxel (voxelize --voxel) is not known" tessera tile --where 'speed>1mm/s' flow.tile
refused 2 "the unit of speed is that of a velocity" tessera tile --where 'speed>1Pa' flow.tile
tessera voxelize --quiet --shape tube:d=12 --size 16,16,12 --voxel 2um | tessera tile --quiet --lint no --periodic z -o sized.tile
tessera run --quiet --device cpu --force 0,0,1e-5 --steps 200 --viscosity 1e-6m2/s sized.tile -o sized-flow.tile
dt=$(head -n 40 sized-flow.tile | grep -a '^dt: ' | cut -d ' ' -f 2)
for limit in 1e-4 "$(awk "BEGIN { print 1e-4 * 2e-6 / $dt }")m/s"; do
  tessera tile --quiet --lint no --where "speed>$limit" sized-flow.tile -o fast-part.tile
  is "$(nodes fast-part.tile)" "$(nodes fast.tile)"
done
head -n 30 fast.tile | grep -a -q '^\(tau\|step\|arrays\|values\): ' && fail "keys of the run"
tessera run --quiet --device cpu --force 0,0,1e-5 --steps 2 fast.tile -o flow.tile

# probe: the range, tables, a picture, arrays; the value of a node in metres where the size of a voxel is known
tessera stats --quiet --thickness --intrusion x- -o radii.tile throat.tile >report
tessera probe --json radii.tile >r.json
is "$(json r.json values thickness largest) $(json r.json values thickness least) $(json r.json values intrusion nodes)" "5 2 1665"
tessera probe --csv --point 4,5,5 --point 12,5,5 radii.tile >table
is "$(cut -d, -f 1-6 table | tail -n 2 | tr '\n' ' ')" "4,5,5,0,5,5 12,5,5,0,2,2 "
tessera probe --png radii.png --field thickness --vtk radii.vti --npy radii.npy radii.tile 2>said
is "$(cat said)" "tessera-probe: thickness: m"
[ "$(head -c 4 radii.png | tail -c 3)" = PNG ] && grep -a -q '<PointData>' radii.vti && grep -a -q 'Name="intrusion"' radii.vti || fail "pictures of values"
refused 3 "contains a domain, not a flow" tessera probe --permeability radii.tile
refused 3 "contains a domain, not a flow" tessera probe throat.tile
refused 2 "choose one of the values of the nodes: thickness, intrusion" tessera probe --png no.png radii.tile
refused 2 "(this file has: thickness, intrusion)" tessera probe --png no.png --field colour radii.tile

# ---- refusals
refused 2 "the nodes have no value \`colour\`; they have: thickness, intrusion" tessera tile --where 'colour>1' radii.tile
refused 2 "the nodes have no value \`thickness\`; they have: none" tessera tile --where 'thickness>1' tube.tile
refused 2 "the unit of thickness is voxel" tessera tile --where 'thickness>1Pa' radii.tile
refused 3 "the size of a voxel (voxelize --voxel) is not known" tessera tile --where 'thickness>1um' tube-radii.tile
refused 3 "it holds at none of the nodes" tessera tile --where 'thickness>100' radii.tile
refused 3 "contains voxels, whose nodes have no values" tessera tile --where 'thickness>1' throat.vox
refused 2 "expected a comparison" tessera tile --where 'thickness' radii.tile
refused 2 "" tessera tile --where 'thickness>' radii.tile
refused 2 "give --thickness, --intrusion FACES or --rev$" tessera stats -o out.tile tube.tile
refused 2 "leave out --of solid" tessera stats --thickness --of solid -o out.tile tube.tile
refused 2 "would replace the input" tessera stats --thickness -o tube.tile tube.tile
refused 2 "standard output has the report" tessera stats --thickness -o - tube.tile
[ ! -e out.tile ] || fail "an output that should not be"
