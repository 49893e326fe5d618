# SPDX-License-Identifier: BSD-3-Clause
"""Filters and segmentation of a real scan against SciPy and scikit-image, voxel by voxel and up to the faces, as all types."""
import subprocess, sys

import numpy as np
from scipy import ndimage
from skimage.filters import threshold_multiotsu, threshold_otsu, threshold_sauvola
from skimage.morphology import reconstruction
from skimage.segmentation import watershed

scan, failed = sys.argv[1:], False


def voxelize(*arguments):
    command = ["tessera-voxelize", "-q", *arguments, "-o", "out.vox"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def is_same(what, differ, allowed=0):
    global failed
    if differ > allowed:
        print(f"{what}: {differ} instead of at most {allowed}", file=sys.stderr)
        failed = True


# the grey levels themselves, as distances from a threshold that all are below
voxelize("--crop", "180:280,190:270,10:40", "--threshold", "256", "--confidence", "scan.raw", *scan)
scan = 256 - np.fromfile("scan.raw", "<f4").reshape(30, 80, 100).astype(np.int64)

for kind, name, factor, shift in (("u1", "u8", 1, 0), ("i1", "i8", 1, -128), ("<u2", "u16", 200, 7), (">u2", "u16,be", 200, 7),
                                  ("<f4", "f32", 0.25, -3), (">f8", "f64,be", 0.25, -3)):
    for depth in (30, 1):
        grey = (scan[:depth] * factor + shift).astype(kind)
        grey.tofile("grey.raw")
        a, raw = grey.astype(np.float64), ["--raw", f"100,80,{depth},{name}"]
        top, flat, where = float(a.max()) + 1, depth == 1, f"{name}, {depth} slices"

        def values(*options):
            voxelize(*raw, *options, "--threshold", str(top), "--confidence", "out.raw", "grey.raw")
            return top - np.fromfile("out.raw", "<f4").reshape(a.shape).astype(np.float64)

        def fluid(*options):
            voxelize(*raw, *options, "--export", "out.raw", "grey.raw")
            return np.fromfile("out.raw", "u1").reshape(a.shape) != 0

        cube = (1, 3, 3) if flat else 3
        is_same(f"median, {where}", np.abs(values("--median", "1") - ndimage.median_filter(a, cube, mode="reflect")).max())
        smooth = ndimage.gaussian_filter(a, (0, 1.3, 1.3) if flat else 1.3, mode="reflect")
        is_same(f"gaussian, {where}", np.abs(values("--gaussian", "1.3") - smooth).max(), 0.5 if grey.dtype.kind != "f" else 1e-4)
        if grey.dtype.itemsize == 1:
            low = int(a.min())
            counts = np.bincount(grey.astype(int).ravel() - low)
            limit = threshold_multiotsu(classes=3, hist=(counts, np.arange(counts.size) + low))
            is_same(f"multi-Otsu, {where}", (fluid("--segment", "otsu:3", "--fluid", "class=2") !=
                                             ((grey > limit[0]) & (grey <= limit[1]))).sum())
        v = a - a.min()
        limit = threshold_sauvola(v[0] if flat else v, 9, k=0.2, r=v.max() / 2).reshape(a.shape)
        is_same(f"Sauvola, {where}", ((fluid("--segment", "local:4") != (v < limit)) & (np.abs(v - limit) > 1e-9 * v.max())).sum())
        # the steps of the relief are those of tessera-segmentation(7). Where the lowest ways to both markers pass the same
        # height, the order decides, which scikit-image leaves open for markers: these are ties
        if grey.dtype.kind != "f":
            split = threshold_otsu(grey)
            mean = a[a <= split].mean(), a[a > split].mean()
            slope = np.sqrt(sum(ndimage.sobel(a, axis=k, mode="nearest") ** 2 for k in range(3)))
            relief = np.minimum(50, np.floor(51 * np.sqrt(slope / (16 * (mean[1] - mean[0])))))
            dark, bright = a < mean[0], a >= mean[1]
            differ = fluid("--segment", "watershed") != (watershed(relief.astype(int), dark + 2 * bright) == 1)
            faces = ndimage.generate_binary_structure(3, 1)
            passed = [reconstruction(np.where(one, relief, 50), relief, "erosion", faces) for one in (dark, bright)]
            is_same(f"watershed, {where}", (differ & (passed[0] != passed[1])).sum())
            is_same(f"ties of the watershed, {where}", differ.sum(), a.size // 200)
sys.exit(failed)
