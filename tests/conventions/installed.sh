#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make installcheck: the program of libtile(3) compiles, in C and in C++, with the installed files and the flags of
# pkg-config alone, and gives the same numbers for a domain as tessera-stats.
. "$srcdir/tests/lib.sh"

[ -z "${DESTDIR:-}" ] || { echo "$name: skipped: what lies in DESTDIR is checked where it will be used"; exit 0; }
domain=$srcdir/tests/golden/domain.tile
PKG_CONFIG_PATH=$pkgconfigdir${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PKG_CONFIG_PATH LD_LIBRARY_PATH
ls "$libdir"/libtile.so* >/dev/null 2>&1 && static='' || static=--static
flags=$("$PKG_CONFIG" $static --cflags --libs libtile) || fail "pkg-config knows no libtile"

# The lines between .EX and .EE of the section EXAMPLE.
awk '/^\.SH/ { on = /EXAMPLE/ } /^\.EE/ { inside = 0 } on && inside { print } /^\.EX/ { inside = 1 }' \
  "$srcdir/man/libtile.3" | sed -e 's/\\-/-/g' -e 's/\\e/\\/g' >example.c
[ -s example.c ] || fail "libtile(3) has no example"
cp example.c example.cc

"$bindir/tessera-stats" --json "$domain" >stats.json
nodes=$(json stats.json nonsolid) tiles=$(json stats.json tiles) porosity=$(json stats.json porosity)
# tried COMPILER SOURCE: compiles and runs it
tried() {
  # shellcheck disable=SC2086 # compiler and flags are words
  $1 -Wall -Wextra -Werror "$2" $flags -o example || fail "$2 does not compile: $1 $flags"
  ./example "$domain" >out || fail "$2 cannot read $domain"
  near "$(sed -n 's/^porosity //p' out)" "$porosity" 1e-5
  [ "$(sed -n 's/^tiles //p' out)" = "$tiles" ] || fail "$2: not $tiles tiles"
  [ "$(awk 'NF == 4 { n++; sum += $4 } END { print n, sum }' out)" = "$tiles $nodes" ] || fail "$2: nodes of tiles"
  expect 3 ./example "$srcdir/NEWS"
  one_line 'not a tile file'
}
tried "$CC" example.c
tried "$CXX" example.cc
echo "$name: libtile $("$PKG_CONFIG" --modversion libtile): the program of libtile(3) works in C and in C++"
