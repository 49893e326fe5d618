#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-tile: offsets, orders, components, patches; and its refusals.
. "$srcdir/tests/lib.sh"
key() { head -20 "$1" | sed -n "s/^$2: //p"; }

# A channel of 8 x 8 nodes: 9 tiles a layer at offset 0,0,0, and 4 at the best offset.
tessera voxelize --quiet --shape channel:w=8 --size 12,12,4 --voxel 5um -o "a channel.vox"
tessera tile "a channel.vox" --periodic z -o auto.tile >said
grep -q '2,2,0: 4 tiles instead of 9 at 0,0,0' said || { cat said >&2; fail "report of the offset"; }
[ "$(key auto.tile offset)" = "2 2 0" ] || fail "offset key: $(key auto.tile offset)"
[ "$(key auto.tile tiles)" = 4 ] || fail "tiles key"
[ "$(key auto.tile periodic)" = z ] || fail "periodic key"
[ "$(key auto.tile dx)" = "$(key "a channel.vox" dx)" ] || fail "the voxel size is lost"
[ "$(key auto.tile history | wc -l)" = 2 ] || fail "history of two programs"
tessera tile "a channel.vox" --periodic z --offset 1,0,3 -o given.tile >said
[ "$(key given.tile offset)" = "1 0 3" ] || fail "given offset: $(key given.tile offset)"
[ "$(key given.tile tiles)" = 9 ] || fail "tiles at 1,0,3: $(key given.tile tiles)"

# Pipe, file and every order give the same domain. The bytes differ in the history only.
digest=$(tessera stats --digest auto.tile)
for order in rows morton hilbert; do
  tessera tile --quiet --periodic z --order $order - <"a channel.vox" >piped.tile
  [ "$(tessera stats --digest piped.tile)" = "$digest" ] || fail "--order $order has another digest"
done
[ "$(tessera stats --digest given.tile)" != "$digest" ] || fail "another offset has the same digest"

# The report goes to standard error when the domain goes to standard output.
tessera tile --periodic z "a channel.vox" >piped.tile 2>said
grep -q 'utilisation 1.0000' said || fail "no report on standard error"
tessera tile --quiet "a channel.vox" -o quiet.tile >said 2>&1
[ ! -s said ] || fail "--quiet is not quiet"

# Components: a tube and a ball beside it that no flow reaches (10 x 4 and 3 x 3 x 3 nodes in 16 x 8 x 10).
awk 'BEGIN { for (z = 0; z < 10; z++) for (y = 0; y < 8; y++) for (x = 0; x < 16; x++)
  printf "%s", (x >= 1 && x < 3 && y >= 1 && y < 3) || (x >= 8 && x < 11 && y >= 3 && y < 6 && z >= 4 && z < 7) ? "F" : "s" }' >raw
tessera voxelize --quiet --raw 16,8,10,u8 --fluid equal=70 raw -o two.vox
nonsolid() { tessera tile two.vox "$@" -o kept.tile >said 2>stderr || fail "tile $*"; key kept.tile nonsolid; }
# the tube is a gap of two nodes: tests/cli/tile/lint.sh tests that warning
one_line_apart() { grep -v gaps stderr >rest; mv rest stderr; one_line "$1"; }
[ "$(nonsolid)" = 67 ] || fail "--keep all keeps $(key kept.tile nonsolid)"
one_line_apart 'warning: 1 of 2 components (27 of 67 non-solid nodes, 40.3 %) span no axis'
[ "$(nonsolid --inlet z- --outlet z+)" = 67 ] || fail "patches remove nodes"
one_line_apart 'warning: 1 of 2 components (27 of 67 non-solid nodes, 40.3 %) touch no patch'
[ "$(nonsolid --keep largest)" = 40 ] || fail "--keep largest keeps $(key kept.tile nonsolid)"
grep -q 'removed  *1 of 2 components, 27 of 67 non-solid nodes (40.3 %)' said || fail "what was removed"
grep -q reaches stderr && fail "a warning when the rest is removed"
[ "$(nonsolid --keep percolating)" = 40 ] || fail "--keep percolating keeps $(key kept.tile nonsolid)"
[ "$(nonsolid --keep percolating=z)" = 40 ] || fail "--keep percolating=z keeps $(key kept.tile nonsolid)"
expect 3 tessera tile two.vox --keep percolating=xz -o none.tile >said
one_line_apart '^tessera-tile: no non-solid node is left'
expect 3 tessera tile two.vox --keep percolating --periodic x -o none.tile >said
one_line_apart '^tessera-tile: no non-solid node is left'
[ ! -e none.tile ] || fail "a rejected domain was written"

# One slice is a periodic axis of size 1.
tessera voxelize --quiet --shape channel:w=6 --size 10,10,1 -o slice.vox
tessera tile --quiet slice.vox --inlet x- -o slice.tile
[ "$(key slice.tile periodic)" = z ] || fail "a slice is not periodic along z"
[ "$(key slice.tile patches)" = "inlet=x-" ] || fail "patches: $(key slice.tile patches)"
tessera tile slice.vox -o slice.tile >said
grep -q 'one slice  *periodic along z: the flow is two-dimensional$' said || fail "a slice is not told: $(cat said)"
grep -q 'utilisation 0.[0-9]*, of one layer of each$' said || fail "utilisation of a slice: $(cat said)"
rm slice.tile
expect 2 tessera tile slice.vox --patch lid=z+ -o slice.tile
one_line 'patch lid: the image is one slice, which is periodic along z and has no face z+: take one of x or y'
[ ! -e slice.tile ] || fail "a refused slice was written"

# Patches, and refusals.
tessera tile --quiet "a channel.vox" --patch b=z+ --outlet z- --patch lid=x+ -o patches.tile
[ "$(key patches.tile patches)" = "b=z+ outlet=z- lid=x+" ] || fail "patches: $(key patches.tile patches)"
refuse() { pattern=$1; shift; expect 2 tessera tile "a channel.vox" "$@" -o refused.tile; one_line "$pattern"; }
refuse 'same face z-' --inlet z- --outlet z-
refuse 'two patches are called inlet' --inlet z- --patch inlet=z+
refuse 'periodic axis' --inlet z- --periodic z
refuse "not a face" --inlet up
refuse "not a face" --patch in=w+
refuse "NAME=FACE" --patch in
refuse "patch name" --patch 1st=z-
refuse 'edge' --edge 3
refuse 'edge' --edge 32
refuse 'offset' --offset 0,0,4
refuse 'offset' --offset best
refuse 'order' --order peano
refuse 'keep' --keep some
refuse 'keep' --keep percolating=w
expect 2 tessera tile "a channel.vox" slice.vox -o refused.tile
expect 3 tessera tile auto.tile -o refused.tile
one_line 'auto.tile: contains a domain, not voxels'
for kind in fields donkeys; do
  { for key in "kind: $kind" 'grid: 1 1 1' 'edge: 2' 'offset: 0 0 0' 'periodic: none' 'tiles: 1' 'nonsolid: 1' \
      'arrays: FLDS' 'precision: fp64'; do echo "key $key"; done
    echo "record TDIR 3*i32:0 u64:1"; echo "record FLDS 4*f64:0.5"; echo trailer; } >kind.forge
  "$builddir/tests/forge" kind.forge >$kind.tile
  expect 3 tessera tile $kind.tile -o refused.tile
done
one_line 'donkeys.tile: contains no voxels (key "kind"): give the output of tessera-voxelize'
expect 3 tessera tile fields.tile -o refused.tile
one_line 'fields.tile: contains a flow, not voxels: it is tiled already'
expect 3 tessera tile -o refused.tile </dev/null
head -c 300 "a channel.vox" >cut.vox
expect 3 tessera tile cut.vox -o refused.tile
one_line '^tessera-tile: cut.vox: '
expect 1 tessera tile no.vox -o refused.tile
if [ -c /dev/full ]; then
  expect 1 tessera tile --quiet "a channel.vox" >/dev/full
  one_line 'standard output: .*No space left'
fi
[ -z "$(find . -name '*refused*')" ] || fail "something half-written was left"

# Edges from 2 to 16 give the same nodes.
for edge in 2 4 8 16; do
  tessera tile --quiet --edge $edge two.vox -o edge.tile 2>said
  [ "$(tessera stats --json --bandwidth 1 edge.tile >r.json; json r.json nonsolid)" = 67 ] || fail "--edge $edge"
done
