#!/bin/sh
# Speed of voxelize and tile on 256^3 voxels: seconds of three runs (least, median, most) and voxels a second of the
# median. Nothing here fails: a time is never a test. Leaves bench/tools.csv in the build folder.
# BENCH_VOXELS=N: N^3 voxels.
. "$srcdir/tests/lib.sh"
results=$builddir/bench
mkdir -p "$results"
n=${BENCH_VOXELS:-256}
size=$n,$n,$n

clock() { date +%s.%N; }
echo "what,least_s,median_s,most_s,Mvoxel_per_s" >table
# measure WHAT COMMAND...
measure() {
  what=$1; shift
  for run in 1 2 3; do
    start=$(clock)
    "$@" 2>said || { cat said >&2; fail "$what"; }
    awk -v from="$start" -v to="$(clock)" 'BEGIN { printf "%.3f\n", to - from }'
  done | sort -n | paste -s -d , - | awk -F, -v what="$what" -v n="$n" '
    { printf "%s,%s,%.1f\n", what, $0, n ^ 3 / $2 * 1e-6 }' >line
  cat line >>table
  awk -F, '{ printf "%-32s %7.3f s (%.3f ... %.3f) %8.1f Mvoxel/s\n", $1, $3, $2, $4, $5 }' line
}
shape="spheres:porosity=0.3,d=40,seed=1"
tessera voxelize --quiet --shape "$shape" --size "$size" -o spheres.vox
# the same as an image of one byte a voxel, where "1" is fluid
"$builddir/voxels" <spheres.vox | grep '^[01]*$' | tr -d '\n' >spheres.raw
[ "$(wc -c <spheres.raw)" = $((n * n * n)) ] || fail "the raw image"

measure "voxelize a shape" tessera voxelize --quiet --shape "$shape" --size "$size" -o a.vox
measure "voxelize raw u8" tessera voxelize --quiet --raw "$size,u8" --fluid equal=49 spheres.raw -o a.vox
measure "voxelize raw u8 (Otsu)" tessera voxelize --quiet --raw "$size,u8" --threshold otsu spheres.raw -o a.vox
measure "tile" tessera tile --quiet spheres.vox -o a.tile
measure "tile at offset 0" tessera tile --quiet --offset 0,0,0 spheres.vox -o a.tile
measure "tile in Hilbert order" tessera tile --quiet --order hilbert spheres.vox -o a.tile
measure "tile percolating periodic" tessera tile --quiet --keep percolating --periodic xyz spheres.vox -o a.tile
cp table "$results/tools.csv"
echo "tools: $results/tools.csv"
