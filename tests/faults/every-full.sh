#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A disk that fills at any byte, as in faults.sh.
kinds=full spread=25
. "$srcdir/tests/faults/faults.sh"
