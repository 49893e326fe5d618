# SPDX-License-Identifier: BSD-3-Clause
"""Blood in a periodic tube of radius 2 mm, 20 voxels, that a force drives with the wall stress of the reference: mean velocity,
and velocity on the axis by the mean, within 1 %. References: quadrature of Carreau (Cho & Kensey 1991), Carreau-Yasuda and Casson
(Boyd et al. 2007) at mean velocities of 0.01, 0.05 and 0.2 m/s; the power law in closed form. Regularised collision,
incompressible equilibrium; about 0.04 voxels a step on the axis. The flow is the same in each slice: there is one."""
import numpy as np
import tessera
from shared import COLOURS, draw, finish, shape, write_table

MEANS = 0.01, 0.05, 0.2
# for each mean the stress at the wall and the velocity on the axis by the mean
LAWS = {'carreau-yasuda:cho-kensey': [(0.152268, 1.74866), (0.494032, 1.85873), (1.625178, 1.92890)],
        'carreau-yasuda:boyd': [(0.135454, 1.73033), (0.446613, 1.86844), (1.531742, 1.94573)],
        'casson:boyd': [(0.216480, 1.62056), (0.593582, 1.78428), (1.744796, 1.87979)],
        # n = 0.708: axis by mean (3n + 1)/(n + 1), shear rate at the wall (3n + 1) U/(n R) = 22.0621/s at 0.01 m/s
        'power-law:0.017,0.708': [(float(f'{0.017 * (2206.2147 * mean)**0.708:.6g}'), 1.829040) for mean in MEANS]}
drawing = ['panel,velocity on the axis over the mean; lines: reference (m/s),0,0.25,1.6,2']


def row(law, stress, mean, axis):
    """of the reference"""
    step = float(f'{0.02 * 1e-4 / mean:.6g}')
    # steady after 1.5 R^2/nu of the thinnest blood, 2.7e-6 m2/s
    tessera.run('domain.tile', threads=1, blood=law, density='1060kg/m3', time_step=f'{step:g}s', collision='regularised',
                equilibrium='incompressible', force=f'0,0,{2 * stress / 0.002:.6g}N/m3', steps=int(1.5 * 4e-6 / 2.7e-6 / step),
                output='flow.tile')
    found = tessera.probe('flow.tile', flux='z')['flux']['mean_m3_s'] / (4e-6 * np.pi)
    on_axis = tessera.probe('flow.tile', point=(20.5, 20.5, 0))['points'][0]['uz_m_s'] / found
    good = abs(found / mean - 1) < 0.01 and abs(on_axis / axis - 1) < 0.01
    return good, [law.replace(',', ' '), f'{stress:.7g}', f'{found:.6g}', mean, f'{on_axis:.5f}', axis]


def rows():
    shape('tube:d=40,axis=z', (42, 42, 1), walls=True, voxel='0.1mm', periodic='z')
    for colour, (law, points) in zip(COLOURS, LAWS.items()):
        drawing.append(f'key,{colour},{law.removesuffix(":0.017,0.708")}')
        for n, (mean, (stress, axis)) in enumerate(zip(MEANS, points)):
            good, cells = row(law, stress, mean, axis)
            drawing.extend([f'{"line" if n else "move"},{colour},{mean},{axis}', f'cross,{colour},{cells[2]},{cells[4]}'])
            yield good, cells


beyond = write_table('law,stress,mean,reference,axis,axis_reference', rows())
draw(drawing)
finish(beyond)
