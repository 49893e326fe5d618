# SPDX-License-Identifier: BSD-3-Clause
"""Writes the tables of VALIDATION.md from validate/*.csv in the build folder, which the scripts of this folder leave there. A table
is between the lines <!-- NAME.csv --> and <!-- end -->; without NAME.csv it stays as it is. make validate ends with it.
PAGE=FILE: another page."""
import csv
import os
import re
from statistics import median

RESULTS = os.path.join(os.environ['builddir'], 'validate')
PAGE = os.environ.get('PAGE') or os.path.join(os.environ['srcdir'], 'tests', 'validate', 'VALIDATION.md')


def cell(row, word):
    """NAME, or NAME:FORMAT, of which % is a difference in per cent; nothing of nothing"""
    name, _, form = word.partition(':')
    value = row[name]
    if not form or value == '':
        return value
    return f'{100 * float(value):+.2f} %' if form == '%' else f'%{form}' % float(value)


def over(row, found, wanted):
    return float(row[found]) / float(row[wanted])


# For each table heads, the cells of a row of the csv, and what else a row has
SIMPLE = {
    'spheres': ('array|solid fraction|nodes a side|k / L²|published|ratio', 'array c nodes k:.5f k_published:.5f ratio'),
    'walls': ('flow|nodes|half-way|interpolated', 'flow size halfway:% interpolated:%'),
    'slanted': ('direction|radius|walls|least|mean|most', 'direction radius walls least:% mean:% most:%'),
    'shear': ('wall|radius|mean|least|largest', 'flow radius mean least largest'),
    'rheology': ('law|wall stress, Pa|mean, m/s|difference|axis / mean|reference|difference',
                 'law stress:.4f reference off:% axis:.4f axis_reference:.4f axis_off:%',
                 lambda r: {'off': over(r, 'mean', 'reference') - 1, 'axis_off': over(r, 'axis', 'axis_reference') - 1}),
    'cylinders': ('solid fraction|nodes a side|walls|drag|published|difference', 'c nodes kind drag:.5g published off:%',
                  lambda r: {'kind': 'interpolated' if r['walls'] == 'yes' else 'half-way'}),
    'force': ('radius|side|drag|published|difference|balance', 'radius side drag:.5f hasimoto:.5f off:% balance'),
    'step': ('Re|nodes in h|length / h|published|difference', 're nodes found published off:%'),
    'openings': ('axis|radius|Re|given|shear|beside the inlet|most there|gradient|pressure at the inlet, ρU²|flow in|out',
                 'axis radius re drive shear beside beside_most gradient excess in out'),
    'openings-pulse': ('axis|radius|alpha|tau|TAWSS|most beside the inlet|OSI|exact|pressure, mean|first harmonic|phase',
                       'axis radius alpha tau tawss beside_most osi osi_exact drop drop_1 turned',
                       lambda r: {'turned': r['phase'] + '°'}),
    'womersley': ('alpha|angle|radius|flow|phase|shear|phase|axis|phase',
                  'alpha angle radius flow_off:% flow_phase:+.2f° shear_off:% shear_phase:+.2f° axis_off:% axis_phase:+.2f°',
                  lambda r: {'angle': {'0 1': '0°', '1 3': '18.4°', '1 1': '45°'}[r['along']],
                             **{name + '_off': float(r[name]) - 1 for name in ('flow', 'shear', 'axis')}}),
    'profiles': ('cap|half-width|profile|alpha|flow|shape|beside the rim',
                 'cap radius profile number rate:.0e shape_off rim_off',
                 lambda r: {'number': r['alpha'].replace('0', '') and r['alpha'],
                            **{name + '_off': f'{100 * float(r[name]):.2f} %' for name in ('shape', 'rim')}}),
    'six-branch': ('resistances|outlet|part of the flow|by 1 / R|difference', 'given outlet part:.4f by_resistance off:%',
                   lambda r: {'given': f'{r["factor"]} R'.removeprefix('1 ')}),
    'fda-nozzle': ('Re|voxel, mm|z, mm|measured|over its flow|computed|difference|earlier',
                   're voxel z as_is by_flow found:.4f off:% earlier:.4f',
                   lambda r: {'as_is': f'{float(r["measured"]):.4f} ± {float(r["deviation"]):.4f}',
                              'by_flow': r['normalised'] and
                              f'{float(r["normalised"]):.4f} ± {float(r["normalised_deviation"]):.4f}',
                              'off': over(r, 'found', 'normalised' if r['normalised'] else 'measured') - 1}),
    'reversal': ('flow|outlets|largest speed|later|mean pressure|later|sum of the fluxes',
                 'flow outlets speed speed_later pressure pressure_later balance'),
    'steps': ('sample|axis|porosity|precision|bound|steps|converged', 'sample axis porosity precision bound steps converged'),
    'rock': ('rock|axis|porosity|k / voxel²|steps|ratio to the published value',
             'rock axis porosity:.4f k_voxel2:.5g steps ratio'),
    'network': ('domain|axis|pores|throats|k / voxel²|network|F|network|ball|network',
                'domain axis pores throats k k_with factor factor_with radius:.3f radius_network:.3f',
                lambda r: {name + '_with': f'{r[name + "_network"]} ({over(r, name + "_network", name):.2f})'
                           for name in ('k', 'factor')}),
    'diffusion': ('array|solid fraction|diameter|exact|walls of voxels|wall distances', 'array c diameter exact voxels:% walls:%'),
    'pores': ('solid|measure|exact|found|difference|standard error, or voxel',
              'solid measure exact:.5f found:.5f off:+.5f error:.5f', lambda r: {'off': float(r['found']) - float(r['exact'])}),
    'interval-kinds': ('shapes|intervals|with the true value|median half-width|median error|median of half-width / error',
                       'kind intervals inside wide off ratio',
                       lambda r: {'wide': f'{100 * float(r["width"]):.1f} %', 'off': f'{100 * float(r["error"]):.1f} %'}),
}


def simple(rows, heads, words, more=lambda row: {}):
    return heads, [[cell(row | more(row), word) for word in words.split()] for row in rows]


def groups(rows, *names):
    """Rows by the values of these columns, in the order in which they come first"""
    found = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in names), []).append(row)
    return found


def coefficients(drag, lift):
    def table(rows):
        heads, cells = simple(rows, 'nodes across|diameter|c_D|c_L|difference of the drag',
                              'nodes diameter:.1f drag:.3f lift:.5f off:%', lambda r: {'off': float(r['drag']) / drag - 1})
        return heads, [*cells, ['published', '', drag, lift, '']]
    return table


def cavity(rows):
    """Root of the mean square of (found - published)"""
    return 'Re|line|points|RMS over the lid speed', [
        [*key, len(some), f'{(sum((float(r["found"]) - float(r["published"]))**2 for r in some) / len(some))**0.5:.4f}']
        for key, some in groups(rows, 're', 'line').items()]


def segmentation(rows):
    """Means over the images: misclassified voxels, % (and porosity off, 0.01), of each way a column"""
    ways = groups(rows, 'way')
    def mean(some):
        return (f'{100 * sum(float(r["wrong"]) for r in some) / len(some):.1f} '
                f'({100 * sum(abs(float(r["porosity_error"])) for r in some) / len(some):.1f})')
    return 'blur|SNR|Otsu|median|gaussian|bilateral|anisotropic|nlm|median, local|watershed|nlm, watershed', [
        [*key, *(mean(groups(some, 'way')[way]) for way in ways)] for key, some in groups(rows, 'blur', 'snr').items()]


def faults(rows):
    def wrong(some, mended):
        values = [float(r['wrong']) for r in some if r['mended'] == mended]
        return f'{100 * sum(values) / len(values):.1f}'
    for row in rows:
        row['way'], row['mended'] = re.subn(r'^(flatten|rings) \+ ', '', row['way'])
    return 'fault|way|wrong as it is, %|with --flatten or --rings', [
        [*key, wrong(some, 0), wrong(some, 1)] for key, some in groups(rows, 'fault', 'way').items()]


def segmentation_k(rows):
    """Medians over the images: how far the permeability is off, %, of each way a column"""
    ways = groups(rows, 'way')
    def middle(some):
        return f'{100 * median(abs(float(r["k_ratio"]) - 1) for r in some):.0f}' if some else ''
    heads = 'blur|SNR|fault|Otsu|median|gaussian|bilateral|anisotropic|nlm|median, local|watershed|nlm, watershed|edges|nlm, edges'
    return (heads, [
        [blur, snr, fault.replace('none', ''), *(middle(groups(some, 'way').get(way)) for way in ways)]
        for (blur, snr, fault), some in groups(rows, 'blur', 'snr', 'fault').items()])


def band(rows):
    """Of each way and blur: how many intervals hold the truth, and their median width by the median error"""
    def cells(some):
        r = {name: [float(row[name]) for row in some] for name in ('porosity', 'low', 'high', 'k', 'k_found', 'k_low', 'k_high')}
        width = median((high - low) / k for k, low, high in zip(r['k'], r['k_low'], r['k_high']))
        off = median(abs(found / k - 1) for k, found in zip(r['k'], r['k_found']))
        inside = [100 * sum(low <= value <= high for value, low, high in zip(*(r[name] for name in names))) / len(some)
                  for names in (('k', 'k_low', 'k_high'), ('porosity', 'low', 'high'))]
        return [len(some), *(f'{share:.0f} %' for share in (*inside, 100 * width, 100 * off)), f'{width / 2 / off:.1f}']
    return 'way|blur|images|k within|porosity within|median width of k|median error|half-width / error', [
        [way, blur, *cells(some)] for (way,), of_way in groups(rows, 'way').items()
        for blur, some in (*((key[0], some) for key, some in groups(of_way, 'blur').items()), ('all', of_way))]


def storage(rows):
    return 'domain|ends|fp32|fp64/fp32|fp32/fp16', [
        [*key, *(cell({r['precision']: r['difference'] for r in some}, f'{name}:.1e')
                 for name in ('fp32', 'fp64/fp32', 'fp32/fp16'))] for key, some in groups(rows, 'domain', 'ends').items()]


def bounds(rows):
    return 'domain|ends|runs|largest distance / EPS', [
        [*key, len(some), f'{max(float(r["error"]) / float(r["eps"]) for r in some):.2f}']
        for key, some in groups(rows, 'domain', 'ends').items()]


TABLES = {'schaefer-turek': coefficients(6.18533, 0.009401), 'schaefer-turek-2d': coefficients(5.57953523384, 0.010618948146),
          'cavity': cavity, 'cavity-2d': cavity, 'segmentation': segmentation, 'segmentation-faults': faults,
          'segmentation-k': segmentation_k, 'band': band, 'storage': storage, 'bounds': bounds}


def table(name, rows):
    """Lines of Markdown"""
    heads, lines = simple(rows, *SIMPLE[name]) if name in SIMPLE else TABLES[name](rows)
    heads = heads.split('|')
    yield f'| {" | ".join(heads)} |'
    yield '|---' * len(heads) + '|'
    yield from (f'| {" | ".join(map(str, line))} |' for line in lines)


def filled(text):
    """The page with all tables that there are"""
    def block(found):
        path = os.path.join(RESULTS, found[1] + '.csv')
        if not os.path.exists(path) or not os.path.getsize(path):
            return found[0]
        print(f'page: {found[1]}.csv')
        with open(path) as file:
            return '\n'.join([f'<!-- {found[1]}.csv -->', *table(found[1], list(csv.DictReader(file))), '<!-- end -->'])
    return re.sub(r'^<!-- (\S+)\.csv -->$.*?^<!-- end -->$', block, text, flags=re.M | re.S)


def main():
    with open(PAGE, encoding='utf-8') as file:
        old = file.read()
    new = filled(old)
    to = PAGE if os.access(PAGE, os.W_OK) else os.path.join(RESULTS, 'VALIDATION.md')
    if new != old:
        with open(to, 'w', encoding='utf-8') as file:
            file.write(new)
    print(f'page: {PAGE} is up to date' if new == old else f'page: wrote {to}')


if __name__ == '__main__':
    main()
