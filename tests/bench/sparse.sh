#!/bin/sh
# make bench-sparse: the papers' layouts of sparse domains (tests/bench/sparse/) beside those of tessera-run, on one
# GPU: spheres of diameter 40 in 256^3 at porosities 1 ... 0.1, all axes periodic, and a tree of tubes; in the full box
# also moments instead of populations, and split and reversed propagation. First every layout must agree with a naive
# step; then each has a row: MFLUPS (median of 7, least and most), bytes stored per node and moved per node and step,
# and the predictions of the formulas for both. Nothing fails because of a speed. Writes sparse.csv and sparse.md in
# BENCH_OUT (bench in the build folder).
#   SPARSE=PROGRAM   default tests/sparse-cuda of the build folder; tests/sparse with DEVICE=cpu tries the script
#   DEVICE=cuda   SCALE=full or tiny   DOMAINS="1 0.7 vessel"   LIMIT=SECONDS: no domain starts after that time
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/bench/gpu/gpu-measure.sh"
device=${DEVICE:-cuda}
sparse=${SPARSE:-$builddir/tests/sparse-cuda}
ends=$(($(date +%s) + ${LIMIT:-540}))
case ${SCALE:-full} in
  full) side=256 diameter=40 tree=480,480,960 ;;
  tiny) side=32 diameter=12 tree=32,32,64 ;;
  *) echo "sparse: SCALE=$SCALE: full or tiny" >&2; exit 2 ;;
esac
domains=${DOMAINS:-1 0.7 0.2 0.5 0.1 vessel 0.3 0.9}
force=1e-6,2e-6,-3e-6 tau=0.8

# make_domain NAME: as many at a time as there are processors
make_domain() {
  case $1 in
    1) shape=box size=$side,$side,$side axes=xyz ;;
    vessel) shape=vessel size=$tree axes=z ;;
    *) shape=spheres:porosity=$1,d=$diameter,seed=1,periodic size=$side,$side,$side axes=xyz ;;
  esac
  tessera-voxelize --quiet --shape "$shape" --size "$size" |
    tessera-tile --quiet --lint no --periodic $axes -o "$1.tile" 2>"$1.said"
}
check() {
  for shape in spheres:porosity=0.5,d=9,seed=1,periodic vessel box; do
    axes=z
    [ $shape != box ] || axes=xyz
    tessera-voxelize --quiet --shape $shape --size 32,32,64 | tessera-tile --quiet --lint no --periodic $axes -o check.tile 2>said
    "$sparse" check check.tile >said || { cat said; fail "a layout is wrong in $shape"; }
    awk -F, -v shape=$shape 'NR > 1 { n++; if ($4 + 0 > worst[$2] + 0) worst[$2] = $4 }
      END { printf "check %s: %d good, largest differences %s (fp64) and %s (fp32)\n", shape, n, worst["fp64"] + 0, worst["fp32"] + 0 }' said
  done
}
# run NAME LAYOUT PRECISION COLLISION: the same row, measured with tessera-run
run() {
  timeout 60 tessera-run --quiet --benchmark --json --device "$device" --layout "$2" --precision "$3" --collision "$4" \
    --force $force --tau $tau "$1.tile" >r.json 2>error || { echo "sparse: $*: $(head -n 1 error)" >&2; return 0; }
  awk -F, -v name="$1" -v layout="$2" -v precision="$3" -v collision="$4" -v run=r.json -f "$srcdir/tests/bench/json.awk" -f "$srcdir/tests/bench/sparse-run.awk" about
}
rows_of() {
  "$sparse" about "$1.tile" >about || fail "nothing about $1"
  for precision in fp64 fp32; do
    for collision in bgk trt; do
      run "$1" packed $precision $collision
    done
    run "$1" t2c $precision bgk
  done
  "$sparse" "$1.tile" | sed "1d; s/^/$1,/; s/$/,/"
}

check
for name in $domains; do make_domain "$name" & done
wait
table=$results/sparse.csv
heading=domain,porosity,utilisation,layout,precision,collision,mflups,min,max,holds,moves,model_holds,model_moves,model_moves_rows,copy_GBps
echo $heading | tee "$table"
for name in $domains; do
  [ "$(seconds_left)" -gt 0 ] || { echo "sparse: no time for $name" >&2; continue; }
  rows_of "$name" | tee -a "$table"
done
awk -F, -f "$srcdir/tests/bench/sparse-show.awk" "$table" | tee "$results/sparse.md"
