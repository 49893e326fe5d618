# SPDX-License-Identifier: BSD-3-Clause
# Measurements for gpu.sh, multi.sh and scripts of tests/papers, which source this file: domains by name, each made once;
# one run per line. A domain is CASE@SIZE: box@256, cavity@100, inlet-outlet@256, channel@4x8x31248, spheres-0.7@320,
# vessel@384. Set device, ends, box and diameter; goals: a file like goals.csv.
srcdir=${srcdir:-$(cd "$(dirname "$0")/../../.." && pwd)}
builddir=${builddir:-$srcdir}
here=$srcdir/tests/bench/gpu
results=${BENCH_OUT:-$builddir/bench}
mkdir -p "$results"
results=$(cd "$results" && pwd)
command -v fail >/dev/null || . "$srcdir/tests/lib.sh"
skipped=0 failed=0 unknown='' peak='' goals=''

# shape CASE: the options of voxelize; marks CASE: the options of tile; conditions CASE: the options of run.
shape() {
  case $1 in
    spheres-*) echo "spheres:porosity=${1#*-},d=$diameter,seed=1,periodic" ;;
    vessel*) echo vessel ;;
    *) echo box ;;
  esac
}
marks() {
  case $1 in
    box | spheres-*) echo --periodic xyz ;;
    cavity) echo --patch lid=z+ ;;
    inlet-outlet | vessel*) echo --inlet z- --outlet z+ ;;
  esac
}
conditions() {
  case $1 in
    cavity) echo --set lid:wall=0.05,0,0 ;;
    inlet-outlet | vessel*) echo --set inlet:velocity=0,0,0.01 --set outlet:pressure=0 ;;
  esac
}
# size of a domain: "256" is a cube
size() {
  case $1 in
    *x*) echo "$1" | tr x , ;;
    *) echo "$1,$1,$1" ;;
  esac
}
# domain NAME: writes NAME.tile, and the prediction of stats at 1000 GB/s. Nodes without a connection do not affect the
# speed.
domain() {
  [ -e "$1.tile" ] && return
  # shellcheck disable=SC2046 # options
  tessera-voxelize --quiet --shape "$(shape "${1%@*}")" --size "$(size "${1#*@}")" |
    tessera-tile --quiet $(marks "${1%@*}") -o "$1.tile" 2>>said
  for precision in fp64 fp32; do
    tessera-stats --json --bandwidth 1000 --precision $precision "$1.tile" >"$1-$precision.json"
  done
}

json_of() { awk -v file="$1" -v key="$2" -f "$srcdir/tests/bench/json.awk"; }
seconds_left() { echo $((ends - $(date +%s))); }
# run_once DOMAIN LAYOUT PRECISION KERNEL: writes r.json; returns 1 if the run was not possible. A layout that the
# program does not know (exit 2) is reported once; failed runs and those beyond the limit of time are counted.
run_once() {
  case " $unknown " in *" $2 "*) return 1 ;; esac
  [ "$(seconds_left)" -gt 0 ] || { skipped=$((skipped + 1)); return 1; }
  domain "$1"
  code=0
  # shellcheck disable=SC2046 # options
  timeout 60 tessera-run --quiet --benchmark --json --device "$device" --layout "$2" --precision "$3" --collision "${4%-*}" \
    --equilibrium "${4#*-}" $(conditions "${1%@*}") "$1.tile" >r.json 2>error || code=$?
  [ $code != 0 ] || return 0
  echo "gpu: $*: exit $code: $(head -n 1 error)" >&2
  case $code,$(cat error) in
    2,*--layout*) unknown="$unknown $2" ;;
    *) failed=$((failed + 1)) ;;
  esac
  return 1
}
# row DOMAIN LAYOUT PRECISION KERNEL [NAME=VALUE]: the row that awk makes of r.json
row() {
  awk -v name="$1" -v layout="$2" -v precision="$3" -v kernel="$4" -v peak="$peak" -v run=r.json -v stats="$1-$3.json" \
    -v box=boxes -v "${5:-reference=0}" -f "$srcdir/tests/bench/json.awk" -f "$here/gpu-row.awk" \
    "$srcdir/tests/papers/000-tiles/paper.csv" ${goals:+"$goals"}
}
# reference LAYOUT PRECISION KERNEL: measures the full box once, for shares of it. Leaves its run in r.json if it is
# new.
reference() {
  grep -q "^$1,$2,$3," boxes && return 1
  run_once "box@$box" "$1" "$2" "$3" || { echo "$1,$2,$3,," >>boxes; return 1; }
  row "box@$box" "$1" "$2" "$3" reference=1 >>boxes
  cp r.json "box-$1-$2-$3.json"
}
# measure DOMAIN LAYOUT PRECISION KERNEL: adds a line to $table, relative to the full box of the same kind
measure() {
  reference "$2" "$3" bgk-quasi || :
  reference "$2" "$3" "$4" || :
  if [ "$1" = "box@$box" ]; then
    cp "box-$2-$3-$4.json" r.json 2>>said || return 0
  else
    run_once "$@" || return 0
  fi
  row "$@" >>"$table"
}
# measure_all: measures the lines "DOMAIN LAYOUT PRECISION KERNEL" of standard input
measure_all() {
  while read -r domain layout precision kernel; do
    measure "$domain" "$layout" "$precision" "$kernel" </dev/null
  done
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
    *'H100 NVL'*) echo 3900 ;;
    *'H100 PCIe'*) echo 2000 ;;
    *H100*) echo 3350 ;;
  esac
}
# begin: measures the full box; the device is called $card, and has the bandwidth $peak
begin() {
  : >boxes
  command -v tessera-run >>said || fail "no tessera-run on the PATH (make sets it)"
  reference packed fp64 bgk-quasi || fail "no run on device $device (DEVICE=cpu measures the processor)"
  card=$(card_of)
  peak=${PEAK:-$(peak_of "$card")}
}
