# SPDX-License-Identifier: BSD-3-Clause
"""What the paper says of memory and traffic of tiles, statement by statement, beside the formulas for the domains of 003/cases.
statements.py ROWS: of a file instead, each row the cells of a Case."""
import csv
import sys

from domains import LAYOUTS, Case, all_cases
from pages import Statements, about, heads


def within(low, high, values):
    """All lie in low ... high, or a part of what they span"""
    return 1 if min(values) >= low and max(values) <= high else 2 if max(values) >= low and min(values) <= high else 0


def part(some, all_):
    return 1 if some == all_ else 2 if some else 0


def names(cases):
    return ', '.join(case.name for case in cases)


def sparse(kind):
    """The lower of cm and fia"""
    return min(kind['cm'], kind['fia'])


if len(sys.argv) > 1:
    with open(sys.argv[1]) as file:
        cases = [Case(cells) for cells in csv.reader(file)]
else:
    about()
    cases = list(all_cases())
n, planes, solids = len(cases), [case for case in cases if case.plane], [case for case in cases if not case.plane]
said = Statements()
say = said.say
heads('what the paper says|its figure|rule of the verdict|ours|verdict')
worst = {case: max(case.traffic['t2c'], case.traffic['tgb']) for case in cases}
less = sum(worst[case] < sparse(case.traffic) for case in cases)
by_cm, by_fia = (max(case.traffic[layout] / min(case.traffic['t2c'], case.traffic['tgb']) for case in cases)
                 for layout in ('cm', 'fia'))
say('Both kinds of tiles move less than cm and fia in every case', 'all', 'all cases',
    f'{less} of {n}; up to {by_cm:.0f} and {by_fia:.0f} times lower overhead', part(less, n))
beyond = [case for case in cases if worst[case] > sparse(case.ideal_traffic)]
say('Tiles also move less than ideal cm and fia, but for one case', 'all but ras_0.7', 'that case alone',
    f'all but {names(beyond)}' if beyond else 'all', 1 if names(beyond) == 'ras_0.7' else 0 if len(beyond) > 2 else 2)
beyond = [case for case in cases if case.ideal_traffic['tgb'] > sparse(case.ideal_traffic)]
say('Ideal tiles, which read only types of nodes, move less than ideal cm and fia always', 'always', 'all cases',
    f'not in {names(beyond)}' if beyond else 'always', not beyond)
say('The traffic overhead of tiles is small', 'below 0.1, most near 0.05', 'below 0.1',
    f'at most {max(worst.values()):.3f}, mean {sum(worst.values()) / n:.3f}', max(worst.values()) < 0.1)
indices = sum(case.traffic['tgb'] - case.ideal_traffic['tgb'] > case.ideal_traffic['tgb'] for case in cases)
say('Indices cost less traffic than types of nodes', 'all', 'all cases', f'{n - indices} of {n}', indices == 0)


def least(some):
    """Where ghost buffers take the least memory"""
    return [case for case in some if case.memory['tgb'] < min(case.memory[layout] for layout in LAYOUTS[:3])]


some = least(planes)
say('D2Q9: ghost buffers take the least memory in all cases', 'all', 'all cases; in part: some', names(some) or 'none',
    part(len(some), len(planes)))
ratios = [case.memory['t2c'] / case.memory['tgb'] for case in planes]
say('D2Q9: the memory overhead of two copies is some times that of ghost buffers', '2.5 ... 3.4',
    'all of ours in this range; in part: some', f'{min(ratios):.1f} ... {max(ratios):.1f}', within(2.5, 3.4, ratios))
chip = next(case.memory for case in cases if case.name == 'chip_32')
say('Chips of 32: cm and fia take more memory than ghost buffers', '1.6 ... 1.7 times',
    'the walls of our chips are as thick as gives it',
    ', '.join(f'{(1 + chip[layout]) / (1 + chip["tgb"]):.2f}' for layout in ('cm', 'fia')), 3)
ratios = [case.memory['t2c'] / case.memory['tgb'] for case in solids]
say('D3Q19: the memory overhead of two copies is above that of ghost buffers', '20 ... 30 %',
    'all of ours in this range; in part: some', f'{100 * min(ratios) - 100:.0f} ... {100 * max(ratios) - 100:.0f} %',
    within(1.2, 1.3, ratios))
found = names(least(solids))
say('D3Q19: ghost buffers take the least memory only where tiles are well filled', 'aneurysm, coarctation',
    'tubes and aorta, no spheres', found or 'none', 0 if not found or 'ras' in found else 1 if found == 'tubes, aorta' else 2)
below_fia, below_cm = (names(case for case in solids if case.memory['t2c'] < case.memory[layout]) for layout in ('fia', 'cm'))
say('D3Q19: two copies take more memory than fia always, and less than cm in the aneurysm alone', 'always; aneurysm',
    'always; tubes alone, which stand for it',
    (f'not in {below_fia}; ' if below_fia else 'always; less than cm in ') + (below_cm or 'none'),
    0 if below_fia else 1 if below_cm == 'tubes' else 2)
last = solids[-1]
first, second = ((1 + last.memory['t2c']) * last.used / used - 1 for used in (0.931, 0.807))
say('the same, tubes at the utilisations of the paper (0.931, 0.807)', 'aneurysm', 'the first alone below cm',
    f'{first:.2f} and {second:.2f} beside {last.memory["cm"]:.2f}', first < last.memory['cm'] < second)
races = sum(all(case.memory[layout] - case.ideal_memory[layout] > case.memory[layout] / 2 for layout in ('t2c', 'tgb'))
            for case in solids)
say('D3Q19: most of the memory overhead is there to avoid races', 'all', 'above half, all cases', f'{races} of {len(solids)}',
    part(races, len(solids)))
well = [case for case in cases if case.ideal_memory['tgb'] < sparse(case.ideal_memory)]
say('Without what avoids races tiles would take less memory than ideal cm and fia only where they are well filled',
    'well-filled tiles', 'some, none below utilisation 0.72', names(well) or 'none',
    bool(well) and all(case.used >= 0.72 for case in well))
bursts, ghosts = (sum(case.bursts[layout] < case.bursts['cm'] for case in cases) for layout in ('t2c', 'tgb'))
say('Where whole bursts move, the overhead is far larger', '-', 'two copies no longer below cm in all cases',
    f'two copies then move less than cm in {bursts} of {n}, ghost buffers in {ghosts}', bursts < n)
said.verdict()
