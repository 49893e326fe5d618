# SPDX-License-Identifier: BSD-3-Clause
"""Steady flow past a cylinder of diameter D = 0.1, Re 20: M. Schaefer and S. Turek, Benchmark computations of laminar flow around
a cylinder, Notes Numer. Fluid Mech. 52 (1996) 547. Viscosity 0.001; c = 2 F / (mean velocity^2 D), of the duct over its height,
too. Writes schaefer-turek.csv and schaefer-turek-2d.csv.
duct: test case 3D-1Z, 2.5 x 0.41 x 0.41, cylinder along z at x = 0.5, y = 0.2; inflow 16 U y z (H - y)(H - z) / H^4, U = 0.45.
Reference: c_D = 6.18533, c_L = 0.009401, the values used by E. Bayraktar, O. Mierka & S. Turek, Int. J. Comput. Sci. Eng. 7
(2012) 253. SCHAEFER_TUREK="30 41 57": nodes across; the time grows with the fourth power of their number. Tolerance: 3 % of the
drag, with 41 nodes 0.5 % of it and 5 % of the lift. Measured: 30 nodes c_D 6.050, c_L 0.082; 41 nodes 6.194 and 0.0095 (there
the grid is symmetric about the cylinder, which favours the lift); on a GPU 57 nodes 6.187 and -0.038, 82 nodes (diameter 20)
6.179 and 0.00933, 123 nodes 6.174 and 0.00917.
channel: test case 2D-1, one slice, 2.2 x 0.41, cylinder at x = 0.2, y = 0.2; inflow 4 U y (H - y) / H^2, U = 0.3. Reference:
c_D = 5.57953523384, c_L = 0.010618948146 (G. Nabh, On high order methods for the stationary incompressible Navier-Stokes
equations, thesis, Heidelberg 1998). SCHAEFER_TUREK_2D="41 82 123": nodes across; the time grows with the cube of their number.
41 runs with lattice d3q19, the others with d2q9; LATTICE=d3q19: all. Tolerance: 2 % of the drag with 41 nodes, 10 per diameter;
with 82 nodes 0.5 % of the drag and 10 % of the lift. Measured: 41 nodes c_D 5.622, c_L 0.01145; 82 nodes 5.593 and 0.01073;
half the velocity changes c_D by 1e-4 (41 nodes)."""
import os

import tessera
from shared import chosen, finish, tile, voxels_of, write_table

PEAK = 0.08  # of the inflow, lattice units


def forces(size, x, mean, viscosity, steps, **given):
    """On the cylinder, along x and y; sizes are in units of the diameter of the test case. Nodes of the inlet lie on it, nodes
    along the walls half a node inside."""
    h = size[1] / 0.41
    domain = tile(voxels_of('cylinder', ','.join(map(str, size)), f'{x * h:.6g},{0.2 * h - 0.5:.6g},{0.05 * h:.6g}'),
                  inlet='x-', outlet='x+')
    report = tessera.run(domain, equilibrium='incompressible', set=[f'inlet:parabola={PEAK},0,0', 'outlet:pressure=0'],
                         viscosity=f'{viscosity:.6g}', steps=int(steps), force_on='solid', **given)
    return report['forces'][0]['force'][:2]


def coefficients(n, flat):
    h, mean = n / 0.41, (2 / 3 if flat else 4 / 9) * PEAK
    if flat:  # 46 seconds: after half of them the error of the drag is 0.7 %, after twice as many it has changed by 1e-4
        size, x, steps = (int(2.2 * h + 0.5) + 1, n, 1), 0.2, 46 * h * 0.3 / PEAK
        given = {'lattice': os.environ.get('LATTICE') or ('d3q19' if n == 41 else 'd2q9')}
    else:  # after 23 seconds the pressure waves of the start are gone
        size, x, steps, given = (int(2.5 * h + 0.5) + 1, n, n), 0.5, 23 * h * 0.45 / PEAK, {}
    found = forces(size, x, mean, mean * 0.1 * h / 20, steps, **given)
    return [2 * f / (mean**2 * 0.1 * h * size[2]) for f in found]


def off(found, wanted):
    """The same for values that are too large and too small by a factor"""
    return found / wanted - 1 if found > wanted else 1 - found / wanted


def row(n, flat):
    drag, lift = coefficients(n, flat)
    if flat:
        good = off(drag, 5.57953523384) <= (0.02 if n < 82 else 0.005) and (n < 82 or off(lift, 0.010618948146) <= 0.1)
    else:
        good = off(drag, 6.18533) <= (0.03 if n < 41 else 0.005) and (n < 41 or off(lift, 0.009401) <= 0.05)
    return good, [n, f'{0.1 * n / 0.41:.3f}', f'{drag:.5f}', f'{lift:.6f}']


beyond = []
for name, flat, nodes in (('schaefer-turek', False, chosen('SCHAEFER_TUREK', '30 41')),
                          ('schaefer-turek-2d', True, chosen('SCHAEFER_TUREK_2D', '41 82'))):
    if nodes:
        beyond += write_table('nodes,diameter,drag,lift', (row(int(n), flat) for n in nodes), name)
finish(beyond)
