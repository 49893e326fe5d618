#!/bin/sh
# The table of speeds in sparse geometries, on the CPU: layouts of sparse domains beside those of tessera-run, in spheres
# of diameter 16 in 48^3, fp64. The kernels of cm, fia and tgb are those of the GPU, one node at a time, without vectors;
# tessera-run has its own. So this compares layouts where a cache reads whole lines, and is no measure of what a CPU can.
# SCALE=full or tiny   DOMAINS="1 0.3 0.1"   LIMIT=SECONDS: no domain starts after that time
. "$srcdir/tests/papers/lib.sh"
device=cpu sparse=$builddir/tests/sparse
case ${SCALE:-full} in
  full) side=48 diameter=16 tree=60,60,120 ;;
  *) side=32 diameter=12 tree=32,32,64 ;;
esac
domains=${DOMAINS:-1 0.3 0.1}
LIMIT=${LIMIT:-150} KINDS=fp64-bgk
ways="cm fia fia-apart tgb"
. "$srcdir/tests/papers/003-sparse/layouts-measure.sh"
about
cat checks
awk -F, -v only="fp64 bgk" -f "$here/layouts-show.awk" "$table"
verdict "$(awk -F, -v kind="fp64 bgk" -f "$here/layouts-verdict.awk" "$table")"
