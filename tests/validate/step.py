# SPDX-License-Identifier: BSD-3-Clause
"""Flow over a backward-facing step, one slice: the length of the eddy behind the step over its height h, which is also that of
the inlet. Reference: E. Erturk, Numerical solutions of 2-D steady incompressible flow over a backward-facing step, Part I,
Comput. Fluids 37 (2008) 633: 2.922, 8.237 and 11.834 at Re = 2 h U / nu of 100, 400 and 800, U the mean velocity in the inlet. A
parabola enters 5 h before the step (Erturk: 20 h); the outlet is 20, 30 and 40 h behind it. Nodes lie half a node from the walls;
the eddy ends where the shear at the wall, of the two nodes beside it and a parabola, changes its sign. Tolerance: 4, 2 and 1 %
with 20, 40 and 80 nodes in h, 7 % with fewer: the error falls with h^-1.2 for the corner is singular. "half" is the same after
half of the steps.
STEP="20 40 80": nodes in h; the time grows with the cube of their number. STEP_RE="100 400 800"."""
import numpy as np
import tessera
from shared import COLOURS, chosen, draw, finish, image, tile, write_table

SPEED = 0.06
# by Re: length of the eddy; where the outlet lies, in h behind the step; time in h / SPEED
CASES = {100: (2.922, 20, 200), 400: (8.237, 30, 600), 800: (11.834, 40, 1200)}
marks = []


def length(h):
    """The step is half a node before 5 h."""
    first, second = tessera.open('flow.tile').field('ux')[0, 1:3, 5 * h:]
    shear = 9 * first - second
    x = np.nonzero((shear[:-1] < 0) & (shear[1:] >= 0))[0][0]
    return (x + shear[x] / (shear[x] - shear[x + 1]) + 0.5) / h


def row(re, h):
    published, behind, time = CASES[re]
    y, x = np.indices((2 * h + 2, (5 + behind) * h))
    domain = tile(image(((y >= 1) & (y <= 2 * h) & ((y > h) | (x >= 5 * h)))[None]), inlet='x-', outlet='x+')
    steps = int(time * h / SPEED / 2)
    tessera.run(domain, lattice='d2q9', collision='mrt', equilibrium='incompressible', viscosity=f'{2 * h * SPEED / re:.6g}',
                set=[f'inlet:flow={h * SPEED:.6g},parabola', 'outlet:pressure=0'], steps=steps, checkpoint='flow.tile')
    half = length(h)
    tessera.run('flow.tile', steps=f'+{steps}', checkpoint='flow.tile')
    found = length(h)
    off, most = found / published - 1, 0.07 if h < 20 else 0.04 if h < 40 else 0.02 if h < 80 else 0.01
    marks.append((re, h, found))
    return abs(off) < most, [re, h, f'{half:.4f}', f'{found:.4f}', published, f'{off:.4f}']


cases = [(int(re), int(h)) for h in chosen('STEP', '20') for re in chosen('STEP_RE', '100 400 800')]
beyond = write_table('re,nodes,half,found,published,off', (row(*case) for case in cases))
drawing = ['panel,length of the eddy / h over nodes in h,0,100,0,15']
for colour, re in zip(COLOURS, dict(cases)):
    drawing += [f'key,{colour},Re {re} (line: Erturk)', f'move,{colour},0,{CASES[re][0]}', f'line,{colour},100,{CASES[re][0]}']
    drawing += [f'cross,{colour},{h},{found:.4f}' for of, h, found in marks if of == re]
draw(drawing)
finish(beyond)
