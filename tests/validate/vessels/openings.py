# SPDX-License-Identifier: BSD-3-Clause
"""Straight tubes at an angle to the grid, through the openings of a surface, against Poiseuille's flow.

openings.py FILE CASE...: a row of FILE (CSV) for each case AXIS/RADIUS/RE/DRIVE, as 1,2,3/8/300/flow. Radius in voxels,
length 6 radii, mean velocity 0.025 (flow) or 0.03 (pressure), pressure 0 behind. Relative to the exact values: shear at
the wall, mean, least and most in the middle third, and mean and most within three layers of the inlet (the part along
the wall in any direction); gradient of the pressure in the middle; flow through both openings. excess: the pressure of
the first layer less what the middle says there, over rho U^2. Ends with 1 where a limit below is passed."""
import json
import os
import subprocess
import sys

import numpy as np

LIMITS = {'shear': 0.06, 'beside_most': 1.3, 'gradient': 0.1, 'excess': 0.05, 'balance': 0.006, 'flow': 0.045}


def tool(*words):
    done = subprocess.run(['tessera', *map(str, words)], capture_output=True, text=True)
    if done.returncode not in (0, 5):
        sys.exit('openings: %s: %s' % (' '.join(map(str, words)), done.stderr))
    return done.stdout


def write_tube(axis, radius, length, sides=96):
    """A polygon of the area of the circle, away from symmetric places."""
    along = np.array(axis, float) / np.linalg.norm(axis)
    across = np.cross(along, [1, 0, 0] if abs(along[0]) < 0.9 else [0, 1, 0])
    across /= np.linalg.norm(across)
    third = np.cross(along, across)
    outer = radius * np.sqrt(2 * np.pi / (sides * np.sin(2 * np.pi / sides)))
    with open('tube.obj', 'w') as out:
        for end in (0, length):
            for k in range(sides):
                turn = 2 * np.pi * (k + 0.3) / sides
                at = end * along + outer * (np.cos(turn) * across + np.sin(turn) * third)
                out.write('v %.9f %.9f %.9f\n' % tuple(at))
        for k in range(sides):
            out.write('f %d %d %d %d\n' % (k + 1, (k + 1) % sides + 1, sides + (k + 1) % sides + 1, sides + k + 1))


def field(name):
    tool('probe', 'flow.tile', '-q', '--npy', 'field.npy', '--precision', 'fp64', '--field', name)
    return np.load('field.npy')


def inlet(name='flow.tile'):
    with open(name, 'rb') as file:
        for line in file:
            if line.startswith(b'openings: '):
                word = [w for w in line.decode()[10:].split() if w.startswith('inlet0=')][0]
                v = [float(x) for x in word[7:].split(',')]
                return np.array(v[:3]), np.array(v[3:6])
    sys.exit('openings: the result has no inlet0')


def run(axis, radius, reynolds, drive):
    length, mean = 6 * radius, 0.025 if drive == 'flow' else 0.03
    nu = mean * 2 * radius / reynolds
    volume = mean * np.pi * radius**2
    write_tube(axis, radius, length)
    tool('voxelize', 'tube.obj', '--unit', 'm', '--voxel', '1m', '--cap', '-q', '-o', 'tube.vox')
    tool('tile', 'tube.vox', '--lint', 'no', '-q', '-o', 'tube.tile')
    value = 'flow=%.9g,parabola' % volume if drive == 'flow' else 'pressure=%.9g' % (8 * nu * mean / radius**2 * length)
    tool('run', 'tube.tile', '-q', '--device', 'cpu', '--equilibrium', 'incompressible', '--viscosity', '%.9g' % nu, '--set',
         'inlet0:' + value, '--set', 'outlet1:pressure=0', '--steps', int((2 if drive == 'flow' else 6) * length / mean), '--checkpoint', 'flow.tile', '--json')
    flux = json.loads(tool('probe', 'flow.tile', '-q', '--json', '--patch-flux'))['patch_flux']['patches']
    return nu, mean, volume, [abs(p['flux']) for p in flux]


def measure(axis, radius, reynolds, drive):
    nu, mean, volume, flux = run(axis, radius, reynolds, drive)
    normal, centre = inlet()
    shear, pressure, velocity = np.abs(field('wall_shear')), field('pressure'), field('velocity')
    at = np.stack(np.meshgrid(*map(np.arange, pressure.shape), indexing='ij')[::-1], -1) + 0.5 - centre
    along = at @ normal
    fluid, size = np.abs(velocity).sum(-1) > 0, np.linalg.norm(shear, axis=-1)
    wall, length = size > 0, 6 * radius
    layer = at[..., np.argmax(np.abs(normal))] * np.sign(normal[np.argmax(np.abs(normal))])
    first = layer[fluid].min()
    middle = wall & (along > length / 3) & (along < 2 * length / 3)
    beside = wall & (layer < first + 3)
    exact, slope = 4 * nu * mean / radius, 8 * nu * mean / radius**2
    inner = fluid & (along > 1.5 * radius) & (along < length - 1.5 * radius)
    fit = np.polyfit(along[inner], pressure[inner], 1)
    start = fluid & (layer < first + 0.5)
    return {
        'tau': 3 * nu + 0.5, 'shear': size[middle].mean() / exact, 'least': size[middle].min() / exact,
        'most': size[middle].max() / exact, 'beside': size[beside].mean() / exact, 'beside_most': size[beside].max() / exact,
        'gradient': -fit[0] / slope, 'excess': (pressure[start] - np.polyval(fit, along[start])).mean() / mean**2,
        'in': flux[0] / volume, 'out': flux[1] / volume}


def faults(row, drive):
    off = {'shear': abs(row['shear'] - 1), 'beside_most': row['beside_most'], 'gradient': abs(row['gradient'] - 1),
           'excess': abs(row['excess']), 'balance': abs(row['out'] - row['in']), 'flow': abs(row['in'] - 1)}
    if drive == 'pressure':  # the balance has what sound still moves; what is asked for is the flow
        off = {'flow': off['flow']}
    return [name for name, value in off.items() if not value <= LIMITS[name]]


def main():
    bad, names = False, None
    with open(sys.argv[1], 'w') as out:
        for case in sys.argv[2:]:
            axis, radius, reynolds, drive = case.split('/')
            row = measure([int(a) for a in axis.split(',')], float(radius), float(reynolds), drive)
            if not names:
                names = list(row)
                out.write('axis,radius,re,drive,' + ','.join(names) + '\n')
            out.write('%s,%s,%s,%s,' % (axis.replace(',', ' '), radius, reynolds, drive) + ','.join('%.4g' % row[n] for n in names) + '\n')
            for name in faults(row, drive):
                print('openings: %s: %s: %s' % (case, name, row), file=sys.stderr)
                bad = True
    return bad


if __name__ == '__main__':
    sys.exit(main())
