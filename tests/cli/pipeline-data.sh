#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The whole pipeline on real images, with a few steps only: a part of the soil stack, whose file names contain spaces,
# and a Berea block; through pipes and through files.
. "$srcdir/tests/lib.sh"
need_data berea_block00_128_u8.raw.gz soil
digest() { tessera stats --digest "$@"; }
run() { expect 5 tessera run --permeability z --steps 5 --quiet "$@" 2>said; }

# answers FLOW NAME: every report of probe
answers() {
  tessera probe "$1" --permeability --json >"$2.json"
  tessera probe "$1" --quiet --png "$2.png" --slice z=10 --vtk "$2.vti" >"$2.said"
  [ "$(head -c 4 "$2.png" | tail -c 3)" = PNG ] || fail "$2.png is no PNG"
  grep -a -q '<VTKFile type="ImageData"' "$2.vti" || fail "$2.vti is no VTK image"
  awk -v k="$(json "$2.json" permeability 0 voxel2)" 'BEGIN { exit !(k > 0) }' || fail "no flow through $2"
}

# whole NAME VOXELIZE-OPTION... FILE...: the whole pipeline; voxelize reads the standard input of this function
whole() {
  name=$1; shift
  tessera voxelize --quiet "$@" >"$name.vox"
  tessera tile "$name.vox" --inlet z- --outlet z+ --keep percolating=z --quiet -o "$name.tile" 2>said
  run "$name.tile" -o "$name.flow" >said
  tessera tile --inlet z- --outlet z+ --keep percolating=z --quiet <"$name.vox" 2>said | tee piped.tile |
    { run - || echo "$?"; } >piped.flow
  [ "$(digest piped.tile)" = "$(digest "$name.tile")" ] || fail "$name: file and pipe make different domains"
  [ "$(digest piped.flow)" = "$(digest "$name.flow")" ] || fail "$name: file and pipe make different flows"
  answers "$name.flow" "$name"
  answers piped.flow piped
  for kind in json png vti; do
    cmp "$name.$kind" piped.$kind || fail "$name: file and pipe make different $kind"
  done
}

! hurried && slices=60 || slices=20
whole soil --threshold otsu --crop 100:180,150:230,0:$slices "$TESSERA_DATA"/soil/*.tif
[ "$(json soil.json permeability 0 m2)" = null ] || fail "the soil stack has no voxel size, but a permeability in m2"

gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" >block.raw
whole berea --raw 128,128,128,u8 --fluid equal=0 --voxel 5.345um --crop 0:128,0:128,0:$slices block.raw
near "$(json berea.json permeability 0 m2)" \
  "$(json berea.json permeability 0 voxel2 | awk '{ print $1 * 5.345e-6 ^ 2 }')" 1e-5
