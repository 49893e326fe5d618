# SPDX-License-Identifier: BSD-3-Clause
"""The permeability of the images of segmentation.py, segmented in several ways, and the interval that --band gives it.

band.py FOLDER TABLE BANDS: FOLDER has Berea's blocks (TESSERA_DATA; "": without them). TABLE: a row for each image and way
with porosity and permeability over those of the truth. BANDS: a row for each image and way that has one level, with
what low and high end of the band give. Images are others than those by which the band was chosen."""
import itertools, json, multiprocessing, os, subprocess, sys, tempfile
import numpy as np
import segmentation as made

made.N = N = 48
LEVELS = {
    "Otsu": "--threshold otsu",
    "edges": "--threshold edges",
    "nlm, Otsu": "--nlm --threshold otsu",
    "nlm, edges": "--nlm --threshold edges",
    "nlm, watershed": "--nlm --segment watershed",
}
WAYS = {**made.WAYS, **LEVELS}
CENTRE = f"{(N - 1) / 2},{(N - 1) / 2}"
MENDED = {"cupping": "--flatten ", "drift": "--flatten ", "rings": f"--rings {CENTRE} ", "": ""}


def tool(command):
    return subprocess.run(command.split(), check=True, capture_output=True, text=True).stdout


def flow(voxels):
    """Porosity, and permeability along z in voxel2; 0 where no way leads through."""
    porosity = json.loads(tool(f"tessera stats --json {voxels}"))["porosity"]
    try:
        tool(f"tessera tile -q --lint no --keep percolating=z {voxels} -o flow.tile")
        found = json.loads(tool("tessera run flow.tile -q --threads 1 --permeability z --converge 1e-3 --json"))
    except subprocess.CalledProcessError as error:
        if error.returncode != 3:
            raise RuntimeError(error.stderr) from error
        return porosity, 0.0
    return porosity, found["permeability"][0]["voxel2"]


def segment(options):
    """The report of --band, where there is one."""
    banded = "" if "local" in options else "--band --json"
    report = tool(f"tessera voxelize -q --raw {N},{N},{N},u16 image.raw {options} {banded} -o image.vox")
    return json.loads(report) if report else None


def at_level(options, report, level):
    """The options of the same way with another level; of two levels both are moved by as much."""
    if report["levels"]:
        low, high = (value + level - sum(report["levels"]) / 2 for value in report["levels"])
        return options.replace("watershed", f"watershed:{low},{high}")
    return options.replace("otsu", f"{level}").replace("edges", f"{level}")


def band(options, report, known):
    """What both ends of the band give. known: what was found before, by options."""
    for end in ("low", "high"):
        moved = at_level(options, report, report["band"][end])
        if moved not in known:
            segment(moved)
            known[moved] = flow("image.vox")
        yield known[moved]


def look(case):
    name, solid, truth, number, blur, snr, fault = case
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["OMP_NUM_THREADS"] = "1"
        truth.astype(np.uint8).tofile("truth.raw")
        tool(f"tessera voxelize -q --raw {N},{N},{N},u8 --fluid equal=1 truth.raw -o truth.vox")
        porosity, k = flow("truth.vox")
        made.scan(solid, np.random.default_rng(number), blur, snr, fault).tofile("image.raw")
        rows, bands, known = [], [], {}
        for way, options in WAYS.items():
            if fault and way not in ("nlm, Otsu", "nlm, edges", "median, local", "nlm, watershed"):
                continue
            report = segment(MENDED[fault] + options)
            found = flow("image.vox")
            case = f"{name},{blur},{snr},{fault or 'none'},{way.replace(',', ' +')}"
            rows.append(f"{case},{found[0] - porosity:.6f},{found[1] / k:.5f}")
            if way in LEVELS and ("watershed" not in way or (blur, snr, fault) == (1, 5, "")):
                values = np.array([found, *band(MENDED[fault] + options, report, known)])
                low, high = values.min(0), values.max(0)
                bands.append(f"{case},{porosity:.6f},{found[0]:.6f},{low[0]:.6f},{high[0]:.6f},"
                             f"{k:.6g},{found[1]:.6g},{low[1]:.6g},{high[1]:.6g}")
        os.chdir("/")
    return rows, bands


def images(folder):
    for seed in (31, 32):
        yield f"pack {seed}", *made.pack(np.random.default_rng(seed))
        yield f"tubes {seed}", *made.tubes(np.random.default_rng(seed + 10))
    for block, x in (("00", 128 - N), ("13", 0)) if folder else ():  # parts in which pores lead from z- to z+
        path = f"{folder}/berea_block{block}_128_u8.raw.gz"
        solid, truth = made.berea(path, (slice(N), slice(128 - N, 128), slice(x, x + N)))
        yield f"Berea {block}", solid, truth


def main(folder, table, bands):
    faults = list(itertools.product((0.5, 1, 2), (2, 5, 20), ("",))) + [(1, 5, f) for f in ("cupping", "drift", "rings")]
    cases = [(*image, number, *fault) for fault in faults for number, image in enumerate(images(folder))]
    with multiprocessing.Pool() as pool, open(table, "w") as out, open(bands, "w") as ends:
        print("phantom,blur,snr,fault,way,porosity_error,k_ratio", file=out)
        print("phantom,blur,snr,fault,way,porosity,found,low,high,k,k_found,k_low,k_high", file=ends)
        for found in pool.imap(look, cases):
            for lines, file in zip(found, (out, ends)):
                print(*lines, sep="\n", file=file, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
