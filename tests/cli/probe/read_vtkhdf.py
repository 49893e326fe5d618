# SPDX-License-Identifier: BSD-3-Clause
"""Compares the files of vtkhdf.sh; vtk: also what VTK's reader makes of them."""

import re
import struct
import sys
import zlib

import numpy as np

MOMENTS = 3


def array(path, name):
    """An array of a .vti or .vtp file that Tessera wrote."""
    data = open(path, "rb").read()
    head, _, values = data.partition(b'<AppendedData encoding="raw">\n   _')
    kind, offset = re.search(
        rb'type="(\w+)" Name="%s" NumberOfComponents="\d" format="appended" offset="(\d+)"' % name.encode(), head
    ).groups()
    values = values[int(offset) :]
    kind = {b"Float32": "<f4", b"Float64": "<f8", b"UInt8": "u1"}[kind]
    if b"compressor" not in head:
        return np.frombuffer(values[8 : 8 + struct.unpack("<Q", values[:8])[0]], kind)
    blocks = struct.unpack("<Q", values[:8])[0]
    sizes = struct.unpack(f"<{blocks}Q", values[24 : 24 + 8 * blocks])
    at, text = 24 + 8 * blocks, b""
    for size in sizes:
        text += zlib.decompress(values[at : at + size])
        at += size
    return np.frombuffer(text, kind)


def same(found, wanted, what):
    found, wanted = np.asarray(found).ravel(), np.asarray(wanted).ravel()
    if found.dtype != wanted.dtype or not np.array_equal(found, wanted, equal_nan=True):
        sys.exit(f"{what}: {found} instead of {wanted}")


def times():
    text = open("beat/series.pvd").read()
    return [float(t) for t in re.findall('timestep="([^"]*)"', text)]


def check_files():
    import h5py

    one, small, fields, wall, mean, wide = (
        h5py.File(f"{name}.vtkhdf")["VTKHDF"] for name in "one small fields wall mean wide".split()
    )
    for file, kind in (one, b"ImageData"), (fields, b"ImageData"), (wall, b"PolyData"):
        assert file.attrs["Type"] == kind and list(file.attrs["Version"]) == [2, 0], dict(file.attrs)
    assert one["FieldData/units"][0] == b"length m, velocity m/s, pressure Pa (gauge)", one["FieldData/units"][0]
    shape = np.load("solid.npy").shape
    assert list(one.attrs["WholeExtent"]) == [0, shape[2] - 1, 0, shape[1] - 1, 0, shape[0] - 1]
    assert list(one.attrs["Spacing"]) == [4e-4] * 3 and list(one.attrs["Direction"]) == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    direction = re.search('Direction="([^"]*)"', open("turned.vti", "rb").read(2000).decode("latin1")).group(1)
    same(h5py.File("turned.vtkhdf")["VTKHDF"].attrs["Direction"], np.array(direction.split(), float), "directions")
    assert direction == "0 1 0 -1 0 0 0 0 1", direction
    origin = re.search('Origin="([^"]*)"', open("beat/0001.vti", "rb").read(2000).decode("latin1")).group(1)
    same(one.attrs["Origin"], np.array(origin.split(), float), "origin")
    for name in "velocity pressure solid".split():
        values = np.load(f"{name}.npy")
        assert one[f"PointData/{name}"].shape == values.shape
        same(one[f"PointData/{name}"], values, name)
        same(small[f"PointData/{name}"], values.astype("u1" if name == "solid" else "f4"), name)

    assert list(fields["Steps/Values"]) == list(wall["Steps/Values"]) == times() and len(times()) == MOMENTS
    assert fields["Steps"].attrs["NSteps"] == MOMENTS
    for moment in range(MOMENTS):
        for name in "velocity pressure solid".split():
            at = fields[f"Steps/PointDataOffsets/{name}"][moment]
            assert at == (0 if name == "solid" else moment)
            same(fields[f"PointData/{name}"][at], array(f"beat/{moment + 1:04}.vti", name), f"{name} {moment}")
        for name in "wall_shear pressure".split():
            at, n = wall[f"Steps/CellDataOffsets/{name}"][moment], wall["Polygons/NumberOfCells"][0]
            same(wall[f"CellData/{name}"][at : at + n], array(f"wall-{moment + 1:04}.vtp", name), f"{name} {moment}")
    same(wall["Points"], array("wall.vtp", "points"), "points")
    assert wall["Polygons/Connectivity"].shape[0] == 3 * wall["Polygons/NumberOfCells"][0] == wall["Polygons/Offsets"][-1]
    same(mean["CellData/tawss"], array("mean.vtp", "tawss"), "tawss")
    same(wide["PointData/thickness"], np.load("wide.npy"), "thickness")
    stored = wide["PointData/thickness"]
    assert stored.compression == "gzip" and stored.shuffle
    assert stored.chunks[1:] == stored.shape[1:] and np.prod(stored.chunks) * stored.dtype.itemsize <= 1 << 20


def check_vtk():
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as pipeline
    from vtkmodules.vtkIOHDF import vtkHDFReader
    from vtkmodules.util.numpy_support import vtk_to_numpy

    def read(path, moment=None):
        reader = vtkHDFReader()
        reader.SetFileName(path)
        reader.UpdateInformation()
        if moment is not None:
            assert list(reader.GetOutputInformation(0).Get(pipeline.TIME_STEPS())) == times()
            reader.UpdateTimeStep(times()[moment])
        else:
            reader.Update()
        return reader.GetOutput()

    image = read("one.vtkhdf")
    same(vtk_to_numpy(image.GetPointData().GetArray("velocity")), np.load("velocity.npy"), "velocity by VTK")
    for moment in range(MOMENTS):
        data = read("fields.vtkhdf", moment).GetPointData()
        for name in "velocity pressure solid".split():
            same(vtk_to_numpy(data.GetArray(name)), array(f"beat/{moment + 1:04}.vti", name), f"{name} {moment} by VTK")
        surface = read("wall.vtkhdf", moment)
        same(vtk_to_numpy(surface.GetPoints().GetData()), array("wall.vtp", "points"), "points by VTK")
        shear = vtk_to_numpy(surface.GetCellData().GetArray("wall_shear"))
        same(shear, array(f"wall-{moment + 1:04}.vtp", "wall_shear"), f"shear {moment} by VTK")


(check_vtk if "vtk" in sys.argv else check_files)()
