#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the paper says of memory and traffic of tiles, statement by statement, beside the formulas for the domains of
# 003/cases.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/003-sparse/cases-measure.sh"
find_python
about
all_cases >rows
PYTHONPATH=$srcdir/tests/papers "$python" "$here/statement_rows.py" rows
