# SPDX-License-Identifier: BSD-3-Clause
"""The figure of tile parameters by the width of a channel: D2Q9, tiles of 16 x 16 nodes."""
from domains import chip
from pages import about, heads, plot, row, verdict

about()
chips = {width: chip(str(width), width) for width in (4, 6, 8, 12, 16, 20, 24, 27, 32, 39, 48, 56, 64)}
heads('width|porosity|utilisation|alpha|beta|memory overhead tgb|t2c|traffic overhead tgb|with bursts')
for width, case in chips.items():
    row(width, *(f'{value:.3f}' for value in (case.porosity, case.used, case.alpha, case.beta, case.memory['tgb'],
                                              case.memory['t2c'])), f'{case.traffic["tgb"]:.4f}', f'{case.bursts["tgb"]:.3f}')
curves = {'#06c,utilisation of tiles': 'used', '#c33,alpha: ghost buffers needed': 'alpha', '#393,beta: values moved': 'beta'}
plot('Utilisation of tiles by the width of a channel', [
    'panel,by the width of the channel,0,70,0,1', *(f'key,{key}' for key in curves),
    *(f'{"line" if n else "move"},{key.split(",")[0]},{width},{getattr(case, name):g}'
      for key, name in curves.items() for n, (width, case) in enumerate(chips.items()))])
lower = [case.alpha - case.beta for case in chips.values()]
over = sum(value < -1e-9 for value in lower)
verdict('As in the paper the utilisation depends on the width of the channel above all ({:.2f} at 4 nodes, {:.2f} at 27, 1.7 tile '
        'edges, {:.2f} at 39, 2.4 edges), and beta is close to alpha (at most {:.3f} lower){}; the values of its figure are lost '
        'in our copy of the text.'.format(*(chips[width].used for width in (4, 27, 39)), max(lower),
                                       f' and higher in {over} cases' if over else ' and never higher'))
