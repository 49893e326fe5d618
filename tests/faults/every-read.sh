#!/bin/sh
# Every read, as in faults.sh.
kinds=read spread=25
. "$srcdir/tests/faults/faults.sh"
