#!/bin/sh
# Every kernel compiles without registers that spill to memory: nothing costs a kernel bound by memory more.
. "$srcdir/tests/lib.sh"
[ -n "${NVCC:-}" ] || skip "built without CUDA"
for source in "$srcdir"/solver/cuda/cuda_*.cu; do
  # shellcheck disable=SC2086 # flags are words
  $NVCC -std=c++17 $NVCCFLAGS -I"$srcdir/libtile" -I"$srcdir/solver/physics" -I"$srcdir/solver/layout" \
    -Xptxas -v -c -o kernel.o "$source" >log 2>&1 ||
    { cat log >&2; fail "$source does not compile"; }
  awk '/Compiling entry function/ { name = $0; kernels++ }
       /bytes spill stores/ && !/ 0 bytes spill stores, 0 bytes spill loads/ { print name; print; spills++ }
       END { if (!kernels) print "no kernel was compiled"; exit spills || !kernels }' log >found ||
    { cat found >&2; fail "$source"; }
done
