#!/bin/sh
# Openings of a surface at an angle to the grid, small: tests/validate/vessels/openings.py with its limits. PYTHON: with numpy.
. "$srcdir/tests/lib.sh"
hurried && skip "with sanitizers: the flow is long"
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import numpy' 2>/dev/null && break
done
[ "$python" ] || skip "needs Python with numpy"
"$python" "$srcdir/tests/validate/vessels/openings.py" openings.csv 1,2,3/6/100/flow 1,1,1/5/29/pressure || fail "a limit is passed"
