# SPDX-License-Identifier: BSD-3-Clause
"""Time steps of cycles to steady flow, worst first: boxes of all shapes cut from natural rock, none of them mirrored, each axis,
between pressures; chambers behind throats, of which none is like another; very open samples, periodic: a slit, a thin plate, wires,
cylinders, a bed of fibres. Tolerance: 40 steps to 1e-5 in fp64; 60 to 1e-3 in fp32, or the word that rounding alone may change more
than that. STEPS="rock chambers open": these alone."""
import gzip
import os
import subprocess
import zipfile

import numpy as np
import tessera
from shared import SOURCE, chosen, finish, image, real, tile, write_table

MOST = {'fp64': 40, 'fp32': 60}
ROCKS = real('berea_block13_128_u8.raw.gz', 'berea_block00_128_u8.raw.gz', 'berea_chambers_37x100x100_u8.raw.gz', 'ketton.zip',
             'pore/ggg40_100_u8.raw.gz', 'pore/berea_100_to_300.npz')
# file, what is pore, first voxel and size along x, y, z
BOXES = [(2, 0, (0, 0, 0), (37, 100, 100)), (0, 0, (10, 20, 5), (100, 40, 12)), (0, 0, (0, 0, 0), (128, 128, 13)),
         (0, 0, (3, 60, 9), (12, 60, 110)), (1, 0, (0, 0, 0), (128, 128, 128)), (3, 1, (0, 0, 0), (60, 200, 100)),
         (3, 1, (100, 30, 50), (120, 24, 90)), (4, 87, (0, 0, 0), (100, 100, 100)), (5, 1, (0, 0, 0), (200, 20, 60)),
         (5, 1, (20, 33, 101), (48, 150, 90))]
RAW = {0: (128, 128, 128), 1: (128, 128, 128), 2: (100, 100, 37), 4: (100, 100, 100)}


def volume(number):
    """A rock, [z, y, x]"""
    path = ROCKS[number]
    if path.endswith('.gz'):
        return np.frombuffer(gzip.open(path).read(), np.uint8).reshape(RAW[number])
    if path.endswith('.npz'):
        return np.load(path)['im']
    zipfile.ZipFile(path).extract('ketton.tif')
    return tile(tessera.voxelize('ketton.tif', fluid='equal=0', output='ketton.vox'), lint='no').mask()


def rocks():
    for number, pore, at, size in BOXES if ROCKS else []:
        part = volume(number)[tuple(slice(a, a + n) for a, n in zip(at[::-1], size[::-1]))]
        name = os.path.basename(ROCKS[number]).split('_u8')[0].split('.')[0] + ' ' + '×'.join(map(str, size))
        yield name, part == pore, 'xyz', {}


def chambers():
    for seed in (1, 4, 9, 12, 17):
        made = subprocess.run(['awk', '-v', f'seed={seed}', '-f', os.path.join(SOURCE, 'tests', 'fixtures', 'chambers.awk')],
                              env=os.environ | {'LC_ALL': 'C'}, check=True, stdout=subprocess.PIPE).stdout
        yield f'chambers {seed}', np.frombuffer(made, np.uint8).reshape(27, 40, 66) == 1, 'x', {}


def opens():
    def disc(size, radius, deep=1):
        y, x = np.mgrid[:size[1], :size[0]] + .5
        return np.repeat(((x - size[0] / 2 + .3)**2 + (y - size[1] / 3 - .2)**2 >= radius**2)[None], deep, 0)
    plate = np.ones((1, 40, 60), bool)
    plate[0, 7:31, 20] = False
    slit = np.zeros((1, 206, 5), bool)
    slit[:, 1:201] = True
    fibres, draw = np.ones((37, 41, 53), bool), np.random.default_rng(1)
    for i in range(20):
        at = [int(draw.integers(0, n)) for n in fibres.shape]
        at[i % 3] = slice(None)
        fibres[tuple(at)] = False
    yield 'plate in 60×40', plate, 'xy', {'periodic': 'xyz'}
    yield 'slit of 200', slit, 'x', {'periodic': 'xyz'}
    yield 'wire in 70×61', disc((70, 61), 1.2), 'x', {'periodic': 'xyz'}
    yield 'wire in 100×83', disc((100, 83), 1.2), 'y', {'periodic': 'xyz'}
    yield 'cylinder in 71×58×3', disc((71, 58), 5.1, 3), 'y', {'periodic': 'xyz'}
    yield 'cylinder in 71×58', disc((71, 58), 11.4), 'x', {'periodic': 'xyz'}
    yield 'fibres in 53×41×37', fibres, 'xyz', {'periodic': 'xyz'}


def rows():
    kinds = {'rock': rocks, 'chambers': chambers, 'open': opens}
    for kind in chosen('STEPS', 'rock chambers open'):
        for name, fluid, axes, ends in kinds[kind]():
            voxels = image(fluid)
            for axis in axes:
                try:
                    domain = tile(voxels, keep=f'percolating={axis}', lint='no', **ends)
                except tessera.Error:  # nothing percolates
                    continue
                for precision, bound in (('fp64', 1e-5), ('fp32', 1e-3)):
                    end = 'yes'
                    try:
                        report = tessera.run(domain, permeability=axis, converge=bound, precision=precision)
                    except tessera.Error as error:
                        report, end = error.report, 'rounded' if precision == 'fp32' and 'rounding' in str(error) else 'no'
                    steps = report['steps']
                    yield end != 'no' and steps <= MOST[precision], [name, axis, f'{fluid.mean():.3f}', precision, bound, steps, end,
                                                                     report['permeability'][0]['voxel2']]


worst_first = sorted(rows(), key=lambda row: (row[0], -row[1][5]))
finish(write_table('sample,axis,porosity,precision,bound,steps,converged,k', worst_first),
       '' if ROCKS else 'no rocks: set TESSERA_DATA')
