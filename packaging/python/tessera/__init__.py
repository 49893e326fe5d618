# SPDX-License-Identifier: BSD-3-Clause
"""Flow through imaged geometries: Tessera's files and programs for NumPy.

>>> import numpy, tessera
>>> mask = numpy.zeros((8, 6, 6), bool)            # z, y, x
>>> mask[:, 1:5, 1:5] = True                       # a duct of 4 x 4 voxels along z
>>> f"{tessera.permeability(mask, voxel=5e-6, axis='z', periodic='z').darcy:.3f}"
'6.638'

The same step by step, with files that stay:

>>> duct = tessera.Domain.from_array(mask, voxel=5e-6).write("duct.vox")
>>> rock = tessera.tile(duct, periodic="z", output="duct.tile")
>>> report = tessera.run(rock, permeability="z", output="flow.tile")
>>> round(report["permeability"][0]["darcy"], 3)
6.638
>>> velocity = tessera.open("flow.tile").field("velocity")
>>> velocity.shape, bool(numpy.isnan(velocity[0, 0, 0]).all())
((8, 6, 6, 3), True)

Arrays are [z, y, x]; coordinates and components of vectors are x, y, z. See tessera(1) and tessera-tile(5).
"""

from typing import TYPE_CHECKING, Any

from . import _ask, _options, _programs, _questions
from ._band import band
from ._domain import Domain
from ._error import Error, MissingError, UsageError, Warning
from ._file import Beat, File, open
from ._library import version
from ._result import Interval, Result

if TYPE_CHECKING:
    from ._programs import probe, run, stats, tile, voxelize

for _shown in (Beat, Domain, Error, File, Interval, MissingError, Result, UsageError, Warning, band):
    _shown.__module__ = __name__

_PROGRAMS = ["probe", "run", "stats", "tile", "voxelize"]
__version__ = version()
__all__ = ["Beat", "Domain", "Error", "File", "Interval", "MissingError", "Result", "UsageError", "Warning", "band", "open",
           *_PROGRAMS, *_questions.QUESTIONS]


def __getattr__(name: str) -> Any:
    """Programs and questions, when they are first asked for: their help is that of the programs."""
    if name in _PROGRAMS:
        made = getattr(_programs, name)
        _options.describe(made, f"tessera-{name}")
    elif name in _questions.QUESTIONS:
        made = _ask.function(name)
    else:
        raise AttributeError(f"module 'tessera' has no attribute {name!r}")
    globals()[name] = made
    return made


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
