#!/bin/sh
# Files of this tree that texts, comments and lists name by their path are there.
. "$srcdir/tests/lib.sh"
cd "$srcdir"
grep -rnoE --exclude='*.svg' '(^|[^][A-Za-z0-9_./{}$*~-])(libtile|solver|tools|data|man|tests|packaging)/([A-Za-z0-9_.-]+/)*[A-Za-z0-9_-]+\.(c|h|cu|cuh|cxx|sh|py|awk|inc|md|ref|[1357])\>' \
  libtile solver tools data man tests packaging HACKING README.md NEWS Makefile.am configure.ac .clang-format |
  sed 's/^\([^:]*:[0-9]*\):[^a-z]*/\1 /' | grep -v -e '^tests/fuzz/corpus' -e '/\(NAME\|ROOM\|FOLDER\)/' -e 'NAME\.' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 500 ] || fail "few names were found"
while read -r where path; do [ -e "$path" ] || [ -e "$builddir/$path" ] || echo "$where names $path"; done <"$work/named" >"$work/gone"
[ ! -s "$work/gone" ] || { cat "$work/gone" >&2; fail "names of files that are not there"; }
