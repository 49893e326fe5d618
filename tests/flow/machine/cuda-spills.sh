#!/bin/sh
# No kernel spills registers to memory: kernels are bound by memory, and spills add to its traffic.
. "$srcdir/tests/lib.sh"
[ -n "${NVCC:-}" ] || skip "built without CUDA"
for source in "$srcdir"/solver/cuda/kernels/cuda_*.cu "$srcdir"/solver/cuda/instances/cuda_*.cu "$srcdir"/tests/papers/003-sparse/sparse/*.cu; do
  log=$builddir/${source#"$srcdir/"}
  log=${log%.cu}.ptxas
  [ -s "$log" ] || fail "no $log"
  awk '/Compiling entry function/ { name = $0; kernels++ }
       /bytes spill stores/ && !/ 0 bytes spill stores, 0 bytes spill loads/ { print name; print; spills++ }
       END { if (!kernels) print "no kernel was compiled"; exit spills || !kernels }' "$log" >found ||
    { cat found >&2; fail "$source"; }
done
