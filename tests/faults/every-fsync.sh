#!/bin/sh
# Every fsync, as in faults.sh.
kinds=fsync spread=25
. "$srcdir/tests/faults/faults.sh"
