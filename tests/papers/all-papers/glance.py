# SPDX-License-Identifier: BSD-3-Clause
"""The first screen: all five papers in three lines, and a row for each, from the tables of the pages by verdicts.py."""
import textwrap

from pages import BLOCKS, heads, row, table
from verdicts import OWN, RULES, product_shares

KINDS = {'002': 'linear walls', '004': 'cavities with a moving lid'}
answers, values, of_paper = {}, {}, {}
for rule in RULES:
    if rule.key:
        answers[rule.key], _ = rule.judge()
        values[rule.key] = rule.values
        of_paper.setdefault(rule.paper, []).append(answers[rule.key])


def spread(found):
    return f'{min(found):.2f} … {max(found):.2f}'


def say(paper, name, theirs, ours):
    """yes: each of its rules holds; no: none does, not even in part"""
    found = of_paper[paper]
    row(f'{paper} {name}', theirs, ours, 'yes' if set(found) == {'yes'} else 'partly' if {'yes', 'in part'} & set(found) else 'no')


def own_rows():
    rows = table(OWN)
    return [(line[0], rows.number(line, 'packed by its kernel')) for line in rows.rows if line[0] != 'beyond']


ratios = own_rows()
losses = {}
for paper, ratio in ratios:
    if ratio < 0.98:
        losses.setdefault(KINDS.get(paper, f'domains of {paper}'), []).append(ratio)
won, lost = sum(ratio > 1.02 for _, ratio in ratios), sum(map(len, losses.values()))
where = ' and '.join(f'{kind} ({spread(found)} times)' for kind, found in losses.items())
lacks = [text for text, lacking in (
    ('the Reynolds number from which a sphere sheds vortices (002)', answers['onset2'] != 'yes'),
    ('misaligned accesses on a GPU (004, section 7)', not BLOCKS['004/ways'].tables)) if lacking]
print(textwrap.fill(
    f'All five papers are rebuilt. On the same GPU `tessera-run` is faster than their own kernels in {won} of {len(ratios)} cases, '
    f'up to {max(ratio for _, ratio in ratios):.2f} times; it ties in {len(ratios) - won - lost} (within 2 %) and loses in {lost}'
    + (f': {where}.' if lost else '.') + (f' Not shown: {" and ".join(lacks)}.' if lacks else ''), 132, break_on_hyphens=False) + '\n')
heads('paper|theirs|tessera-run, on the same work|better?')
say('000', 'tiles', '0.67 of the memory bandwidth in a full box, 0.55 at porosity 0.2',
    f'{values["box0"][0]:.2f} and {values["porous0"][0]:.2f}; {spread(values["own0"])} times their kernel on one GPU')
say('001', 'caches', 'updates in blocks gain up to 2.0 times over plain ones, one core',
    f'without blocks, {spread(values["product1"])} times blocks rebuilt here, which gain {values["gain1"][0]:.2f}')
say('002', 'walls', 'interpolated walls cost at most 11 %; a sphere sheds vortices from Re 265',
    f'at most {max(values["cost2"]):.1f} %; {spread(values["own2"])} times their kernel; '
    + ('onset not shown' if values['onset2'] == [265] else f'onset {values["onset2"][0]:.0f} off'))
say('003', 'sparse', '0.72 of the memory bandwidth in a full box; faster than neighbour lists in vessels',
    f'{values["box3"][0]:.2f}; {values["vessel3"][0]:.2f} times neighbour lists; {spread(values["own3"])} times all their kernels')
shares = list(product_shares())
say('004', 'GPUs', f'{spread([share for *_, share, _, _ in shares])} of the copy bandwidth, cavities of 64³ … 160³ nodes',
    f'{spread([share for *_, share in shares])}, theirs reached in {sum(ours >= 1 for ours in values["share4"])} of {len(shares)}; '
    f'{spread(values["own4"])} times their kernels')
print('\nHow each answer follows: [all verdicts](#all-verdicts), with rule, figures, command and tree.')
