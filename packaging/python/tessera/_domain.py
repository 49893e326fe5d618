# SPDX-License-Identifier: BSD-3-Clause
"""Voxels that are written: tessera.Domain."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import re
from ctypes import byref, c_char_p
from typing import Any, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from . import _html
from . import _library as lib
from ._error import Error, warn
from ._file import File, Path, _metres


class Domain:
    """Voxels in memory, which write() makes a voxel stream of, for tessera.tile or tessera-tile(1)."""

    def __init__(
        self,
        voxels: NDArray[Any],
        fluid: NDArray[Any] | None,
        voxel: float | None,
        origin: tuple[float, float, float] | None,
        classes: list[int] | None = None,
        inside: int | None = None,
    ) -> None:
        self._inside = inside  # voxels of a mask
        self._voxels, self._fluid, self._classes = voxels, fluid, classes
        self.voxel, self.origin = voxel, origin
        self.warnings: list[str] = []
        self.shape: tuple[int, int, int] = voxels.shape
        self.grid: tuple[int, int, int] = (self.shape[2], self.shape[1], self.shape[0])

    @classmethod
    def from_array(
        cls,
        mask: NDArray[Any],
        voxel: float | str | None = None,
        *,
        fluid: Any | Iterable[Any] | None = None,
        classes: Iterable[int] | None = None,
        origin: tuple[float, float, float] | None = None,
    ) -> "Domain":
        """Voxels from an array [z, y, x], or [y, x] of one slice. The array is not copied, but for a masked one.

        mask
            bool, True where the voxel is fluid; or labels of any type, of which those in `fluid` or `classes` are.
            What a masked array (numpy.ma) masks lies outside the sample: it is solid, and results are also those of
            the inside, as with tessera-voxelize --mask.
        voxel
            The side of a voxel in metres, or a text with a unit, such as "5um"; None: unknown.
        fluid
            A label or several. They, or classes, are needed unless `mask` is bool. tessera.Warning names those that do
            not occur; if none of them does, it is an error.
        classes
            Labels in place of `fluid`, whole numbers, which stay apart: they become the value "label" of the nodes of a
            domain that is made of the stream.
        origin
            The position x, y, z of the corner of voxel 0, 0, 0 in metres.

        >>> import numpy, tessera
        >>> mask = numpy.zeros((8, 6, 6), bool)
        >>> mask[:, 1:5, 1:5] = True
        >>> duct = tessera.Domain.from_array(mask, voxel=5e-6).write("duct.vox")
        >>> duct.grid, duct.voxel, bool((duct.mask() == mask).all())
        ((6, 6, 8), 5e-06, True)
        """
        outside = np.ma.getmaskarray(mask) if np.ma.is_masked(mask) else None
        voxels = np.asarray(mask)
        if voxels.ndim == 2:
            voxels, outside = voxels[np.newaxis], None if outside is None else outside[np.newaxis]
        if voxels.ndim != 3 or not voxels.size:
            raise ValueError(f"an array of the shape {np.shape(mask)}: expected z, y, x or y, x, none of them 0")
        if voxels.dtype.kind not in "biuf":
            raise ValueError(f"an array of {voxels.dtype}: expected bool or numbers")
        if fluid is not None and classes is not None:
            raise ValueError("expected fluid= or classes=, not both")
        kept = None if classes is None else _classes(classes)
        if fluid is None and kept is None and voxels.dtype.kind != "b":
            raise ValueError(f"an array of {voxels.dtype}: expected bool, or labels and fluid= or classes=")
        if origin is not None and not (np.shape(origin) == (3,) and np.isfinite(origin).all()):
            raise ValueError(f"origin {origin}: expected three lengths, in metres")
        side = None if voxel is None else _length(voxel)
        labels = None
        if fluid is not None or kept is not None:
            labels = _labels(fluid if kept is None else kept, voxels.dtype)
        inside = None
        if outside is not None:
            inside = int(outside.size - outside.sum())
            voxels = _shut(voxels, outside, labels)
        made = cls(voxels, labels, side, origin, kept, inside)
        made.warnings = _look(voxels, labels)
        for text in made.warnings:
            warn(text)
        return made

    def __repr__(self) -> str:
        return f"<tessera.Domain of {self._voxels.dtype}, grid {' '.join(map(str, self.grid))}>"

    def _repr_html_(self) -> str:
        rows: dict[str, Any] = {"grid": " x ".join(map(str, self.grid)), "voxel": _metres(self.voxel)}
        return _html.table("Domain", {**rows, "array": self._voxels.dtype})

    def mask(self) -> NDArray[np.bool_]:
        """Which voxels are fluid: bool [z, y, x]."""
        dense = np.empty(self.shape, bool)
        for values, to in zip(self._voxels, dense):  # isin takes ten times the memory of what it is given
            to[:] = self._classified(values)
        return dense

    def _classified(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        return values.astype(bool) if self._fluid is None else np.isin(values, self._fluid)

    def _numbered(self, values: NDArray[Any], classes: list[int]) -> NDArray[np.uint8]:
        """The number of the class of each voxel, from 1; 0: solid."""
        number = np.zeros(values.shape, np.uint8)
        for i, label in enumerate(classes, 1):
            number[values == label] = i
        return number

    def write(self, path: Path) -> File:
        """Writes a voxel stream under a temporary name, renames it when it is complete, and opens it."""
        name = os.fspath(path)
        try:
            with _output(name) as descriptor, lib.stream(os.dup(descriptor), b"wb") as out:
                self._write(out)
        except OSError as error:
            raise Error(f"{name}: {error.strerror}", 1) from None
        except Error as error:
            raise Error(f"{name}: {error}", error.code) from None
        return File(name)

    def _write(self, out: ctypes.c_void_p) -> None:
        header, writer = lib.Header(), ctypes.c_void_p()
        try:
            self._fill(header)
            if self._classes is None:
                lib.call("tile_voxels_create", byref(writer), out, byref(header))
            else:
                names = " ".join(["solid", *map(str, self._classes)]).encode()
                lib.call("tile_voxels_create_classes", byref(writer), out, byref(header), names)
            for values in self._voxels:
                kept = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
                lib.LIBRARY.tile_voxels_note_input(writer, kept.ctypes.data, kept.nbytes)
                if self._classes is None:
                    bits = np.ascontiguousarray(np.packbits(self._classified(values), axis=1, bitorder="little"))
                    lib.call("tile_voxels_put", writer, bits.ctypes.data)
                else:
                    number = self._numbered(values, self._classes)
                    lib.call("tile_voxels_put_classes", writer, number.ctypes.data)
            lib.call("tile_voxels_finish", writer)
        finally:
            lib.LIBRARY.tile_voxels_discard(writer)
            lib.LIBRARY.tile_header_free(byref(header))

    def _fill(self, header: lib.Header) -> None:
        lib.set_key(header, "grid", " ".join(map(str, self.grid)))
        if self.voxel is not None:
            lib.call("tile_header_set_real", byref(header), b"dx", float(self.voxel))
        if self.origin is not None:
            lib.set_key(header, "origin", " ".join(repr(float(a)) for a in self.origin))
        if self._inside is not None:
            lib.set_key(header, "mask", str(self._inside))
        words = [f"shape={self.shape}", f"dtype={self._voxels.dtype}"]
        words += [f"voxel={self.voxel!r}"] if self.voxel is not None else []
        if self._classes is not None:
            words += [f"classes={self._classes}"]
        elif self._fluid is not None:
            words += [f"fluid={self._fluid.tolist()}"]
        command = (c_char_p * 2)(b"", f"Domain.from_array({', '.join(words)})".encode())
        lib.call("tile_header_add_history", byref(header), b"tessera-python", 2, command)


# What a label, a length and an array can be.


def _classes(given: Iterable[int]) -> list[int]:
    labels = list(given)
    kept = [int(label) for label in labels]
    if kept != labels or not 0 < len(kept) == len(set(kept)) < 256:
        raise ValueError(f"classes {labels}: expected 1 to 255 labels, whole numbers, each once")
    return kept


def _labels(given: Any, type: "np.dtype[Any]") -> NDArray[Any]:
    """A label or several, as values of an array."""
    if isinstance(given, np.ndarray):
        given = given.tolist()
    labels = list(given) if isinstance(given, Iterable) and not isinstance(given, (str, bytes)) else [given]
    for label in labels:
        if not isinstance(label, (bool, int, float, np.bool_, np.number)) or label != label:
            raise ValueError(f"fluid {label!r}: expected a label, that is a number, or several")
        if type.kind in "biu" and not _fits(label, type):
            raise ValueError(f"fluid {label!r}: no value of an array of {type}")
    if not labels:
        raise ValueError("fluid: expected a label or several")
    return np.array(sorted({type.type(label) for label in labels}), type)


def _fits(label: Any, type: "np.dtype[Any]") -> bool:
    low, high = (0, 1) if type.kind == "b" else (int(np.iinfo(type).min), int(np.iinfo(type).max))
    return bool(low <= label <= high and int(label) == label)


def _shut(voxels: NDArray[Any], outside: NDArray[np.bool_], labels: NDArray[Any] | None) -> NDArray[Any]:
    """What is outside becomes solid: a value that is no label of fluid."""
    if outside.all():
        raise ValueError("a masked array, of which everything is masked")
    known = set() if labels is None else set(labels.tolist())
    shut = next(value for value in itertools.count() if value not in known)
    dtype = np.dtype("i2") if voxels.dtype == np.dtype("i1") else voxels.dtype  # which holds 128, too
    return np.where(outside, dtype.type(shut), voxels)


def mask_file(mask: Any, path: str) -> str:
    """Writes a mask, an array that is not 0 inside, as voxels."""
    values = np.asarray(np.ma.filled(mask, 0))
    inside = (values != 0) & (values == values)
    if not inside.any():
        raise ValueError("mask: nothing is inside it")
    return Domain.from_array(inside).write(path).path


def _look(voxels: NDArray[Any], labels: NDArray[Any] | None) -> list[str]:
    """Labels that do not occur are a mistake more often than not, as is a mask without fluid. This ends at the first
    slice by which all have been seen. Returns what to warn of."""
    wanted = np.array([True]) if labels is None else labels
    missing = wanted
    for values in voxels:
        missing = missing[~np.isin(missing, values)]
        if not missing.size:
            return []
    if labels is None:
        return ["no voxel is fluid"]
    if missing.size == labels.size:
        raise ValueError(f"no voxel is fluid: the values are {voxels.min()} to {voxels.max()}, and none is "
                         f"{' or '.join(map(str, labels))}")
    return [f"no voxel has the label {', '.join(map(str, missing))}"]


_LONGEST = 0.01  # m: a number above it has hardly been meant in metres


def _length(voxel: Any) -> float:
    if isinstance(voxel, str):
        found = re.fullmatch(r"\s*((?:[0-9]+\.?|[0-9]*\.[0-9]+)[0-9]*(?:[eE][-+]?[0-9]{1,3})?)\s*(\S+)\s*", voxel)
        side = lib.LIBRARY.tile_length_in(float(found.group(1)), found.group(2).encode()) if found else 0.0
        if not side:
            raise ValueError(f"voxel {voxel!r}: expected a length with a unit, such as 5um")
    else:
        if isinstance(voxel, (bool, np.bool_)) or np.ndim(voxel) != 0:
            raise ValueError(f"voxel {voxel!r}: expected one length, in metres")
        side = float(voxel)
        if side > _LONGEST:
            raise ValueError(f"voxel {voxel}: in metres, which is long for a voxel: write '{voxel}um' or '{voxel}m'")
    if not 0 < side < float("inf"):
        raise ValueError(f"voxel {voxel}: expected a length above 0, in metres")
    return side


@contextlib.contextmanager
def _output(name: str) -> Iterator[int]:
    """A descriptor that becomes the file `name` if all goes well. A link stays, and what it names is replaced."""
    final = os.path.realpath(name)
    if os.path.exists(final) and not os.path.isfile(final):  # a device or a pipe is written itself
        descriptor = os.open(final, os.O_WRONLY | os.O_CLOEXEC)
        try:
            yield descriptor
        finally:
            os.close(descriptor)
        return
    unfinished = os.path.join(os.path.dirname(final), f".tessera-{os.getpid()}-{os.urandom(4).hex()}")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        try:
            yield descriptor
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if os.path.exists(final):
            os.chmod(unfinished, os.stat(final).st_mode & 0o7777)
        os.replace(unfinished, final)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        raise
