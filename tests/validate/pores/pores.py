# SPDX-License-Identifier: BSD-3-Clause
"""Measures of pores (tessera-stats) whose values are known exactly.
Overlapping spheres of radius R = 10 voxels at random places, eta = 0.7, in 8 periodic images of 200^3 voxels: porosity e^-eta,
two-point correlation exp(-eta (1 + 3r/4R - r^3/16R^3)) up to 2R, lineal path e^(-eta (1 + 3r/4R)), surface 3 eta e^-eta / R, and
the share of nodes that are more than a distance away from the solid, exp(-eta (1 + d/R)^3) (S. Torquato, Random Heterogeneous
Materials, 2002, chapters 5 and 6). Tolerance: three standard errors of the mean.
On voxels the last two are other ones, which are exact as well. Lines of nodes at a distance of d meet 2 (S2(0) - S2(d)) / d
surfaces per length. And a node is more than k away if no centre lies less than R from any of the nodes that are at most k away:
their volume is that of a ball of R + d, with d from 2^21 points in each case below.
Arrays of touching spheres: the throat and the largest hole over the radius. Tolerance: a voxel.
PORES=100: voxels of a side."""
import os

import numpy as np
import tessera
from shared import finish, program, shape, write_table

R, ETA, SIDE = 10, 0.7, int(os.environ.get('PORES') or 200)
AWAY = 0.8173, 1.7038, 2.8528, 3.6827, 4.8044, 5.8151
DISTANCES = range(5, 21, 5)


def overlapping(seed):
    """What an image has: porosity, correlation and path at DISTANCES, surface, shares beyond 1 ... 6"""
    with open('spheres.raw', 'wb') as out:
        out.write(program('boolean_spheres', SIDE, R, ETA, seed))
    voxels = tessera.voxelize('spheres.raw', raw=(SIDE, SIDE, SIDE, 'u8'), threshold=64, fluid='above', output='spheres.vox')
    report = tessera.stats(voxels, anisotropy=True, two_point=20, lineal_path=20)
    with open('spheres.vox', 'rb') as stream:
        square, count = np.loadtxt(program('squares', 'xyz', stdin=stream).decode().splitlines(), delimiter=',').T
    both, path = ([np.mean([report[name][axis][r] for axis in 'xyz']) for r in DISTANCES] for name in ('two_point', 'lineal_path'))
    return [report['porosity'], *both, *path, report['minkowski']['surface'] / (SIDE - 1)**3,
            *(count[square > k * k].sum() / SIDE**3 for k in range(1, 7))]


def exact():
    """The same, by name"""
    def both(r):
        return np.exp(-ETA * (1 + 3 * r / (4 * R) - r**3 / (16 * R**3)))

    def slope(d):
        return (both(0) - both(d)) / d
    yield 'porosity', np.exp(-ETA)
    yield from ((f'two-point correlation at {r}', both(r)) for r in DISTANCES)
    yield from ((f'lineal path of {r}', np.exp(-ETA * (1 + 3 * r / (4 * R)))) for r in DISTANCES)
    yield 'surface / voxel on voxels', 4 * (6 * 0.045778 * slope(1) + 12 * 0.036981 * slope(2**0.5) + 8 * 0.035196 * slope(3**0.5))
    yield from ((f'more than {k} from the solid', np.exp(-ETA * (1 + d / R)**3)) for k, d in enumerate(AWAY, 1))


def row(solid, measure, wanted, found, error, most):
    return abs(found - wanted) <= most * error, [solid, measure, *(f'{value:.8g}' for value in (wanted, found, error))]


def rows():
    values = np.array([overlapping(seed) for seed in range(1, 9)])
    for (name, wanted), found in zip(exact(), values.T):
        yield row('overlapping spheres', name, wanted, found.mean(), found.std(ddof=1) / 8**0.5, 3)
    for kind, size, c, part, throat, hole in (('sc', 120, 0.5235, 0.5, 0.41421, 0.73205),
                                              ('bcc', 160, 0.6801, 0.4330127, 0.22474, 0.29099),
                                              ('fcc', 200, 0.7404, 0.3535534, 0.15470, 0.41421)):
        array = shape(f'{kind}:c={c}', (size, size, size), lint='no', periodic='xyz')
        report = tessera.stats(array, thickness=True, intrusion='z-')
        r = size * part
        yield row(f'{kind} touching', 'throat / R', throat, report['critical_radius']['z'] / r, 1 / r, 1)
        yield row(f'{kind} touching', 'hole / R', hole, report['thickness']['max_radius'] / r, 1 / r, 1)


finish(write_table('solid,measure,exact,found,error', rows()))
