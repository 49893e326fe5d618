#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# groff, with the options of man, and mandoc print every man page without a warning. Pages carry a version, and no date.
. "$srcdir/tests/lib.sh"

# Macros that take turns between two fonts join their arguments: words without quotes lose the space between them.
joined='/^\.[BIR][BIR] /{s///; s/"[^"]*"/@/g; s/\\f.//g; /([A-Za-z0-9]{2}|[A-Za-z0-9][);:,.]+) +[a-z]{2}/p; }'
[ "$(printf '.BR tessera (1); in Python\n.BR a "; in" b\n' | sed -En "$joined")" = 'tessera (1); in Python' ] ||
  fail "a lost space is not found"
sed -En "$joined" "$srcdir"/man/*.[1357] >lost
[ ! -s lost ] || fail "words without a space between them: $(cat lost)"

# Warnings of a formatter; long source lines are allowed.
groff_says() { LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 "$1" 2>&1 >/dev/null; }
mandoc_says() { mandoc -T lint -W warning "$1" 2>&1 | grep -v 'missing date, using ""'; }

# clean SAYS PAGE: SAYS finds no warning in the page
clean() {
  "$1" "$2" >said || true
  [ ! -s said ] || { cat said >&2; fail "warnings of $(basename "$2")"; }
}

# A formatter that warns about nothing would prove nothing: it must find this error.
printf '.TH BAD 1 "" "x" "y"\n.SH NAME\nbad \\- 10\\(S6\n' >bad.1
formatters=
# a system without manuals may have a man that only says so
if man -l "$PWD/bad.1" 2>/dev/null | grep -q bad; then formatters=groff_says; fi
if command -v mandoc >/dev/null; then formatters="$formatters mandoc_says"; fi
[ -n "$formatters" ] || skip "neither man with groff nor mandoc here"

for says in $formatters; do
  "$says" "$PWD/bad.1" >said || true
  [ -s said ] || fail "$says says nothing of an unknown character"
  for page in "$srcdir"/man/*.[1357]; do clean "$says" "$page"; done
done
