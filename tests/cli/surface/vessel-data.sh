#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# data/vessel on a vessel with open ends (see the README of the data): a steady flow at Re 300, its output and its
# files.
. "$srcdir/tests/lib.sh"
need_data aorta-open-ends.stl
vessel() {
  VESSEL_PROGRAMS=$builddir VESSEL_OUTPUT=$work/out "$srcdir/data/vessel" "$TESSERA_DATA/aorta-open-ends.stl" "$@" \
    >said 2>err || { cat said err >&2; fail "data/vessel $*"; }
}
# value KEY: of a JSON report among the lines
value() { sed -n "s/^ *\"$1\": \([^,]*\),*$/\1/p" out/report.txt | head -n 1; }
# share WHERE: the percentage of the flow that leaves there
share() { sed -n "s/.* \([0-9.-]*\) % through $1[,;].*/\1/p" said; }

# With sanitizers this would take an hour: the flow is slower and the grid coarser then.
voxel=0.6mm reynolds=300
if sanitized; then
  voxel=1mm reynolds=20 VESSEL_CONVERGE=1e-2
  export VESSEL_CONVERGE
fi
vessel $voxel $reynolds
is "$(value converged)" true
# the area of the ends is that of their surfaces; that of the wall is 4037.3 mm2, and the rims times the lengths by which the
# openings were prolonged up to the grid
near "$(sed -n 's/^openings: inlet0=\(.*\) outlet1=.*/\1/p; /^end: /q' out/vessel.tile | cut -d , -f 7)" 1.8558e-4 0.01
near "$(sed -n 's/^openings: .* outlet1=\(.*\) outlet2=.*/\1/p; /^end: /q' out/vessel.tile | cut -d , -f 7)" 6.111e-5 0.01
near "$(sed -n 's/^openings: .* outlet2=\(.*\)/\1/p; /^end: /q' out/vessel.tile | cut -d , -f 7)" 5.995e-5 0.01
near "$(sed -n 's/.*voxel2 = \([0-9.e-]*\) m2.*/\1/p' out/report.txt | head -n 1)" "$(sed -n 's/^openings: //p; /^end: /q' out/vessel.tile | tr ' ' '\n' |
  awk -F, '{ area += sqrt(4 * atan2(0, -1) * $7) * $8 } END { printf "%.9g", 4.0373e-3 + area }')" 0.02
grep -q '^  mean .* Pa$' out/report.txt || fail "no shear in Pa"
# velocity times area is Re nu / d of a circle: pi d Re nu / 4; all of it leaves
near "$(sed -n 's/^inlet0 lets in \([^ ]*\) .*/\1/p' said)" \
  "$(awk -v re=$reynolds 'BEGIN { pi = atan2(0, -1); print pi / 4 * 2 * sqrt(1.85583e-4 / pi) * re * 3.5e-6 }')" 1e-4
awk -v one="$(share outlet1)" -v two="$(share outlet2)" -v walls="$(share 'the walls between nodes')" \
  -v left="$(sed -n 's/.*; \([^ ]*\) of it is left over.$/\1/p' said)" -v bound=${VESSEL_CONVERGE:-1e-6} '
  BEGIN { exit !(one > 45 && two > 45 && walls ^ 2 < 9 && (one + two + walls - 100) ^ 2 < (0.02 + 100 * bound) ^ 2 && left != "" && left ^ 2 < bound ^ 2) }' ||
  fail "$(grep 'lets in' said)"
! grep -q '^warning: ' said || fail "$(grep '^warning: ' said)"
for file in wall.vtp flow.vti shear.png flow.tile vessel.tile; do [ -s "out/$file" ] || fail "no $file"; done
grep -aq 'wall_shear' out/flow.vti || fail "no shear in flow.vti"

# Two voxels for the radius of an outlet are too few, and a warning says so.
VESSEL_CONVERGE=1e-2 vessel 2mm 20
grep -q '^warning: walls let nothing through: take smaller voxels$' said || fail "no warning: $(grep 'lets in' said)"
# At so low a Reynolds number the flow settles to the last bit.
VESSEL_CONVERGE=1e-15 vessel 2mm 20
is "$(value converged)" true
