#!/bin/sh
# Every system call for memory, as in faults.sh.
kinds=memory:ENOMEM spread=25
. "$srcdir/tests/faults/faults.sh"
