# SPDX-License-Identifier: BSD-3-Clause
"""Interpolated walls compared with half-way walls: tubes with Poiseuille, arrays of spheres with their drag factor K at chi of the
radius at which they touch: k = L^3 / (6 pi n r K). Simple cubic: A. A. Zick and G. M. Homsy, J. Fluid Mech. 115 (1982), table 2.
The others were computed for this test: periodic Stokeslets (H. Hasimoto, J. Fluid Mech. 5 (1959), summed after Ewald) on a
sphere within each sphere, fitted to zero velocity at the surface to 2e-6 of the velocity (fcc at 0.9: 7e-4); they give K of Zick
and Homsy for simple cubic arrays to the last digit, 7.4420 at c = 0.216 and 15.399 at 0.343. The series of A. S. Sangani and A.
Acrivos, Int. J. Multiphase Flow 8 (1982) 343, agrees up to chi = 0.7, but is 0.74 % low at 0.9 (42.4985 instead of 42.8163).
Spheres have diameters of about 20 nodes, and more; distances are exact. WALLS="tube spheres": only these parts.
Tolerance: tubes converge with an order of 1.9; spheres 0.5 %, close to touching 1.5 and (fcc) 3 %. Measured: order 1.96 from
radius 5 to 20; spheres within 0.26 % where the gaps between them are wider than three nodes. At chi = 0.9 the gaps of bcc and fcc
arrays are two to four nodes wide, and the error depends on the position of the nodes: between 0.2 % and -1.4 % (bcc), -2.7 % and
-1.3 % (fcc), -0.2 % and -1.2 % (sc)."""
import numpy as np
from shared import chosen, finish, of_spheres, permeability, shape, write_table

# spheres in a cell, solid fraction, K, and for each number of nodes of a side the tolerance
ARRAYS = [('sc', 1, '0.064', 2.810, {40: 0.005}), ('sc', 1, '0.216', 7.442, {27: 0.005}), ('sc', 1, '0.343', 15.4, {23: 0.005}),
          ('sc', 1, '0.381704', 19.16108, {20: 0.015, 22: 0.005, 23: 0.015}), ('sc', 1, '0.45', 28.1, {21: 0.005}),
          ('bcc', 2, '0.085022', 3.388655, {46: 0.005}), ('bcc', 2, '0.233300', 8.565383, {33: 0.005}),
          ('bcc', 2, '0.495847', 42.81627, {26: 0.005, 33: 0.015, 52: 0.005}), ('fcc', 4, '0.092560', 3.574845, {57: 0.005}),
          ('fcc', 4, '0.253985', 9.717192, {40: 0.005}), ('fcc', 4, '0.539810', 65.128, {31: 0.03, 44: 0.03})]
tubes = {}  # by radius, the error


def errors(k, domain):
    """Of half-way and of interpolated walls"""
    return [permeability(domain, converge=1e-6, walls=walls) / k - 1 for walls in ('halfway', 'interpolated')]


def rows():
    parts = chosen('WALLS', 'tube spheres')
    for radius in (5, 7, 10, 14, 20) if 'tube' in parts else ():
        off = errors(np.pi * radius**2 / 32, shape('tube', (2 * radius, 2 * radius, 4), walls=True, periodic='z'))
        tubes[radius] = abs(off[1])
        yield True, ['tube', radius, *(f'{e:.6f}' for e in off)]
    for kind, count, c, drag, sides in ARRAYS if 'spheres' in parts else ():
        for side, most in sides.items():
            domain = shape(f'{kind}:c={c}', (side, side, side), walls=True, periodic='xyz')
            off = errors(of_spheres(count, float(c), drag, side), domain)
            yield abs(off[1]) <= most, [f'{kind} c={c}', side, *(f'{e:.6f}' for e in off)]


beyond = write_table('flow,size,halfway,interpolated', rows())
if tubes and not np.log(tubes[5] / tubes[20]) / np.log(4) >= 1.9:
    beyond.append(f'tubes: order {np.log(tubes[5] / tubes[20]) / np.log(4)}')
finish(beyond)
