# SPDX-License-Identifier: BSD-3-Clause
"""tessera-stats against libraries of others: pores-oracle.sh runs this in an empty folder. Arrays are [z, y, x]."""

import json
import subprocess
import sys

import edt
import numpy as np
import pandas
import porespy
import scipy.ndimage
from skimage import measure

SQUARES = sys.argv[1] + "/tests/squares"
CENTRE = np.array([30.3, 29.6, 30.8]).reshape(3, 1, 1, 1)


def tessera(*arguments):
    return subprocess.run(["tessera", *arguments], check=True, stdout=subprocess.PIPE).stdout


def stream(name, image):
    """The voxel stream of an image that is true in pores."""
    image.astype("uint8").tofile("image.raw")
    size = ",".join(str(n) for n in reversed(image.shape))
    tessera("voxelize", "--quiet", "--raw", size + ",u8", "image.raw", "--fluid", "equal=1", "-o", name)


def stats(name, *options):
    return json.loads(tessera("stats", "--json", *options, name))


def distances(image):
    """Beyond the faces of the image there is no wall."""
    return np.rint(edt.edt(image, black_border=False).astype(float) ** 2).astype("uint32")


def value(name, shape):
    """A value of the nodes of values.tile, 0 in solid nodes."""
    tessera("probe", "--quiet", "--field", name, "--npy", "value.npy", "values.tile")
    return np.nan_to_num(np.load("value.npy").reshape(shape))


# Smooth noise with a porosity of 0.6: pores of up to 7 voxels.
image = scipy.ndimage.gaussian_filter(np.random.default_rng(5).normal(size=(52, 60, 64)), 3)
image = image > np.quantile(image, 0.4)
stream("image.vox", image)

# ---- distances: the same squares
with open("image.vox", "rb") as file:
    found = subprocess.run([SQUARES, "none", "raw"], check=True, stdin=file, stdout=subprocess.PIPE).stdout
square = distances(image)
np.testing.assert_array_equal(np.frombuffer(found, "uint32").reshape(image.shape), square)
distance = edt.edt(image, black_border=False)  # in single precision, as PoreSpy compares them

# ---- thickness: by PoreSpy with all radii, the same at each node
report = stats("image.vox", "--thickness", "--intrusion", "z-", "-o", "values.tile")
legacy = porespy.filters.local_thickness(image, dt=distance, method="legacy", sizes=np.unique(distance[image]))
thickness = value("thickness", image.shape)
np.testing.assert_allclose(thickness, legacy, rtol=1e-6)
# with integer radii, the default of PoreSpy, never more, and less by up to a voxel in the mean
rough = porespy.filters.local_thickness(image, dt=distance, method="dt")
assert np.all(rough[image] <= thickness[image] * (1 + 1e-6))
assert 0 < thickness[image].mean() - rough[image].mean() < 1

# ---- intrusion: at each radius the union of the balls around the nodes that the inlet reaches, by labels of SciPy
inlet = np.zeros(image.shape, bool)
inlet[0] = True
entered = np.zeros(image.shape)
for radius in np.unique(distance[image])[::-1]:
    labels, _ = scipy.ndimage.label(distance >= radius)
    reached = np.isin(labels, np.setdiff1d(labels[0], 0))
    if reached.any():
        ball = distances(~reached) < round(float(radius) ** 2)
        entered[ball & (entered == 0)] = radius
intrusion = value("intrusion", image.shape)
np.testing.assert_allclose(intrusion, entered, rtol=1e-6)
# and by PoreSpy, which has integer radii: saturations at them, never more than here, and within 2 points
drained = porespy.filters.porosimetry(image, dt=distance, inlets=inlet, sizes=np.arange(1, int(distance.max()) + 1))
for radius in range(1, int(distance.max()) + 1):
    here, there = (intrusion[image] >= radius - 1e-6).mean(), (drained[image] >= radius).mean()
    assert there <= here <= there + 0.02, (radius, here, there)

# ---- correlations: two-point by Fourier transforms, lineal path by shifted arrays
lags = 20
report = stats("image.vox", "--two-point", str(lags), "--lineal-path", str(lags))
for axis, name in enumerate("zyx"):
    n = image.shape[axis]
    transform = np.fft.rfft(image.astype(float), 2 * n, axis=axis)
    pairs = np.fft.irfft(np.abs(transform) ** 2, 2 * n, axis=axis).sum(axis=tuple(a for a in range(3) if a != axis))
    across = image.size // n
    path = np.moveaxis(image, axis, 0)
    whole = path
    for lag in range(lags + 1):
        np.testing.assert_allclose(report["two_point"][name][lag], pairs[lag] / ((n - lag) * across), rtol=1e-9)
        whole = whole[: n - lag] & path[lag:]
        np.testing.assert_allclose(report["lineal_path"][name][lag], whole.mean(), rtol=1e-9)
# PoreSpy has the mean over all directions and of distances that differ by up to half a voxel: within 0.015 up to 10
radial = porespy.metrics.two_point_correlation(image, bins=np.arange(-0.5, lags + 1)).probability
radial = radial / radial[0] * image.mean()
mean = np.mean([report["two_point"][name] for name in "xyz"], axis=0)
assert np.abs(mean - radial[: lags + 1])[:11].max() < 0.015, (mean, radial)

# ---- Euler numbers, and of bodies surfaces: those of marching cubes, within 2 %
grid = np.mgrid[:60, :60, :60]
bodies = {
    "noise": (image, None),
    "ellipsoid": ((((grid - CENTRE) / np.array([25, 18, 21]).reshape(3, 1, 1, 1)) ** 2).sum(0), 1),
    "torus": ((np.hypot(grid[0] - 30.3, grid[1] - 29.6) - 17) ** 2 + (grid[2] - 30.8) ** 2, 64),
}
for name, (values, level) in bodies.items():
    body = values if level is None else values < level
    stream("body.vox", body)
    pores = stats("body.vox", "--anisotropy")["minkowski"]
    solid = stats("body.vox", "--anisotropy", "--of", "solid")["minkowski"]
    assert pores["euler_number"] == measure.euler_number(body, connectivity=1), name
    assert solid["euler_number"] == measure.euler_number(~body, connectivity=3), name
    if level is not None:
        vertices, faces, _, _ = measure.marching_cubes(values.astype(float), level)
        np.testing.assert_allclose(pores["surface"], measure.mesh_surface_area(vertices, faces), rtol=0.02)

# ---- a chain of four chambers, with fewer throats than pores: what OpenPNM reads with pandas keeps the pores of throats whole
chain = np.zeros((11, 11, 55), bool)
for i in range(4):
    chain[1:10, 1:10, 15 * i : 15 * i + 10] = True
    chain[4:7, 4:7, 15 * i + 10 : 15 * i + 15] = i < 3
stream("chain.vox", chain)
network = stats("chain.vox", "--network", "chain.csv")["network"]
table = pandas.read_csv("chain.csv", sep=",", skipinitialspace=True, header=0, low_memory=False)
assert table["throat.conns[0]"].dtype.kind == "i" and table["throat.filler"].dtype == bool
assert (network["pores"], network["throats"], (~table["throat.filler"]).sum()) == (4, 3, 3)
try:
    import openpnm
except ImportError:
    openpnm = None
if openpnm:
    net = openpnm.io.network_from_csv("chain.csv")
    assert net["throat.conns"].dtype.kind == "i" and (net.Np, net.Nt) == (4, 4)
    sizes = openpnm.models.geometry.diffusive_size_factors.pyramids_and_cuboids
    net.add_model(propname="throat.diffusive_size_factors", model=sizes)
    net.regenerate_models()
    assert np.isfinite(net["throat.diffusive_size_factors"]).all()
