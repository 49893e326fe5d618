#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every read, as in faults.sh.
kinds=read spread=25
. "$srcdir/tests/faults/faults.sh"
