#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Straight tubes at an angle to the grid, through openings of a surface, with their limits: steady flow against Poiseuille's
# (openings.py), and pulses against Womersley's (openings_pulse.py). OPENINGS="1,2,3/8/300/flow ...", PULSES="1,2,3/8/5 ...":
# other cases, or "-": none. RESULTS: a folder. PYTHON: an interpreter with numpy. Writes openings.csv and
# openings-pulse.csv there, in validate of the build folder by default.
. "$srcdir/tests/lib.sh"
find_python
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
for axis in 0,0,1 1,2,3 1,1,1; do
  cases="${cases:-} $axis/6/100/flow"
  for radius in 8 12; do cases="$cases $axis/$radius/100/flow $axis/$radius/300/flow"; done
  cases="$cases $axis/8/30/flow $axis/16/300/flow $axis/16/1000/flow $axis/6/29/pressure $axis/10/29/pressure"
  for alpha in 2 5 8; do pulses="${pulses:-} $axis/8/$alpha"; done
  pulses="$pulses $axis/12/5"
done
pulses="$pulses 1,1,1/10/8" # diverged when outlets took their acceleration from their own flow
# against SCRIPT RESULT CASE...
against() {
  script=$1 result=$2
  shift 2
  [ "$1" = - ] && return
  "$python" "$srcdir/tests/validate/vessels/$script.py" "$results/$result.csv" "$@" || fail "$script: a limit is passed"
  echo "openings: $results/$result.csv"
}
# shellcheck disable=SC2086 # lists
{
  against openings openings ${OPENINGS:-$cases}
  against openings_pulse openings-pulse ${PULSES:-$pulses}
}
