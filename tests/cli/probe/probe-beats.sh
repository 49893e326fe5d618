#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
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
is "$(grep -c '>Time (s)<' curves.svg) $(grep -c '>Flow rate (.*mL/s)<' curves.svg) $(grep -c '>Pressure (Pa)<' curves.svg)" "2 1 1"
is "$(grep -c '>inlet0<' curves.svg) $(grep -c '>outlet<' curves.svg)" "2 2" # in both legends

# the wall: its mean is that of run, percentiles are in order
tessera probe wall.tile --json >probe.json
middle() { json probe.json grid "$1" | awk '{ print ($1 - 1) / 2 }'; }
# a section of averages has the mean flow over the period, 0.002 mL/s (tolerance 5 %: 10 voxels across)
tessera probe wall.tile --section "$(middle 0),$(middle 1),$(middle 2):0,0,1" --json >cut.json
tessera probe wall.tile --section "$(middle 0),$(middle 1),$(middle 2)" | grep -q '^section .*, means over the period$' || fail "a section of averages"
near "$(json cut.json sections 0 flow_m3_s | sed 's/^-//')" 2e-9 0.05
near "$(json probe.json wall tawss mean)" "$(json run.json beat wall tawss_mean_pa)" 1e-6
near "$(json probe.json wall osi mean)" "$(json run.json beat wall osi_mean)" 1e-6
# a value is averaged where it is known: nothing flows in a pore that is closed, which has no OSI
awk 'BEGIN { for (z = 0; z < 8; z++) for (y = 0; y < 10; y++) for (x = 0; x < 5; x++)
  printf "%d", x % 4 && ((y > 0 && y < 4) || (y > 4 && y < 9 && z > 1 && z < 6)) }' >pore.raw
tessera voxelize -q --raw 5,10,8,u8 --fluid equal=49 pore.raw | tessera tile -q --lint no --inlet z- --outlet z+ -o pore.tile
tessera run pore.tile --viscosity 0.1 --set inlet:flow=steps.txt --set outlet:pressure=0 --beats 1 --average pore.wall -q --json >pore.json
tessera probe pore.wall --json >walls.json
share=$(json walls.json wall osi share)
awk -v s="$share" 'BEGIN { exit !(s > 0.4 && s < 0.8) }' || fail "OSI is known on $share of the wall"
near "$(json walls.json wall osi mean)" "$(json pore.json beat wall osi_mean)" 1e-6
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

# the wall as the surface: --on carries the values to its triangles, each of which is a half of one of eight sides
# cells FILE NAME: the numbers of an array of doubles
cells() {
  at=$(LC_ALL=C grep -abo '^   _' "$1" | head -n 1 | cut -d : -f 1)
  at=$((at + 4 + $(LC_ALL=C sed -n "s/.* Name=\"$2\".* offset=\"\([0-9]*\)\".*/\1/p" "$1")))
  od -A n -v -t f8 -w8 -j $((at + 8)) -N "$(od -A n -t u8 -j $at -N 8 "$1" | tr -d ' ')" "$1"
}
mean() { awk '{ sum += $1 } END { print sum / NR }'; }
tessera probe wall.tile --on vessel.stl --vtp on.vtp --precision fp64
grep -aq 'NumberOfPoints="16" .* NumberOfPolys="16"' on.vtp || fail "triangles"
is "$(cells on.vtp offsets | wc -l | tr -d ' ') $(cells on.vtp tawss | wc -l | tr -d ' ')" "16 16"
for value in tawss osi; do # the same mean as that of the points by their areas, which are exact to some %
  near "$(cells on.vtp $value | mean)" "$(json probe.json wall $value mean)" 0.05
  for i in 1 2 3 4; do # sides at a quarter turn are alike
    near "$(cells on.vtp $value | sed -n "${i}p")" "$(cells on.vtp $value | sed -n "$((i + 4))p")" 1e-5
  done
done
near "$(cells on.vtp points | head -n 1)" 0.001 1e-9
if was_built tessera-read-mesh VTK; then # VTK reads the triangles of the vessel
  area() { sed -n 's/^  surface  *\(area .*\)/\1/p' report; }
  tessera voxelize vessel.stl --voxel 0.5mm --cap -o again.vox 2>report
  wanted=$(area)
  tessera voxelize on.vtp --unit m --voxel 0.5mm --cap -o again.vox 2>report
  is "$(area)" "$wanted"
fi
expect 3 tessera probe wall.tile --on vessel.stl --unit m --vtp none.vtp
one_line '^tessera-probe: --on: no wall lies within two voxels of the surface: it is another one, or --unit is wrong$'
[ ! -e none.vtp ] || fail "something was written"
expect 2 tessera probe wall.tile --on vessel.stl
one_line 'give --vtp FILE'
expect 2 tessera probe wall.tile --on pulse.txt --vtp none.vtp
one_line 'on pulse.txt: expected a surface'
expect 2 tessera probe wall.tile --on vessel.stl --vtp vessel.stl
one_line '--vtp vessel.stl would replace the input'
# A known value: in a periodic tube of 24 sides the force per volume, 1e-6, is balanced by the shear on the wall, 1e-6
# area / perimeter. Whichever way the triangles face; those that reach beyond the domain count where it is.
tube_surface 24 1 3.2 >round.stl
awk '/vertex/ { v[++k] = $0; if (k == 3) { print v[1]; print v[3]; print v[2]; k = 0 }; next } { print }' round.stl >back.stl
tessera voxelize -q round.stl --voxel 0.2mm --cap --crop ,,5:13 | tessera tile --periodic z -q --lint no -o round.tile
tessera run round.tile -q --force 0,0,1e-6 --converge 1e-6 --checkpoint round.check >said
balance=$(awk 'BEGIN { turn = 2 * atan2(0, -1) / 24; print 1e-6 * 5 * cos(turn / 2) / 2 }')
for file in round.stl back.stl; do
  tessera probe round.check --on $file --vtp round.vtp --precision fp64 2>said
  cells round.vtp wall_shear | paste - - - >shear
  is "$(wc -l <shear | tr -d ' ')" 48
  near "$(awk '{ print $3 }' shear | mean)" "$balance" 2e-3
  while read -r x y z; do
    near "$z" "$balance" 0.02
    awk -v x="$x" -v y="$y" -v z="$z" 'BEGIN { exit !(x * x + y * y < 1e-6 * z * z) }' || fail "shear across the tube: $x $y"
  done <shear
done

# A picture of a value of the wall is the wall from three sides, with any number of threads, unless a slice is asked for.
tessera probe wall.tile --png points.png --field tawss
tessera probe wall.tile --png on.png --field tawss --on vessel.stl
OMP_NUM_THREADS=3 tessera probe wall.tile --png again.png --field tawss --on vessel.stl
cmp on.png again.png || fail "threads change a picture"
tessera probe wall.tile --png slice.png --field tawss --slice z=10
cmp points.png on.png >said && fail "a surface is drawn as points"
cmp points.png slice.png >said && fail "a slice is drawn as a wall"
for options in '--field speed' '--field tawss --slice z=10'; do
  # shellcheck disable=SC2086 # a list of options
  refused 2 'png draws a value of the wall on the surface' tessera probe wall.tile --png no.png $options --on vessel.stl
done
if ${PYTHON:-python3} -c 'import struct, zlib' >said 2>&1; then # the shear in the round tube is the same everywhere
  tessera probe round.check --png round.png --field wall_shear --on round.stl
  ${PYTHON:-python3} - <<'EOF' || fail "colours of the tube"
import struct, zlib
data = open("round.png", "rb").read()
width, height = struct.unpack(">II", data[16:24])
at, packed = 8, b""
while at < len(data):
    size = struct.unpack(">I", data[at:at + 4])[0]
    packed += data[at + 8:at + 8 + size] if data[at + 4:at + 8] == b"IDAT" else b""
    at += size + 12
raw, rows = zlib.decompress(packed), [bytearray(3 * width)]
for y in range(height):  # RGB of 8 bits: undo the filters
    line = bytearray(raw[y * (3 * width + 1):(y + 1) * (3 * width + 1)])
    kind, line, up = line[0], line[1:], rows[-1]
    for i in range(3 * width):
        a, b, c = (line[i - 3], up[i], up[i - 3]) if i > 2 else (0, up[i], 0)
        p = a + b - c
        paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
        line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
    rows.append(line)
pixels = [tuple(row[3 * x:3 * x + 3]) for row in rows[1:] for x in range(width - 150)]
coloured = [p for p in pixels if max(p) - min(p) > 60]
bright = [p for p in coloured if min(p[0], p[1]) > 200]
assert len(coloured) > 0.2 * len(pixels), len(coloured)
assert all(min(p[0], p[1]) > p[2] for p in coloured), "not yellow"  # the last colour, however dark
assert len(bright) > 0.05 * len(coloured), len(bright)
EOF
else
  lacks "no Python, which reads the picture"
fi

# The shear at the moments of snapshots, found from their velocities and pressures. At the end of a run in the round tube it is
# that of its checkpoint, which is of one step later (1 %), and along the axis; the flow is still growing.
tessera run round.tile -q --device cpu --force 0,0,1e-6 --steps 40 --snapshots 2 --checkpoint round.check -o moments/
tessera probe round.check --on round.stl --snapshots moments --vtp at.vtp --precision fp64 2>said
is "$(ls at*)" "$(printf 'at-0001.vtp\nat-0002.vtp\nat.pvd\nat.vtp')"
grep -q 'timestep="40" part="0" file="at-0002.vtp"' at.pvd || fail "$(cat at.pvd)"
cells at.vtp wall_shear >end
for i in 1 2; do cells at-000$i.vtp wall_shear | paste - - - >shear-$i; done
tr '\t' '\n' <shear-2 | paste - end | awk '{ d = $1 - $2; off += d * d; all += $2 * $2 } END { exit !(NR == 144 && off < 1e-4 * all) }' ||
  fail "the last snapshot has another shear"
for i in 1 2; do # across the axis: 1e-4 of the mean along it
  awk '{ sum += $3; if ($1 * $1 + $2 * $2 > most) most = $1 * $1 + $2 * $2 } END { exit !(sum > 0 && most < (1e-4 * sum / NR) ^ 2) }' shear-$i ||
    fail "shear across the tube"
done
awk 'NR == FNR { one += $3; next } { two += $3 } END { exit !(one > 0 && one < 0.9 * two) }' shear-1 shear-2 || fail "one moment twice"
# Over a beat the mean of the shear is TAWSS (1 - 2 OSI) along the axis, from 20 moments or 100 samples (5e-3: wall_shear is
# fp32, and OSI has kinks).
tessera run v.tile -q --viscosity 3.5e-6m2/s --set inlet0:flow=pulse.txt,s,ml/s --set outlet:pressure=0 --beats 2 --snapshots 20 \
  --average wall.tile -o beat/
tessera probe wall.tile --on vessel.stl --snapshots beat/ --vtp beat.vtp --precision fp64
is "$(grep -c DataSet beat.pvd)" 20
for file in beat-00??.vtp; do cells "$file" wall_shear | paste - - - | awk '{ print NR, $3 }'; done >each
cells beat.vtp tawss >tawss
cells beat.vtp osi | paste tawss - | awk '{ print NR, $1 * (1 - 2 * $2) }' >means
awk 'NR == FNR { sum[$1] += $2 / 20; next }
  { d = sum[$1] - $2; off = d * d > off ? d * d : off; all += $2 / 16 } END { exit !(off < (5e-3 * all) ^ 2) }' each means ||
  fail "the mean of the shear over a beat"
tessera probe wall.tile --snapshots beat --vtp points.vtp
tessera probe wall.tile --vtp alone.vtp
cmp alone.vtp points.vtp || fail "the moments change the means"
grep -aq "NumberOfPoints=\"$count\"" points-0020.vtp || fail "points of a moment"
refused 2 'give --vtp FILE' tessera probe wall.tile --snapshots beat
refused 2 'would replace the input' tessera probe wall.tile --snapshots beat --vtp beat/series.vtp
refused 3 'none/series.pvd: lists no snapshots, or is missing' tessera probe wall.tile --snapshots none --vtp none.vtp
refused 3 '0001.vti: has another grid' tessera probe wall.tile --snapshots moments --vtp none.vtp
head -c 3000 beat/0007.vti >cut.vti && mv cut.vti beat/0007.vti
refused 3 '0007.vti: is cut off' tessera probe wall.tile --snapshots beat --vtp cut.vtp
[ ! -e cut.pvd ] && [ ! -e cut.vtp ] && [ ! -e none.vtp ] || fail "a list of a part, or a wall without its moments"

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
