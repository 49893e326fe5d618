# SPDX-License-Identifier: BSD-3-Clause
"""Why the kernel of table 5 beats tessera-run in full boxes: a model from the tables of both. A step takes nodes / (bandwidth /
bytes) and a time of its own."""
from pages import cell, heads, peak, row, source, sources, verdict

LAYOUTS, CAVITY = '000/layouts', '000/cavity'
WHERE = 'layout=t2c;precision=fp64;kernel=bgk-incompressible;case~cavity '
source(sources(f'{LAYOUTS} {CAVITY}'))
heads('cavity, BGK, fp64|kernel of table 5|tessera-run, t2c|ratio')
own = [cell(LAYOUTS, '#1=all three', column) * peak(LAYOUTS) * 1e3 / 304 for column in ('#7', '#8')]
ours = [cell(CAVITY, WHERE + side, 'MFLUPS (least … most)') for side in ('100x', '252x')]
for sides, kernel, run in zip(('100³', '256³, 252³'), own, ours):
    row(f'{sides}: MFLUPS', f'{kernel:.0f}', f'{run:.0f}', f'{kernel / run:.3f}')
# 27 indices of tiles; tessera-run reads the masks and offsets of these tiles too, 16 bytes each
mine, theirs = 304 + 27 * 20 / 64, 304 + 27 * 4 / 64
row('bytes a node and step, tables of tiles from memory', f'{theirs:.1f}', f'{mine:.1f}', f'{mine / theirs:.3f}')
t_own, t_ours = (1e6 / speed[0] - 1e6 / speed[1] for speed in (own, ours))
more = t_ours - t_own
row('time of 10⁶ nodes in 100³ less that in the large box, microseconds', f'{t_own:.1f}', f'{t_ours:.1f}', f'{more:.1f} more')
large = own[1] / ours[1]
explained = (mine / theirs - 1) / (large - 1)
verdict(f'In the large box the kernel of table 5 is {100 * large - 100:.1f} % faster, of which the tables of tiles explain '
        f'{100 * mine / theirs - 100:.1f} ({"nearly all" if 0.7 < explained < 1.3 else "not all"}). At 100³ tessera-run takes '
        f'{more:.1f} microseconds a step more beside, {100 * more * ours[0] / 1e6:.1f} % of it: '
        + ('what a second kernel for the tiles beside the lid, launched after the first, would take' if more > 1 else
           'no more than the other') + '.')
