# SPDX-License-Identifier: BSD-3-Clause
"""What the paper says of the speed of tiles, statement by statement, from the tables of 003/layouts-gpu; fp64 BGK."""
from pages import Statements, cell, heads, number, peak, source, sources, table

BLOCK = '003/layouts-gpu'
rows, said = table(BLOCK), Statements()


def speed(domain, layout):
    return cell(BLOCK, f'domain={domain}', layout)


def compared(statement, domain, layout, other):
    """Faster by more than 2 %, what turns differ by; else a tie, which is no win"""
    ratio = speed(domain, layout) / speed(domain, other)
    said.say(statement, 'faster', 'above 1.02', f'{ratio:.2f}', ratio > 1.02)


source(sources(f'{BLOCK} 000/vessels'))
heads('what the paper says|its figure|rule of the verdict|ours|verdict')
used, sparse = min((rows.number(line, 'utilisation'), line[0]) for line in rows.rows)
ratio = speed(sparse, 't2c') / speed(1, 't2c')
said.say('Speed of two copies falls with the utilisation of tiles', 'strongly', 'below 0.9',
         f'{ratio:.2f} of the speed at utilisation 1 with {used:.2f}', ratio < 0.9)
ratio = speed('0.1', 't2c') / speed('0.1', 'cm')
said.say('Spheres of 90 % solid: two copies use the memory less well than cm', '0.87', 'below 1', f'{ratio:.2f}', ratio < 1)
compared('Vessels: two copies are faster than cm (a tree of tubes)', 'vessel', 't2c', 'cm')
compared('Vessels: two copies are faster than fia with its two launches', 'vessel', 't2c', 'fia-apart')
costs = [(1 / number(rows.at(line, 't2c').split(', ')[2], BLOCK), rows.number(line, 'utilisation')) for line in rows.rows]
between = sum(0.98 < cost < 1.02 / used for cost, used in costs)
said.say('The real cost of two copies lies between the formula and the one with whole bursts', 'between',
         'between the formula and it over the utilisation, within 2 %; in part: some domains', f'{between} of {len(costs)} domains',
         1 if between == len(costs) else 2 if between else 0)
share = speed(1, 't2c') * 304 / (peak('000/vessels') * 1e3)
said.say('In a full box two copies reach most of the memory bandwidth', '0.72 of the peak', 'at least that',
         f'{share:.2f} of the peak, {share / 0.72:.2f} times', share >= 0.72)
ratio = speed(1, 'tgb') / speed(1, 't2c')
said.say('Ghost buffers are more complex and slower than two copies', 'slower', 'below 0.98', f'{ratio:.2f}', ratio < 0.98)
ratios = [rows.number(line, 'packed') / max(rows.number(line, layout) for layout in ('t2c', 'cm', 'fia', 'fia-apart', 'tgb'))
          for line in rows.rows]
wins = sum(ratio > 1.02 for ratio in ratios)
said.say('(not in the paper) packed is faster than each of its layouts', '-',
         'by more than 2 % of the fastest, in all domains; in part: some, and none slower',
         f'in {wins} of {len(ratios)}; {min(ratios):.2f} ... {max(ratios):.2f} times the fastest',
         1 if wins == len(ratios) else 2 if wins and min(ratios) >= 0.98 else 0)
said.verdict()
