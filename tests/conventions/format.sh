#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# clang-format 14 leaves the sources unchanged (.clang-format); other versions differ in detail.
. "$srcdir/tests/lib.sh"
for format in clang-format-14 clang-format ''; do
  [ -n "$format" ] || skip "needs clang-format 14"
  ! "$format" --version 2>/dev/null | grep -q 'version 14\.' || break
done
cd "$srcdir"
changed=$(find libtile solver tools data tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cxx' |
  xargs "$format" --dry-run 2>&1 | sed -n 's/^\([^:]*\):.*warning.*/\1/p' | sort -u | tr '\n' ' ')
# it leaves comments as they are
wide=$(find libtile solver tools data tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cxx' |
  xargs awk 'length > 132 { print FILENAME ":" FNR }')
[ -z "$wide" ] || fail "rows of more than 132 characters: $wide"
[ -z "$changed" ] || fail "run clang-format -i on: $changed"
