#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A parabola through a cap of any shape: the inlet of a vessel, at voxels of three quarters of a millimetre. Q is half
# of velocity times area, 1e-8 m3/s; it is the mean over slices in the middle of the vessel, with half-way walls.
. "$srcdir/tests/lib.sh"
hurried && skip "with sanitizers: the flow is long"
need_data aorta-open-ends.stl
tessera voxelize "$TESSERA_DATA/aorta-open-ends.stl" --voxel 0.75mm --cap --quiet 2>said | tessera tile --lint no --quiet -o aorta.tile
velocity=$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' aorta.tile |
  awk -F, '{ u = 2e-8 / $7; printf "%.9gm/s,%.9gm/s,%.9gm/s", u * $1, u * $2, u * $3 }')
tessera run aorta.tile --quiet --walls halfway --equilibrium stokes --viscosity 3.5e-6m2/s --tau 1.5 --set "inlet0:parabola=$velocity" \
  --set outlet1:pressure=0 --set outlet2:pressure=0 --converge 1e-4 -o flow.tile >report
tessera probe flow.tile --quiet --flux y --csv >flux
near "$(awk -F, 'NR > 1 { q[n++] = -$3 } END { for (i = int(0.55 * n); i < 0.6 * n; i++) { sum += q[i]; count++ } print sum / count }' flux)" 1e-8 0.002
