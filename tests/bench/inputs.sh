#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Speed and memory of voxelize on every kind of image; for TIFF also libtiff that only decodes the same file, in
# alternation. Medians of five runs: megabytes of decoded image per second, the ratio to libtiff's speed, the peak
# memory. The voxels are discarded. Nothing here fails: a time is never a test. BENCH_IMAGE=N: N^3 voxels. Writes
# bench/inputs.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/bench
mkdir -p "$results"
n=${BENCH_IMAGE:-384}
speed=$builddir/tests/tiff_speed

# turn NAME COMMAND...: appends the seconds and the memory in KiB
turn() {
  into=$1; shift
  "$builddir/tests/peak" "$@" 2>said >/dev/null || { cat said >&2; fail "$*"; }
  tail -1 said >>"$into"
}
median() { sort -n "$1" | sed -n 3p | cut -d ' ' -f "$2"; }
echo "input,MB,seconds,MB_per_s,share_of_libtiff,peak_MiB" >table
# row NAME BITS ARGUMENT... [-- FILE...]: voxelize with the arguments; the files are decoded by libtiff for comparison
row() {
  what=$1 bits=$2 arguments=; shift 2
  rm -f ours theirs
  while [ $# -gt 0 ] && [ "$1" != -- ]; do arguments="$arguments $1"; shift; done
  [ $# = 0 ] || shift
  for run in 1 2 3 4 5; do
    turn ours tessera-voxelize --quiet $arguments "$@"
    [ $# = 0 ] || turn theirs "$speed" decode "$@"
  done
  awk -v what="$what" -v mb="$(awk -v n="$n" -v b="$bits" 'BEGIN { print n ^ 3 * b / 8e6 }')" -v s="$(median ours 1)" \
    -v k="$(median ours 2)" -v t="$([ $# = 0 ] || median theirs 1)" 'BEGIN {
      printf "%s,%.1f,%.3f,%.0f,%s,%.1f\n", what, mb, s, mb / s, t == "" ? "" : sprintf("%.2f", t / s), k / 1024 }' >line
  cat line >>table
  awk -F, '{ printf "%-26s %8.1f MB %7.3f s %7.0f MB/s %6s of libtiff %7.1f MiB\n", $1, $2, $3, $4, $5, $6 }' line
}

for type in u8 u16 f32 u1; do
  bits=${type#?} threshold=120
  case $type in u16) threshold=30840 ;; u1) threshold=1 ;; esac
  for codec in none lzw deflate zstd; do
    "$speed" make a.tif "$n" "$n" $type $codec || continue
    row "TIFF $type $codec" "$bits" --threshold $threshold -- a.tif
    [ $type-$codec != u8-none ] && [ $type-$codec != u8-lzw ] || row "TIFF $type $codec Otsu" "$bits" --threshold otsu -- a.tif
  done
done
"$speed" make a.tif "$n" "$n" ome none
row "OME-TIFF u8" 8 --threshold 120 -- a.tif
"$speed" make a.tif "$n" "$n" imagej none
row "ImageJ u8 one page" 8 --threshold 120 a.tif
rm a.tif
mkdir scan
for z in $(seq "$n"); do "$speed" make scan/$z.tif "$n" 1 u8 none; done
row "folder of TIFFs u8" 8 --threshold 120 -- scan/*.tif
rm -r scan
"$speed" make a.tif "$n" "$n" imagej none
tail -c $((n * n * n)) a.tif >a.raw
rm a.tif
row "raw u8" 8 --raw "$n,$n,$n,u8" --threshold 120 a.raw
row "raw u8 Otsu" 8 --raw "$n,$n,$n,u8" --threshold otsu a.raw
{ printf 'ObjectType = Image\nNDims = 3\nDimSize = %d %d %d\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n' "$n" "$n" "$n"
  cat a.raw; } >a.mha
row "MetaImage u8" 8 --threshold 120 a.mha
rm a.mha
{ printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: %d %d %d\nencoding: gzip\n\n' "$n" "$n" "$n"; gzip -1 <a.raw; } >a.nrrd
row "NRRD u8 gzip" 8 --threshold 120 a.nrrd
rm a.nrrd a.raw
row "shape: spheres" 8 --shape spheres:porosity=0.3,d=40,seed=1 --size "$n,$n,$n"
cp table "$results/inputs.csv"
echo "inputs: $results/inputs.csv"
