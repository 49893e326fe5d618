#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A square cavity whose lid y+ moves along x, one slice, Re 100, 400 and 1000: cavity.py, with its limits. CAVITY="100 400":
# only these Re; CAVITY_NODES=N: N nodes per side, 128 unless given; LATTICE=d3q19: all with it. Writes validate/cavity-2d.csv
# in the build folder.
. "$srcdir/tests/lib.sh"
find_python
results=$builddir/validate
mkdir -p "$results"
# shellcheck disable=SC2086 # a list
"$python" "$srcdir/tests/validate/cavity.py" square "$results/cavity-2d.csv" plot "${CAVITY_NODES:-128}" ${CAVITY:-100 400 1000} ||
  fail "velocities of the square cavity"
