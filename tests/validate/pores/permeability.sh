#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# "Converged" holds: for packings, rocks, two chambers with a throat and arrays of spheres, k to 1e-5 with the automatic
# tau, and at tau 1, is within 2e-5 of k to 1e-9. Writes validate/permeability.csv in the build folder.
srcdir=${srcdir:-$(cd "$(dirname "$0")/../../.." && pwd)}
builddir=${builddir:-$srcdir}
export srcdir builddir
SMALL=1 SCAN='' WHOLE=1 LIMIT=${LIMIT:-600} BENCH_OUT=$builddir/validate exec "$srcdir/tests/bench/permeability.sh" "$@"
