# SPDX-License-Identifier: BSD-3-Clause
"""A tile file that is read: tessera.open."""

from __future__ import annotations

import contextlib
import ctypes
import os
from ctypes import byref, c_double, c_int64
from typing import Any, Callable, Iterator, Literal, NamedTuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _convert, _html, _plot
from . import _library as lib
from ._error import Error

Path = Union[str, "os.PathLike[str]"]
Slab = Union[tuple[int, int], None]

# From the four values of a node (density - 1, ux, uy, uz, in lattice units) to a field; the units it has.
_FIELDS: dict[str, tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], str]] = {
    "velocity": (lambda v: v[:, 1:4], "m/s"),
    "pressure": (lambda v: v[:, 0] / 3, "Pa"),
    "density": (lambda v: v[:, 0] + 1, "kg/m3"),
    "ux": (lambda v: v[:, 1], "m/s"),
    "uy": (lambda v: v[:, 2], "m/s"),
    "uz": (lambda v: v[:, 3], "m/s"),
    "speed": (lambda v: np.sqrt((v[:, 1:4] ** 2).sum(axis=1)), "m/s"),
}

_BEAT_SAMPLES = 100


class Beat(NamedTuple):
    """The course of one beat, a period of a pulsatile flow: File.beat.

    units
        "SI", or "lattice": time steps, voxels and the mean density are 1.
    time
        float64 [samples], since the beat began, in s. The last sample is at its end.
    flow
        For each opening, by name: float64 [samples], the flow into the domain in m3/s.
    pressure
        For each opening, by name: float64 [samples], the gauge pressure in Pa.
    beats
        The whole beats that were run. A beat that is not whole has less than 100 samples.
    """

    units: str
    time: NDArray[np.float64]
    flow: dict[str, NDArray[np.float64]]
    pressure: dict[str, NDArray[np.float64]]
    beats: int

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws flows and pressures in two frames of matplotlib, those of ax if given, and returns them."""
        return _plot.beat(self, ax, options)


def open(path: Path) -> "File":  # noqa: A001: the name is tessera.open
    """Opens a tile file: voxels, a domain or a flow. Only its header is read.

    >>> import tessera
    >>> tessera.voxelize(shape="channel:w=4", size="6,6,8", voxel="5um", output="duct.vox").grid
    (6, 6, 8)
    >>> rock = tessera.open("duct.vox")
    >>> rock.kind, rock.voxel, rock.shape
    ('voxels', 5e-06, (8, 6, 6))
    >>> int(rock.mask().sum())
    128
    """
    return File(path)


class File:
    """A tile file, see tessera-tile(5). It is opened for each reading, so that nothing has to be closed; if it has
    another header by then, it is refused.

    path
        Its name; a File can be given wherever a name can.
    kind
        "voxels", "domain" or "fields" (a domain with a flow).
    header
        The keys of the header as text, in the order of the file.
    history
        A line for each program that processed the data, oldest first, and after it "# warning: ..." for each of its
        warnings.
    grid
        The size in voxels along x, y, z.
    shape
        The shape of its arrays: the size along z, y, x.
    voxel
        The side of a voxel in metres; None: unknown.
    patches
        The face ("x-" ... "z+", "opening") of each patch, by name.
    values
        The unit of each named value of the nodes, by name: "voxel", "1" for a pure number, or of the SI. There are
        thickness and intrusion of tessera.stats(..., output=), label of classes of voxels, concentration and residence
        of tessera.run, and of its average= over beats tawss, osi, rrt, ecap, transwss and peak-time.
    """

    def __init__(self, path: Path) -> None:
        self.path = os.fspath(path)
        with lib.reader(self.path) as reader:
            header = lib.LIBRARY.tile_reader_header(reader)
            self._seen = _texts(header.contents)
            self.header: dict[str, str] = dict(self._seen[0])
            self.history: list[str] = list(self._seen[1])
            try:
                grid = (c_int64 * 3)()
                lib.call("tile_header_get_ints", header, b"grid", 3, grid)
                self.grid: tuple[int, int, int] = (grid[0], grid[1], grid[2])
                self.voxel: float | None = self._real(header, "dx")
                self._step = self._real(header, "dt")
                self._density = self._real(header, "density")
            except Error as error:
                raise Error(f"{self.path}: {error}", error.code) from None
        self.kind: str = self.header.get("kind", "")
        self.shape: tuple[int, int, int] = (self.grid[2], self.grid[1], self.grid[0])
        self.patches: dict[str, str] = {}
        for word in self.header.get("patches", "").split():
            name, _, face = word.partition("=")
            self.patches[name] = face
        self.values: dict[str, str] = {}
        for word in self.header.get("values", "").split():
            name, _, unit = word.partition("=")
            self.values[name] = unit

    def _real(self, header: Any, key: str) -> float | None:
        if key not in self.header:
            return None
        value = c_double()
        lib.call("tile_header_get_real", header, key.encode(), byref(value))
        return value.value

    @contextlib.contextmanager
    def _reading(self) -> Iterator[ctypes.c_void_p]:
        """A reader of the same file as at first: sizes of arrays and units are those of that header."""
        with lib.reader(self.path) as reader:
            if _texts(lib.LIBRARY.tile_reader_header(reader).contents) != self._seen:
                raise Error(f"{self.path}: another file than when it was opened: open it again", 1)
            yield reader

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"<tessera.File {self.path!r}: {self.kind}, grid {' '.join(map(str, self.grid))}>"

    def _repr_html_(self) -> str:
        rows: dict[str, Any] = {"kind": self.kind, "grid": " x ".join(map(str, self.grid)), "voxel": _metres(self.voxel)}
        rows["patches"] = ", ".join(f"{name} at {face}" for name, face in self.patches.items()) or "none"
        rows["fields"] = ", ".join(f"{name} ({unit})" for name, unit in self.fields.items()) or "none"
        return _html.table(self.path, rows)

    def _slab(self, slab: Slab) -> tuple[int, int]:
        first, end = (0, self.shape[0]) if slab is None else slab
        if not 0 <= first < end <= self.shape[0]:
            raise ValueError(f"slab {first}, {end}: expected 0 <= first < end <= {self.shape[0]}")
        return first, end

    # ---- the geometry ----

    def mask(self, slab: Slab = None) -> NDArray[np.bool_]:
        """Which voxels are not solid: bool [z, y, x].

        slab
            Slices first, ..., end - 1 alone, of the shape (end - first, ny, nx). Of voxels the file is then not read,
            and thus not verified, further than to them.
        """
        first, end = self._slab(slab)
        if self.kind == "voxels":
            return self._mask_of_voxels(first, end)
        dense = np.zeros((end - first,) + self.shape[1:], bool)
        with self._reading() as reader, lib.domain(reader) as (domain, given):
            nodes = _Nodes(domain, first, end)
            lib.call("tile_input_arrays", given, None, 0)
        for _, _, number in nodes.parts():
            dense.reshape(-1)[number] = True
        return dense

    def _mask_of_voxels(self, first: int, end: int) -> NDArray[np.bool_]:
        dense = np.empty((end - first,) + self.shape[1:], bool)
        skipped = np.empty(self.shape[1:], bool)
        with self._reading() as reader:
            handle = ctypes.c_void_p()
            lib.call("tile_voxels_open", byref(handle), reader)
            try:
                for z in range(end):
                    to = dense[z - first] if z >= first else skipped
                    lib.call("tile_voxels_get", handle, to.ctypes.data)
                if end == self.shape[0] and self.header.get("wall-distances") == "yes":
                    _pass_walls(handle)
            finally:
                lib.LIBRARY.tile_voxels_close(handle)
        return dense

    # ---- the fields ----

    @property
    def fields(self) -> dict[str, str]:
        """The fields and named values that there are, and the unit in which file[name] has them: that of the SI where
        the file states what it needs, else "lattice" or "voxel"."""
        found = {}
        if "FLDS" in self.header.get("arrays", "").split():
            found = {name: unit if self._known(unit) else "lattice" for name, (_, unit) in _FIELDS.items()}
        for name, unit in self.values.items():
            found[name] = "m" if unit == "voxel" and self.voxel else unit
        return found

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        """field(name), in the units of `fields`."""
        return self._in_units(name, None)

    def _in_units(self, name: str, slab: Slab) -> NDArray[np.float64]:
        units = self.fields
        if name not in units:
            raise KeyError(f"{name}: expected {', '.join(units) or 'a file with fields'}")
        return self.field(name, slab=slab, units="lattice" if units[name] in ("lattice", "voxel") else "SI")

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def _known(self, unit: str) -> bool:
        try:
            return bool(self._unit(unit, "SI"))
        except ValueError:
            return False

    @overload
    def field(
        self, name: str, *, slab: Slab = ..., units: Literal["lattice", "SI"] = ..., sparse: Literal[False] = ...
    ) -> NDArray[np.float64]: ...

    @overload
    def field(
        self, name: str, *, slab: Slab = ..., units: Literal["lattice", "SI"] = ..., sparse: Literal[True]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]: ...

    def field(
        self, name: str, *, slab: Slab = None, units: Literal["lattice", "SI"] = "lattice", sparse: bool = False
    ) -> NDArray[np.float64] | tuple[NDArray[np.float64], NDArray[np.int64]]:
        """A field of a flow, as tessera-probe(1) names it, or a named value of the nodes.

        name
            velocity (three components: along x, y, z), ux, uy, uz, speed, density, pressure (gauge: that of
            the density 1 is 0); or one of `values`.
        slab
            Slices first, ..., end - 1 alone: memory is needed for these, though the whole file is read and verified.
        units
            "lattice": voxel, time step and mean density are 1; "SI": m, m/s, Pa, kg/m3, if the file states what
            they need. Named values in units of the SI have these in both cases.
        sparse
            False: float64 [z, y, x], of the velocity [z, y, x, 3], NaN in solids. True: the values [nodes], of the
            velocity [nodes, 3], and int64 [nodes, 3], the coordinates x, y, z of the nodes, x fastest, then y, then z.

        A named value is NaN at nodes that have none, as the shear is away from walls.

        >>> import tessera
        >>> _ = tessera.voxelize(shape="channel:w=4", size="6,6,8", voxel="5um", output="duct.vox")
        >>> _ = tessera.tile("duct.vox", periodic="z", output="duct.tile")
        >>> _ = tessera.run("duct.tile", permeability="z", output="flow.tile")
        >>> flow = tessera.open("flow.tile")
        >>> flow.field("velocity").shape, flow.field("pressure", slab=(2, 4)).shape
        ((8, 6, 6, 3), (2, 6, 6))
        >>> values, nodes = flow.field("uz", sparse=True)
        >>> values.shape, nodes.shape, nodes[0].tolist()
        ((128,), (128, 3), [1, 1, 0])
        """
        if name not in (*_FIELDS, *self.values):
            raise ValueError(f"field {name!r}: expected {', '.join((*_FIELDS, *self.values))}")
        if name in _FIELDS:
            unit = _FIELDS[name][1]
        else:
            unit = "voxel" if self.values[name] == "voxel" else ""
        factor = self._unit(unit, units)
        first, end = self._slab(slab)
        if name in _FIELDS:
            stored, nodes = self._flow(first, end)
            of = _FIELDS[name][0]
            taken = self._pressure_taken() if name == "pressure" else 0.0
        else:
            stored, nodes = self._array("VALS", np.dtype("<f4"), len(self.values), first, end)
            column = list(self.values).index(name)
            of = lambda v: v[:, column]  # noqa: E731
            taken = 0.0
        parts = (((of(stored[rows][wanted].astype(np.float64)) + taken) * factor, number)
                 for rows, wanted, number in nodes.parts())
        more = (3,) if name == "velocity" else ()
        if sparse:
            return self._sparse(parts, more, first)
        dense = np.full((end - first,) + self.shape[1:] + more, np.nan)
        flat = dense.reshape((-1,) + more)
        for values, number in parts:
            flat[number] = values
        return dense

    def _sparse(
        self, parts: "Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]", more: tuple[int, ...], first: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Values in the order of the voxels, and the coordinates of these."""
        found = [(np.zeros((0,) + more), np.zeros(0, np.int64)), *parts]
        number = np.concatenate([part[1] for part in found])
        order = np.argsort(number)
        values = np.concatenate([part[0] for part in found])[order]
        z, y, x = np.unravel_index(number[order], (self.shape[0] - first,) + self.shape[1:])
        return values, np.stack([x, y, z + first], axis=1).astype(np.int64, copy=False)

    # ---- for other packages ----

    def to_xarray(self) -> Any:
        """An xarray.Dataset of the fields, of a file without any of the mask: dimensions z, y, x, of vectors component,
        too; the centres of voxels in metres, and units as attributes."""
        return _convert.to_xarray(self)

    def to_pyvista(self, *, wall: bool = False, on: "Path | None" = None, unit: "str | None" = None) -> Any:
        """A pyvista.ImageData with the fields in its cells, in metres.

        wall
            A pyvista.PolyData of the squares between fluid and solid instead, with the fields of the fluid beside them.
        on, unit
            The triangles of a surface, in this unit (default: mm), of which the domain was made, with shear and pressure
            of the wall beside them, or averages over a beat: a PolyData, too.
        """
        return _convert.on_surface(self, on, unit) if on is not None else _convert.to_pyvista({"": self}, wall)

    def plot(self, name: "str | None" = None, *, axis: str = "z", at: "int | None" = None, ax: Any = None,
             **options: Any) -> Any:
        """Draws a slice by matplotlib, with a scale bar, and returns its Axes.

        name
            One of `fields`, or "mask"; None: the speed, or what there is. Of a vector its length is drawn.
        axis, at
            Across which axis, and which slice; None: the middle.
        ax, options
            Where it is drawn, and what imshow is given, such as cmap="magma" or vmax=1e-3.
        """
        return _plot.slice_of(self, name, axis, at, ax, options)

    # ---- the openings in the course of a beat ----

    def beat(self, *, units: "Literal['lattice', 'SI'] | None" = None) -> Beat:
        """Flow and pressure of the openings in the last beat, of a file of tessera.run(..., beats=, average=).

        units
            "lattice" or "SI", see Beat; None: "SI" if the file states what they need, else "lattice".

        >>> import tessera
        >>> _ = tessera.voxelize(shape="channel:w=4", size="6,6,8", output="duct.vox")
        >>> _ = tessera.tile("duct.vox", inlet="z-", outlet="z+", output="duct.tile")
        >>> with open("pressure.txt", "w") as curve:
        ...     _ = curve.write("0 0\\n100 1e-5\\n200 0\\n")
        >>> report = tessera.run(
        ...     "duct.tile", set=["inlet:pressure=pressure.txt", "outlet:pressure=0"], beats=2, average="wall.tile"
        ... )
        >>> wall = tessera.open("wall.tile")
        >>> beat = wall.beat()
        >>> beat.units, beat.time[:3].tolist(), list(beat.flow), beat.pressure["inlet"].shape
        ('lattice', [2.0, 4.0, 6.0], ['inlet', 'outlet'], (100,))
        >>> list(wall.values), wall.field("osi").shape
        (['tawss', 'osi', 'rrt', 'ecap', 'transwss', 'peak-time'], (8, 6, 6))
        """
        if not all(self.header.get(key) for key in ("beat", "beat-curves", "period")):
            raise Error(f"{self.path}: contains no beat: tessera.run(..., average=) writes one", 3)
        try:
            beats, taken = (int(value) for value in self._numbers("beat")[:2])
            curves = self._numbers("beat-curves").reshape(len(self.patches), 2, _BEAT_SAMPLES)
            (period,) = self._numbers("period").tolist()
            if not (0 <= taken <= _BEAT_SAMPLES and 0 <= beats <= 1e9 and period > 0):
                raise ValueError
        except ValueError:
            raise Error(f"{self.path}: keys of a beat that tessera-tile(5) does not allow", 3) from None
        flow, pressure, time, found = self._beat_units(units)
        opened = _opened(self.header.get("conditions", ""))
        openings = [(i, name) for i, name in enumerate(self.patches) if name in opened]
        return Beat(
            found,
            np.arange(1, taken + 1, dtype=np.float64) * (period / _BEAT_SAMPLES) * time,
            {name: curves[i, 1, :taken] * flow for i, name in openings},
            {name: curves[i, 0, :taken] * pressure for i, name in openings},
            beats,
        )

    def _pressure_taken(self) -> float:
        """What was taken off all openings, in lattice units: it belongs to density 1."""
        states = self.header.get("outlet-states", "").split()
        taken = float(states[0].rpartition(",")[2]) if states else 0.0
        return taken + float(self.header.get("common-pressure", 0))

    def _numbers(self, key: str) -> NDArray[np.float64]:
        numbers = np.array(self.header[key].split(), np.float64)
        if not np.isfinite(numbers).all():
            raise ValueError
        return numbers

    def _beat_units(self, units: str | None) -> tuple[float, float, float, str]:
        """What flow, pressure and time of a beat are multiplied with, and the units that they are in then."""
        known = bool(self.voxel and self._step and self._density)
        if units == "lattice" or (units is None and not known):
            return 1.0, 1.0, 1.0, "lattice"
        pressure = self._unit("Pa", "SI" if units is None else units)
        assert self.voxel and self._step
        return self.voxel**3 / self._step, pressure, self._step, "SI"

    def _unit(self, unit: str, units: str) -> float:
        """What a field is multiplied with, to be in SI units."""
        if units not in ("lattice", "SI"):
            raise ValueError(f"units {units!r}: expected 'lattice' or 'SI'")
        if units == "lattice":
            return 1.0
        dx, dt, density = self.voxel, self._step, self._density
        if not unit:
            return 1.0
        if unit == "voxel" and dx:
            return dx
        if unit == "kg/m3" and density:
            return density
        if unit == "m/s" and dx and dt:
            return dx / dt
        if unit == "Pa" and dx and dt and density:
            return density * (dx / dt) ** 2
        raise ValueError(f"{self.path}: does not state what {unit} needs: voxel size, time step and density")

    def _flow(self, first: int, end: int) -> tuple[NDArray[Any], "_Nodes"]:
        """Density - 1 and velocity."""
        if "FLDS" not in self.header.get("arrays", "").split():
            raise Error(f"{self.path}: contains no fields", 3)
        number = np.dtype("<f8" if self.header.get("precision") == "fp64" else "<f4")
        return self._array("FLDS", number, 4, first, end)

    def _array(
        self, tag: str, number: np.dtype[Any], count: int, first: int, end: int
    ) -> tuple[NDArray[Any], "_Nodes"]:
        """An array of so many values a node, of all nodes of tiles that reach into the slices, and these nodes."""
        with self._reading() as reader, lib.domain(reader) as (domain, given):
            nodes = _Nodes(domain, first, end)
            values = np.empty((nodes.begin[-1], count), number)
            to, size = values.ctypes.data, count * number.itemsize
            begin = nodes.begin.tolist()
            expected = enumerate(nodes.tiles.tolist())  # tiles come in order
            i, following = next(expected, (0, -1))

            def move(_: Any, tile: int, data: int, __: Any) -> int:
                nonlocal i, following
                if tile == following:
                    ctypes.memmove(to + begin[i] * size, data, (begin[i + 1] - begin[i]) * size)
                    i, following = next(expected, (0, -1))
                return 0

            array = lib.Array(tag.encode(), size, lib.Move(move))
            lib.call("tile_input_arrays", given, byref(array), 1)
        return values, nodes


def _metres(length: float | None) -> str:
    return "unknown" if length is None else f"{length:.6g} m"


def _texts(header: lib.Header) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The keys with their values, and the history."""
    keys = [(header.keys[i].key.decode(), header.keys[i].value) for i in range(header.count)]
    lines = [header.history[i] for i in range(header.lines)]
    return (
        tuple((key, value.decode(errors="surrogateescape")) for key, value in keys),
        tuple(line.decode(errors="surrogateescape") for line in lines),
    )


def _opened(conditions: str) -> set[str]:
    """The patches with a condition that lets fluid through, of words NAME:KIND=VALUE."""
    kinds = (word.partition("=")[0].rpartition(":") for word in conditions.split())
    return {name for name, _, kind in kinds if kind != "wall"}


def _pass_walls(handle: ctypes.c_void_p) -> None:
    """Reads the walls, since the end of the file is verified after them."""
    room = 4096
    walls, count = ctypes.create_string_buffer(12 * room), ctypes.c_size_t(1)
    while count.value:
        lib.call("tile_voxels_get_walls", handle, walls, room, byref(count))


_PART = 1 << 19  # nodes, solid ones too, whose places are computed at once


class _Nodes:
    """The non-solid nodes of a domain in slices first ... end - 1, in the order of the file.

    tiles    the numbers of the tiles that reach into these slices
    begin    [tiles + 1], non-solid nodes in all of these tiles before each
    """

    def __init__(self, domain: lib.Domain, first: int, end: int) -> None:
        self.edge = domain.edge
        self.place = self._places(domain, first, end)
        self.tiles: NDArray[np.int64] = np.zeros(0, np.int64)
        self.coord = np.zeros((0, 3), np.int32)
        self.words = np.zeros((0, domain.words), np.uint64)
        if domain.tiles:
            coord = np.ctypeslib.as_array(domain.coord, (domain.tiles, 3))
            layer: NDArray[np.bool_] = np.any(self.place[2].reshape(-1, self.edge) >= 0, axis=1)  # of tiles
            self.tiles = np.flatnonzero(layer[coord[:, 2]])
            self.coord = coord[self.tiles]
            self.words = np.ctypeslib.as_array(domain.mask, (domain.tiles, domain.words))[self.tiles]
        ones = np.array([bin(byte).count("1") for byte in range(256)], np.uint8)
        counts = ones[self.words.view(np.uint8)].sum(axis=1, dtype=np.int64)
        self.begin = np.concatenate(([0], np.cumsum(counts)))

    @staticmethod
    def _places(domain: lib.Domain, first: int, end: int) -> list[NDArray[np.int64]]:
        """What each padded coordinate x, y, z adds to the index of a node in the slices; -1: outside of them."""
        step, places = 1, []
        for a, (low, high) in enumerate([(0, domain.grid[0]), (0, domain.grid[1]), (first, end)]):
            padded = np.arange(low, high) + domain.offset[a]
            if domain.periodic >> a & 1:
                padded %= domain.grid[a]
            span = -(-(domain.grid[a] + domain.offset[a]) // domain.edge)
            place = np.full(span * domain.edge, -1, np.int64)
            place[padded] = np.arange(high - low) * step
            places.append(place)
            step *= high - low
        return places

    def parts(self) -> "Iterator[tuple[slice, NDArray[np.bool_], NDArray[np.int64]]]":
        """Part by part: which nodes of all tiles; which of these lie in the slices; and the indices of those that do in
        an array [z, y, x] of the slices, as if it had one axis."""
        edge = self.edge
        step = max(1, _PART // edge**3)
        for i in range(0, len(self.tiles), step):
            coord, words = self.coord[i : i + step].astype(np.int64) * edge, self.words[i : i + step]
            bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, : edge**3]
            tile, node = np.nonzero(bits)
            z = self.place[2][coord[tile, 2] + node // edge**2]
            wanted = z >= 0
            tile, node = tile[wanted], node[wanted]
            y = self.place[1][coord[tile, 1] + node // edge % edge]
            number = z[wanted] + y + self.place[0][coord[tile, 0] + node % edge]
            yield slice(self.begin[i], self.begin[min(i + step, len(self.tiles))]), wanted, number
