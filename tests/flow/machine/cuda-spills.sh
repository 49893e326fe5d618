#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# No kernel spills registers to memory: kernels are bound by memory, and spills add to its traffic.
. "$srcdir/tests/lib.sh"
[ -n "${NVCC:-}" ] || skip "built without CUDA"
# built FILE: was the file compiled? Some are on request (configure --enable-gpu-mixed, --enable-gpu-t2c).
built() {
  case $1 in
    */*_t2c*) grep -q HAVE_GPU_T2C.1 "$builddir/config.h" ;;
    */papers/*) [ -x "$builddir/tests/sparse-cuda" ] ;; # make papers-gpu builds it
    */instances/*_fp64_fp32.cu | */*_fp32_fp16.cu) grep -q HAVE_GPU_MIXED.1 "$builddir/config.h" ;;
  esac
}
for source in "$srcdir"/solver/cuda/kernels/cuda_*.cu "$srcdir"/solver/cuda/instances/cuda_*.cu "$srcdir"/tools/segment/filter/cuda/*.cu \
  "$srcdir"/tests/papers/003-sparse/sparse/*.cu; do
  built "$source" || continue
  log=$builddir/${source#"$srcdir/"}
  log=${log%.cu}.ptxas
  [ -s "$log" ] || fail "no $log"
  awk '/Compiling entry function/ { name = $0; kernels++ }
       /bytes spill stores/ && !/ 0 bytes spill stores, 0 bytes spill loads/ { print name; print; spills++ }
       END { if (!kernels) print "no kernel was compiled"; exit spills || !kernels }' "$log" >found ||
    { cat found >&2; fail "$source"; }
done
