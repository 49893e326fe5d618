# SPDX-License-Identifier: BSD-3-Clause
# Cases of sparse domains as the formulas of tessera-stats see them, for the scripts that source this file after lib.sh.
# The paper calls the share of solid nodes porosity, and that of the others solidity: its ras_0.9 has a porosity of 0.1
# here.
here=$srcdir/tests/papers/003-sparse
columns=name,lattice,tiles,porosity,utilisation,boundary,alpha,beta
for kind in m b w mi bi; do columns=$columns,$kind-cm,$kind-fia,$kind-t2c,$kind-tgb; done
# row NAME LATTICE <STREAM
row() {
  tessera-stats --json --bandwidth 1 --precision "${precision:-fp64}" --lattice "$2" >r.json
  awk -v name="$1" -v run=r.json -f "$srcdir/tests/bench/json.awk" -f "$here/cases.awk"
}
# spheres SOLID SIDE: a share of solid, spheres of diameter 40, periodic
spheres() {
  tessera-voxelize --quiet --size "$2,$2,$2" \
    --shape "spheres:porosity=$(awk -v s="$1" 'BEGIN { print 1 - s }'),d=40,seed=1,periodic" |
    tessera-tile --quiet --lint no --periodic xyz 2>>said
}
tubes() { tessera-voxelize --quiet --shape vessel --size "$1" | tessera-tile --quiet --lint no 2>>said; }
# chip WIDTH: eight turns, legs 24 widths long, walls of 6 nodes between them, with which channels of 32 nodes have the
# memory that the paper states for its chips of 32; in a frame of solid, so that a fifth of the nodes is not solid
chip() {
  pitch=$(($1 + 6))
  nx=$((8 * pitch + $1)) ny=$((24 * $1 + 2 * pitch))
  area=$((9 * ny * $1))
  frame=$(awk -v a=$area -v x=$nx -v y=$ny 'BEGIN { w = (sqrt((x + y) ^ 2 + 4 * (5 * a - x * y)) - x - y) / 4
    print w < 0 ? 0 : int(w) }')
  frame=$((frame / 16 * 16))
  tessera-voxelize --quiet --shape "chip:width=$1,pitch=$pitch,turns=8" --size "$nx,$ny,1" --pad "x-=$frame:solid" \
    --pad "x+=$frame:solid" --pad "y-=$frame:solid" --pad "y+=$frame:solid" 2>>said
}
# The cases of the paper's table, as rows.
all_cases() {
  for solid in 0.7 0.8 0.9; do spheres $solid 192 | row ras_$solid d3q19; done
  tubes 288,288,576 | row tubes d3q19
  if [ -e "${TESSERA_DATA:-}/aorta-surface.stl" ]; then
    tessera-voxelize --quiet --size 400 "$TESSERA_DATA/aorta-surface.stl" 2>>said | tessera-tile --quiet --lint no 2>>said |
      row aorta d3q19
  fi
  for width in 8 16 32; do chip $width | row "chip_$width" d2q9; done
}
