# SPDX-License-Identifier: BSD-3-Clause
"""Drag on the spheres of simple-cubic arrays by momentum exchange, Stokes flow, wall distances. Reference: H. Hasimoto, J. Fluid
Mech. 5 (1959) 317, eq. (5.1): 6 pi mu a U / D = 1 - 1.7601 c^(1/3) + c - 1.5593 c^2, where c is the solid fraction and U the
superficial velocity; tolerance 0.5 %. D is the force of the fluid on the sphere plus g 4/3 pi a^3, the force of the pressure
gradient that the body force g stands for on the volume of the sphere. In steady flow the walls take g of all nodes, to 1e-8."""
import numpy as np
import tessera
from shared import finish, lattice, shape, write_table

BODY = 1e-6


def row(a, side):
    volume = 4 / 3 * np.pi * a**3
    c = volume / side**3
    domain = shape(f'sc:c={c:.15g}', (side, side, side), walls=True, periodic='xyz')
    report = tessera.run(domain, force=lattice(0, 0, BODY), equilibrium='stokes', tau=1.5, converge=1e-9, force_on='solid',
                         checkpoint='flow.tile')
    u = tessera.probe('flow.tile')['superficial_velocity'][2]
    force = report['forces'][0]['force'][2]
    drag = (force + BODY * volume) / (6 * np.pi / 3 * a * u)
    wanted = 1 / (1 - 1.7601 * c**(1 / 3) + c - 1.5593 * c**2)
    off, balance = drag / wanted - 1, force / (tessera.stats(domain)['nonsolid'] * BODY) - 1
    return abs(off) <= 0.005 and abs(balance) <= 1e-8, [a, side, f'{c:.6g}', f'{drag:.6f}', f'{wanted:.6f}', f'{off:.5f}',
                                                        f'{balance:.1e}']


finish(write_table('radius,side,share,drag,hasimoto,off,balance', (row(a, 40) for a in (4, 6, 8))))
