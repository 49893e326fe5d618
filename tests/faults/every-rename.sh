#!/bin/sh
# Every rename, as in faults.sh.
kinds=rename:ENOSPC spread=25
. "$srcdir/tests/faults/faults.sh"
