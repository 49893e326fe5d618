#!/bin/sh
# Straight tubes at an angle to the grid, through openings of a surface: openings.py, with its limits. Reference:
# Poiseuille's flow. OPENINGS="1,2,3/8/300/flow ...": other cases. RESULTS: a folder. PYTHON: an interpreter with numpy.
# Writes openings.csv there, in validate of the build folder by default.
. "$srcdir/tests/lib.sh"
find_python
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
for axis in 0,0,1 1,2,3 1,1,1; do
  cases="${cases:-} $axis/6/100/flow"
  for radius in 8 12; do cases="$cases $axis/$radius/100/flow $axis/$radius/300/flow"; done
  cases="$cases $axis/8/30/flow $axis/6/29/pressure $axis/10/29/pressure"
done
# shellcheck disable=SC2086 # a list
"$python" "$srcdir/tests/validate/vessels/openings.py" "$results/openings.csv" ${OPENINGS:-$cases} || fail "a limit is passed"
echo "openings: $results/openings.csv"
