# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of this folder share."""
import sys

import numpy as np


def bessel(n, z):
    """J_n(z) of complex z: the power series of (z/2)^n sum (-z^2/4)^k / (k! (k + n)!)"""
    term = (np.asarray(z) / 2)**n / (1 if n < 2 else np.prod(np.arange(1, n + 1)))
    total = term
    for k in range(1, 80):
        term = term * -(np.asarray(z) / 2)**2 / (k * (k + n))
        total = total + term
    return total


def write_table(name, head, rows):
    """rows: whether a row is within its limits, and its cells. Ends with 1 if one is not."""
    bad = []
    with open(name, 'w') as table:
        print(head, file=table)
        for good, cells in rows:
            line = ','.join(map(str, cells))
            print(line, file=table, flush=True)
            print(line)
            if not good:
                bad.append(line)
    sys.exit('\n'.join(['beyond a limit:', *bad]) if bad else 0)
