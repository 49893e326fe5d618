#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# data/vessel on a tube, and on inputs that are not a vessel: the error is one line, and no file of an earlier run is
# used.
. "$srcdir/tests/lib.sh"
export VESSEL_PROGRAMS="$builddir" VESSEL_OUTPUT="$work/out" VESSEL_CONVERGE=1e-2
vessel() { "$srcdir/data/vessel" "$@"; }
# tube RADIUS LENGTH: the wall of a tube
tube() { awk -v r="$1" -v l="$2" 'function ring(z,  i) { for (i = 0; i < 64; i++) print "v", r * cos(i * 6.283185307179586 / 64), r * sin(i * 6.283185307179586 / 64), z }
BEGIN { ring(0); ring(l); for (i = 1; i <= 64; i++) print "f", i, i % 64 + 1, i % 64 + 65, i + 64 }'; }

tube 4 12 >"it's a tube.obj"
expect 0 vessel "it's a tube.obj" 1mm 20 >said
# area times mean velocity, Re nu / d, is pi d Re nu / 4, with 64 sides (area 0.9984 and d 0.9992 of the circle's)
near "$(sed -n 's/^inlet0 lets in \([^ ]*\) .*/\1/p' said)" 4.396e-7 2e-3
# it leaves through the other end, apart from the remaining change and the error of walls between nodes
awk '/^inlet0 lets in/ { for (i = 1; i <= NF; i++) if ($i == "%") sum += $(i - 1); print; exit !($8 > 97 && sum > 97 && sum < 103) }' said ||
  fail "$(grep 'lets in' said)"
for file in wall.vtp flow.vti shear.png report.html flow.tile vessel.tile report.txt; do [ -s "out/$file" ] || fail "no $file"; done

# the same in cm, which would be a tube of less than a voxel in mm
tube 0.4 1.2 >cm.obj
expect 0 vessel --unit cm cm.obj 1mm 20 >cm
is "$(grep '^inlet0 lets in' cm)" "$(grep '^inlet0 lets in' said)"

# a heart beat in a narrow tube: the flow is that of the curve in its mean, and leaves; the page is about the wall
tube 0.8 2.4 >narrow.obj
awk 'BEGIN { for (i = 0; i <= 20; i++) print 0.01 * i, 0.02 + 0.015 * sin(6.283185307179586 * i / 20) }' >"a beat.txt"
expect 0 vessel narrow.obj --beat "a beat.txt,s,ml/s" 0.2mm >said
is "$(json out/run.json beat periodic)" true
near "$(sed 1d out/curves.csv | awk -F , '{ sum += $3 } END { print sum / NR }')" 0.02 1e-3
near "$(sed 1d out/curves.csv | awk -F , '{ sum += $5 } END { print sum / NR }')" -0.02 0.02
is "$(grep -c DataSet out/beat/series.pvd)" 10
grep -q 'Wall: TAWSS' out/report.html || fail "no page of the beat"
for file in wall.vtp tawss.png osi.png curves.svg wall.tile beat/flow.tile; do [ -s "out/$file" ] || fail "no $file"; done

# closed by caps, the inlet by choice: flow comes in through the smaller end, of 3 mm, and leaves through the other
awk 'function ring(r, z,  i) { for (i = 0; i < 64; i++) print "v", r * cos(i * 6.283185307179586 / 64), r * sin(i * 6.283185307179586 / 64), z }
  BEGIN { ring(4, 0); ring(3, 12); for (i = 1; i <= 64; i++) print "f", i, i % 64 + 1, i % 64 + 65, i + 64
    printf "f"; for (i = 64; i; i--) printf " %d", i; printf "\nf"; for (i = 65; i <= 128; i++) printf " %d", i; print "" }' >cone.obj
expect 0 vessel --open --inlet outlet1 cone.obj 1mm 20 >said
near "$(sed -n 's/^outlet1 lets in \([^ ]*\) .*/\1/p' said)" 3.297e-7 2e-3
grep -q '^outlet1 lets in .* through inlet0' said || fail "$(tail said)"
expect 2 vessel --open --inlet outlet7 cone.obj 1mm 20 >said
grep -q -- '--inlet outlet7: the ends are inlet0 outlet1' stderr || fail "$(cat stderr)"

bad() { code=$1 text=$2; shift 2; expect "$code" vessel "$@" >said; one_line "$text"; }
bad 2 'expected .*SURFACE'
bad 2 'expected .*SURFACE' a b c d
bad 2 'expected .*SURFACE' a b --beat
bad 2 'expected .*SURFACE' a --inlet
bad 2 "unit furlong" "it's a tube.obj" --unit furlong
bad 2 'expected .*SURFACE' a 1mm 300 --beat beat.txt
bad 1 'none.txt: cannot be read' narrow.obj --beat none.txt,s,ml/s
bad 1 'none.obj: cannot be read' none.obj
bad 2 'the Reynolds number must be a number above 0' "it's a tube.obj" 1mm fast
bad 2 '--voxel 1kg: expected a length' "it's a tube.obj" 1kg
[ ! -e out/vessel.tile ] || fail "the vessel of the run before is still there"
printf 'v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >closed.obj
expect 3 vessel closed.obj 1mm >said
grep -q 'closed.obj: has 0 open ends' stderr || fail "$(cat stderr)"
