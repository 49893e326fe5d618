# SPDX-License-Identifier: BSD-3-Clause
"""Womersley flow in tubes along z, (1,0,3) and (1,0,1), 0, 18.4 and 45 degrees from an axis, at alpha 3 and 10: an inlet
flow=FILE,womersley, an outlet at pressure 0. The flow, the shear at the wall (mean of the nodes of the middle half) and the
velocity on the axis, over the gradient of the pressure in the middle, against the exact solution: amplitude, and phase in
degrees. u = Re{G / (i rho w) [1 - J0(L r/R) / J0(L)] e^(i w t)}, L = alpha i^(3/2). Step and voxel: dt ~ dx^2, that is the same
viscosity for all radii.
Tolerance: 1 % and 1 degree where the Stokes layer R sqrt(2) / alpha is 4.5 voxels or more (alpha 3 with radius 16, 10 with
32); 2 % and 1 degree with 3.9 (alpha 3, radius 8), 3 % and 2 degrees with 2.3 (alpha 10, radius 16).
womersley.py FILE PLOT CASES TILTS: writes the table, and a drawing for data/plot.awk. CASES: "ALPHA:RADIUS ...", TILTS: "X,Z ..."."""
import sys

import numpy as np
import tessera
from tubes import bessel, write_table

COLOURS = '#447', '#080', '#c70', '#707', '#077', '#770'


def write_tube(radius, length, along):
    """The wall of a tube of 96 sides whose section has the area of the circle, open at both ends."""
    cosine, sine = along[2], along[0]
    turn = 2 * np.pi * np.arange(96) / 96
    r = radius * np.sqrt(2 * np.pi / 96 / np.sin(2 * np.pi / 96))
    u, v = r * np.cos(turn), r * np.sin(turn)
    with open('tube.obj', 'w') as out:
        for w in 0, length:
            for at in zip(u * cosine + w * sine, v, -u * sine + w * cosine):
                out.write('v %.9f %.9f %.9f\n' % at)
        for k in range(96):
            out.write('f %d %d %d %d\n' % (k + 1, (k + 1) % 96 + 1, (k + 1) % 96 + 97, k + 97))


def mean_shear(length, normal, centre):
    """Along the axis, of the nodes of the middle half"""
    tessera.probe('flow.tile', npy='wall.npy', precision='fp64', field='wall_shear')
    shear = np.load('wall.npy')
    z, y, x = np.nonzero((shear != 0).any(axis=3) & ~np.isnan(shear).any(axis=3))
    at = (np.stack([x, y, z], axis=1) + 0.5 - centre) @ normal
    inside = (at > length / 4) & (at < 3 * length / 4)
    return (shear[z, y, x][inside] @ normal).mean()


def phases(along, length, nu, period, periods):
    """Flow, shear, velocity on the axis and gradient, a quarter of a period apart; and how far from the axis that was."""
    opening = tessera.open('tube.tile').header['openings'].split('inlet0=')[1].split()[0].split(',')
    normal, centre = np.array(opening[:3], float), np.array(opening[3:6], float)
    place = [centre - 0.5 + share * length * normal for share in (0.25, 0.5, 0.75)]
    node = [np.floor(at + 0.5).astype(int) for at in place]
    off = [n - at for n, at in zip(node, place)]
    ahead = [d @ normal for d in off]
    found = []
    for quarter in range(4):
        if quarter:
            tessera.run('flow.tile', steps=f'+{period // 4}', checkpoint='flow.tile')
        else:
            tessera.run('tube.tile', equilibrium='incompressible', viscosity=nu, period=period, steps=period * periods,
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
    write_tube(r, length, along)
    tessera.tile(tessera.voxelize('tube.obj', voxel='1m', unit='m', cap=True, output='tube.vox'), lint='no', output='tube.tile')
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


def draw(name, rows):
    """A panel for each value, a curve over the radius for each alpha and direction"""
    curves = {}
    for _, cells in rows:
        curves.setdefault(f'alpha {cells[0]} along {cells[1]}', []).append(cells)
    with open(name, 'w') as out:
        for k, title in enumerate(('flow', 'shear', 'axis')):
            print(f'panel,{title} over the exact one over the radius,0,40,0.97,1.03', file=out)
            for colour, (label, points) in zip(COLOURS, curves.items()):
                print(f'key,{colour},{label}', file=out)
                for n, cells in enumerate(points):
                    for command in 'line' if n else 'move', 'cross':
                        print(f'{command},{colour},{cells[2]},{cells[3 + 2 * k]}', file=out)


cases = [[int(word) for word in case.split(':')] for case in sys.argv[3].split()]
tilts = [tuple(map(int, tilt.split(','))) for tilt in sys.argv[4].split()]
table = sorted((row(alpha, radius, tilt) for tilt in tilts for alpha, radius in cases), key=lambda row: row[1][:3])
draw(sys.argv[2], table)
write_table(sys.argv[1], 'alpha,along,radius,flow,flow_phase,shear,shear_phase,axis,axis_phase', table)
