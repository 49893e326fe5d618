# SPDX-License-Identifier: BSD-3-Clause
"""Square arrays of cylinders across the flow, one slice, Stokes flow: the drag F = D / (mu U) per unit length, where D is the
force of the flow and of the pressure gradient on one cylinder, and U the superficial velocity, so that k = L^2 / F in a cell of
side L. Reference: A. S. Sangani and A. Acrivos, Int. J. Multiphase Flow 8 (1982) 193, table 1. The table is first compared with
their formulas: 8 pi / (-ln c - 1.476 + 2 c - 1.774 c^2 + 4.076 c^3) for thin cylinders, and 9 pi / 2^(3/2) (1 - (4 c /
pi)^(1/2))^(-5/2) for cylinders that almost touch.
Tolerance: with --walls 1 % (3 % at c = 0.7, where the gaps are 4 nodes wide); with stair-case walls 5 % up to c = 0.4. Beyond
that a single voxel in the gaps counts, and the error is up to 17 %. In steady flow the walls take the body force of all nodes,
to 1e-6: the flow is converged to a tenth of that. CYLINDERS="0.1 0.5": only these."""
import numpy as np
import tessera
from shared import chosen, finish, shape, write_table

PUBLISHED = {0.05: 15.56, 0.1: 24.83, 0.2: 51.53, 0.3: 102.90, 0.4: 217.89, 0.5: 532.55, 0.6: 1763, 0.7: 13520}


def formulas():
    """Where the table is off its limits"""
    for c in 0.05, 0.1:
        thin = 8 * np.pi / (-np.log(c) - 1.476 + 2 * c - 1.774 * c**2 + 4.076 * c**3)
        if not abs(PUBLISHED[c] / thin - 1) <= 0.001:
            yield f'the table at c = {c}'
    for c in 0.6, 0.7:
        near = 9 * np.pi / 2**1.5 * (1 - np.sqrt(4 * c / np.pi))**-2.5
        if not abs(PUBLISHED[c] / near - 1) <= 0.01:
            yield f'the table at c = {c}'


def row(c, walls):
    published, n = PUBLISHED[c], 72 if c > 0.4 else 64
    domain = shape(f'cylinders:c={c}', (n, n, 1), walls, periodic='xy')
    report = tessera.run(domain, permeability='x', converge=1e-7, force_on='solid', checkpoint='flow.tile')
    nodes = tessera.stats(domain, bandwidth=1)['nonsolid']
    u = tessera.probe('flow.tile')['superficial_velocity'][0]
    force, nu = report['forces'][0]['force'][0], (report['tau'] - 0.5) / 3
    body = u * nu / report['permeability'][0]['voxel2']
    drag = (force + body * (n * n - nodes)) / (nu * u)
    off, balance = drag / published - 1, force / (body * nodes) - 1
    most = (0.03 if c == 0.7 else 0.01) if walls else 1 if c > 0.4 else 0.05
    return abs(off) <= most and abs(balance) <= 1e-6, [
        f'{c:g}', n, 'yes' if walls else 'no', published, f'{drag:.3f}', f'{off:.5f}', f'{balance:.1e}']


cases = map(float, chosen('CYLINDERS', ' '.join(map(str, PUBLISHED))))
finish([*formulas(), *write_table('c,nodes,walls,published,drag,off,balance',
                                  (row(c, walls) for c in cases for walls in (True, False)))])
