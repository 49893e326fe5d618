# SPDX-License-Identifier: BSD-3-Clause
"""The table of cases, and the figures of memory and traffic overheads: three arrays of spheres, a tree of tubes in place of the
aneurysm and the aorta (the aorta of TESSERA_DATA too, if it is there), and channels of chips, fp64. The numbers of the paper's
table are lost in our copy; what its text says of them is in 003/statements."""
from domains import LAYOUTS, all_cases
from pages import about, heads, row, verdict

cases = list(all_cases())
about()
heads('case|porosity|utilisation|boundary nodes|alpha|beta|memory: cm|fia|t2c|tgb|traffic: cm|fia|t2c|tgb|with bursts: t2c|tgb|'
      'ideal memory: cm|fia|tiles|ideal traffic: cm|fia|tiles')
for case in cases:
    columns = ((case.memory, LAYOUTS, 2), (case.traffic, LAYOUTS, 3), (case.bursts, LAYOUTS[2:], 2),
               (case.ideal_memory, LAYOUTS[:3], 2), (case.ideal_traffic, LAYOUTS[:3], 3))
    row(case.name, f'{case.porosity:.3f}', f'{case.used:.3f}', f'{case.boundary:.2f}', f'{case.alpha:.3f}', f'{case.beta:.3f}',
        *(f'{kind[layout]:.{digits}f}' for kind, layouts, digits in columns for layout in layouts))
less = sum(max(case.traffic['t2c'], case.traffic['tgb']) < min(case.traffic['cm'], case.traffic['fia']) for case in cases)
bursts = sum(min(case.bursts['t2c'], case.bursts['tgb']) > case.traffic['cm'] for case in cases)
least = [case.name for case in cases if case.memory['tgb'] < min(case.memory[layout] for layout in LAYOUTS[:3])]
verdict(f'Tiles move less than cm and fia in {less} of {len(cases)} cases if only values of fluid nodes move, and both kinds of '
        f'tiles more than cm in {bursts} if whole bursts do; ghost buffers take the least memory in {", ".join(least) or "none"}.')
