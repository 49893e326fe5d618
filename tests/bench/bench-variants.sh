#!/bin/sh
# Blocks in space and time, and one moving grid, give the bits of two grids in one block; moments give the flow of
# populations.
. "$srcdir/tests/lib.sh"
! hurried || skip "takes long under sanitizers"
for program in blocking moments; do
  for threads in 1 3; do
    OMP_NUM_THREADS=$threads "$builddir/tests/$program" check >said || { cat said >&2; fail "$program with $threads threads"; }
  done
done
