# SPDX-License-Identifier: BSD-3-Clause
"""Section 8: the boundary nodes of a sphere of diameter 30, and the accesses to memory that the rule adds. The centre of the sphere
lies amid eight nodes; a boundary node has a cut link; the paper's rule reads two populations more for each cut link. Ours reads
none, since a node stores what bounces back (solver/physics/wall_links.h), but the distance of each link and, by masks, the first
cut link of each tile."""
import itertools

import numpy as np
import tessera
from pages import about, heads, row, verdict

with open('sphere', 'w') as file:
    print('17.5 17.5 17.5 30', file=file)
voxels = tessera.voxelize(walls=True, shape='spheres:list=sphere', size=(36, 36, 36), output='sphere.vox')
links = tessera.stats(tessera.tile(voxels, lint='no', periodic='xyz', output='sphere.tile'))['wall_links']
solid = sum((np.indices((36, 36, 36)) - 17.5)**2) < 15**2
cut = np.zeros_like(solid)
for step in itertools.product((-1, 0, 1), repeat=3):
    if np.abs(step).sum() < 3:
        cut |= np.roll(solid, step, (0, 1, 2))
nodes = int((cut & ~solid).sum())
about()
heads('what|paper|ours|ratio')
row('boundary nodes', 3960, nodes, f'{nodes / 3960:.3f}')
row('accesses to populations that the rule of the paper adds', 32736, 2 * links, f'{2 * links / 32736:.3f}')
row('bytes of these accesses, fp32', 4 * 32736, 0, 0)
row('bytes of distances', 4 * 16368, 4 * links, f'{links / 16368:.3f}')
exact = (nodes, links) == (3960, 16368)
verdict(f'{"Both counts of the paper come out exactly" if exact else "The counts differ from those of the paper"}: {links} cut '
        f'links at {nodes} nodes, for each of which the paper reads two more populations and we read none.')
