#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A file contains its history: commands, versions, digests of inputs; or nothing, on request.
. "$srcdir/tests/lib.sh"
history() { head -60 "$1" | sed -n 's/^history: //p' | grep -v '^# '; }
digest() { tessera stats --digest "$1"; }

tessera voxelize --quiet --shape channel:w=6 --size 8,8,8 -o a.vox
tessera tile --quiet a.vox --inlet z- --outlet z+ -o a.tile
tessera run a.tile --permeability z --steps 50 --quiet -o a.flow >said 2>&1 || [ $? = 5 ]
[ "$(history a.flow | wc -l)" = 3 ] || fail "history of three programs: $(history a.flow)"
history a.tile | tail -1 | grep -q "^tessera-tile [^ ]*: tessera-tile .* a.vox  # input $(digest a.vox)\$" ||
  fail "no digest of the input: $(history a.tile)"
history a.flow | tail -1 | grep -q "^tessera-run\[[^]]*\] [^ ]*: tessera-run .*  # input $(digest a.tile)\$" ||
  fail "no digest of the domain: $(history a.flow)"

tessera tile --quiet --no-history a.vox --inlet z- --outlet z+ -o bare.tile
[ "$(history bare.tile)" = "" ] || fail "--no-history leaves $(history bare.tile)"
[ "$(digest bare.tile)" = "$(digest a.tile)" ] || fail "the digest depends on the history"
tessera voxelize --quiet --no-history --shape channel:w=6 --size 8,8,8 -o bare.vox
tessera voxelize --quiet --no-history --shape channel:w=6,axis=z --size 8,8,8 | cmp -s - bare.vox ||
  fail "two ways to the same voxels differ without history"

# The digest of an image is in the history of the domain; it is that of the values, however they are stored.
make-sample scan 24
tessera voxelize --quiet --threshold otsu scan/*.tif | tessera tile --quiet -o scan.tile
image=$(history scan.tile | sed -n 's/^tessera-voxelize .*  # input //p')
[ "$(echo "$image" | grep -c '^[0-9a-f]\{32\}$')" = 1 ] || fail "no digest of the image: $(history scan.tile)"
head -c 4096 /dev/urandom >a.raw
tessera voxelize --quiet --raw 16,16,16,u8 --threshold 100 a.raw | tessera tile --quiet --lint no -o raw.tile
whole=$(history raw.tile | sed -n 's/^tessera-voxelize .*  # input //p')
! has_program xxhsum || [ "$whole" = "$(xxhsum -H2 a.raw | cut -d ' ' -f 1)" ] || fail "not the digest of xxhsum"
OMP_NUM_THREADS=1 tessera voxelize --quiet --raw 16,16,16,u8 --threshold 100 --crop 0:16,:,: - <a.raw |
  tessera tile --quiet --lint no | head -40 | grep -q -a "# input $whole\$" || fail "another digest from a pipe"
tessera voxelize --quiet --no-history --raw 16,16,16,u8 --threshold 100 a.raw | grep -q -a inpt && fail "a digest without history"

# No output replaces a file that is being read, under whatever name.
ln -s a.vox link.vox
expect 2 tessera tile a.vox -o a.vox
one_line 'o a.vox would replace the input'
expect 2 tessera tile a.vox -o link.vox
one_line 'would replace the input'
expect 2 tessera run a.tile --permeability z -o a.tile
expect 2 tessera probe a.flow --vtk a.flow
tessera stats --digest a.vox >said
