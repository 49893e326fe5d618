#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Speed of the CPU solver on two threads, in boxes of 160^3 nodes: MFLUPS of the full step (median, least, most), and
# its fraction of the copy bandwidth measured in the same run, with 2 x 19 populations moved per node. "aim" is the goal
# of the project; nothing here fails, since a time is never a test. BENCH_NODES=N: boxes of N^3 (large caches favour
# small ones). BENCH_THREADS=N. Writes bench/cpu.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/bench
mkdir -p "$results"
nodes=${BENCH_NODES:-160}
threads=${BENCH_THREADS:-2}
# Waiting threads do not sleep, and are bound to their cores.
export OMP_WAIT_POLICY=active OMP_PROC_BIND=true

tessera voxelize --quiet --shape box --size "$nodes,$nodes,$nodes" | tessera tile --quiet --periodic xyz >box.tile
for porosity in 0.7 0.2; do
  tessera voxelize --quiet --shape "spheres:porosity=$porosity,d=40,seed=1" --size "$nodes,$nodes,$nodes" |
    tessera tile --quiet --keep percolating --periodic xyz >"spheres-$porosity.tile"
done

echo "domain,collision,precision,layout,mflups,min,max,share,aim,copy_GBps,propagation_share,read_write_share" >table
row="%-13s %-4s %-5s %-7s %8s %8s %8s %6s %6s %9s\n"
# shellcheck disable=SC2059 # one format for heading and rows
printf "$row" domain col. prec. layout MFLUPS min max share aim "copy GB/s"
# measure DOMAIN COLLISION PRECISION LAYOUT AIM: one row
measure() {
  tessera run --quiet --benchmark --json --threads "$threads" --collision "$2" --precision "$3" --layout "$4" \
    "$1.tile" >r.json 2>said || { cat said >&2; fail "$*"; }
  echo "$1,$2,$3,$4,$(json r.json benchmark step mflups),$(json r.json benchmark step min),$(
    json r.json benchmark step max),$(json r.json benchmark step share_of_copy),$5,$(json r.json copy_bandwidth),$(
    json r.json benchmark propagation share_of_copy),$(json r.json benchmark read_write share_of_copy)" |
    awk -F, '{ printf "%s,%s,%s,%s,%.2f,%.2f,%.2f,%.3f,%s,%.2f,%.3f,%.3f\n", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
      $11, $12 }' | tee -a table |
    awk -F, -v row="$row" '{ printf row, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 }'
}
for layout in packed t2c; do
  for case in box:bgk:0.70 box:mrt:0.60 spheres-0.7:bgk:0.60 spheres-0.2:bgk:0.50; do
    domain=${case%%:*}; aim=${case##*:}; collision=${case%:*}; collision=${collision#*:}
    [ $layout = packed ] || aim=
    measure "$domain" "$collision" fp64 $layout "$aim"
  done
done
for domain in box spheres-0.7 spheres-0.2; do
  measure $domain bgk fp32 packed ""
done
cp table "$results/cpu.csv"
awk -F, '
  $2 == "bgk" && $4 == "packed" { speed[$1, $3] = $5; seen[$1] = 1 }
  END { for (domain in seen)
          printf "fp32 / fp64, %s: %.2f (aim 1.7)\n", domain, speed[domain, "fp32"] / speed[domain, "fp64"] }' table
echo "cpu: $results/cpu.csv"
