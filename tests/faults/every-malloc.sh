#!/bin/sh
# Every allocation, as in faults.sh.
kinds=malloc spread=25
. "$srcdir/tests/faults/faults.sh"
