# SPDX-License-Identifier: BSD-3-Clause
"""Rocks and a soil from image to permeability.
Berea sandstone, block 00 of 128^3 voxels, along each axis, with pressures at both faces and solid sides. Reference: the values
published with the image (Stokes flow by another method, k / dx^2 = 0.0677, 0.0553, 0.0490 ... 0.0504); tolerance: the ratio is
between 0.75 and 1.25, and the order x > y > z is the same. Pores are a few voxels wide: methods differ by 20 % at this
resolution.
Ketton limestone (256^3) and a soil core (500 x 500 x 64 grey levels, Otsu) end to end: their k has no reference. All runs
converge to 1e-5."""
import glob
import gzip
import os
import zipfile

import tessera
from shared import draw, finish, need, tile, write_table

PUBLISHED = {'x': ('0.0677', '0.0677'), 'y': ('0.0553', '0.0553'), 'z': ('0.0490', '0.0504')}
berea, ketton, soil = need('berea_block00_128_u8.raw.gz', 'ketton.zip', 'soil')
k_berea = {}
drawing = ['panel,Berea block 00: k / dx^2 along x y z (1 2 3),0,4,0,0.1', 'key,#447,this run', 'key,#c00,published']


def row(rock, axis, voxels, output=None, published=('', '')):
    domain = tile(voxels, keep='percolating', inlet=f'{axis}-', outlet=f'{axis}+')
    report = tessera.run(domain, permeability=axis, converge=1e-5, output=output)
    along = report['permeability'][0]
    k = along['voxel2']
    ratio = 2 * k / sum(map(float, published)) if published[0] else 1
    return 0 < k < 1e4 and 0.75 <= ratio <= 1.25, [
        rock, axis, tessera.stats(domain, bandwidth=1)['porosity'], k, 'null' if along['m2'] is None else along['m2'],
        report['steps'], str(report['converged']).lower(), *published, f'{ratio:.4f}' if published[0] else '']


def rows():
    with gzip.open(berea) as packed, open('berea.raw', 'wb') as out:
        out.write(packed.read())
    voxels = tessera.voxelize('berea.raw', raw='128,128,128,u8', fluid='equal=0', voxel='5.345um', output='berea.vox')
    for n, (axis, published) in enumerate(PUBLISHED.items(), 1):
        good, cells = row('berea', axis, voxels, published=published)
        k_berea[axis] = cells[3]
        for colour, k in ('#447', cells[3]), ('#c00', sum(map(float, published)) / 2):
            drawing.extend([f'move,{colour},{n - 0.1:g},{k:g}', f'line,{colour},{n + 0.1:g},{k:g}'])
        yield good, cells
    core = tessera.voxelize(*sorted(glob.glob(os.path.join(soil, '*.tif'))), threshold='otsu', output='soil.vox')
    yield row('soil', 'z', core, 'soil.flow')
    tessera.probe('soil.flow', permeability=True, png='soil.png', slice='z=32')
    zipfile.ZipFile(ketton).extract('ketton.tif')
    yield row('ketton', 'z', tessera.voxelize('ketton.tif', fluid='equal=0', voxel='15.2um', output='ketton.vox'), 'ketton.flow')
    tessera.probe('ketton.flow', permeability=True, vtk='ketton.vti')


beyond = write_table('rock,axis,porosity,k_voxel2,k_m2,steps,converged,published_low,published_high,ratio', rows())
beyond += [] if k_berea['x'] > k_berea['y'] > k_berea['z'] else ['Berea: not kx > ky > kz']
beyond += [f'no {name}' for name in ('soil.png', 'ketton.vti') if not os.path.getsize(name)]
draw(drawing)
finish(beyond)
