#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# HDF5 files that h5py wrote (Debian: python3-h5py) give the voxels of the same values with --raw: types, byte orders,
# packings, names, crops, and every refusal.
. "$srcdir/tests/lib.sh"
# without HDF5 the message names it; before anything is skipped
printf '\211HDF\r\n\032\n and no more' >damaged.h5
if ! [ -x "$builddir/tessera-read-hdf5" ]; then
  set +e; tessera-voxelize -q --threshold 4 damaged.h5 -o x 2>stderr; code=$?; set -e
  [ $code = 3 ] || one_line 'damaged.h5: built without HDF5: cannot read .h5; build with it' # 3: one is installed
  skip "built without HDF5"
fi
refused 3 'damaged.h5: cannot be read as HDF5: it is damaged or cut off$' tessera-voxelize --threshold 4 damaged.h5 -o x
refused 3 'is an HDF5 volume: give it alone' sh -c 'cp damaged.h5 odd; tessera-voxelize --threshold 4 odd odd -o x'
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import h5py, numpy' 2>/dev/null && break
done
[ "$python" ] || skip "needs Python with h5py (Debian: python3-h5py)"
"$python" - <<'EOF'
import os, struct, zlib, h5py, numpy as np

grey = np.random.default_rng(1).integers(0, 100, (20, 30, 40))
grey.astype("u1").tofile("raw")
packings = [dict(chunks=(7, 8, 9), compression="gzip", shuffle=True), dict(chunks=(1, 30, 40), fletcher32=True),
            dict(chunks=(20, 5, 5)), dict(),
            dict(chunks=(6, 11, 16), compression="gzip")]
types = [order + kind for kind in "u1 u2 u4 u8 i1 i2 i4 i8 f2 f4 f8".split() for order in "<>"]
for i, kind in enumerate(types):
    with h5py.File(f"type{i}.h5", "w", userblock_size=512 if i % 4 == 1 else 0) as f:
        one = f.create_dataset("entry/data", data=grey.astype(kind), **packings[i % 5])
        one.attrs["element_size_um"] = [2.0, 2.0, 2.0]
        f["entry/angles"] = np.arange(20.0)
        f["entry/thumbnail"] = np.zeros((4, 4), "u1")
with h5py.File("many.h5", "w") as f:
    f["a/x"] = f["b/y"] = grey
    f["slice"] = grey[0]
    f["two\nlines"] = np.zeros((2, 2, 2), "S3")
    f["bool"] = grey >= 50
    f["line"] = np.arange(5)
    f["four"] = np.zeros((2, 3, 4, 5))
    f["pair"] = np.zeros((3, 3, 3), dtype=[("a", "i4"), ("b", "f4")])
    f["text"] = np.full((2, 2, 2), b"abc")
    f.create_dataset("nothing", (20000, 30000, 40000), "u1", chunks=(50, 50, 50))
    sparse = f.create_dataset("sparse", (20000, 30000, 40000), "u1", chunks=(5, 5, 5))
    sparse[:5, :5, :5] = 1
    layout = h5py.VirtualLayout((20, 30, 40), "i8")
    layout[:10] = h5py.VirtualSource("folder/part.h5", "v", (20, 30, 40))[:10]
    f.create_virtual_dataset("partly", layout)
    layout[10:] = h5py.VirtualSource(f["b/y"])[10:]
    f.create_virtual_dataset("virtual", layout)
    layout[10:] = h5py.VirtualSource("gone.h5", "data", (20, 30, 40))[10:]
    f.create_virtual_dataset("gone", layout)
with h5py.File("ones.h5", "w") as f:  # a time or a channel alone
    f["before"], f["behind"], f["within"] = grey[None], grey[..., None], grey[None, :, None, :, None]
    f.create_dataset("packed", data=grey[None, ..., None].astype(">u2"), chunks=(1, 6, 11, 16, 1), compression="gzip")
    f["slice"] = grey[None, 0, :, :, None]
os.mkdir("folder")
with h5py.File("folder/part.h5", "w") as f:
    f["v"] = grey.astype("u1")
with h5py.File("holes.h5", "w") as f:
    f.create_dataset("v", (20, 30, 40), "u1", chunks=(5, 5, 5), fillvalue=7)[:10] = grey[:10]
with h5py.File("sides.h5", "w") as f:
    f["v"] = grey
    f["v"].attrs["element_size_um"] = np.array([3, 2.5, 2], "f4")
def pixels(group, unit, z=None, x=2.5, kind="pixel_size"):
    for axis, size in (("x", x), ("y", 2.5), ("z", z)):
        if size is not None:
            group[f"{axis}_{kind}"] = size
            if unit:
                group[f"{axis}_{kind}"].attrs["units"] = unit


# NeXus: sizes beside the data, of the detector, of the sample before these, axes of NXdata; without a unit; odd ones
nexus = {name: h5py.File(f"nexus-{name}.nxs", "w") for name in
         "beside detector sample axes bare uneven attribute mixed flat indices".split()}
for f in nexus.values():
    f["entry/data/data"] = grey.astype("u1")
pixels(nexus["beside"]["entry/data"], "um", 2.5)
pixels(nexus["detector"].create_group("entry/instrument/detector"), np.bytes_("nm"))
pixels(nexus["sample"].create_group("entry/instrument/detector"), "mm")
pixels(nexus["sample"]["entry/instrument/detector"], "um", kind="magnified_pixel_size")
pixels(nexus["bare"]["entry/data"], None)
pixels(nexus["mixed"]["entry/data"], "um", x=0.0025)
nexus["mixed"]["entry/data/x_pixel_size"].attrs["units"] = "mm"
pixels(nexus["flat"]["entry/data"], "um", x=5)
nexus["attribute"]["entry/data"].attrs.update(x_pixel_size=2.5, y_pixel_size=2.5)
for name, unit, step in ("axes", "um", 2.5), ("uneven", "um", 2.5), ("indices", None, 1):
    data = nexus[name]["entry/data"]
    data.attrs["axes"] = ["slow", "mid", "fast"]
    for axis, n in zip(data.attrs["axes"], grey.shape):
        data[axis] = np.arange(n) * step
        if unit:
            data[axis].attrs["units"] = unit
nexus["uneven"]["entry/data/mid"][3] = 0
for f in nexus.values():
    f.close()
# Imaris: texts as arrays of characters, data filled up to whole chunks
with h5py.File("scan.ims", "w") as f:
    def chars(group, **values):
        for name, text in values.items():
            group.attrs[name] = np.array(list(text), "S1")
    chars(f.create_group("DataSetInfo/Image"), ExtMin0="-10", ExtMax0="90", ExtMin1="0", ExtMax1="75", ExtMin2="0.0",
          ExtMax2="50.0", Unit="um", X="40", Y="30", Z="20")
    channel = f.create_group("DataSet/ResolutionLevel 0/TimePoint 0/Channel 0")
    chars(channel, ImageSizeX="40", ImageSizeY="30", ImageSizeZ="20")
    channel.create_dataset("Data", data=np.pad(grey.astype("u1"), [(0, 4), (0, 2), (0, 24)]), chunks=(8, 32, 64), compression="gzip")
# what HDF5 of this machine does not know, as a file of a later version has it: the version of the layout of a data set
for name, others in ("newer.h5", ()), ("partly.h5", ("one", "two")), ("onenew.h5", ("one",)):
    with h5py.File(name, "w", libver="earliest") as f:
        f["entry/v"] = np.arange(7 * 5 * 3, dtype="u2").reshape(7, 5, 3)
        for other in others:
            f[other] = grey
    bytes_of = bytearray(open(name, "rb").read())
    size = bytes_of.index(struct.pack("<Q", 2 * 7 * 5 * 3))  # behind version 3, class 1 and an address
    assert bytes_of[size - 10] == 3 and bytes_of[size - 9] == 1
    bytes_of[size - 10] = 9
    open(name, "wb").write(bytes_of)
# a copy of a file that is open for writing, as a program leaves it that ends without closing it
f = h5py.File("open.h5", "w", libver="latest")
f["v"] = grey
f.swmr_mode = True
open("killed.h5", "wb").write(open("open.h5", "rb").read())
f.close()
with h5py.File("links.h5", "w") as f:
    f["one/two"] = h5py.SoftLink("/elsewhere")
    f["one/far"] = h5py.ExternalLink("many.h5", "a/x")
    f["two/up"], f["two/set"], f["two/more"] = map(h5py.SoftLink, ("/", "/three/real", "/three/real"))
    f["three/real"] = f["other"] = grey.astype("u1")
    f["three/copy"] = h5py.SoftLink("/three/real")
    f["four/far"] = h5py.SoftLink("/one/far")
with h5py.File("far.h5", "w") as f:
    f["one/two"] = h5py.SoftLink("/elsewhere")
    f["one/far"] = h5py.ExternalLink("many.h5", "a/x")
with h5py.File("slices.h5", "w") as f:
    f["only"] = grey[0].astype("u1")
with h5py.File("cut.h5", "w") as f:
    d = f.create_dataset("v", data=grey.astype("u1"), chunks=(10, 10, 10), compression="gzip")
    where = d.id.get_chunk_info_by_coord((10, 20, 30))
with open("cut.h5", "r+b") as f:  # the last chunk
    f.seek(where.byte_offset + 5)
    f.write(bytes(where.size - 5))
for layout in "compact", "contiguous":  # fewer values than the header says
    with h5py.File(f"{layout}.h5", "w") as f:
        space, plist = h5py.h5s.create_simple((2, 4, 7)), h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        plist.set_layout(getattr(h5py.h5d, layout.upper()))
        h5py.h5d.create(f.id, b"v", h5py.h5t.NATIVE_UINT8, space, plist).write(
            h5py.h5s.ALL, h5py.h5s.ALL, np.zeros((2, 4, 7), "u1"))
    with open(f"{layout}.h5", "r+b") as f:
        whole = f.read().replace(struct.pack("<3Q", 2, 4, 7), struct.pack("<3Q", 9, 4, 7))
        f.seek(0)
        f.write(whole)
with h5py.File("virtual.h5", "w") as f:
    part = h5py.VirtualSource("folder/part.h5", "v", (20, 30, 40))
    layout = h5py.VirtualLayout((20, 30, 40), "i8")  # places that are filled twice, and as many never
    layout[:12], layout[12:18], layout[10:12] = part[:12], part[12:18], part[10:12]
    f.create_virtual_dataset("twice", layout)
    layout = h5py.VirtualLayout((20, 30, 40), "i8")  # combs, of sources of other shapes
    for name, at in ("even", np.s_[::2, :, :7]), ("odd", np.s_[1::2, :, :7]), ("right", np.s_[:, :, 7:]):
        f[name] = grey[at].reshape(len(grey[at]), -1)
        layout[at] = h5py.VirtualSource(f[name])
    f.create_virtual_dataset("combs", layout)
    holes = f.create_dataset("holes", (20, 30, 40), "i8", chunks=(5, 30, 40))
    holes[:5] = grey[:5]
    layout = h5py.VirtualLayout((20, 30, 40), "i8")
    layout[:] = h5py.VirtualSource(f["holes"])
    f.create_virtual_dataset("behind", layout)
with h5py.File("deep.h5", "w") as f:  # many groups, one in the other, and links to some above
    group = f
    for depth in range(300):
        group = group.create_group("g")
        group["up"] = f[group.name.rpartition("/")[0] or "/"]
    group["v"] = grey.astype("u1")
    group["twice"] = group["v"]
    f["soft"] = h5py.SoftLink(group.name)


def forge(name, shape, chunk, data, packed):  # whose only chunk is given
    with h5py.File(name, "w") as f:
        space, plist = h5py.h5s.create_simple(shape, chunk), h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        plist.set_chunk(chunk)
        for _ in range(packed):
            plist.set_deflate(9)
        h5py.h5d.create(f.id, b"v", h5py.h5t.NATIVE_UINT8, space, plist).write_direct_chunk((0, 0, 0), data)


zeros = zlib.compress(bytes(1 << 28), 9)
forge("chunk.h5", (4, 5, 6), (256, 512, 2048), zeros, 1)
forge("bomb.h5", (4, 5, 6), (256, 512, 2048), zlib.compress(zeros, 9), 2)
with h5py.File("thick.h5", "w") as f:  # a layer of chunks of 64 MiB
    thick = (np.add.outer(np.add.outer(np.arange(64) * 5, np.arange(1024) * 3), np.arange(1024)) % 100).astype("u1")
    thick.tofile("thick.raw")
    f.create_dataset("v", data=thick, chunks=(64, 256, 512), compression="gzip", compression_opts=1)
    f.create_dataset("turned", data=thick.T, chunks=(512, 256, 64), compression="gzip", compression_opts=1)
    f["turned"].dims[0].label, f["turned"].dims[1].label, f["turned"].dims[2].label = "xyz"
with h5py.File("source.h5", "w") as f:
    layout = h5py.VirtualLayout((4, 5, 6), "u1")
    layout[:] = h5py.VirtualSource("bomb.h5", "v", (4, 5, 6))
    f.create_virtual_dataset("v", layout)
with h5py.File("unknown.h5", "w") as f:  # a filter that no one has
    space, plist = h5py.h5s.create_simple((4, 4, 4)), h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_chunk((4, 4, 4))
    plist.set_filter(317, h5py.h5z.FLAG_OPTIONAL, ())
    d = h5py.h5d.create(f.id, b"v", h5py.h5t.NATIVE_UINT8, space, plist)
    d.write_direct_chunk((0, 0, 0), bytes(64))
EOF

# voxels_of OPTION... FILE
voxels_of() { tessera-voxelize -q "$@" | voxels | grep '^[01z]'; }
voxels_of --raw 40,30,20,u8 --threshold 50 raw >expected
kinds="u8 u8 u16 u16 u32 u32 u64 u64 i8 i8 i16 i16 i32 i32 i64 i64 f32 f32 f32 f32 f64 f64" i=0
for kind in $kinds; do
  tessera-voxelize --threshold 50 type$i.h5 2>report | voxels | grep '^[01z]' | cmp - expected || fail "type$i.h5: $(cat report)"
  grep -q "stored as  *$kind, HDF5, data set /entry/data$" report || fail "type$i.h5: $(cat report)"
  i=$((i + 1))
done
tessera-voxelize --threshold 50 type0.h5 -o x 2>report
grep -q 'voxel  *2 um (HDF5, element_size_um)$' report || fail "the voxel size: $(cat report)"
expect 3 tessera-voxelize --threshold 50 sides.h5 -o x
one_line 'the voxels are 2 um x 2.5 um x 3 um (HDF5, element_size_um)'
# sized FILE SIZE: the voxels of raw, and what is said of their size
sized() {
  tessera-voxelize --threshold 50 "$1" 2>report | voxels | grep '^[01z]' | cmp - expected || fail "$1: $(cat report)"
  said=$(sed -n 's/^  voxel  *//p' report)
  [ "$said" = "$2" ] || fail "$1: '$said' is not '$2'"
}
sized nexus-beside.nxs '2.5 um (HDF5, x_pixel_size)'
sized nexus-detector.nxs '2.5 nm (HDF5, x_pixel_size)'
sized nexus-sample.nxs '2.5 um (HDF5, x_magnified_pixel_size)'
sized nexus-bare.nxs '2.5 mm (HDF5, no unit in the file: mm assumed, see --unit)'
sized nexus-attribute.nxs '2.5 mm (HDF5, no unit in the file: mm assumed, see --unit)'
sized nexus-axes.nxs '2.5 um (HDF5, axes)'
sized scan.ims '2.5 um (HDF5, the extent of Imaris)'
sized "scan.ims:/DataSet/ResolutionLevel 0/TimePoint 0/Channel 0/Data" '2.5 um (HDF5, the extent of Imaris)'
sized nexus-mixed.nxs '2.5 um (HDF5, x_pixel_size)'
for name in uneven indices flat; do sized nexus-$name.nxs ''; done
tessera-voxelize --threshold 50 --unit um nexus-bare.nxs -o x 2>report
grep -q 'voxel  *2.5 um' report || fail "--unit: $(cat report)"

# names: of a data set, of a group with one volume; slices count only where there is no volume
for name in many.h5:a/x many.h5:/b many.h5:virtual virtual.h5:combs; do
  voxels_of --threshold 50 $name | cmp - expected || fail "$name"
done
for name in deep.h5 deep.h5:/soft links.h5:two links.h5:/three links.h5:one/far; do
  (ulimit -t 20; voxels_of --threshold 50 $name) | cmp - expected || fail "$name"
done
(cd /; voxels_of --threshold 50 "$work/many.h5:virtual") | cmp - expected || fail "sources beside the file"
voxels_of --threshold 1 many.h5:bool | cmp - expected || fail "bool"
for name in before behind within packed; do
  voxels_of --threshold 50 ones.h5:$name | cmp - expected || fail "dimensions of size 1: $name"
done
voxels_of --threshold 50 --array /a/x many.h5 | cmp - expected || fail "--array"
cp many.h5 other.name
voxels_of --threshold 50 --array /a/x other.name | cmp - expected || fail "known by its first bytes"
head -c 1200 raw >first
voxels_of --raw 40,30,1,u8 --threshold 50 first >expected
voxels_of --threshold 50 many.h5:slice | cmp - expected || fail "a slice"
voxels_of --threshold 50 ones.h5:slice | cmp - expected || fail "a slice, with dimensions of size 1"
voxels_of --threshold 50 slices.h5 | cmp - expected || fail "the only slice"

# a crop reads only its chunks: one outside of it is damaged
for crop in :30,:,: :,:20,: :,:,:10 3:17,8:9,2:18; do
  voxels_of --raw 40,30,20,u8 --threshold 50 --crop $crop raw >expected
  voxels_of --threshold 50 --crop $crop ones.h5:packed | cmp - expected || fail "--crop $crop of five dimensions"
  voxels_of --threshold 50 --crop $crop cut.h5 | cmp - expected || fail "--crop $crop"
done
voxels_of --raw 40,30,20,u8 --threshold 50 --crop 2:33,3:29,: --flip yz --median 1 raw >expected
voxels_of --threshold 50 --crop 2:33,3:29,: --flip yz --median 1 type0.h5 | cmp - expected || fail "--crop and filters"

# --max-memory holds for the helper: a layer of chunks that does not fit is read in parts, a chunk is refused
within() { # within MIB FILE: the peak is that of the helper
  most=$(OMP_NUM_THREADS=2 peak tessera-voxelize -q --threshold 50 --max-memory $1MiB "$2" -o within.vox)
  [ "$most" -lt $(($1 * 1024)) ] || fail "$2: $most KiB within $1 MiB"
  voxels <within.vox | grep '^[01z]' | cksum | cmp - thick || fail "$2 within $1 MiB"
}
if ! sanitized; then
  voxels_of --raw 1024,1024,64,u8 --threshold 50 thick.raw | cksum >thick
  within 48 thick.h5:v
  within 56 thick.h5:turned
  expect 1 "$builddir/tests/peak" tessera-voxelize --threshold 5 --max-memory 64MiB chunk.h5 -o x
  most=$(tail -n 1 stderr | cut -d ' ' -f 2)
  [ "$most" -lt 65536 ] || fail "$most KiB for a chunk that is refused"
  sed -i '$d' stderr
  one_line 'chunk.h5: unpacking a chunk of /v: 512.0 MiB, 51[0-9.]* MiB in all, are needed, more than the limit of 6[0-9.]* MiB$'
fi
tessera-voxelize -q --threshold 5 chunk.h5 -o x 2>report || fail "a large chunk: $(cat report)"

# bad input: one line each
rm -f x
bad() { refused 3 "$2" tessera-voxelize --threshold 50 "$1" -o x; }
bad cut.h5 'cut.h5: slices z=.* of /v cannot be read: a chunk is damaged or cut off$'
head -c 20000 cut.h5 >short.h5
bad short.h5 'short.h5: cannot be read as HDF5: it is damaged or cut off$'
bad many.h5 'many.h5: contains [0-9]* volumes: choose one with many.h5:NAME: /a/x, /b/y, /bool, /gone, /nothing'
for name in newer.h5 newer.h5:entry/v; do
  bad $name 'newer.h5: has data of a newer version of the format than HDF5 [0-9.]* of this program reads: write them with'
done
# asked for one file after another, the helper says of each what is wrong with that one
"$python" - "$builddir/tessera-read-hdf5" >answers <<'EOF'
import struct, subprocess, sys

with subprocess.Popen(sys.argv[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
    for path in b"newer.h5", b"short.h5", b"killed.h5", b"short.h5":
        helper.stdin.write(struct.pack("=6Q", ord("h"), 0, 4096, len(path), 0, 2**64 - 1) + path)
        helper.stdin.flush()
        mark, code, length = struct.unpack("=QqQ", helper.stdout.read(24))
        print(helper.stdout.read(length).decode())
EOF
is "$(sed 's/\(damaged\|a newer\|is writing\).*/\1/' answers | tr '\n' '|')" "newer.h5: has data of a newer|short.h5: cannot be read as HDF5: it is damaged|\
killed.h5: another program is writing|short.h5: cannot be read as HDF5: it is damaged|"
expect 0 tessera-voxelize -q --threshold 50 onenew.h5 -o x
one_line 'warning: onenew.h5: /entry/v is passed over: it is of a newer version of the format than this program reads$'
rm x
bad partly.h5 'partly.h5: contains 2 volumes: choose one with partly.h5:NAME: /one, /two$' # which can be read
bad partly.h5:none 'partly.h5: has no none; its volumes: /one, /two$'
refused 1 'killed.h5: another program is writing it, or ended without closing it: wait, or use h5clear -s$' \
  tessera-voxelize --threshold 50 killed.h5 -o x
bad far.h5 'far.h5: contains no volume of its own, but links: name one that leads to a volume, as in far.h5:/one/far$'
bad links.h5:four 'contains no volume of its own, but links: name one that leads to a volume, as in links.h5:four/far$'
bad many.h5:/a/z 'many.h5: has no /a/z; its volumes: /a/x, /b/y'
bad many.h5:/a/x/y 'many.h5: has no /a/x/y; its volumes'
bad many.h5:line 'many.h5: line has 1 dimension: a volume has 3'
bad many.h5:four 'contains 2 volumes (times or components): choose one with --channel N, from 0$'
bad many.h5:pair 'many.h5: pair has compound values: a volume has integers'
bad 'many.h5:two
lines' 'many.h5: two?lines has values of another type'
bad many.h5:text 'many.h5: text has values of another type: a volume has integers'
bad many.h5:nothing 'many.h5: nothing has no values: nothing was written to it$'
bad many.h5:sparse 'many.h5: the size of sparse is impossible$'
bad bomb.h5 'bomb.h5: the size of the chunks of /v is impossible$'
bad source.h5 'source.h5: the size of the chunks of /v is impossible$'
bad many.h5:partly 'many.h5: partly is a virtual data set, whose sources do not fill it once$'
bad virtual.h5:twice 'virtual.h5: twice is a virtual data set, whose sources do not fill it once$'
bad many.h5:gone 'many.h5: the values of gone are in gone.h5, data, which cannot be read$'
bad compact.h5 'compact.h5: /v holds fewer values than its size says$'
bad contiguous.h5 'contiguous.h5: /v holds fewer values than its size says$'
bad unknown.h5 'unknown.h5: /v is packed by filter 317 (.*), which this HDF5 lacks'
refused 1 'none.h5: No such file' tessera-voxelize --threshold 50 none.h5:/a -o x
refused 2 'the data set is named twice' tessera-voxelize --threshold 50 --array x many.h5:a/x -o x
refused 2 'many.h5:/a: is a whole volume: give it without' tessera-voxelize --threshold 50 many.h5:/a first -o x
ln many.h5 link.vox
refused 2 '-o link.vox would replace an input' tessera-voxelize --threshold 50 many.h5:/a/x -o link.vox
expect 0 tessera-voxelize -q --threshold 50 virtual.h5:behind -o x
one_line 'warning: virtual.h5: 3 of the 4 chunks of behind were never written: their voxels have its fill value$'
expect 0 tessera-voxelize -q --threshold 50 holes.h5 -o x
one_line 'warning: holes.h5: 96 of the 192 chunks of /v were never written: their voxels have its fill value$'
