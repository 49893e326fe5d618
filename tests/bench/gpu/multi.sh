#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/bench/gpu/multi.sh [DEVICE]..., or make bench-multi: one GPU compared with several of one host. DEVICE:
# cuda:all, cuda:0,1 ... (default cuda:all). In a weak case each GPU gets the domain of the single one, stacked along
# z; in a strong case the GPUs divide it. One line per case: tessera-run --benchmark (median of 9) on one GPU, on
# several, on one again. Nothing fails because of a speed. SCALE=full, small or tiny (to try the script).
# LIMIT=SECONDS: no case starts after that time. Writes multi.csv in BENCH_OUT (bench in the build folder). Without a
# build folder: see gpu.sh.
. "$(dirname "$0")/gpu-measure.sh"
case ${SCALE:-full} in
  full) box=512 spheres=640 strong=512 rock=400 little=128 diameter=40 ;;
  small) box=128 spheres=160 strong=128 rock=96 little=32 diameter=20 ;;
  tiny) box=16 spheres=24 strong=16 rock=16 little=8 diameter=8 ;;
  *) echo "multi: SCALE=$SCALE: full, small or tiny" >&2; exit 2 ;;
esac
one=${ONE:-cuda:0} ends=$(($(date +%s) + ${LIMIT:-540}))

# stacked SIZE COUNT: COUNT cubes along z
stacked() { echo "$1x$1x$(($1 * $2))"; }
# measure DEVICE DOMAIN COLLISION: MFLUPS
measure() {
  domain "$2"
  tessera-run --quiet --benchmark --json --device "$1" --collision "$3" "$2.tile" >r.json 2>error ||
    { echo "multi: $2 on $1: $(head -n 1 error)" >&2; return 1; }
  json_of r.json mflups
}
# row KIND CASE DOMAIN-OF-ONE DOMAIN-OF-ALL COLLISION
row() {
  [ "$(date +%s)" -lt "$ends" ] || return 0
  before=$(measure "$one" "$3" "$5") && all=$(measure "$device" "$4" "$5") || return 0
  largest=$(json_of r.json division.largest_by_mean) bytes=$(json_of r.json division.bytes_a_step) name=$(json_of r.json device)
  after=$(measure "$one" "$3" "$5") || return 0
  echo "$before $all $after" | awk -v row="$1,$2,$device,\"$name\",$5" -v rest="$largest,$bytes" \
    '{ one = ($1 + $3) / 2; printf "%s,%.1f,%.1f,%.1f,%.3f,%s\n", row, $1, $2, $3, $2 / one, rest }'
}

echo "kind,case,devices,name,collision,one_before,several,one_after,ratio,largest_by_mean,bytes_a_step" |
  tee "$results/multi.csv"
for device in ${@:-cuda:all}; do
  measure "$device" "box@$little" bgk >few || exit 1
  parts=$(json_of r.json division.parts)
  {
    row strong "box $strong" "box@$strong" "box@$strong" bgk
    row weak "box $box" "box@$box" "box@$(stacked $box "$parts")" bgk
    row strong "spheres of $diameter, porosity 0.2, $strong" "spheres-0.2@$strong" "spheres-0.2@$strong" bgk
    wide=$diameter diameter=$((diameter * 3 / 10))
    row strong "spheres of $diameter, porosity 0.2, $rock" "spheres-0.2@$rock" "spheres-0.2@$rock" trt
    diameter=$wide
    row weak "spheres of $diameter, porosity 0.2, $spheres" "spheres-0.2@$spheres" "spheres-0.2@$(stacked "$spheres" "$parts")" bgk
    row strong "box $little" "box@$little" "box@$little" bgk
  } | tee -a "$results/multi.csv"
done
