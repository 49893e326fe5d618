#!/bin/sh
# A disk that fills at any byte, as in faults.sh.
kinds=full spread=25
. "$srcdir/tests/faults/faults.sh"
