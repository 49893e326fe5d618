# SPDX-License-Identifier: BSD-3-Clause
# All five papers at a glance, from the tables of the pages.
. "$srcdir/tests/papers/lib.sh"
derived "$srcdir/tests/papers/all-papers/glance.awk" >sources
heads 'paper|theirs|ours, the same work|does it do that, and better?|packed by kernels like the own of the paper, one kind of card'
sed -n 's/^1//p' derived.md
echo
heads 'beyond them|figure'
sed -n 's/^2//p' derived.md
verdict "$(sed -n 's/^3//p' derived.md)"
echo
head -n 1 sources
