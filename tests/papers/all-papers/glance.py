# SPDX-License-Identifier: BSD-3-Clause
"""All five papers at a glance, from the tables of the pages."""
import re

from pages import BLOCKS, cell, heads, number, peak, row, sources, table, verdict, yes

SPEED = 'MFLUPS (least … most)'
THEIRS = 'share of the peak bandwidth in the paper'
LAYOUTS, SCHEMES, TRANSFERS, OWN = '003/layouts-gpu', '004/schemes', '004/transfers', 'all/own'
worse = []  # where ours falls short


def lacks(what, short):
    if short:
        worse.append(what)


def ratio(block, domain, layout, other='t2c', other_domain=None):
    """Of two layouts, or of two domains"""
    return cell(block, f'domain={domain}', layout) / cell(block, f'domain={other_domain or domain}', other)


def spread(values):
    return f'{min(values):.2f} … {max(values):.2f}'


def own_of(paper):
    """Of packed by the kernels of the paper, in all/own: ratio and names of the least, and what is said; None without them"""
    rows = table(OWN) if OWN in BLOCKS else None
    found = [(rows.number(line, 'packed by its kernel'), line) for line in rows.rows if line[0] == paper] if rows else []
    if not found:
        return None
    least, line = min(found, key=lambda one: one[0])
    where = f'{line[1]} ({line[3]}, {line[4]} {line[5]})'
    won = sum(x > 1.02 for x, _ in found)
    answer = 'no' if least < 0.98 else 'yes' if won else 'a tie'
    said = f'{answer}: {spread([x for x, _ in found])} times, faster in {won} of {len(found)}'
    return least, where, said + (f'; least in {where}' if least < 1.02 else '')


def own_or(paper, otherwise):
    own = own_of(paper)
    return own[2] if own else otherwise


def behind(paper):
    """Names a kernel of a paper that is faster"""
    own = own_of(paper)
    if own and own[0] < 0.98:
        lacks(f'packed {own[0]:.2f} times as fast as the kernel of {paper} in {own[1]}', True)


def tally():
    """For rows in the layout of the paper of which it has the share: ours by that, and the row"""
    for block in '000/cavity', '000/spheres', '000/vessels', '000/single':
        rows = table(block)
        for line in rows.rows:
            if rows.at(line, 'layout') == 't2c' and rows.at(line, THEIRS):
                yield rows.number(line, 'ours') / rows.number(line, THEIRS), line[0]


def tiles():
    shares = list(tally())
    least, worst = min(shares, key=lambda one: one[0])
    cavity = 'case~cavity 252;layout=t2c;precision=fp64;kernel='
    spheres = 'case~spheres-0.2;precision=fp64;kernel=bgk-incompressible;layout='
    gain = cell('000/layouts', '#1=all three', '#3') / cell('000/layouts', '#1=XYZ', '#3')
    box = cell(LAYOUTS, 'domain=1', 'packed') / cell('000/layouts', '#1=all three', '#10')
    alone = [cell('000/layouts', '#1=all three', '#7', n) /
             cell('000/single', f'case~cavity 100;layout=t2c;kernel=bgk-incompressible;precision={precision}', 'ours')
             for n, precision in ((1, 'fp64'), (2, 'fp32'))]
    lacks(f'its arrangements gain {gain:.2f}', gain < 1.19)
    behind('000')
    lacks('a kernel for full boxes alone beats tessera-run there', box < 0.98 or alone[0] > 1.02)
    theirs, ours = ([cell(block, where, column) for block, where in (
        ('000/cavity', cavity + 'bgk-incompressible'), ('000/cavity', cavity + 'mrt-incompressible'),
        ('000/spheres', spheres + 't2c'))]
        for column in (THEIRS, 'ours'))
    packed = cell('000/spheres', spheres + 'packed', SPEED) / cell('000/spheres', spheres + 't2c', SPEED)
    own = own_of('000')
    row('000 tiles', 'share of the peak, fp64, cavity: BGK {:.2f}, MRT {:.2f}; spheres at porosity 0.2: {:.2f}; '
        'arrangements gain 1.19'.format(*theirs),
        '{:.2f}, {:.2f}; {:.2f} (packed {:.2f}); {:.2f}'.format(*ours, cell('000/spheres', spheres + 'packed', 'ours'), gain),
        f'its share or more in {sum(share >= 1 for share, _ in shares)} of {len(shares)} rows (least {least:.2f} of it: {worst})'
        + ('; the arrangements gain' if gain > 1.02 else '; no for the arrangements: the caches of this GPU do their work'),
        (own[2] + '; ' if own else '') + f'full box {box:.2f} (its kernel without types of nodes), spheres at 0.2 {packed:.2f} '
        f'(its layout); no at 100³: that kernel is {alone[0]:.2f} (fp64) and {alone[1]:.2f} (fp32) times as fast as its layout in '
        'tessera-run')
    return least, worst


def caches():
    product = [1 / number(line[8], '001/product') for line in table('001/product').rows]
    speed, gain = (cell('001/best', 'the fastest, 100³~grid', column) for column in ('ours, MLSUPS', 'over basic'))
    rows = cell('001/gains', 'blocks of=y, z and 8 steps', '#7', 2)
    lacks(f'blocks in short rows gain {gain:.2f}', gain < 2)
    row('001 caches', 'nearly 4.0 MLSUPS (Opteron), blocks and compression up to 2.0 times',
        f'{speed:.0f}, {gain:.2f} times; rows and vectors in blocks {rows:.2f} times',
        'yes' if gain >= 2 else 'in part: the gain of 2 takes whole rows' if rows >= 2 else 'no: no gain of 2',
        f'tessera-run, without blocks, {spread(product)} times the fastest blocked rows (10³ … 160³)')


def walls():
    wake, said = table('002/wake'), BLOCKS['002/wake'].said
    channels = [line for line in table('002/fig9').rows if line[0]]
    lost = max(number(line[4], '002/fig9') for line in channels)
    share = min(number(line[6], '002/fig9') for line in channels)
    ran = sum(wake.at(line, 'St A') != '-' for line in wake.rows)
    off, at = max(((abs(100 * (wake.number(line, 'ratio') - 1)), k, line[0]) for k, line in enumerate(wake.rows)
                   if wake.at(line, 'ratio') != '-'), default=(0, 0, ''))[::2]
    critical = re.search('square of the amplitude (?:at|the critical Re is) ([0-9]+)', said)
    right = said.startswith('**Yes')
    lacks('no critical Reynolds number of the sphere', not critical)
    lacks(f'a critical Reynolds number of {critical and critical[1]} for 265 within 5', critical and not right)
    lacks(f'Ro off by {off:.1f} % at Re {at} for 5 %', off > 5)
    equal = all(cell('002/counts', where, 'ours') == cell('002/counts', where, 'paper')
                for where in ('what=boundary nodes', 'what~accesses'))
    row('002 walls', '2630 MLUPS on 8 GPUs, 0.61 of the copy bandwidth and more, loss at most 11 %; Re_c 265, Ro within 5 % of '
        'the fit',
        f'{cell("002/fig9", "channel=largest, linear", "#4"):.0f} on 2 GPUs, {share:.2f} and more, at most {lost:.1f} %; '
        + (f'Re_c {critical[1]}' if critical else 'no Re_c') + f'; Ro off by at most {off:.1f} %, at Re {at}',
        f'speed: {yes(lost <= 11 and share >= 0.61)}; counts of boundary nodes and accesses: {"equal" if equal else "no"}; '
        f'Re_c: {yes(right)}; Ro: {yes(off <= 5)}, at {ran} of ten Re', own_or('002', '(its kernel is rebuilt, and not run yet)'))


def verdicts_of(block):
    answers = [line[-1] for line in table(block).rows]
    return ', '.join(f'{answers.count(answer)} {answer}' for answer in ('yes', 'in part', 'no'))


def sparse():
    share = cell(LAYOUTS, 'domain=1', 't2c') * 304 / (peak('000/vessels') * 1e3)
    vessels = ratio(LAYOUTS, 'vessel', 't2c', 'cm')
    lacks(f'two copies (t2c) by cm in vessels, {vessels:.2f}', vessels <= 1.02)
    domains = [line[0] for line in table(LAYOUTS).rows]
    row('003 sparse',
        't2c 0.72 of the peak in a full box; in vessels faster than cm; spheres of 90 % solid 0.87 of its use of the memory',
        f'{share:.2f}; {vessels:.2f} times; {ratio(LAYOUTS, "0.1", "t2c", "cm"):.2f}',
        f'full box: {yes(share >= 0.72)}; vessels: {"yes" if vessels > 1.02 else "no, a tie"}; of its statements '
        f'{verdicts_of("003/statements")} (memory), {verdicts_of("003/statements-gpu")} (speed)',
        own_or('003', 'all domains of one run, fp64: ' + '; '.join(
            f'{layout} {spread([ratio(LAYOUTS, domain, "packed", layout) for domain in domains])}'
            for layout in ('t2c', 'cm', 'fia', 'tgb'))))


def gpus():
    scheme, apart = 'precision=fp32;propagation=reversed;collision=MRT;side=', 'blocks of=256;words=apart'
    theirs, share = (cell(SCHEMES, scheme + '128', column) for column in ('share of the copy bandwidth in the paper', '#8'))
    own = (cell('000/single', 'layout=packed;precision=fp32;kernel=mrt-quasi', SPEED) /
           cell(SCHEMES, scheme + '96', 'ours (least … most)'))
    for paper in '002', '003', '004':
        behind(paper)
    lacks('a kernel without tiles beats tessera-run in a cavity', not own_of('004') and own < 0.98)
    mrt, bgk = (cell('004/cavity', f'collision={collision};line=u(z)', '#3') for collision in ('MRT', 'BGK'))
    row('004 GPUs', f'{cell(SCHEMES, scheme + "128", "MLUPS in the paper"):.0f} MLUPS, {theirs:.2f} of the copy bandwidth; '
        f'T = {cell(TRANSFERS, apart, "ns of a word in the paper"):.2f} N + '
        f'{cell(TRANSFERS, apart, "ns without words in the paper"):.2f} ns',
        f'{cell(SCHEMES, scheme + "128", "ours (least … most)"):.0f}, {share:.2f}; T = {cell(TRANSFERS, apart, "#4"):.4f} N '
        f'{cell(TRANSFERS, apart, "#7"):+.4f}',
        f'{yes(share >= theirs)}; T is linear within {cell(TRANSFERS, apart, "largest distance from the line"):.0f} %; '
        + ('MRT is nearer to the reference' if mrt < bgk else 'no: MRT is not nearer to the reference than BGK'),
        own_or('004', f'{"yes" if own > 1.02 else "no" if own < 0.98 else "a tie"}: {own:.2f} (fp32 MRT, 100³ by 96³ of a kernel '
               'without tiles)'))


def beyond():
    """Rows of what the papers do not have"""
    held = [cell(LAYOUTS, 'domain=0.2', layout, 5) for layout in ('packed', 't2c', 'tgb', 'cm')]
    site = [cell('001/memory', f'side=100;layout{layout}', 'bytes a site') for layout in ('~tessera-run', '=two grids')]
    yield ('one copy on sparse tiles (CPU; a GPU has one or two): bytes a node of the box of 100³, fp64',
           '{:.0f}; two grids {:.0f}'.format(*site))
    yield ('two copies without solid nodes (utilisation is future work of 000): bytes held by a node, fp64, spheres at porosity '
           '0.2', 'packed {:.0f}, t2c {:.0f}, tgb {:.0f}, cm {:.0f}'.format(*held))
    yield ('full speed at any porosity: speed at 0.2 and 0.1 by that of the full box, fp64', '; '.join(
        f'{layout} ' + ', '.join(f'{ratio(LAYOUTS, domain, layout, layout, "1"):.2f}' for domain in ('0.2', '0.1'))
        for layout in ('packed', 't2c')))
    placed = [cell('000/placement', 'domain=spheres, porosity 0.2', column) for column in ('edge 4: best', '#6', '#7')]
    yield ('placement of tiles (future work of 000 and 003): utilisation as tessera-tile places them, and mean and worst '
           'placement, spheres at porosity 0.2', '{:.3f}; {:.3f}, {:.3f}'.format(*placed))
    single = [cell('000/spheres', f'case~spheres-0.2;precision=fp32;kernel=bgk-incompressible;layout={layout}', SPEED)
              for layout in ('packed', 't2c')]
    yield ('layouts for single precision (future work of 000): packed by t2c, fp32, spheres at porosity 0.2',
           f'{single[0] / single[1]:.2f}')
    yield ('layouts for porous tiles (future work of 003): packed by t2c, fp64, spheres at porosity 0.1',
           f'{ratio(LAYOUTS, "0.1", "packed"):.2f}')
    yield 'several hosts (future work of 002)', 'processes by MPI, with the same bits; no speed is measured'
    one, two = (cell('002/fig9', f'GPUs={n};channel=1024x384x384', 'linear, MLUPS') for n in (1, 2))
    yield ('sparse tiles on any number of devices and processes (future work of 000 and 003), with the same bits: 2 GPUs by 1',
           f'{two / one:.2f}')
    rows = table(OWN) if OWN in BLOCKS else None
    for line in rows.rows if rows else ():
        if line[0] == 'beyond' and rows.at(line, 'precision') == 'fp64':
            yield (f'a step of moments in tiles with walls by packed, fp64: {line[1]}',
                   f'{1 / rows.number(line, "packed by its kernel"):.2f}')
    moments, plain = (cell(LAYOUTS, '#1=fp64', column, 6) for column in ('moments', 'read/write'))
    yield ('a step of moments in a full box, no walls, by read/write of populations, fp64', f'{moments / plain:.2f}')


def origin():
    """Where the tables come from; those of one line are of one device"""
    groups = ['000/cavity 000/spheres 000/vessels 000/single 000/layouts 002/fig9 002/wake 003/layouts-gpu 004/schemes '
              '004/transfers 004/cavity', *([OWN] if OWN in BLOCKS else []), '001/best 001/gains 001/product 001/memory',
              '002/counts 003/statements 000/placement']
    return '. '.join(map(sources, groups))


said = origin()
heads('paper|theirs|ours, the same work|does it do that, and better?|packed by kernels like the own of the paper, one kind of card')
least, worst = tiles()
caches()
walls()
sparse()
gpus()
print()
heads('beyond them|figure')
for cells in beyond():
    row(*cells)
lacks(f'{worst}, at {least:.2f} of the share of the paper', least < 0.98)
verdict(f'Not as good as theirs: {"; ".join(worse)}.')
print(f'\n{said}; `make papers PAPERS=all/glance`')
