#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/bench/figures.sh, or make figures: what it costs to build, to test and to read the project, as a Markdown table;
# each figure is beside its bound, and bold where it is above: then the script ends with 1.
# FIGURES="builds demo sizes tests lines folders", the default, chooses parts:
#   builds   CPU seconds (user and system) of builds in empty folders: without CUDA, and where nvcc is with it
#   demo     seconds of data/demo in a fresh copy, without CUDA; packages are installed before
#   sizes    stripped programs of the build folder
#   tests    seconds of make check in the build folder; its programs are built before
#   lines    pages that people read
#   folders  sources of the ten largest folders
# JOBS=N: how many compilers run at once (default: all processors). It takes minutes, on a machine without other work.
set -eu
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir/build}
jobs=${JOBS:-$(nproc)}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tessera-figures.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM
# A cache of compiled files would hide the work; flags of the make that calls this one do not hold here.
CCACHE_DISABLE=1
export CCACHE_DISABLE
unset MAKEFLAGS MFLAGS MAKELEVEL

# row WHAT VALUE [UNIT] [BOUND]
row() {
  awk -v what="$1" -v value="$2" -v unit="${3:+ $3}" -v bound="${4:-}" 'BEGIN {
    text = value unit
    over = bound != "" && value + 0 > bound + 0
    printf "| %s | %s | %s |\n", what, over ? "**" text "**" : text, bound == "" ? "" : bound unit
    exit over }' || echo "$1" >>"$scratch/over"
}
say() { echo "figures: $*" >&2; }
clock() { date +%s.%N; }
since() { awk -v from="$1" -v to="$(clock)" 'BEGIN { printf "%.0f", to - from }'; }

# cpu COMMAND...: sets `seconds` to what it and its children took of the processors. A subshell counts its own children.
cpu() {
  (
    "$@" >"$scratch/log" 2>&1 || exit 1
    times >"$scratch/times"
  ) || { tail -n 20 "$scratch/log" >&2; say "failed: $*"; return 1; }
  seconds=$(tail -n 1 "$scratch/times" | tr 'ms' '  ' | awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }')
}
sum() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a + b }'; }

configured() {
  mkdir "$scratch/$1"
  (cd "$scratch/$1" && shift && "$srcdir/configure" --quiet "$@")
}
make_in() { folder=$1; shift; make -s -C "$scratch/$folder" -j"$jobs" "$@"; }

# ---- builds ------------------------------------------------------------------------------------------------------

build_plain() {
  cpu configured plain --without-cuda
  row "configure, without CUDA" "$seconds" s
  total=0
  for isa in plain avx2 avx512; do
    upper=$(echo "$isa" | tr '[:lower:]' '[:upper:]')
    grep -q "^S\[\"HAVE_${upper}_TRUE\"\]=\"\"\$" "$scratch/plain/config.status" || continue
    cpu make_in plain "liblbm_$isa.a"
    row "CPU kernels, $isa" "$seconds" "CPU s"
    total=$(sum "$total" "$seconds")
  done
  row "CPU kernels" "$total" "CPU s" 60
  cpu make_in plain all
  row "everything without CUDA" "$(sum "$total" "$seconds")" "CPU s"
  cpu make_in plain check TESTS=
  row "test programs on top" "$seconds" "CPU s" 40
}

# build_cuda NAME BOUND [OPTION]...: the whole build with CUDA, and its kernels for the GPU
build_cuda() {
  name=$1 bound=$2
  shift 2
  configured cuda --with-cuda "$@" >"$scratch/log" 2>&1 || { say "no CUDA toolkit: nothing is compiled with CUDA"; return; }
  cpu make_in cuda all
  row "everything with CUDA$name" "$seconds" "CPU s" "$bound"
  [ "$name" ] || row "kernels for the GPU" "$(cat $(find "$scratch/cuda" -name '*.ptxas') | grep -c 'Compiling entry function')" "" 300
  rm -rf "$scratch/cuda"
}
figures_builds() {
  build_plain
  build_cuda "" 150
  build_cuda ", mixed precisions and t2c" 200 --enable-gpu-mixed --enable-gpu-t2c
}

# ---- the demo ------------------------------------------------------------------------------------------------------

figures_demo() {
  git -C "$srcdir" rev-parse -q --verify HEAD >/dev/null 2>&1 || { say "demo: this is no checkout of git"; return; }
  "$srcdir/tests/setup" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; return 1; }
  mkdir "$scratch/copy"
  (cd "$srcdir" && git ls-files -z | tar --null -T - -cf -) | tar -C "$scratch/copy" -xf -
  from=$(clock)
  TESSERA_CUDA=no "$scratch/copy/data/demo" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; return 1; }
  row "data/demo in a fresh copy, without CUDA" "$(since "$from")" s 75
}

# ---- programs, tests, pages, folders -------------------------------------------------------------------------------

# size PROGRAM BOUND: without symbols
size() {
  cuda=without
  ! grep -q cudaMalloc "$builddir/$1" || cuda=with
  strip -o "$scratch/stripped" "$builddir/$1"
  row "$1, stripped, $cuda CUDA" "$(wc -c <"$scratch/stripped" | awk '{ printf "%.1f", $1 * 1e-6 }')" MB "$2"
}
figures_sizes() {
  size tessera-run 35
  size tessera-probe 3
}

figures_tests() {
  make -s -C "$builddir" -j"$jobs" check TESTS= >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log" >&2; return 1; }
  from=$(clock) failed=
  cpu make -s -C "$builddir" -j2 check || failed=", with failures"
  row "make check -j2$failed" "$(since "$from")" s 180
  [ "$failed" ] || row "make check -j2" "$seconds" "CPU s"
}

figures_lines() {
  for page in README.md:90 NEWS:40 HACKING:150; do
    row "${page%:*}" "$(wc -l <"$srcdir/${page%:*}")" lines "${page#*:}"
  done
  wc -l "$srcdir"/man/*.[1-9] | sort -n | tail -n 2 | head -n 1 | {
    read -r lines page
    row "longest man page, ${page##*/}" "$lines" lines 500
  }
}

figures_folders() {
  (cd "$srcdir" && find libtile solver tools data tests -type f) |
    sed -n 's,/[^/]*\.\(c\|h\|cu\|cuh\|cxx\|sh\|awk\|py\)$,,p' | sort | uniq -c | sort -k 1,1nr -k 2 | head -n 10 |
    while read -r count folder; do row "$folder" "$count" sources 25; done
}

echo "| figure | measured | bound |"
echo "|---|---:|---:|"
for part in ${FIGURES:-builds demo sizes tests lines folders}; do
  case $part in
    builds | demo | sizes | tests | lines | folders) "figures_$part" ;;
    *) say "$part: builds, demo, sizes, tests, lines and folders are known"; exit 2 ;;
  esac
done
[ ! -f "$scratch/over" ] || { say "over the bound: $(tr '\n' ';' <"$scratch/over" | sed 's/;$//; s/;/; /g')"; exit 1; }
