# SPDX-License-Identifier: BSD-3-Clause
"""The cavities of tables 4 and 5 by tessera-run, beside the paper and tests/schemes: packed is timed in all/own, in one run with the
same kernels."""
from pages import heads, row, source, sources, verdict
from verdicts import OWN, SCHEMES, product_shares

source(sources(f'{SCHEMES} {OWN}'))
heads('propagation there|collision|side|share of the copy bandwidth in the paper|its kernel, rebuilt (tests/schemes)|tessera-run|'
      'tessera-run by the paper')
found = list(product_shares())
for way, kind, side, theirs, rebuilt, ours in found:
    row(way, kind, side, f'{theirs:.2f}', f'{rebuilt:.2f}', f'{ours:.2f}', f'{ours / theirs:.2f}')
verdict(f'tessera-run has the share of the paper or more in {sum(ours >= theirs for *_, theirs, _, ours in found)} of {len(found)} rows, '
        f'the kernels rebuilt in {sum(rebuilt >= theirs for *_, theirs, rebuilt, _ in found)}.')
