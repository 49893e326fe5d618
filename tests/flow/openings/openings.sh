#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Openings of a surface at an angle to the grid, small: tests/validate/vessels/openings.py and openings-pulse.py with their
# limits.
. "$srcdir/tests/lib.sh"
hurried && skip "with sanitizers: the flow is long"
export RESULTS="$work" OPENINGS="1,2,3/6/100/flow 1,1,1/5/29/pressure" OPENINGS_PULSE=1,1,1/5/3
for name in openings openings-pulse; do sh "$srcdir/tests/python.sh" "$srcdir/tests/validate/vessels/$name.py"; done
