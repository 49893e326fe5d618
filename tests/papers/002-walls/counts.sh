#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Section 8: the boundary nodes of a sphere of diameter 30, and the accesses to memory that the rule adds. The centre of
# the sphere lies amid eight nodes; a boundary node has a cut link; the paper's rule reads two populations more for each
# cut link. Ours reads none, since a node stores what bounces back (solver/physics/wall_links.h), but the distance of
# each link and, by masks, the first cut link of each tile.
. "$srcdir/tests/papers/lib.sh"
printf '17.5 17.5 17.5 30\n' >sphere
tessera voxelize --quiet --walls --shape spheres:list=sphere --size 36,36,36 |
    tessera tile --quiet --lint no --periodic xyz -o sphere.tile
links=$(tessera stats --json sphere.tile | awk -v file=- -v key=wall_links -f "$srcdir/tests/bench/json.awk")
nodes=$(awk 'BEGIN {
  for (z = 0; z < 36; z++) for (y = 0; y < 36; y++) for (x = 0; x < 36; x++) {
    if (solid(x, y, z)) continue
    found = 0
    for (c = -1; c < 2 && !found; c++) for (b = -1; b < 2 && !found; b++) for (a = -1; a < 2 && !found; a++)
      found = a * a + b * b + c * c < 3 && solid(x + a, y + b, z + c)
    nodes += found
  }
  print nodes
}
function solid(x, y, z) { return (x - 17.5) ^ 2 + (y - 17.5) ^ 2 + (z - 17.5) ^ 2 < 225 }')
about
heads 'what|paper|ours|ratio'
echo "$nodes $links" | awk '{
  printf "| boundary nodes | 3960 | %d | %.3f |\n| accesses to populations that the rule of the paper adds | 32736 | %d | %.3f " \
      "|\n", $1, $1 / 3960, 2 * $2, 2 * $2 / 32736
  printf "| bytes of these accesses, fp32 | %d | 0 | 0 |\n| bytes of distances | %d | %d | %.3f |\n", 4 * 32736, 4 * 16368,
      4 * $2, $2 / 16368 }'
verdict "$(echo "$nodes $links" | awk '{
  print ($1 == 3960 && 2 * $2 == 32736 ? "Both counts of the paper come out exactly" \
      : "The counts differ from those of the paper") ": " $2 " cut links at " $1 " nodes, for each of which the paper reads two " \
      "more populations and we read none." }')"
