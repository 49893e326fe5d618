# SPDX-License-Identifier: BSD-3-Clause
"""Filters, segmentation and reading of voxelize beside their peers, in turns, in one run: python3 filters.py [ROW...].

Each row: seconds of processors (all threads together) and of the clock, the least of three turns; ours from the file to
the voxels, that of the peer from the file to its array in memory, without writing. A time is never a test. What has no
peer, or no package here, stands alone. nlm-gpu: the CPU and the GPU of --device cuda, and whether the grey values are the
same; it needs NumPy alone. SIDE=N: of the image, 128; GPU_SIDE, 512. The programs are those on PATH.
"""
import filecmp, os, resource, subprocess, sys, tempfile, time

import numpy as np

SIDE, GPU_SIDE, TURNS = int(os.environ.get("SIDE", 128)), int(os.environ.get("GPU_SIDE", 512)), 3
TYPE = "<u2"


def make(path, n):
    """Two phases as blobs of about 8 voxels, with noise: u16, slice by slice."""
    r = np.random.default_rng(1)
    coarse = r.standard_normal((n // 8 + 2,) * 3)
    place = np.linspace(0, n // 8 + 0.999, n)
    whole, part = place.astype(int), place - place.astype(int)
    for axis in (1, 2):
        moved = np.moveaxis(coarse, axis, 0)
        coarse = np.moveaxis((1 - part[:, None, None]) * moved[whole] + part[:, None, None] * moved[whole + 1], 0, axis)
    with open(path, "wb") as f:
        for k in range(n):
            plane = (1 - part[k]) * coarse[whole[k]] + part[k] * coarse[whole[k] + 1]
            noisy = np.where(plane > 0, 40000, 20000) + r.normal(0, 3000, plane.shape)
            f.write(noisy.clip(0, 65535).astype(TYPE).tobytes())


def spent(action):
    """Seconds of processors and of the clock; of children if it starts any."""
    def used():
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in both)
    cpu, clock = used(), time.perf_counter()
    action()
    return used() - cpu, time.perf_counter() - clock


def ours(n, *options, file="grey.raw"):
    form = [] if ":" in file else ["--raw", f"{n},{n},{n},u16"]
    command = ["tessera", "voxelize", "-q", "--no-history", *form, *options, file, "-o", "out.vox"]
    return lambda: subprocess.run(command, check=True)


def read(n):
    return np.fromfile("grey.raw", TYPE).reshape(n, n, n)


def peer_nlm(n):
    from skimage.restoration import denoise_nl_means
    return "scikit-image", lambda: denoise_nl_means(read(n).astype(np.float32), patch_size=3, patch_distance=3, h=2400, sigma=3000)


def peer_sauvola(n):
    from skimage.filters import threshold_sauvola
    return "scikit-image", lambda: (lambda v: v < threshold_sauvola(v, 15))(read(n))


def peer_median(n):
    from scipy.ndimage import median_filter
    return "SciPy", lambda: median_filter(read(n), 3)


def peer_gaussian(n):
    from scipy.ndimage import gaussian_filter
    return "SciPy", lambda: gaussian_filter(read(n).astype(np.float64), 1.5)


def peer_bilateral(n):
    import SimpleITK as itk
    return "ITK", lambda: itk.Bilateral(itk.GetImageFromArray(read(n).astype(np.float32)), 1.5, 9000.0)


def peer_anisotropic(n):
    import SimpleITK as itk
    return "ITK", lambda: itk.GradientAnisotropicDiffusion(itk.GetImageFromArray(read(n).astype(np.float32)), 1 / 16, 1.0, 1, 5)


def peer_watershed(n):
    from scipy.ndimage import gaussian_gradient_magnitude
    from skimage.segmentation import watershed

    def run():
        v = read(n)
        return watershed(gaussian_gradient_magnitude(v.astype(np.float32), 1), 1 * (v < 20000) + 2 * (v > 40000))
    return "scikit-image", run


def peer_hdf5(n):
    import h5py
    with h5py.File("grey.h5", "w") as f:
        f.create_dataset("v", data=read(n), chunks=(min(n, 64),) * 3, compression="gzip", compression_opts=4)
    return "h5py", lambda: h5py.File("grey.h5")["v"][()]


ROWS = {  # options of voxelize, the peer
    "nlm": (["--nlm=3,1,2400", "--threshold", "30000"], peer_nlm),
    "median": (["--median", "1", "--threshold", "30000"], peer_median),
    "gaussian": (["--gaussian", "1.5", "--threshold", "30000"], peer_gaussian),
    "bilateral": (["--bilateral", "3,9000", "--threshold", "30000"], peer_bilateral),
    "anisotropic": (["--anisotropic", "5,4500", "--threshold", "30000"], peer_anisotropic),
    "sauvola": (["--segment", "local:7"], peer_sauvola),
    "watershed": (["--segment", "watershed:20000,40000"], peer_watershed),
    "flatten": (["--flatten", "--threshold", "30000"], None),
    "rings": (["--rings", "60,60", "--threshold", "30000"], None),
    "hdf5": (["--threshold", "30000"], peer_hdf5),
}


def row(name, n):
    options, peer = ROWS[name]
    try:
        theirs, action = peer(n) if peer else ("none", None)
    except ImportError as missing:
        theirs, action = f"no {missing.name}", None
    mine = ours(n, *options, file="grey.h5:/v" if name == "hdf5" else "grey.raw")
    best = {}
    for _ in range(TURNS):
        for who, what in ((0, mine), (1, action)):
            if what:
                best[who] = tuple(map(min, zip(spent(what), best.get(who, (9e9, 9e9)))))
    text = f"| {name} | {best[0][0]:.2f} | {best[0][1]:.2f} | {best[0][0] * (512 / n) ** 3 / 2:.0f} | {theirs} |"
    print(text + (f" {best[1][0]:.2f} | {best[1][1]:.2f} | {best[1][0] / best[0][0]:.2g} |" if action else " | | |"), flush=True)


def nlm_gpu(n):
    make("grey.raw", n)
    print(f"| --nlm, {n}^3 u16 | clock, s | processors, s |\n|---|---|---|")
    for turn in range(TURNS):
        for device in ("cuda", "cpu") if turn == 0 else ("cuda",):
            cpu, clock = spent(ours(n, "--nlm", "--threshold", "30000", "--device", device))
            print(f"| {device} | {clock:.2f} | {cpu:.2f} |", flush=True)
    cpu, clock = spent(ours(n, "--threshold", "30000"))
    print(f"| no filter | {clock:.2f} | {cpu:.2f} |", flush=True)
    for device in ("cpu", "cuda"):  # the distance of a whole number from the threshold is exact
        ours(n, "--nlm", "--threshold", "30000", "--device", device, "--confidence", f"{device}.raw")()
    print("same grey values:", filecmp.cmp("cpu.raw", "cuda.raw", False))


def main(names):
    os.chdir(tempfile.mkdtemp(dir=os.environ.get("TMPDIR")))
    if names == ["nlm-gpu"]:
        return nlm_gpu(GPU_SIDE)
    make("grey.raw", SIDE)
    print(f"| {SIDE}^3 u16 | processors, s | clock, s | two cores at 512^3, s | peer | its processors, s | clock, s | ratio |\n"
          "|---|---|---|---|---|---|---|---|")
    for name in names or ROWS:
        row(name, SIDE)


main(sys.argv[1:])
