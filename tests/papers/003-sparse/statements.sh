#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the paper says of memory and traffic of tiles, statement by statement, beside the formulas for the domains of
# 003/cases.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/003-sparse/cases-measure.sh"
about
all_cases >rows
heads 'what the paper says|its figure|rule of the verdict|ours|verdict'
awk -F, -f "$here/say.awk" -f "$here/statements.awk" rows >table
grep '^|' table
verdict "$(grep -v '^|' table)"
