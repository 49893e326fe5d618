# SPDX-License-Identifier: BSD-3-Clause
"""The answer to a question: tessera.Result."""

from __future__ import annotations

import csv
import glob
import os
import re
import shutil
import tempfile
import weakref
from typing import Any, Mapping, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _convert, _html, _plot
from ._file import Beat, File, Path
from ._process import call


class Folder:
    """Where the files of a question are: a temporary folder, which goes with this object, or one that is kept."""

    def __init__(self, keep: "Path | None" = None) -> None:
        self.kept = keep is not None
        if keep is None:
            self.path = tempfile.mkdtemp(prefix="tessera-")
            weakref.finalize(self, shutil.rmtree, self.path, True)
        else:
            self.path = os.fspath(keep)
            os.makedirs(self.path, exist_ok=True)

    def file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def __getstate__(self) -> dict[str, Any]:
        """Temporary files travel with a pickle: the process that made them may have ended when it is read."""
        if self.kept:
            return {"kept": os.path.abspath(self.path)}
        files = {}
        for name in os.listdir(self.path):
            with open(self.file(name), "rb") as file:
                files[name] = file.read()
        return {"files": files}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state.get("kept"))  # type: ignore[misc]
        for name, content in state.get("files", {}).items():
            with open(self.file(name), "wb") as file:
                file.write(content)


class Interval(NamedTuple("Ends", [("low", float), ("high", float)])):
    """The pair (low, high) between which a result lies; .value is the result itself, and .unit that of all three."""

    value: float
    unit: str

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> "Interval | None":
        """From the object of a report; None: it has no ends."""
        if found["low"] is None or found["high"] is None:
            return None
        made = cls(found["low"], found["high"])
        made.value, made.unit = found["value"], found["unit"]
        return made

    def __repr__(self) -> str:
        unit = "" if self.unit == "1" else f" {self.unit}"
        return f"{self.value:.6g} ({self.low:.6g} to {self.high:.6g}){unit}"


class Result:
    """What a question such as tessera.permeability found.

    The named values are attributes, numbers of the programs' reports in the units of `units`; None: unknown. Fields are
    attributes, too, arrays [z, y, x] with NaN in solids, see tessera.File.

    values, units
        The named values, and the unit of each.
    fields
        The fields by name, and the unit of each; "lattice" where what SI needs was not given, such as the viscosity.
    json
        The report of each program as --json writes it, by the program's name.
    interval
        The ends of the main number, see tessera.Interval; None: not known.
    warnings
        What the programs warned of.
    commands
        Their command lines; files are those in the folder of keep=.
    files
        The files by name, if keep= was given as long as those are there, else as long as this result is.
    """

    def __init__(self, name: str, folder: Folder) -> None:
        self.name, self._folder = name, folder
        self.values: dict[str, Any] = {}
        self.units: dict[str, str] = {}
        self.json: dict[str, dict[str, Any]] = {}
        self.warnings: list[str] = []
        self.commands: list[str] = []
        self._source = ""  # the voxels
        self._surface: dict[str, Any] = {}  # the file that they were made of, and its unit
        self._tiles: list[str] = []  # names of files, of which the last have the fields

    # ---- values and fields ----

    @property
    def files(self) -> dict[str, str]:
        return {name: self._folder.file(name) for name in sorted(os.listdir(self._folder.path))}

    @property
    def fields(self) -> dict[str, str]:
        return {name: unit for file in self._opened().values() for name, unit in file.fields.items()}

    def _opened(self) -> dict[str, File]:
        """The files of the last program that wrote one: several axes have a file each, flow-x.tile ..."""
        for name in reversed(self._tiles):
            base, extension = os.path.splitext(name)
            found = glob.glob(f"{glob.escape(self._folder.file(base))}*{extension}")
            if found:
                return {os.path.basename(path): File(path) for path in sorted(found)}
        return {}

    def __getitem__(self, name: str) -> Any:
        """A field, in SI where the file states what that needs; of several axes a dict of them."""
        files = {key: file for key, file in self._opened().items() if name in file.fields}
        if not files:
            raise KeyError(f"{name}: expected a field: {', '.join(self.fields) or 'there is none'}")
        fields = {_axis(key): file[name] for key, file in files.items()}
        return fields.get("", fields)

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values", {})
        if name in values:
            return values[name]
        if name == "interval":  # the error of other questions is not known
            return None
        if not name.startswith("_") and not hasattr(type(self), name) and name in self.fields:
            return self[name]
        raise AttributeError(f"{name}: expected {', '.join(values)} or a field")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.values, *self.fields]

    # ---- for other packages ----

    def _by_axis(self) -> dict[str, File]:
        """The files with fields by axis, "" of one; without any the voxels."""
        files = {_axis(key): file for key, file in self._opened().items()}
        return files or {"": File(self._folder.file(self._source))}

    def to_xarray(self) -> Any:
        """An xarray.Dataset of the fields, see tessera.File; of several axes it has the dimension axis, too. Named values
        that are numbers are attributes."""
        files = self._by_axis()
        made = {axis: file.to_xarray() for axis, file in files.items()}
        data = made.get("")
        if data is None:
            xarray = _convert.needed("xarray", "to_xarray")
            data = xarray.concat(list(made.values()), xarray.DataArray(list(made), dims="axis", name="axis"))
        data.attrs["title"] = self.name
        for name, value in self.values.items():
            if isinstance(value, (int, float)):
                data.attrs[name] = int(value) if isinstance(value, bool) else value
                if self.units[name]:
                    data.attrs[f"{name}_units"] = self.units[name]
            elif isinstance(value, Interval):
                data.attrs[name] = list(value)
        return data

    def to_pyvista(self, *, wall: bool = False) -> Any:
        """A pyvista.ImageData with the fields in its cells, of several axes as velocity_x, ...; wall=True: a PolyData of
        the wall, see tessera.File: of tessera.flow the surface itself."""
        if wall and self._surface:
            return self._by_axis()[""].to_pyvista(**self._surface)
        return _convert.to_pyvista(self._by_axis(), wall)

    def plot(self, name: "str | None" = None, *, along: "str | None" = None, axis: str = "z", at: "int | None" = None,
             ax: Any = None, **options: Any) -> Any:
        """Draws by matplotlib a curve among the named values, or a slice through a field as tessera.File.plot does.

        name
            None: the first curve, or else the speed, or what there is.
        along
            Of several axes the one whose field is drawn; None: the first.
        """
        curves = [key for key in _plot.CURVES if self.values.get(key) is not None]
        name = name or next(iter(curves), None)
        if name in curves:
            voxel = File(self._folder.file(self._source)).voxel
            return _plot.curve(name, self.values[name], self.units[name], voxel, ax, options)
        files = self._by_axis()
        if along is not None and along not in files:
            raise ValueError(f"along {along!r}: expected {', '.join(files)}")
        file = files[along] if along else next(iter(files.values()))
        if name not in (None, "mask", *file.fields):
            raise ValueError(f"{name}: expected {', '.join([*curves, *file.fields, 'mask'])}")
        return file.plot(name, axis=axis, at=at, ax=ax, **options)

    def beat(self) -> Beat:
        """The flow and the pressure of the openings in the last beat, of tessera.flow(..., beats=): tessera.File.beat."""
        return next(iter(self._by_axis().values())).beat()

    # ---- showing ----

    def report(self, path: Path) -> Path:
        """Writes a page for a browser, as tessera-report(1) does, and returns its path."""
        files = [file.path for file in self._opened().values()] or [self._tiled()]
        if "tessera-run" in self.json:
            files.append(self._folder.file("tessera-run.json"))
        call("tessera-report", files, {"output": path})
        return path

    def _tiled(self) -> str:
        """A domain of the voxels, where the question itself needed none."""
        path = self._folder.file("voxels.tile")
        call("tessera-tile", [self._folder.file(self._source)], {"output": path, "lint": "no"})
        return path

    def _rows(self) -> dict[str, str]:
        rows = {}
        for name, value in self.values.items():
            if value is not None:
                rows[name] = f"{_short(value)} {self.units[name]}".rstrip()
        return rows

    def __repr__(self) -> str:
        lines = [f"  {name}: {value}" for name, value in self._rows().items()]
        lines += [f"  fields: {', '.join(self.fields)}"] if self.fields else []
        return "\n".join([f"<tessera.Result {self.name}", *lines, *(f"  {line}" for line in self.warnings)]) + ">"

    def _repr_html_(self) -> str:
        rows = {**self._rows(), "fields": ", ".join(f"{name} ({unit})" for name, unit in self.fields.items())}
        return _html.table(self.name, {**rows, **{f"warning {i}": w for i, w in enumerate(self.warnings, 1)}})

    def table(self, name: str = "network.csv") -> Mapping[str, NDArray[Any]]:
        """The columns of a table that was written, such as that of tessera.network, by name, as long as there are values."""
        with open(self._folder.file(name), encoding="utf-8", newline="") as file:
            names, *rows = csv.reader(file)
        columns = ([cell for cell in column if cell] for column in zip(*rows))
        return {column: _column(cells) for column, cells in zip(names, columns)}


def _axis(name: str) -> str:
    found = re.search(r"-([xyz])\.", name)
    return found[1] if found else ""


def _column(cells: list[str]) -> NDArray[Any]:
    if set(cells) <= {"True", "False"}:
        return np.array([cell == "True" for cell in cells], bool)
    return np.array(cells, np.float64)


def _short(value: Any) -> str:
    if isinstance(value, Interval):
        return repr(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_short(part)}" for key, part in value.items())
    if isinstance(value, np.ndarray):
        return f"array of {' x '.join(map(str, value.shape))}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
