#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/bench/gpu/gpu.sh, or make bench-gpu: the goals for the speed of a step (goals.csv) on a device: full box,
# spheres, boundaries. Every line is one tessera-run --benchmark (medians), beside the prediction of tessera-stats at
# the copy bandwidth of that run, and the bandwidth utilisation of a paper (tests/papers/000-tiles/paper.csv, whose
# tables make papers-gpu repeats). Nothing here fails because of a speed. Writes gpu-table.csv and gpu.md in BENCH_OUT
# (bench in the build folder).
# DEVICE=cpu, cuda:1 ...   SCALE=full, small or tiny (to try the script)   LIMIT=SECONDS: no run starts after that time
# PEAK=GB/s: of the GPU, if it is not in the list of gpu-measure.sh. VERSION=TEXT: of the programs, if git is not
# available. Without a build folder: PATH="$PWD/bin:$PATH" BENCH_OUT=out sh tests/bench/gpu/gpu.sh, with
# tessera-voxelize, -tile, -stats and -run in bin; it needs only awk and coreutils besides.
. "$(dirname "$0")/gpu-measure.sh"
case ${SCALE:-full} in
  full) box=256 diameter=40 spheres=320 ;;
  small) box=64 diameter=16 spheres=80 ;;
  tiny) box=16 diameter=8 spheres=20 ;;
  *) echo "gpu: SCALE=$SCALE: full, small or tiny" >&2; exit 2 ;;
esac
device=${DEVICE:-cuda} goals=$here/goals.csv table=$results/gpu-table.csv
ends=$(($(date +%s) + ${LIMIT:-540}))

version() {
  [ -z "${VERSION:-}" ] || { echo "$VERSION"; return; }
  git -C "$srcdir" describe --always --dirty --tags 2>>said || tessera-run --version | sed -n '1s/.* //p'
}
# the lines to measure, "DOMAIN LAYOUT PRECISION KERNEL", the most important first
cases() {
  for layout in packed t2c; do
    awk -F, '!/^#/ && !/^case,/ { print $1, $2, $3 }' "$goals" | while read -r case precision kernel; do
      case $case in
        spheres-*) echo "$case@$spheres" "$layout" "$precision" "$kernel" ;;
        *) echo "$case@$box" "$layout" "$precision" "$kernel" ;;
      esac
    done
  done
}

begin
{
  echo "# Tessera $(version), $(date -u +%Y-%m-%d)"
  echo "# device: $card"
  echo "# copy bandwidth: $(json_of r.json copy_bandwidth | awk '{ printf "%.1f", $1 }') GB/s; peak: ${peak:-unknown} GB/s"
  echo "# command: DEVICE=$device SCALE=${SCALE:-full} tests/bench/gpu/gpu.sh"
} | tee "$table"
row . . . . heading=1 >>"$table"
cases >todo
measure_all <todo
sh "$here/gpu-show.sh" "$table"
sh "$here/gpu-show.sh" --markdown "$table" >"$results/gpu.md"
echo "gpu: $results/gpu.md; $failed runs failed, $skipped left out for want of time"
[ "$failed" = 0 ]
