#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# One volume with three different sizes and voxels of 2 um x 3 um x 5 um, as each format, order of axes and spelling of a unit
# has it: all are read as the same voxels of the same size. And the same values as they are packed by the conventions CF.
. "$srcdir/tests/lib.sh"
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import numpy' 2>/dev/null && break
done
[ "$python" ] || skip "needs Python with NumPy"
cat >write.py <<'EOF'
import base64, itertools, json, os, struct
import numpy as np

try:
    import h5py
except ImportError:
    h5py = None

grey = (np.arange(4 * 5 * 7) * 37 % 101).reshape(4, 5, 7).astype("u1")  # z y x
micro = {"z": 5.0, "y": 3.0, "x": 2.0}
table = open("table", "w")


def row(name, says="2 um x 3 um x 5 um"):
    """says: what is said of the size of a voxel, or '-': nothing."""
    table.write(f"{name} {says}\n")


def ordered(order):
    return np.ascontiguousarray(grey.transpose(["zyx".index(axis) for axis in order]))


orders = ["".join(order) for order in itertools.permutations("zyx")]
# a length in um in other units, by every spelling
spellings = [("um", 1), ("\u00b5m", 1), ("\u03bcm", 1), ("\\u00B5m", 1), ("\\u03BCm", 1), ("micron", 1), ("micrometers", 1),
             ("micrometer", 1), ("nm", 1e3), ("mm", 1e-3), ("cm", 1e-4), ("inch", 1 / 25400), ("m", 1e-6), ("angstrom", 1e4)]


# ---- TIFF: a page for each slice; the resolution is a ratio of integers, of which libtiff keeps six digits

def tiff(name, description, pixels, unit=1, pages=grey, rows=None):
    """rows: of the picture, where others follow without a directory."""
    body, ifds, at = b"", [], 8
    pixels = [(int(round(1e6)), int(round(1e6 / p))) if p < 1 else (int(round(p * 1e4)), 10000) for p in pixels]
    text = description.encode("utf-8") + b"\0"
    for k, page in enumerate(pages):
        more = (text if k == 0 else b"") + struct.pack("<4I", *pixels[0], *pixels[1])
        ifds.append((at, at + len(more), page))
        body += more + page.tobytes()
        at += len(more) + page.nbytes
    out = struct.pack("<2sHI", b"II", 42, at) + body
    for k, (begin, data, page) in enumerate(ifds):
        height = rows or page.shape[0]
        head = begin + (len(text) if k == 0 else 0)
        tags = [(256, 4, 1, page.shape[1]), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
                *([(270, 2, len(text), begin)] if k == 0 else []), (273, 4, 1, data), (277, 3, 1, 1), (278, 4, 1, height),
                (279, 4, 1, height * page.shape[1]), (282, 5, 1, head), (283, 5, 1, head + 8), (296, 3, 1, unit)]
        following = len(out) + 2 + 12 * len(tags) + 4 if k + 1 < len(ifds) else 0
        out += struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + struct.pack("<I", following)
    with open(name, "wb") as f:
        f.write(out)


def per(axis, by):
    return 1 / (micro[axis] * by)


for i, (unit, by) in enumerate(spellings):
    other, by_other = spellings[(i + 8) % len(spellings)]
    if 1e-4 < by < 1e4 and by_other > 1e-4:  # what the ratios hold
        tiff(f"ij{i}.tif", f"ImageJ=1.54f\nimages=4\nslices=4\nunit={unit}\nzunit={other}\nspacing={5 * by_other!r}\n",
             (per("x", by), per("y", by)))
        row(f"ij{i}.tif")
    if by == 1:
        depth = {"spacing": 5 * by_other, "zunit": other} if i % 2 else {"spacing": 5.0}
        told = {"shape": [4, 5, 7], **depth, "unit": unit, "axes": "ZYX"}
        tiff(f"json{i}.tif", json.dumps(told).replace("\\\\", "\\"), (per("x", 1), per("y", 1)), 2)
        row(f"json{i}.tif")
tiff("both.tif", "ImageJ=1.54f\nimages=4\nslices=4\nunit=mm\nyunit=um\nzunit=nm\nspacing=5000\n", (per("x", 1e-3), per("y", 1)))
row("both.tif")
tiff("tags.tif", json.dumps({"shape": [4, 5, 7], "spacing": 5, "unit": "um"}), (per("x", 1e-4), per("y", 1e-4)), 3)
row("tags.tif")
tiff("ome.tif", '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image><Pixels SizeX="7" SizeY="5" SizeZ="4" SizeC="1" '
     'SizeT="1" DimensionOrder="XYZCT" Type="uint8" PhysicalSizeX="0.002" PhysicalSizeXUnit="mm" PhysicalSizeY="3" '
     'PhysicalSizeZ="5000" PhysicalSizeZUnit="nm"><TiffData/></Pixels></Image></OME>', (1, 1))
row("ome.tif")


# ---- TIFF: channels and times in pages, in every order; grey is channel 1 of 3 at time 1 of 2
count, stacks = {"Z": 4, "C": 3, "T": 2}, open("stacks", "w")
for order in map("".join, itertools.permutations("ZCT")):  # the last varies fastest
    pages = []
    for at in itertools.product(*(range(count[axis]) for axis in order)):
        z, c, t = (at[order.index(axis)] for axis in "ZCT")
        pages.append(grey[z] if (c, t) == (1, 1) else (grey[z] + 40 + 31 * c + 17 * t) % 101)
    shape = [count[axis] for axis in order] + [5, 7]
    tiff(f"{order}.tif", json.dumps({"shape": shape, "axes": f"{order}YX"}), (1, 1), pages=pages)
    tiff(f"{order}ome.tif", '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image><Pixels SizeX="7" SizeY="5" SizeZ="4" '
         f'SizeC="3" SizeT="2" DimensionOrder="XY{order[::-1]}" Type="uint8"><TiffData/></Pixels></Image></OME>', (1, 1), pages=pages)
    stacks.write(f"{order}.tif\n{order}ome.tif\n")
    if order == "TZC":
        tiff("hyper.tif", "ImageJ=1.54f\nimages=24\nchannels=3\nslices=4\nframes=2\nhyperstack=true\n", (1, 1), pages=pages)
        tiff("piece.tif", "ImageJ=1.54f\nimages=24\nchannels=3\nslices=4\nframes=2\nhyperstack=true\n", (1, 1),
             pages=[np.concatenate(pages)], rows=5)
        stacks.write("hyper.tif\npiece.tif\n")
stacks.close()

# ---- Zarr

def dump(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        json.dump(value, f)


def zarr(folder, values, version, names=None, attributes=None, fill=None):
    shape = list(values.shape)
    if version == 2:
        dump(f"{folder}/.zarray", {"zarr_format": 2, "shape": shape, "chunks": shape, "dtype": values.dtype.str, "compressor": None,
             "filters": None, "fill_value": fill, "order": "C"})
        dump(f"{folder}/.zattrs", {**(attributes or {}), **({"_ARRAY_DIMENSIONS": names} if names else {})})
        path = f"{folder}/" + ".".join("0" * len(shape))
    else:
        dump(f"{folder}/zarr.json", {"zarr_format": 3, "node_type": "array", "shape": shape, "data_type": values.dtype.name,
             "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shape}}, "fill_value": fill or 0,
             "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
             "attributes": attributes or {}, **({"dimension_names": names} if names else {})})
        path = f"{folder}/c/" + "/".join("0" * len(shape))
        os.makedirs(os.path.dirname(path), exist_ok=True)
    values.tofile(path)


for order in orders:
    for version in 2, 3:
        zarr(f"{order}{version}.zarr", ordered(order), version, list(order.upper() if version == 3 else order))
        row(f"{order}{version}.zarr", "-")
zarr("bare.zarr", grey, 2)
row("bare.zarr", "-")
zarr("depth.zarr", ordered("xzy"), 3, ["x", "depth", "y"])
row("depth.zarr", "its axis depth is taken as z")
zarr("unknown.zarr", grey, 2, ["lev", "lat", "lon"])
row("unknown.zarr", "its axes are named lev, lat, lon: taken as they are stored, the last as x")
for i, (unit, by) in enumerate(s for s in spellings if s[1] >= 1e-3):
    other, by_other = spellings[(i + 8) % len(spellings)]
    axes = [{"name": a, "type": "space", "unit": unit if a == "x" else other} for a in orders[i % 6]]
    scale = [micro[a["name"]] * (by if a["name"] == "x" else by_other) for a in axes]
    image = {"axes": axes, "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": scale}]}]}
    folder = f"ome{i}.zarr"
    if i % 2:
        dump(f"{folder}/zarr.json", {"zarr_format": 3, "node_type": "group", "attributes": {"ome": {"version": "0.5", "multiscales": [image]}}})
    else:
        dump(f"{folder}/.zgroup", {"zarr_format": 2})
        dump(f"{folder}/.zattrs", {"multiscales": [{"version": "0.4", **image}]})
    zarr(f"{folder}/0", ordered(orders[i % 6]), 3 if i % 2 else 2)
    row(folder)

# OME-Zarr 0.6: axes in systems of coordinates, the scale in a sequence; and what is no scale
def six(folder, change):
    systems = [{"name": "other", "axes": [{"name": a, "type": "space", "unit": "meter"} for a in "zyx"]},
               {"name": "physical", "axes": [{"name": a, "type": "space", "unit": "micrometer"} for a in "xzy"]}]
    level = {"path": "0", "coordinateTransformations": [{**change, "input": {"path": "0"}, "output": {"name": "physical"}}]}
    image = {"coordinateSystems": systems, "datasets": [level], "coordinateTransformations":
             [{"type": "scale", "scale": [7, 7, 7], "input": {"name": "physical"}, "output": {"name": "other"}}]}
    dump(f"{folder}/zarr.json", {"zarr_format": 3, "node_type": "group", "attributes": {"ome": {"version": "0.6", "multiscales": [image]}}})
    zarr(f"{folder}/0", ordered("xzy"), 3)


scale = {"type": "scale", "scale": [2, 5, 3]}
six("six.zarr", scale)
six("seq.zarr", {"type": "sequence", "transformations": [scale, {"type": "translation", "translation": [1, 1, 1]}]})
six("affine.zarr", {"type": "affine", "affine": [[2, 0, 0, 0], [0, 5, 0, 0], [0, 0, 3, 0]]})
row("six.zarr"), row("seq.zarr")

# ---- volumes along other axes: grey is at channel 1 of 3 and time 1 of 2. None of the axes but those of size 1 is named at last
several = open("several", "w")


def among(order):
    """The other axes where they stand, and the number of grey, the last of them varying fastest."""
    values = np.empty((2, 3, *grey.shape), "u1")
    for t, c in itertools.product(range(2), range(3)):
        values[t, c] = grey if (t, c) == (1, 1) else (grey + 40 + 31 * c + 17 * t) % 101
    return np.ascontiguousarray(values.transpose(["tczyx".index(axis) for axis in order])), 4 if order.find("t") < order.find("c") else 3


mixed = ["".join(order) for order in itertools.permutations("tczyx")][::7]
for i, order in enumerate(mixed):
    values, number = among(order)
    zarr(f"m{order}.zarr", values, 2 + i % 2, list(order))
    several.write(f"m{order}.zarr {number} -\n")
    if h5py:
        with h5py.File(f"m{order}.h5", "w") as f:
            f["picture"] = grey[0]
            d = f.create_dataset("v", data=values, chunks=(None, (2, 1, 2, 3, 2))[i % 2], compression=("gzip", None)[i % 4 // 2] if i % 2 else None)
            for k, a in enumerate(order):
                if i % 3 == 0:
                    f[a] = np.arange(d.shape[k])
                    f[a].make_scale(a)
                    d.dims[k].attach_scale(f[a])
                elif i % 3 == 1:
                    d.dims[k].label = a
            if i % 3 == 2:
                d.attrs["axistags"] = json.dumps({"axes": [{"key": a} for a in order]})
        several.write(f"m{order}.h5 {number} -\n")
values = among("tczyx")[0][:, None, ..., None]
taken = "its 7 axes have no names: those of 4, 5 and 7 voxels are taken as z, y and x"
zarr("none.zarr", values, 3)
np.save("none.npy", values)
several.write(f"none.zarr 4 {taken}\nnone.npy 4 {taken}\n")
if h5py:
    with h5py.File("none.h5", "w") as f:
        f.create_dataset("v", data=values, chunks=(1, 1, 2, 3, 2, 5, 1), compression="gzip")
    several.write(f"none.h5 4 {taken}\n")
    with h5py.File("beside.h5", "w") as f:
        f["one"], f["several"] = grey, values
    row("beside.h5", "-")
several.close()
zarr("last.zarr", grey[..., None], 2)
row("last.zarr", "-")

# ---- NRRD
for i, (unit, by) in enumerate(spellings):
    sides = " ".join(repr(micro[a] * by) for a in "xyz")
    with open(f"n{i}.nrrd", "wb") as f:
        f.write(f'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 7 5 4\nspacings: {sides}\nunits: "{unit}" "{unit}" "{unit}"\nencoding: raw\n\n'.encode()
                + grey.tobytes())
    if "\\" not in unit:
        row(f"n{i}.nrrd")

# ---- packed: stored = (value + 3) / 0.5, of which some are no values; these are solid
packed = (grey.astype("i2") + 3) * 2
hidden = grey % 5 == 1
packed[hidden] = -9
np.where(hidden, 255, grey).astype("u1").tofile("hidden.raw")
meaning = {"scale_factor": 0.5, "add_offset": -3.0}
zarr("cf2.zarr", packed, 2, list("zyx"), meaning, -9)
zarr("cf3.zarr", packed, 3, list("zyx"), {**meaning, "_FillValue": -9})
zarr("cfm.zarr", packed.astype("f4"), 3, list("zyx"), {**meaning, "missing_value": -9})
real = np.where(hidden, np.nan, grey).astype("f4")
zarr("cfn.zarr", real, 3, list("zyx"), {"_FillValue": "AAAAAAAA+H8="}, "NaN")
zarr("cfe.zarr", np.where(hidden, np.float32(-1e20), real), 3, list("zyx"), {"_FillValue": base64.b64encode(struct.pack("<d", -1e20)).decode()})
cf = "cf2.zarr cf3.zarr cfm.zarr cfn.zarr cfe.zarr".split()
# one of both attributes, and two values that mean that there is none
alone = {"factor": (grey.astype("i2") * 2, {"scale_factor": 0.5}), "offset": (grey.astype("i2") + 3, {"add_offset": -3.0})}
for name, (stored, means) in alone.items():
    stored[hidden] = np.where(grey[hidden] % 2, -9, -11)
    means.update(_FillValue=-9, missing_value=-11)
    zarr(f"{name}.zarr", stored, 3, list("zyx"), means)
    cf.append(f"{name}.zarr")

# ---- HDF5
if h5py:
    def tags(order):
        return json.dumps({"axes": [{"key": a, "typeFlags": 2, "resolution": 0, "description": 'a "key"' * 9} for a in order]})

    for order, chunks in itertools.product(orders, (None, (2, 2, 3))):
        name = f"{order}{'c' if chunks else ''}"
        for kind in "tags", "labels":
            with h5py.File(f"{kind}-{name}.h5", "w") as f:
                d = f.create_dataset("v", data=ordered(order), chunks=chunks, compression=chunks and "gzip")
                d.attrs["element_size_um"] = [5.0, 3.0, 2.0]
                if kind == "tags":
                    d.attrs["axistags"] = tags(order)
                for i, a in enumerate(order if kind == "labels" else ""):
                    d.dims[i].label = a
            row(f"{kind}-{name}.h5")
        with h5py.File(f"scales-{name}.nc", "w") as f:  # as netCDF
            d = f.create_dataset("g", data=ordered(order), chunks=chunks)
            for i, a in enumerate(order):
                by, unit = {"z": (1e-3, "mm"), "y": (1e3, "nm"), "x": (1, "\u00b5m")}[a]
                f[a] = 7 + np.arange(d.shape[i])[::-1 if a == "y" else 1] * micro[a] * by  # a latitude may descend
                f[a].attrs["units"] = unit
                f[a].make_scale(a)
                d.dims[i].attach_scale(f[a])
        row(f"scales-{name}.nc")
    with h5py.File("five.h5", "w") as f:
        f["v"] = ordered("xzy")[:, None, :, :, None]
        f["v"].attrs["axistags"] = tags("xtzyc")
        f["v"].attrs["element_size_um"] = [5.0, 3.0, 2.0]
    row("five.h5")
    with h5py.File("odd.h5", "w") as f:
        f["v"] = grey
        for i, label in enumerate(("slow", "mid", "fast")):
            f["v"].dims[i].label = label
    row("odd.h5", "its axes are named slow, mid, fast: taken as they are stored, the last as x")
    with h5py.File("cf.h5", "w") as f:
        f["v"] = packed
        f["v"].attrs.update(meaning, _FillValue=np.int16(-9))
    cf.append("cf.h5")
    for name, (stored, means) in alone.items():
        with h5py.File(f"{name}.h5", "w") as f:
            f["v"] = stored
            f["v"].attrs.update(means)
        cf.append(f"{name}.h5")
    # chunks that are there at the places of others, too; gzip would make them larger, and HDF5 would read them
    cube = (np.arange(6 ** 3) * 37 % 101).reshape(6, 6, 6).astype("u1")
    cube.tofile("cube.raw")
    with h5py.File("cube.h5", "w") as f:
        for order in orders:
            f.create_dataset(order, data=cube.transpose(["zyx".index(axis) for axis in order]), chunks=(2, 2, 2))
            f[order].attrs["axistags"] = tags(order)
with open("packed", "w") as f:
    f.write("\n".join(cf) + "\n")
grey.tofile("grey.raw")
EOF
"$python" write.py

export unwritten="no.vox"
# digest INPUT...: of its voxels
digest() { tessera-voxelize --quiet --voxel 1um --threshold 50 "$@" -o some.vox 2>said && tessera stats --digest some.vox; }
right=$(digest --raw 7,5,4,u8 grey.raw)
[ "$right" ] || fail "$(cat said)"
count=0
while read -r input says; do
  [ "$(digest "$input")" = "$right" ] || fail "$input: other voxels: $(cat said)"
  tessera-voxelize --threshold 50 "$input" -o no.vox >said 2>&1 || true
  case $says in
  -) ! grep -E 'warning|um' said || fail "$input: a size, or a warning" ;;
  *) grep -q -F "$says" said || fail "$input: not '$says': $(cat said)" ;;
  esac
  rm -f no.vox
  count=$((count + 1))
done <table
[ $count -ge 50 ] || fail "only $count files"
while read -r input; do
  [ "$(digest --channel 4 "$input")" = "$right" ] || fail "$input: other voxels: $(cat said)"
  refused 3 '4 slices, 3 channels, 2 times: choose one with --channel 0 ... 5$' tessera-voxelize --threshold 50 "$input" -o no.vox
  refused 2 "--channel 6: $input has channels 0 to 5$" tessera-voxelize --channel 6 --threshold 50 "$input" -o no.vox
done <stacks
while read -r input number says; do
  [ "$(digest --channel $number "$input")" = "$right" ] || fail "$input: other voxels: $(cat said)"
  [ "$says" = - ] || grep -q -F "$says" said || fail "$input: not '$says': $(cat said)"
  [ "$says" != - ] || ! grep warning said || fail "$input: a warning"
  refused 3 'contains 6 volumes (times or components): choose one with --channel N, from 0$' \
    tessera-voxelize --threshold 50 "$input" -o no.vox
  refused 2 "$input: --channel 6: there are 6$" tessera-voxelize --channel 6 --threshold 50 "$input" -o no.vox
done <several
cropped=$(digest --raw 7,5,4,u8 --crop 2:6,1:,1:3 grey.raw)
for input in none.npy none.zarr none.h5; do
  [ ! -e $input ] || [ "$(digest --channel 4 --crop 2:6,1:,1:3 $input)" = "$cropped" ] || fail "--crop of $input: $(cat said)"
done
refused 3 'affine.zarr: its image is not placed by scale and translation (coordinateTransformations)$' \
  tessera-voxelize --threshold 50 affine.zarr -o no.vox
right=$(digest --raw 7,5,4,u8 hidden.raw)
while read -r input; do
  [ "$(digest "$input")" = "$right" ] || fail "$input: other values: $(cat said)"
done <packed
[ -e cube.h5 ] || skip "needs h5py, for a part"
right=$(digest --raw 6,6,6,u8 cube.raw)
for order in zyx zxy yzx yxz xzy xyz; do
  [ "$(digest cube.h5:$order)" = "$right" ] || fail "cube.h5:$order: other voxels: $(cat said)"
done
