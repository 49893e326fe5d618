# SPDX-License-Identifier: BSD-3-Clause
"""The error of narrower storage: permeabilities after the same number of time steps in each precision, compared with fp64 (with the
equilibrium quasi, which makes no cycles: these amplify errors of rounding, to 2e-3 in Ketton with fp32/fp16). Packings of
spheres, a slit, a duct, and, where the real images are available, a block of Berea sandstone and the middle of the Ketton
limestone, periodic (driven by a force) and between pressures, at tau 1. Tolerance: fp32 5e-5; fp64/fp32 1e-5 (2e-5 in the slit,
since rounding to nearest loses small changes in wide channels); fp32/fp16 1e-3. STORAGE="pack duct": only these domains."""
import gzip
import shutil
import zipfile

import tessera
from shared import chosen, finish, real, run, tile, write_table

SHAPES = {'pack': ('spheres:porosity=0.3,d=12,seed=2,periodic', (36, 36, 36)), 'slit': ('slit:h=24', (8, 26, 8)),
          'loose': ('spheres:porosity=0.7,d=12,seed=2,periodic', (32, 32, 32)), 'duct': ('channel:w=16', (18, 18, 16))}
ROCKS = real('berea_block00_128_u8.raw.gz', 'ketton.zip')
MOST = {'fp32': 5e-5, 'fp64/fp32': 1e-5, 'fp32/fp16': 1e-3}


def voxels(name):
    if name in SHAPES:
        shape, size = SHAPES[name]
        return tessera.voxelize(shape=shape, size=size, output='domain.vox')
    if name == 'berea':
        with gzip.open(ROCKS[0]) as packed, open('berea.raw', 'wb') as out:
            shutil.copyfileobj(packed, out)
        return tessera.voxelize('berea.raw', raw='128,128,128,u8', fluid='equal=0', crop='32:80,32:80,32:80', output='domain.vox')
    zipfile.ZipFile(ROCKS[1]).extract('ketton.tif')
    return tessera.voxelize('ketton.tif', fluid='equal=0', crop='96:160,96:160,96:160', output='domain.vox')


def k(domain, steps, precision):
    report = run(domain, permeability='z', tau=1, equilibrium='quasi', threads=1, steps=steps, converge=1e-12, precision=precision)
    return report['permeability'][0]['voxel2']


def rows():
    for name in chosen('STORAGE', 'pack loose slit duct' + (' berea ketton' if ROCKS else '')):
        domain, steps = voxels(name), {'slit': 6000, 'duct': 3000}.get(name, 1500)
        for ends, axes in (('periodic', {'periodic': 'xyz'}), ('pressures', {'periodic': 'xy', 'inlet': 'z-', 'outlet': 'z+'})):
            tiles = tile(domain, keep='percolating', lint='no', **axes)
            exact = k(tiles, steps, 'fp64')
            for precision in MOST:
                found = k(tiles, steps, precision)
                off = abs(found / exact - 1)
                most = 2e-5 if (name, precision) == ('slit', 'fp64/fp32') else MOST[precision]
                yield off <= most, [name, ends, precision, found, f'{off:.1e}']


finish(write_table('domain,ends,precision,k,difference', rows()), '' if ROCKS else 'no rocks: set TESSERA_DATA')
