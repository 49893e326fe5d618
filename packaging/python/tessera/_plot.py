# SPDX-License-Identifier: BSD-3-Clause
"""Pictures by matplotlib, where it is installed: slices and curves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np
from numpy.typing import NDArray

from ._convert import needed

if TYPE_CHECKING:
    from ._file import Beat, File

_LENGTHS = [(1e-9, "nm"), (1e-6, "\u00b5m"), (1e-3, "mm"), (1.0, "m")]
_SOLID = "0.85"
CURVES = {  # what is across and up
    "distribution": ("radius", "share of the volume up to it"),
    "saturation": ("radius", "saturation"),
    "capillary_pressure": ("capillary pressure", "saturation"),
    "correlation": ("distance", "probability"),
}


def axes(given: Any) -> Any:
    pyplot = needed("matplotlib.pyplot", "plot")
    return pyplot.subplots(layout="constrained")[1] if given is None else given


def _prefix(length: float) -> "tuple[float, str]":
    """The unit in which a length has one to three digits before the point."""
    fitting = [row for row in _LENGTHS if length >= row[0]]
    return fitting[-1] if fitting else _LENGTHS[0]


# ---- slices ----------------------------------------------------------------------------------------------------------


def slice_of(file: "File", name: "str | None", axis: str, at: "int | None", ax: Any, options: "dict[str, Any]") -> Any:
    """A slice through a field, of vectors their length, with a scale bar and a colour bar."""
    if axis not in "xyz" or len(axis) != 1:
        raise ValueError(f"axis {axis!r}: expected 'x', 'y' or 'z'")
    name = name or default(file)
    count = file.grid["xyz".index(axis)]
    at = count // 2 if at is None else at
    if not 0 <= at < count:
        raise ValueError(f"at {at}: expected 0 to {count - 1}, a slice along {axis}")
    values, unit = _taken(file, name, axis, at)
    ax = axes(ax)
    if name == "mask":
        options = {"cmap": "gray", "vmin": 0, "vmax": 1, **options}
    else:
        options = {**_colours(values), **options}
    image = ax.imshow(values, origin="lower", interpolation="nearest", **options)
    ax.set_facecolor(_SOLID)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(f"{axis} = {at}", fontsize="medium")
    scale_bar(ax, file.voxel, values.shape[1])
    if name != "mask":
        ax.figure.colorbar(image, ax=ax, label=f"{name} ({unit})" if unit not in ("", "1") else name)
    return ax


def default(file: "File") -> str:
    fields = file.fields
    return "speed" if "speed" in fields else next(iter(fields), "mask")


def _taken(file: "File", name: str, axis: str, at: int) -> "tuple[NDArray[Any], str]":
    """The slice [up, across], and its unit."""
    slab = (at, at + 1) if axis == "z" else None
    if name == "mask":
        values: NDArray[Any] = file.mask(slab)
        unit = ""
    else:
        unit = file.fields.get(name, "")
        values = file[name] if slab is None else file._in_units(name, slab)
    index = 0 if slab else at
    values = values[index] if axis == "z" else values[:, index] if axis == "y" else values[:, :, index]
    return (np.sqrt((values**2).sum(axis=-1)) if values.ndim == 3 else values), unit


def _colours(values: "NDArray[Any]") -> "dict[str, Any]":
    """A map that is even to the eye; of values of both signs one that is white at 0."""
    known = values[np.isfinite(values)]
    if known.size and known.min() < 0 < known.max():
        most = max(-known.min(), known.max())
        return {"cmap": "RdBu_r", "vmin": -most, "vmax": most}
    return {"cmap": "viridis"}


def scale_bar(ax: Any, voxel: "float | None", width: int) -> None:
    """A bar of 1, 2 or 5 times a power of ten, about a quarter of the width; of pixels that are voxels."""
    side = voxel or 1.0
    target = width * side / 4
    power = 10.0 ** math.floor(math.log10(target))
    length = next(step * power for step in (5, 2, 1) if step * power <= target * (1 + 1e-9))
    unit, text = _prefix(length) if voxel else (1.0, "voxels")
    offset = needed("matplotlib.offsetbox", "plot")
    drawing = offset.AuxTransformBox(ax.transData)
    patches = needed("matplotlib.patches", "plot")
    drawing.add_artist(patches.Rectangle((0, 0), length / side, 0.015 * width, color="black"))
    label = offset.TextArea(f"{length / unit:g} {text}")
    packed = offset.VPacker(children=[drawing, label], align="center", pad=0, sep=3)
    box = offset.AnchoredOffsetbox("lower right", child=packed, pad=0.3, borderpad=0.4, frameon=True)
    box.patch.set(alpha=0.75, linewidth=0)
    ax.add_artist(box)


# ---- curves ----------------------------------------------------------------------------------------------------------


def curve(name: str, value: Any, units: str, voxel: "float | None", ax: Any, options: "dict[str, Any]") -> Any:
    """Rows of x and y, or by axis what is at a distance of 0, 1, 2, ... voxels."""
    across, up = CURVES[name]
    ax = axes(ax)
    parts: Mapping[str, Any] = value if isinstance(value, dict) else {"": value}
    unit = units.partition(",")[0] if "," in units else "m" if voxel else "voxel"
    for axis, part in parts.items():
        found = np.asarray(part, float)
        if found.ndim == 1:
            found = np.stack([np.arange(found.size) * (voxel or 1.0), found], axis=1)
        if name == "distribution":
            found = np.stack([found[:, 0], np.cumsum(found[:, 1])], axis=1)
        scale, label = _prefix(np.nanmax(found[:, 0])) if unit == "m" else (1.0, unit)
        ax.plot(found[:, 0] / scale, found[:, 1], label=f"along {axis}" if axis else None, **options)
    ax.set_xlabel(f"{across} ({label})")
    ax.set_ylabel(up)
    if name == "capillary_pressure" and found[:, 0].max() > 20 * found[:, 0].min():
        ax.set_xscale("log")
    if len(parts) > 1:
        ax.legend()
    return ax


def beat(found: "Beat", ax: Any, options: "dict[str, Any]") -> Any:
    """The flow through each opening, and in a frame below it its pressure. Returns both frames."""
    pyplot = needed("matplotlib.pyplot", "plot")
    frames = pyplot.subplots(2, sharex=True, layout="constrained")[1] if ax is None else ax
    physical = found.units == "SI"
    rows = [(found.flow, "flow (mL/s)" if physical else "flow (lattice)", 1e6 if physical else 1.0),
            (found.pressure, "pressure (Pa)" if physical else "pressure (lattice)", 1.0)]
    for frame, (curves, label, scale) in zip(frames, rows):
        for name, values in curves.items():
            frame.plot(found.time, scale * values, label=name, **options)
        frame.set_ylabel(label)
    frames[0].legend()
    frames[-1].set_xlabel("time (s)" if physical else "time (steps)")
    return frames
