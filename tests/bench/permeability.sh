#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/bench/permeability.sh [CASE]...: time to a permeability, for all cases by default. For each, tessera-run
# --permeability runs with the automatic tau, at tau 1, and at fixed tau around the automatic one (SCAN: factors of tau
# - 1/2), all to EPS; and once to REFERENCE. It is a failure if another run differs from that by more than 2 EPS. A run
# beyond LIMIT seconds is left out ("-"), and so are cases whose images are not in TESSERA_DATA. Writes permeability.csv
# and permeability.md in BENCH_OUT (bench in the build folder).
# DEVICE=cpu, cuda ...   EPS=1e-5   REFERENCE=1e-9 SCAN="0.5 0.7 1.4 2" (empty: none)   LIMIT=60   OPTIONS="--precision
# fp32"
# SMALL=1: without the cases that take minutes on a CPU. SLOWER=1.25: fail where the automatic tau needs more steps than
# that factor times those of the best tau.   TAU1=no: without tau 1
# SIDE=96: of the packings of spheres, half of it for the arrays   WHOLE=1: fail where a run did not end
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir}
results=${BENCH_OUT:-$builddir/bench}
mkdir -p "$results"
results=$(cd "$results" && pwd)
json_awk=$srcdir/tests/bench/json.awk
. "$srcdir/tests/lib.sh"
eps=${EPS:-1e-5} reference=${REFERENCE-1e-9} scan=${SCAN-0.5 0.7 1.4 2} limit=${LIMIT:-60} side=${SIDE:-96}
half=$((side / 2))
[ -z "${TESSERA_DATA:-}" ] || data=$(cd "$TESSERA_DATA" && pwd)

large="ketton soil berea384-z"
cases="berea00-x berea00-y berea00-z berea13-x berea13-y berea13-z
  spheres-0.1 spheres-0.2 spheres-0.3 spheres-0.4 spheres-0.5 spheres-0.6 spheres-0.7 spheres-0.8 spheres-0.9
  periodic-0.1 periodic-0.2 periodic-0.3 periodic-0.4 periodic-0.5 periodic-0.7 periodic-0.9
  sc-0.5 bcc-0.65 fcc-0.7 throat-slit throat-duct demo vessel"
[ -n "${SMALL:-}" ] || cases="$large $cases"
[ $# = 0 ] || cases=$*

# throat duct|slit: two chambers of 44 x 24 x 24 with 8 layers of wall between them, and an opening of 3 x 3 or 24 x 3
# in the wall
throat() {
  awk -v kind="$1" 'BEGIN {
    for (z = 0; z < 96; z++) for (y = 0; y < 24; y++) {
      row = ""
      for (x = 0; x < 24; x++)
        row = row (z < 44 || z >= 52 || (y >= 10 && y < 13 && (kind == "slit" || (x >= 10 && x < 13))))
      printf "%s", row
    }
  }' | tessera voxelize --quiet --raw 24,24,96,u8 --fluid equal=49 -
}
# berea BLOCK [OPTION]...
berea() {
  image=${data:-}/berea_block$1_128_u8.raw.gz
  shift
  gzip -dc "$image" | tessera voxelize --quiet --raw 128,128,128,u8 --fluid equal=0 "$@" -
}
# mirrored FROM TO AXIS X,Y,Z: appends its mirror image, twice, and keeps the first X x Y x Z voxels, as .mha
mirrored() {
  tessera voxelize --quiet --fluid equal=1 --mirror "$3" "$1" --export twice.mha -o part.tile &&
    tessera voxelize --quiet --fluid equal=1 --mirror "$3" twice.mha --export four.mha -o part.tile &&
    tessera voxelize --quiet --fluid equal=1 --crop "$4" four.mha --export "$2" -o part.tile
}
# the block mirrored up to 384^3
berea384() {
  berea 00 --export z0.mha -o part.tile && mirrored z0.mha z1.mha x 0:384,0:128,0:128 &&
    mirrored z1.mha z2.mha y 0:384,0:384,0:128 && mirrored z2.mha z3.mha z 0:384,0:384,0:384 && cat part.tile
}
has_image() {
  case $1 in
    ketton) [ -e "${data:-}/ketton.zip" ] ;;
    soil) [ -e "${data:-}/soil" ] ;;
    berea13-*) [ -e "${data:-}/berea_block13_128_u8.raw.gz" ] ;;
    berea*) [ -e "${data:-}/berea_block00_128_u8.raw.gz" ] ;;
  esac
}
# voxels CASE: its voxel stream
voxels() {
  case $1 in
    ketton) unzip -qo "$data/ketton.zip" && tessera voxelize --quiet --fluid equal=0 ketton.tif ;;
    soil) tessera voxelize --quiet --threshold otsu "$data"/soil/*.tif ;;
    berea384-*) berea384 ;;
    berea*) block=${1#berea} && berea "${block%-*}" ;;
    spheres-*) tessera voxelize --quiet --shape "spheres:porosity=${1#*-},d=20,seed=1" --size "$side,$side,$side" ;;
    periodic-*) tessera voxelize --quiet --shape "spheres:porosity=${1#*-},d=20,seed=1,periodic" --size "$side,$side,$side" ;;
    sc-* | bcc-* | fcc-*) tessera voxelize --quiet --shape "${1%-*}:c=${1#*-}" --size "$half,$half,$half" ;;
    throat-*) throat "${1#*-}" ;;
    demo) make-sample scan 80 >said && tessera voxelize --quiet --threshold otsu --voxel 5um scan/*.tif ;;
    vessel) tessera voxelize --quiet --shape vessel --size 96,96,128 ;;
    *) fail "unknown case: $1" ;;
  esac
}
# marks CASE AXIS
marks() {
  case $1 in
    periodic-* | sc-* | bcc-* | fcc-*) echo --periodic xyz ;;
    *) echo --keep percolating --inlet "$2-" --outlet "$2+" ;;
  esac
}
axis_of() {
  case $1 in
    *-[xyz]) echo "${1##*-}" ;;
    *) echo z ;;
  esac
}
json_of() { awk -v file="$1" -v key="$2" -f "$json_awk"; }

# flow CASE MODE EPS TAU: a line "case,porosity,mode,tau,steps,seconds,k,bound" in `lines`, with empty fields if the
# run did not end
flow() {
  code=0
  # shellcheck disable=SC2086 # options
  timeout "$limit" tessera run --quiet --permeability "$axis" --converge "$3" --tau "$4" --device "${DEVICE:-cpu}" ${OPTIONS:-} \
    --json "$1.tile" >r.json 2>said || code=$?
  case $code in
    0) echo "$1,$porosity,$2,$(json_of r.json tau),$(json_of r.json steps),$(json_of r.json seconds),$(
      json_of r.json permeability.0.voxel2),$(json_of r.json remaining)" ;;
    124 | 5) echo "$1,$porosity,$2,$4,,,," ;;
    *) cat said >&2; fail "$1 ($2): exit $code" ;;
  esac >>lines
  tail -n 1 lines
}
measure() {
  axis=$(axis_of "$1")
  has_image "$1" || { echo "$1: passed over: its image is not in TESSERA_DATA"; return; }
  voxels "$1" >voxels.tile || fail "no voxels of $1"
  # shellcheck disable=SC2046 # options
  tessera tile --quiet $(marks "$1" "$axis") -o "$1.tile" voxels.tile
  tessera stats --json --bandwidth 1 "$1.tile" >stats.json
  porosity=$(json_of stats.json porosity)
  flow "$1" auto "$eps" auto
  tau=$(json_of r.json tau)
  [ "${TAU1:-yes}" = no ] || flow "$1" "tau 1" "$eps" 1
  for factor in $scan; do
    flow "$1" "x $factor" "$eps" "$(awk -v t="$tau" -v f="$factor" 'BEGIN { print 0.5 + f * (t - 0.5) }')"
  done
  [ -z "$reference" ] || flow "$1" reference "$reference" auto
}

: >lines
for case in $cases; do
  measure "$case"
done
{
  echo "case,porosity,mode,tau,steps,seconds,k_voxel2,bound"
  cat lines
} >"$results/permeability.csv"
awk -F, -v eps="$eps" -v slower="${SLOWER:-}" -v whole="${WHOLE:-}" -f "$srcdir/tests/bench/permeability.awk" "$results/permeability.csv" \
  >"$results/permeability.md" || bad=1
cat "$results/permeability.md"
[ -z "${bad:-}" ] || fail "see above"
