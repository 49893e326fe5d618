#!/bin/sh
# What the paper says of the speed of tiles, statement by statement, beside the speeds of 003/layouts-gpu, which must have
# run in this build folder; fp64 BGK.
srcdir=${srcdir:-$(cd "$(dirname "$0")/../../.." && pwd)}
. "$srcdir/tests/papers/lib.sh"
speeds=${BENCH_OUT:-$builddir/papers/003}/layouts-cuda.csv
[ -s "$speeds" ] || skip "003/layouts-gpu has not run"
about cuda
heads 'what the paper says|its figure|ours|verdict'
awk -F, -v speeds="$speeds" -f "$srcdir/tests/papers/003-sparse/statements.awk" /dev/null >table
grep '^|' table
verdict "$(grep -v '^|' table)"
