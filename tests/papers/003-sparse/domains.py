# SPDX-License-Identifier: BSD-3-Clause
"""Cases of sparse domains as the formulas of tessera-stats see them. The paper calls the share of solid nodes porosity, and that of
the others solidity: its ras_0.9 has a porosity of 0.1 here."""
import os

import tessera

LAYOUTS = 'cm', 'fia', 't2c', 'tgb'
KINDS = 'memory_overhead', 'bandwidth_overhead', 'bandwidth_pessimistic', 'memory_ideal', 'bandwidth_ideal'


class Case:
    """Its name, lattice and measures as words, of which overheads are those of each layout: memory, traffic, with whole bursts, and
    both as ideal ones"""
    def __init__(self, cells):
        self.name, self.lattice, _, *values = cells
        self.plane = self.lattice == 'd2q9'
        self.porosity, self.used, self.boundary, self.alpha, self.beta, *values = map(float, values)
        self.memory, self.traffic, self.bursts, self.ideal_memory, self.ideal_traffic = (
            dict(zip(LAYOUTS, values[k:])) for k in range(0, 20, 4))


def measured(name, lattice, file):
    report = tessera.stats(file, bandwidth=1, precision='fp64', lattice=lattice)
    tiles = report['model_tiles']
    values = [report['porosity'], tiles['utilisation'], report['boundary_share'], tiles['ghost_share'], tiles['ghost_moves'],
              *(model[kind] for kind in KINDS for model in report['models'][:4])]
    return Case([name, lattice, tiles['tiles'], *(f'{value:.6g}' for value in values)])


def tiled(*surface, periodic=None, **voxels):
    return tessera.tile(tessera.voxelize(*surface, output='case.vox', **voxels), lint='no', periodic=periodic, output='case.tile')


def spheres(name, solid, side):
    """A share of solid, spheres of diameter 40, periodic"""
    shape = f'spheres:porosity={1 - solid:.6g},d=40,seed=1,periodic'
    return measured(name, 'd3q19', tiled(size=(side, side, side), shape=shape, periodic='xyz'))


def chip(name, width):
    """Eight turns, legs 24 widths long, walls of 6 nodes between them, with which channels of 32 nodes have the memory that the
    paper states for its chips of 32; in a frame of solid, so that a fifth of the nodes is not solid"""
    pitch = width + 6
    nx, ny = 8 * pitch + width, 24 * width + 2 * pitch
    frame = (((nx + ny)**2 + 4 * (5 * 9 * ny * width - nx * ny))**0.5 - nx - ny) / 4
    frame = max(int(frame), 0) // 16 * 16
    return measured(name, 'd2q9', tessera.voxelize(
        shape=f'chip:width={width},pitch={pitch},turns=8', size=(nx, ny, 1), output='case.vox',
        pad=[f'{side}={frame}:solid' for side in ('x-', 'x+', 'y-', 'y+')]))


def all_cases():
    """Those of the paper's table"""
    yield from (spheres(f'ras_{solid}', solid, 192) for solid in (0.7, 0.8, 0.9))
    yield measured('tubes', 'd3q19', tiled(shape='vessel', size=(288, 288, 576)))
    aorta = os.path.join(os.environ.get('TESSERA_DATA') or '/none', 'aorta-surface.stl')
    if os.path.exists(aorta):
        yield measured('aorta', 'd3q19', tiled(aorta, size=400))
    yield from (chip(f'chip_{width}', width) for width in (8, 16, 32))
