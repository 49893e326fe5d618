#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every fsync, as in faults.sh.
kinds=fsync spread=25
. "$srcdir/tests/faults/faults.sh"
