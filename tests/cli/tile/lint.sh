#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-tile --lint: each warning appears in the case that it is for, and in no other.
. "$srcdir/tests/lib.sh"

# warned PATTERN VOXELIZE... -- TILE...: exactly one warning, which matches; PATTERN none: no warning
warned() {
  pattern=$1; shift
  shape="" ; while [ "$1" != -- ]; do shape="$shape $1"; shift; done; shift
  tessera voxelize --quiet $shape -o made.vox
  expect 0 tessera tile made.vox "$@" -o made.tile >said
  [ "$pattern" != none ] || { [ ! -s stderr ] || { cat stderr >&2; fail "a warning of $shape"; }; return 0; }
  one_line "warning: .*$pattern"
  rm made.tile
  expect 3 tessera tile made.vox "$@" --lint strict -o made.tile >strict
  grep -q 'lint strict: 1 warning, nothing is written' stderr || fail "--lint strict"
  [ ! -e made.tile ] || fail "--lint strict wrote something"
  expect 0 tessera tile made.vox "$@" --lint no -o made.tile >strict
  [ ! -s stderr ] || fail "--lint no is not silent"
}
flow="--inlet z- --outlet z+"
warned none --shape channel:w=12 --size 16,16,8 -- $flow
grep -q 'inlet at z-: 144 nodes (56.2 % of the face)$' said || fail "inlet area: $(cat said)"
grep -q 'in gaps under 3 nodes  *0 %' said || fail "no share of gaps"
warned none --shape channel:w=3 --size 8,8,8 --voxel 2um -- $flow
grep -q 'inlet at z-: 9 nodes (14.1 % of the face), 3.6e-11 m2$' said || fail "inlet area in m2: $(cat said)"
warned '100 % of the non-solid nodes lie in gaps under 3 nodes' --shape slit:h=2 --size 8,8,8 -- $flow
# a slab of two layers between patches continues beyond them: no gap
warned none --shape box --size 8,8,2 -- $flow
warned '100 % of' --shape box --size 8,8,2 --
# two nodes between walls are a gap, unless the axis is periodic
warned none --shape slit:h=2 --size 8,2,8 -- --periodic y
# fluid in half of each layer, then in the whole layer: one step within the domain, and another across the seam
awk 'BEGIN { for (i = 0; i < 512; i++) printf "%s", (i >= 256 || i % 64 < 32 ? "F" : "s") }' >step.raw
warned '50 % of their nodes are solid on one side only, 7.14 % from' --raw 8,8,8,u8 --fluid equal=70 step.raw -- --periodic z
warned none --shape spheres:porosity=0.6,d=16,periodic --size 32,32,32 -- --periodic xyz --keep largest
warned none --shape spheres:porosity=0.6,d=16 --size 24,32,32 --mirror x -- --periodic x --keep largest
warned 'across the periodic axis x do not match' --shape spheres:porosity=0.6,d=16 --size 24,32,32 -- --periodic x \
  --keep largest
# two chambers without a connection
awk 'BEGIN { for (i = 0; i < 576; i++) printf "%s", (int(i / 64) == 4 ? "s" : "F") }' >wall.raw
warned 'no path leads from the inlet z- to the outlet z+' --raw 8,8,9,u8 --fluid equal=70 wall.raw -- $flow
expect 2 tessera tile made.vox --lint=maybe -o made.tile
one_line '--lint maybe: expected no, warn or strict'
