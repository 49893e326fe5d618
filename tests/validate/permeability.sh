#!/bin/sh
# "Converged" holds: of packs, rocks, rooms with a throat and arrays of spheres, k to 1e-5 with the tau chosen by the program,
# and at tau 1, is within 2e-5 of k to 1e-9. Leaves validate/permeability.csv in the build folder.
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir}
export srcdir builddir
SMALL=1 SCAN='' WHOLE=1 LIMIT=${LIMIT:-600} BENCH_OUT=$builddir/validate exec "$srcdir/tests/bench/permeability.sh" "$@"
