#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Openings of a surface at an angle to the grid, small: tests/validate/vessels/openings.py and openings_pulse.py with their
# limits. PYTHON: with numpy.
. "$srcdir/tests/lib.sh"
hurried && skip "with sanitizers: the flow is long"
find_python
"$python" "$srcdir/tests/validate/vessels/openings.py" openings.csv 1,2,3/6/100/flow 1,1,1/5/29/pressure || fail "a limit is passed"
"$python" "$srcdir/tests/validate/vessels/openings_pulse.py" pulse.csv 1,1,1/5/3 || fail "a pulse: a limit is passed"
