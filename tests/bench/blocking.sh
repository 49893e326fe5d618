#!/bin/sh
# Loop blocking on the CPU (K. Iglberger's variants, tests/bench/blocking.c): million site updates per second over the side of
# a cavity, on one thread and on BENCH_THREADS (2), beside what the copy bandwidth of that moment allows. Nothing fails for a
# speed. BLOCKING_SIDES="32 64 96 128 160". Leaves bench/blocking.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/bench
mkdir -p "$results"
export OMP_WAIT_POLICY=active OMP_PROC_BIND=true
for threads in 1 "${BENCH_THREADS:-2}"; do
  # shellcheck disable=SC2086 # several sides
  OMP_NUM_THREADS=$threads "$builddir/tests/blocking" ${BLOCKING_SIDES:-32 64 96 128 160}
done | awk 'NR == 1 || !/^side/' >"$results/blocking.csv"
cat "$results/blocking.csv"
