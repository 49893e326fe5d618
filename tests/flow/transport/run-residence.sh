#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera run --residence: the time that fluid has been inside, as a value of the nodes. References: straight flow, and
# volume / flow, which is the mean time of what leaves (Danckwerts, Chem. Eng. Sci. 2 (1953) 1).
. "$srcdir/tests/lib.sh"
export unwritten="no.tile"
run() { tessera run --quiet --device cpu --no-history "$@" || fail "tessera run $*"; }
found() { json r.json residence "$@"; }
at() { tessera probe "$1" --point "$2" --json >p.json; json p.json points 0 "$3"; }

# Developed flow in a square duct: the time is length / speed along each straight line, where upwind values are exact. A
# node has the value of the end of its volume.
tessera voxelize --quiet --shape channel:w=8 --size 10,10,24 --voxel 1mm | tessera tile --quiet --inlet z- --outlet z+ -o duct.tile
run duct.tile --pressure-drop 1e-5 --viscosity 1e-6m2/s --equilibrium stokes --converge 1e-8 --residence -o flow.tile --json >r.json
for node in 5,5,12 1,4,23 1,1,0; do
  near "$(at flow.tile $node residence_s)" \
    "$(awk -v z="${node##*,}" -v u="$(at flow.tile $node uz_m_s)" 'BEGIN { printf "%.12g", (z + 1) * 1e-3 / u }')" 1e-5
done
is "$(found unit) $(found missing) $(found sweeps) $(found converged)" "s 0 1 true"
near "$(found mean)" "$(awk -v q="$(json r.json patch_flux patches 0 flux_m3_s)" 'BEGIN { printf "%.12g", 1536e-9 / q }')" 1e-6
near "$(found leaving)" "$(found mean)" 1e-5
near "$(found largest)" "$(at flow.tile 1,1,23 residence_s)" 1e-6
near "$(found flow_m3_s)" "$(json r.json patch_flux patches 0 flux_m3_s)" 1e-6
is "$(sed -n 's/^values: //p; /^end: /q' flow.tile)" "residence=s"
tessera tile flow.tile --where "residence<$(found within 0 time)" --lint no --quiet -o young.tile 2>said # eight nodes have the same time
near "$(sed -n 's/^nonsolid: //p; /^end: /q' young.tile)" 768 5e-2
for node in 3,2,1 6,4,3 2,6,2; do near "$(at young.tile $node residence_s)" "$(at flow.tile $node residence_s)" 1e-6; done
# Diffusion lets the slow fluid at the walls leave. A bare number is in lattice units.
run duct.tile --pressure-drop 1e-5 --equilibrium stokes --converge 1e-8 --residence=1e-3 --json >r.json
awk -v a="$(found largest)" -v b="$(found mean)" 'BEGIN { exit !(a < 2 * b) }' || fail "largest $(found largest), mean $(found mean)"
is "$(found unit) $(found flow_m3_s)" "steps null"
# A result that is continued has the time only if it is asked for.
run flow.tile --steps +0 -o plain.tile >said 2>&1
[ -z "$(sed -n '/^values: /p; /^end: /q' plain.tile)" ] || fail "the time of an earlier flow is still there"
run flow.tile --steps +0 --residence --checkpoint again.tile -o plain.tile >said 2>&1
grep -q 'residence time  *volume / flow .* s, .* where fluid leaves' said || fail "$(cat said)"
is "$(sed -n 's/^values: //p; /^end: /q' again.tile)" "residence=s"
run again.tile --steps +1 -o plain.tile >said 2>&1

# A tube across the grid, between caps: what leaves has the mean time, and the flow is that of the links within 3 %.
# 3 %: the flow through the faces of nodes beside the oblique caps is of first order.
awk '
  function put(u, v, w) { printf "v %.9f %.9f %.9f\n", u * 0.9397 + w * 0.342, v, -u * 0.342 + w * 0.9397 }
  BEGIN {
    for (w = 0; w < 27; w += 26)
      for (i = 0; i < 48; i++)
        put(6 * cos(6.283185307 * i / 48), 6 * sin(6.283185307 * i / 48), w)
    for (i = 1; i <= 48; i++)
      print "f", i, i % 48 + 1, i % 48 + 49, i + 48
  }' >tube.obj
tessera voxelize tube.obj --voxel 1mm --unit mm --cap --quiet 2>said | tessera tile --lint no --quiet -o tube.tile
for threads in 1 3; do
  run tube.tile --set inlet0:flow=2e-1 --set outlet1:pressure=0 --tau 0.8 --steps 600 --residence --threads $threads -o $threads.tile \
    --patch-flux --json >r.json
done
cmp 1.tile 3.tile || fail "the number of threads matters"
near "$(found leaving)" "$(found mean)" 1e-3
near "$(found flow)" "$(json r.json patch_flux inflow)" 0.03

# ---- what is refused

tessera voxelize --quiet --shape channel:w=4 --size 6,6,6 --voxel 1mm | tessera tile --quiet --periodic z -o ring.tile
refused 2 "no patch lets fluid in or out" tessera run ring.tile --force 0,0,1e-6 --steps 1 --residence -o no.tile
refused 2 "residence=1kg: expected a diffusivity" tessera run duct.tile --pressure-drop 1e-5 --steps 1 --residence=1kg -o no.tile
refused 2 "a diffusivity is 0 or more" tessera run duct.tile --pressure-drop 1e-5 --steps 1 --residence=-1 -o no.tile
refused 2 "needs the voxel size and the time step" tessera run duct.tile --pressure-drop 1e-5 --steps 1 --residence=1e-9m2/s -o no.tile
refused 2 "leave out --residence" tessera run duct.tile --benchmark --residence
refused 2 "leave out --residence" tessera run duct.tile --diffusion z --residence
refused 2 "leave out --residence" tessera run duct.tile --forchheimer z --residence
refused 2 "leave out --permeability xz" tessera run duct.tile --permeability xz --residence
run duct.tile --set inlet:pressure=0 --set outlet:pressure=0 --steps 2 --residence -o rest.tile >said 2>&1
grep -q 'residence time  *none: no fluid comes in' said || fail "$(cat said)"
is "$(at rest.tile 5,5,5 residence)" null
[ -z "${MPIRUN:-}" ] || {
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe
  expect 2 "$MPIRUN" -n 2 tessera-run --quiet --device cpu duct.tile --pressure-drop 1e-5 --steps 1 --residence -o no.tile
  grep -q 'residence runs in one process' stderr || fail "$(cat stderr)"
}
