# SPDX-License-Identifier: BSD-3-Clause
"""Figures 6.29 to 6.31 and table 6.1 over the side: misses a site of the caches and of the translation buffer (TLB), by the
simulator of valgrind, 4 steps. A TLB is a cache whose lines are pages: 32 entries and 256 of 4 KiB of the Athlon, 128 of 8 KiB of
the Alpha. It has no page tables, and takes both levels of the Athlon as the thesis lists them. SIDES="10 20 40 60"."""
import os
import shutil
import sys

from cache import all_misses
from pages import about, heads, row, verdict, yes

SIDES = list(map(int, (os.environ.get('SIDES') or '10 20 40 60').split()))
VARIANTS = 'B.sc.two.1', 'B.sc.two.4', 'C.cs.two.4', 'B.sc.gc.4', 'C.cs.gc.4'
LEVELS = {'cache': ('65536,2,64', '524288,1,64'), 'tlb': ('131072,32,4096', '1048576,4,4096'),
          'alpha': ('1048576,128,8192', '2097152,256,8192')}
ALPHA = {'two grids': ('C.cs.two.1', 357), 'grid compression': ('C.cs.gc.1', 259), 'two grids, 4-way': ('C.cs.two.4', 2102),
         'grid compression, 4-way': ('C.cs.gc.4', 1202)}
if not shutil.which('valgrind'):
    print('tlb: skipped: no valgrind', file=sys.stderr)
    sys.exit(77)
last = SIDES[-1]
runs = [(what, side, variant) for side in SIDES for variant in VARIANTS for what in ('cache', 'tlb')]
runs += [('alpha', last, variant) for variant, _ in ALPHA.values()]
found = dict(zip(runs, all_misses([(side, *LEVELS[what], variant) for what, side, variant in runs], 4)))


def over(what, variant, base, level=0):
    below = found[what, last, base][level]
    return found[what, last, variant][level] / below if below else 0


about()
for what, name in ('cache', 'Athlon, caches'), ('tlb', 'Athlon, TLB of 32 and of 256 entries'):
    sides = '|'.join(f'{side}³' for side in SIDES)
    heads(f'{name}: misses a site, level 1, level 2|thesis, large grids|{sides}|over B sc, two grids: level 1|level 2')
    for variant in VARIANTS:
        thesis = ('1' if variant == VARIANTS[0] else 'increased' if what == 'tlb' else '0.5, 0.4' if 'gc' in variant else 'reduced')
        row(variant, thesis, *('{:.4f}, {:.4f}'.format(*found[what, side, variant]) for side in SIDES),
            *(f'{over(what, variant, VARIANTS[0], level):.2f}' for level in (0, 1)))
    print()
heads(f'Alpha, TLB of 128 entries, {last}³|thesis, 100³: interrupts|over two grids|ours, misses a site|over two grids|ratio')
for text, (variant, theirs) in ALPHA.items():
    ours = over('alpha', variant, 'C.cs.two.1')
    row(text, theirs, f'{theirs / 357:.2f}', f'{found["alpha", last, variant][0]:.4f}', f'{ours:.2f}',
        f'{ours / (theirs / 357):.2f}')
athlon = [over('tlb', variant, 'B.sc.two.1') for variant in ('B.sc.two.4', 'B.sc.gc.4')]
alpha = [over('alpha', variant, 'C.cs.two.1') for variant in ('C.cs.two.4', 'C.cs.gc.4')]
falls = over('alpha', 'C.cs.gc.1', 'C.cs.two.1') < 0.98
verdict(f'4-way blocking raises the misses of the TLB: Athlon {yes(min(athlon) > 1.02)} ({athlon[0]:.2f} times with two grids, '
        f'{athlon[1]:.2f} compressed), Alpha, with the fall by compression alone, {yes(min(alpha) > 1.02 and falls)} '
        f'({alpha[0]:.2f} and {alpha[1]:.2f}; there 5.89 and 3.37 at 100³). Second-level misses at {last}³ fall to '
        f'{over("cache", "B.sc.gc.4", "B.sc.two.1", 1):.2f} with both (0.4 there), first-level ones to '
        f'{over("cache", "B.sc.gc.4", "B.sc.two.1"):.2f} (0.5).')
