# SPDX-License-Identifier: BSD-3-Clause
"""For the scripts of this folder in Python."""
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from pages import die

PROGRAMS = os.path.join(os.environ['builddir'], 'tests')
os.environ.update(OMP_WAIT_POLICY='active', OMP_PROC_BIND='true', OMP_NUM_THREADS='1')


def said(*words, threads=1):
    environment = {**os.environ, 'OMP_NUM_THREADS': str(threads)}
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, env=environment)
    return done if done.returncode == 0 else die(f'{" ".join(map(str, words))}: {done.stderr}')


def speeds(side, variants, way='speed', threads=1):
    """MLSUPS as they are printed, by variant; way: speed, of one thread by the time of the processor, or wall, by the clock"""
    lines = said(f'{PROGRAMS}/cache', way, side, *variants, threads=threads).stdout.splitlines()
    found = {variant: speed for _, _, variant, speed in (line.split(',') for line in lines)}
    return found if all(float(speed) > 0 for speed in found.values()) else die(f'{way} {side}: {found}')


def misses(side, first, last, variant, digits):
    """Misses of data a site update in two levels of cache, SIZE,WAYS,LINE, by the simulator of valgrind: 4 steps less none"""
    counts = []
    for steps in 0, 4:
        log = said('valgrind', '--tool=cachegrind', '--cache-sim=yes', '--cachegrind-out-file=/dev/null', f'--D1={first}',
                   f'--LL={last}', f'{PROGRAMS}/cache_plain', 'steps', side, steps, variant).stderr.replace(',', '')
        counts.append([int(re.search(rf' {level} +misses: +(\d+)', log)[1]) for level in ('D1', 'LLd')])
    return [round((after - before) / (4 * side**3), digits) for before, after in zip(*counts)]


def all_misses(runs, digits):
    """For each (side, first, last, variant), two at a time"""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda run: misses(*run, digits), runs))
