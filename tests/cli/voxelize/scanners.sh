#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Formats of scanners and of the programs beside them give the voxels of the same values with --raw, and their sizes:
# Amira, and the texts that VGStudio, Nikon, phoenix and Bruker write beside raw volumes and slices.
. "$srcdir/tests/lib.sh"
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import numpy' 2>/dev/null && break
done
[ "$python" ] || skip "needs Python with NumPy"
"$python" - <<'EOF2'
import os, zlib
import numpy as np

grey = np.random.default_rng(1).integers(0, 10, (20, 30, 40)) * 10
grey[5:9] = 90  # long runs
grey.astype("u1").tofile("raw")


def rle(data):
    out, i = bytearray(), 0
    while i < len(data):
        n = 1
        while n < 127 and i + n < len(data) and data[i + n] == data[i]:
            n += 1
        if n > 2:
            out += bytes([n, data[i]])
        else:
            n = min(5, len(data) - i)
            out += bytes([128 + n]) + data[i:i + n]
        i += n
    return bytes(out)


def am(name, data, field="byte Labels", first="AmiraMesh BINARY-LITTLE-ENDIAN 2.1", codec="", box="0 78 0 58 0 38",
       more='    Units {\n        Coordinates "um"\n    }\n    CoordType "uniform"\n', lattice=None, equal="", end="\n", size="40 30 20"):
    box = box and f"    BoundingBox {box},\n"
    text = f"# {first}\n\n\ndefine Lattice {size}\n\nParameters {{\n    Content \"40x30x20, uniform\",\n{box}{more}}}\n\n"
    text += lattice if lattice is not None else f"Lattice {{ {field} }} {equal}@1{codec}\n"
    with open(name, "wb") as f:
        f.write(text.encode() + b"\n# Data section follows\n@1\n" + data + end.encode())


bytes1, packed = grey.astype("u1").tobytes(), zlib.compress(grey.astype("<f4").tobytes())
am("plain.am", bytes1)
am("big.am", grey.astype(">i2").tobytes(), "short Data", "AmiraMesh 3D BINARY 2.0", equal="= ")
am("ushort.am", grey.astype("<u2").tobytes(), "ushort Data", "Avizo BINARY-LITTLE-ENDIAN 2.1", end="")
am("zip.am", packed, "float Data", codec=f"(HxZip,{len(packed)})")
am("rle.am", rle(bytes1), codec=f"(HxByteRLE,{len(rle(bytes1))})", equal="= ")
am("text.am", " ".join(map(str, grey.ravel())).encode(), "int Data", "AmiraMesh 3D ASCII 2.0")
am("vector.am", np.stack([grey * 0, grey], -1).astype("<f4").tobytes(), "float[2] Data")
am("line.am", bytes1, more='    Units { Coordinates "um" }\n    CoordType "uniform"\n')
am("unit.am", bytes1, more="")
am("one.am", bytes1, box="0 39 0 29 0 19", more="")
am("flat.am", grey[:, :, :1].astype("u1").tobytes(), box="0 0 0 58 0 38", size="1 30 20", end="")
am("sides.am", bytes1, box="0 39 0 58 0 38")
# bad ones
am("cut.am", bytes1[:-100])
am("short.am", rle(bytes1)[:-100], codec="(HxByteRLE,9)")
am("codec.am", bytes1, codec="(HxLZ9,9)")
am("complex.am", bytes1, "complex Data")
am("two.am", bytes1, lattice="Lattice { byte A } @1\nLattice { byte B } @2\n")
am("none.am", bytes1, lattice="Nodes { float[3] Coordinates } @1\n")
am("curved.am", bytes1, more='    CoordType "curvilinear"\n')
with open("endless.am", "w") as f:
    f.write("# AmiraMesh BINARY-LITTLE-ENDIAN 2.1\ndefine Lattice 4 3 2\n")
with open("surface.am", "w") as f:
    f.write("# AmiraMesh BINARY-LITTLE-ENDIAN 2.1\nnNodes 5\nNodes { float[3] x } @1\n@1\n1234")


# raw volumes with a text beside them
def text(name, lines):
    with open(name, "w", newline="") as f:
        f.write("\r\n".join(lines.split("\n")))


def vgi(name, file="scan.vol", size="40 30 20", kind="unsigned integer", bits=16, skip=7, unit="mm", more=""):
    text(name, f"""{{volume1}}
[representation]
size = 40 30 20
datatype = float
bitsperelement = 32

[file1]
SkipHeader = {skip}
FileType = raw
Size = {size}
Datatype = {kind}
datarange = 0 -1
BitsPerElement = {bits}
Name = {file}
{more}
{{volumeprimitive12}}
[geometry]
resolution = 0.002 0.002 0.002
unit = {unit}
[volume]
volume = volume1
""")


with open("scan.vol", "wb") as f:
    f.write(b"7 bytes" + grey.astype("<u2").tobytes())
grey.astype("<f4").tofile("real.vol")
grey.astype("<i2").tofile("nikon.vol")
vgi("scan.vgi", "C:\\scans\\scan.vol")
vgi("real.vgi", "/home/other/moved.vol", kind="float", bits=32, skip=0, unit="um")
vgi("files.vgi", more="[file2]\nName = other.vol\n")
vgi("gone.vgi", "elsewhere.vol")
vgi("long.vgi", "scan.vol", "40 30 21")
vgi("kind.vgi", "scan.vol", kind="complex")
vgi("bits.vgi", "scan.vol", bits=17)
vgi("words.vgi", "scan.vol", bits="16 or 32")
vgi("skip.vgi", "scan.vol", skip=-1)
vgi("size.vgi", "scan.vol", "40 30")
nikon = "[XTekCT]\nName=nikon\nVoxelsX=40\nVoxelSizeX=0.002\nVoxelsY=30\nVoxelSizeY=0.002\nVoxelsZ=20\nVoxelSizeZ=0.002\n\n[CTPro]\n"
text("nikon.xtekct", nikon)
text("whole.xtekct", nikon + "Datatype=unsigned integer\n")
text("few.xtekct", nikon.replace("VoxelsY", "Voxels_Y"))
pcr = "[VolumeData]\nFormat=10\nVolume_SizeX=40\nVolume_SizeY=30\nVolume_SizeZ=20\nVoxelSizeRec=0.00200000\nVOL_File=D:\\data\\real.vol\n"
text("real.pcr", pcr)
text("lonely.pcr", pcr.replace("real", "gone"))


# Zeiss: a compound file; short streams in that of the root
def compound(path, streams, sector=512):
    fat, body, short, short_fat = [], bytearray(), bytearray(), []

    def put(data):
        first, count = len(fat), -(-len(data) // sector)
        fat.extend([*range(first + 1, first + count), 0xFFFFFFFE] if count else [])
        body.extend(data.ljust(count * sector, b"\0"))
        return first if count else 0xFFFFFFFE

    def put_short(data):
        first, count = len(short_fat), -(-len(data) // 64)
        short_fat.extend([*range(first + 1, first + count), 0xFFFFFFFE])
        short.extend(data.ljust(count * 64, b"\0"))
        return first

    names, none = ["", *sorted({name.split("/")[0] for name in streams}), *streams], 0xFFFFFFFF
    where = {name: (put if len(data) >= 4096 else put_short)(data) for name, data in streams.items()}
    root, table = put(bytes(short)), put(struct.pack(f"<{len(short_fat)}I", *short_fat))
    entries = b""
    for name in names:  # siblings are a list to the right
        beside = [n for n in names if n and n.rpartition("/")[0] == name.rpartition("/")[0]]
        below = [n for n in names if n and n.rpartition("/")[0] == name and n != name] if name not in streams else []
        right = beside[beside.index(name) + 1:] if name else []
        text = (name.rpartition("/")[2] or "Root Entry").encode("utf-16le")
        entries += struct.pack("<64sHBBIII36xIQ", text, len(text) + 2, 2 if name in streams else 1 if name else 5, 1, none,
                               names.index(right[0]) if right else none, names.index(below[0]) if below else none,
                               where.get(name, 0 if name else root), len(streams.get(name, b"" if name else short)))
    folder = put(entries + struct.pack("<64sHBBIII36xIQ", b"", 0, 0, 0, none, none, none, 0, 0) * (-len(names) % (sector // 128)))
    per = sector // 4
    more = 0
    while True:  # sectors of the table, and those of the list of them beyond 109
        fats = -(-(len(fat) + more) // per)
        lists = -(-max(fats - 109, 0) // (per - 1))
        if more == fats + lists:
            break
        more = fats + lists
    first = len(fat)
    at = [*range(first, first + fats)]
    whole = fat + [0xFFFFFFFD] * fats + [0xFFFFFFFC] * lists
    body += struct.pack(f"<{fats * per}I", *whole, *[none] * (fats * per - len(whole)))
    for i in range(lists):
        part = at[109 + i * (per - 1):109 + (i + 1) * (per - 1)]
        body += struct.pack(f"<{per}I", *part, *[none] * (per - 1 - len(part)), first + fats + i + 1 if i + 1 < lists else 0xFFFFFFFE)
    head = struct.pack("<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 62, 4 if sector > 512 else 3, 0xFFFE,
                       sector.bit_length() - 1, 6, 0, fats, folder, 0, 4096, table, -(-len(short_fat) // per),
                       first + fats if lists else 0xFFFFFFFE, lists)
    with open(path, "wb") as f:
        f.write((head + struct.pack("<109I", *at[:109], *[none] * (109 - len(at[:109])))).ljust(sector, b"\0") + body)


def txm(path, values, kind, side=2.0, sector=512, drop=None, **numbers):
    info = {"ImageWidth": values.shape[2], "ImageHeight": values.shape[1], "NoOfImages": values.shape[0], "DataType": kind, **numbers}
    streams = {f"ImageInfo/{name}": struct.pack("<I", n) for name, n in info.items() if n is not None}
    streams["ImageInfo/PixelSize"] = struct.pack("<f", side)
    streams |= {f"ImageData{z // 100 + 1}/Image{z + 1}": one.tobytes() for z, one in enumerate(values) if z != drop}
    compound(path, streams, sector)


import struct
txm("real.txm", grey.astype("<f4"), 10)
txm("byte.txm", grey.astype("u1"), 3)
txm("short.txm", grey.astype("<u2"), 5)
page = np.resize(grey, (3, 64, 64)).astype("u1")
page.tofile("page")
txm("page.txm", page, 3)  # slices of 4096 bytes, the least that are not short
txm("large.txm", grey.astype("<u2"), 5, sector=4096)
many = np.broadcast_to(grey[:1], (130, 30, 40)).astype("<u2")
txm("many.txm", many, 5)
txm("wide.txm", np.arange(2 * 1000 * 2000).reshape(2, 1000, 2000).astype("<f4"), 10)  # a table of more than 109 sectors
many.astype("u1").tofile("many")
txm("kind.txm", grey.astype("<u2"), 4)
txm("hole.txm", grey.astype("<u2"), 5, drop=7)
txm("none.txm", grey.astype("<u2"), 5, NoOfImages=None)
txm("size.txm", grey.astype("<u2"), 5, ImageWidth=41)
txm("scan.txrm", grey.astype("<u2"), 5)
for name, of, size in ("cut", "real.txm", 20000), ("stub", "real.txm", 100):
    with open(of, "rb") as f, open(f"{name}.txm", "wb") as g:
        g.write(f.read(size))
with open("real.txm", "rb") as f, open("ring.txm", "wb") as g:  # a sector that follows itself
    data = bytearray(f.read())
    table = 512 + 512 * struct.unpack_from("<I", data, 76)[0]
    for i in range(128):
        struct.pack_into("<I", data, table + 4 * i, i)
    g.write(data)

# Bruker: slices without a size beside a log
def slice_of(path, values):  # a plain TIFF without a resolution
    import struct
    entries = [(256, 40), (257, 30), (258, 8), (259, 1), (262, 1), (273, 122), (277, 1), (278, 30), (279, 1200)]
    with open(path, "wb") as f:
        f.write(b"II*\0" + struct.pack("<IH", 8, len(entries)))
        f.write(b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries) + bytes(4))
        f.write(values.astype("u1").tobytes())


log = """[System]
Scanner=SkyScan1272
[Acquisition]
Number of Files=20
Image Pixel Size (um)=1.0
[Reconstruction]
Pixel Size (um)=2.00000
Result Image Width (pixels)=40
Section to Section Step=1
"""
for folder, change in ("bruker", ("", "")), ("wide", ("=40", "=80")), ("steps", ("Step=1", "Step=2")), ("other", ("[System]", "notes")):
    os.mkdir(folder)
    for z in range(20):
        slice_of(f"{folder}/rock_rec{z:08}.tif", grey[z])
    text(f"{folder}/rock_rec.log", log.replace(*change))
os.mkdir("bmp")
with open("bmp/rock00.bmp", "wb") as f:
    f.write(b"BM" + bytes(60))
EOF2

# voxels_of OPTION... FILE
voxels_of() { tessera-voxelize -q "$@" | voxels | grep '^[01z]'; }
voxels_of --raw 40,30,20,u8 --threshold 50 raw >expected
# same FILE SAYS [OPTION...]: the voxels of raw, and these lines in the report
same() {
  input=$1 says=$2; shift 2
  tessera-voxelize --threshold 50 "$@" "$input" 2>report | voxels | grep '^[01z]' | cmp - expected || fail "$input: $(cat report)"
  grep -q "$says" report || fail "$input says no $says: $(cat report)"
}
same plain.am 'voxel  *2 um (Amira)'
same line.am 'voxel  *2 um (Amira)'
for file in 'big i16' 'ushort u16' 'zip f32' 'rle u8' 'text i32'; do
  same ${file% *}.am "stored as  *${file#* }, Amira$"
  cp ${file% *}.am other.name
  same other.name "stored as  *${file#* }, Amira$"
done
same vector.am 'voxel  *2 um' --channel 1
same unit.am 'voxel  *2 mm (Amira, no unit in the file: mm assumed, see --unit)'
same unit.am 'voxel  *2 um' --unit um
tessera-voxelize --threshold 50 flat.am -o x 2>report
grep -q 'voxel  *2 um (Amira)' report || fail "one layer: $(cat report)"
rm x
same one.am porosity
! grep -q 'voxel  *1 ' report || fail "a box that says nothing: $(cat report)"
same scan.vgi 'stored as  *u16, VGStudio'
grep -q 'voxel  *2 um (VGStudio)' report || fail "scan.vgi: $(cat report)"
same real.vgi 'voxel  *2 nm (VGStudio)'
same whole.xtekct 'warning: whole.xtekct: its header does not say what the values are: u16 is taken, by the length of nikon.vol$'
same nikon.xtekct 'warning: nikon.xtekct: its header does not say what the values are: u16 is taken, by the length of nikon.vol$'
grep -q 'voxel  *2 um (Nikon)' report || fail "nikon.xtekct: $(cat report)"
same real.pcr 'voxel  *2 um (phoenix)'
grep -q 'stored as  *f32, phoenix' report || fail "real.pcr: $(cat report)"
for file in 'byte u8' 'real f32' 'short u16' 'large u16'; do
  same ${file% *}.txm "stored as  *${file#* }, Zeiss$"
  grep -q 'voxel  *2 um (Zeiss)' report || fail "${file% *}.txm: $(cat report)"
done
voxels_of --raw 40,30,130,u8 --threshold 50 many >cropped
voxels_of --raw 64,64,3,u8 --threshold 50 page >pages
voxels_of --threshold 50 page.txm | cmp - pages || fail "page.txm"
voxels_of --threshold 50 many.txm | cmp - cropped || fail "many.txm"
tessera-voxelize --threshold 50 wide.txm -o x 2>report
grep -q 'values  *0 to 4e+06\|values  *0 to 3999999$' report || fail "wide.txm: $(cat report)"
rm x
same bruker 'voxel  *2 um (rock_rec.log)'
same wide 'rock_rec.log is of slices of another width: its pixel size is not taken'
same other porosity
! grep -q 'voxel ' report || fail "a log of something else: $(cat report)"
refused 3 'the voxels are 2 um x 2 um x 4 um (rock_rec.log)' tessera-voxelize --threshold 50 steps -o x
for crop in 3:17,8:9,2:14; do
  voxels_of --raw 40,30,20,u8 --threshold 50 --crop $crop raw >cropped
  for file in plain.am zip.am rle.am scan.vgi; do
    voxels_of --threshold 50 --crop $crop $file | cmp - cropped || fail "--crop $crop $file"
  done
done

# bad input: one line each
bad() { refused 3 "^tessera-voxelize: $1$2" tessera-voxelize --threshold 50 "$1" -o x; }
bad cut.am ': by its header 24000 bytes of values are needed (is it cut off?), found 23901$'
bad short.am ': its compressed values are damaged or cut off (they end too early)$'
bad codec.am ': its values are packed by HxLZ9, which is not read: save it without, or as HxZip$'
bad complex.am ': its values of type complex cannot be read'
bad two.am ': its Lattice holds several fields: save one of them alone$'
bad none.am ': its Lattice holds nothing$'
bad curved.am ': its voxels are not of one size (CoordType curvilinear): resample it$'
bad endless.am ': has no values behind a line @1: it is damaged or cut off$'
bad surface.am ': defines no Lattice: it is no volume$'
refused 3 'the voxels are 1 um x 2 um x 2 um (Amira)' tessera-voxelize --threshold 50 sides.am -o x
bad files.vgi ': its values are in 2 files: save them as one$'
bad gone.vgi ': its file of values, elsewhere.vol, is not beside it$'
refused 3 'scan.vol: by its header 50400 bytes of values are needed (is it cut off?), found 48000$' \
  tessera-voxelize --threshold 50 long.vgi -o x
bad kind.vgi ': its Datatype complex is not known: use --raw NX,NY,NZ,TYPE$'
bad bits.vgi ': has values of 17 bits, which cannot be read$'
bad words.vgi ': has values of 16 or 32 bits, which cannot be read$'
bad skip.vgi ': -1 bytes before its values are impossible$'
bad size.vgi ': its header has no Size that can be read$'
bad few.xtekct ': its header has no VoxelsY that can be read$'
bad lonely.pcr ': its file of values, gone.vol, is not beside it$'
bad kind.txm ': its values of type 4 cannot be read (ImageInfo/DataType)$'
bad hole.txm ': slice z=7 is missing, or of another size$'
bad none.txm ': has no ImageInfo/NoOfImages: it is no volume of Zeiss, or is damaged$'
bad size.txm ': its first slice is missing, or has not the size that it states$'
bad scan.txrm ': is the projections of a Zeiss (Xradia) scan, not a volume: reconstruct it first$'
bad cut.txm ': is damaged or cut off: its sectors are not where they should be$'
bad stub.txm ': is no compound file (OLE), or is damaged$'
bad ring.txm ': is damaged or cut off: its sectors are not where they should be$'
convert='is a BMP picture: convert it to TIFF or PNG, for example with mogrify -format png (ImageMagick)$'
bad bmp/rock00.bmp ": $convert"
refused 3 "bmp/rock00.bmp: $convert" tessera-voxelize --threshold 50 bmp -o x
refused 3 "bmp/rock00.bmp: $convert" tessera-voxelize --threshold 50 bruker/rock_rec00000001.tif bmp/rock00.bmp -o x
refused 2 '-o scan.vol would replace' tessera-voxelize --threshold 50 scan.vgi -o scan.vol
