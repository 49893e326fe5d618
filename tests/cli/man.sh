#!/bin/sh
# Every program has a man page, and its OPTIONS are the options of --help: one table, one page.
. "$srcdir/tests/lib.sh"

# The tags of the OPTIONS section (lines after .TP and .TQ), unescaped.
page_options() {
  sed -e 's/\\-/-/g' -e 's/\\f.//g' "$1" |
    awk '/^\.SH/ { on = /OPTIONS/ } on && tag { print } { tag = /^\.T[PQ]/ }' |
    grep -o -e '--[a-z][a-z0-9-]*' | sort
}
help_options() { "$1" --help | grep -o -e '^  ...[ ]--[a-z][a-z0-9-]*' | grep -o -e '--.*' | sort; }

# The shapes that there are, as the refusal of another one lists them.
expect 2 tessera-voxelize --shape none --size 8,8,8
shapes=$(sed 's/.*known are //; s/,//g' stderr)
tessera-voxelize --help | tr -d '\n' | sed 's/.*Make a shape//; s/--size.*//' | tr ', .' '\n\n\n' >help
for shape in ${shapes:?}; do
  grep -qx "$shape" help || fail "tessera-voxelize --help does not list the shape $shape"
  grep -q "^\.B.* *$shape\>" "$srcdir/man/tessera-voxelize.1" || fail "tessera-voxelize.1 has no shape $shape"
done

for program in $programs; do
  page=$srcdir/man/$program.1
  [ -f "$page" ] || fail "no man page man/$program.1"
  page_options "$page" >page
  help_options "$program" >help
  [ -s help ] || fail "$program --help lists no option"
  diff -u page help >&2 || fail "OPTIONS of $program.1 (-) differ from $program --help (+)"
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES; do
    grep -q "^\.SH \"*$section" "$page" || fail "$program.1 has no section $section"
  done
done
