# SPDX-License-Identifier: BSD-3-Clause
"""Chapter 6, the choice of block sizes: MLSUPS over the size of blocks and the steps in one, 100^3 (SIDE), one thread. The thesis
found no unique best size and took 8^3 (compressed 16^3) and 4 steps: 2 were slower, 6 "probably too much"."""
import os

from cache import speeds
from pages import about, heads, row, verdict, yes

SIDE = int(os.environ.get('SIDE') or 100)
SIZES = ('4x4x4 8x8x8 16x16x16 32x32x32 4x8x8 8x4x4 8x8x4 16x8x8 8x16x16 16x4x4 32x8x8 32x4x4 0x4x4 0x8x8 0x16x16').split()
GRIDS = {'two': '8x8x8', 'gc': '16x16x16'}  # and the size of the thesis
KINDS = [(order, grid) for order in ('sc', 'cs') for grid in GRIDS]
blocks = speeds(SIDE, ['C.cs.two.1', 'C.cs.gc.1', *(f'C.cs.{grid}.{size}x{steps}' for grid in GRIDS for size in SIZES
                                                    for steps in (1, 4))])
steps = speeds(SIDE, [f'C.{order}.{grid}.{GRIDS[grid]}x{t}' for t in (1, 2, 4, 6, 8) for order in ('sc', 'cs') for grid in GRIDS])
load = open('/proc/loadavg').read().split()[0]


def of(grid, size, t):
    return float(blocks[f'C.cs.{grid}.{size}x{t}'])


def fastest(grid, t):
    """Which is it, and the speed of the size of the thesis over its"""
    best = max(SIZES, key=lambda size: of(grid, size, t))
    near = sum(of(grid, size, t) >= 0.95 * of(grid, best, t) for size in SIZES)
    theirs = of(grid, GRIDS[grid], t) / of(grid, best, t)
    return f'{best} ({near} of {len(SIZES)} sizes within 5 %, that of the thesis at {theirs:.2f})', theirs


about()
heads('blocks of, C, collide-stream|two grids, 3-way: MLSUPS|over none|4-way|over none|grid compression, 3-way: MLSUPS|over none|'
      '4-way|over none')
for size in SIZES:
    cells = [(blocks[f'C.cs.{grid}.{size}x{t}'], of(grid, size, t) / float(blocks[f'C.cs.{grid}.1'])) for grid in GRIDS
             for t in (1, 4)]
    row(size.replace('0x', 'allx', size.startswith('0x')).replace('x', ' x '),
        *(cell for speed, ratio in cells for cell in (speed, f'{ratio:.2f}')))
print()
heads('steps in a block, MLSUPS|thesis|stream-collide, two grids (8³)|grid compression (16³)|collide-stream, two grids|'
      'grid compression')


def in_block(order, grid, t):
    return steps[f'C.{order}.{grid}.{GRIDS[grid]}x{t}']


for t, thesis in (1, ''), (2, 'slower than 4'), (4, 'chosen'), (6, 'probably too much'), (8, ''):
    row(t, thesis, *(in_block(order, grid, t) for order, grid in KINDS))
best = [fastest(grid, t) for grid in GRIDS for t in (1, 4)]
good = sum(share >= 0.95 for _, share in best)
slow = sum(float(in_block(*kind, 2)) < 0.98 * float(in_block(*kind, 4)) for kind in KINDS)
more = sum(float(in_block(*kind, 6)) > 1.02 * float(in_block(*kind, 4)) for kind in KINDS)
verdict(f'The fastest are, with two grids, 3-way {best[0][0]} and 4-way {best[1][0]}, with grid compression, 3-way {best[2][0]} '
        f'and 4-way {best[3][0]}. The size of the thesis is within 5 % of the fastest in {good} of 4. '
        f'By more than 2 %, 2 steps are slower than 4 in {slow} of 4 (there all), and 6 are faster in {more} (there none was '
        f'expected): {yes(slow == 4 and more == 0)}. Load {load} on two cores.')
