# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts on tubes share."""
import numpy as np
import tessera

SIDES = 96


def bessel(n, z):
    """J_n(z) of complex z: the power series of (z/2)^n sum (-z^2/4)^k / (k! (k + n)!)"""
    term = (np.asarray(z) / 2)**n / (1 if n < 2 else np.prod(np.arange(1, n + 1)))
    total = term
    for k in range(1, 80):
        term = term * -(np.asarray(z) / 2)**2 / (k * (k + n))
        total = total + term
    return total


def write_wall(sections, along=(0, 0, 1), across=(1, 0, 0), first=0):
    """wall.obj, a body of revolution of 96 sides, open at both ends. sections: places on the axis and radii, of circles whose
    area the polygons have. along, across: the axis and where the sides begin, turned by so many sides."""
    turn = 2 * np.pi * (np.arange(SIDES)[:, None] + first) / SIDES
    ring = np.cos(turn) * np.array(across) + np.sin(turn) * np.cross(along, across)
    with open('wall.obj', 'w') as out:
        for place, radius in sections:
            corners = place * np.array(along) + radius * np.sqrt(2 * np.pi / SIDES / np.sin(2 * np.pi / SIDES)) * ring
            out.writelines('v %.9f %.9f %.9f\n' % tuple(corner) for corner in corners)
        for n in range(0, SIDES * (len(sections) - 1), SIDES):
            out.writelines('f %d %d %d %d\n' % (n + k, n + k % SIDES + 1, n + SIDES + k % SIDES + 1, n + SIDES + k)
                           for k in range(1, SIDES + 1))


def domain(voxel='1m', unit='m', **options):
    """domain.tile of wall.obj, with caps"""
    voxels = tessera.voxelize('wall.obj', unit=unit, voxel=voxel, cap=True, output='domain.vox', **options)
    return tessera.tile(voxels, lint='no', output='domain.tile')


def oblique(axis, radius, length):
    """domain.tile of a tube along this axis, away from symmetric places"""
    along = np.array(axis, float) / np.linalg.norm(axis)
    across = np.cross(along, [1, 0, 0] if abs(along[0]) < 0.9 else [0, 1, 0])
    write_wall([(0, radius), (length, radius)], along, across / np.linalg.norm(across), 0.3)
    return domain()


def inlet(file='domain.tile'):
    """Direction and centre of inlet0"""
    given = [float(part) for part in tessera.open(file).header['openings'].split('inlet0=')[1].split()[0].split(',')[:6]]
    return np.array(given[:3]), np.array(given[3:])


def field(file, name):
    tessera.probe(file, npy='field.npy', precision='fp64', field=name)
    return np.load('field.npy')


def from_inlet(shape, file):
    """Of the voxels of an array: how far along the axis, and along the nearest axis of the grid"""
    normal, centre = inlet(file)
    at = np.stack(np.meshgrid(*map(np.arange, shape), indexing='ij')[::-1], -1) + 0.5 - centre
    across = np.argmax(np.abs(normal))
    return at @ normal, at[..., across] * np.sign(normal[across])
