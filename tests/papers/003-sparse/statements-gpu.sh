# SPDX-License-Identifier: BSD-3-Clause
# What the paper says of the speed of tiles, statement by statement, from the tables of 003/layouts-gpu; fp64 BGK.
srcdir=${srcdir:-$(cd "$(dirname "$0")/../../.." && pwd)}
. "$srcdir/tests/papers/lib.sh"
cat "$srcdir/tests/papers/003-sparse/say.awk" "$srcdir/tests/papers/003-sparse/speeds.awk" >program
derived program
heads 'what the paper says|its figure|rule of the verdict|ours|verdict'
grep '^|' derived.md
verdict "$(grep '^Of' derived.md)"
