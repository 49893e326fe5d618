#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every write, as in faults.sh.
kinds=write:ENOSPC spread=25
. "$srcdir/tests/faults/faults.sh"
