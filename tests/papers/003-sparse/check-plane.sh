#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# D2Q9 in tiles with one copy and ghost buffers gives the bits of a plain grid.
. "$srcdir/tests/lib.sh"
for threads in 1 3; do
  OMP_NUM_THREADS=$threads "$builddir/tests/plane" check >said || { cat said >&2; fail "plane with $threads threads"; }
done
