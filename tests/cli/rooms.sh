#!/bin/sh
# Rooms: each sees itself and what lies below it (the sees_ variables of Makefile.am), and links no more than that.
. "$srcdir/tests/lib.sh"

# has PROGRAM TEXT: is the text in the program?
has() { grep -q -e "$2" "$builddir/$1"; }
# tessera-stats forecasts without any backend: neither their code nor that of the CUDA runtime is in it
has tessera-run 'cpu and cuda are known' || fail "backends cannot be told from the text of backend.c"
for text in 'cpu and cuda are known' lbm_backend_ libcuda.so; do
  ! has tessera-stats "$text" || fail "tessera-stats holds a backend ($text)"
done
