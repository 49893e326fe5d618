#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Permeability and velocity of ducts against the series of Stokes flow, and of a stair-case tube against Poiseuille.
. "$srcdir/tests/lib.sh"
series=$(cat "$srcdir/tests/flow/permeability/series.awk")

# permeability <VOXELS: along z, in voxel^2 of the whole box; the flow is in flow.tile.
# k of TRT does not depend on tau; with a larger tau fewer steps are needed.
permeability() {
  tessera tile --quiet --periodic z | tessera run --quiet --permeability z --tau 2 --json -o flow.tile >r.json
  json r.json permeability 0 voxel2
}
# open_duct H W NODES K: K, of a box NODES nodes wide, is that of an H x W duct. Half-way walls with TRT 3/16 are exact
# at the nodes of a slit, and the mean over the nodes is too high by 1/24 voxel^2 (midpoint rule for a parabola); in a
# duct the excess is a little less. 0.02 is one part in 280 of the smallest value here.
open_duct() {
  awk -v h="$1" -v w="$2" -v nodes="$3" -v k="$4" "$series"'
    BEGIN {
      excess = k * nodes / (h * w) - duct_mean(h, w)
      printf "ducts: %d x %d: k = %.6f voxel^2, %.6f above the series\n", h, w, duct_mean(h, w) + excess, excess
      exit !(excess > 0.02 && excess < 1 / 24)
    }' || fail "permeability of a duct of $1 x $2"
}

# The series itself: <u> mu / (G h^2) and u_max mu / (G h^2) as tabulated for aspect ratios 1 and 2.
awk "$series"'
  function off(a, b) { return (a - b) ^ 2 > 1e-16 }
  BEGIN { exit off(duct_mean(1, 1), 0.03514425) || off(duct_mean(1, 2), 0.05717042) ||
               off(duct_velocity(1, 1, 0, 0), 0.07367135) || off(duct_velocity(1, 2, 0, 0), 0.11387183) }' ||
  fail "the series"

# Square duct of 16 nodes in a box of 20.
open_duct 16 16 400 "$(tessera voxelize --quiet --shape channel:w=16 --size 20,20,1 | permeability)"

# Velocity at the nodes of a row in the middle and of one beside the wall, relative to the largest, within 0.2 %: the
# scheme is exact for parabolas, and its error is the fourth derivatives of the series (largest where walls meet).
tessera probe --line 2,9,0:17,9,0:16 --line 2,2,0:17,2,0:16 --csv flow.tile >rows.csv
awk -F, "$series"'
  /distance/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
  NF {
    u = $column["uz"]; exact = duct_velocity(16, 16, $column["x"] - 9.5, $column["y"] - 9.5)
    top_u = u > top_u ? u : top_u; top_exact = exact > top_exact ? exact : top_exact
    u_of[++nodes] = u; exact_of[nodes] = exact
  }
  END {
    for (i = 1; i <= nodes; i++) {
      error = u_of[i] / top_u - exact_of[i] / top_exact
      worst = error ^ 2 > worst ^ 2 ? error : worst
    }
    printf "ducts: largest deviation of %d velocities: %.5f of the maximum\n", nodes, worst
    exit !(nodes == 32 && worst ^ 2 < 0.002 ^ 2)
  }' rows.csv || fail "velocity in a square duct"

# Files drawn by others; all their slices are equal, so that one is enough.
need_data rect_channel_24_14_50.raw ptube_54_54_50.raw
open_duct 10 20 336 "$(tessera voxelize --quiet --raw 24,14,50,u8 --fluid equal=0 --crop 0:24,0:14,0:1 \
  "$TESSERA_DATA/rect_channel_24_14_50.raw" | permeability)"

# Tube of 50 voxels: flux pi R^4 / 8 over the 54 x 54 voxels of the box. Stair-case: 1976 voxels where the circle has
# 1963.5, 0.6 % more, and the flux goes with the square of the area: within 1.5 %.
k=$(tessera voxelize --quiet --raw 54,54,50,u8 --fluid equal=0 --crop 0:54,0:54,0:1 \
  "$TESSERA_DATA/ptube_54_54_50.raw" | permeability)
exact=$(awk 'BEGIN { print atan2(0, -1) * 25 ^ 4 / 8 / 54 ^ 2 }')
echo "ducts: tube: k = $k voxel^2, Poiseuille $exact"
near "$k" "$exact" 0.015
