#!/bin/sh
# probe of a flow over beats: the table of the openings is that of the report of run --json, the walls of --vtp have the
# named values of the file, the summary weights them by area, as run does.
. "$srcdir/tests/lib.sh"
tube_surface 8 1 6 >vessel.stl
awk 'BEGIN { for (i = 0; i <= 20; i++) print 0.02 * i, 0.004 * (0.5 + 0.8 * sin(atan2(0, -1) * i / 10)) }' >pulse.txt
awk '{ print 500 * $1, 100 * $2 }' pulse.txt >steps.txt
tessera voxelize -q vessel.stl --voxel 0.2mm --unit mm --cap --name outlet1=outlet | tessera tile --lint no -q -o v.tile
tessera run v.tile --viscosity 3.5e-6m2/s --set inlet0:flow=pulse.txt,s,ml/s --set outlet:pressure=0 --beats 2 \
  --average wall.tile -o f.tile -q --json >run.json
tessera run v.tile --viscosity 0.1 --set inlet0:flow=steps.txt --set outlet:pressure=0 --beats 1 --average bare.tile -q --json >bare.json

# the table, with units and without, of averages and of final fields
tessera probe wall.tile --table >table
is "$(sed -n 1p table)" time_s,inlet0_pressure_pa,inlet0_flow_ml_s,outlet_pressure_pa,outlet_flow_ml_s
is "$(wc -l <table | tr -d ' ')" 101
column() { sed 1d table | cut -d , -f "$1" | sed -n "$2p"; }
near "$(column 1 1)" 0.004 1e-12
near "$(column 1 100)" 0.4 1e-12
for row in 1 37 100; do
  near "$(column 2 $row)" "$(json run.json beat openings 0 pressure_pa $((row - 1)))" 1e-12
  near "$(column 3 $row)" "$(json run.json beat openings 0 flow_m3_s $((row - 1)) | awk '{ printf "%.17g", 1e6 * $1 }')" 1e-12
  near "$(column 5 $row)" "$(json run.json beat openings 1 flow_m3_s $((row - 1)) | awk '{ printf "%.17g", 1e6 * $1 }')" 1e-12
done
# the mean of a sine over its period is the constant: the flow that was asked for, 0.002 mL/s
near "$(sed 1d table | awk -F , '{ sum += $3 } END { print sum / NR }')" 0.002 1e-6
tessera probe f.tile --table --csv >again
cmp table again || fail "the final fields have other curves"
tessera probe bare.tile --table >table
is "$(sed -n 1p table)" time_steps,inlet0_pressure,inlet0_flow,outlet_pressure,outlet_flow
near "$(column 3 50)" "$(json bare.json beat openings 0 flow 49)" 1e-12
tessera probe wall.tile --table --json >table.json
near "$(json table.json table 99 time_s)" 0.4 1e-12
tessera probe wall.tile --table --plot curves.svg >said
is "$(grep -c '>time (s)<' curves.svg)" 4
grep -q '>inlet0: flow (mL/s)<' curves.svg || fail "no title of a chart"

# the wall: its mean is that of run, percentiles are in order
tessera probe wall.tile --json >probe.json
middle() { json probe.json grid "$1" | awk '{ print ($1 - 1) / 2 }'; }
# a section of averages has the mean flow over the period, 0.002 mL/s (tolerance 5 %: 10 voxels across)
tessera probe wall.tile --section "$(middle 0),$(middle 1),$(middle 2):0,0,1" --json >cut.json
tessera probe wall.tile --section "$(middle 0),$(middle 1),$(middle 2)" | grep -q '^section .*, means over the period$' || fail "a section of averages"
near "$(json cut.json sections 0 flow_m3_s | sed 's/^-//')" 2e-9 0.05
near "$(json probe.json wall tawss mean)" "$(json run.json beat wall tawss_mean_pa)" 1e-6
near "$(json probe.json wall osi mean)" "$(json run.json beat wall osi_mean)" 1e-6
is "$(json probe.json wall tawss unit) $(json probe.json wall tawss share)" "Pa 1"
for value in p5 p50 p95; do json probe.json wall tawss $value; done >order
sort -g order | cmp - order || fail "percentiles"
# two half circles of eight sides and radius 5 voxels, 30 long, on which the area of links is exact to some %
near "$(json probe.json wall area)" "$(awk 'BEGIN { pi = atan2(0, -1); print 30 * 8 * 2 * 5 * sin(pi / 8) }')" 0.05
tessera probe wall.tile >text
grep -q '^wall, weighted by area$' text && grep -q '^  tawss  *mean .*; 5, 50, 95 %: .* Pa$' text || fail "text: $(cat text)"

# the wall as points; refused: what populations are needed for, and no curves
tessera probe wall.tile --vtp wall.vtp --png tawss.png --field tawss
count=$(json probe.json values tawss nodes)
grep -aq "NumberOfPoints=\"$count\"" wall.vtp || fail "points"
for name in tawss osi rrt ecap transwss peak-time pressure; do
  grep -aq "Name=\"$name\" NumberOfComponents=\"1\"" wall.vtp || fail "no $name"
done
! grep -aq wall_shear wall.vtp || fail "shear of a moment"
expect 3 tessera probe wall.tile --wall-shear
one_line 'holds no populations'
expect 3 tessera probe f.tile --vtp f.vtp
one_line 'holds no populations'
tessera run v.tile --viscosity 0.1 --set inlet0:flow=0.1 --set outlet:pressure=0 --steps 1 -q -o steady.tile 2>said
expect 3 tessera probe steady.tile --table
one_line 'steady.tile: has no curves of a beat, which `tessera run --beats` and --average find$'
expect 3 tessera probe v.tile --table
one_line 'contains a domain, not a flow'

PYTHON=${PYTHON:-python3}
$PYTHON -c 'import vtkmodules.vtkIOXML' >said 2>&1 || skip "the rest needs Python with VTK"
$PYTHON - "$(json probe.json wall tawss mean)" <<'EOF' || fail "VTK reads other values"
import sys
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
reader = vtkXMLPolyDataReader()
reader.SetFileName("wall.vtp")
reader.Update()
data = reader.GetOutput().GetPointData()
tawss, area = data.GetArray("tawss"), data.GetArray("area")
count = tawss.GetNumberOfTuples()
mean = sum(tawss.GetValue(i) * area.GetValue(i) for i in range(count)) / sum(area.GetValue(i) for i in range(count))
assert abs(mean / float(sys.argv[1]) - 1) < 1e-6, mean
EOF
