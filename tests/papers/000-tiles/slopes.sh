# SPDX-License-Identifier: BSD-3-Clause
# Figure 19: speed over tile utilisation, a line through all spheres and vessels of the tables of 000/spheres and 000/vessels.
. "$srcdir/tests/papers/lib.sh"
derived "$srcdir/tests/papers/000-tiles/tables/slopes.awk"
heads 'precision|layout|kernel|line of the paper|ours|ratio of slopes|points|root of the mean square'
grep '^|' derived.md
grep -v '^[|F*]' derived.md | plot "Speed by that at utilisation 1 over tile utilisation"
verdict "$(sed -n 's/^\*//p' derived.md)"
