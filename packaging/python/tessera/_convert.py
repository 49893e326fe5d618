# SPDX-License-Identifier: BSD-3-Clause
"""Files as data sets of xarray and grids of PyVista, where these are installed."""

from __future__ import annotations

import importlib
import os
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._process import call

if TYPE_CHECKING:
    from ._file import File

_AXES = "zyx"


def needed(name: str, what: str) -> Any:
    """A module that this one does not need for anything else."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ImportError(f"{what} needs {package}: pip install {package} ({error})", name=name) from None


def contents(file: "File") -> "dict[str, tuple[NDArray[Any], str]]":
    """The fields by name, and their units, without the components of the velocity; of a file without any the mask."""
    if not file.fields:
        return {"mask": (file.mask(), "1")}
    return {name: (file[name], unit) for name, unit in file.fields.items() if name not in ("ux", "uy", "uz")}


def origin(file: "File") -> "list[float]":
    """The corner of voxel 0, 0, 0 along x, y, z, in metres or, where the voxel is unknown, in voxels."""
    words = file.header.get("origin", "").split()
    return [float(word) for word in words] if len(words) == 3 and file.voxel else [0.0, 0.0, 0.0]


# ---- xarray ----------------------------------------------------------------------------------------------------------


def to_xarray(file: "File") -> Any:
    xarray = needed("xarray", "to_xarray")
    side, unit = (file.voxel, "m") if file.voxel else (1.0, "voxel")
    corner = dict(zip("xyz", origin(file)))
    places: dict[str, tuple[str, Any, dict[str, str]]] = {
        axis: (axis, corner[axis] + side * (np.arange(count) + 0.5), {"units": unit, "long_name": f"centre along {axis}"})
        for axis, count in zip(_AXES, file.shape)
    }
    variables = {}
    for name, (values, of) in contents(file).items():
        more = ("component",) if values.ndim == 4 else ()
        variables[name] = ((*_AXES, *more), values, {"units": of, "long_name": name.replace("_", " ")})
        if more:
            places["component"] = ("component", ["x", "y", "z"], {})
    about: dict[str, Any] = {"title": os.path.basename(file.path), "history": "\n".join(file.history)}
    if file.voxel:
        about.update(voxel=file.voxel, voxel_units="m")
    return xarray.Dataset(variables, places, about)


# ---- PyVista ---------------------------------------------------------------------------------------------------------


def to_pyvista(files: "dict[str, File]", wall: bool) -> Any:
    """A grid of the voxels, or their faces between fluid and solid. files: by axis, "" of one."""
    pyvista = needed("pyvista", "to_pyvista")
    first = next(iter(files.values()))
    side = first.voxel or 1.0
    found = {}
    for axis, file in files.items():
        for name, (values, _) in contents(file).items():
            found[f"{name}_{axis}" if axis else name] = values.reshape(-1, *values.shape[3:])
    if wall:
        made, beside = _faces(pyvista, first.mask(), side, origin(first))
        made.cell_data.update({name: values[beside] for name, values in found.items()})
        return made
    grid = pyvista.ImageData(dimensions=[n + 1 for n in first.grid], spacing=(side,) * 3, origin=origin(first))
    grid.cell_data.update(found)
    return grid


def _faces(pyvista: Any, mask: "NDArray[np.bool_]", side: float, corner: "list[float]") -> "tuple[Any, NDArray[np.int64]]":
    """Squares between fluid and solid, which look into the solid, and the fluid voxel beside each of them."""
    quads, beside = [], []
    size = np.array(mask.shape) + 1
    number = np.arange(size.prod()).reshape(size)  # of corners
    for axis in range(3):
        last = mask.shape[axis] - 1
        for behind in (False, True):
            here = np.moveaxis(mask, axis, 0)[:-1] if behind else np.moveaxis(mask, axis, 0)[1:]
            there = np.moveaxis(mask, axis, 0)[1:] if behind else np.moveaxis(mask, axis, 0)[:-1]
            at = np.argwhere(here & ~there)
            corners = np.moveaxis(number, axis, 0)[1 : last + 1]  # those of the plane between the two
            p, a, b = at.T
            around = [corners[p, a, b], corners[p, a, b + 1], corners[p, a + 1, b + 1], corners[p, a + 1, b]]
            quads.append(np.stack(around if behind != (axis == 1) else around[::-1], axis=1))
            voxel = np.moveaxis(np.arange(mask.size).reshape(mask.shape), axis, 0)
            beside.append((voxel[:-1] if behind else voxel[1:])[p, a, b])
    used, faces = np.unique(np.concatenate(quads), return_inverse=True)
    places = np.stack(np.unravel_index(used, size)[::-1], axis=1) * side + corner
    faces = faces.reshape(-1, 4)
    cells = np.concatenate([np.full((len(faces), 1), 4), faces], axis=1)
    return pyvista.PolyData(places, cells.ravel()), np.concatenate(beside)


def on_surface(file: "File", surface: "str | os.PathLike[str]", unit: "str | None") -> Any:
    """The triangles of a surface with the values of the wall beside them."""
    pyvista = needed("pyvista", "to_pyvista")
    with tempfile.TemporaryDirectory(prefix="tessera-") as folder:
        path = os.path.join(folder, "wall.vtp")
        call("tessera-probe", [file], {"vtp": path, "on": surface, "unit": unit, "json": True})
        return pyvista.read(path)
