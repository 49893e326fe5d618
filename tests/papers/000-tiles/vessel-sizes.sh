# SPDX-License-Identifier: BSD-3-Clause
# The vessels of the paper: trees of tubes of its utilisation, and the aorta of TESSERA_DATA, closed, as long as the
# paper's (442 voxels) and coarser, so that it has the paper's utilisation.
aneurysm=vessel@1136x1136x240 coarctation=vessel-small@324x324x40
aorta_long='--size 442' aorta_coarse='--voxel 0.3225mm'
# aorta_voxels OPTIONS FILE: returns 1 without the data
aorta_voxels() {
  [ -e "${TESSERA_DATA:-/none}/aorta-surface.stl" ] || return 1
  # shellcheck disable=SC2086 # options
  tessera-voxelize --quiet "$TESSERA_DATA/aorta-surface.stl" $1 -o aorta.vox
  tessera-tile --quiet --lint no aorta.vox -o "$2" 2>>said
  for precision in fp64 fp32; do
    tessera-stats --json --bandwidth 1000 --precision $precision "$2" >"${2%.tile}-$precision.json" 2>>said
  done
}
