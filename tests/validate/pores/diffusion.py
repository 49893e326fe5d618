# SPDX-License-Identifier: BSD-3-Clause
"""Cubic arrays of insulating spheres: conductivity relative to the fluid. Reference: Rayleigh's method (Phil. Mag. 34 (1892) 481)
with multipoles to order 27. Spheres of 20 and 40 voxels, with walls of voxels and with wall distances.
Tolerance with distances: 0.3 % at 20 voxels, 0.1 % at 40 (measured: at most 0.27 and 0.06 %), and three times that at a fraction
of 0.6, where gaps have 0.9 to 3 voxels; except for simple cubic spheres at 0.5, whose gaps of 0.3 and 0.6 voxel contain no
nodes."""
import tessera
from shared import finish, shape, write_table

# solid fraction, conductivity, side of a cell in which spheres have a diameter of 20
ARRAYS = {'sc': '0.1 0.857112 35, 0.2 0.726703 28, 0.3 0.605661 24, 0.4 0.490110 22, 0.5 0.37374 20',
          'bcc': '0.1 0.857139 44, 0.2 0.727203 35, 0.3 0.608272 30, 0.4 0.498465 28, 0.5 0.395757 26, 0.6 0.29751 24',
          'fcc': '0.1 0.857141 55, 0.2 0.727226 44, 0.3 0.608390 38, 0.4 0.498813 35, 0.5 0.396538 32, 0.6 0.299168 30'}


def off(kind, c, side, walls, exact):
    domain = shape(f'{kind}:c={c}', (side, side, side), walls, lint='no', periodic='xyz')
    return tessera.run(domain, diffusion='x')['diffusion'][0]['relative'] / exact - 1


def rows():
    for kind, lines in ARRAYS.items():
        for c, exact, side in (line.split() for line in lines.split(',')):
            for times in 1, 2:
                voxels, walls = (off(kind, c, int(side) * times, walls, float(exact)) for walls in (False, True))
                most = (0.001 if times == 2 else 0.003) * (3 if c == '0.6' else 1)
                yield (kind, c) == ('sc', '0.5') or abs(walls) <= most, [
                    kind, c, 20 * times, exact, f'{voxels:.6f}', f'{walls:.6f}']


finish(write_table('array,c,diameter,exact,voxels,walls', rows()))
