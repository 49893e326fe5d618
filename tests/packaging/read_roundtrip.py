# SPDX-License-Identifier: BSD-3-Clause
"""Images and flows to PoreSpy and PyVista and back: roundtrip.sh runs this in an empty folder."""

import numpy as np
import porespy
import pyvista
import scipy.ndimage

import tessera

# ---- PoreSpy: its image becomes a domain of the same voxels and porosity, and the same pores reach both faces

image = porespy.generators.blobs([36, 40, 44], porosity=0.45, blobiness=1, seed=1)
file = tessera.Domain.from_array(image, voxel=5e-6).write("blobs.vox")
np.testing.assert_array_equal(file.mask(), image)
assert abs(tessera.stats(file)["porosity"] - porespy.metrics.porosity(image)) < 1e-12

rock = tessera.tile(file, inlet="z-", outlet="z+", keep="percolating=z", lint="no", output="blobs.tile")
kept = rock.mask()
labels, _ = scipy.ndimage.label(image)
spanning = np.intersect1d(np.unique(labels[0]), np.unique(labels[-1]))
np.testing.assert_array_equal(kept, np.isin(labels, spanning[spanning > 0]))

# ---- PyVista: what it reads of a flow is what the module reads, and the geometry that it writes comes back

tessera.run(rock, force="0,0,1e-6lu", set=["inlet:pressure=1e-6", "outlet:pressure=0"], steps=20, output="flow.tile")
tessera.probe("flow.tile", vtk="flow.vti", precision="fp64")
grid = pyvista.read("flow.vti")
flow = tessera.open("flow.tile")
assert grid.dimensions == flow.grid
np.testing.assert_allclose(grid.spacing, 5e-6)
solid = grid["solid"].reshape(flow.shape).astype(bool)
np.testing.assert_array_equal(solid, ~flow.mask())
velocity = grid["velocity"].reshape(flow.shape + (3,))
np.testing.assert_array_equal(velocity[~solid], flow.field("velocity")[~solid])
pressure = grid["pressure"].reshape(flow.shape)
np.testing.assert_array_equal(pressure[~solid], flow.field("pressure")[~solid])

grid.clear_data()
grid["pores"] = flow.mask().ravel().astype("uint8")
grid.save("pores.vtk")
np.testing.assert_array_equal(tessera.voxelize("pores.vtk", fluid="equal=1", output="back.vox").mask(), flow.mask())

# A surface of PyVista: the centres of voxels inside are inside for VTK too, and those beside them are not.
sphere = pyvista.Sphere(radius=8, center=(0, 0, 0), theta_resolution=60, phi_resolution=60)
sphere.save("sphere.stl")
voxels = tessera.voxelize("sphere.stl", voxel="1mm", output="sphere.vox")
origin = np.array([float(word) for word in voxels.header["origin"].split()]) * 1e3
z, y, x = np.indices(voxels.shape)
centres = origin + np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1) + 0.5
distance = pyvista.PolyData(centres).compute_implicit_distance(sphere)["implicit_distance"]
sure = np.abs(distance) > 1e-3
np.testing.assert_array_equal(voxels.mask().ravel()[sure], distance[sure] < 0)
