#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# No memory from any allocation on, as in faults.sh.
kinds=malloc-all spread=25
. "$srcdir/tests/faults/faults.sh"
