#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A cubic cavity whose lid z+ moves along x, Re = 1000: cavity.py, with its limits. CAVITY=N: N nodes per side, 64 unless
# given. Writes validate/cavity.csv and cavity.svg in the build folder.
. "$srcdir/tests/lib.sh"
find_python
results=$builddir/validate
mkdir -p "$results"
good=yes
"$python" "$srcdir/tests/validate/cavity.py" cube "$results/cavity.csv" plot "${CAVITY:-64}" 1000 || good=no
awk -f "$srcdir/data/plot.awk" plot >"$results/cavity.svg"
[ $good = yes ] || fail "velocities against Albensoeder and Kuhlmann"
