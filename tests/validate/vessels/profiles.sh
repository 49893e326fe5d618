#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Profiles of an inlet: profiles.py, with its limits. RESULTS: a folder. Writes profiles.csv there, in validate of the build
# folder by default.
. "$srcdir/tests/lib.sh"
find_python
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
"$python" "$srcdir/tests/validate/vessels/profiles.py" "$results/profiles.csv" || fail "profiles of caps"
echo "profiles: $results/profiles.csv"
