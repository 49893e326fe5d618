# SPDX-License-Identifier: BSD-3-Clause
# Section 4.3: the size of a domain from which a GPU is busy, from the cavities of 000/cavity.
. "$srcdir/tests/papers/lib.sh"
derived "$srcdir/tests/papers/000-tiles/tables/size.awk"
heads 'nodes|share of the largest speed in the paper|ours|ratio|between the cavities of'
grep '^|' derived.md
verdict "$(sed -n 's/^\*//p' derived.md)"
