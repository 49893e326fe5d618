# SPDX-License-Identifier: BSD-3-Clause
"""Womersley flow in tubes along z, (1,0,3) and (1,0,1), 0, 18.4 and 45 degrees from an axis, at alpha 3 and 10: an inlet
flow=FILE,womersley, an outlet at pressure 0. The flow, the shear at the wall (mean of the nodes of the middle half) and the
velocity on the axis, over the gradient of the pressure in the middle, against the exact solution: amplitude, and phase in
degrees. u = Re{G / (i rho w) [1 - J0(L r/R) / J0(L)] e^(i w t)}, L = alpha i^(3/2). Step and voxel: dt ~ dx^2, that is the same
viscosity for all radii.
Tolerance: 1 % and 1 degree where the Stokes layer R sqrt(2) / alpha is 4.5 voxels or more (alpha 3 with radius 16, 10 with
32); 2 % and 1 degree with 3.9 (alpha 3, radius 8), 3 % and 2 degrees with 2.3 (alpha 10, radius 16).
WOMERSLEY="3:8 3:16 3:32 10:16 10:32": alpha and radius; the time grows with its fifth power (3:32: 100 000 steps of 400 000
nodes). TILTS="0,1 1,3 1,1"."""
import numpy as np
import tessera
from shared import COLOURS, chosen, draw, finish, lattice, write_table
from tubes import bessel, domain, field, inlet, write_wall


def mean_shear(length, normal, centre):
    """Along the axis, of the nodes of the middle half"""
    shear = field('flow.tile', 'wall_shear')
    z, y, x = np.nonzero((shear != 0).any(axis=3) & ~np.isnan(shear).any(axis=3))
    at = (np.stack([x, y, z], axis=1) + 0.5 - centre) @ normal
    inside = (at > length / 4) & (at < 3 * length / 4)
    return (shear[z, y, x][inside] @ normal).mean()


def phases(along, length, nu, period, periods):
    """Flow, shear, velocity on the axis and gradient, a quarter of a period apart; and how far from the axis that was."""
    normal, centre = inlet()
    place = [centre - 0.5 + share * length * normal for share in (0.25, 0.5, 0.75)]
    node = [np.floor(at + 0.5).astype(int) for at in place]
    off = [n - at for n, at in zip(node, place)]
    ahead = [d @ normal for d in off]
    found = []
    for quarter in range(4):
        if quarter:
            tessera.run('flow.tile', steps=f'+{period // 4}', checkpoint='flow.tile')
        else:
            tessera.run('domain.tile', equilibrium='incompressible', viscosity=lattice(nu), period=lattice(period),
                        steps=period * periods,
                        set=['inlet0:flow=flow.txt,womersley', 'outlet1:pressure=0'], checkpoint='flow.tile')
        report = tessera.probe('flow.tile', patch_flux=True, point=[tuple(n.tolist()) for n in node])
        flux = [patch['flux'] for patch in report['patch_flux']['patches']]
        first, middle, last = report['points']
        found.append([(flux[0] - flux[1]) / 2, mean_shear(length, normal, centre),
                      middle['ux'] * along[0] + middle['uz'] * along[2],
                      (first['pressure'] - last['pressure']) / (length / 2 + ahead[2] - ahead[0])])
    return np.array(found), np.sqrt(max(off[1] @ off[1] - ahead[1]**2, 0))


def row(alpha, radius, tilt):
    along = np.array([tilt[0], 0, tilt[1]]) / np.hypot(*tilt)
    length, r = 4 * radius, radius + 0.25
    write_wall([(0, r), (length, r)], along, (along[2], 0, -along[0]))
    domain()
    nu, periods = (0.02, 2) if alpha < 5 else (0.005, 5)
    period = 4 * int(2 * np.pi * r**2 / (alpha**2 * nu) / 4 + 0.5)
    turn = np.arange(65) / 64
    flow = 0.001 * np.pi * r**2 * np.where(np.arange(65) % 32, np.sin(2 * np.pi * turn), 0)  # at most 0.002 on the axis
    np.savetxt('flow.txt', np.stack([period * turn, flow], axis=1), fmt='%.9g %.12g')
    found, off = phases(along, length, nu, period, periods)
    given, alpha = alpha, r * np.sqrt(2 * np.pi / period / nu)
    L = alpha * 1j**1.5
    ratio, i_alpha = bessel(1, L) / bessel(0, L), 1j * alpha**2
    exact = np.array([8 / i_alpha * (1 - 2 * ratio / L) * np.pi * r**4 / (8 * nu), -2 * L * ratio / i_alpha * r / 2,
                      4 / i_alpha * (1 - bessel(0, L * off / r) / bessel(0, L)) * r**2 / (4 * nu)])
    amplitude = (found[0] - found[2]) - 1j * (found[1] - found[3])
    by_exact = amplitude[:3] / amplitude[3] / exact
    # the flux after a step is that through the links of the next one
    phase = np.degrees(np.angle(by_exact)) - [360 / period, 0, 0]
    layer = r * np.sqrt(2) / given
    most, turned = (0.03, 2) if layer < 3 else (0.02, 1) if layer < 4 else (0.01, 1)
    good = (abs(abs(by_exact) - 1) < most).all() and (abs(phase) < turned).all()
    cells = [given, ' '.join(map(str, tilt)), r]
    for size, angle in zip(abs(by_exact), phase):
        cells += [f'{size:.5f}', f'{angle:.3f}']
    return good, cells


def drawing(rows):
    """A panel for each value, a curve over the radius for each alpha and direction"""
    curves = {}
    for _, cells in rows:
        curves.setdefault(f'alpha {cells[0]} along {cells[1]}', []).append(cells)
    for k, title in enumerate(('flow', 'shear', 'axis')):
        yield f'panel,{title} over the exact one over the radius,0,40,0.97,1.03'
        for colour, (label, points) in zip(COLOURS, curves.items()):
            yield f'key,{colour},{label}'
            for n, cells in enumerate(points):
                yield from (f'{command},{colour},{cells[2]},{cells[3 + 2 * k]}' for command in ('line' if n else 'move', 'cross'))


cases = [tuple(map(int, case.split(':'))) for case in chosen('WOMERSLEY', '3:8 3:16 10:16')]
tilts = [tuple(map(int, tilt.split(','))) for tilt in chosen('TILTS', '0,1 1,3 1,1')]
table = sorted((row(alpha, radius, tilt) for tilt in tilts for alpha, radius in cases), key=lambda row: row[1][:3])
beyond = write_table('alpha,along,radius,flow,flow_phase,shear,shear_phase,axis,axis_phase', table)
draw(drawing(table))
finish(beyond)
