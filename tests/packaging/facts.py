# SPDX-License-Identifier: BSD-3-Clause
"""One table of physical results: each is read from all places that show it, and all show the same value and interval.

A row of FACTS: the quantity, where it is shown, and how it is read there: (value, low, high), of which None is not shown
there. The samples have no symmetry: different sides, pores of three kinds, a voxel of 3 um; and of both the plain value
is far from the middle of its interval. What is shown is compared with a reference that is computed apart: from middle and
error in the report of the run, and by closed forms from these. tests/python.sh runs this in an empty folder."""

import csv
import html
import io
import json
import math
import os
import re
import subprocess
import sys

import numpy as np

import tessera

os.environ["OMP_NUM_THREADS"] = "1"  # flows are small: threads would wait for each other
DX = 3e-6
AXES = "xz"


def said(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **more}).stdout


def told(*command):
    return json.loads(said(*command, "--json"))


# ---- the sample, its runs, files and pages ---------------------------------------------------------------------------

z, y, x = np.mgrid[:40, :36, :32]
MASK = np.hypot(x - 10 - 2 * np.sin(2 * np.pi * z / 40), y - 12) < 7.3
MASK |= np.hypot(x - 21, y - 25 - 3 * np.cos(2 * np.pi * z / 40)) < 6.1
MASK |= (np.hypot(np.hypot(x - 16, y - 18), z - 20) < 9) | (np.hypot(y - 17, z - 22) < 5.2)
POROSITY = float(MASK.mean())
BLOCKS = np.kron(np.array([[cell == "." for cell in row] for row in (  # one slice, whose coarser levels are exact
    "...#....", "#....#..", "...##...", ".#......", "........", "..#..##.", ".....#.#", "##....#.", "...#....")]),
    np.ones((8, 8), bool))[None]
np.save("pores.npy", MASK.astype("u1"))
said("tessera-voxelize", "pores.npy", "--fluid", "equal=1", "--voxel", "3um", "-o", "pores.vox")
said("tessera-tile", "pores.vox", "--periodic", AXES, "-o", "pores.tile")
np.save("blocks.npy", BLOCKS.astype("u1"))
said("tessera-voxelize", "blocks.npy", "--fluid", "equal=1", "--voxel", "3um", "-o", "blocks.vox")
said("tessera-tile", "blocks.vox", "--periodic", "xy", "--keep", "percolating=y", "--lint", "no", "-o", "blocks.tile")
FLOW = ("tessera-run", "blocks.tile", "--permeability", "y", "--viscosity", "1e-6m2/s", "--quiet")
DIFFUSION = ("tessera-run", "pores.tile", "--diffusion", AXES, "--quiet")
TEXT = {"k": said(*FLOW, "--refine", "-o", "text.tile"), "d": said(*DIFFUSION, "--refine")}
K = told(*FLOW, "--refine", "-o", "flow.tile", "--csv", "k.csv")
D = told(*DIFFUSION, "--refine", "-o", "diffusion.tile")
TENSOR = told("tessera-run", "blocks.tile", "--permeability", "xy", "--refine", "--quiet")
for name, report in {"k": K, "d": D}.items():
    with open(f"{name}.json", "w") as out:
        json.dump(report, out)
told(*FLOW, "-o", "plain.tile")
PROBE = {"k": told("tessera-probe", "flow.tile", "--permeability"), "d": told("tessera-probe", "diffusion.tile")}
PROBE_CSV = said("tessera-probe", "flow.tile", "--permeability", "--csv")
PROBE_TEXT = said("tessera-probe", "diffusion.tile")
PAGES = {  # of two numbers that with an interval stands there, in whichever order they come
    "page of .tile": ["flow.tile", "diffusion.tile"],
    "page of --json": ["k.json", "d.json"],
    "page of both": ["plain.tile", "k.json", "diffusion.tile"],
    "page, the other way round": ["k.json", "plain.tile", "d.json"],
}
for name, files in PAGES.items():
    said("tessera-report", *files, "-o", f"{name}.html")
HOW = {"voxel": DX, "refine": True, "progress": False}
PYTHON = {"k": tessera.permeability(BLOCKS, axis="y", periodic="xy", lint="no", viscosity="1e-6m2/s", **HOW),
          "t": tessera.tortuosity(MASK, axis=AXES, periodic=AXES, **HOW),
          "d": tessera.diffusivity(MASK, axis=AXES, periodic=AXES, **HOW)}
GREY = (80 + 11 * np.hypot(x - 9, 0.8 * (y - 11))).clip(120, 185)[:8, :24, :20].astype("u1")
BAND = tessera.band(GREY, voxel=DX, points=3, axis="z", keep="band", progress=False)
BAND_TEXT = said(os.environ["srcdir"] + "/data/band", "band/grey.npy", "--voxel", "3um", FOLDER="out", POINTS="3", JOBS="1")
said("tessera-report", "out/band.json", "-o", "band.html")


# ---- how a fact is read ----------------------------------------------------------------------------------------------


def of_object(found):
    return found["value"], found["low"], found["high"]


def about(value, error):
    return value, value - error, value + error


def row_of(page, name):
    """The one number of a row of the page's main numbers: <data> of a value and half of its interval, or its ends."""
    with open(f"{page}.html", encoding="utf-8") as file:
        text = re.sub(r"</?(abbr|sub)[^>]*>", "", file.read())
    rows = re.findall(rf"<tr><th>{re.escape(name)}<.*?</tr>", text)
    (row,) = [cell for cell in re.findall(r"<td>.*?</td>", rows[0]) if cell != "<td>–</td>"]
    assert "not known" not in row, f"{page}: {name}: error not known"
    value, *error = map(float, re.findall(r'<data value="([^"]*)"', row))
    ends = re.search(r'data-low="([^"]*)" data-high="([^"]*)"', row)
    return about(value, error[0]) if error else (value, *map(float, ends.groups()))


def cell_of(page, name):
    """A row of the page's table of all numbers."""
    with open(f"{page}.html", encoding="utf-8") as file:
        text = re.sub(r"</?(abbr|sub)[^>]*>", "", file.read())
    cells = [cell for row in re.findall(rf"<tr><th>{re.escape(name)}</th>(.*)</tr>", text)
             for cell in re.findall(r"<td>(.*?)</td>", row)]
    plain = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return [html.unescape(cell).replace(" × 10", "e").translate(plain) for cell in cells]


def in_cell(page, name, axis):
    """ "x: 0.1051 ± 0.0072 (6.8 %)" in one of the cells."""
    (found,) = [m for cell in cell_of(page, name) for m in re.findall(rf"{axis}: ([-\d.e]+) ± ([-\d.e]+)", cell)][:1]
    return about(*map(float, found))


NUMBER = r"([-\d.e]+)"


def printed(text, pattern):
    """A number with its interval as text: 1.32e-11 +- 0.10e-11, or 2.84 (2.66 to 3.04)."""
    found = re.search(rf"{pattern} {NUMBER} (?:\+- {NUMBER}|\({NUMBER} to {NUMBER}\))", text)
    value, error, low, high = (None if part is None else float(part) for part in found.groups())
    return (value, low, high) if error is None else about(value, error)


def along(text, axis):
    return text[text.index(f"along {axis}"):]


def of_pair(interval):
    assert tuple(interval) == (interval.low, interval.high)
    return interval.value, *interval


def csv_row(text):
    (row,) = csv.DictReader(io.StringIO(text))
    return row


def csv_file(name):
    with open(name, encoding="utf-8") as file:
        return csv_row(file.read())


# ---- the table -------------------------------------------------------------------------------------------------------

EXACT, PRINTED = 1e-9, 0.15  # of half of the interval: a text has one digit of that


def permeability():
    """(where, how, tolerance); the reference: middle and half of the interval of the run."""
    interval = K["permeability"][0]["interval"]
    one = about(interval["m2"], interval["error_m2"])
    row = csv_file("k.csv")
    probed = csv_row(PROBE_CSV)
    yield "reference", lambda: one, EXACT
    yield "run text", lambda: printed(TEXT["k"], "\n +k ="), PRINTED
    yield "run --json", lambda: of_object(interval), EXACT
    yield "run --csv", lambda: about(float(row["y_middle_m2"]), float(row["y_error_m2"])), EXACT
    yield ".tile, probe --json", lambda: of_object(PROBE["k"]["permeability"][0]["interval"]), EXACT
    yield ".tile, probe --csv", lambda: tuple(float(probed[f"{end}_m2"]) for end in ("middle", "low", "high")), EXACT
    yield "tensor", lambda: about(TENSOR["tensor"]["middle_m2"][1][1], TENSOR["tensor"]["error_m2"][1][1]), 1e-6
    yield "Python", lambda: of_pair(PYTHON["k"].interval), EXACT
    try:
        data = PYTHON["k"].to_xarray()
        yield "Python, xarray", lambda: (one[0], *data.attrs["interval"]), EXACT
    except ImportError:
        pass
    yield "Python, middle and error", lambda: about(PYTHON["k"].interval_middle, PYTHON["k"].interval_error), EXACT
    for page in PAGES:
        yield page, lambda page=page: row_of(page, "Permeability along y"), EXACT
    for page in ("page of .tile", "page of --json"):
        yield f"{page}, all numbers", lambda page=page: in_cell(page, "Permeability", "y"), PRINTED


def diffusivity(axis):
    def of(kind, name):
        (found,) = [one for one in kind["diffusion"] if one["axis"] == axis]
        return found[name]

    interval = of(D, "interval")
    yield "reference", lambda: about(interval["relative"], interval["error"]), EXACT
    yield "run text", lambda: printed(along(TEXT["d"], axis), "interval +D_eff / D ="), PRINTED
    yield "run --json", lambda: of_object(interval), EXACT
    yield ".tile, probe --json", lambda: of_object(of(PROBE["d"], "interval")), EXACT
    yield ".tile, probe", lambda: printed(PROBE_TEXT, f"D_eff / D along {axis} +"), PRINTED
    yield "Python diffusivity", lambda: of_pair(PYTHON["d"].interval[axis]), EXACT
    yield "Python tortuosity", lambda: of_pair(PYTHON["t"].relative_interval[axis]), EXACT
    for page in PAGES:
        yield page, lambda page=page: row_of(page, f"Effective diffusivity, Deff / D along {axis}"), EXACT
    for page in ("page of .tile", "page of --json"):
        yield f"{page}, all numbers", lambda page=page: in_cell(page, "Effective diffusivity, Deff / D", axis), PRINTED


def inverse(axis, over, key, page_name, python, other):
    """over / D_eff, of which the ends change places."""
    def of(kind):
        (found,) = [one for one in kind["diffusion"] if one["axis"] == axis]
        return of_object(found[f"{key}_interval"])

    (interval,) = [one["interval"] for one in D["diffusion"] if one["axis"] == axis]
    middle, low, high = about(interval["relative"], interval["error"])
    word = key.replace("_", " ")
    yield "reference", lambda: (over / middle, over / high, over / low), EXACT
    yield "run text", lambda: printed(along(TEXT["d"], axis)[along(TEXT["d"], axis).index("interval"):], word), PRINTED
    yield "run --json", lambda: of(D), EXACT
    yield ".tile, probe --json", lambda: of(PROBE["d"]), EXACT
    yield ".tile, probe", lambda: printed(PROBE_TEXT, f"{word} along {axis} +"), PRINTED
    yield "Python tortuosity", lambda: of_pair(getattr(PYTHON["t"], python)[axis]), EXACT
    yield "Python diffusivity", lambda: of_pair(getattr(PYTHON["d"], other)[axis]), EXACT
    for page in PAGES:
        yield page, lambda page=page: row_of(page, f"{page_name} along {axis}"), EXACT


def band():
    """By the thresholds: the least and the largest of the levels, an area of voxels."""
    k = BAND.permeability_voxel2 * DX**2
    found = float(k[list(BAND.levels).index(BAND.level)]), float(k.min()), float(k.max())
    yield "reference", lambda: found, EXACT
    yield "Python", lambda: of_pair(BAND.interval), EXACT
    yield "Python, named", lambda: (BAND.permeability, BAND.permeability_low, BAND.permeability_high), EXACT
    text = re.search(rf"permeability, m2 +{NUMBER}, {NUMBER} to {NUMBER} over", BAND_TEXT).groups()
    yield "data/band", lambda: tuple(map(float, text)), 1e-4
    _, low, high = row_of("band", "Permeability over the band of thresholds along z")
    yield "page", lambda: (found[0], low, high), 1e-8


def grid_of_band():
    """By the grid, at the chosen level, whose file is the one that stays."""
    (found,) = told("tessera-run", "band/voxels.tile", "--permeability", "z", "--converge", "1e-4", "--refine",
                    "--quiet")["permeability"]
    one = about(found["interval"]["m2"], found["interval"]["error_m2"])
    yield "reference", lambda: one, EXACT
    yield "Python", lambda: of_pair(BAND.grid_interval), EXACT
    yield "Python, half", lambda: about(one[0], BAND.grid_error), EXACT
    ends = re.search(rf"by the grid alone, voxel2 +{NUMBER} to {NUMBER}", BAND_TEXT).groups()
    yield "data/band", lambda: (one[0], *(float(end) * DX**2 for end in ends)), 1e-3
    yield "page", lambda: row_of("band", "Permeability along z"), 1e-8


def over_band(key, column, word, title):
    """A curve over the levels: at the chosen one, the least and the largest; porosity as counted here."""
    at = list(BAND.levels).index(BAND.level)

    def of(values):
        assert len(values) == len(BAND.levels)
        return float(values[at]), float(min(values)), float(max(values))

    def drawn():
        """Heights of the points over the lower end of the mark, which ends at the largest."""
        with open("band.html", encoding="utf-8") as file:
            chart = html.unescape(file.read()).split(f"<figcaption>{title} over the band of thresholds<")[1]
        assert f"a reasonable person could choose: {BAND.low:.6g} to {BAND.high:.6g}; chosen: {BAND.level:.6g}" in chart
        points, mark = ([float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", re.search(rf'class="curve curve{i}" d="([^"]*)"', chart)[1])]
                        for i in range(2))
        return of([(mark[0] - y) / (mark[0] - mark[1]) * max(BAND.values[key]) for y in points])

    with open("out/curves.csv", encoding="utf-8") as file:
        table = [float(row[column]) for row in csv.DictReader(file)]
    python = of(BAND.values[key])
    yield "reference", lambda: of([float((GREY < level).mean()) for level in BAND.levels]) if key == "porosity" else python, EXACT
    yield "Python", lambda: python, EXACT
    yield "curves.csv", lambda: of(table), 1e-4
    text = re.search(rf" {word} +{NUMBER}, {NUMBER} to {NUMBER} over", BAND_TEXT).groups()
    yield "data/band", lambda: tuple(map(float, text)), 1e-4
    yield "chart of the page", drawn, 0.01


def mark():
    """Where the chosen level stands in the charts over the levels: at the point of that level."""
    with open("band.html", encoding="utf-8") as file:
        chart = file.read().split("<figcaption>Permeability over the band of thresholds<")[1]
    with open("out/curves.svg", encoding="utf-8") as file:
        drawn = file.read()
    points, at = r'class="curve curve{}" d="([^"]*)"', list(BAND.levels).index(BAND.level)
    curve, line = (re.findall(r"[ML]([\d.]+) ", re.search(points.format(i), chart)[1]) for i in range(2))
    assert 0 < at < len(BAND.levels) - 1 and len(set(curve)) == len(BAND.levels)
    yield "reference", lambda: (float(curve[at]), None, None), EXACT
    yield "page", lambda: (float(line[0]), None, None), EXACT
    yield "page, its other end", lambda: (float(line[1]), None, None), EXACT
    blue, red = (re.search(rf'd="M([^"]*L[^"]*)" stroke="{colour}"', drawn)[1].split("L") for colour in ("#1f77b4", "#d62728"))
    beside = float(red[0].split()[0]) - float(blue[at].split()[0])
    yield "picture of data/band", lambda: (float(curve[at]) + beside, None, None), EXACT


def reynolds():
    """Superficial velocity times the root of k over the viscosity, of the plain flow; here from the force: u = g k / nu."""
    k, nu = PROBE["k"]["permeability"][0]["voxel2"], PROBE["k"]["viscosity"]
    drive = PROBE["k"]["pressure_drop"] / PROBE["k"]["length"]
    one = drive * k / nu * math.sqrt(k) / nu
    yield "reference", lambda: (one, None, None), EXACT
    yield "probe --json", lambda: (PROBE["k"]["reynolds"], None, None), 1e-6
    for page in ("page of .tile", "page of both"):
        yield page, lambda page=page: (float(cell_of(page, "Reynolds number (root of k)")[0]), None, None), 6e-3


def windows():
    """The spread of windows (--rev): mean and deviation of the porosity of those of 8 voxels, side by side from the corner."""
    size = 8
    shape = [side // size for side in MASK.shape]
    cut = MASK[tuple(slice(0, side * size) for side in shape)]
    each = cut.reshape(shape[0], size, shape[1], size, shape[2], size).mean(axis=(1, 3, 5))
    one = about(float(each.mean()), float(each.std(ddof=1)))
    rev = ("tessera-stats", "pores.tile", "--rev=4")
    (report,) = [row for row in told(*rev)["rev"] if row["size"] == size]
    python = tessera.stats("pores.tile", rev=4)["rev"][1]
    table = {row["measure"]: float(row["value"]) for row in csv.DictReader(io.StringIO(said(*rev, "--csv"))) if row["x"] == "8"}
    with open("rev.json", "w", encoding="utf-8") as out:
        out.write(said(*rev, "--json"))
    said("tessera-report", "rev.json", "-o", "rev.html")

    def drawn():
        """Both curves of the chart, whose heights those of 4 voxels tell."""
        with open("rev.html", encoding="utf-8") as file:
            chart = file.read().split("<figcaption>Porosity of windows<")[1].split("</figure>")[0]
        assert len(re.findall(r'class="curve curve\d" d="M[\d.]+ [\d.]+h', chart)) == 2  # keys of curves
        mean, deviation = ([float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", points)]
                           for points in re.findall(r'class="curve curve\d" d="(M[^h"]*)"', chart))
        (small,) = [row for row in told(*rev)["rev"] if row["size"] == 4]
        rise = (small["porosity"] - small["porosity_deviation"]) / (mean[0] - deviation[0])
        return about(*(small["porosity"] + rise * (curve[1] - mean[0]) for curve in (mean, deviation)))

    yield "reference", lambda: one, EXACT
    yield "chart of the page", drawn, 0.01
    yield "stats --json", lambda: about(report["porosity"], report["porosity_deviation"]), EXACT
    yield "Python", lambda: about(python["porosity"], python["porosity_deviation"]), EXACT
    yield "stats --csv", lambda: about(table["rev_porosity"], table["rev_porosity_deviation"]), 1e-7
    yield "stats text", lambda: printed(said(*rev).split("of 4 voxels")[1], "\n +"), PRINTED


FACTS = {
    "permeability along y": permeability(),
    "permeability over the band": band(),
    "permeability at the level of the band": grid_of_band(),
    **{f"{word} over the band": over_band(key, column, word, title) for key, column, word, title in (
        ("porosity", "porosity", "porosity", "Porosity"),
        ("specific_surface", "specific_surface", "surface, 1/voxel", "Specific surface"),
        ("largest_ball", "largest_ball", "largest ball, voxels", "Largest ball that passes"),
        ("diffusivity", "d_eff", "D_eff / D", "Diffusivity"),
        ("permeability_voxel2", "permeability_voxel2", "permeability, voxel2", "Permeability"))},
    "mark of the chosen level": mark(),
    "Reynolds number": reynolds(),
    "porosity of windows": windows(),
    **{f"D_eff along {axis}": diffusivity(axis) for axis in AXES},
    **{f"tortuosity factor along {axis}": inverse(axis, POROSITY, "tortuosity_factor", "Tortuosity factor", "interval",
                                                  "tortuosity_interval") for axis in AXES},
    **{f"formation factor along {axis}": inverse(axis, 1, "formation_factor", "Formation factor", "formation_interval",
                                                 "formation_interval") for axis in AXES},
}


# ---- the comparison --------------------------------------------------------------------------------------------------


def differs(found, wanted, tolerance):
    """Of half of the interval, or of the number where there is none."""
    value, low, high = wanted
    size = abs(value) if low is None else max(value - low, high - value)
    return any(one is not None and not abs(one - other) <= tolerance * size + 1e-9 * abs(value)
               for one, other in zip(found, wanted) if other is not None)


wrong, count = [], 0
for quantity, rows in FACTS.items():
    first = None
    for where, how, tolerance in rows:
        try:
            found = how()
        except (AssertionError, AttributeError, KeyError, TypeError, ValueError) as error:
            wrong.append(f"{quantity}: {where}: {type(error).__name__}: {error}")
            continue
        first = first or found
        count += 1
        if differs(found, first, tolerance):
            wrong.append(f"{quantity}: {where}: {found}, elsewhere {first}")
# a place that shows the plain number would be found
for quantity, plain, interval, middle in (
        *(("k", k["m2"], k["interval"], "m2") for k in K["permeability"]),
        *(("D_eff", d["relative"], d["interval"], "relative") for d in D["diffusion"])):
    if abs(plain - interval[middle]) < 0.5 * (interval["high"] - interval[middle]):
        wrong.append(f"{quantity}: the plain value is that of the interval")
if wrong or count < 130:
    sys.exit("\n".join([*wrong, f"{count} facts"]))
print(f"{count} facts")
