# SPDX-License-Identifier: BSD-3-Clause
"""Profiles of an inlet on a round cap, on a round one whose centre is between nodes, on an ellipse and on a square: the flow
through the links of the cap, exact to 1e-10 in each of four phases of a curve, and, where a face of the grid cuts the same prism
so that nodes have the velocity of the profile, its shape. Exact: 1 - (x/a)^2 - (y/b)^2, the Fourier series of the square, and
for womersley 1 - J0(L r/R) / J0(L), L = alpha i^(3/2).
shape: the largest difference of a node from the exact shape, scaled by least squares, over the largest velocity; rim: the same
of nodes less than a voxel from the rim, where the velocity falls to zero.
Tolerance: 1 %, where the Stokes layer R sqrt(2) / alpha is 1.4 voxels 3 %."""
import numpy as np
import tessera
from shared import finish, lattice, write_table
from tubes import bessel, inlet

PERIOD = 200  # steps
turns = 2 * np.pi * np.arange(PERIOD + 1) / PERIOD


def ring(a, b, x=0, y=0):
    corner = np.pi * np.arange(128) / 64
    return np.stack([x + a * np.cos(corner), y + b * np.sin(corner)], axis=1)


def prism(*sections, crop=''):
    """Along z, with a cap (cap.tile), and cut by a face of the grid (face.tile). Returns the options of the other openings."""
    with open('prism.obj', 'w') as out:
        first = 1
        for corners in sections:
            n = len(corners)
            for z in 0, 8:
                out.writelines('v %.9f %.9f %g\n' % (x, y, z) for x, y in corners)
            out.writelines('f %d %d %d %d\n' % (first + k, first + (k + 1) % n, first + n + (k + 1) % n, first + n + k)
                           for k in range(n))
            first += 2 * n
    given = dict(voxel='1m', unit='m', cap=True)
    cap = tessera.tile(tessera.voxelize('prism.obj', output='cap.vox', **given), lint='no', output='cap.tile')
    tessera.tile(tessera.voxelize('prism.obj', crop=crop + ',,3:8', output='face.vox', **given), lint='no', inlet='z-',
                 outlet='z+', output='face.tile')
    return [f'{name}:pressure=0' for name in cap.patches if name != 'inlet0']


def square(x, y, a):
    """-lap phi = 1 on a square of side 2 a"""
    n = np.arange(1, 60, 2)[:, None]
    return np.sum((-1.0) ** (n // 2) / n**3 * (1 - np.cosh(n * np.pi * y / 2 / a) / np.cosh(n * np.pi / 2)) *
                  np.cos(n * np.pi * x / 2 / a), axis=0)


def womersley(r, alpha, phase):
    """of a flow cos(w t), r over the radius"""
    j0, L = bessel(0, alpha * 1j**1.5), alpha * 1j**1.5
    mean = 1 - 2 * bessel(1, L) / j0 / L
    return ((1 - bessel(0, L * r) / j0) / mean * np.exp(1j * phase)).real


def row(cap, others, kind, a, b, alpha=0):
    profile = 'womersley' if alpha else 'parabola'
    flow = np.cos(turns) if alpha else 1 - 0.5 * np.cos(turns)
    np.savetxt('flow.txt', np.stack([np.arange(PERIOD + 1), flow], axis=1), fmt='%d %.17g')
    given = dict(equilibrium='incompressible', ramp=0, period=lattice(PERIOD),
                 viscosity=lattice(2 * np.pi / PERIOD * a**2 / alpha**2 if alpha else 0.1))
    rate = 0
    for step in 5, 25, 70, 165:
        report = tessera.run('cap.tile', set=[f'inlet0:flow=flow.txt,{profile}', *others], steps=step, patch_flux=True, **given)
        # the flux after a step is that through the links of the next one
        rate = max(rate, abs(report['patch_flux']['patches'][0]['flux'] / flow[step + 1] - 1))
    tessera.run('face.tile', set=[f'inlet:flow=flow.txt,{profile}', 'outlet:pressure=0'], steps=20, output='flow.tile', **given)
    u = tessera.open('flow.tile').field('velocity')[0, :, :, 2]
    at = np.nonzero(~np.isnan(u) & (u != 0))
    u, centre = u[at], inlet('cap.tile')[1]
    x, y = at[1] + 0.5 - centre[0], at[0] + 0.5 - centre[1]
    ellipse = 1 - (x / a)**2 - (y / b)**2
    exact = square(x, y, a) if kind == 'square' else womersley(np.hypot(x, y) / a, alpha, turns[20]) if alpha else ellipse
    depth = (a - np.maximum(abs(x), abs(y)) if kind == 'square' else
             ellipse / (2 * np.sqrt(x**2 / a**4 + y**2 / b**4 + 1e-12)))
    off = abs(u - np.dot(u, exact) / np.dot(exact, exact) * exact) / abs(u).max()
    most = 0.03 if alpha == 10 and a == 10 else 0.01
    good = rate < 1e-10 and off.max() < most
    return good, [cap, a, profile, alpha, f'{rate:.6g}', f'{off.max():.5f}', f'{off[depth < 1].max():.5f}', u.size]


def all_profiles(cap, others, a):
    for alpha in 0, 3, 10:
        yield row(cap, others, 'ellipse', a, a, alpha)


def rows():
    yield from all_profiles('round', prism(ring(10, 10)), 10)
    yield from all_profiles('round', prism(ring(20, 20)), 20)
    yield from all_profiles('round off centre', prism(ring(10, 10), ring(1.7, 1.7, 15.37, 3.21), crop='0:22'), 10)
    yield row('ellipse', prism(ring(12, 7)), 'ellipse', 12, 7)
    yield row('square', prism(np.array([[-10, -10], [10, -10], [10, 10], [-10, 10]])), 'square', 10, 10)


finish(write_table('cap,radius,profile,alpha,rate,shape,rim,nodes', rows()))
