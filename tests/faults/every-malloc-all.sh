#!/bin/sh
# No memory from any allocation on, as in faults.sh.
kinds=malloc-all spread=25
. "$srcdir/tests/faults/faults.sh"
