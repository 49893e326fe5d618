#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Speed of voxelize and tile on 256^3 voxels: seconds of three runs (least, median, most) and voxels per second of the
# median; then time and memory of one run on larger and larger images. Nothing here fails: a time is never a test.
# BENCH_VOXELS=N: N^3 voxels. BENCH_SIZES="N N ...": the sides of the larger images. Writes bench/tools.csv and
# bench/tools-size.csv in the build folder.
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
# the same as an image with one byte a voxel, in which "1" is fluid
"$builddir/voxels" <spheres.vox | grep '^[01]*$' | tr -d '\n' >spheres.raw
[ "$(wc -c <spheres.raw)" = $((n * n * n)) ] || fail "the raw image"

measure "voxelize a shape" tessera voxelize --quiet --shape "$shape" --size "$size" -o a.vox
measure "voxelize raw u8" tessera voxelize --quiet --raw "$size,u8" --fluid equal=49 spheres.raw -o a.vox
measure "voxelize raw u8 (Otsu)" tessera voxelize --quiet --raw "$size,u8" --threshold otsu spheres.raw -o a.vox
measure "voxelize raw u8 (walls)" tessera voxelize --quiet --walls --raw "$size,u8" --threshold 49 --fluid above spheres.raw -o a.vox
measure "voxelize a shape (walls)" tessera voxelize --quiet --walls --shape "$shape" --size "$size" -o a.vox
measure "tile" tessera tile --quiet spheres.vox -o a.tile
measure "tile at offset 0" tessera tile --quiet --offset 0,0,0 spheres.vox -o a.tile
measure "tile in Hilbert order" tessera tile --quiet --order hilbert spheres.vox -o a.tile
measure "tile percolating periodic" tessera tile --quiet --keep percolating --periodic xyz spheres.vox -o a.tile
cp table "$results/tools.csv"
echo "tools: $results/tools.csv"

# Random spheres of porosity 0.3 from an image with one byte a voxel to a domain; for each program the time, the voxels
# and megabytes of image a second, and the largest memory, also in bytes a voxel. A tile itself takes 20 bytes.
echo "voxels,what,seconds,MB_per_s,peak_MiB,peak_bytes_per_voxel,tiles" >sizes
# once WHAT N COMMAND...
once() {
  what=$1 n=$2; shift 2
  "$builddir/tests/peak" "$@" >report 2>said || { cat said >&2; fail "$what"; }
  tiles=$(sed -n 's/^tiles: //p;/^tiles: /q' b.tile 2>/dev/null | head -1)
  tail -1 said | awk -v what="$what" -v n="$n" -v tiles="$tiles" '
    { printf "%d,%s,%.2f,%.1f,%.1f,%.4f,%s\n", n ^ 3, what, $1, n ^ 3 / $1 * 1e-6, $2 / 1024, $2 * 1024 / n ^ 3, tiles }' >line
  cat line >>sizes
  awk -F, -v n="$n" '{ printf "%4d^3 %-12s %8.2f s %8.1f MB/s %9.1f MiB = %.4f bytes/voxel\n", n, $2, $3, $4, $5, $6 }' line
}
for n in ${BENCH_SIZES:-256 512 1024}; do
  rm -f b.*
  once "shape" "$n" tessera voxelize --quiet --shape "$shape" --size "$n,$n,$n" -o b.vox
  once "tile" "$n" tessera tile --quiet --inlet z- --outlet z+ b.vox -o b.tile
  once "stats" "$n" tessera stats --bandwidth 1 b.tile
  "$builddir/voxels" <b.vox | grep '^[01]*$' | tr -d '\n' >b.raw
  rm b.vox b.tile
  once "voxelize" "$n" tessera voxelize --quiet --raw "$n,$n,$n,u8" --fluid equal=49 b.raw -o b.vox
done
# A torus of 1.5 million triangles into 512 x 512 x 148 voxels, and a sphere of as many into 512^3, with wall distances.
for what in torus sphere; do
  awk -v what=$what 'BEGIN {
    m = 1000; n = 750; pi = atan2(0, -1); sphere = what == "sphere"
    for (i = 0; i < m; i++)
      for (k = 0; k < n; k++) {
        u = 2 * pi * i / m; v = sphere ? pi * (k + 0.5) / n : 2 * pi * k / n
        ring = sphere ? 20 * sin(v) : 20 - 8 * cos(v)
        printf "v %.9g %.9g %.9g\n", ring * cos(u), ring * sin(u), sphere ? -20 * cos(v) : 8 * sin(v)
      }
    for (i = 0; i < m; i++)
      for (k = 0; k < n - sphere; k++) {
        a = i * n; b = (i + 1) % m * n; l = (k + 1) % n
        print "f", a + k + 1, b + k + 1, b + l + 1, a + l + 1
      }
  }' >b.obj
  once "$what" 512 tessera voxelize --quiet b.obj --size 510 --cap -o b.vox
done
cp sizes "$results/tools-size.csv"
echo "tools: $results/tools-size.csv"
