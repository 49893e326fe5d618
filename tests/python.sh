#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/python.sh SCRIPT [ARGUMENT]...: runs a script in Python on the module of this tree, in a scratch folder of its own, with
# the programs on PATH. Skips without Python and NumPy.
script=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
. "$srcdir/tests/lib.sh"
name=$(basename "$script" .py)
find_python
PYTHONPATH=$PYTHONPATH:$srcdir/tests/validate:$srcdir/tests/papers "$python" "$script" "$@"
