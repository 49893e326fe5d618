# SPDX-License-Identifier: BSD-3-Clause
"""The promise of --converge EPS for a permeability: |k - k of a run to 1e-9| <= EPS k; at least, the error is never twice as
large, whatever the flow does on its way. Packings of spheres, two chambers with a throat, a slit and a duct, periodic and
between pressures, at values of tau at which the flow oscillates or converges slowly, and at the automatic tau. The equilibrium
is that of Stokes flow: k depends neither on tau nor on the drive. BOUNDS="duct pack-0.3": only these domains."""
import numpy as np
import tessera
from shared import chosen, finish, image, write_table

NAMES = 'pack-0.2 pack-0.3 pack-0.5 pack-0.7 pack-0.9 rooms slit duct pack-0.2-walls pack-0.5-walls rooms-walls'
above = 0


def voxels(name):
    walls = name.endswith('-walls')
    kind, _, porosity = name.removesuffix('-walls').partition('-')
    if kind == 'rooms':
        z, y, x = np.indices((40, 16, 16))
        return image((z % 20 >= 4) & (x < 14) & (y < 14) | (x > 5) & (x < 9) & (y > 5) & (y < 9), walls=walls)
    shape, size = {'pack': (f'spheres:porosity={porosity},d=10,seed=2,periodic', (32, 32, 32)), 'slit': ('slit:h=9', (4, 11, 24)),
                   'duct': ('channel:w=7', (12, 12, 24))}[kind]
    return tessera.voxelize(shape=shape, size=size, walls=walls, output='domain.vox')


def found(start, eps, tau):
    """k, steps, the reached bound"""
    try:
        report = tessera.run(start, permeability='z', converge=eps, tau=tau, checkpoint='c.tile', threads=1)
    except tessera.Error as error:
        print(error)
        return np.nan, 0, np.nan
    return report['permeability'][0]['voxel2'], report['steps'], report['remaining']


def rows():
    global above
    for name in chosen('BOUNDS', NAMES):
        domain = voxels(name)
        for ends in 'periodic', 'pressures':
            tessera.tile(domain, periodic='xyz' if ends == 'periodic' else None, keep='percolating', lint='no', output='d.tile')
            limit = found('d.tile', 1e-9, 'auto')[0]
            for tau in 0.51, 0.6, 1, 'auto':
                start = 'd.tile'
                for eps in '1e-4', '1e-5', '1e-6':  # each goes on where the one before has stopped
                    k, steps, bound = found(start, eps, tau)
                    error = abs(k - limit) / limit
                    above += not error <= float(eps)
                    yield k > 0 and error <= 2 * float(eps), [name, ends, tau, eps, k, steps, bound, f'{error:.2e}']
                    start = 'c.tile'


beyond = write_table('domain,ends,tau,eps,k,steps,bound,error', rows())
print(f'bounds: {above} runs are further away than asked for')
finish(beyond)
