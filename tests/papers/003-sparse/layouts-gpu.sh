#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tables 3 and 4 of the paper, on one GPU: layouts of sparse domains (cm, fia, t2c, tgb) beside those of tessera-run, in
# spheres of diameter 40 in 256^3 at porosities 1 ... 0.1, and in a tree of tubes; in the full box also moments instead of
# populations, and split and reversed propagation. Nothing fails because of a speed.
#   SPARSE=PROGRAM   default tests/sparse-cuda of the build folder; tests/sparse with DEVICE=cpu tries the script
#   DEVICE=cuda   SCALE=full or tiny   DOMAINS="1 0.7 vessel"   LIMIT=SECONDS: no domain starts after that time
srcdir=${srcdir:-$(cd "$(dirname "$0")/../../.." && pwd)}
. "$srcdir/tests/papers/lib.sh"
device=${DEVICE:-cuda}
sparse=${SPARSE:-$builddir/tests/sparse-cuda}
LIMIT=${LIMIT:-110}
[ -x "$sparse" ] || skip "built without CUDA"
case ${SCALE:-full} in
  full) side=256 diameter=40 tree=480,480,960 ;;
  tiny) side=32 diameter=12 tree=32,32,64 ;;
  *) echo "layouts-gpu: SCALE=$SCALE: full or tiny" >&2; exit 2 ;;
esac
domains=${DOMAINS:-1 0.7 0.2 0.5 vessel 0.1 0.9 0.3}
. "$srcdir/tests/papers/003-sparse/layouts-measure.sh"
about "$device"
cat checks
awk -F, -f "$here/layouts-show.awk" "$table"
verdict "$(awk -F, -v kind="fp64 bgk" -f "$here/layouts-verdict.awk" "$table")"
