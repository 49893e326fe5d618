# SPDX-License-Identifier: BSD-3-Clause
"""The verdicts of the pages, each with its rule: what a paper has, ours from the tables, and the bound that ours must keep. A rule
with several figures holds if all keep it; in part if some do. Of two speeds 2 % or less is a tie. check-derived.sh spoils the
figures of each, one by one, and sees another answer."""
import re

import pages
from pages import BLOCKS, cell, die, number, peak, table

LAYOUTS, SCHEMES, TRANSFERS, OWN = '003/layouts-gpu', '004/schemes', '004/transfers', 'all/own'
SPEED, THEIRS = 'MFLUPS (least … most)', 'share of the peak bandwidth in the paper'
T2C = 'case~spheres-{};layout={};precision=fp64;kernel=bgk-incompressible'


class Rule:
    """bound: ours must be <= or >= it; 'faster': by more than 2 %. show prints a figure; with a key it decides the first screen"""
    def __init__(self, paper, claim, theirs, bound, ours, show='{:.2f}'.format, key=None):
        self.paper, self.claim, self.theirs, self.bound = paper, claim, theirs, bound
        self.ours, self.show, self.key = ours, show, key

    def judge(self):
        """The answer, and ours as text"""
        pages.USED.clear()
        pages.READ.clear()
        found = self.ours()
        self.values = values = found if isinstance(found, list) else [found]
        if not values:
            die(f'{self.claim}: no figure')
        if len({pages.device_of(name).split(', ')[0] for name in pages.USED if BLOCKS[name].run}) > 1:
            die(f'{self.claim}: figures of several devices')
        if self.bound == 'faster':
            good, bad = (sum(test(value) for value in values) for test in (lambda x: x > 1.02, lambda x: x < 0.98))
            answer = 'in part' if good and bad else 'no' if bad else 'yes' if good else 'a tie'
        else:
            how, bound = self.bound.split()
            good = sum(value <= float(bound) if how == '<=' else value >= float(bound) for value in values)
            answer = 'yes' if good == len(values) else 'in part' if good else 'no'
        ends = [self.show(value) for value in (min(values), max(values))]
        return answer, ' … '.join(dict.fromkeys(ends)) + (f' ({good} of {len(values)})' if len(values) > 1 else '')


def ratio(block, domain, layout, other='t2c', other_domain=None):
    """Of two layouts, or of two domains"""
    return cell(block, f'domain={domain}', layout) / cell(block, f'domain={other_domain or domain}', other)


def column(block, wanted, where=None, n=1):
    """All figures of a column"""
    rows = table(block, n)
    return [rows.number(line, wanted) for line in rows.rows
            if (not where or rows.matches(line, where)) and rows.at(line, wanted) not in ('', '-')]


def own(paper):
    """Packed by the kernels of the paper"""
    return column(OWN, 'packed by its kernel', f'paper={paper}')


def walls(kind):
    """Of 002, with these walls"""
    rows = table(OWN)
    return [rows.number(line, 'packed by its kernel') for line in rows.rows if line[0] == '002' and kind in line[1]]


def packed_box():
    return cell(OWN, 'paper=000;domain=cavity, lid at rest, 252³;precision=fp64;collision=bgk', '#8') * 0.304 / peak('000/cavity')


def tally():
    """Ours by the share of the peak in the paper, in its layout"""
    for block in '000/cavity', '000/spheres', '000/vessels', '000/single':
        rows = table(block)
        yield from (rows.number(line, 'ours') / rows.number(line, THEIRS) for line in rows.rows
                    if rows.at(line, 'layout') == 't2c' and rows.at(line, THEIRS))


def product_shares():
    """propagation, collision, side, and shares of the copy bandwidth: the paper, tests/schemes, packed in the same cavity"""
    rows = table(SCHEMES)
    for line in rows.rows:
        if not rows.at(line, 'share of the copy bandwidth in the paper'):
            continue
        way, kind, side = (rows.at(line, name) for name in ('propagation', 'collision', 'side'))
        speed = cell(OWN, f'paper=004;domain=cavity {side}³;its kernel={way};collision={kind.lower()}', '#8')
        share = rows.number(line, '#8')
        yield way, kind, side, rows.number(line, 'share of the copy bandwidth in the paper'), share, \
            share * speed / rows.number(line, 'ours (least … most)')


def told(block, pattern):
    """A figure of the sentence below a table"""
    found = re.search(pattern, BLOCKS[block].said) if block in BLOCKS else None
    pages.USED.add(block)
    return number(found[1], block) if found else die(f'{block}: no "{pattern}"')


def critical():
    """The distance of the critical Reynolds number from 265; 265: there is none"""
    pages.USED.add('002/wake')
    found = re.search('square of the amplitude (?:at|the critical Re is) ([0-9]+)', BLOCKS['002/wake'].said)
    return abs(number(found[1], '002/wake') - 265) if found else 265


def cost_of_walls(column_of):
    """Percent that linear walls cost, over half-way ones"""
    for line in table(OWN).rows:
        if line[0] == '002' and 'linear' in line[1]:
            half = line[1].replace('linear', 'half-way')
            yield 100 - 100 * number(line[column_of], OWN) / cell(OWN, f'domain={half}', f'#{column_of + 1}')


def equation(line, name):
    return cell('004/cavity', f'collision={name};line={line}', '#3')


RULES = [
    Rule('000', 'tessera-run in a full box, fp64 BGK: share of the peak', 0.67, '>= 0.67', packed_box, key='box0'),
    Rule('000', 'tessera-run at porosity 0.2, fp64 BGK: share of the peak', 0.55, '>= 0.55',
         lambda: cell('000/spheres', T2C.format('0.2', 'packed'), 'ours'), key='porous0'),
    Rule('000', "tessera-run by the paper's kernel, on one GPU", 'as fast', 'faster', lambda: own('000'), key='own0'),
    Rule('000', 'its layout (t2c): our share by its share, rows of tables 3, 4 and 6 to 9', 1, '>= 1', lambda: list(tally())),
    Rule('000', 'all cells of tables 3 and 6 to 9 that were run: part with its share or more', 1, '>= 1',
         lambda: told('000/rows', 'paper in ([0-9]+) of') / told('000/rows', 'of ([0-9]+) cells')),
    Rule('000', 'the least share by its share in them', 1, '>= 1', lambda: told('000/rows', 'least ([0-9.]+) of it')),
    Rule('000', 'its arrangements of values gain in propagation, 100³, fp64', 1.19, '>= 1.19',
         lambda: cell('000/layouts', '#1=all three', '#3') / cell('000/layouts', '#1=XYZ', '#3')),
    Rule('000', 't2c: speed at porosity 0.2 by that at 0.9', '0.80', '>= 0.80',
         lambda: cell('000/spheres', T2C.format('0.2', 't2c'), 'ours') / cell('000/spheres', T2C.format('0.9', 't2c'), 'ours')),
    Rule('000', 't2c: speed lost for a unit of tile utilisation', 0.65, '<= 0.65',
         lambda: cell('000/slopes', 'precision=fp64;layout=t2c;kernel=bgk-incompressible', 'ours')),
    Rule('000', 'share of the largest speed in 10⁵ nodes', 0.85, '>= 0.85', lambda: cell('000/size', 'nodes=100000', 'ours')),
    Rule('000', "tessera-run in its layout by the paper's kernel without types, 100³", 'as fast', 'faster',
         lambda: [cell('000/single', f'case~cavity 100;layout=t2c;kernel=bgk-incompressible;precision={precision}', 'ours') /
                  cell('000/layouts', '#1=all three', '#7', n) for n, precision in ((1, 'fp64'), (2, 'fp32'))]),
    Rule('000', 'operations of a node by its', 1, '<= 1', lambda: column('000/operations', '#10')),
    Rule('001', 'blocks of time and grid compression gain (test program)', 'up to 2.0', '>= 2',
         lambda: cell('001/best', 'the fastest, 100³~grid', 'over basic'), key='gain1'),
    Rule('001', 'the same with whole rows and vectors (test program)', 'up to 2.0', '>= 2',
         lambda: cell('001/gains', 'blocks of=y, z and 8 steps', '#7', 2)),
    Rule('001', 'tessera-run, without blocks, by the fastest blocks (test program)', '-', 'faster',
         lambda: [1 / value for value in column('001/product', 'best in blocks / tessera-run')], key='product1'),
    Rule('001', 'two threads by twice one (C, one loop, collide-stream)', 'nearly 1, 8 CPUs', '>= 0.9',
         lambda: cell('001/threads', 'variant=C, one loop, collide-stream;size=constant', '2 threads over one, each')),
    Rule('001', 'bytes of grid compression by those of two grids', 'half', '<= 0.55',
         lambda: cell('001/memory', 'side=100;layout=grid compression', '#4') /
         cell('001/memory', 'side=100;layout=two grids', '#4')),
    Rule('001', "misses of an Athlon's first level left by blocks and compression, 40³", 0.5, '<= 0.5',
         lambda: cell('001/misses', '#1=C.cs.gc.4', '#6', 2)),
    Rule('001', 'of its second level: misses left', 0.4, '<= 0.4', lambda: cell('001/misses', '#1=C.cs.gc.4', '#7', 2)),
    Rule('002', 'linear walls cost, by tessera-run, percent', 'at most 11', '<= 11',
         lambda: column('002/fig9', 'loss', 'channel~1024'), '{:.1f}'.format, 'cost2'),
    Rule('002', 'share of the copy bandwidth with linear walls', 0.61, '>= 0.61',
         lambda: column('002/fig9', 'linear, share of the copy bandwidth', 'channel~1024')),
    Rule('002', "tessera-run by the paper's kernel, on one GPU: half-way walls", 'as fast', 'faster',
         lambda: walls('half-way')),
    Rule('002', 'the same, linear walls', 'as fast', 'faster', lambda: walls('linear'), key='own2'),
    Rule('002', 'what linear walls cost its kernel in a closed channel, percent', 'at most 11', '<= 0.5',
         lambda: list(cost_of_walls(6)), '{:.1f}'.format),
    Rule('002', 'what they cost tessera-run there', 'as its kernel', '<= 0.5', lambda: list(cost_of_walls(7)), '{:.1f}'.format),
    Rule('002', 'boundary nodes and accesses counted, by its', 1, '<= 1', lambda: [
        max(x, 1 / x) for x in (cell('002/counts', where, 'ours') / cell('002/counts', where, 'paper')
                                for where in ('what=boundary nodes', 'what~accesses'))], '{:.3f}'.format),
    Rule('002', 'critical Reynolds number: distance from 265', 'within 5', '<= 5', critical,
         lambda off: 'not shown' if off == 265 else f'{off:.0f}', key='onset2'),
    Rule('002', 'Roshko number: percent off the fit, at each Re that ran (ten there)', 'within 5', '<= 5',
         lambda: [abs(100 * value - 100) for value in column('002/wake', 'ratio')], '{:.1f}'.format),
    Rule('003', 'tessera-run in a full box, fp64: share of the peak', 0.72, '>= 0.72',
         lambda: cell(LAYOUTS, 'domain=1', 'packed') * 0.304 / peak('000/vessels'), key='box3'),
    Rule('003', 'its tiles with two copies (t2c), the same', 0.72, '>= 0.72',
         lambda: cell(LAYOUTS, 'domain=1', 't2c') * 0.304 / peak('000/vessels')),
    Rule('003', 'tessera-run by the kernels of the paper (cm, fia, t2c, tgb), on one GPU', 'as fast', 'faster',
         lambda: own('003'), key='own3'),
    Rule('003', 'tessera-run by lists of neighbours (cm) in vessels, fp64', '-', 'faster',
         lambda: ratio(LAYOUTS, 'vessel', 'packed', 'cm'), key='vessel3'),
    Rule('003', 't2c by cm in vessels', 'faster', 'faster', lambda: ratio(LAYOUTS, 'vessel', 't2c', 'cm')),
    Rule('003', 't2c by cm in spheres of 90 % solid', 0.87, '>= 0.87', lambda: ratio(LAYOUTS, '0.1', 't2c', 'cm')),
    Rule('003', 'operations of D2Q9, MRT, quasi-compressible', 145, '<= 145',
         lambda: cell('003/plane-operations', '#1=MRT, quasi-compressible', '#8'), '{:.0f}'.format),
    Rule('004', 'tessera-run in its cavities: share of the copy bandwidth by its share', 1, '>= 1',
         lambda: [ours / theirs for *_, theirs, _, ours in product_shares()], key='share4'),
    Rule('004', 'its kernels rebuilt (test program): the same', 1, '>= 1',
         lambda: [ours / theirs for *_, theirs, ours, _ in product_shares()]),
    Rule('004', 'tessera-run by its kernels, on one GPU', 'as fast', 'faster', lambda: own('004'), key='own4'),
    Rule('004', 'time of a transfer is linear: distance from the line, percent (the largest: its own code and blocks)',
         'quasi-linear', '<= 10',
         lambda: column(TRANSFERS, 'largest distance from the line'), '{:.0f}'.format),
    Rule('004', 'MRT by BGK, distance from the reference, cavity by tessera-run', 'nearer', '<= 0.98',
         lambda: sum(equation(line, 'MRT') for line in ('u(z)', 'w(x)')) /
         sum(equation(line, 'BGK') for line in ('u(z)', 'w(x)'))),
    Rule('004', 'the same with its walls (test program): MRT half-way by BGK on the nodes', 'nearer', '<= 0.98',
         lambda: cell('004/walls', 'collision=MRT', 'u(z)') / cell('004/walls', 'propagation=split;walls=on the nodes', 'u(z)')),
    Rule('004', 'a copy by a kernel of 4-byte words: share of the peak', 0.81, '>= 0.81',
         lambda: cell('004/copies', 'copy=kernel, words of 4 bytes', '#5')),
    Rule('beyond', 'one copy on a CPU (001 has two grids): bytes of a node by those of two grids, 100³', '-', '<= 0.55',
         lambda: cell('001/memory', 'side=100;layout~tessera-run', 'bytes a site') /
         cell('001/memory', 'side=100;layout=two grids', 'bytes a site')),
    Rule('beyond', 'no solid nodes (future work of 000): bytes held by those of t2c, tgb and cm, spheres at 0.2', '-',
         '<= 0.98',
         lambda: [cell(LAYOUTS, 'domain=0.2', 'packed', 5) / cell(LAYOUTS, 'domain=0.2', other, 5)
                  for other in ('t2c', 'tgb', 'cm')]),
    Rule('beyond', 'speed at porosity 0.2 and 0.1 by the full box, fp64', '-', '>= 0.9',
         lambda: [ratio(LAYOUTS, domain, 'packed', 'packed', '1') for domain in ('0.2', '0.1')]),
    Rule('beyond', 'placement of tiles (future work of 000, 003): utilisation by the mean of all places, spheres at 0.2',
         '-', 'faster',
         lambda: cell('000/placement', 'domain=spheres, porosity 0.2', '#5') /
         cell('000/placement', 'domain=spheres, porosity 0.2', '#6')),
    Rule('beyond', 'single precision (future work of 000): packed by t2c, spheres at 0.2', '-', 'faster',
         lambda: cell('000/spheres', T2C.format('0.2', 'packed').replace('64', '32'), SPEED) /
         cell('000/spheres', T2C.format('0.2', 't2c').replace('64', '32'), SPEED)),
    Rule('beyond', 'porous tiles (future work of 003): packed by t2c, fp64, spheres at 0.1', '-', 'faster',
         lambda: ratio(LAYOUTS, '0.1', 'packed')),
    Rule('beyond', 'sparse tiles on several GPUs (future work of 000, 003): two by one, linear walls', '-', '>= 1.9',
         lambda: cell('002/fig9', 'GPUs=2;channel=1024x384x384', 'linear, MLUPS') /
         cell('002/fig9', 'GPUs=1;channel=1024x384x384', 'linear, MLUPS')),
    Rule('beyond', 'a step of moments (test program), full box, by read/write of populations, fp64', '-', 'faster',
         lambda: cell(LAYOUTS, '#1=fp64', 'moments', 6) / cell(LAYOUTS, '#1=fp64', 'read/write', 6)),
]


def spoil(rule):
    """What a rule says where figures that it reads, one or each second, third or fourth, are a ninth, 0.95 or nine times what they are"""
    before, reads, answers = rule.judge(), len(pages.READ), set()
    for step, first in ((step, first) for step in (reads + 1, 4, 3, 2, 1) for first in range(1, min(step, reads) + 1)):
        texts = set()
        for factor in (1 / 9, 0.95, 9):
            pages.SPOIL |= {k: factor for k in range(first, reads + 1, step)}
            answer, text = rule.judge()
            texts.add(text)
            answers.add(answer)
            pages.SPOIL.clear()
        if step > reads and len(rule.values) == 1 and texts == {before[1]}:
            die(f'{rule.claim}: figure {first} does not count')
    if reads and answers <= {before[0]}:
        die(f'{rule.claim}: always {before[0]}')
    return reads


if __name__ == '__main__':
    print(sum(spoil(rule) > 0 for rule in RULES), 'of', len(RULES), 'verdicts were seen to change')
