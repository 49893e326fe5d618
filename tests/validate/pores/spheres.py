# SPDX-License-Identifier: BSD-3-Clause
"""Cubic arrays of spheres: drag factor K at solid fraction c, k = L^2 / (6 pi K n (3 c / (4 pi n))^(1/3)) with n spheres in a cell
of side L. References: simple cubic: A. A. Zick and G. M. Homsy, J. Fluid Mech. 115 (1982), table 2; body-centred: A. S. Sangani
and A. Acrivos, Int. J. Multiphase Flow 8 (1982), series for c up to 0.85^3 of close packing; face-centred: H. Hasimoto, J. Fluid
Mech. 5 (1959), 1/K = 1 - 1.7917 c^(1/3) + c - 0.302 c^2, for small c; and the touching spheres of Zick and Homsy.
The spheres are stair-cases: k is too low by about 0.7 / radius, besides the error of the drawn volume. Radii are 9 to 31 nodes;
only the largest box is tested. Tolerance: 2 %, body- and face-centred 5 %, near close packing 7 %. SPHERES="L...": only these
sizes, the last of which is tested."""
import tessera
from shared import COLOURS, chosen, draw, finish, of_spheres, shape, write_table

# spheres in a cell, solid fraction, K, tolerance, largest box
ARRAYS = [('sc', 1, 0.027, 2.008, 0.02, 64), ('sc', 1, 0.064, 2.810, 0.02, 64), ('sc', 1, 0.125, 4.292, 0.02, 64),
          ('sc', 1, 0.216, 7.442, 0.02, 72), ('bcc', 2, 0.125, 4.4464, 0.05, 64), ('bcc', 2, 0.343, 16.329, 0.05, 64),
          ('fcc', 4, 0.064, 2.8895, 0.05, 64), ('fcc', 4, 0.7404, 435, 0.07, 96)]
drawing = ['panel,permeability over the published one over nodes a side of the box,0,100,0.8,1.1']


def rows():
    for colour, (kind, count, c, drag, tolerance, largest) in zip(COLOURS, ARRAYS):
        drawing.append(f'key,{colour},{kind}: c = {c}')
        sizes = list(map(int, chosen('SPHERES', f'32 48 {largest}')))
        published = of_spheres(count, c, drag, 1)
        for n, size in enumerate(sizes):
            domain = shape(f'{kind}:c={c}', (size, size, size), periodic='xyz')
            report = tessera.run(domain, permeability='z', converge=1e-4)
            k = report['permeability'][0]['voxel2'] / size**2
            ratio = k / published
            drawing.extend([f'{"line" if n else "move"},{colour},{size},{ratio:.4f}', f'cross,{colour},{size},{ratio:.4f}'])
            yield size != sizes[-1] or abs(ratio - 1) <= tolerance, [
                kind, c, tolerance, size, f'{1 - tessera.stats(domain, bandwidth=1)["porosity"]:.6f}', f'{k:.8f}',
                f'{published:.8f}', f'{ratio:.4f}', report['steps']]


beyond = write_table('array,c,tolerance,nodes,c_drawn,k,k_published,ratio,steps', rows())
draw(drawing)
finish(beyond)
