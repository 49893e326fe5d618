# SPDX-License-Identifier: BSD-3-Clause
"""libtile(3) by ctypes: its structures, as far as this module reads them, and its errors.

The structures are those of tile.h. tests/packaging/python.sh compares sizes and offsets with the compiler's.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Iterator

from ._error import Error

VERSION = (0, 1)  # of tile.h: major and minor. Structures may differ in any other


class TileError(ctypes.Structure):
    _fields_ = [("code", c_int), ("text", c_char * 1024)]


class Key(ctypes.Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p)]


class Header(ctypes.Structure):
    _fields_ = [("count", c_size_t), ("keys", POINTER(Key)), ("lines", c_size_t), ("history", POINTER(c_char_p))]


class Domain(ctypes.Structure):
    _fields_ = [
        ("header", Header),
        ("grid", c_int64 * 3),
        ("edge", c_int),
        ("offset", c_int * 3),
        ("periodic", ctypes.c_uint),
        ("dx", c_double),
        ("inside", c_int64),
        ("pad", c_int64 * 6),
        ("patches", c_int),
        ("patch", c_void_p),
        ("tiles", c_size_t),
        ("words", c_size_t),
        ("coord", POINTER(c_int32)),
        ("mask", POINTER(c_uint64)),
        ("marks", c_size_t),
        ("mark", c_void_p),
        ("walls", c_size_t),
        ("wall", c_void_p),
        ("wall_begin", POINTER(c_size_t)),
    ]


Move = ctypes.CFUNCTYPE(c_int, c_void_p, c_size_t, c_void_p, POINTER(TileError))


class Array(ctypes.Structure):
    _fields_ = [
        ("tag", c_char * 5),
        ("bytes", c_size_t),
        ("move", Move),
        ("self", c_void_p),
        ("found", ctypes.c_bool),
    ]


STRUCTURES = {
    "tile_error": TileError,
    "tile_key": Key,
    "tile_header": Header,
    "tile_domain": Domain,
    "tile_array": Array,
}

# Functions that are used: what they return, and their parameters. Those of int end with struct tile_error *.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "tile_header_set": (c_int, []),  # its parameters vary: set_key
    "tile_header_set_real": (c_int, [POINTER(Header), c_char_p, c_double]),
    "tile_header_get_real": (c_int, [POINTER(Header), c_char_p, POINTER(c_double)]),
    "tile_header_get_ints": (c_int, [POINTER(Header), c_char_p, c_int, POINTER(c_int64)]),
    "tile_header_add_history": (c_int, [POINTER(Header), c_char_p, c_int, POINTER(c_char_p)]),
    "tile_header_free": (None, [POINTER(Header)]),
    "tile_reader_open": (c_int, [POINTER(c_void_p), c_void_p, c_char_p]),
    "tile_reader_header": (POINTER(Header), [c_void_p]),
    "tile_reader_free": (None, [c_void_p]),
    "tile_length_in": (c_double, [c_double, c_char_p]),
    "tile_voxels_open": (c_int, [POINTER(c_void_p), c_void_p]),
    "tile_voxels_get": (c_int, [c_void_p, c_void_p]),
    "tile_voxels_get_walls": (c_int, [c_void_p, c_void_p, c_size_t, POINTER(c_size_t)]),
    "tile_voxels_close": (None, [c_void_p]),
    "tile_voxels_create": (c_int, [POINTER(c_void_p), c_void_p, POINTER(Header)]),
    "tile_voxels_put": (c_int, [c_void_p, c_void_p]),
    "tile_voxels_create_classes": (c_int, [POINTER(c_void_p), c_void_p, POINTER(Header), c_char_p]),
    "tile_voxels_put_classes": (c_int, [c_void_p, c_void_p]),
    "tile_voxels_note_input": (None, [c_void_p, c_void_p, c_size_t]),
    "tile_voxels_finish": (c_int, [c_void_p]),
    "tile_voxels_discard": (None, [c_void_p]),
    "tile_input_open": (c_int, [POINTER(c_void_p), POINTER(Domain), c_void_p]),
    "tile_input_arrays": (c_int, [c_void_p, POINTER(Array), c_size_t]),
    "tile_input_close": (None, [c_void_p]),
    "tile_domain_free": (None, [POINTER(Domain)]),
}


# ---- where the library and the programs are --------------------------------------------------------------------------

FOLDER = Path(__file__).resolve().parent


def program(name: str) -> str:
    """The path of a program of Tessera: that beside this module, as in a wheel, or else that on PATH."""
    beside = FOLDER / "bin" / name
    found = str(beside) if beside.is_file() else shutil.which(name)
    if not found:
        raise Error(f"{name}: no such program beside the module or on PATH", 1)
    return found


def _places() -> Iterator[str]:
    """The library beside this module; that of the programs on PATH, installed or just built; that of the system."""
    beside = FOLDER / "lib" / "libtile.so.0"
    if beside.is_file():
        yield str(beside)
        return
    found = shutil.which("tessera")
    if found:
        folder = Path(found).resolve().parent
        for place in (folder / ".libs", folder.parent / "lib"):
            if (place / "libtile.so.0").is_file():
                yield str(place / "libtile.so.0")
    yield "libtile.so.0"


def _load() -> ctypes.CDLL:
    why: OSError | None = None
    for place in _places():
        try:
            library = ctypes.CDLL(place)
        except OSError as error:
            why = error
            continue
        number = library.tile_version()
        if (number // 10000, number // 100 % 100) != VERSION:
            raise ImportError(f"{place}: version {number // 10000}.{number // 100 % 100}, but this module needs "
                              f"{VERSION[0]}.{VERSION[1]}")
        for name, (result, parameters) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            if parameters:
                function.argtypes = parameters + ([POINTER(TileError)] if result is c_int else [])
        return library
    raise ImportError(f"libtile: {why}")


LIBRARY = _load()
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.fdopen.restype = c_void_p
_LIBC.fdopen.argtypes = [c_int, c_char_p]
_LIBC.fclose.argtypes = [c_void_p]


def version() -> str:
    number = LIBRARY.tile_version()
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


# ---- calls -----------------------------------------------------------------------------------------------------------


def call(name: str, *arguments: Any) -> None:
    """Calls a function that takes a struct tile_error; raises Error with its one line."""
    e = TileError()
    if getattr(LIBRARY, name)(*arguments, byref(e)):
        raise Error(e.text.decode(errors="replace"), e.code)


def set_key(header: Header, key: str, value: str) -> None:
    e = TileError()
    texts = [c_char_p(text.encode()) for text in (key, "%s", value)]
    if LIBRARY.tile_header_set(byref(header), byref(e), *texts):
        raise Error(e.text.decode(errors="replace"), e.code)


@contextlib.contextmanager
def stream(descriptor: int, mode: bytes) -> Iterator[c_void_p]:
    """A FILE of C, which is closed at the end with its descriptor."""
    file = _LIBC.fdopen(descriptor, mode)
    if not file:
        os.close(descriptor)
        raise MemoryError
    try:
        yield c_void_p(file)
    except BaseException:
        _LIBC.fclose(file)
        raise
    if _LIBC.fclose(file):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@contextlib.contextmanager
def reader(path: str) -> Iterator[c_void_p]:
    """A tile_reader of a file, of which the header has been read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise Error(f"{path}: {error.strerror}", 1) from None
    with stream(descriptor, b"rb") as file:
        handle = c_void_p()
        call("tile_reader_open", byref(handle), file, os.fsencode(path))
        try:
            yield handle
        finally:
            LIBRARY.tile_reader_free(handle)


@contextlib.contextmanager
def domain(handle: c_void_p) -> Iterator[tuple[Domain, c_void_p]]:
    """The domain of a reader, and the tile_input that its arrays are read from."""
    content, given = Domain(), c_void_p()
    call("tile_input_open", byref(given), byref(content), handle)
    try:
        yield content, given
    finally:
        LIBRARY.tile_input_close(given)
        LIBRARY.tile_domain_free(byref(content))
