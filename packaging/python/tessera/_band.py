# SPDX-License-Identifier: BSD-3-Clause
"""What the choice of a threshold leaves open: tessera.band.

>>> import numpy, tessera
>>> z, y, x = numpy.mgrid[:16, :16, :16]
>>> grey = (100 + 10 * numpy.hypot(x - 7.5, y - 7.5)).clip(120, 180).astype(numpy.uint8)  # a tube with soft walls
>>> tube = tessera.band(grey, voxel=5e-6, points=3, periodic="z")
>>> tube.low < tube.level < tube.high, len(tube.levels), bool((numpy.diff(tube.permeability_voxel2) >= 0).all())
(True, 4, True)
>>> tube.permeability_low < tube.permeability < tube.permeability_high
True
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._ask import _directed, _first, _unmasked
from ._error import Error
from ._file import Path
from ._process import Done, call
from ._questions import QUESTIONS
from ._result import Folder, Interval, Result

_WAYS = ("threshold", "segment", "hysteresis")
_OF_FLOW = {"value", "low", "high", "error_voxel2"}  # of an interval, as much larger of a core as its box is
_NO_WAY = 3  # exit status: nothing leads through
_UNITS = {
    "low": "grey",
    "middle": "grey",
    "high": "grey",
    "level": "grey",
    "levels": "grey",
    "porosity": "",
    "specific_surface": "1/voxel",
    "largest_ball": "voxels",
    "diffusivity": "",
    "permeability_voxel2": "voxel2",
    "permeability": "m2",
    "permeability_low": "m2",
    "permeability_high": "m2",
    "interval": "",
    "grid_interval": "",
    "grid_error": "m2",
    "no_interval": "",
}


def band(grey: Any, voxel: Any = None, axis: "str | None" = None, points: int = 15, *, device: "str | None" = None,
         periodic: "str | None" = None, keep: "Path | None" = None, progress: Any = None, **options: Any) -> Result:
    """What follows from thresholds that a reasonable person could choose, by the edges of a grey-level image.

    Porosity, surface, the radius of the largest ball that passes, diffusivity and permeability at `points` levels of
    the band of `tessera.voxelize(..., band=True)`, and at the level itself: the threshold of the edges, or that of
    threshold=, hysteresis= or segment="watershed", of which both levels are moved.

    grey: numbers [z, y, x], or the file of an image. With mask=, a file or an array that is not 0 inside, or with a masked
    array, all values are those of the inside.
    voxel: the side of a voxel in metres, or a text such as "5um"; None: unknown, or that of the file.
    axis: of the flow; None: z, or x in one slice. points: levels from one end of the band to the other. device: of the runs. periodic: axes.
    keep: a folder for the files; None: they are temporary.
    progress: None (a bar in terminals and notebooks), True, False, or a function of the part done and a text.
    Other options are those of tessera-voxelize(1).

    Values:
    low, middle, high, level : of the band, and what is chosen
    levels, porosity, specific_surface, largest_ball, diffusivity, permeability_voxel2 : arrays, by level
    permeability, permeability_low, permeability_high : m2, at the level, and over the band
    interval, grid_interval : of the permeability, by the thresholds of the band and by the grid at the level; see
    tessera.Interval; no_interval: why there is none by the grid
    grid_error : m2, half of grid_interval
    """
    if points < 2:
        raise ValueError("band: points= is 2 or more")
    result = Result("band", Folder(keep))
    asked: dict[str, Any] = {"voxel": voxel}
    grey = _unmasked(QUESTIONS["segment"], grey, options)
    image = _first(QUESTIONS["segment"], grey, asked, {}, result, options)
    core = result._folder.file("mask.vox") if options.get("mask") is not None else None
    way = {name: options.pop(name) for name in _WAYS if name in options} or {"threshold": "edges"}
    options.update(voxel=asked["voxel"], progress=progress)
    ends = _call(result, "tessera-voxelize", image, {**options, **way, "band": True, "json": True, "mask_output": core}).report()
    direction = {"axis": axis}
    _directed(direction, grey, ends["grid"][2])
    axis = direction["axis"]
    runs = {"device": device, "progress": progress, "converge": "1e-4"}
    level = ends["threshold"] if ends["threshold"] is not None else sum(ends["levels"]) / 2
    levels = sorted({level, *np.linspace(ends["band"]["low"], ends["band"]["high"], points).tolist()})
    rows = [_look(result, image, {**options, **_at(way, ends, one - level, one)}, axis, periodic, runs, core, one == level)
            for one in levels]
    for name in ("level-voxels.vox", "level-voxels.tile"):
        if os.path.exists(result._folder.file(name)):
            os.remove(result._folder.file(name))
    result.values = {**{key: ends["band"][key] for key in ("low", "middle", "high")}, "level": level,
                     "levels": np.array(levels)}
    for key in ("porosity", "specific_surface", "largest_ball", "diffusivity", "permeability_voxel2"):
        result.values[key] = np.array([row[key] for row in rows])
    _add_interval(result, ends["voxel_size"], rows[levels.index(level)])
    result.units = {key: _UNITS[key] for key in result.values}
    return result


def _call(result: Result, name: str, file: str, options: dict[str, Any]) -> Done:
    done = call(name, [file], options)
    result.commands.append(done.command.replace(result._folder.path + os.sep, ""))
    result.warnings += [warning for warning in done.warnings if warning not in result.warnings]
    return done


def _at(way: dict[str, Any], ends: dict[str, Any], moved: float, level: float) -> dict[str, Any]:
    """The way to the classes, with another level."""
    if not ends["levels"]:
        return {"threshold": level}
    pair = ",".join(f"{value + moved:.9g}" for value in ends["levels"])
    return {"segment": f"watershed:{pair}"} if "segment" in way else {"hysteresis": pair}


def _look(result: Result, image: str, options: dict[str, Any], axis: str, periodic: "str | None",
          runs: dict[str, Any], core: "str | None", chosen: bool) -> dict[str, Any]:
    """What there is at one level; of the chosen one files stay. core: the mask whose inside counts."""
    of = "_mask" if core else ""
    folder, name = result._folder, "" if chosen else "level-"
    voxels, tiles = folder.file(f"{name}voxels.vox"), folder.file(f"{name}voxels.tile")
    _call(result, "tessera-voxelize", image, {**options, "output": voxels})
    pores = _call(result, "tessera-stats", voxels, {"json": True, "mask": core}).report()
    row = {"porosity": pores[f"porosity{of}"], "specific_surface": pores[f"specific_surface{of}"], "largest_ball": 0.0,
           "diffusivity": 0.0, "permeability_voxel2": 0.0}
    try:
        _call(result, "tessera-tile", voxels, {"keep": f"percolating={axis}", "lint": "no", "periodic": periodic,
                                               "output": tiles})
        balls = _call(result, "tessera-stats", tiles, {"intrusion": f"{axis}-", "json": True, "mask": core}).report()
        diffusion = _call(result, "tessera-run", tiles, {**runs, "diffusion": axis, "json": True}).report()
        flow = _call(result, "tessera-run", tiles, {
            **runs, "permeability": axis, "json": True, "refine": chosen,
            "output": folder.file("flow.tile") if chosen else None}).report()
    except Error as error:
        if error.code != _NO_WAY or chosen:
            raise
        return row
    if chosen:
        result._tiles.append("flow.tile")
    row["largest_ball"] = balls["critical_radius"][axis] or 0.0
    row["diffusivity"] = diffusion[f"diffusion{of}"][0]["relative"]
    row["permeability_voxel2"] = flow[f"permeability{of}"][0]["voxel2"]
    share = row["permeability_voxel2"] / flow["permeability"][0]["voxel2"]
    row["interval"] = {key: value * share if key in _OF_FLOW and value is not None else value
                       for key, value in (flow["permeability"][0]["interval"] or {}).items()}
    return row


def _add_interval(result: Result, side: "float | None", row: dict[str, Any]) -> None:
    scale = None if side is None else side * side
    k, interval = result.values["permeability_voxel2"], row["interval"]
    ends = {"value": row["permeability_voxel2"], "low": k.min(), "high": k.max()}
    for key, value in {"permeability": ends["value"], "permeability_low": ends["low"],
                       "permeability_high": ends["high"], "grid_error": interval.get("error_voxel2")}.items():
        result.values[key] = None if scale is None or value is None else float(value) * scale
    result.values["interval"] = Interval.of(
        {**{key: float(value) * (scale or 1) for key, value in ends.items()}, "unit": "m2" if scale else "voxel2"})
    result.values["grid_interval"] = Interval.of(interval) if interval.get("unit") else None
    result.values["no_interval"] = interval.get("none")
