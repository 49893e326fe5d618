#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Another way to make a step on the CPU: moments instead of populations (moments.c). Million site updates per second by
# the side of a cube, on one thread and on BENCH_THREADS (2), beside the limit that the copy bandwidth at that moment
# sets. Nothing fails because of a speed. BENCH_SIDES="32 64 96 128 160". Writes bench/moments.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/bench
mkdir -p "$results"
export OMP_WAIT_POLICY=active OMP_PROC_BIND=true
for threads in 1 "${BENCH_THREADS:-2}"; do
  # shellcheck disable=SC2086 # several sides
  OMP_NUM_THREADS=$threads "$builddir/tests/moments" ${BENCH_SIDES:-32 64 96 128 160}
done | awk 'NR == 1 || !/^side/' >"$results/moments.csv"
cat "$results/moments.csv"
