#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# voxelize --labels --fluid equal= keeps labels in the stream, tile gives them to the nodes of the domain.
. "$srcdir/tests/lib.sh"
export unwritten="no.vox"

# Three labels in layers along z: 2 with 0, 2 with 87, 3 with 182; 5 x 4 voxels each; and one voxel of 255.
awk 'BEGIN { for (z = 0; z < 7; z++) for (i = 0; i < 20; i++)
  printf "%s", z == 6 && i == 19 ? "\\377" : z < 2 ? "\\0" : z < 4 ? "\\127" : "\\266" }' >octal
printf "$(cat octal)" >phases.raw
raw="--raw 5,4,7,u8 phases.raw"
tessera voxelize --quiet $raw --labels --fluid equal=87,182 -o labels.vox
tessera voxelize --quiet $raw --fluid equal=87,182 -o plain.vox
is "$(head -n 10 labels.vox | grep -a '^classes: ')" "classes: solid 87 182"
is "$(tessera stats --digest labels.vox)" "$(tessera stats --digest plain.vox)"
tessera tile --check=full labels.vox >said || fail "$(cat said)"
# labels FILE NUMBER MEAN: of those of the nodes
labels() {
  tessera probe --json "$1" >r.json
  is "$(json r.json values label nodes)" "$2"
  near "$(json r.json values label mean)" "$3" 1e-12
}
tessera tile --quiet --lint no --offset 1,2,3 labels.vox -o labels.tile
labels labels.tile 99 "$(awk 'BEGIN { printf "%.17g", (40 * 87 + 59 * 182) / 99 }')"
tessera probe --csv --point 1,1,2 --point 1,1,5 labels.tile >table
is "$(cut -d, -f 1-5 table | tail -n 2 | tr '\n' ' ')" "1,1,2,0,87 1,1,5,0,182 "
tessera tile --quiet --lint no --where 'label==87' labels.tile -o one.tile
labels one.tile 40 87
tessera tile --quiet --lint no plain.vox -o plain.tile
refused 3 "contains a domain, not a flow" tessera probe plain.tile

# a fraction is met by the number of the type nearest to it: 0.7 of f32 is not that of f64
printf '\63\63\63\77\0\0\0\77' >real.raw # 0.7 0.5
is "$(tessera voxelize --quiet --raw 2,1,1,f32 real.raw --fluid equal=0.7 | voxels | grep '^[01z]' | tr '\n' ' ')" "z=0 10 "

# a range, a mask, mirrored and padded
tessera voxelize --quiet $raw --labels --fluid equal=86-88 -o range.vox
is "$(head -n 10 range.vox | grep -a '^classes: ')" "classes: solid 86 87 88"

tessera tile --quiet --lint no range.vox -o range.tile
labels range.tile 40 87
tessera voxelize --quiet --shape tube:d=4 --size 5,4,1 -o disc.vox
tessera voxelize --quiet $raw --labels --fluid equal=0,87,182,255 --mask disc.vox --mirror xy --pad z-=2:solid -o all.vox
tessera tile --quiet --lint no all.vox -o all.tile
inside=$(tessera stats --json disc.vox >r.json && json r.json nonsolid)
labels all.tile "$((4 * 7 * inside))" "$(awk 'BEGIN { printf "%.17g", (2 * 87 + 3 * 182) / 7 }')"

refused 2 "keeps the labels that --fluid equal=A,B,... lists" tessera voxelize $raw --labels --fluid above -o no.vox
refused 2 "labels are whole numbers" tessera voxelize $raw --labels --fluid equal=1.5 -o no.vox
refused 2 "at most 255 labels" tessera voxelize $raw --labels --fluid equal=0-255 -o no.vox
refused 2 "leave out --mirror z" tessera voxelize $raw --labels --fluid equal=87 --mirror z -o no.vox
refused 2 "added layers have no label" tessera voxelize $raw --labels --fluid equal=87 --pad z-=2:fluid -o no.vox
refused 2 "makes no voxels without --fluid" tessera voxelize $raw --labels -o no.vox
