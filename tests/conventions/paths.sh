#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files of this tree that texts, comments and lists name by their path are there, and planted faults fit the sources. Of
# scripts: their names and functions.
. "$srcdir/tests/lib.sh"
cd "$srcdir"
grep -rnoE --exclude='*.svg' '(^|[^][A-Za-z0-9_./{}$*~-])(libtile|solver|tools|data|man|tests|packaging)/([A-Za-z0-9_.-]+/)*[A-Za-z0-9_-]+\.(c|h|cu|cuh|cxx|sh|py|awk|inc|md|ref|[1357])\>' \
  libtile solver tools data man tests packaging HACKING README.md NEWS Makefile.am configure.ac .clang-format |
  sed 's/^\([^:]*:[0-9]*\):[^a-z]*/\1 /' | grep -v -e '^tests/fuzz/corpus' -e '/\(NAME\|FOLDER\)/' -e 'NAME\.' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 500 ] || fail "few names were found"
while read -r where path; do [ -e "$path" ] || [ -e "$builddir/$path" ] || echo "$where names $path"; done <"$work/named" >"$work/gone"
[ ! -s "$work/gone" ] || { cat "$work/gone" >&2; fail "names of files that are not there"; }

# comments name files by the end of their path, too: those of this tree, but for NAMEs in capitals and these
others='check.h nifti1.h nifti2.h nifti1_io.c packages/tessera_lbm/package.py'
cat >"$work/comments.awk" <<'END'
# what stands in comments: of C between /* and */, else after a #
FNR == 1 { inside = 0; c = FILENAME ~ /\.(c|h|cu|cuh|cxx)$/ }
{
  text = ""; rest = $0
  if (c) gsub(/"([^"\\]|\\.)*"/, "", rest)
  else if (match(rest, /(^|[ \t])#[ #]/)) text = substr(rest, RSTART)
  while (c && rest != "") {
    if (!inside) { i = index(rest, "/*"); inside = i > 0; rest = i ? substr(rest, i + 2) : ""; continue }
    i = index(rest, "*/")
    text = text " " (i ? substr(rest, 1, i - 1) : rest)
    inside = !i; rest = i ? substr(rest, i + 2) : ""
  }
  while (match(text, /[A-Za-z0-9_.\/{}$*~-]*[A-Za-z0-9_-]\.(cuh|cu|cxx|c|h|sh|py|awk)([^A-Za-z0-9_.\/(*-]|\.[^A-Za-z0-9]|\.?$)/)) {
    name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
    match(name, /.*\.(cuh|cu|cxx|c|h|sh|py|awk)/)
    print FILENAME ":" FNR, substr(name, 1, RLENGTH)
  }
}
END
find libtile solver tools data man tests packaging -type f ! -path 'tests/fuzz/corpus/*' >"$work/files"
grep -E '\.(c|h|cu|cuh|cxx|sh|py|awk|inc)$' "$work/files" | xargs awk -f "$work/comments.awk" |
  grep -v -e ' .*[A-Z][A-Z][A-Z].*\.' -e '[*$]' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 500 ] || fail "few names were found in comments"
awk -v others="$others" 'BEGIN { split(others, o, " "); for (i in o) there[o[i]] = 1 }
  NR == FNR { n = split($0, part, "/"); end = part[n]; there[end] = 1
    for (i = n - 1; i > 0; i--) there[end = part[i] "/" end] = 1; next }
  !($2 in there) { print $1, "names", $2 }' "$work/files" "$work/named" >"$work/gone"
[ ! -s "$work/gone" ] || { cat "$work/gone" >&2; fail "names of files that are not there"; }

# make takes the log of a test from NAME.py before NAME.sh
find tests -name '*.sh' -o -name '*.py' | sed 's/\.[a-z]*$//' | sort | uniq -d | grep -v '^tests/papers/' >"$work/twice" || :
[ ! -s "$work/twice" ] || fail "two scripts of one name: $(cat "$work/twice")"

# no script defines again a function that others of lib.sh call
! grep -rnE '^(slow|hurried|sanitized|fail|skip|lacks|finish)\(\)' tests --include='*.sh' --exclude=lib.sh >&2 ||
  fail "scripts with functions of lib.sh"

# the tests that drawn faults are given to
! command -v python3 >/dev/null || python3 tests/mutants/draw.py --check || fail "tests/mutants/draw.py names tests that are not there"

# faults that make mutants plants: they are planted where they were
command -v patch >/dev/null || skip "no patch; the paths lead to files"
for patch in tests/mutants/*.patch; do
  patch -p1 --fuzz=2 --dry-run --force --silent -i "$patch" >"$work/said" 2>&1 || { cat "$work/said" >&2; fail "$patch does not apply"; }
done
