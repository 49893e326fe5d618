#!/bin/sh
# What the paper says of memory, traffic and speed of tiles, statement by statement, beside our figures: those of the
# formulas for the domains of 003/cases, and the speeds of 003/layouts-gpu (else of 003/layouts, on the CPU).
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/003-sparse/cases-measure.sh"
about
all_cases >rows
speeds=$builddir/papers/003/layouts-cuda.csv
[ -s "$speeds" ] || speeds=$builddir/papers/003/layouts-cpu.csv
[ -s "$speeds" ] || speeds=/dev/null
heads 'what the paper says|its figure|ours|verdict'
awk -F, -v speeds="$speeds" -f "$here/statements.awk" rows >table
grep '^|' table
verdict "$(grep -v '^|' table)"
