#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tile --check: 0 whole, 1 cannot be read, 2 usage, 3 not whole; full also finds errors in the content.
. "$srcdir/tests/lib.sh"
forge=$builddir/tests/forge
check() { "$forge" "$srcdir/tests/corrupt/$2" >file.tile || fail "no $2"; expect "$1" tessera tile --check$3 file.tile >said; }

for good in voxels-8-bits domain-split fields-split; do
  for how in "" =full; do
    check 0 good-$good "$how"
    grep -q '^file.tile: whole: [a-z]*, [0-9]* records, [0-9]* bytes, digest [0-9a-f]* (' said || fail "$(cat said)"
  done
  [ "$(sed 's/.*, \([0-9]*\) bytes.*/\1/' said)" = "$(wc -c <file.tile)" ] || fail "bytes: $(cat said)"
done
check 3 R6-checksum ""
one_line 'record 1 .* checksum mismatch'
check 3 T5-cut ""
one_line 'truncated'
check 3 R7-trailing "" # compression is looked at
check 0 D4-empty-mask "" # all bytes are as written, what they say is wrong
check 3 D4-empty-mask =full
one_line 'no non-solid node'
check 3 V5-value =full
check 0 T4-digest ""
check 3 T4-digest =full
one_line 'digest mismatch'
[ ! -s said ] || fail "a damaged file is called $(cat said)"

expect 1 tessera tile --check nothing.tile
expect 2 tessera tile --check=half file.tile
one_line 'expected --check or --check=full'
expect 2 tessera tile --check file.tile -o out.tile
one_line 'leave out --output'
expect 3 tessera tile --check=full </dev/null
tessera voxelize --shape box --size 70,9,5 --quiet | tessera tile --check=full >said
grep -q '^standard input: whole: voxels, 2 records' said || fail "$(cat said)"
[ "$(tessera voxelize --shape box --size 9,9,9 --quiet | tessera tile --check --quiet)" = "" ] || fail "--quiet speaks"
