# SPDX-License-Identifier: BSD-3-Clause
"""Section 3: half-way walls, the central rule (interpolated) and the rule of the paper (equations 8 and 9, linear) in tubes of some
diameters about 12 nodes, and around a sphere between an inlet and an outlet."""
import os

import numpy as np
import tessera
from pages import about, heads, row, verdict
from shared import run

RULES, DIAMETERS = ('halfway', 'interpolated', 'linear'), (11.4, 11.7, 12, 12.3, 12.6)
os.environ['OMP_WAIT_POLICY'] = 'passive'


def flow(d, rule, collision='trt', tau=0.6):
    """k over that of Poiseuille flow, and the mean wall shear over the exact one, less 1, in a box of 16 x 16 x 4"""
    r = d / 2
    run(f'tube-{d}.tile', walls=rule, collision=collision, tau=tau, equilibrium='stokes', force='0,0,1e-6lu', converge=1e-7,
        steps=20000, checkpoint='flow.tile')
    shear = tessera.probe('flow.tile', wall_shear=True)['wall_shear']['lattice']['mean']
    u = tessera.probe('flow.tile')['superficial_velocity'][2]
    # six digits: the flow goes to 1e-7
    return [float(f'{value:.6g}') - 1 for value in (u * 256 * (tau - 0.5) / 3 / (1e-6 * np.pi * r**4 / 8), shear / (1e-6 * r / 2))]


def drift(rule, collision):
    """Of the flow rate with tau"""
    rates = [1 + flow(12, rule, collision, tau)[0] for tau in (0.55, 1, 1.5)]
    return max(rates) / min(rates) - 1


def around_sphere(rule, **options):
    return tessera.run('sphere.tile', collision='mrt', precision='fp32', walls=rule,
                       set=['inlet:velocity=0.02,0,0', 'outlet:pressure=0'], **options)


def lost(rule):
    """Mass through the wall, of the inflow"""
    flux = around_sphere(rule, tau=0.6, steps=800, patch_flux=True)['patch_flux']
    return flux['walls'] / flux['patches'][0]['flux']


for d in DIAMETERS:
    tessera.tile(tessera.voxelize(walls=True, shape=f'tube:d={d}', size=(16, 16, 4), output='tube.vox'), lint='no', periodic='z',
                 output=f'tube-{d}.tile')
with open('sphere', 'w') as file:
    print('23.7 23.3 23.1 15', file=file)
tessera.tile(tessera.voxelize(walls=True, shape='spheres:list=sphere', size=(64, 48, 48), output='sphere.vox'), lint='no',
             inlet='x-', outlet='x+', output='sphere.tile')
errors = {rule: np.array([flow(d, rule) for d in DIAMETERS]) for rule in RULES}
mean = {rule: errors[rule][:, 0].mean() for rule in RULES}
drifts = {collision: {rule: drift(rule, collision) for rule in RULES} for collision in ('trt', 'mrt')}
speeds = [[around_sphere(rule, benchmark=True)['benchmark']['step']['max'] for rule in RULES] for _ in range(3)]  # in turn

about()
heads('what|half-way|central|linear|linear to central')
for name, values in (('flow rate of tubes of 11.4 to 12.6 nodes, trt at tau 0.6: mean error', mean.values()),
                     ('the largest error', [abs(errors[rule][:, 0]).max() for rule in RULES]),
                     ('mean wall shear: error', [errors[rule][:, 1].mean() for rule in RULES])):
    halfway, central, linear = values
    row(name, *(f'{100 * value:+.2f} %' for value in (halfway, central, linear)), f'{linear / central:.2f}')
for name, values, form in (('flow rate, tau 0.55 to 1.5, trt: drift', drifts['trt'].values(), '%.3g %%'),
                           ('the same, mrt (its walls move with tau by themselves)', drifts['mrt'].values(), '%.3g %%'),
                           ('mass through the wall of a sphere of 15 nodes, of the inflow', map(lost, RULES), '%.2g %%')):
    print('|', ' | '.join([name, *(form % (100 * value) for value in values)]), '| |')
halfway, central, linear = np.median(speeds, axis=0)
row('speed beside it, MFLUPS (fp32, mrt)', *(f'{speed:.1f}' for speed in (halfway, central, linear)), f'{linear / central:.3f}')
of_linear, of_central = drifts['trt']['linear'], drifts['trt']['interpolated']
why = ('the reason why the central rule is the usual one here' if of_linear > of_central else
       'so the central rule has no advantage')
verdict(f'The rule of the paper is {abs(mean["halfway"] / mean["linear"]):.1f} times as near to the flow rate as half-way walls '
        f'(mean error {100 * abs(mean["linear"]):.2f} % to {100 * abs(mean["halfway"]):.2f} %; central '
        f'{100 * abs(mean["interpolated"]):.2f} %); with trt its flow rate drifts with tau by {100 * of_linear:.2g} %, that of the '
        f'central rule by {100 * of_central:.1g} %: {why}.')
