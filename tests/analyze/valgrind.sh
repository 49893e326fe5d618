#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The corpora of the fuzz targets and a small pipeline under valgrind: no read of what was never written, no lost block.
# One thread: libgomp keeps the stacks of others. Part of tests/run --analyze, not of make check.
. "$srcdir/tests/lib.sh"
command -v valgrind >/dev/null || skip "no valgrind"
TESSERA_ISA=plain OMP_NUM_THREADS=1
export TESSERA_ISA OMP_NUM_THREADS
checked() {
  valgrind -q --error-exitcode=86 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite "$@" \
    >report 2>stderr || { grep '==' stderr | head -n 20 >&2; fail "$*: see above"; }
}
for corpus in "$srcdir"/tests/fuzz/corpus/*; do
  name=$(basename "$corpus")
  case $name in set) leaks=no ;; *) leaks=full ;; esac # set goes on where a refusal ends the program
  checked "--leak-check=$leaks" "$builddir/tests/fuzz/$name" "$corpus"
done
checked tessera-voxelize --shape channel:w=5 --size 8,8,8 --quiet -o c.vox
checked tessera-tile c.vox --inlet z- --outlet z+ --quiet -o c.tile
checked tessera-run c.tile --pressure-drop 1e-6 --steps 2 --quiet -o c.flow
checked tessera-probe c.flow --permeability
