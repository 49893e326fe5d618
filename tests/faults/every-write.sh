#!/bin/sh
# Every write, as in faults.sh.
kinds=write:ENOSPC spread=25
. "$srcdir/tests/faults/faults.sh"
