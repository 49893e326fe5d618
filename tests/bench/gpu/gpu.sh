#!/bin/sh
# tests/bench/gpu/gpu.sh [PART]...: the measurements of the papers, and the goals for the speed of a step, on a device:
#   table     goals for a step (goals.csv): full box, spheres, boundaries
#   spheres   porosity 0.1 ... 0.9 in 192^3 and 320^3 (first paper, tables 6 and 7, figures 19 and 20)
#   blocks    arrangements of data blocks (tables 4 and 5)
#   channels  common faces and edges per tile (figure 16, equations 17 to 19)
#   vessel    trees of tubes (tables 8 and 9)
#   cavity    by size (figures 14 and 15, table 3)
# Without PART all of them run. Every line is one tessera-run --benchmark (medians), beside the prediction of
# tessera-stats at the copy bandwidth of that run, and the bandwidth utilisation of the paper (paper.csv). Nothing here
# fails because of a speed. Writes gpu-PART.csv and .svg, gpu-fit.csv and gpu.md in BENCH_OUT (bench in the build
# folder).
# DEVICE=cpu, cuda:1 ...   SCALE=full, small or tiny (to try the script)   LIMIT=SECONDS: no run starts after that time
# PEAK=GB/s: of the GPU, if it is not in the list below. VERSION=TEXT: of the programs, if git is not available.
# Without a build folder: PATH="$PWD/bin:$PATH" BENCH_OUT=out sh tests/bench/gpu/gpu.sh, with tessera-voxelize, -tile,
# -stats and -run in bin; it needs only awk and coreutils besides.
. "$(dirname "$0")/gpu-measure.sh"
. "$here/gpu-parts.sh"
all="table spheres blocks channels vessel cavity"
device=${DEVICE:-cuda}
ends=$(($(date +%s) + ${LIMIT:-540}))
skipped=0 failed=0 unknown='' peak=''

version() {
  [ -z "${VERSION:-}" ] || { echo "$VERSION"; return; }
  git -C "$srcdir" describe --always --dirty --tags 2>>said || tessera-run --version | sed -n '1s/.* //p'
}
# GPU and driver as the driver names them; otherwise the device as the program names it
card_of() {
  index=$(echo "$device" | tr -dc 0-9)
  case $device in
    cuda*) nvidia-smi --id="${index:-0}" --query-gpu=name,driver_version --format=csv,noheader 2>>said |
      sed 's/, /, driver /' | grep . && return ;;
  esac
  json_of r.json device
}
# GB/s, from the data sheet
peak_of() {
  case $1 in
    *H200*) echo 4800 ;;
  esac
}
# begin [PART]...: the head of every file; its run is the first one of the full box
begin() {
  reference packed fp64 bgk-quasi || fail "no run on device $device (DEVICE=cpu measures the processor)"
  card=$(card_of)
  peak=${PEAK:-$(peak_of "$card")}
  {
    echo "# Tessera $(version), $(date -u +%Y-%m-%d)"
    echo "# device: $card"
    echo "# copy bandwidth: $(json_of r.json copy_bandwidth | awk '{ printf "%.1f", $1 }') GB/s; peak: ${peak:-unknown} GB/s"
    echo "# command: DEVICE=$device SCALE=${SCALE:-full} tests/bench/gpu/gpu.sh $*"
  } >heading
  cat heading
}
# part NAME: its table, line by line while they are measured
part() {
  table=$results/gpu-$1.csv
  began=$(date +%s)
  part_"$1" >todo
  { cat heading; row . . . . heading=1; } >"$table"
  while read -r domain layout precision kernel; do
    measure "$domain" "$layout" "$precision" "$kernel" </dev/null
  done <todo
  [ "$1" != channels ] || awk -f "$here/gpu-fit.awk" "$table" >"$results/gpu-fit.csv"
  sh "$here/gpu-show.sh" "$table"
  echo "gpu: $1: $(($(date +%s) - began)) s, $table"
}

for part; do
  case " $all " in
    *" $part "*) ;;
    *) echo "gpu: no part '$part': there are $all" >&2; exit 2 ;;
  esac
done
# shellcheck disable=SC2086 # words
[ $# -gt 0 ] || set -- $all
: >boxes
command -v tessera-run >>said || fail "no tessera-run on the PATH (make bench-gpu sets it)"
begin "$@"
for part; do
  part "$part"
done
sh "$here/gpu-plots.sh" "$results"
set --
for part in $all fit; do
  [ ! -e "$results/gpu-$part.csv" ] || set -- "$@" "$results/gpu-$part.csv"
done
sh "$here/gpu-show.sh" --markdown "$@" >"$results/gpu.md"
echo "gpu: $results/gpu.md; $failed runs failed, $skipped left out for want of time"
[ "$failed" = 0 ]
