#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# kill -9 before every system call, as in faults.sh.
kinds=kill spread=25
. "$srcdir/tests/faults/faults.sh"
