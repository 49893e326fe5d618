# SPDX-License-Identifier: BSD-3-Clause
"""The nozzle of the US Food and Drug Administration with a sudden expansion: a pipe of 12 mm, a cone of 22.685 mm, a throat of
4 mm and 40 mm, which ends in the pipe at z = 0 (S. F. C. Stewart et al., Cardiovasc. Eng. Technol. 3 (2012) 139). Density 1056
kg/m3, viscosity 3.5 mPa.s, 5.20624 mL/s at throat Re 500, four times as much at 2000. A parabola enters at z = -100 mm. The speed
on the axis against the mean of five measurements by PIV. These carry 0.86 to 1.1 of the nominal flow, so that the measured speed
is divided by this share where there is a profile of the same measurement. At Re 500 within max(2 s.d., 6 %) of it. At Re 2000 the
jet breaks down at a place that depends on disturbances of the inflow: it is stated, without a test.
Re 500: outlet at 160 mm, 1.5 s; "earlier" is the axis after 1 s. Re 2000: outlet at 120 mm, collision regularised with --les
smagorinsky:0.1, mean of 0.25 to 0.5 s; "earlier" is that of 0.25 to 0.375 s.
NOZZLE="500:0.2 2000:0.16": Re and voxel in mm; 0.2 mm are 3 million nodes and 78000 steps, on an H100 in fp32 160 s beside other
work. Re 500 with 0.3 and 0.4 mm needs COLLISION=regularised, and its jet is too short then. PRECISION (fp32). Writes
fda-nozzle.csv, fda-nozzle-axis.csv and fda-nozzle.svg."""
import csv
import os
import zipfile

import numpy as np
import tessera
from shared import COLOURS, chosen, draw, finish, need, shape, skip, write_table
from tubes import domain, write_wall

archives = dict(zip((500, 2000), need('medical/fda-nozzle/SE_exp_0500.zip', 'medical/fda-nozzle/SE_exp_2000.zip')))
curves, points = {}, {}  # computed, of each Re and voxel; measured, of each Re


def blocks(text):
    """The words after plot- and the rows of two numbers that follow"""
    for block in text.split('\nplot-')[1:]:
        head, *lines = block.split('\ndataset-comment')[0].splitlines()
        rows = [line.split() for line in lines]
        yield head.split(), np.array([row for row in rows if len(row) == 2], float)


def carried(profile):
    """The flow of a profile over a diameter"""
    r, u = profile.T
    return (np.pi * abs(r[1:] + r[:-1]) / 2 * (u[1:] + u[:-1]) / 2 * abs(np.diff(r))).sum()


def measured(re):
    """By z in mm: the speeds on the axis in m/s, and these over the flow that the profile at the same place carries, relative to
    the nominal one"""
    plain, normalised = {}, {}
    with zipfile.ZipFile(archives[re]) as archive:
        for name in archive.namelist():
            if not name.startswith('experiment/PIV'):
                continue
            axis = {}
            for (kind, *words), rows in blocks(archive.read(name).decode().replace('\r', '')):
                if kind == 'z-distribution-axial-velocity':
                    axis = {round(1e3 * z): speed for z, speed in rows}
                    for z, speed in axis.items():
                        plain.setdefault(z, []).append(speed)
                if kind == 'profile-axial-velocity-at-z' and round(1e3 * float(words[0])) in axis:
                    z = round(1e3 * float(words[0]))
                    normalised.setdefault(z, []).append(axis[z] * 5.20624e-6 * re / 500 / carried(rows))
    return {z: (plain[z], normalised.get(z, [])) for z in sorted(plain)}


def spread(values):
    """Mean and standard deviation; of one measurement alone none"""
    return [np.mean(values), np.std(values, ddof=1)] if len(values) > 1 else []


def nozzle(voxel, end):
    """The names of inlet and outlet, and a function from z in mm to a point of the axis: caps of equal area have their numbers by
    chance."""
    write_wall([(-100, 6), (-62.685, 6), (-40, 2), (0, 2), (0, 6), (end, 6)])
    header = domain(f'{voxel}mm', 'mm').header
    origin = list(map(float, header['origin'].split()))

    def place(z):
        return [f'{(at - start) / voxel / 1e-3 - 0.5:.9g}' for at, start in zip((0, 0, z * 1e-3), origin)]
    return *(('inlet0', 'outlet1') if 'inlet0=0,0,1,' in header['openings'] else ('outlet1', 'inlet0')), place


def flow(inlet, outlet, given, step, seconds, **options):
    return tessera.run('domain.tile', equilibrium='incompressible', precision=os.environ.get('PRECISION') or 'fp32',
                       density='1056kg/m3', viscosity='3.5mPa.s', time_step=f'{step:g}s',
                       set=[f'{inlet}:flow={given},parabola', f'{outlet}:pressure=0,absorbing'], steps=int(seconds / step + 0.5),
                       **options)


def laminar(voxel):
    """The report; speed on the axis and that earlier, by z in mm"""
    inlet, outlet, place = nozzle(voxel, 160)
    step = float(f'{0.08 * voxel * 1e-3 / 0.83:.4g}')

    def axis():
        line = ':'.join([','.join(place(-95)), ','.join(place(155)), '251'])
        return [point['uz_m_s'] for point in tessera.probe('flow.tile', line=line)['lines'][0]]
    flow(inlet, outlet, '5.20624mL/s', step, 1, collision=os.environ.get('COLLISION'), checkpoint='flow.tile')
    earlier = axis()
    report = tessera.run('flow.tile', steps=int(1.5 / step + 0.5), checkpoint='flow.tile')
    return report, dict(zip(range(-95, 156), zip(axis(), earlier)))


def turbulent(voxel):
    """The same every 2 mm"""
    inlet, outlet, place = nozzle(voxel, 120)
    step, at = float(f'{0.1 * voxel * 1e-3 / 2.6:.4g}'), range(-88, 109, 2)
    report = flow(inlet, outlet, '20.82496mL/s', step, 0.5, collision='regularised', les='smagorinsky:0.1',
                  watch=[tuple(place(z)) for z in at], series_every=500, series='series.csv', output='flow.tile')
    with open('series.csv') as file:
        head, *lines = csv.reader(file)
    column = {name: np.array(values, float) for name, values in zip(head, zip(*lines)) if values[0]}
    later, early = column['time_s'] >= 0.25, (column['time_s'] >= 0.25) & (column['time_s'] < 0.375)
    speeds = [column[f'point{n + 1}_uz_m_s'] for n in range(len(at))]
    return report, {z: (speed[later].mean(), speed[early].mean()) for z, speed in zip(at, speeds)}


def rows():
    for case in chosen('NOZZLE', '500:0.2 2000:0.16'):
        re, voxel = case.split(':')
        points[re] = measured(int(re))
        report, curves[re, voxel] = (laminar if re == '500' else turbulent)(float(voxel))
        print(f'fda-nozzle: Re {re}, {voxel} mm: {report["steps"]} steps, {report["mflups"]} MFLUPS, Mach number {report["mach"]}')
        for z, values in points[re].items():
            found, earlier = curves[re, voxel][z]
            plain, normalised = map(spread, values)
            mean, deviation = normalised or plain
            cells = [cell for given in (plain, normalised) for cell in ([f'{value:.5f}' for value in given] or ['', ''])]
            yield re != '500' or abs(found - mean) <= max(0.06 * mean, 2 * deviation), [
                re, voxel, z, *cells, f'{found:.4f}', f'{earlier:.4f}']


def drawing():
    for re, measurements in points.items():
        yield f'panel,speed on the axis over z in mm: throat Re {re},-100,160,0,{1 if re == "500" else 3}'
        yield 'key,#000,measured; two standard deviations'
        for colour, (voxel, curve) in zip(COLOURS, [(voxel, curve) for (of, voxel), curve in curves.items() if of == re]):
            yield f'key,{colour},{voxel} mm'
            yield from (f'{"line" if n else "move"},{colour},{z},{speed:.6g}' for n, (z, (speed, _)) in enumerate(curve.items()))
        for z, values in measurements.items():
            mean, deviation = spread(values[1]) or spread(values[0])
            yield f'cross,#000,{z},{mean:.5f}'
            yield f'move,#000,{z},{mean - 2 * deviation:.5f}'
            yield f'line,#000,{z},{mean + 2 * deviation:.5f}'


if not os.environ.get('NOZZLE'):
    try:
        tessera.run(shape('box', (4, 4, 4), periodic='xyz'), device='cuda', steps=1)
    except tessera.Error:
        skip('hours without a GPU; NOZZLE=500:0.3 runs a coarse one')
beyond = write_table('re,voxel,z,measured,deviation,normalised,normalised_deviation,found,earlier', rows())
write_table('re,voxel,z,speed,earlier', ((True, [*case, z, *(f'{speed:.6g}' for speed in speeds)])
                                         for case, curve in curves.items() for z, speeds in curve.items()), 'fda-nozzle-axis')
draw(drawing())
finish(beyond)
