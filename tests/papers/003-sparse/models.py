# SPDX-License-Identifier: BSD-3-Clause
"""The figures of memory and traffic overheads of cm and fia over porosity, ours with tiles: lines from the formulas alone (tiles
without solid nodes and with all ghost buffers), crosses from spheres of diameter 40 and from channels of chips, fp64. The axis is
the share of nodes that are not solid."""
from domains import LAYOUTS, chip, spheres
from pages import about, heads, plot, row, verdict

COLOURS = {'cm': '#c33', 'fia': '#06c', 'fia: ideal': '#6af', 't2c': '#393', 'tgb': '#a0a'}


def formulas(plane, p):
    """Memory and traffic overheads at a porosity, by the names of COLOURS"""
    q, edge, d, ghosts, indices = (9, 16, 2, 24 / 9, 28) if plane else (19, 4, 3, 60 / 19, 72)
    nodes, size = edge**d, 8 * q
    cm, fia, types = (q - 1) * 4 / size, 4 / (p * size), ((edge + 2) / edge)**d * 2 / (2 * size)
    table = indices * 4 / (nodes * size)
    return (dict(zip(COLOURS, (1 + cm, 1 + fia, fia, 2 / size + 1 + 4 / (nodes * size * p), 2 / size + ghosts / edge + table))),
            dict(zip(COLOURS, (cm / 2, 1 + fia / 2, fia / 2, types + (q - 1) * 4 / (2 * nodes * size), types + table / 2))))


def panel(plane, traffic, top, title):
    yield f'panel,{title},0,1,0,{top:g}'
    yield from (f'key,{colour},{name}' for name, colour in COLOURS.items())
    for name, colour in COLOURS.items():
        curve = [(p / 100, formulas(plane, p / 100)[traffic][name]) for p in range(4, 101, 2)]
        yield from (f'{"line" if n else "move"},{colour},{p:.2f},{value:.4f}'
                    for n, (p, value) in enumerate(point for point in curve if float(f'{point[1]:.4f}') <= top))
    for case in cases:
        if case.plane == plane:
            of, ideal = (case.traffic, case.ideal_traffic) if traffic else (case.memory, case.ideal_memory)
            for name, colour in COLOURS.items():
                value = ideal['fia'] if name == 'fia: ideal' else of[name]
                if value <= top:
                    yield f'cross,{colour},{case.porosity:g},{value:g}'


about()
cases = [spheres('spheres', solid, 160) for solid in (0.1, 0.3, 0.5, 0.7, 0.8, 0.9)]
cases += [chip(f'chip {width}', width) for width in (8, 16, 27, 39, 64)]
heads('domain|porosity|utilisation|memory: cm|fia|fia, ideal|t2c|tgb|tiles, ideal|traffic: cm|fia|fia, ideal|t2c|tgb|'
      't2c with bursts|tgb with bursts')
for case in cases:
    memory, traffic = ([of['cm'], of['fia'], ideal['fia'], of['t2c'], of['tgb']] for of, ideal in (
        (case.memory, case.ideal_memory), (case.traffic, case.ideal_traffic)))
    row(case.name, f'{case.porosity:.3f}', f'{case.used:.3f}', *(f'{value:.2f}' for value in (*memory, case.ideal_memory['t2c'])),
        *(f'{value:.3f}' for value in traffic), *(f'{case.bursts[layout]:.2f}' for layout in LAYOUTS[2:]))
plot('Overheads of memory and traffic over porosity', [
    line for plane, name in ((True, 'D2Q9'), (False, 'D3Q19')) for traffic, top, title in (
        (0, 2.5, 'memory overhead over porosity'), (1, 0.5, 'traffic overhead (fia with two launches is above)'))
    for line in panel(plane, traffic, top, f'{name}: {title}')])
# where ideal fia moves less than cm: 4/(2 p M) < (q-1) 4/(2 M)
start = [next(p / 100 for p in range(4, 101, 2)
              if formulas(plane, p / 100)[0]['fia: ideal'] < formulas(plane, p / 100)[0]['cm'] - 1) for plane in (True, False)]
verdict('As in the paper ideal fia moves less than cm unless the domain is very sparse: where more than 1/8 (D2Q9) and 1/18 '
        '(D3Q19) of the nodes are not solid (our line: from {:.2f} and {:.2f} on), and fia as it was published has {:.1f} and '
        '{:.1f} times the traffic overhead of cm in a full box (the paper: 4).'.format(*start, *(
            formulas(plane, 1)[1]['fia'] / formulas(plane, 1)[1]['cm'] for plane in (True, False))))
