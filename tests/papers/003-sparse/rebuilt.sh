# SPDX-License-Identifier: BSD-3-Clause
# The table of cases of the paper, whose numbers are lost, rebuilt: its D3Q19 cases are those of 000, whose text gives porosity
# and tile utilisation; shares of ghost buffers are those of our cases of the same kind (003/cases).
. "$srcdir/tests/papers/lib.sh"
derived "$srcdir/tests/papers/003-sparse/rebuilt.awk"
heads 'case|porosity|utilisation|memory: cm|fia|t2c|tgb|t2c / tgb|traffic: cm|fia|t2c|tgb'
sed -n '/^| case/d; /^| [a-z_0-9.]* | 0/p' derived.md
echo
heads 'what the paper says|its figure|rule|rebuilt|verdict'
sed -n '/^| [A-Z]/p' derived.md
verdict "$(sed -n 's/^\*//p' derived.md)"
