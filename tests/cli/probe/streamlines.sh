#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-probe --streamlines: lines through a slit, whose flow is analytic, a tube and a packing.
. "$srcdir/tests/lib.sh"

# arrays FILE: the points (x y z), and speed, pressure and time of each, as rows; end: the points up to the end of each line
arrays() {
  begin=$(grep -abo '^   _' "$1" | head -n 1 | cut -d : -f 1)
  rows "$1" points 3 f8 >points
  for field in speed pressure time; do rows "$1" $field 1 f8 >$field; done
  paste points speed pressure time >all
  rows "$1" offsets 1 d8 >end
  rows "$1" connectivity 1 d8 | awk '$1 != NR - 1 { exit 1 }' || fail "connectivity of $1"
  awk 'NR == FNR { end[NR] = $1; n = NR; next } FNR == 1 { line = 1 } { print line, $0 } FNR == end[line] { line++ }' end all >lines
}
rows() {
  at=$((begin + 5 + $(grep -a "Name=\"$2\"" "$1" | sed 's/.*offset="\([0-9]*\)".*/\1/')))
  bytes=$(tail -c +$at "$1" | head -c 8 | od -An -t d8 | tr -d ' ')
  tail -c +$((at + 8)) "$1" | head -c "$bytes" | od -An -v -t "$4" -w$((8 * $3))
}

# The slit of make_flow: walls y = 0.5 and 8.5 (in voxels of 5 um), uz = 3e-5 Y (8 - Y) voxels a step of 4 us, along z from
# -0.5 to 8.5. Reference: straight lines; the time is the way over the velocity.
"$builddir/tests/make_flow" flow.tile fp64 force
"$builddir/tests/make_flow" bare.tile fp32 force bare
printf '%s\n' '2 1 4' '2.5 4.5 0' '# wall' '3 0.25 1' >seeds
tessera probe flow.tile --streamlines lines.vtp --seeds seeds >report 2>said
[ ! -s report ] || fail "a report beside streamlines: $(cat report)"
grep -q '^tessera-probe: 2 streamlines: 2 leave through a face or an opening, 0 end at walls, 0 where nothing flows, 0 are too long$' said ||
  fail "said: $(cat said)"
grep -q '^tessera-probe: 1 seeds lie in solid, or where nothing flows$' said || fail "said: $(cat said)"
grep -aq 'NumberOfVerts="0" NumberOfLines="2"' lines.vtp || fail "head of the file"
arrays lines.vtp
is "$(cut -d ' ' -f 1 lines | uniq | tr '\n' ' ')" "1 2 "
awk 'function off(a, b, by) { return a - b > by || b - a > by }
  $1 == 1 && (off($2, 1e-5, 1e-15) || off($3, 5e-6, 1e-15) || off($5, 1.125e-4 * 1.25, 1e-12) || off($7, ($4 - 2e-5) / (1.125e-4 * 1.25), 1e-9)) { exit 1 }
  $1 == 2 && (off($2, 1.25e-5, 1e-15) || off($3, 2.25e-5, 1e-15) || off($5, 4.725e-4 * 1.25, 1e-12) || off($7, $4 / (4.725e-4 * 1.25), 1e-9)) { exit 1 }
  $6 ^ 2 > 1e-24 { exit 1 }' lines || fail "lines of a slit: $(cat lines)"
awk '$1 == 2' lines | sed -n '1p;$p' | awk '{ print $4 / 5e-6 }' >ends
awk 'NR == 1 && ($1 < -0.5 || $1 > -0.498) || NR == 2 && ($1 > 8.5 || $1 < 8.498) { exit 1 }' ends || fail "ends: $(cat ends)"
# the pressure, which falls by 1e-5 a voxel from 8e-5 at z = 0, is that of --point
"$builddir/tests/make_flow" falling.tile fp64 pressure
tessera probe falling.tile --streamlines falling.vtp --seeds seeds --quiet
arrays falling.vtp
awk '$4 >= 0 && $4 <= 4e-5 { d = $6 / 1562.5 - (8e-5 - $4 / 5e-6 * 1e-5); if (d > 1e-15 || d < -1e-15) exit 1 }' lines ||
  fail "pressure: $(cat lines)"

# seeds where the flow enters: evenly over the 48 nodes of the face
tessera probe flow.tile --streamlines entry.vtp --seeds 12 --quiet
arrays entry.vtp
is "$(wc -l <end | tr -d ' ')" 12
awk '{ x = $2 / 5e-6; y = $3 / 5e-6; n[$1 ":" x ":" y]++ } END { for (i in n) count++; exit count != 12 }' lines || fail "straight lines"
# a quarter of the face has 12 nodes and 3 of the 12 seeds, give or take two
awk '$7 == 0 { x = $2 / 5e-6; y = $3 / 5e-6; if ($4 > 1e-15) exit 1; n[(x > 2.5) + 2 * (y > 4.5)]++ }
  END { for (i = 0; i < 4; i++) if (n[i] < 1 || n[i] > 5) exit 1 }' lines || fail "seeds are not spread: $(cat lines)"
tessera probe flow.tile --streamlines again.vtp --seeds 12 --quiet
cmp -s entry.vtp again.vtp || fail "not the same lines again"
tessera probe flow.tile --streamlines default.vtp 2>said
grep -q '^tessera-probe: 100 streamlines' said || fail "not 100 seeds"
tessera probe bare.tile --streamlines - --seeds 3 --precision fp64 --json 2>report >bare.vtp
grep -q hydraulic_tortuosity report || fail "no report beside a file in standard output"
arrays bare.vtp
awk '$5 > 4.8e-4 || $5 < 1.1e-4 { exit 1 }' lines || fail "lattice units"

# A tube along z: lines stay at their radius, and the speed is that of --point.
tessera voxelize --quiet --walls --shape tube:d=16 --size 18,18,12 | tessera tile --quiet --periodic z -o tube.tile
tessera run --quiet tube.tile --permeability z -o tubeflow.tile >said
printf '%s\n' '8.5 8.5 6' '8.5 12.25 6' '5.25 10 6' >seeds
tessera probe tubeflow.tile --streamlines tube.vtp --seeds seeds --quiet
arrays tube.vtp
awk '{ r = sqrt(($2 - 8.5) ^ 2 + ($3 - 8.5) ^ 2) } !($1 in first) { first[$1] = r } { d = r - first[$1] } d > 1e-6 || d < -1e-6 { exit 1 }' lines ||
  fail "lines of a tube leave their radius"
i=0
for at in 8.5,8.5,6 8.5,12.25,6 5.25,10,6; do
  i=$((i + 1))
  tessera probe tubeflow.tile --point $at --json >point.json
  near "$(awk -v i=$i '$1 == i && $7 == 0 { print $5 }' lines)" "$(json point.json points 0 speed)" 1e-12
done

# A packing: all lines go down the pressure or come from where they began, none through solid; their mean length is at least
# that of the sample.
tessera voxelize --quiet --shape spheres:porosity=0.7,d=12,seed=2 --size 32,32,32 --voxel 5um |
  tessera tile --quiet --keep percolating -o pack.tile
tessera run --quiet pack.tile --permeability z -o packflow.tile >said
tessera probe packflow.tile --streamlines pack.vtp --seeds 60 2>said
arrays pack.vtp
awk '{ print int($2 / 5e-6 + 0.5) "," int($3 / 5e-6 + 0.5) "," int($4 / 5e-6 + 0.5) }' lines | sort -u | head -n 400 |
  sed 's/^/--point=/' | xargs tessera probe packflow.tile --csv >nodes
! cut -d , -f 4 nodes | grep -q 1 || fail "a line leads through solid"
awk '$1 == last && $7 <= time { exit 1 } { last = $1; time = $7 }' lines || fail "time goes back"

# A vessel along (0,1,2), whose caps lie inside the grid: seeds are at the cap through which fluid enters, and lines leave
# through the other one, but for some in corners of the walls: from seeds less than a voxel inside the wall (4 of 5 mm). On
# average the steps of the wall lie a quarter of a voxel from it: 1 - (1 - 0.25/5)^2 = 10 % of the seeds.
awk -v sides=24 'BEGIN { turn = 2 * atan2(0, -1) / sides; c = 2 / sqrt(5); s = 1 / sqrt(5)
  for (k = 0; k < 2; k++) for (i = 0; i < sides; i++) { x = 5 * cos(turn * i); y = 5 * sin(turn * i); z = 20 * k
    print "v", x, c * y + s * z, -s * y + c * z }
  for (i = 0; i < sides; i++) { j = (i + 1) % sides; print "f", i + 1, j + 1, j + 1 + sides, i + 1 + sides } }' >tube.obj
tessera voxelize tube.obj --voxel 1mm --unit mm --cap -q | tessera tile --lint no -q -o vessel.tile
for from in 'inlet0 outlet1' 'outlet1 inlet0'; do
  set -- $from
  tessera run vessel.tile -q --set "$1:pressure=1e-4" --set "$2:pressure=0" --converge 1e-3 -o vessel.flow >report
  tessera probe vessel.flow --streamlines vessel.vtp --seeds 40 2>said
  leaving=$(sed -n 's/^tessera-probe: 40 streamlines: \([0-9]*\) leave through a face or an opening, .* 0 are too long$/\1/p' said)
  [ "$leaving" -ge 36 ] || fail "$from: $(cat said)"
  arrays vessel.vtp # those are as long as the tube, 20 mm, but for a voxel at each end
  is "$(awk '{ along = ($3 + 2 * $4) / sqrt(5); if (!($1 in least) || along < least[$1]) least[$1] = along
      if (along > most[$1]) most[$1] = along }
    END { for (i in most) count += most[i] - least[i] > 0.018; print count }' lines)" "$leaving"
  awk '{ along = ($3 + 2 * $4) / sqrt(5); if (!($1 in least) || along < least[$1]) least[$1] = along
      if (along > most[$1]) most[$1] = along
      if ($7 == 0) off[$1] = sqrt($2 ^ 2 + $3 ^ 2 + $4 ^ 2 - along ^ 2) }
    END { for (i in most) if (most[i] - least[i] <= 0.018 && !(off[i] > 0.004)) exit 1 }' lines || fail "$from: a line ends in the flow"
done

# ---- refusals
printf '1 2 3\n1 2\n' >broken
printf '1 2 30\n' >far
printf '# nothing\n' >empty
unwritten="no.vtp no.vti"
refused 2 'give --streamlines FILE' tessera probe flow.tile --seeds 3
refused 2 'seeds 0: expected a number of seeds from 1 to 1048576, or a file of points' tessera probe flow.tile --streamlines no.vtp --seeds 0
refused 1 'nofile: No such file' tessera probe flow.tile --streamlines no.vtp --vtk no.vti --seeds nofile
refused 3 'broken, line 2: expected a point X Y Z in voxels' tessera probe flow.tile --streamlines no.vtp --vtk no.vti --seeds broken
refused 3 'far: seed 1,2,30 lies outside the grid, whose nodes are 0 ... 5, 0 ... 9, 0 ... 8' tessera probe flow.tile --streamlines no.vtp --seeds far
refused 3 'empty: no seeds' tessera probe flow.tile --streamlines no.vtp --seeds empty
refused 2 'seeds and the flow cannot both' sh -c 'tessera probe --streamlines no.vtp --seeds - <flow.tile'
refused 2 'streamlines broken would replace the input' tessera probe flow.tile --streamlines broken --seeds broken
refused 2 'vtk and --streamlines both name no.vtp' tessera probe flow.tile --streamlines no.vtp --vtk no.vtp
tessera voxelize --quiet --shape cavity --size 10,10,10 | tessera tile --quiet --patch lid=z+ -o lid.tile
tessera run --quiet lid.tile --set lid:wall=0.01,0,0 --steps 3000 -o lidflow.tile 2>said
refused 3 'flows along no axis and enters through no patch: give --seeds a FILE of points' tessera probe lidflow.tile --streamlines no.vtp
printf '4 4 7\n' >seeds
tessera probe lidflow.tile --streamlines lid.vtp --seeds seeds --quiet
if [ -e /dev/full ]; then
  expect 1 tessera probe flow.tile --streamlines /dev/full --quiet
  one_line '/dev/full: .*No space left'
fi
