#!/bin/sh
# Blocks of space and time, and one grid that moves, give the bits of two grids in one piece; moments the flow of
# populations; tiles in a plane the bits of a plain grid.
. "$srcdir/tests/lib.sh"
for program in blocking moments plane; do
  for threads in 1 3; do
    OMP_NUM_THREADS=$threads "$builddir/tests/$program" check >said || { cat said >&2; fail "$program with $threads threads"; }
  done
done
