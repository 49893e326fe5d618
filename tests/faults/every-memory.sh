#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every system call for memory, as in faults.sh.
kinds=memory:ENOMEM spread=25
. "$srcdir/tests/faults/faults.sh"
