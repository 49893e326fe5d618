#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every close, as in faults.sh.
kinds=close spread=25
. "$srcdir/tests/faults/faults.sh"
