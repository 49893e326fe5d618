#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs the measurements of make bench-gpu, and those of tests/papers/000-tiles, on the CPU with tiny domains: this tests
# the scripts, and the printed speeds mean nothing.
. "$srcdir/tests/lib.sh"
bench=$srcdir/tests/bench/gpu
export OMP_NUM_THREADS=1 PEAK=100
DEVICE=cpu SCALE=tiny BENCH_OUT=out sh "$bench/gpu.sh" >said 2>stderr || { tail -n 5 said stderr >&2; fail "it failed"; }
grep -q 'What a step should reach' said || fail "no table"
[ ! -s stderr ] || { cat stderr >&2; fail "messages"; }

# The scripts of tests/papers that use the same measurements: each writes a table, a sentence and a plot.
mkdir -p out/papers/000
for script in channels vessels spheres single cavity; do
  DEVICE=cpu SCALE=tiny builddir=$PWD/out paper=000/$script sh "$srcdir/tests/papers/000-tiles/$script.sh" >$script.md 2>stderr ||
    { tail -n 5 stderr >&2; fail "$script"; }
  grep -q '^[*][*][A-Z].*[.][*][*]$' $script.md || fail "no verdict of $script"
  grep -q 'Runs that failed: 0, left out for want of time: 0' $script.md || fail "runs of $script"
  [ ! -s stderr ] || { cat stderr >&2; fail "messages of $script"; }
done
cp out/papers/000/channels.csv out/gpu-channels.csv
cp out/papers/000/vessels.csv out/gpu-vessels.csv

# Every goal for two layouts, every pair of sides for two; every line has all columns, and its own shares and
# utilisations.
[ "$(grep -c -v -e '^#' -e '^case' out/gpu-table.csv)" = $((2 * $(grep -c -v -e '^#' -e '^case' "$bench/goals.csv"))) ] ||
  fail "lines of the table"
[ "$(grep -c -v -e '^#' -e '^case' out/gpu-channels.csv)" = 12 ] || fail "lines of the channels"
grep -q '^# copy bandwidth: [0-9.]* GB/s; peak: 100 GB/s$' out/gpu-table.csv || fail "head of the table"
for file in table channels vessels; do
  awk -F, '
    function off(a, b) { return a < b ? b - a : a - b }
    /^#/ { next }
    !columns { columns = NF; for (i = 1; i <= NF; i++) c[$i] = i; next }
    {
      bytes = $c["precision"] == "fp64" ? 304 : 152
      bad = NF != columns || $c["min"] > $c["mflups"] || $c["max"] < $c["mflups"] ||
        off($c["share_rw"], $c["mflups"] / $c["read_write"]) > 0.01 || off($c["bu"], $c["mflups"] * bytes / 1e5) > 0.001 ||
        !($c["predicted"] > 0) || !($c["share_box"] > 0)
    }
    bad { print; exit 1 }' "out/gpu-$file.csv" >&2 || fail "a line of $file"
done
[ "$(awk -F, '$1 == "box" && $8 == "packed" && $10 == "bgk-quasi" && $9 == "fp64" { print $29, $31, $26 }' out/gpu-table.csv)" = \
  "rw 0.97 0.5745" ] || fail "goal and paper (545 MFLUPS of 304 bytes in 288.384 GB/s) of the full box"
grep -q '<path .*stroke' out/papers/000/channels.svg || fail "no figure"
grep -q '^| box ' out/gpu.md || fail "no markdown"

# The fit finds the coefficients of artificial data.
awk 'BEGIN {
  print "grid,layout,precision,propagation,copy_GBps,bu_propagation,faces_per_tile,edges_per_tile"
  for (a = 1; a <= 16; a *= 2)
    for (b = a; b <= 16; b *= 2) {
      c = int(4096 / a / b)
      f = 3 - 1 / a - 1 / b - 1 / c
      e = (1 - 1 / a) * (1 - 1 / b) + (1 - 1 / a) * (1 - 1 / c) + (1 - 1 / b) * (1 - 1 / c)
      printf "%dx%dx%d,t2c,fp64,1,1,%.9f,%.9f,%.9f\n", 4 * a, 4 * b, 4 * c,
        0.9 - 0.07 * f - 0.04 * e + 0.002 / (2.9 - f) - 0.001 / (2.81 - e), f, e
    } }' >channels.csv
awk -f "$srcdir/tests/papers/000-tiles/tables/fit.awk" channels.csv | grep '^t2c' >fit
[ "$(cut -d, -f2-7 fit)" = "peak,0.90000,-0.07000,-0.04000,0.002000,-0.001000" ] || fail "fit: $(cat fit)"

DEVICE=abacus expect 1 sh "$bench/gpu.sh"
grep -q abacus stderr || fail "does not name the device"

# The script for several devices, with one device: one line per case, whose ratio is that of its speeds.
ONE=cpu SCALE=tiny BENCH_OUT=many sh "$bench/multi.sh" cpu >said 2>stderr || fail "multi: $(cat stderr)"
tr -d '"' <said | sed 's/, / /g' | awk -F, 'NR > 1 { told = $7 * 2 / ($6 + $8); if ($9 < 0.95 * told || $9 > 1.05 * told || $10 != 1) exit 1 }
  END { if (NR != 7) exit 1 }' || fail "multi: $(cat said)"
cmp said many/multi.csv || fail "multi.csv is not what was said"
ONE=cpu SCALE=tiny expect 1 sh "$bench/multi.sh" abacus
grep -q abacus stderr || fail "multi does not name the device"
