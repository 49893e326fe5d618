# SPDX-License-Identifier: BSD-3-Clause
"""Six tubes that meet (SixBranch.stl of HemePure, which has a radius of 0.2 mm; here of 1 mm, so that its resistances of 6e10,
8e10, 12e10, 6e10 and 8e10 Pa s/m3 are divided by 5^3): an inlet and five outlets, which divide a steady flow as 1 / R where R is
far above the resistance of the tubes, 3e7 Pa s/m3: within 1 % with 20 R. With R itself the way through the tubes counts as well:
stated. Blood of 3.5 mPa.s and 1060 kg/m3, 0.1 mL/s: Re 20; tau 0.55. Outlets absorb sound.
SIX_BRANCH=0.2: side of a voxel in mm; FACTORS="20"."""
import tessera
from shared import chosen, finish, need, tile, write_table

RESISTANCES = [r * 1e10 / 125 for r in (6, 8, 12, 6, 8)]
PARTS = 0.25, 0.1875, 0.125, 0.25, 0.1875
surface, = need('medical/six-branch/SixBranch.stl')
voxel, = map(float, chosen('SIX_BRANCH', '0.1'))


def rows():
    tile(tessera.voxelize(surface, unit='mm', voxel=f'{voxel}mm', cap=True, output='domain.vox'), lint='no')
    for factor in map(int, chosen('FACTORS', '1 20')):
        given = [factor * r for r in RESISTANCES]
        report = tessera.run('domain.tile', viscosity='3.5mPa.s', density='1060kg/m3', time_step=f'{5e-3 * voxel**2:.6g}s',
                             set=['inlet0:flow=0.1mL/s,parabola',
                                  *(f'outlet{k}:resistance={r:.9g},absorbing' for k, r in enumerate(given, 1))], converge=1e-4)
        flows = [outlet['flow_m3_s'] for outlet in report['outlets']]
        for k, (r, flow, by_resistance) in enumerate(zip(given, flows, PARTS), 1):
            part = flow / sum(flows)
            off = part / by_resistance - 1
            yield factor != 20 or abs(off) < 0.01, [factor, f'outlet{k}', f'{r:.3g}', f'{flow:.6g}', f'{part:.5f}', by_resistance,
                                                    f'{off:.5f}']


finish(write_table('factor,outlet,resistance,flow,part,by_resistance,off', rows()))
