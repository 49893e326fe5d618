#!/bin/sh
# Memory that has run out at every allocation, as in faults.sh.
kinds=malloc-all spread=25
. "$srcdir/tests/faults/faults.sh"
