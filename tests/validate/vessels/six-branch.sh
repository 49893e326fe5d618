#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Six tubes that meet (SixBranch.stl of HemePure, which has a radius of 0.2 mm; here of 1 mm, so that its resistances of
# 6e10, 8e10, 12e10, 6e10 and 8e10 Pa s/m3 are divided by 5^3): an inlet and five outlets, which divide a steady flow as
# 1 / R where R is far above the resistance of the tubes, 3e7 Pa s/m3: within 1 % with 20 R. With R itself the way through
# the tubes counts as well: stated. Blood of 3.5 mPa.s and 1060 kg/m3, 0.1 mL/s: Re 20; tau 0.55. Outlets absorb sound.
# SIX_BRANCH=0.2: side of a voxel in mm; FACTORS="20". RESULTS: a folder. Writes six-branch.csv there, in validate of the build folder
# by default.
. "$srcdir/tests/lib.sh"
need_data medical/six-branch/SixBranch.stl
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
voxel=${SIX_BRANCH:-0.1}
tessera voxelize "$TESSERA_DATA/medical/six-branch/SixBranch.stl" --unit mm --voxel "${voxel}mm" --cap --quiet | tessera tile --quiet --lint no -o six.tile
echo "factor,outlet,resistance,flow,part,by_resistance,off" >table
for factor in ${FACTORS:-1 20}; do
  # shellcheck disable=SC2046 # lists of options
  tessera run six.tile --quiet --viscosity 3.5mPa.s --density 1060kg/m3 --time-step "$(awk -v dx="$voxel" 'BEGIN { print 5e-3 * dx ^ 2 }')s" \
    --set inlet0:flow=0.1mL/s,parabola $(awk -v f=$factor 'BEGIN { split("6 8 12 6 8", r, " ")
      for (k = 1; k <= 5; k++) printf "--set outlet%d:resistance=%.9g,absorbing ", k, f * r[k] * 1e10 / 125 }') --converge 1e-4 --json >r.json
  for k in 1 2 3 4 5; do json r.json outlets $((k - 1)) flow_m3_s; echo; done |
    awk -v f=$factor 'NF { n++; q[n] = $1; all += $1 } END { split("6 8 12 6 8", r, " "); split("0.25 0.1875 0.125 0.25 0.1875", part, " ")
      for (k = 1; k <= 5; k++) printf "%s,outlet%d,%.3g,%.6g,%.5f,%s,%.5f\n", f, k, f * r[k] * 1e10 / 125, q[k], q[k] / all, part[k], q[k] / all / part[k] - 1 }' | tee -a table
done
cp table "$results/six-branch.csv"
echo "six-branch: $results/six-branch.csv"
awk -F, 'NR > 1 && $1 == 20 { tested++; if (!($7 ^ 2 < 0.01 ^ 2)) { print "six-branch: " $0; bad = 1 } } END { exit bad || tested != 5 }' table >&2 || fail "division of the flow"
