# SPDX-License-Identifier: BSD-3-Clause
"""A cavity whose lid moves along x with a speed of 0.1, against published velocities on its centre lines.

A row for each published point. Writes cavity.csv, cavity.svg and cavity-2d.csv.
cube: Re 1000; the lid is z+, MRT, 40 times the time N / U in which it crosses the cavity; S. Albensoeder and H. C. Kuhlmann,
J. Comput. Phys. 206 (2005), tables 5 and 6, and their extrema; tolerance: RMS 3 % of the lid speed. Measured: RMS 1.2 % at 64
nodes, 0.33 and 0.17 % (u and w) at 128 nodes, the latter on a GPU. CAVITY=N: N nodes a side, 64 unless given; "-": none.
square: one slice, the lid is y+, TRT, incompressible equilibrium, to 1e-5; U. Ghia, K. N. Ghia and C. T. Shin, J. Comput. Phys.
48 (1982) 387, within an RMS of 1 % of the lid speed (1.5 % at Re 1000, where their table differs by up to 1.2 % from the next
reference); at Re 1000 also the extrema of O. Botella and R. Peyret, Comput. Fluids 27 (1998) 421, which are known to seven
digits: within 1 %, and their positions within half a node spacing. Re 100 runs with lattice d3q19, the others with d2q9
(LATTICE=d3q19: all with it). CAVITY_2D="100 400": only these Re; CAVITY_NODES=N: N nodes a side, 128 unless given."""
import csv
import os

import numpy as np
import tessera
from shared import chosen, draw, finish, write_table

SPEED = 0.1
# extrema: of which line, smallest (-1) or largest, value and position
EXTREMA = {'square': {'least u': ('u', -1, -0.3885698, 0.1717), 'largest v': ('v', 1, 0.3769447, 0.1578),
                      'least v': ('v', -1, -0.5270771, 0.9092)},
           'cube': {'least u': ('u', -1, -0.28038, 0.1242), 'least w': ('w', -1, -0.43502, 0.9094),
                    'largest w': ('w', 1, 0.24665, 0.1096)}}


def published(cube):
    """{(line, Re): positions and velocities}"""
    name = os.path.join(os.path.dirname(__file__), 'cavity.ref' if cube else 'cavity-2d.ref')
    found = {}
    with open(name) as file:
        for line, position, *values in csv.reader(row for row in file if not row.startswith('#')):
            for re, value in zip((1000,) if cube else (100, 400, 1000), values):
                if value:
                    found.setdefault((line, re), []).append((float(position), float(value)))
    return {key: np.array(points).T for key, points in found.items()}


def flow(cube, re, nodes):
    given = dict(collision='mrt', steps=int(40 * nodes / SPEED)) if cube else dict(
        equilibrium='incompressible', converge=1e-5, lattice=os.environ.get('LATTICE', 'd3q19' if re == 100 else 'd2q9'))
    tau = 0.5 + 3 * SPEED * nodes / re
    report = tessera.run('cavity.tile', set=f'lid:wall={SPEED},0,0', tau=tau, output='flow.tile', **given)
    print(f'cavity: Re {re}, {nodes} nodes a side, tau {tau:g}, {report["steps"]} steps, {report["mflups"]:.1f} MFLUPS')


def profiles(cube, nodes):
    """{line: positions and velocities} from wall to wall: half-way walls are half a node outside, node i is at (i + 1/2) / N."""
    velocity = tessera.open('flow.tile').field('velocity') / SPEED
    middle = slice((nodes - 1) // 2, nodes // 2 + 1)
    flat = slice(0, 1)
    at = np.concatenate([[0], (np.arange(nodes) + 0.5) / nodes, [1]])
    u = velocity[:, middle, middle, 0].mean(axis=(1, 2)) if cube else velocity[flat, :, middle, 0].mean(axis=(0, 2))
    other = velocity[middle, middle, :, 2].mean(axis=(0, 1)) if cube else velocity[flat, middle, :, 1].mean(axis=(0, 1))
    return {'u': (at, np.concatenate([[0], u, [1]])), 'w' if cube else 'v': (at, np.concatenate([[0], other, [0]]))}


def extremum(at, velocity, sign):
    """The top of the parabola through the node that is furthest out and both beside it."""
    best = 2 + np.argmax(sign * velocity[2:-2])
    low, here, high = velocity[best - 1:best + 2]
    off = (low - high) / (2 * (low - 2 * here + high))
    return here - (low - high) * off / 4, at[best] + off * (at[best + 1] - at[best])


def drawing(line, profile, points):
    yield f'panel,{line} over the lid speed on a centre line,0,1,-0.6,1\nkey,#447,this run\nkey,#c00,published'
    yield from (f'{"line" if n else "move"},#447,{s:.6g},{value:.6g}' for n, (s, value) in enumerate(zip(*profile)))
    yield from (f'cross,#c00,{s:g},{value:g}' for s, value in zip(*points))


def compare(kind, re, nodes, profile, drawn, wrong):
    """Rows of the table; what is beyond a limit goes to wrong."""
    cube = kind == 'cube'
    for (line, of), (position, value) in published(cube).items():
        if of != re:
            continue
        found = np.interp(position, *profile[line])
        yield from ((True, [re, line, f'{s:g}', f'{v:g}', f'{f:.5f}']) for s, v, f in zip(position, value, found))
        drawn.extend(drawing(line, profile[line], (position, value)))
        rms = np.sqrt(np.mean((found - value)**2))
        print(f'cavity: {kind}, Re {re}: {line}: RMS {rms:.5f} of the lid speed over {value.size} points')
        if not rms < (0.03 if cube else 0.015 if re == 1000 else 0.01):
            wrong.append(f'{kind}, Re {re}, {line}: RMS {rms:.5f}')
    for name, (line, sign, value, place) in EXTREMA[kind].items() if re == 1000 else ():
        most, where = extremum(*profile[line], sign)
        print(f'cavity: {kind}, Re {re}: {name} {most:.6f} at {where:.4f} (published {value} at {place})')
        if not cube and not (abs(most / value - 1) < 0.01 and abs(where - place) < 0.5 / nodes + 0.00005):
            wrong.append(f'{name} {most:.6f} at {where:.4f}')


def rows(kind, cases, nodes, drawn, wrong):
    cube = kind == 'cube'
    tessera.tile(tessera.voxelize(shape='cavity', size=(nodes, nodes, nodes if cube else 1), output='cavity.vox'),
                 patch='lid=z+' if cube else 'lid=y+', output='cavity.tile')
    for re in cases:
        flow(cube, re, nodes)
        yield from compare(kind, re, nodes, profiles(cube, nodes), drawn, wrong)


wrong, head = [], 're,line,position,published,found'
for nodes in map(int, chosen('CAVITY', '64')):
    drawn = []
    write_table(head, rows('cube', [1000], nodes, drawn, wrong))
    draw(drawn)
square = list(map(int, chosen('CAVITY_2D', '100 400 1000')))
if square:
    write_table(head, rows('square', square, int(chosen('CAVITY_NODES', '128')[0]), [], wrong), 'cavity-2d')
finish(wrong)
