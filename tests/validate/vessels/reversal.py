# SPDX-License-Identifier: BSD-3-Clause
"""Outlets through which the flow comes back, or a vortex leaves: nothing grows, and nothing drifts.
Reversal: a square duct of 12 x 12 x 48 nodes from which another branches off to the side, with an outlet each; the inflow is
sin(w t) over 1500 steps, 0.08 of a voxel a step at its peak, Re 200, so that half of the time the outlets let in.
Vortices: a cylinder of 10 nodes in a channel of 41, Re 100 as in test case 2D-2 of Schaefer and Turek (Notes Numer. Fluid Mech. 52
(1996) 547), tau 0.52, with the outlet three diameters behind it. There a flow that starts at once diverges with trt at given
pressures, which do not damp what comes in: it starts with a ramp.
Compared: the second and the last third of 30 periods, and of 200 vortices: largest speed at a point beside the outlet, mean
pressure over its amplitude, and the sum of all fluxes over the inflow. Limits:
  branch    Rows are at the same 30 phases of each period, so that a periodic flow repeats. The slowest transient of a square
            duct, exp(-2 (pi/12)^2 nu t), is 3e-5 of its start after the first third, and 1e-3 is allowed. Outlets at one pressure
            that absorb each for itself find their shares in 1/(1e-3 R A/c) = 24 000 steps, with R the resistance of a branch: that
            flow goes on towards the one of constant pressures, and may not pass it.
  channel   Near the outlet vortices are not periodic. A third is 16 blocks of four vortices; the means of largest speeds and of
            pressures of a block may differ by 3.7 standard errors (one of 1000 by chance, 30 degrees of freedom).
  fluxes    What they add up to in a third is the change of mass: nodes times the range of the density (0.01) over steps and
            inflow, 1e-3.
REVERSAL="branch channel"."""
import csv
import os

import numpy as np
import tessera
from shared import chosen, finish, image, lattice, tile, voxels_of, write_table

PEAK = 0.08 / 2.1 * 144  # the largest flow into the branch


def thirds(rows):
    """Of series.csv the second and the last third: speed and pressure at the point, and the sum of the fluxes"""
    with open('series.csv') as file:
        head, *lines = csv.reader(file)
    if len(lines) < rows:
        raise SystemExit(f'reversal: {len(lines)} rows of {rows}')
    column = {name: np.array(values[:rows], float) for name, values in zip(head, zip(*lines)) if values[0]}
    speed = np.sqrt(sum(column[f'point1_u{axis}']**2 for axis in 'xyz'))
    flux = sum(values for name, values in column.items() if name.endswith('_flux'))
    return [part.reshape(3, rows // 3)[1:] for part in (speed, column['point1_p'], flux)]


def apart(values):
    """By how many standard errors of 16 blocks the last third is above the second"""
    error = values.var(axis=1, ddof=1) / 16
    return (values[1].mean() - values[0].mean()) / np.sqrt(error.sum())


def row(flow, outlets, rows, inflow, goal=0):
    """goal: the speed that a branch may reach"""
    speed, pressure, flux = thirds(rows)
    most, mean, size = speed.max(axis=1), pressure.mean(axis=1), np.ptp(pressure[0]) / 2
    balance = flux[1].mean() / inflow
    if flow == 'channel':
        blocks = speed.reshape(2, 16, -1).max(axis=2), pressure.reshape(2, 16, -1).mean(axis=2)
        grows, moves = map(apart, blocks)
        print(f'reversal: {outlets}: speeds {grows:.2f}, pressures {moves:.2f} standard errors apart')
        good = grows < 3.7 and abs(moves) < 3.7
    else:
        good = most[1] < 1.001 * max(goal, most[0]) and abs(mean[1] - mean[0]) < 1e-3 * size
    return good and abs(balance) < 1e-3, [flow, outlets.replace(',', ''), f'{most[0]:.5f}', f'{most[1]:.5f}',
                                          f'{mean[0] / size:.3g}', f'{mean[1] / size:.3g}', f'{balance:.3g}']


def simulate(given, steps, every, **options):
    if os.path.exists('series.csv'):
        os.remove('series.csv')
    tessera.run('domain.tile', set=given, steps=steps, patch_flux=True, series='series.csv', series_every=every, **options)


def branch():
    z, y, x = np.indices((48, 14, 36))
    tile(image((y > 0) & (y < 13) & (x > 0) & ((x < 13) | (z > 17) & (z < 30)), voxel='1m'), lint='no',
         patch=['in=z-', 'end=z+', 'side=x+'])
    with open('sine.txt', 'w') as file:
        file.writelines(f'{25 * k} {PEAK * np.sin(k * np.pi / 30) if k % 30 else 0:.12g}\n' for k in range(61))
    goal = 0
    for end, side in (('pressure=0', 'pressure=0'), ('pressure=0,absorbing', 'pressure=0,absorbing'),
                      ('resistance=0.004', 'resistance=0.008,absorbing'), ('rcr=0.002,50000,0.01', 'rcr=0.004,25000,0.02'),
                      ('rcr=0.002,50000,0.01', 'split=0.3')):
        simulate(['in:flow=sine.txt,parabola', f'end:{end}', f'side:{side}'], 45000, 50, viscosity='0.005m2/s', time_step='1s',
                 density='1kg/m3', period=1500, watch=(6, 6, 46))
        good, cells = row('branch', f'{end} {side}'.replace(',', ' '), 900, PEAK, goal if end == 'pressure=0,absorbing' else 0)
        goal = float(cells[3])
        yield good, cells


def channel():
    tile(voxels_of('cylinder', '80,41,1', '40,19,5'), periodic='z', inlet='x-', outlet='x+')
    with open('zero.txt', 'w') as file:
        file.write('0 0\n500 0\n1000 0\n')
    for outlet, name in (('pressure=0', 'pressure=0, ramp'), ('pressure=0,absorbing', 'pressure=0 absorbing, ramp'),
                         ('pressure=zero.txt,absorbing', 'pressure=FILE absorbing, ramp')):
        simulate(['inlet:parabola=0.1,0,0', f'outlet:{outlet}'], 108000, 25, viscosity=lattice(0.006667), ramp=2000,
                 watch=(78, 20, 0))
        yield row('channel', name, 4320, 0.06667 * 41)


flows = {'branch': branch, 'channel': channel}
finish(write_table('flow,outlets,speed,speed_later,pressure,pressure_later,balance',
                   (row for name in chosen('REVERSAL', 'branch channel') for row in flows[name]())))
