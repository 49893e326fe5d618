#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The D2Q9 rows of the table of speeds, on one GPU: BGK, quasi-compressible, fp64, tiles of 16 x 16 nodes with one copy
# and ghost buffers, a block of threads a tile (plane/plane_cuda.cu); the same without the barrier, and without the code of
# ghost buffers, both of which compute a wrong flow and tell what the parts cost, as the paper does; and tessera-run with
# lattice d2q9 (two copies; BGK and MRT). A square chamber of 4096^2 nodes (paper: a chamber with a moving lid), cylinders and a
# chip.
# First the populations must be those of a naive step.
#   SIDE=4096   DEVICE=cuda; with cpu the same kernel on the CPU tries the script
srcdir=${srcdir:-$(cd "$(dirname "$0")/../../.." && pwd)}
. "$srcdir/tests/papers/lib.sh"
side=${SIDE:-4096}
device=${DEVICE:-cuda}
plane=$builddir/tests/plane-cuda nodes=
[ "$device" = cuda ] || plane=$builddir/tests/plane nodes=nodes
results=${BENCH_OUT:-$builddir/papers/003}
mkdir -p "$results"
[ -x "$plane" ] || skip "built without CUDA"
"$plane" check >said 2>&1 || { cat said >&2; fail "the populations are wrong"; }
echo shape,nx,ny,porosity,utilisation,way,mlups,min,max,bytes_a_node,copy_GBps >"$results/plane-gpu.csv"
for shape in cavity cylinders:c=0.5,cell=64 chip:width=32,pitch=38; do
  tessera-voxelize --quiet --shape "$shape" --size "$side,$side,1" --export picture.raw -o slice.vox
  tessera-tile --quiet --lint no slice.vox -o slice.tile
  "$plane" picture.raw "$side" "$side" $nodes | sed "1d; s/^/${shape%%:*},/"
  tessera-stats --json slice.tile >s.json
  for collision in bgk mrt; do
    tessera-run --benchmark --json --quiet --collision $collision --device "$device" --lattice d2q9 slice.tile >r.json
    awk -v name="${shape%%:*}" -v side="$side" -v way="two copies$([ $collision = bgk ] || echo ", $collision")" \
      -f "$srcdir/tests/bench/json.awk" -f - /dev/null <<'AWK'
BEGIN {
  json(slurp("r.json"), r); json(slurp("s.json"), s)
  gsub(",", ";", way)
  printf "%s,%d,%d,%.4f,%.4f,%s,%.1f,%.1f,%.1f,%.1f,%.1f\n", name, side, side, s["nonsolid"] / side ^ 2, s["utilisation"],
    way, r["benchmark.step.mflups"], r["benchmark.step.min"], r["benchmark.step.max"], r["memory"] / s["nonsolid"],
        r["copy_bandwidth"]
}
AWK
  done
done >>"$results/plane-gpu.csv"
about "$device"
# the paper: GTX Titan, 288.4 GB/s; 144 bytes a node
heads 'picture|porosity|way|MLUPS|least ... most|share of the copy bandwidth|by ghost buffers|bytes a node|the paper, MLUPS' \
  'share of 288.4 GB/s'
awk -F, 'NR > 1 {
    if ($6 == "ghost buffers") base = $7
    paper = $1 != "cavity" ? "" : $6 == "without barrier" ? 1300 : $6 == "without ghost code" ? 1615 : ""
    printf "| %s | %.2f | %s | %.0f | %.0f ... %.0f | %.2f | %.2f | %.0f | %s | %s |\n", $1, $4, $6, $7, $8, $9,
      $7 * 144 / ($11 * 1e3), $7 / base, $10, paper, paper == "" ? "" : sprintf("%.2f", paper * 144 / 288.4e3)
  }' "$results/plane-gpu.csv"
verdict "$(awk -F, 'NR > 1 { v[$1, $6] = $7; share[$1, $6] = $7 * 144 / ($11 * 1e3) }
  END { printf "In the chamber the step with ghost buffers reaches %.2f of the copy bandwidth; without the barrier it is %.2f " \
      "times as fast and without the code of ghost buffers %.2f times (the paper: 1300 and 1615 MLUPS, the second 1.24 times the " \
      "first; here %.2f); two copies are %.2f times as fast as ghost buffers.\n",
    share["cavity", "ghost buffers"], v["cavity", "without barrier"] / v["cavity", "ghost buffers"],
    v["cavity", "without ghost code"] / v["cavity", "ghost buffers"],
        v["cavity", "without ghost code"] / v["cavity", "without barrier"],
    v["cavity", "two copies"] / v["cavity", "ghost buffers"] }' "$results/plane-gpu.csv")"
