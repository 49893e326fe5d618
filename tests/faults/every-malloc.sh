#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every allocation, as in faults.sh.
kinds=malloc spread=25
. "$srcdir/tests/faults/faults.sh"
