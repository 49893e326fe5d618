#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every numbered rule of tessera-tile(5) has a file in tests/corrupt that breaks it and is rejected for that reason;
# the good ones are read, with a digest that was computed independently of the library.
. "$srcdir/tests/lib.sh"
forge=$builddir/tests/forge

grep -A1 '^\.TP' "$srcdir/man/tessera-tile.5" | sed -n 's/^\.B \([A-Z][0-9][0-9]*\)$/\1/p' | sort >rules
[ "$(wc -l <rules)" -gt 40 ] || fail "the rules of tessera-tile(5) were not found"
for script in "$srcdir"/tests/corrupt/[A-Z][0-9]*-*; do basename "$script" | cut -d- -f1; done | sort -u >tested
diff -u rules tested >&2 || fail "rules of tessera-tile(5) (-) and files of tests/corrupt (+) differ"

# first WORD SCRIPT: the text after WORD in the script
first() { sed -n "s/^$1 //p" "$2" | head -n 1; }

for script in "$srcdir"/tests/corrupt/[A-Z][0-9]*-*; do
  "$forge" "$script" >bad.tile || fail "$script could not be made"
  expect 3 tessera-stats --digest bad.tile >report
  [ -s report ] && fail "$script: a report on a rejected file"
  [ "$(wc -l <stderr)" = 1 ] || fail "$script: not one line: $(cat stderr)"
  grep -q -F -e "$(first expect "$script")" stderr && grep -q '^tessera-stats: bad.tile: ' stderr ||
    fail "$(basename "$script"): expected \"$(first expect "$script")\", got: $(cat stderr)"
  expect 3 tessera-tile --check=full bad.tile >report
  grep -q -F -e "$(first expect "$script")" stderr || fail "$(basename "$script"): --check=full says: $(cat stderr)"
done

for script in "$srcdir"/tests/corrupt/good-*; do
  "$forge" "$script" >good.tile || fail "$script could not be made"
  expect 0 tessera-stats --digest good.tile >report
  [ "$(cat report)" = "$(first digest "$script")" ] || fail "$script: digest $(cat report)"
done
