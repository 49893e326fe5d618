#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every source, and what builds it, names its licence in its first two lines.
. "$srcdir/tests/lib.sh"
cd "$srcdir"
{
  find libtile solver tools data tests packaging \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cxx' \
    -o -name '*.py' -o -name '*.sh' -o -name '*.awk' \) -type f
  find libtile solver tools data man tests packaging -name 'Makefile.inc' -o -name '*.css' -o -name '*.js' -o -name '*.bash' \
    -o -name '*.desktop' -o -name '*.xml' -o -name '*.pc.in'
  ls Makefile.am configure.ac m4/*.m4
  grep -rl --exclude='*.*' '^#!/.*sh' bootstrap data packaging tests
} | grep -v -e '^tests/fuzz/corpus/' -e '^tests/corrupt/' -e '/report_page_parts\.c$' -e '^m4/libtool' -e '^m4/lt[a-z~]*\.m4' | sort -u >"$work/sources"
[ "$(wc -l <"$work/sources")" -gt 500 ] || fail "few sources"
while read -r file; do
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier: BSD-3-Clause' || echo "$file"
done <"$work/sources" >"$work/without"
[ ! -s "$work/without" ] || fail "no SPDX-License-Identifier in the first two lines: $(tr '\n' ' ' <"$work/without")"
