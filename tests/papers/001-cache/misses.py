# SPDX-License-Identifier: BSD-3-Clause
"""Table 6.1 and figures 6.29 to 6.31: cache misses a site update, by the simulator of valgrind (cachegrind), with the caches of the
thesis's machines and those of this one; 40^3, 4 steps, one thread. SIDE=N: another side."""
import os
import shutil
import subprocess

from cache import PROGRAMS, all_misses, said
from pages import about, heads, row, verdict

SIDE = int(os.environ.get('SIDE') or 40)
ALPHA = {'C.cs.two.1': ('two grids', 66571, 99375, 29705), 'C.cs.gc.1': ('grid compression', 67585, 100920, 11188),
         'C.cs.two.4': ('two grids, 4-way', 67956, 75210, 10715), 'C.cs.gc.4': ('grid compression, 4-way', 71881, 66539, 6295)}
ATHLON = 'B.sc.two.1 B.sc.two.4 C.sc.two.4 C.cs.two.4 B.sc.gc.4 C.sc.gc.4 C.cs.gc.4'.split()
OWN = ('C.sc.two.1 C.cs.two.1 C.cs.two.3 C.cs.two.4 C.cs.gc.1 C.cs.gc.3 C.cs.gc.4 R.sc.two.1 R.sc.two.0x16x16x4 R.sc.gc.1 '
       'R.sc.gc.0x16x16x4').split()


def second_level():
    """Of this machine, if the simulator can have it"""
    size = int('0' + subprocess.run(['getconf', 'LEVEL2_CACHE_SIZE'], capture_output=True, text=True).stdout.strip())
    return size if size > 0 and not size & (size - 1) else 1048576


# First level; last level. An Alpha has three: its second and its third are simulated in turn.
CACHES = {'alpha2': ('8192,1,32', '98304,3,32'), 'alpha3': ('8192,1,32', '4194304,1,32'), 'athlon': ('65536,2,64', '524288,1,64'),
          'own': ('32768,8,64', f'{second_level()},8,64')}


def simulated():
    runs = [(machine, variant) for variant in ALPHA for machine in ('alpha2', 'alpha3')]
    runs += [('athlon', variant) for variant in ATHLON] + [('own', variant) for variant in OWN]
    found = all_misses([(SIDE, *CACHES[machine], variant) for machine, variant in runs], 3)
    pairs = zip(runs, found)
    return dict(sorted(pairs, key=lambda one: (-one[1][0], f'{one[0][1]},{one[1][0]:.3f},{one[1][1]:.3f}')))


def tables(found):
    heads('Alpha 21164 (8 KiB, 96 KiB, 4 MiB): C, collide-stream|thesis: interrupts L1|L2|L3|over two grids: L1|L2|L3|'
          'ours, misses a site: L1|L2|L3|over two grids: L1|L2|L3')
    for variant, (text, *theirs) in ALPHA.items():
        ours, base = ([*found['alpha2', name], found['alpha3', name][1]] for name in (variant, 'C.cs.two.1'))
        row(text, *theirs, *(f'{a / b:.2f}' for a, b in zip(theirs, ALPHA['C.cs.two.1'][1:])), *(f'{value:.3f}' for value in ours),
            *(f'{a / b:.2f}' for a, b in zip(ours, base)))
    print()
    heads('Athlon (64 KiB, 512 KiB): variant|thesis, over B sc, two grids: L1|L2|ours, misses a site: L1|L2|'
          'over B sc, two grids: L1|L2')
    for (machine, variant), values in found.items():
        if machine == 'athlon':
            theirs = (1, 1) if variant == 'B.sc.two.1' else (0.5, 0.4) if 'gc' in variant else ('less than 1', 'less than 1')
            row(variant, *theirs, *cells(values, found['athlon', 'B.sc.two.1']))
    print()
    first, last = (level.split(',')[0] for level in CACHES['own'])
    heads(f'caches of today ({first} and {last} bytes): variant|misses a site: L1|L2|over two grids in one block: L1|L2')
    for (machine, variant), values in found.items():
        if machine == 'own':
            row(variant, *cells(values, found['own', variant[:4] + '.two.1']))


def cells(values, base):
    return [f'{value:.3f}' for value in values] + [f'{a / b:.2f}' for a, b in zip(values, base)]


def counted():
    """By the processor, where it counts"""
    events = 'cache-misses,dTLB-load-misses'

    def counts(steps, variant):
        log = said('perf', 'stat', '-x', ',', '-e', events, f'{PROGRAMS}/cache', 'steps', 100, steps, variant).stderr
        return [float(line.split(',')[0]) for line in log.splitlines()[:2]]
    trial = subprocess.run(['perf', 'stat', '-e', events, 'true'], capture_output=True, text=True) if shutil.which('perf') else None
    if not trial or trial.returncode or 'not supported' in trial.stderr or 'not counted' in trial.stderr:
        print('\n`perf stat` counts no cache or TLB misses here; the next table has those of the TLB, simulated.')
        return
    print()
    heads('perf stat, 100³, 8 steps|last-level cache misses a site|dTLB misses a site')
    for variant in 'C.cs.two.1', 'C.cs.two.3', 'C.cs.two.4', 'C.cs.gc.1', 'C.cs.gc.3', 'C.cs.gc.4':
        cache, buffer = ((after - before) / 8e6 for before, after in zip(counts(0, variant), counts(8, variant)))
        row(variant, f'{cache:.3f}', f'{buffer:.4f}')


about()
found = simulated() if shutil.which('valgrind') else {}
if found:
    tables(found)
else:
    print('valgrind is missing: no misses are simulated.')
counted()


def left(machine, variant, level, base='C.cs.two.1'):
    return found[machine, variant][level] / found[machine, base][level]


if found:
    athlon, own = ([left(machine, variant, level, base) for level in (0, 1)] for machine, variant, base in (
        ('athlon', 'B.sc.gc.4', 'B.sc.two.1'), ('own', 'C.cs.gc.4', 'C.cs.two.1')))
    changes = ['{:+.0f} %'.format(100 * left('alpha2', f'C.cs.{grid}', 0) - 100) for grid in ('gc.1', 'two.4', 'gc.4')]
    verdict(f'With the caches of the Athlon, 4-way blocking and grid compression leave {athlon[0]:.2f} of the '
            f'first-level misses (the thesis: 0.5) and {athlon[1]:.2f} of the second-level ones (0.4); with those of the Alpha '
            f'{left("alpha3", "C.cs.gc.4", 1):.2f} of the third-level ones (0.21); with caches of today {own[0]:.2f} of the '
            f'first-level and {own[1]:.2f} of the second-level ones (C, collide-stream). First-level misses of the Alpha change '
            f'by {changes[0]}, {changes[1]} and {changes[2]} with grid compression, 4-way and both: the thesis has +2, +2 and '
            '+8 %, the other way.')
