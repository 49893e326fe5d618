# SPDX-License-Identifier: BSD-3-Clause
"""The programs of the wheel: main becomes the program of the name that it was called by, in the folder of the module.

It is no part of the module, so that NumPy is not loaded.
"""

import importlib.util
import os
import sys


def main():
    name = os.path.basename(sys.argv[0])
    module = importlib.util.find_spec("tessera")
    if module is None or not module.origin:
        sys.exit(f"{name}: the Python module tessera is missing")
    path = os.path.join(os.path.dirname(module.origin), "bin", name)
    try:
        os.execv(path, [name, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"{name}: {path}: {error.strerror}")
