#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every rename, as in faults.sh.
kinds=rename:ENOSPC spread=25
. "$srcdir/tests/faults/faults.sh"
