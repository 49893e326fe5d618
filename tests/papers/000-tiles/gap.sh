# SPDX-License-Identifier: BSD-3-Clause
# Why the kernel of table 5 beats tessera-run in full boxes: a model from the tables of both.
. "$srcdir/tests/papers/lib.sh"
derived "$srcdir/tests/papers/000-tiles/tables/gap.awk"
heads 'cavity, BGK, fp64|kernel of table 5|tessera-run, t2c|ratio'
grep '^|' derived.md
verdict "$(sed -n 's/^\*//p' derived.md)"
