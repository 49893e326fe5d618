#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Womersley flow in tubes at an angle to the grid: womersley.py, with its limits.
# WOMERSLEY="3:8 3:16 3:32 10:16 10:32": alpha and radius; the time grows with its fifth power (3:32: 100 000 steps of
# 400 000 nodes). TILTS="0,1 1,3 1,1". RESULTS: a folder. Writes womersley.csv and womersley.svg there, in validate of the
# build folder by default.
. "$srcdir/tests/lib.sh"
find_python
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
good=yes
"$python" "$srcdir/tests/validate/vessels/womersley.py" "$results/womersley.csv" plot "${WOMERSLEY:-3:8 3:16 10:16}" \
  "${TILTS:-0,1 1,3 1,1}" || good=no
[ ! -e plot ] || awk -f "$srcdir/data/plot.awk" plot >"$results/womersley.svg"
[ $good = yes ] || fail "Womersley flow"
echo "womersley: $results/womersley.csv and womersley.svg"
