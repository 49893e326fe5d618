#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files of this tree that texts, comments and lists name by their path are there, and planted faults fit the sources.
. "$srcdir/tests/lib.sh"
cd "$srcdir"
grep -rnoE --exclude='*.svg' '(^|[^][A-Za-z0-9_./{}$*~-])(libtile|solver|tools|data|man|tests|packaging)/([A-Za-z0-9_.-]+/)*[A-Za-z0-9_-]+\.(c|h|cu|cuh|cxx|sh|py|awk|inc|md|ref|[1357])\>' \
  libtile solver tools data man tests packaging HACKING README.md NEWS Makefile.am configure.ac .clang-format |
  sed 's/^\([^:]*:[0-9]*\):[^a-z]*/\1 /' | grep -v -e '^tests/fuzz/corpus' -e '/\(NAME\|FOLDER\)/' -e 'NAME\.' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 500 ] || fail "few names were found"
while read -r where path; do [ -e "$path" ] || [ -e "$builddir/$path" ] || echo "$where names $path"; done <"$work/named" >"$work/gone"
[ ! -s "$work/gone" ] || { cat "$work/gone" >&2; fail "names of files that are not there"; }

# faults that make mutants plants: they are planted where they were
command -v patch >/dev/null || skip "no patch; the paths lead to files"
for patch in tests/mutants/*.patch; do
  patch -p1 --fuzz=2 --dry-run --force --silent -i "$patch" >"$work/said" 2>&1 || { cat "$work/said" >&2; fail "$patch does not apply"; }
done
