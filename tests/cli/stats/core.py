# SPDX-License-Identifier: BSD-3-Clause
"""Measures of a core against brute force over all nodes and all pairs of them: mask.sh runs this in an empty folder.
Arrays are [z, y, x]; core.vox was cut with mask.vox, whole.vox was not, and both have the same core."""

import csv
import itertools
import json
import re
import subprocess

import numpy as np

SIDE = 3e-6
rng = np.random.default_rng(8)
z, y, x = np.mgrid[:12, :15, :19]
mask = (x - 9 + 0.5 * (z - 6)) ** 2 / 60 + (y - 6) ** 2 / 40 + (z - 5) * (y - 7) / 90 < 1  # oblique, and no face is like another
noise = rng.normal(size=mask.shape)
for axis in range(3):
    noise = noise + np.roll(noise, 1, axis) + np.roll(noise, -1, axis)
fluid = noise > np.quantile(noise, 0.3)
core = fluid & mask
solid = ~fluid & mask


def tessera(*arguments):
    return subprocess.run(["tessera", *arguments], check=True, stdout=subprocess.PIPE).stdout


def volume(name, values, *options):
    values.astype("uint8").tofile(name + ".raw")
    tessera("voxelize", "-q", "--raw", "19,15,12,u8", "--fluid", "equal=1", "--voxel", "3um", name + ".raw", *options,
            "-o", name + ".vox")


def near(found, wanted):
    np.testing.assert_allclose(np.array(found, float), np.array(wanted, float), rtol=1e-5, atol=1e-12)


volume("mask", mask)
volume("whole", fluid)
volume("core", fluid, "--mask", "mask.vox")
for name in ("core", "whole"):
    tessera("tile", "-q", "--lint", "no", name + ".vox", "-o", name + ".tile")

asked = ["--thickness", "--intrusion", "z-", "--two-point", "6", "--lineal-path", "5", "--rev=3", "--anisotropy",
         "--network", "pores.csv", "-o", "values.tile"]
reports = [json.loads(tessera("stats", "--json", "--mask", "mask.vox", *asked, name)) for name in
           ("core.vox", "whole.tile", "core.tile")]
for name in ("peak_memory", "digest", "version"):
    for one in reports:
        one.pop(name, None)
report = reports[0]
for other in reports[1:]:
    for key in [key for key in report if key.endswith("_mask") or key in (
            "thickness", "intrusion", "critical_radius", "two_point", "lineal_path", "rev", "anisotropy", "minkowski", "network")]:
        assert report[key] == other[key], key

# ---- volume, surface, layers, Euler number, chords
nodes = int(mask.sum())
assert report["mask_nodes"] == report["measured_nodes"] == nodes
near(report["porosity_mask"], core.sum() / nodes)
faces = 0
for axis in range(3):
    a, b = [np.moveaxis(part, axis, 0) for part in (core, solid)]
    faces += int((a[1:] & b[:-1]).sum() + (a[:-1] & b[1:]).sum())
assert report["surface_faces_mask"] == faces
near(report["specific_surface_mask"], 2 / 3 * faces / nodes)
near(report["specific_surface_mask_per_m"], 2 / 3 * faces / nodes / SIDE)
assert report["specific_surface"] != report["specific_surface_mask"]
text = tessera("stats", "--mask", "mask.vox", "core.vox").decode()
for axis, name in enumerate("zyx"):
    across = tuple(a for a in range(3) if a != axis)
    of_mask = mask.sum(across)
    wanted = [c / m if m else None for c, m in zip(core.sum(across), of_mask)]
    near([v for v in report["porosity_profile_mask"][name] if v is not None], [v for v in wanted if v is not None])
    shares = [v for v in wanted if v is not None]
    says = re.search(rf"(?:layers inside|  ) +([\d.]+) to ([\d.]+) along {name}\n", text[text.index("layers inside"):])
    assert says[1] == f"{min(shares):.4g}" and says[2] == f"{max(shares):.4g}", (name, says[0])
    runs = np.diff(np.moveaxis(core, axis, 0).astype(int), axis=0, prepend=0)
    near(report["chord_mask"][name], core.sum() / (runs == 1).sum())
euler = core.sum()
for n, sign in ((1, -1), (2, 1), (3, -1)):
    for axes in itertools.combinations(range(3), n):
        cell = core
        for axis in axes:
            cell = np.moveaxis(np.moveaxis(cell, axis, 0)[1:] & np.moveaxis(cell, axis, 0)[:-1], 0, axis)
        euler += sign * cell.sum()
assert report["euler_mask"] == euler == report["minkowski"]["euler_number"]

# ---- distances to solid of the core: what is outside it is no wall, and no ball begins there
places, walls = np.argwhere(core), np.argwhere(solid)
square = ((places[:, None] - walls[None]) ** 2).sum(2).min(1)
apart = ((places[:, None] - places[None]) ** 2).sum(2)


def covered(values):
    return np.where(apart < values[None], values[None], 0).max(1)


def field(name):
    tessera("probe", "-q", "--field", name, "--npy", "value.npy", "values.tile")
    return np.load("value.npy").reshape(mask.shape) / SIDE


thickness = np.sqrt(covered(square))
near(field("thickness")[core], thickness)
near([report["thickness"]["mean_radius"], report["thickness"]["max_radius"]], [thickness.mean(), thickness.max()])
near(report["thickness"]["mean_radius_m"], thickness.mean() * SIDE)

# ---- intrusion from z-: a flood through the nodes with at least that distance
steps = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
joined = np.zeros(apart.shape, bool)
for i, step in enumerate(places):
    joined[i] = apart[i] == 1
entry = np.zeros(len(places), int)
through = 0
for value in np.unique(square)[::-1]:
    wide = square >= value
    reached = wide & (places[:, 0] == 0)
    while True:
        more = wide & (joined[reached].any(0) | reached)
        if (more == reached).all():
            break
        reached = more
    entry[reached & (entry == 0)] = value
    if not through and (places[reached, 0] == mask.shape[0] - 1).any():
        through = value
entered = np.sqrt(covered(entry))
near(field("intrusion")[core], entered)
near(report["critical_radius"]["z"], np.sqrt(through))
for radius, saturation in report["intrusion"]:
    near(saturation, (entered >= radius - 1e-9).mean())

# ---- correlations: pairs, and ways, that lie in the core
for axis, name in enumerate("zyx"):
    a, m = np.moveaxis(core, axis, 0), np.moveaxis(mask, axis, 0)
    whole, ways = a, m
    for lag in range(7):
        n = len(a) - lag
        near(report["two_point"][name][lag], (a[:n] & a[lag:]).sum() / (m[:n] & m[lag:]).sum())
        whole, ways = (whole[:n] & a[lag:], ways[:n] & m[lag:])
        if lag < 6:
            near(report["lineal_path"][name][lag], whole.sum() / ways.sum())

# ---- windows that lie in the core
for window in report["rev"]:
    edge = window["size"]
    found = []
    for at in itertools.product(*(range(0, n - edge + 1, edge) for n in mask.shape)):
        cut = tuple(slice(i, i + edge) for i in at)
        if mask[cut].all():
            found.append(core[cut].mean())
    assert window["windows"] == len(found)
    near(window["porosity"], np.mean(found))

# ---- intercepts: lines through cells of 2 x 2 x 2 nodes that lie in the core
cells = np.ones(tuple(n - 1 for n in mask.shape), bool)
for corner in itertools.product((0, 1), repeat=3):
    cells &= mask[tuple(slice(c, c + n) for c, n in zip(corner, cells.shape))]
for one in report["anisotropy"]["intercepts"]:
    by = one["direction"][::-1]
    lines = changes = 0
    corners = [c for c in itertools.product((0, 1), repeat=3) if all(0 <= c[a] + by[a] <= 1 for a in range(3))]
    for c in corners:
        here, there = [core[tuple(slice(c[a] + k * by[a], c[a] + k * by[a] + cells.shape[a]) for a in range(3))] for k in (0, 1)]
        lines += cells.sum()
        changes += (here != there)[cells].sum()
    near(one["length"], lines * np.sqrt(np.dot(by, by)) / changes)
assert report["minkowski"]["volume"] == core.sum()

# ---- network: every node and every wall of the core belongs to a pore, and the cut is no wall
with open("pores.csv", newline="") as file:
    names, *rows = csv.reader(file)
column = {name: np.array([float(c) for c in cells if c and c not in ("True", "False")]) for name, cells in zip(names, zip(*rows))}
near(column["pore.volume"].sum(), core.sum() * SIDE**3)
near(column["pore.surface_area"].sum(), faces * SIDE**2)
near(column["pore.inscribed_diameter"].max(), 2 * SIDE * np.sqrt(square.max()))

# ---- of the solid
report = json.loads(tessera("stats", "--json", "--thickness", "--of", "solid", "--mask", "mask.vox", "core.vox"))
square = ((walls[:, None] - places[None]) ** 2).sum(2).min(1)
apart = ((walls[:, None] - walls[None]) ** 2).sum(2)
near(report["thickness"]["mean_radius"], np.sqrt(covered(square)).mean())
