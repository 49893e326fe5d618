"""Flow through imaged geometries: Tessera's files and programs for NumPy.

>>> import numpy, tessera
>>> mask = numpy.zeros((8, 6, 6), bool)            # z, y, x
>>> mask[:, 1:5, 1:5] = True                       # a duct of 4 x 4 voxels along z
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

from ._domain import Domain
from ._error import Error, Warning
from ._file import Beat, File, open
from ._library import version
from ._programs import probe, run, stats, tile, voxelize

for _shown in (Beat, Domain, Error, File, Warning):
    _shown.__module__ = __name__

__version__ = version()
__all__ = ["Beat", "Domain", "Error", "File", "Warning", "open", "probe", "run", "stats", "tile", "voxelize"]
