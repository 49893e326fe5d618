#!/bin/sh
# data/vessel on a vessel with open ends (see the README of the data): what it prints and leaves.
. "$srcdir/tests/lib.sh"
need_data aorta-open-ends.stl
VESSEL_PROGRAMS=$builddir VESSEL_OUTPUT=$work/out VESSEL_CONVERGE=1e-2 "$srcdir/data/vessel" \
  "$TESSERA_DATA/aorta-open-ends.stl" 1mm 20 >said 2>err || { cat said err >&2; fail "data/vessel"; }
cd out
# the area of the wall is that of the surface without its ends, 4037.3 mm2; measured 1 mm: 3996
near "$(sed -n 's/.*voxel2 = \([0-9.e-]*\) m2.*/\1/p' report.txt | head -n 1)" 4.0373e-3 0.02
grep -q '^  mean .* Pa$' report.txt || fail "no shear in Pa"
# mass: the flux of the slices between the ends is one, and that of the inlet, as far as it has converged
awk '/^inflow/ { least = $(NF - 3); most = $(NF - 1); asked = $4 }
  END { exit !(most < 1.05 * least && least > 0.85 * asked && most < 1.1 * asked) }' report.txt || fail "$(grep inflow report.txt)"
! grep -q '^warning: these are one flow' report.txt || fail "a warning of slices that agree"
for file in wall.vtp flow.vti shear.png flow.tile vessel.tile; do [ -s "$file" ] || fail "no $file"; done
grep -aq 'wall_shear' flow.vti || fail "no shear in flow.vti"

# Two voxels for the radius of an outlet are too few, and that is said.
cd ..
VESSEL_PROGRAMS=$builddir VESSEL_OUTPUT=$work/coarse VESSEL_CONVERGE=1e-2 "$srcdir/data/vessel" \
  "$TESSERA_DATA/aorta-open-ends.stl" 2mm 20 >said 2>err || { cat said err >&2; fail "data/vessel at 2 mm"; }
grep -q '^warning: these are one flow' said || fail "no warning: $(grep inflow said)"
