#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every data access, order, grid and block of tests/papers/001-cache gives the bits of two grids in one block; moments
# give the flow of populations.
. "$srcdir/tests/lib.sh"
! hurried || skip "takes long under sanitizers"
for program in cache moments; do
  for threads in 1 3; do
    OMP_NUM_THREADS=$threads "$builddir/tests/$program" check >said || { cat said >&2; fail "$program with $threads threads"; }
  done
done
