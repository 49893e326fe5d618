# SPDX-License-Identifier: BSD-3-Clause
# Layouts of sparse domains (sparse/) beside those of tessera-run, for layouts.sh and layouts-gpu.sh, which source this
# file after setting device, sparse (the program), side, diameter, tree (sizes), ways (layouts in fp64; empty: all in fp64
# and fp32) and domains: porosities of random
# spheres in a cube of that side, all axes periodic; 1 is the full box; vessel is a tree of tubes. First each layout must
# agree with a naive step. Then each has a row: MFLUPS (median of 7, least and most), bytes stored per node and moved per
# node and step, and the predictions of the formulas for both. Writes layouts-$device.csv in BENCH_OUT (papers/003 in the
# build folder). LIMIT=SECONDS: no domain starts after that time.
results=${BENCH_OUT:-$builddir/papers/003}
mkdir -p "$results"
results=$(cd "$results" && pwd)
here=$srcdir/tests/papers/003-sparse
ends=$(($(date +%s) + ${LIMIT:-540}))
force=1e-6,2e-6,-3e-6 tau=0.8
kinds=${KINDS:-fp64-bgk fp64-trt fp32-bgk fp32-trt}

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
    "$sparse" check check.tile >said || { cat said >&2; fail "a layout is wrong in $shape"; }
    awk -F, -v shape=$shape 'NR > 1 { n++; if ($4 + 0 > worst[$2] + 0) worst[$2] = $4 }
      END { printf "check %s: %d good, largest differences %s (fp64) and %s (fp32)\n", shape, n, worst["fp64"] + 0,
          worst["fp32"] + 0 }' said
  done
}
# run NAME LAYOUT PRECISION COLLISION: the same row, measured with tessera-run
run() {
  timeout 60 tessera-run --quiet --benchmark --json --device "$device" --layout "$2" --precision "$3" --collision "$4" \
    --force $force --tau $tau "$1.tile" >r.json 2>error || { echo "layouts: $*: $(head -n 1 error)" >&2; return 0; }
  awk -F, -v name="$1" -v layout="$2" -v precision="$3" -v collision="$4" -v run=r.json -f "$srcdir/tests/bench/json.awk" \
      -f "$here/layouts-run.awk" about
}
rows_of() {
  "$sparse" about "$1.tile" >about || fail "nothing about $1"
  for kind in $kinds; do
    run "$1" packed "${kind%-*}" "${kind#*-}"
    [ "${kind#*-}" != bgk ] || run "$1" t2c "${kind%-*}" bgk
  done
  "$sparse" "$1.tile" | sed "1d; s/^/$1,/; s/$/,/"
}

check >checks
for name in $domains; do make_domain "$name" & done
wait
table=$results/layouts-$device.csv
heading=domain,porosity,utilisation,layout,precision,collision,mflups,min,max,holds,moves
heading=$heading,model_holds,model_moves,model_moves_rows,copy_GBps
echo $heading >"$table"
for name in $domains; do
  [ "$(date +%s)" -lt "$ends" ] || { echo "layouts: no time for $name" >&2; continue; }
  rows_of "$name" >>"$table"
done
