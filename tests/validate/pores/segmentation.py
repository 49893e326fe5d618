# SPDX-License-Identifier: BSD-3-Clause
"""Images whose pores are known, made as a scanner would see them, segmented in several ways by tessera voxelize.

segmentation.py voxelize BEREA TABLE: writes a row of TABLE for each image and way: misclassified voxels, and porosity
less that of the truth. Dark is fluid. BEREA: 128^3 bytes, 0 is pore; "": without it."""
import gzip, os, subprocess, sys
import numpy as np

N, DARK, CONTRAST = 96, 10000, 10000
WAYS = {
    "Otsu": "--threshold otsu",
    "median, Otsu": "--median 1 --threshold otsu",
    "gaussian, Otsu": "--gaussian 1 --threshold otsu",
    "bilateral, Otsu": "--bilateral 3 --threshold otsu",
    "anisotropic, Otsu": "--anisotropic 5 --threshold otsu",
    "nlm, Otsu": "--nlm --threshold otsu",
    "median, local": "--median 1 --segment local:15",
    "watershed": "--segment watershed",
    "nlm, watershed": "--nlm --segment watershed",
}


def from_distance(distance):
    """The share of solid of a voxel at this distance from the surface, positive in the solid; and the truth."""
    return np.clip(0.5 + distance, 0, 1), distance < 0


def pack(rng):
    """Solid spheres that overlap."""
    z, y, x = np.mgrid[:N, :N, :N].astype(np.float32)
    distance = np.full((N, N, N), -1e3, np.float32)
    while np.mean(distance < 0) > 0.35:
        c, r = rng.uniform(-6, N + 6, 3), rng.uniform(5, 11)
        distance = np.maximum(distance, r - np.sqrt((x - c[0]) ** 2 + (y - c[1]) ** 2 + (z - c[2]) ** 2))
    return from_distance(distance)


def tubes(rng):
    """Tubes of fluid in any direction, of radius 1.5 to 6."""
    at = np.stack(np.mgrid[:N, :N, :N][::-1], -1).astype(np.float32)
    distance = np.full((N, N, N), 1e3, np.float32)
    while np.mean(distance < 0) < 0.25:
        way = rng.standard_normal(3)
        way /= np.linalg.norm(way)
        apart = at - rng.uniform(0, N, 3).astype(np.float32)
        along = apart @ way.astype(np.float32)
        distance = np.minimum(distance, np.sqrt(np.maximum((apart**2).sum(-1) - along**2, 0)) - rng.uniform(1.5, 6))
    return from_distance(distance)


def berea(path, part=None):
    data = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
    solid = np.frombuffer(data, np.uint8).reshape(128, 128, 128)[part or (slice(N),) * 3] != 0
    return solid.astype(np.float32), ~solid


def blurred(image, sigma):
    reach = int(4 * sigma + 0.5)
    weight = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weight /= weight.sum()
    for axis in range(3):
        wide = np.pad(image, [(reach, reach) if a == axis else (0, 0) for a in range(3)], mode="symmetric")
        image = sum(w * np.take(wide, np.arange(i, i + N), axis) for i, w in enumerate(weight))
    return image


def from_axis():
    y, x = np.mgrid[:N, :N] - (N - 1) / 2
    return np.hypot(x, y)


def scan(solid, rng, blur, snr, fault):
    """What the scanner gives: blur, then faults, then white noise of CONTRAST / snr."""
    image = blurred(solid, blur)
    if fault == "cupping":
        image = image * (0.55 + 0.45 * (from_axis() / from_axis().max()) ** 2)
    if fault == "drift":
        image = image * (1 + 0.25 * np.sin(np.arange(N) / 15))[:, None, None]
    if fault == "rings":
        rings = np.repeat(rng.normal(0, 0.15, N), 2)
        image = image + rings[np.rint(from_axis()).astype(int)]
    image = DARK + CONTRAST * (image + rng.standard_normal(image.shape) / snr)
    return np.clip(np.rint(image), 0, 65535).astype("<u2")


def segment(program, image, options):
    image.tofile("image.raw")
    subprocess.run([program, "-q", "--raw", f"{N},{N},{N},u16", *options.split(), "image.raw", "--export", "fluid.raw",
                    "-o", "fluid.vox"], check=True, stderr=subprocess.DEVNULL)
    return np.fromfile("fluid.raw", np.uint8).reshape(N, N, N) != 0


def rows(program, name, solid, truth, seed, blur, snr, fault, ways):
    image = scan(solid, np.random.default_rng(seed), blur, snr, fault)
    for way, options in ways.items():
        fluid = segment(program, image, options)
        yield (f"{name},{blur},{snr},{fault or 'none'},{way.replace(',', ' +')},{np.mean(fluid != truth):.6f},"
               f"{np.mean(fluid) - np.mean(truth):.6f},{np.mean(truth):.6f}")


def main(program, sample, table):
    phantoms = {"pack": pack(np.random.default_rng(1)), "tubes": tubes(np.random.default_rng(2))}
    if sample:
        phantoms["Berea"] = berea(sample)
    centre = f"{(N - 1) / 2},{(N - 1) / 2}"
    mended = {"cupping": "--flatten", "drift": "--flatten", "rings": f"--rings {centre}"}
    with open(table, "w") as out:
        print("phantom,blur,snr,fault,way,wrong,porosity_error,porosity", file=out)
        for k, (name, (solid, truth)) in enumerate(phantoms.items()):
            for blur in (0.5, 1, 2):
                for snr in (2, 5, 20):
                    for row in rows(program, name, solid, truth, k, blur, snr, "", WAYS):
                        print(row, file=out, flush=True)
            for fault, filters in mended.items():
                plain = {way: WAYS[way] for way in ("nlm, Otsu", "median, local", "nlm, watershed")}
                plain.update({f"{filters.split()[0][2:]}, {way}": f"{filters} {WAYS[way]}" for way in list(plain)})
                for row in rows(program, name, solid, truth, k, 1, 5, fault, plain):
                    print(row, file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
