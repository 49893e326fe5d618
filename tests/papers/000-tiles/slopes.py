# SPDX-License-Identifier: BSD-3-Clause
"""Figure 19: speed over tile utilisation, a line through all spheres and vessels of the tables of 000/spheres and 000/vessels,
by the speed of the full box: the cavity of 252^3, or where that was not run the box of 003/layouts-gpu."""
from pages import COLOURS, cell, heads, peak, plot, row, source, sources, table, verdict

PAPER = {('fp64', 't2c', 'bgk-incompressible'): '0.65 η + 0.35', ('fp64', 't2c', 'mrt-incompressible'): '0.8 η + 0.18',
         ('fp64', 't2c', 'read/write only'): '0.56 η + 0.45',
         **{('fp32', 't2c', kernel): '0.8 η + 0.2 (least)'
            for kernel in ('bgk-incompressible', 'mrt-incompressible', 'read/write only')}}
BOX = '003/layouts-gpu'
points, slopes, drawing = {}, {}, {'fp64': [], 'fp32': []}


def take(block):
    """Shares of the peak of whole steps, and of reading and writing alone, over the utilisation"""
    rows = table(block)
    for line in rows.rows:
        x, share, part = (rows.number(line, name) for name in ('tile utilisation', 'ours', 'by read/write only'))
        for kernel, y in (rows.at(line, 'kernel'), share), ('read/write only', share / part):
            points.setdefault((rows.at(line, 'precision'), rows.at(line, 'layout'), kernel), []).append((x, y))


def full(precision, layout, kernel):
    """The share of the peak in the full box; None: not measured"""
    rows, alone = table('000/cavity'), kernel == 'read/write only'
    where = f'case~cavity 252;layout={layout};precision={precision};kernel={"bgk-incompressible" if alone else kernel}'
    for line in rows.rows:
        if rows.matches(line, where):
            return rows.number(line, 'ours') / (rows.number(line, 'by read/write only') if alone else 1)
    if not alone and kernel != 'bgk-incompressible':
        return None
    speed = cell(BOX, f'#1={precision}', 'read/write', 6) if alone else cell(BOX, 'domain=1', layout, 1 + 2 * (precision == 'fp32'))
    return speed * (304 if precision == 'fp64' else 152) * 1e-3 / peak('000/vessels')


def fit(some):
    """Slope, constant and root of the mean square by least squares; None: no line"""
    n, (x, y) = len(some), zip(*some)
    sx, sy, sxx, sxy = sum(x), sum(y), sum(a * a for a in x), sum(a * b for a, b in some)
    d = n * sxx - sx * sx
    if d <= 0 or n < 5:
        return None
    slope = (n * sxy - sx * sy) / d
    constant = (sy - slope * sx) / n
    return slope, constant, (sum((b - slope * a - constant)**2 for a, b in some) / n)**0.5


source(sources(f'000/spheres 000/vessels 000/cavity {BOX}'))
take('000/spheres')
take('000/vessels')
heads('precision|layout|kernel|line of the paper|ours|ratio of slopes|points|root of the mean square')
for number, (key, some) in enumerate(points.items()):
    line, one = fit(some), full(*key)
    if not line or not one:
        continue
    slope, constant, rest = line
    colour, paper = COLOURS[number % len(COLOURS)], PAPER.get(key, '')
    slopes[key] = slope / one
    row(*key, paper, f'{slopes[key]:.2f} η {constant / one:+.2f}', f'{slopes[key] / float(paper.split()[0]):.2f}' if paper else '',
        len(some), f'{rest / one:.3f}')
    drawing[key[0]] += [f'key,{colour},{"|".join(key[1:])}', *(f'cross,{colour},{x:g},{y / one:.4f}' for x, y in some)]
plot('Speed by that of the full box over tile utilisation', [
    line for precision, lines in drawing.items()
    for line in (f'panel,{precision},0.6,1,0.5,1.2', *sorted(lines, key=lambda line: not line.startswith('key')))])
packed = slopes['fp64', 'packed', 'bgk-incompressible']
verdict(f'In fp64 a BGK step with the layout of the paper loses {slopes["fp64", "t2c", "bgk-incompressible"]:.2f} of its speed for '
        f'each unit of utilisation (0.65 there), and packed, which moves no solid nodes, {packed:.2f}: '
        f'{"it hardly depends on the tiles" if packed < 0.3 else "it depends on the tiles too"}.')
