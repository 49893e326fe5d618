#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The fuzz targets over their corpora: what once found something, and a share of what reaches new code.
. "$srcdir/tests/lib.sh"
for corpus in "$srcdir"/tests/fuzz/corpus/*; do
  target=$(basename "$corpus")
  [ "$target" != hdf5 ] || was_built tessera-read-hdf5 HDF5 || continue
  "$builddir/tests/fuzz/$target" "$corpus" >replayed 2>inputs || fail "$target: $(tail -n 3 inputs)"
  [ "$(cat replayed)" = "$(find "$corpus" -type f | wc -l) inputs" ] || fail "$target: $(cat replayed)"
done
