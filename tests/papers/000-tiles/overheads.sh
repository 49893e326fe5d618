# SPDX-License-Identifier: BSD-3-Clause
# Equations 14 to 16: what solid nodes in tiles cost, by the formulas and as 003/layouts-gpu measured it.
. "$srcdir/tests/papers/lib.sh"
derived "$srcdir/tests/papers/000-tiles/tables/overheads.awk"
heads 'domain|utilisation (14)|equation 15|time of t2c over the full box|of packed|equation 16|memory of t2c over 152 bytes a node|ours / equation 16|of packed'
grep '^|' derived.md
verdict "$(sed -n 's/^\*//p' derived.md)"
