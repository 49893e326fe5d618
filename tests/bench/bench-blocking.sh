#!/bin/sh
# Blocks of space and time, and one grid that moves, give the bits of two grids in one piece.
. "$srcdir/tests/lib.sh"
for threads in 1 3; do
  OMP_NUM_THREADS=$threads "$builddir/tests/blocking" check >said || { cat said >&2; fail "with $threads threads"; }
done
