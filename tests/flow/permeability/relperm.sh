#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# data/relperm: relative permeability and resistivity index of two fluids in a packing.
. "$srcdir/tests/lib.sh"

# Two square ducts side by side, of 8 and 4 nodes: with balls that pass the wide one alone it carries the fluid that does
# not wet, and the narrow one the other. What each carries is what it would carry alone.
awk 'BEGIN { for (z = 0; z < 8; z++) for (y = 0; y < 10; y++) for (x = 0; x < 16; x++)
  printf "%s", (y > 0 && y < 9 && x > 0 && x < 9) || (y > 0 && y < 5 && x > 10 && x < 15) ? "\\377" : "\\0" }' >octal
printf "$(cat octal)" >ducts.raw
tessera voxelize --quiet --raw 16,10,8,u8 ducts.raw --threshold 64 --fluid above | tessera tile --quiet --lint no -o ducts.tile
POINTS=9 "$srcdir/data/relperm" ducts.tile z out >table 2>said || fail "$(cat said)"
cmp -s table out/curves.csv || fail "the table is not that of the file"
# with balls of 2.something and more the narrow duct stays wet; balls cut the corners of the wide one
awk -F, -v wide=64 -v narrow=16 'NR > 1 { if ($2 + $3 != 1) bad = 1; if ($4 > 1 || $5 > 1 || ($6 != "" && $6 < 1) || ($7 != "" && $7 < 1)) bad = 2
    if ($4 > 0 && $5 > 0) both++ } END { if (NR < 3 || bad || !both) { print "row of " NR ", fault " bad ", both " both + 0; exit 1 } }' table ||
  fail "$(cat table)"
grep -q '<svg' out/curves.svg || fail "no picture"
[ ! -e out/wetting.tile ] || fail "a file is left"

# all that does not wet, by diffusion: the share of the area of the ducts that its balls fill
awk -F, 'NR > 1 && $7 != "" { print $3, $7 }' table | while read -r share index; do
  near "$(awk "BEGIN { print $share * $index }")" 1 1e-3
done

expect 2 "$srcdir/data/relperm" ducts.tile
expect 2 "$srcdir/data/relperm" ducts.tile w
expect 3 "$srcdir/data/relperm" ducts.tile x
