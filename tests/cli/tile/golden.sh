#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Files of the first version stay readable, with the same content; and the current programs make the same domain from
# them.
. "$srcdir/tests/lib.sh"
golden=$srcdir/tests/golden
[ "$(wc -l <"$golden/digests")" -ge 5 ] || fail "no list of golden files"
while read -r file sum digest; do
  [ "$(cksum <"$golden/$file" | cut -d' ' -f1)" = "$sum" ] || fail "$file is not the file it was: it must never change"
  [ "$(tessera stats --digest "$golden/$file")" = "$digest" ] || fail "$file: another digest"
  tessera tile --check=full "$golden/$file" >said || fail "$file is not whole"
  grep -q "digest $digest (verified)" said || fail "$file: $(cat said)"
done <"$golden/digests"

digest_of() { sed -n "s/^$1 [0-9]* //p" "$golden/digests"; }
tessera tile "$golden/voxels.tile" --periodic x --inlet z- --outlet z+ --offset 1,2,3 --quiet -o domain.tile
[ "$(tessera stats --digest domain.tile)" = "$(digest_of domain.tile)" ] || fail "another domain from voxels.tile"
tessera run "$golden/populations.tile" --steps +1 --quiet -o further.tile >report || fail "populations.tile does not continue"
tessera probe "$golden/fields-fp32.tile" --permeability >report || fail "fields-fp32.tile cannot be probed"
