# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of this folder share. tests/python.sh runs them."""
import os
import subprocess
import sys

import numpy as np
import tessera

SOURCE, BUILD = os.environ['srcdir'], os.environ['builddir']
RESULTS = os.environ.get('RESULTS') or os.path.join(BUILD, 'validate')
NAME = os.path.splitext(os.path.basename(sys.argv[0]))[0]
COLOURS = '#447', '#080', '#c70', '#707', '#077', '#770', '#a33', '#333'


def chosen(variable, default):
    """The words of an environment variable, or else these; "-": none."""
    words = (os.environ.get(variable) or default).split()
    return [] if words == ['-'] else words


def skip(why):
    print(f'{NAME}: skipped: {why}', file=sys.stderr)
    sys.exit(77)


def real(*names):
    """The paths of real data, if all are there."""
    paths = [os.path.join(os.environ.get('TESSERA_DATA') or '/nowhere', name) for name in names]
    return paths if all(map(os.path.exists, paths)) else []


def need(*names):
    return real(*names) or skip(f'needs real data, {" ".join(names)}: set TESSERA_DATA')


def lattice(*values):
    """An option of tessera in lattice units, of which bare numbers are SI"""
    return ','.join(f'{float(value):.12g}lu' for value in values)


def tile(voxels, **options):
    """domain.tile"""
    return tessera.tile(voxels, output='domain.tile', **options)


def shape(kind, size, walls=False, voxel=None, **options):
    """domain.tile of a shape by formula; options are those of tessera-tile"""
    return tile(tessera.voxelize(shape=kind, size=size, walls=walls, voxel=voxel, output='domain.vox'), **options)


def image(fluid, **options):
    """domain.vox of an array [z, y, x] of what is fluid, by way of grey levels"""
    (fluid * np.uint8(255)).tofile('image.raw')
    return tessera.voxelize('image.raw', raw=(*fluid.shape[::-1], 'u8'), threshold=64, fluid='above', output='domain.vox',
                            **options)


def program(name, *words, **given):
    """What a program of the tests writes"""
    command = [os.path.join(BUILD, 'tests', name), *map(str, words)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **given).stdout


def voxels_of(name, *words):
    """domain.vox, which a program of the tests writes"""
    with open('domain.vox', 'wb') as out:
        out.write(program(name, *words))
    return 'domain.vox'


def slanted_tube(a, b, radius, shift, y):
    """domain.tile, a periodic box with a tube along (a,0,b), and a force of 1e-6 along it. Images of the tube are
    a b N / hypot(a, b) apart; shift and y say where it lies between nodes."""
    length, across = np.hypot(a, b), int(2 * radius) + 3
    n = int(across * length / (a * b)) + 1
    tube = voxels_of('slanted', 'tube', f'{a},{b}', f'{n},{across}', f'{shift},{(across - 1) / 2 + y:.9g},{radius}')
    tile(tube, lint='no', periodic='xz')
    return n, across, (f'{1e-6 * a / length:.12g}', 0, f'{1e-6 * b / length:.12g}')


def run(domain, **options):
    """As tessera.run, of a flow that may still change after its steps"""
    try:
        return tessera.run(domain, **options)
    except tessera.Error as error:
        if error.code != 5:
            raise
        return error.report


def permeability(domain, axis='z', **options):
    """in voxel2"""
    return tessera.run(domain, permeability=axis, **options)['permeability'][0]['voxel2']


def of_spheres(count, c, drag, side):
    """The permeability of a cubic array: count spheres in a cell, solid fraction c, drag over Stokes's"""
    return side**2 / (6 * np.pi * count * drag * (3 * c / (4 * np.pi * count))**(1 / 3))


def write_table(head, rows, name=NAME):
    """NAME.csv in the folder of results. rows: whether a row is within its limits, and its cells. Returns those beyond."""
    os.makedirs(RESULTS, exist_ok=True)
    beyond = []
    path = os.path.join(RESULTS, name + '.csv')
    with open(path, 'w') as table:
        print(head, file=table)
        for good, cells in rows:
            line = ','.join(map(str, cells))
            print(line, file=table, flush=True)
            print(f'{NAME}: {line}', flush=True)
            if not good:
                beyond.append(f'{head}\n{line}')
    print(f'{NAME}: {path}')
    return beyond


def draw(commands, name=NAME):
    """NAME.svg, from lines for data/plot.awk"""
    with open(os.path.join(RESULTS, name + '.svg'), 'w') as out:
        subprocess.run(['awk', '-f', os.path.join(SOURCE, 'data', 'plot.awk')], input='\n'.join(commands) + '\n', text=True,
                       check=True, stdout=out)


def finish(beyond, lacking=''):
    """Ends: 1 if something is beyond its limit, 77 if something could not be here and all else is well."""
    if beyond:
        sys.exit('\n'.join([f'{NAME}: FAILED: beyond a limit:', *beyond]))
    if lacking:
        print(f'{NAME}: skipped in part: {lacking}', file=sys.stderr)
        sys.exit(77)
