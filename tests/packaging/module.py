# SPDX-License-Identifier: BSD-3-Clause
"""The Python module against the programs: python.sh runs this in an empty folder, with the programs on PATH."""

import contextlib
import ctypes
import doctest
import errno
import glob
import importlib
import inspect
import io
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
import types
import unittest
import unittest.mock
import warnings

import numpy as np

import tessera
from tessera import _file, _library, _options, _progress


def random_mask(shape, seed=1, porosity=0.6):
    return np.random.default_rng(seed).random(shape) < porosity


def digest(path):
    return subprocess.run(["tessera-stats", "--digest", path], check=True, capture_output=True, text=True).stdout


class Structures(unittest.TestCase):
    def test_layout(self):
        """Every structure has the size and every member the place that the compiler of libtile gives it."""
        with open(os.environ["LAYOUT"]) as lines:
            compiled = {line.split()[0]: tuple(line.split()[1:]) for line in lines}
        found = {}
        for name, structure in _library.STRUCTURES.items():
            found[name] = ("size", str(ctypes.sizeof(structure)))
            for member, *_ in structure._fields_:
                place = getattr(structure, member)
                found[f"{name}.{member}"] = (str(place.offset), str(place.size))
        self.assertEqual(found, compiled)


class Voxels(unittest.TestCase):
    def test_round_trip(self):
        for shape in [(1, 1, 1), (3, 5, 8), (7, 9, 13), (2, 1, 65)]:
            mask = random_mask(shape)
            mask.flat[0] = True
            for array in (mask, np.asfortranarray(mask), mask[::-1][::-1]):
                file = tessera.Domain.from_array(array, voxel=2.5e-6, origin=(1e-3, 0, -2e-3)).write("a.vox")
                np.testing.assert_array_equal(file.mask(), mask)
            self.assertEqual((file.shape, file.voxel, file.kind), (shape, 2.5e-6, "voxels"))
            self.assertEqual(file.header["origin"], "0.001 0.0 -0.002")

    def test_same_as_the_program(self):
        """Of the same array tessera-voxelize makes a file of the same digest, and notes the same input."""
        labels = np.random.default_rng(2).integers(0, 4, (6, 7, 11)).astype("u2")
        np.save("labels.npy", labels)
        mine = tessera.Domain.from_array(labels, 5e-6, fluid=[1, 3]).write("mine.vox")
        theirs = tessera.voxelize("labels.npy", fluid="equal=1,3", voxel="5um", output="theirs.vox")
        self.assertEqual(digest(mine.path), digest(theirs.path))
        inputs = [tessera.tile(f, periodic="xyz", lint="no", output="a.tile").history[-2] for f in (mine, theirs)]
        self.assertEqual(*[line.rpartition("# input ")[2] for line in inputs])
        self.assertTrue(inputs[0].startswith("tessera-python 0.1.0: tessera-python 'Domain.from_array("), inputs[0])
        subprocess.run(["tessera-tile", "--check=full", "mine.vox"], check=True, stdout=subprocess.DEVNULL)

    def test_classes(self):
        labels = np.random.default_rng(3).integers(0, 5, (6, 7, 11)).astype("u1")
        domain = tessera.Domain.from_array(np.asfortranarray(labels), classes=[1, 4])
        file = domain.write("classes.vox")
        self.assertEqual(file.header["classes"], "solid 1 4")
        subprocess.run(["tessera-tile", "--check=full", "classes.vox"], check=True, stdout=subprocess.DEVNULL)
        np.testing.assert_array_equal(file.mask(), np.isin(labels, (1, 4)))
        tiled = tessera.tile(file, periodic="xyz", lint="no", output="classes.tile")
        self.assertEqual(list(tiled.values), ["label"])
        np.testing.assert_array_equal(np.nan_to_num(tiled.field("label")), np.array([0, 1, 0, 0, 4])[labels])
        for bad in ([], [1, 1], range(256)):
            self.assertRaises(ValueError, tessera.Domain.from_array, labels, classes=bad)
        self.assertRaises(ValueError, tessera.Domain.from_array, labels, fluid=1, classes=[1])

    def test_labels_given(self):
        """However labels are given, they are the same; those that cannot be meant are refused, absent ones named."""
        labels = np.random.default_rng(4).integers(0, 5, (6, 7, 11)).astype("u1")
        expected = np.isin(labels, (1, 4))
        for fluid in ({1, 4}, (1, 4), [4, 1, 1], np.array([1, 4]), (i for i in (1, 4)), [1.0, np.int64(4)]):
            domain = tessera.Domain.from_array(labels, fluid=fluid)
            np.testing.assert_array_equal(domain.mask(), expected)
            np.testing.assert_array_equal(domain.write("fluid.vox").mask(), expected)
        np.testing.assert_array_equal(tessera.Domain.from_array(labels, fluid=1).mask(), labels == 1)
        np.testing.assert_array_equal(tessera.Domain.from_array(expected, fluid=False).mask(), ~expected)
        tenths = labels.astype("f4") / np.float32(10)
        np.testing.assert_array_equal(tessera.Domain.from_array(tenths, fluid={0.1, 0.4}).mask(), expected)
        large = labels.astype("u8") + np.uint64(2**63)  # where neighbours are one number of double precision
        np.testing.assert_array_equal(tessera.Domain.from_array(large, fluid=2**63 + 1).mask(), labels == 1)
        for fluid in (300, -1, 1.5, float("nan"), "1", [], [[1]], object()):
            self.assertRaisesRegex(ValueError, "^fluid", tessera.Domain.from_array, labels, fluid=fluid)
        with self.assertRaisesRegex(ValueError, "^no voxel is fluid: the values are 0 to 4, and none is 7 or 9$"):
            tessera.Domain.from_array(labels, fluid={7, 9})
        with self.assertWarnsRegex(tessera.Warning, "^no voxel has the label 7$") as caught:
            tessera.Domain.from_array(labels, fluid=[1, 7])
        self.assertEqual(os.path.basename(caught.filename), "module.py")
        with self.assertWarnsRegex(tessera.Warning, "^no voxel has the label 7$"):
            tessera.Domain.from_array(labels, classes=[1, 7])
        with self.assertWarnsRegex(tessera.Warning, "^no voxel is fluid$"):
            tessera.Domain.from_array(np.zeros((2, 2), bool))
        self.assertRaisesRegex(ValueError, "^classes", tessera.Domain.from_array, labels, classes=[1.5])
        self.assertRaisesRegex(ValueError, "^classes", tessera.Domain.from_array, labels, classes="14")

    def test_masked(self):
        """What a masked array hides is outside the sample: of bool, of labels, and of classes."""
        outside = random_mask((3, 4, 5), seed=2)
        mask = np.ma.masked_array(random_mask((3, 4, 5)), mask=outside)
        file = tessera.Domain.from_array(mask).write("core.vox")
        np.testing.assert_array_equal(file.mask(), mask.filled(False))
        self.assertEqual(file.header["mask"], str((~outside).sum()))
        labels = np.ma.masked_array(np.arange(60, dtype="u1").reshape(3, 4, 5) % 4, mask=outside)
        for given in ({"fluid": [0, 2]}, {"classes": [0, 2]}):
            file = tessera.Domain.from_array(labels, **given).write("core.vox")
            np.testing.assert_array_equal(file.mask(), np.isin(labels.data, [0, 2]) & ~outside)
            report = tessera.stats(file)
            self.assertEqual(report["mask_nodes"], (~outside).sum())
            np.testing.assert_allclose(report["porosity_mask"], np.isin(labels.data, [0, 2])[~outside].mean(), rtol=1e-9)
        every = np.ma.masked_array(np.resize(np.arange(256, dtype="u1"), (16, 17, 18)), mask=random_mask((16, 17, 18), seed=3))
        for kind, count in ("u1", 255), ("i1", 128):  # what is outside needs a value that is no label
            labels = np.ma.masked_array(every.data.view(kind), mask=every.mask)
            file = tessera.Domain.from_array(labels, classes=list(range(count))).write("core.vox")
            np.testing.assert_array_equal(file.mask(), (every.data < count) & ~every.mask)
        nothing = np.ma.masked_array(outside, mask=True)
        self.assertRaisesRegex(ValueError, "everything is masked", tessera.Domain.from_array, nothing)
        filled = tessera.Domain.from_array(mask.filled(False)).mask()
        np.testing.assert_array_equal(tessera.Domain.from_array(np.ma.masked_array(filled)).mask(), filled)

    def test_voxel(self):
        mask = random_mask((2, 3, 4))
        for voxel, metres in [("5um", 5e-6), ("5 \u00b5m", 5e-6), ("0.1mm", 1e-4), ("2.5e2nm", 2.5e-7), ("3cm", 0.03),
                              (np.float32(0.5), None), (5, None), (0.005, 0.005), ("2m", 2.0), (True, None), ("4 micrometers", 4e-6),
                              ((1e-6, 1e-6), None), ("5", None), ("um", None), ("5.5.5um", None), ("5kg", None),
                              ("-5um", None), ("0um", None), ("1e999m", None)]:
            if metres is None:
                self.assertRaisesRegex(ValueError, "^voxel", tessera.Domain.from_array, mask, voxel)
            else:
                self.assertEqual(tessera.Domain.from_array(mask, voxel).write("voxel.vox").voxel, metres)
        self.assertRaisesRegex(ValueError, "^origin", tessera.Domain.from_array, mask, origin=5)

    def test_rewritten(self):
        """A file that another took the place of since open() is refused: its arrays have another size."""
        small, large = random_mask((4, 4, 4)), random_mask((30, 40, 50))
        for mask in (large, small):
            for file in self.both(small if mask is large else large):
                self.both(mask)
                for read in (file.mask, lambda: file.mask((0, 2))):
                    self.assertRaisesRegex(tessera.Error, "^b.(vox|tile): another file than when", read)
                self.assertEqual(tessera.open(file).shape, mask.shape)
        voxels, tiled = self.both(small)
        self.both(small)  # the same again
        np.testing.assert_array_equal(voxels.mask(), small)
        np.testing.assert_array_equal(tiled.mask(), small)

    def test_slice_and_slabs(self):
        mask = random_mask((9, 10))
        self.assertEqual(tessera.Domain.from_array(mask).write("flat.vox").shape, (1, 9, 10))
        mask = random_mask((9, 4, 5))
        for file in self.both(mask):
            for slab in [(0, 9), (0, 1), (3, 7), (8, 9)]:
                np.testing.assert_array_equal(file.mask(slab), mask[slice(*slab)])
            for slab in [(-1, 2), (3, 3), (0, 10)]:
                self.assertRaises(ValueError, file.mask, slab)

    def both(self, mask):
        voxels = tessera.Domain.from_array(mask).write("b.vox")
        return voxels, tessera.tile(voxels, periodic="xyz", lint="no", output="b.tile")

    def test_walls_are_passed(self):
        file = tessera.voxelize(shape="tube:d=6", size="8,8,5", walls=True, output="tube.vox")
        self.assertEqual(file.mask().sum(), 5 * file.mask((2, 3)).sum())
        with open("tube.vox", "r+b") as raw:  # in the trailer, behind the walls
            raw.seek(-60, os.SEEK_END)
            raw.write(b"xxxx")
        with self.assertRaises(tessera.Error):
            file.mask()

    def test_refused(self):
        for array, more in [
            (np.zeros((2, 2), "u1"), {}),
            (np.zeros((0, 2, 2), bool), {}),
            (np.zeros(3, bool), {}),
            (np.zeros((2, 2), bool), {"voxel": 0}),
            (np.zeros((2, 2), bool), {"voxel": float("nan")}),
            (np.zeros((2, 2), bool), {"origin": (0, 0, float("inf"))}),
            (np.zeros((2, 2), "U1"), {"fluid": "a"}),
        ]:
            self.assertRaises(ValueError, tessera.Domain.from_array, array, **more)

    def test_output(self):
        """A link stays, as does the mode of an old file; a failed output leaves the old file and nothing else."""
        domain = tessera.Domain.from_array(random_mask((40, 40, 40)))
        os.mkdir("out")
        os.symlink("real.vox", "out/link.vox")
        domain.write("out/link.vox")
        os.chmod("out/real.vox", 0o604)
        domain.write("out/link.vox")
        self.assertEqual(os.stat("out/real.vox").st_mode & 0o777, 0o604)
        self.assertTrue(os.path.islink("out/link.vox"))
        domain._voxels = ["not an array"]
        self.assertRaises(Exception, domain.write, "out/real.vox")
        self.assertEqual(sorted(os.listdir("out")), ["link.vox", "real.vox"])
        self.assertEqual(tessera.open("out/real.vox").shape, (40, 40, 40))
        with self.assertRaisesRegex(tessera.Error, "^none/a.vox: No such file or directory$") as caught:
            tessera.Domain.from_array(random_mask((2, 2, 2))).write("none/a.vox")
        self.assertEqual(caught.exception.code, 1)
        if os.path.exists("/dev/full"):
            with self.assertRaisesRegex(tessera.Error, "^/dev/full: .*No space left on device") as caught:
                tessera.Domain.from_array(random_mask((80, 80, 80))).write("/dev/full")
            self.assertEqual(caught.exception.code, 1)


class Fields(unittest.TestCase):
    """tessera-probe --npy is another reader of the same files."""

    def flow(self, **options):
        mask = random_mask((7, 10, 9), porosity=0.8)
        voxel = options.pop("voxel", None)
        run = options.pop("run", {})
        tessera.Domain.from_array(mask, voxel).write("f.vox")
        domain = tessera.tile("f.vox", lint="no", output="f.tile", **options)
        tessera.run(domain, output="f.flow", steps=5, force=("1e-6lu", "2e-6lu", "-1e-6lu"), **run)
        return tessera.open("f.flow"), mask

    def same_as_probe(self, flow, mask, units):
        for name, option in [("velocity", "velocity"), ("pressure", "pressure"), ("speed", "speed"), ("uy", "uy")]:
            tessera.probe(flow, npy="probe.npy", field=option, precision="fp64")
            expected = np.load("probe.npy")
            field = flow.field(name, units=units)
            np.testing.assert_array_equal(np.isnan(field).reshape(mask.shape + (-1,)).any(axis=3), ~mask)
            np.testing.assert_allclose(field[mask], expected[mask], rtol=1e-14, atol=0)
            values, nodes = flow.field(name, units=units, sparse=True)
            np.testing.assert_array_equal(values, field[mask])
            np.testing.assert_array_equal(nodes[:, ::-1], np.argwhere(mask))
            slabs = [flow.field(name, units=units, slab=slab) for slab in [(0, 3), (3, 4), (4, 7)]]
            np.testing.assert_array_equal(np.concatenate(slabs), field)
        np.testing.assert_array_equal(flow.mask(), mask)

    def test_orders_and_offsets(self):
        for options in [
            {"periodic": "xyz", "offset": "1,2,3"},
            {"periodic": "xyz", "order": "hilbert"},
            {"offset": "3,0,1", "order": "rows"},
            {"periodic": "y", "run": {"precision": "fp32"}},
            {"periodic": "xyz", "run": {"precision": "fp32/fp16"}},
        ]:
            with self.subTest(options):
                flow, mask = self.flow(**dict(options))
                self.same_as_probe(flow, mask, "lattice")
                self.assertRaises(ValueError, flow.field, "uz", units="SI")

    def test_units(self):
        flow, mask = self.flow(voxel=5e-6, periodic="xyz", run={"viscosity": "1e-6m2/s", "density": "998kg/m3"})
        self.same_as_probe(flow, mask, "SI")
        density = flow.field("density")[mask]
        np.testing.assert_allclose(density - 1, 3 * flow.field("pressure")[mask], rtol=0, atol=1e-15)
        np.testing.assert_allclose(flow.field("density", units="SI")[mask], 998 * density)

    def test_refused(self):
        flow, _ = self.flow(periodic="xyz")
        self.assertRaisesRegex(ValueError, "^field 'q': expected velocity, pressure, ", flow.field, "q")
        self.assertRaises(ValueError, flow.field, "ux", units="imperial")
        self.assertRaises(ValueError, flow.field, "ux", slab=(0, 8))
        with self.assertRaisesRegex(tessera.Error, "^f.tile: contains no fields$") as caught:
            tessera.open("f.tile").field("ux")
        self.assertEqual(caught.exception.code, 3)


    def test_rewritten(self):
        flow, _ = self.flow(periodic="xyz")
        self.flow(periodic="xyz", run={"precision": "fp32"})
        self.assertRaisesRegex(tessera.Error, "^f.flow: another file than when", flow.field, "ux")

    def test_large_tiles(self):
        """Tiles of 8 x 8 x 8 nodes, and more of them than are placed at once."""
        mask = random_mask((80, 100, 330), porosity=0.7)
        part = _file._PART
        self.addCleanup(setattr, _file, "_PART", part)
        _file._PART = part // 8
        voxels = tessera.Domain.from_array(mask).write("l.vox")
        for options in ({"edge": 8, "offset": "1,2,3"}, {"periodic": "xyz", "offset": "3,2,1", "order": "hilbert"}):
            domain = tessera.tile(voxels, lint="no", output="l.tile", **options)
            np.testing.assert_array_equal(domain.mask(), mask)
            np.testing.assert_array_equal(domain.mask((1, 6)), mask[1:6])
        # 70 bytes a voxel where all are placed at once, and 8 where labels are looked for in all slices at once
        labels = tessera.Domain.from_array(mask.astype("u1"), fluid=1)
        for read, most in ((domain.mask, 2 * mask.size + 100 * _file._PART), (voxels.mask, 1.2 * mask.size),
                           (labels.mask, 1.5 * mask.size)):
            tracemalloc.start()
            read()
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            self.assertLess(peak, most)
        tessera.stats(domain, thickness=True, output="l.radii")
        radii = tessera.open("l.radii")
        values, nodes = radii.field("thickness", sparse=True, slab=(2, 19))
        np.testing.assert_array_equal(nodes[:, ::-1] - [2, 0, 0], np.argwhere(mask[2:19]))
        np.testing.assert_array_equal(values, radii.field("thickness")[2:19][mask[2:19]])


class NamedValues(unittest.TestCase):
    def test_same_as_probe(self):
        mask = random_mask((7, 10, 9), porosity=0.8)
        tessera.Domain.from_array(mask, 5e-6).write("v.vox")
        tessera.tile("v.vox", periodic="xyz", offset="1,2,3", lint="no", output="v.tile")
        tessera.stats("v.tile", thickness=True, intrusion="z-", output="radii.tile")
        radii = tessera.open("radii.tile")
        self.assertEqual(radii.values, {"thickness": "voxel", "intrusion": "voxel"})
        for name in radii.values:
            tessera.probe(radii, npy="radii.npy", field=name, precision="fp64")
            expected = np.load("radii.npy")
            field = radii.field(name, units="SI")
            np.testing.assert_array_equal(np.isnan(field), ~mask)
            np.testing.assert_allclose(field[mask], expected[mask], rtol=1e-14, atol=0)
            np.testing.assert_allclose(radii.field(name)[mask] * 5e-6, field[mask], rtol=1e-15, atol=0)
            np.testing.assert_array_equal(radii.field(name, units="SI", slab=(2, 5)), field[2:5])
        with self.assertRaisesRegex(tessera.Error, "^radii.tile: contains no fields$"):
            radii.field("ux")


class Beats(unittest.TestCase):
    """The curves are those of the report of tessera-run, and values of walls those of tessera-probe."""

    def average(self, name, **options):
        with open(f"{name}.txt", "w") as curve:
            curve.write("0 0\n100 2e-5\n200 0\n300 -1e-5\n400 0\n")
        domain = tessera.tile(self.channel, inlet="z-", outlet="z+", output="b.tile")
        ends = [f"inlet:pressure={name}.txt", "outlet:pressure=0"]
        report = tessera.run(domain, set=ends, average=f"{name}.tile", **options)
        return tessera.open(f"{name}.tile"), report["beat"]

    def setUp(self):
        self.channel = tessera.voxelize(shape="channel:w=4", size="6,6,8", voxel="1mm", output="b.vox")

    def same_curves(self, beat, report, flow, pressure):
        self.assertEqual([row["name"] for row in report["openings"]], list(beat.flow))
        self.assertEqual(list(beat.flow), list(beat.pressure))
        for row in report["openings"]:
            np.testing.assert_allclose(beat.flow[row["name"]], row[flow], rtol=1e-12)
            np.testing.assert_allclose(beat.pressure[row["name"]], row[pressure], rtol=1e-12)
        self.assertEqual(beat.beats, report["beats"])

    def test_lattice(self):
        file, report = self.average("plain", beats=2)
        beat = file.beat()
        self.assertEqual(beat.units, "lattice")
        self.same_curves(beat, report, "flow", "pressure")
        np.testing.assert_allclose(beat.time, np.arange(1, 101) * 4)
        self.assertRaisesRegex(ValueError, "^plain.tile: does not state", file.beat, units="SI")
        self.assertRaises(ValueError, file.beat, units="imperial")
        self.assertEqual(file.values["tawss"], "1")

    def test_physical(self):
        water = {"viscosity": "1e-6m2/s", "density": "1000kg/m3", "tau": 0.9}
        file, report = self.average("water", beats=2, **water)
        beat = file.beat()
        self.assertEqual(beat.units, "SI")
        self.same_curves(beat, report, "flow_m3_s", "pressure_pa")
        np.testing.assert_allclose(beat.time[-1], report["period_s"], rtol=1e-12)
        self.same_curves(file.beat(units="lattice"), report, "flow", "pressure")
        self.assertEqual(file.values["tawss"], "Pa")
        tawss, nodes = file.field("tawss", sparse=True)
        tessera.probe(file, npy="tawss.npy", field="tawss", precision="fp64")
        np.testing.assert_array_equal(tawss, np.load("tawss.npy")[tuple(nodes[:, ::-1].T)])
        inner = ((nodes[:, :2] == 2) | (nodes[:, :2] == 3)).all(axis=1)
        np.testing.assert_array_equal(np.isnan(tawss), inner)  # away from the walls
        self.assertEqual(report["openings"][0]["name"], "inlet")

    def test_part(self):
        with self.assertWarnsRegex(tessera.Warning, "part of a beat"):
            file, report = self.average("part", steps=500)
        beat = file.beat()
        self.assertEqual((beat.beats, beat.time.shape), (1, (25,)))
        self.same_curves(beat, report, "flow", "pressure")

    def test_refused(self):
        with self.assertRaisesRegex(tessera.Error, "^b.vox: contains no beat") as caught:
            self.channel.beat()
        self.assertEqual(caught.exception.code, 3)

    def test_crafted(self):
        """Keys that state other numbers than tessera-tile(5) allows, such as a billion samples."""
        file, _ = self.average("crafted", beats=2)
        whole = dict(file.header)
        for key, value in [("beat", "1 1000000000 0 0 0 0"), ("beat", "1 1e300 0 0 0 0"), ("beat", "inf 1 0 0 0 0"),
                           ("beat", "1 -1 0 0 0 0"), ("beat", "1 nan 0 0 0 0"), ("beat", "1"), ("period", "0"),
                           ("period", "inf"), ("period", "1 2"), ("beat-curves", "1 2 3"),
                           ("beat-curves", "nan " * 400), ("beat-curves", "x " * 400)]:
            file.header = dict(whole, **{key: value})
            with self.subTest(key=key, value=value[:20]), self.assertRaisesRegex(tessera.Error, "keys of a beat"):
                file.beat()
        file.header = whole
        self.assertEqual(file.beat().time.shape, (100,))


class Errors(unittest.TestCase):
    def refuses(self, code, text, call, *arguments, **options):
        with self.assertRaisesRegex(tessera.Error, text) as caught:
            call(*arguments, **options)
        self.assertEqual(caught.exception.code, code)
        self.assertNotIn("\n", str(caught.exception))
        return caught.exception

    def test_files(self):
        self.refuses(1, "^none.tile: No such file or directory$", tessera.open, "none.tile")
        with open("text.tile", "w") as text:
            text.write("this is no tile file\n")
        self.refuses(3, "^text.tile: ", tessera.open, "text.tile")
        file = tessera.voxelize(shape="spheres:porosity=0.5,d=8", size="24,24,24", output="c.vox")
        with open("c.vox", "rb") as raw:
            whole = raw.read()
        for damaged in (whole[:-30], whole[:-60] + b"xxxx" + whole[-56:], whole[: len(whole) // 2]):
            with open("c.vox", "wb") as out:
                out.write(damaged)
            self.refuses(3, "^c.vox: ", file.mask)

    def test_programs(self):
        tessera.voxelize(shape="channel:w=4", size="6,6,8", output="duct.vox")
        domain = tessera.tile("duct.vox", inlet="z-", outlet="z+", output="duct.tile")
        self.assertEqual(domain.patches, {"inlet": "z-", "outlet": "z+"})
        self.refuses(2, "^tessera-run: .*--permeabilty", tessera.run, domain, permeabilty="z")
        self.refuses(3, "^tessera-run: duct.vox: ", tessera.run, "duct.vox", permeability="z")
        missing = self.refuses(1, "^tessera-stats: -none: No such file", tessera.stats, "-none")
        self.assertIsInstance(missing, FileNotFoundError)
        self.assertEqual((missing.stderr, missing.errno), (f"{missing}\n", errno.ENOENT))
        self.assertIsInstance(pickle.loads(pickle.dumps(missing)), FileNotFoundError)
        self.assertRaises(ValueError, tessera.run, domain, permeability="w")
        self.assertRaises(FileNotFoundError, tessera.open, "none.tile")
        unfinished = self.refuses(
            5, "^tessera-run: ", tessera.run, domain, permeability="z", steps=4, output="unfinished.tile"
        )
        self.assertIs(unfinished.report["converged"], False)
        self.assertEqual(tessera.open("unfinished.tile").kind, "fields")
        self.assertRaises(ValueError, tessera.voxelize, shape="box", size="4,4,4")

    def test_pickled(self):
        """As from the processes of a pool."""
        error = self.refuses(2, "--permeability w", tessera.run, "duct.tile", permeability="w")
        error.report = {"a": 1}
        duct = tessera.voxelize(shape="channel:w=4", size="6,6,8", output="pickled.vox")
        back = pickle.loads(pickle.dumps(duct))
        self.assertEqual((back.header, back.mask().sum()), (duct.header, 128))
        back = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(back), str(back), back.code, back.report), (tessera.UsageError, str(error), 2, {"a": 1}))

    def test_interrupt(self):
        """A run that is interrupted completes its step and writes its files, and nothing else stays: where Python alone
        gets the signal, and where a terminal sends it to all its programs."""
        tessera.voxelize(shape="channel:w=4", size="6,6,8", output="duct.vox")
        tessera.tile("duct.vox", periodic="z", output="duct.tile")
        heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # the shell may have it ignored
        self.addCleanup(signal.signal, signal.SIGINT, heard)
        run = 'steps=10**9, force="0,0,1e-6lu", checkpoint="on.tile", every=2000, output="end.tile"'
        command = [sys.executable, "-c", f'import tessera; tessera.run("../duct.tile", {run})']
        for kill in (os.kill, os.killpg):
            folder = kill.__name__
            os.mkdir(folder)
            with self.subTest(folder), subprocess.Popen(
                command, cwd=folder, stderr=subprocess.PIPE, text=True, start_new_session=True
            ) as python:
                while not os.path.exists(f"{folder}/on.tile"):
                    self.assertIsNone(python.poll())
                    time.sleep(0.01)
                kill(python.pid, signal.SIGINT)
                self.assertIn("KeyboardInterrupt", python.communicate()[1])
                self.assertGreater(tessera.open(f"{folder}/end.tile").field("uz", sparse=True)[0].min(), 0)
                self.assertEqual(sorted(os.listdir(folder)), ["end.tile", "on.tile"])

    def test_warnings(self):
        mask = random_mask((8, 8, 8), porosity=0.3)
        file = tessera.Domain.from_array(mask).write("w.vox")
        with self.assertWarnsRegex(tessera.Warning, "^tessera-tile: warning: ") as caught:
            tessera.tile(file, inlet="z-", output="w.tile")
        self.assertEqual(os.path.basename(caught.filename), "module.py")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tessera.tile(file, inlet="z-", lint="no", output="w.tile")

    def test_labels(self):
        np.save("l.npy", np.arange(27, dtype="u1").reshape(3, 3, 3) % 3)
        labels = tessera.voxelize("l.npy", labels=True)["labels"]
        self.assertEqual([row["voxels"] for row in labels], [9, 9, 9])


class Questions(unittest.TestCase):
    """The numbers are those of the programs' reports, found here by command lines of their own."""

    @classmethod
    def setUpClass(cls):
        z, y, x = np.indices((16, 12, 12)) - 5.5
        cls.mask = (np.hypot(x, y) < 4.2) | (np.hypot(z - 3, y) < 3.1)
        np.save("q.npy", cls.mask.astype("u1"))
        cls.said("tessera-voxelize", "q.npy", "--fluid", "equal=1", "--voxel", "5um", "-o", "q.vox")
        tessera.tile("q.vox", keep="percolating=z", output="q.tile")

    @staticmethod
    def said(*command):
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def told(self, *command):
        return json.loads(self.said(*command, "--json"))

    def test_permeability(self):
        mine = tessera.permeability(self.mask, voxel=5e-6, viscosity="1e-6m2/s", refine=True)
        (theirs,) = self.told("tessera-run", "q.tile", "-p", "z", "--refine", "--viscosity", "1e-6m2/s", "-o", "q.flow")[
            "permeability"
        ]
        self.assertGreater(theirs["m2"], 1e-13)
        self.assertEqual((mine.permeability, mine.darcy), (theirs["m2"], theirs["darcy"]))
        interval = theirs["interval"]
        self.assertEqual([mine.interval_middle, mine.interval_error, mine.no_interval],
                         [interval["m2"], interval["error_m2"], interval["none"]])
        flow = tessera.open("q.flow")
        for name in ("velocity", "pressure"):
            np.testing.assert_array_equal(mine[name], flow.field(name, units="SI"))
        self.assertEqual((mine.fields["velocity"], flow.fields["pressure"]), ("m/s", "Pa"))
        np.testing.assert_array_equal(np.isnan(mine.speed), ~flow.mask())
        np.testing.assert_array_equal(mine.speed, flow["speed"])
        self.assertRaisesRegex(KeyError, "expected velocity", flow.__getitem__, "q")
        self.assertRaisesRegex(AttributeError, "expected permeability", getattr, mine, "q")

    def test_axes(self):
        mine = tessera.permeability(self.mask, 5e-6, "xz")
        self.said("tessera-tile", "q.vox", "--keep", "percolating=xz", "-o", "xz.tile")
        theirs = self.told("tessera-run", "xz.tile", "-p", "xz")
        self.assertEqual(mine.permeability, {row["axis"]: row["m2"] for row in theirs["permeability"]})
        self.assertEqual(mine.tensor.tolist(), theirs["tensor"]["m2"])
        self.assertEqual({axis: array.shape for axis, array in mine.velocity.items()},
                         dict.fromkeys("xz", (*self.mask.shape, 3)))

    def test_diffusion(self):
        mine = tessera.tortuosity(self.mask, voxel="5um")
        theirs = self.told("tessera-run", "q.tile", "--diffusion", "z")
        self.assertEqual(mine.tortuosity, theirs["diffusion"][0]["tortuosity_factor"])
        self.assertEqual(mine.porosity, theirs["porosity"])
        self.assertEqual(tessera.diffusivity(self.mask, voxel="5um").relative, theirs["diffusion"][0]["relative"])
        self.assertEqual(mine.concentration.shape, self.mask.shape)

    def test_measures(self):
        theirs = self.told("tessera-stats", "q.vox", "--thickness", "--intrusion", "z-", "--tension", "0.48",
                           "--two-point", "8", "--network", "theirs.csv")
        thick = tessera.local_thickness(self.mask, voxel=5e-6)
        self.assertEqual(thick.max_radius, theirs["thickness"]["max_radius_m"])
        self.assertEqual(thick.distribution.tolist(), theirs["thickness"]["distribution_m"])
        self.assertAlmostEqual(np.nanmax(thick.thickness) / thick.max_radius, 1, delta=1e-7)  # stored as fp32
        self.assertEqual(thick.fields, {"thickness": "m"})
        entered = tessera.intrusion(self.mask, 5e-6, tension=0.48)
        self.assertEqual(entered.saturation.tolist(), theirs["intrusion_m"])
        self.assertEqual(entered.capillary_pressure.tolist(), theirs["capillary_pressure"])
        self.assertEqual(entered.critical_radius, theirs["critical_radius_m"])
        pairs = tessera.two_point(self.mask, 5e-6)
        self.assertEqual({axis: found.tolist() for axis, found in pairs.correlation.items()}, theirs["two_point"])
        network = tessera.network(self.mask, 5e-6)
        self.assertEqual([network.pores, network.mean_pore_radius],
                         [theirs["network"][key] for key in ("pores", "mean_pore_radius_m")])
        with open(network.files["network.csv"]) as table, open("theirs.csv") as expected:
            self.assertEqual(table.read(), expected.read())
        table = network.table()
        self.assertEqual([len(table[column]) for column in ("pore.volume", "throat.conns[0]")],
                         [network.pores, network.throats])
        self.assertEqual(table["pore.xmin"].dtype, bool)
        for result in (thick, pairs, network):
            self.assertIn("<svg", open_text(result.report("page.html")))
        self.assertEqual(tessera.network("q.vox").pores, network.pores)
        self.assertRaisesRegex(ValueError, "^q.vox: voxel=", tessera.network, "q.vox", 5e-6)

    def test_band(self):
        z, y, x = np.mgrid[:12, :16, :16]
        grey = (100 + 10 * np.hypot(x - 7.5, y - 7.5)).clip(120, 180).astype(np.uint8)
        found = tessera.band(grey, points=2, hysteresis=(140, 160), periodic="z")  # both move about 150
        self.assertEqual((found.level, found.permeability), (150, None))
        for at, level in enumerate(found.levels):  # the same in single steps
            low, high = 140 + level - 150, 160 + level - 150
            voxels = tessera.voxelize(found.files["grey.npy"], hysteresis=f"{low:.9g},{high:.9g}", output="band.vox")
            self.assertEqual(tessera.stats(voxels)["porosity"], found.porosity[at])
            domain = tessera.tile(voxels, keep="percolating=z", lint="no", periodic="z", output="band.tile")
            report = tessera.run(domain, permeability="z", converge="1e-4")
            self.assertEqual(report["permeability"][0]["voxel2"], found.permeability_voxel2[at])
        self.assertEqual(found.low, tessera.voxelize(found.files["grey.npy"], threshold="otsu", band=True)["band"]["low"])
        self.assertRaises(ValueError, tessera.band, grey, points=1)
        self.assertRaisesRegex(tessera.UsageError, "leave out --segment otsu:3", tessera.band, grey, segment="otsu:3")

    def test_segment(self):
        grey = np.random.default_rng(5).random((7, 8, 9))
        mine = tessera.segment(grey, "otsu", 5e-6)
        self.assertEqual(mine.mask.tolist(), (grey < mine.threshold).tolist())
        np.save("grey.npy", grey)
        self.said("tessera-voxelize", "grey.npy", "--threshold", "otsu", "--voxel", "5um", "-o", "grey.vox")
        np.testing.assert_array_equal(mine.mask, tessera.open("grey.vox").mask())
        self.assertEqual(mine.porosity, self.told("tessera-stats", "grey.vox")["porosity"])
        np.testing.assert_array_equal(tessera.segment(grey, 0.3, fluid="above").mask, grey >= 0.3)
        np.save("inside.npy", np.indices(grey.shape)[2] < 5)
        inside = tessera.segment(grey, 0.3, mask="inside.npy")  # an option of tessera-stats, too
        np.testing.assert_array_equal(inside.mask, (grey < 0.3) & np.load("inside.npy"))

    def core(self, wide=1):
        """Grey levels with the pores below 100, and which of them lie in an oblique core, a third of all."""
        z, y, x = np.indices((16, 18, 22))
        inside = (x - 9 + z / 4) ** 2 / 60 + (y - 8) ** 2 / 45 < 1
        grey = 100 + 50 * np.sin(x * 0.6 / wide + z * 0.1) * np.cos(y * 0.55 / wide + z * 0.1)
        return np.where(inside, grey, 0), inside

    def surface(self, fluid, inside):
        """Faces between pores and solid that both lie inside, for each voxel inside."""
        faces = 0
        for axis in range(3):
            a, b = [np.moveaxis(part, axis, 0) for part in (fluid & inside, ~fluid & inside)]
            faces += (a[1:] & b[:-1]).sum() + (a[:-1] & b[1:]).sum()
        return 2 / 3 * faces / inside.sum()

    def test_core(self):
        """A mask as an array, as a file, and a masked array are one, and every value of the inside is that of NumPy."""
        grey, inside = self.core()
        np.save("inside.npy", inside)
        given = [(grey, {"mask": inside}), (grey, {"mask": "inside.npy"}), (np.ma.masked_array(grey, mask=~inside), {}),
                 (np.ma.masked_invalid(np.where(inside, grey, np.nan)), {})]
        for image, options in given:
            found = tessera.segment(image, 100, 5e-6, **options)
            np.testing.assert_array_equal(found.mask, (grey < 100) & inside)
            np.testing.assert_allclose(found.porosity_mask, (grey < 100)[inside].mean(), rtol=1e-6)
            np.testing.assert_allclose(found.specific_surface_mask, self.surface(grey < 100, inside) / 5e-6, rtol=1e-5)
        self.assertEqual(found.json["tessera-stats"]["mask_nodes"], inside.sum())
        part = tessera.segment(grey, 100, mask=inside, crop="2:20,,1:15", pad="z-=2:fluid")  # the mask goes with the image
        self.assertEqual(part.json["tessera-stats"]["measured_nodes"], inside[1:15, :, 2:20].sum())
        self.assertRaisesRegex(ValueError, "^a masked array and mask=", tessera.segment, given[2][0], 100, mask=inside)
        self.assertRaisesRegex(ValueError, "^mask: nothing is inside", tessera.segment, grey, 100, mask=inside & False)
        large = tessera.voxelize(shape="box", size="80,80,80", mask=np.arange(80**3).reshape(80, 80, 80) % 7 < 3, output="large.vox")
        self.assertEqual(tessera.stats(large)["mask_nodes"], (np.arange(80**3) % 7 < 3).sum())
        # an array of pores: what is measured in them is of the core; what flows, of both
        pores = np.ma.masked_array(grey < 100, mask=~inside)
        for asking in (tessera.local_thickness, tessera.intrusion, tessera.two_point, tessera.network):
            found = asking(pores, 5e-6)
            np.testing.assert_allclose(found.porosity_mask, (grey < 100)[inside].mean(), rtol=1e-6)
        again = tessera.stats(found.files["voxels.vox"], mask=inside, thickness=True)
        self.assertEqual(again["thickness"]["max_radius_m"], tessera.local_thickness(pores, 5e-6).max_radius)
        share = inside.size / inside.sum()
        flow = tessera.permeability(pores, 5e-6, lint="no")
        np.testing.assert_allclose(flow.permeability_mask, flow.permeability * share, rtol=1e-6)
        np.testing.assert_allclose(flow.darcy_mask, flow.darcy * share, rtol=1e-6)
        through = tessera.tortuosity(pores, lint="no")
        np.testing.assert_allclose(through.relative_mask, through.relative * share, rtol=1e-6)
        self.assertIsNone(tessera.tortuosity(pores.filled(False), lint="no").relative_mask)

    def test_core_band(self):
        grey, inside = self.core(1.8)
        band = tessera.band(np.ma.masked_array(grey, mask=~inside), 5e-6, points=2)
        self.assertEqual(band.level, tessera.band(grey, 5e-6, points=2, mask=inside).level)
        for level, porosity, surface, k in zip(band.levels, band.porosity, band.specific_surface, band.permeability_voxel2):
            fluid = (grey < level) & inside
            np.testing.assert_allclose(porosity, fluid.sum() / inside.sum(), rtol=1e-6)
            np.testing.assert_allclose(surface, self.surface(fluid, inside), rtol=1e-5)
            flow = tessera.permeability(fluid, converge="1e-4", lint="no", refine=bool(level == band.level))
            np.testing.assert_allclose(k, flow.permeability_voxel2 * inside.size / inside.sum(), rtol=1e-5)
            if level == band.level:
                error = flow.json["tessera-run"]["permeability"][0]["interval"]["error_voxel2"]
                np.testing.assert_allclose(band.grid_error, error * inside.size / inside.sum() * 25e-12, rtol=1e-5)

    def test_slice(self):
        """An array [y, x] is one slice, which repeats along z: the flow in it is that between plates, on average."""
        slit = np.zeros((12, 20), bool)
        slit[2:8] = True
        thick = np.repeat(slit[None], 4, 0)
        flow = tessera.permeability(slit, 1e-6)
        np.testing.assert_allclose(flow.permeability, 6**2 / 12 * 6 / 12 * 1e-12, rtol=0.02)
        wide = tessera.permeability(thick, 1e-6, axis="x", periodic="z")
        np.testing.assert_allclose(flow.permeability, wide.permeability, rtol=1e-6)
        self.assertEqual(tessera.tortuosity(slit).commands[-1].count("--diffusion=x"), 1)
        self.assertIn("--intrusion=x-", tessera.intrusion(slit).commands[0])
        np.testing.assert_allclose(tessera.tortuosity(slit).relative, 0.5, rtol=1e-3)
        for asking in (tessera.permeability, tessera.tortuosity):
            self.assertRaisesRegex(ValueError, "one slice", asking, slit, axis="z")
        self.assertRaisesRegex(ValueError, "one slice", tessera.band, slit * 100, axis="z")
        self.assertEqual(tessera.permeability(thick[:1], 1e-6).permeability, flow.permeability)
        self.assertIn("--permeability=z", tessera.permeability(thick[:1], axis="z").commands[1])

    def test_units(self):
        """Numbers are SI, texts with lu lattice units."""
        said = tessera.permeability(self.mask, 5e-6, viscosity=1e-6, density=np.int64(998)).commands[1]
        self.assertIn("--viscosity=1e-06m2/s --density=998.0kg/m3", said)
        said = tessera._process._words({
            "pressure_drop": 3, "time_step": np.float32(0.5), "period": 0.9, "residence": 2e-9, "resample": (1e-6, 3e-6, 2e-6),
            "tension": 0.48, "voxel": 5e-6, "force": np.array([1, 0, 2]), "tau": 0.8, "ramp": 7})
        self.assertEqual(" ".join(said), "--pressure-drop=3.0Pa --time-step=0.5s --period=0.9s --residence=2e-09m2/s "
                         "--resample=1e-06m,3e-06m,2e-06m --tension=0.48N/m --voxel=5e-06m --force=1.0N/m3,0.0N/m3,2.0N/m3 "
                         "--tau=0.8 --ramp=7")
        said = tessera._process._words({"force": [0, 0, 10], "size": [8, 8.5, "9"], "voxel": ["1um", 2e-6, 3e-6], "median": [1, 2]})
        self.assertEqual(" ".join(said), "--force=0.0N/m3,0.0N/m3,10.0N/m3 --size=8,8.5,9 --voxel=1um,2e-06m,3e-06m --median=1 --median=2")
        tessera.run("q.tile", force=[0, 0, 10], viscosity="1e-6m2/s", steps=2, output="si.flow")
        tessera.run("q.tile", force="0,0,10N/m3", viscosity=1e-6, steps=2, output="text.flow")
        tessera.run("q.tile", force="0,0, 1e-6lu", tau=0.8, steps=2, output="lu.flow")
        self.said("tessera-run", "q.tile", "--force", "0,0,1e-6", "--tau", "0.8", "--steps", "2", "-o", "bare.flow")
        for one, other in (("si", "text"), ("lu", "bare")):
            np.testing.assert_array_equal(tessera.open(f"{one}.flow")["velocity"], tessera.open(f"{other}.flow")["velocity"])
        np.save("units.npy", self.mask)
        self.assertEqual(tessera.voxelize("units.npy", fluid="equal=1", voxel=5e-6, output="units.vox").voxel, 5e-6)
        for function in (tessera.run, tessera.probe, tessera.voxelize, tessera.stats, tessera.permeability):
            self.assertRegex(function.__doc__, r"(?is)numbers? of .* (SI|metres|N/m)\b")

    def test_named_twice(self):
        for asking, option in ((tessera.permeability, {"permeability": "x"}), (tessera.tortuosity, {"diffusion": "x"})):
            self.assertRaisesRegex(TypeError, "which is axis= here", asking, self.mask, **option)
            self.assertRaisesRegex(TypeError, "which is axis= here", asking, self.mask, axis="z", **option)
        self.assertRaisesRegex(TypeError, "intrusion=, which is faces=", tessera.intrusion, self.mask, intrusion="x-")

    def test_flow(self):
        """A box of 4 x 4 x 8 mm, of which the ends are open."""
        x, y = np.array([(0, 0), (4, 0), (4, 4), (0, 4)]).T
        with open("box.obj", "w") as out:
            out.writelines(f"v {x[i % 4]} {y[i % 4]} {8 * (i // 4)}\n" for i in range(8))
            for i in range(4):
                j = (i + 1) % 4
                out.write(f"f {i + 1} {j + 1} {j + 5}\nf {i + 1} {j + 5} {i + 5}\n")
        ends = {"set": ["inlet0:velocity=1mm/s", "outlet1:pressure=0"], "viscosity": "1e-5m2/s", "steps": 30,
                "density": "1000kg/m3"}
        mine = tessera.flow("box.obj", voxel=0.001, unit="mm", **ends)
        self.said("tessera-voxelize", "box.obj", "--voxel", "1mm", "--cap", "--unit=mm", "-o", "box.vox")
        self.said("tessera-tile", "box.vox", "-o", "box.tile")
        theirs = tessera.run("box.tile", patch_flux=True, checkpoint="box.flow", **ends)
        shear = self.told("tessera-probe", "box.flow", "--wall-shear")["wall_shear"]["pa"]
        self.assertGreater(shear["mean"], 0)
        self.assertEqual((mine.mean_shear, mine.max_shear), (shear["mean"], shear["max"]))
        self.assertRaisesRegex(TypeError, "checkpoint", tessera.flow, "box.obj", voxel=0.001, checkpoint="a.tile")
        self.assertEqual(mine.flux, {row["patch"]: row["flux_m3_s"] for row in theirs["patch_flux"]["patches"]})
        np.testing.assert_array_equal(mine.velocity, tessera.open("box.flow")["velocity"])
        self.assertEqual(mine.fields["velocity"], "m/s")
        beat = tessera.flow("box.obj", voxel=0.001, unit="mm", period="200lu", beats=1, tau=0.8,
                            set=["inlet0:velocity=0.01", "outlet1:pressure=0"])
        self.assertIn("tawss", beat.fields)

    def test_files(self):
        """Temporary ones go with the result, and are in its pickle; keep= has them in a folder."""
        kept = tessera.local_thickness(self.mask, keep="kept")
        self.assertEqual(sorted(os.listdir("kept")), ["tessera-stats.json", "thickness.tile", "voxels.vox"])
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(kept)).thickness, kept.thickness)
        mine = tessera.local_thickness(self.mask)
        folder = os.path.dirname(mine.files["voxels.vox"])
        packed, thickness = pickle.dumps(mine), mine.thickness
        self.assertEqual(mine.commands, ["tessera-stats --thickness --json --output=thickness.tile -- voxels.vox"])
        del mine
        self.assertFalse(os.path.exists(folder))
        back = pickle.loads(packed)
        np.testing.assert_array_equal(back.thickness, thickness)
        self.assertEqual(back.fields, {"thickness": "voxel"})
        self.assertIsNone(back.max_radius)
        self.assertIn("<svg", open_text(back.report("back.html")))

    def test_refused(self):
        before = set(glob.glob(os.path.join(tempfile.gettempdir(), "tessera-*")))
        self.assertRaisesRegex(TypeError, "'refin': did you mean 'refine'", tessera.permeability, self.mask, refin=True)
        for option in ("output", "check", "benchmark"):  # then there would be no answer
            self.assertRaisesRegex(TypeError, option, tessera.permeability, self.mask, **{option: True})
        for asking, given in ((tessera.segment, self.mask), (tessera.flow, "box.obj")):  # half a metre is hardly meant
            self.assertRaisesRegex(ValueError, "^voxel 0.5: in metres", asking, given, voxel=0.5)
        self.assertRaisesRegex(ValueError, "--periodic q", tessera.permeability, self.mask, periodic="q")
        self.assertRaisesRegex(FileNotFoundError, "none.vox: No such", tessera.permeability, "none.vox")
        with self.assertRaisesRegex(tessera.Error, "^tessera-tile: .*percolat|span") as caught:
            tessera.permeability(np.pad(self.mask[:4], ((1, 1), (0, 0), (0, 0))))
        self.assertEqual(caught.exception.code, 3)
        self.assertIn(str(caught.exception), caught.exception.stderr)
        self.assertEqual(set(glob.glob(os.path.join(tempfile.gettempdir(), "tessera-*"))) - before, set())

    def test_warnings(self):
        labels = self.mask.astype("u1")
        with self.assertWarnsRegex(tessera.Warning, "^no voxel has the label 7$") as caught:
            found = tessera.two_point(labels, fluid=[1, 7])
        self.assertEqual((found.warnings, os.path.basename(caught.filename)),
                         (["no voxel has the label 7"], "module.py"))
        thin = np.zeros((4, 5, 6), bool)
        thin[:, 2, 2] = True
        with self.assertWarnsRegex(tessera.Warning, "gaps under 3 nodes") as caught:
            found = tessera.tortuosity(thin)
        self.assertEqual(os.path.basename(caught.filename), "module.py")
        self.assertRegex(found.warnings[0], "^tessera-tile: warning: .* gaps under 3 nodes")
        self.assertIn("gaps under 3 nodes", repr(found))
        self.assertIn("gaps under 3 nodes", found._repr_html_())

    def test_shown(self):
        """Tables of notebooks, with what is special in HTML escaped."""
        found = tessera.two_point(self.mask, 5e-6)
        self.assertIn("<th style='text-align:left'>porosity</th>", found._repr_html_())
        os.link("q.tile", "a<b.tile")
        page = tessera.open("a<b.tile")._repr_html_()
        self.assertIn("a&lt;b.tile", page)
        self.assertIn("12 x 12 x 16", page)
        self.assertIn("5e-06 m", tessera.Domain.from_array(self.mask, 5e-6)._repr_html_())


def open_text(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


class Progress(unittest.TestCase):
    def setUp(self):
        self.addCleanup(setattr, _progress, "EVERY", _progress.EVERY)
        _progress.EVERY = 0  # at every look
        tessera.voxelize(shape="channel:w=4", size="6,6,40", output="p.vox")
        tessera.tile("p.vox", periodic="z", output="p.tile")

    def test_function(self):
        seen = []
        tessera.run("p.tile", steps=300, force="0,0,1e-6lu", progress=lambda *part: seen.append(part))
        before = seen[: seen.index((0, "run"))]  # the phases of the set-up
        self.assertTrue(before and all(done is None and text.startswith("set-up") for done, text in before), before)
        self.assertTrue(all(0 <= done <= 1 for done, _ in seen if done is not None))
        self.assertEqual(seen[-1][0], 1)
        self.assertRegex(seen[-1][1], "MFLUPS")
        self.assertRaises(ValueError, tessera.run, "p.tile", steps=1, progress="log")

    def test_bar(self):
        for progress, expected in ((True, "] 100 %  .*[0-9] MFLUPS"), (None, "^$"), (False, "^$")):
            with unittest.mock.patch.dict(os.environ, COLUMNS="80"), contextlib.redirect_stderr(io.StringIO()) as drawn:
                tessera.run("p.tile", steps=300, force="0,0,1e-6lu", progress=progress)
            self.assertLess(max(map(len, drawn.getvalue().replace("\033[K", "").split("\r"))), 80)
            self.assertRegex(drawn.getvalue(), expected)
        with contextlib.redirect_stderr(io.StringIO()) as drawn, _progress.shown(True) as show:
            show(0.5, "12 left")
        self.assertEqual(drawn.getvalue(), f"\r\033[K[{12 * '#'}{12 * '.'}]  50 %  12 left\r\033[K")
        # what a narrow terminal keeps
        long = "run, step 7, mean velocity 1e-3 along z, 1e-4 of it to change (bound 1e-05), 12 MFLUPS, 0:10 left"
        for columns, text, expected in (
            (120, "a, b", f"[{12 * '#'}{12 * '.'}]  50 %  a, b"),
            (80, long, f"[{12 * '#'}{12 * '.'}]  50 %  run, step 7, 12 MFLUPS, 0:10 left"),
            (40, long, "[####.....]  50 %  12 MFLUPS, 0:10 left"),
            (10, "12 left", "[]  50 %"),
        ):
            self.assertEqual(_progress._line(0.5, text, columns - 1).rstrip(), expected)
        self.assertEqual(_progress._line(None, long, 39), "run, step 7, 12 MFLUPS, 0:10 left")

    def test_raised(self):
        """What a function of progress raises ends the run, as an interrupt does: its files are written."""
        def stop(done, _):
            if done is not None:  # the set-up is over
                raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            tessera.run("p.tile", steps=10**9, force="0,0,1e-6lu", output="stopped.tile", progress=stop)
        self.assertEqual(tessera.open("stopped.tile").kind, "fields")

    def test_question(self):
        """What is written by then is in the folder of keep=; without one nothing stays."""
        def stop(*_):
            raise LookupError

        mask = random_mask((40, 40, 40), porosity=0.8)
        before = set(glob.glob(os.path.join(tempfile.gettempdir(), "tessera-*")))
        for keep in ("halted", None):
            with self.assertRaises(LookupError), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tessera.permeability(mask, tau=0.51, converge=1e-12, keep=keep, progress=stop)
        self.assertIn("voxels.vox", os.listdir("halted"))
        self.assertEqual(set(glob.glob(os.path.join(tempfile.gettempdir(), "tessera-*"))) - before, set())

    def test_notebook(self):
        """A stand-in for IPython: one output, that is drawn again in place, and empty in the end."""
        class Handle(list):
            update = list.append

        made = Handle()
        notebook = types.SimpleNamespace(kernel=None)
        display = types.ModuleType("IPython.display")
        display.HTML = str
        display.display = lambda page, display_id: made.append(page) or made
        python = types.ModuleType("IPython")
        python.get_ipython = lambda: notebook
        with unittest.mock.patch.dict(sys.modules, {"IPython": python, "IPython.display": display}):
            with _progress.shown(None) as show:
                show(0.25, "a < b, 1:00 left")
                show(None, "step 3")
        self.assertEqual(made, ['<progress value="0.25"></progress> a &lt; b, 1:00 left', "<progress></progress> step 3", ""])

    def test_lines(self):
        line = '{"what": "run", "done": %s, "total": %s, "unit": "steps", "seconds_left": %s, "text": "k 3 m2"}\n'
        for values, expected in [((3, 12, 3723), (0.25, "run, k 3 m2, 1:02:03 left")),
                                 ((3, "null", "null"), (None, "run, k 3 m2")), ((4, 4, 59.7), (1, "run, k 3 m2, 1:00 left"))]:
            self.assertEqual(_progress.part(line % values), expected)
        for other in ("tessera-run: warning: 3 %, so, 4 nodes", "{", '{"a": 1}\n', '{"done": 1, "total": "x"}', "{}\n"):
            self.assertIsNone(_progress.part(other))

    def test_errors(self):
        """Progress is none of the messages of an exception."""
        with self.assertRaises(tessera.Error) as caught:
            tessera.run("none.tile", steps=1, progress=lambda *_: None)
        self.assertEqual(caught.exception.stderr, f"{caught.exception}\n")


class Others(unittest.TestCase):
    """What other packages are given, where they are installed, is what the arrays are."""

    @classmethod
    def setUpClass(cls):
        cls.mask = np.pad(np.ones((9, 4, 5), bool), ((0, 0), (2, 3), (1, 2)))  # a duct along z in 9 x 9 x 8 voxels
        cls.mask[3, 2, 1] = False
        cls.voxels = tessera.Domain.from_array(cls.mask, 5e-6, origin=(1e-3, 2e-3, -3e-3)).write("others.vox")
        cls.flow = tessera.permeability("others.vox", viscosity="1e-6m2/s", keep="others")

    def needs(self, name):
        try:
            return importlib.import_module(name)
        except ImportError:
            self.skipTest(f"no {name}")

    def test_missing(self):
        for package, ask in [("xarray", self.flow.to_xarray), ("pyvista", self.flow.to_pyvista),
                             ("matplotlib.pyplot", self.flow.plot)]:
            name = package.partition(".")[0]
            with unittest.mock.patch.dict(sys.modules, {package: None}):
                self.assertRaisesRegex(ImportError, f"^[a-z_]* needs {name}: pip install {name} ", ask)

    def test_coordinates(self):
        """What xarray is given, without it: centres of voxels, along each axis from its own corner."""
        given = types.SimpleNamespace(Dataset=lambda *parts: parts)
        with unittest.mock.patch.dict(sys.modules, xarray=given):
            variables, places, about = self.voxels.to_xarray()
        for axis, corner, count in ("x", 1e-3, 8), ("y", 2e-3, 9), ("z", -3e-3, 9):
            dimension, values, more = places[axis]
            self.assertEqual((dimension, more["units"], about["voxel"]), (axis, "m", 5e-6))
            np.testing.assert_allclose(values, corner + 5e-6 * (np.arange(count) + 0.5), rtol=1e-12)
        self.assertEqual(variables["mask"][0], ("z", "y", "x"))

    def test_xarray(self):
        self.needs("xarray")
        data = self.flow.to_xarray()
        self.assertEqual((data.velocity.dims, data.pressure.dims), (("z", "y", "x", "component"), ("z", "y", "x")))
        self.assertEqual((data.velocity.units, data.z.units, data.voxel), ("m/s", "m", 5e-6))
        self.assertEqual((data.permeability, data.permeability_units), (self.flow.permeability, "m2"))
        np.testing.assert_array_equal(data.velocity, self.flow.velocity)
        np.testing.assert_array_equal(data.pressure.sel(x=1.0125e-3, y=2.0225e-3, method="nearest"),
                                      self.flow.pressure[:, 4, 2])
        np.testing.assert_allclose(data.z, -3e-3 + 5e-6 * (np.arange(9) + 0.5), rtol=1e-12)
        np.testing.assert_array_equal(self.voxels.to_xarray().mask, self.mask)
        plain = tessera.Domain.from_array(self.mask).write("plain.vox").to_xarray()
        self.assertEqual((plain.x.values[0], plain.x.units), (0.5, "voxel"))

    def test_axes(self):
        self.needs("xarray")
        mask = np.ones((6, 6, 6), bool)
        mask[:2, :2, :2] = False
        both = tessera.permeability(mask, axis="xz")
        data = both.to_xarray()
        np.testing.assert_array_equal(data.velocity.sel(axis="z"), both.velocity["z"])
        self.assertNotIn("permeability", data.attrs)  # of each axis

    def test_pyvista(self):
        self.needs("pyvista")
        grid = self.flow.to_pyvista()
        self.assertEqual((grid.dimensions, grid.spacing, grid.origin), ((9, 10, 10), (5e-6,) * 3, (1e-3, 2e-3, -3e-3)))
        self.assertEqual(grid.n_cells, self.mask.size)
        np.testing.assert_array_equal(grid.cell_data["velocity"], self.flow.velocity.reshape(-1, 3))
        cell = grid.find_closest_cell((1e-3 + 12e-6, 2e-3 + 22e-6, -3e-3 + 42e-6))  # x 2, y 4, z 8
        self.assertEqual(grid.cell_data["speed"][cell], self.flow.speed[8, 4, 2])

    def test_walls(self):
        """Squares that look out of the fluid, closed: volume and area are those of the voxels; and a surface."""
        self.needs("pyvista")
        inside = np.pad(self.mask, 1)
        wall = tessera.Domain.from_array(inside, 1e-3).write("inside.vox").to_pyvista(wall=True)
        self.assertTrue(wall.is_manifold)
        self.assertAlmostEqual(wall.volume / (1e-9 * self.mask.sum()), 1, delta=1e-6)
        faces = sum(int((np.diff(inside.astype(int), axis=axis) != 0).sum()) for axis in range(3))
        self.assertAlmostEqual(wall.area / (1e-6 * faces), 1, delta=1e-6)
        one = np.zeros((3, 3, 3), bool)
        one[1, 1, 1] = True
        cube = tessera.Domain.from_array(one, 1e-3).write("cube.vox").to_pyvista(wall=True)
        a, b, c, _ = np.moveaxis(np.asarray(cube.points)[cube.regular_faces], 1, 0)
        self.assertTrue((np.cross(b - a, c - b) * (a + c - 3e-3) > -1e-12).all())  # away from the middle at 1.5 mm
        duct = self.flow.to_pyvista(wall=True)
        self.assertTrue(np.isfinite(duct.cell_data["speed"]).all())
        self.assertEqual(duct.n_cells, 9 * 18 + 2)  # of 4 x 5 voxels, one of which, in a corner, is solid
        self.assertEqual(self.box().to_pyvista(wall=True).cell_data["wall_shear"].shape, (8, 3))  # of triangles

    @staticmethod
    def box():
        x, y = np.array([(0, 0), (4, 0), (4, 4), (0, 4)]).T
        with open("walls.obj", "w") as out:
            out.writelines(f"v {x[i % 4]} {y[i % 4]} {8 * (i // 4)}\n" for i in range(8))
            for i in range(4):
                j = (i + 1) % 4
                out.write(f"f {i + 1} {j + 1} {j + 5}\nf {i + 1} {j + 5} {i + 5}\n")
        return tessera.flow("walls.obj", voxel="1mm", viscosity="1e-5m2/s", steps=30, unit="mm",
                            set=["inlet0:velocity=1mm/s", "outlet1:pressure=0"])

    def test_scale_bar(self):
        """At most a quarter of 40 voxels of 3 um: 20 um, 6 2/3 voxels."""
        self.needs("matplotlib").use("Agg")
        pyplot = importlib.import_module("matplotlib.pyplot")
        self.addCleanup(pyplot.close, "all")
        for voxel, wide, said in ((3e-6, 20 / 3, "20 \u00b5m"), (None, 10, "10 voxels"), (0.7e-3, 5 / 0.7, "5 mm")):
            _, ax = pyplot.subplots()
            importlib.import_module("tessera._plot").scale_bar(ax, voxel, 40)
            bar, label = ax.artists[0].get_child().get_children()
            self.assertAlmostEqual(bar.get_children()[0].get_width(), wide)
            self.assertEqual(label.get_text(), said)

    def test_plot(self):
        self.needs("matplotlib").use("Agg")
        pyplot = importlib.import_module("matplotlib.pyplot")
        self.addCleanup(pyplot.close, "all")
        for axis, expected in [("z", self.flow.speed[4]), ("y", self.flow.speed[:, 4]), ("x", self.flow.speed[:, :, 4])]:
            drawn = self.flow.plot("velocity", axis=axis)
            np.testing.assert_allclose(drawn.images[0].get_array().filled(np.nan), expected, rtol=1e-15)
            self.assertEqual(drawn.get_title(), f"{axis} = 4")
        drawn = self.flow.plot("velocity", at=2, cmap="magma")
        self.assertEqual((drawn.images[0].cmap.name, drawn.figure.axes[-1].get_ylabel()), ("magma", "velocity (m/s)"))
        texts = [text.get_text() for text in drawn.findobj(lambda artist: hasattr(artist, "get_text"))]
        self.assertIn("10 \u00b5m", texts)  # a quarter of 40 um
        given = pyplot.subplots()[1]
        self.assertIs(self.voxels.plot(ax=given), given)
        self.assertEqual(given.images[0].get_array().sum(), self.mask[4].sum())
        for bad in ({"axis": "w"}, {"at": 9}, {"name": "q"}, {"along": "x"}):
            self.assertRaises(ValueError, self.flow.plot, **bad)
        self.assertRaises(KeyError, tessera.open("others/flow.tile").plot, "q")

    def test_curves(self):
        self.needs("matplotlib").use("Agg")
        self.addCleanup(importlib.import_module("matplotlib.pyplot").close, "all")
        sizes = tessera.local_thickness("others.vox")
        drawn = sizes.plot()
        x, y = drawn.lines[0].get_data()
        np.testing.assert_allclose(x, 1e6 * sizes.distribution[:, 0])
        self.assertAlmostEqual(y[-1], 1, delta=1e-12)
        self.assertEqual(drawn.get_xlabel(), "radius (\u00b5m)")
        self.assertEqual(sizes.plot("thickness").images[0].get_array().shape, (9, 8))
        x, y = tessera.two_point("others.vox", distance=4).plot().lines[2].get_data()
        np.testing.assert_allclose(x, [0, 5, 10, 15, 20])
        self.assertEqual(len(y), 5)
        curves = {"inlet": np.array([1e-6, 2e-6])}
        beat = tessera.Beat("SI", np.array([0.5, 1.0]), curves, {"inlet": np.array([1.0, 3.0])}, 1)
        flow, pressure = beat.plot()
        self.assertEqual([flow.lines[0].get_ydata().tolist(), flow.get_ylabel()], [[1, 2], "flow (mL/s)"])
        self.assertEqual([pressure.lines[0].get_ydata().tolist(), pressure.get_xlabel()], [[1, 3], "time (s)"])


class Help(unittest.TestCase):
    def test_options(self):
        """help() and completion have every option of --help, with its value and its text."""
        for name in ("voxelize", "tile", "stats", "run", "probe"):
            said = subprocess.run([f"tessera-{name}", "--help"], capture_output=True, text=True).stdout
            expected = {word.replace("-", "_") for word in re.findall(r"^ {2,6}(?:-\w, )?--([\w-]+)", said, re.M)}
            expected -= {"quiet", "no_progress", "progress", "help", "version", "json"}
            self.assertEqual(set(_options.options(f"tessera-{name}")), expected)
            function = getattr(tessera, name)
            self.assertLessEqual(expected, set(inspect.signature(function).parameters))
            words = " ".join(function.__doc__.split())
            options = _options.options(f"tessera-{name}").items()
            self.assertTrue(all(option.text for _, option in options))
            for key, option in options:
                if key != "output":
                    self.assertIn(f"{key} : {option.value or 'True'} {option.text}", words)
        self.assertIn("refine", inspect.signature(tessera.permeability).parameters)
        self.assertIs(pickle.loads(pickle.dumps(tessera.permeability)), tessera.permeability)
        self.assertRaises(AttributeError, getattr, tessera, "nothing")
        self.assertLessEqual(set(tessera.__all__), set(dir(tessera)))


class Notebooks(unittest.TestCase):
    """python.sh runs them."""

    def test_kept(self):
        """They are kept without what they said, and README.md shows all of their pictures, which are small."""
        folder = os.path.join(os.path.dirname(tessera.__file__), "..")
        readme = open_text(os.path.join(folder, "README.md"))
        books = glob.glob(os.path.join(folder, "examples", "*.ipynb"))
        self.assertEqual(len(books), 4)
        for book in books:
            self.assertIn(f"(examples/{os.path.basename(book)})", readme)
            cells = json.loads(open_text(book))["cells"]
            self.assertEqual(len({cell["id"] for cell in cells}), len(cells))
            for cell in cells:
                if cell["cell_type"] == "code":
                    self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
        pictures = glob.glob(os.path.join(folder, "pictures", "*.png"))
        self.assertEqual({os.path.basename(name) for name in pictures}, set(re.findall(r"\(pictures/([^)]+)\)", readme)))
        self.assertLess(max(map(os.path.getsize, pictures)), 100_000)


class Readme(unittest.TestCase):
    """The examples of README.md, with the files that they name."""

    def test_examples(self):
        with open(os.path.join(os.path.dirname(tessera.__file__), "..", "README.md"), encoding="utf-8") as text:
            asked, flow, beat = re.findall(r"^```python\n(.*?)^```$", text.read(), re.DOTALL | re.MULTILINE)
        names = {}
        np.save("pores.npy", np.pad(np.ones((8, 6, 6), bool), ((0, 0), (1, 1), (1, 1))))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(asked, names)
            exec(flow, names)
        self.assertEqual(names["velocity"].shape, (8, 8, 8, 3))
        k, _, radius, darcy = said.getvalue().split()
        self.assertEqual(float(darcy), names["rock"].darcy)
        self.assertEqual((float(k), float(radius)), (names["rock"].permeability, 3 * 5e-6))  # half of the duct
        with open("heart.txt", "w") as curve:
            curve.write("0 0\n0.5 0.05\n1 0\n")
        tube = tessera.voxelize(shape="tube:d=6", size=(8, 8, 8), voxel="0.2mm", output="tube.vox")
        names["vessel"] = tessera.tile(tube, patch=["inlet0=z-", "outlet1=z+"], output="vessel.tile")
        exec(beat, names)
        self.assertEqual(names["beat"].units, "SI")


def load_tests(loader, tests, pattern):
    for name in ("tessera", "tessera._file", "tessera._domain", "tessera._programs", "tessera._ask", "tessera._band"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    return tests


if __name__ == "__main__":
    np.seterr(all="raise")
    unittest.main(verbosity=0, warnings="error")
