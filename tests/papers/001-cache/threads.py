# SPDX-License-Identifier: BSD-3-Clause
"""Figures 6.32 to 6.34: 1 to n threads (BENCH_THREADS), by the clock, at a constant size of 150^3 (SIDE), and from 100^3 on with as
many sites a thread."""
import os

from cache import speeds
from pages import about, heads, row, verdict

THREADS = min(int(os.environ.get('BENCH_THREADS') or len(os.sched_getaffinity(0))), 8)
SCALED = 100, 126, 144, 159, 171, 182, 191, 200
TEXT = {'C-line.sc.two.1': 'C, one loop, stream-collide', 'C-line.cs.two.1': 'C, one loop, collide-stream',
        'C.sc.two.1': 'C, three loops, stream-collide', 'C.cs.two.1': 'C, three loops, collide-stream',
        'B.cs.two.1': 'B, three loops, collide-stream', 'C.cs.two.4': 'C, collide-stream, 4-way',
        'C.cs.gc.1': 'C, collide-stream, grid compression', 'C.cs.gc.4': 'C, collide-stream, grid compression, 4-way',
        'R.sc.two.1': 'rows and vectors', 'R.sc.two.0x16x16x8': 'rows and vectors, blocks of y, z and 8 steps',
        'R.sc.gc.1': 'rows and vectors, grid compression',
        'R.sc.gc.0x16x16x8': 'rows and vectors, grid compression, blocks of y, z and 8 steps'}
SCALING = 'C-line.sc.two.1', 'C-line.cs.two.1', 'C.cs.gc.1', 'C.cs.gc.4', 'R.sc.gc.0x16x16x8'
THESIS = {('constant', 'C-line.cs.two.1'): '8.33, nearly linear',
          ('constant', 'C-line.sc.two.1'): 'less than half of collide-stream', ('scaling', 'C-line.cs.two.1'): 'time constant',
          ('scaling', 'C-line.sc.two.1'): 'time grows from 1 CPU to 2'}
found = {}  # of size and variant, for each number of threads
for n in range(1, THREADS + 1):
    for size, side, variants in (('constant', os.environ.get('SIDE') or 150, TEXT), ('scaling', SCALED[n - 1], SCALING)):
        for variant, speed in speeds(side, variants, 'wall', n).items():
            found.setdefault((size, variant), []).append(speed)


def share(size, variant):
    """Of the speed of one thread, each"""
    return float(found[size, variant][-1]) / float(found[size, variant][0]) / THREADS


about(THREADS)
heads('variant|size|' + '|'.join(f'{n} thread{"s" if n > 1 else ""}, MLSUPS' for n in range(1, THREADS + 1)) +
      f'|{THREADS} threads over one, each|thesis: 8 CPUs of a SR8000')
for size in 'constant', 'scaling':
    for variant, text in TEXT.items():
        if (size, variant) in found:
            row(text, size, *found[size, variant], f'{share(size, variant):.2f}', THESIS.get((size, variant), ''))
one, compressed, blocked = ([f'{100 * share(size, variant):.0f} %' for size in ('constant', 'scaling')]
                            for variant in ('C-line.cs.two.1', 'C.cs.gc.1', 'C.cs.gc.4'))
faster = float(found['constant', 'C-line.cs.two.1'][-1]) / float(found['constant', 'C-line.sc.two.1'][-1])
verdict('One core: nothing to compare.' if THREADS == 1 else
        f'{THREADS} threads reach {one[0]} of {THREADS} times the speed of one with two grids (C, one loop, collide-stream; '
        f'nearly 100 % of 8 CPUs in the thesis), {compressed[0]} with grid compression, whose rows go in diagonals, and '
        f'{blocked[0]} with 4-way blocking in it; at scaling size {one[1]}, {compressed[1]} and {blocked[1]}. Collide-stream is '
        f'{faster:.2f} times as fast as stream-collide with {THREADS} threads (more than twice there).')
