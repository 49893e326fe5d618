# SPDX-License-Identifier: BSD-3-Clause
"""Section 4.3: the size of a domain from which a GPU is busy, from the cavities of 000/cavity. Whole tiles alone; speeds between
two sizes by a line over the logarithm of the nodes."""
from itertools import count
from math import log

from pages import die, heads, row, source, sources, table, verdict

BLOCK = '000/cavity'


def share_of(nodes):
    """Of the largest speed, and between which cavities"""
    k = next((i for i in range(1, len(speeds)) if speeds[i][0]**3 >= nodes), len(speeds) - 1)
    (before, slow), (side, speed) = speeds[k - 1], speeds[k]
    found = slow + (speed - slow) * log(nodes / before**3) / log(side**3 / before**3)
    return found / max(speed for _, speed in speeds), f'{before:.0f}³ and {side:.0f}³'


source(sources(BLOCK))
cavities = table(BLOCK)
speeds = sorted((cavities.number(line, 'case'), cavities.number(line, 'MFLUPS (least … most)')) for line in cavities.rows
                if cavities.matches(line, 'layout=t2c;precision=fp64;kernel=bgk-incompressible;tile utilisation=1.000'))
if len(speeds) < 5:
    die(f'{BLOCK}: few sizes')
heads('nodes|share of the largest speed in the paper|ours|ratio|between the cavities of')
good = 0
for nodes, words, paper in (100000, '', 0.85), (300000, 'at least ', 0.95), (1000000, 'some ', 1):
    share, between = share_of(nodes)
    good += share >= paper - 0.005
    row(nodes, f'{words}{paper:.2f}', f'{share:.3f}', f'{share / paper:.2f}', between)
full = 10000
while share_of(full)[0] < 0.95 and full < 2e7:
    full *= 1.05
busy = next(k for k in count(1) if k == 2000 or share_of(k * 10000)[0] >= 0.85)
verdict(f'A GPU of today is as busy with as few nodes: {"yes" if good == 3 else "in part" if good else "no"}, in {good} of 3 rows '
        f'(within 0.005). It reaches 0.85 of its largest speed from some {busy / 10:.1f} · 10⁵ nodes and 0.95 from '
        f'{full / 1e5:.1f} · 10⁵ on.')
