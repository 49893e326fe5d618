# SPDX-License-Identifier: BSD-3-Clause
"""Networks of pores (stats --network) beside the direct computation: permeability against run --permeability, formation factor
against run --diffusion, and the largest ball that passes against stats --intrusion, for arrays of spheres and for Berea sandstone
(block 00, 128^3). tests/fixtures/programs/network_flow.c says what a throat and a pore conduct.
A network leaves out the shape of pores: k and F within a factor of 2 are expected, and no more. Balls are the same to a voxel:
the image may be narrower in a pore at a face."""
import gzip

import tessera
from shared import finish, permeability, program, real, shape, write_table

BEREA = real('berea_block00_128_u8.raw.gz')


def row(name, axis, periodic, voxels, k, factor, radius):
    """The network has the persistence that is the default."""
    with open(voxels, 'rb') as stream:
        pores, throats, of_k, of_factor, of_radius = map(float, program('network_flow', axis, periodic, 0.9, stdin=stream).split())
    near = all(a > 0 and b > 0 and 0.5 < a / b < 2 for a, b in ((k, of_k), (factor, of_factor)))
    return near and 0.9999 * radius <= of_radius < radius + 1, [
        name, axis, int(pores), int(throats), *(f'{value:.5g}' for value in (k, of_k, factor, of_factor, radius, of_radius))]


def array(kind, c):
    """Two cells along z, between planes of symmetry; the direct values are those of one, periodic."""
    cell = shape(f'{kind}:c={c}', (48, 48, 48), periodic='xyz')
    cells = tessera.voxelize(shape=f'{kind}:c={c}', size=(48, 48, 48), mirror='z', output='cells.vox')
    ball = tessera.stats(tessera.tile(cells, periodic='xy', output='cells.tile'), intrusion='z-')
    return row(f'{kind}:{c}', 'z', 'xy', 'cells.vox', permeability(cell, converge=1e-4),
               tessera.run(cell, diffusion='z')['diffusion'][0]['formation_factor'], ball['critical_radius']['z'])


def rows():
    for kind, c in ('sc', 0.3), ('sc', 0.5235), ('bcc', 0.5), ('bcc', 0.68), ('fcc', 0.5), ('fcc', 0.74):  # touching, and not
        yield array(kind, c)
    if BEREA:
        with gzip.open(BEREA[0]) as packed, open('rock.raw', 'wb') as out:
            out.write(packed.read())
        rock = tessera.voxelize('rock.raw', raw='128,128,128,u8', fluid='equal=0', output='rock.vox')
        ball = tessera.stats(rock, intrusion='z-')['critical_radius']
        diffusion = tessera.run(tessera.tile(rock, lint='no', output='rock.tile'), diffusion='xyz')['diffusion']
        for axis, along in zip('xyz', diffusion):
            flow = tessera.tile(rock, keep='percolating', inlet=f'{axis}-', outlet=f'{axis}+', output='rock.tile')
            yield row('berea', axis, 'none', 'rock.vox', permeability(flow, axis, converge=1e-4), along['formation_factor'],
                      ball[axis])


finish(write_table('domain,axis,pores,throats,k,k_network,factor,factor_network,radius,radius_network', rows()),
       '' if BEREA else 'no Berea: set TESSERA_DATA')
