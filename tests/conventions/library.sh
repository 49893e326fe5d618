#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libtile for other programs: a header that compiles on its own, in C and in C++, and a shared library that exports its
# functions only. What configure asks of the compiler against errors in memory is in the library and in every program.
. "$srcdir/tests/lib.sh"

# compare HEADER LIST: the functions that the header and those of libtile that it includes declare are those of the list,
# but for those of OTHER, another such header
headers() { (cd "$srcdir/libtile" && echo "$1" && sed -n 's/^#include "\(.*\)"/\1/p' "$1"); }
compare() {
  headers "$1" | { [ -z "${3:-}" ] && cat || grep -v -x "$3"; } | sed "s|^|$srcdir/libtile/|" |
    xargs sed -n -e '/^static inline/d' -e 's/^[a-zA-Z].*[ *]\(tile_[a-z0-9_]*\)(.*/\1/p' \
    -e 's/^extern .* \(tile_[a-z_]*\)\[.*/\1/p' | LC_ALL=C sort >declared
  LC_ALL=C sort "$srcdir/libtile/$2" >listed
  diff declared listed >&2 || fail "$2 (>) is not what $1 declares (<)"
}
compare internal.h internal.sym tile.h
compare pores.h pores.sym "$(headers pores.h | grep -v pores.h)"
compare tile.h libtile.sym
for function in $(cat declared); do
  grep -q "$function" "$srcdir/man/libtile.3" || fail "libtile(3) does not name $function"
done

# The version of the package is that of the header.
version=$(sed -n 's/^#define TILE_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' "$srcdir/libtile/tile.h" | tr '\n' .)
[ "$("$builddir/tessera" --version | sed -n '1s/.* //p')." = "$version" ] || fail "TILE_VERSION is $version"

# The header compiles without the rest of the project.
mkdir tessera
for header in $(headers tile.h); do
  cp "$srcdir/libtile/$header" tessera/
  grep -q "/$header\( \|$\)" "$srcdir/libtile/Makefile.inc" || fail "$header is not installed"
done
printf '#include <tessera/tile.h>\nint main(void) { return tile_version() != TILE_VERSION; }\n' >alone.c
cp alone.c alone.cc
${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only alone.c || fail "tile.h does not stand alone in C99"
${CXX:-c++} -std=c++11 -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only alone.cc || fail "tile.h does not stand alone in C++"

library=$builddir/.libs/libtile.so
[ -f "$library" ] || skip "configured without the shared library"
command -v nm >/dev/null || skip "no nm"

# hardened: the flags of configure
harden() { # FILE
  readelf -dW "$1" >dynamic
  readelf -sW "$1" >symbols
  case $hardened in *-z,now*) grep -q -e BIND_NOW -e 'Flags:.*NOW' dynamic || fail "$1: functions are bound late" ;; esac
  case $hardened in *-fstack-protector*) grep -q __stack_chk_fail symbols || fail "$1: no canaries on the stack" ;; esac
  case $hardened in *_FORTIFY_SOURCE=*) grep -q '_chk@' symbols || fail "$1: nothing is checked" ;; esac
}
if [ "${hardened# }" ] && has_program readelf; then
  harden "$library"
  for program in $programs tessera-read-dicom tessera-read-mesh tessera-read-vti; do
    [ -e "$builddir/$program" ] || continue
    [ -e "$builddir/.libs/$program" ] && harden "$builddir/.libs/$program" || harden "$builddir/$program"
  done
fi

nm -D --defined-only "$library" | awk '{ print $NF }' | LC_ALL=C sort >seen
LC_ALL=C sort "$builddir/libtile/shown.sym" >wanted
diff wanted seen >&2 || fail "the shared library shows (>) other names than it is to (<)"
if cmp -s declared wanted; then
  [ "$(head -c 2 "$builddir/tessera-tile")" != '#!' ] || fail "a program in the build folder is a script"
fi
