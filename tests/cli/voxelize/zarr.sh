#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Zarr and OME-Zarr give the voxels of the same values with --raw: written by hand here, so that every refusal can be met,
# and by zarr-python, with all its codecs, types and orders, where that is installed.
. "$srcdir/tests/lib.sh"
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import numpy' 2>/dev/null && break
done
[ "$python" ] || skip "needs Python with NumPy"
cat >hand.py <<'EOF2'
import gzip, itertools, json, os, shutil, struct, sys, zlib
import numpy as np

grey = np.random.default_rng(1).integers(0, 10, (20, 30, 40)) * 10


def dump(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        json.dump(value, f)


def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return struct.pack("<I", crc ^ 0xFFFFFFFF)


def chunks_of(values, size):
    for at in itertools.product(*[range(-(-n // c)) for n, c in zip(values.shape, size)]):
        part = values[tuple(slice(i * c, i * c + c) for i, c in zip(at, size))]
        yield at, np.pad(part, [(0, c - n) for c, n in zip(size, part.shape)])


# as version 2
def v2(folder, values, size, separator=".", order="C", pack=None, **more):
    dump(f"{folder}/.zarray", {"zarr_format": 2, "shape": values.shape, "chunks": size, "dtype": values.dtype.str,
         "compressor": pack and {"id": pack, "level": 1}, "filters": None, "fill_value": 7, "order": order,
         "dimension_separator": separator, **more})
    for at, part in chunks_of(values, size):
        data = part.tobytes(order)
        data = {"gzip": gzip.compress, "zlib": zlib.compress}.get(pack, bytes)(data)
        put(f"{folder}/" + separator.join(map(str, at)), data)


def v3_meta(folder, values, size, codecs, **more):
    dump(f"{folder}/zarr.json", {"zarr_format": 3, "node_type": "array", "shape": values.shape, "fill_value": 7,
         "data_type": values.dtype.name, "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": size}},
         "chunk_key_encoding": {"name": "default"}, "codecs": codecs, **more})


little, crc = {"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}


def v3(folder, values, size, **more):
    v3_meta(folder, values, size, [little, {"name": "gzip", "configuration": {"level": 1}}, crc], **more)
    for at, part in chunks_of(values, size):
        data = gzip.compress(part.tobytes())
        put(f"{folder}/c/" + "/".join(map(str, at)), data + crc32c(data))


# inner chunks are in the shard in reverse, those for which `drop` says so are not there
def shards(folder, values, shard, size, start=False, drop=lambda *at: False, order=little):
    v3_meta(folder, values, shard, [{"name": "sharding_indexed", "configuration": {"chunk_shape": size,
            "codecs": [little], "index_codecs": [order, crc], "index_location": "start" if start else "end"}}])
    for at, part in chunks_of(values, shard):
        inner = list(chunks_of(part, size))
        index, body = np.full((len(inner), 2), 2**64 - 1, "<u8"), b""
        before = len(inner) * 16 + 4 if start else 0
        for i, (to, chunk) in reversed(list(enumerate(inner))):
            beyond = any(a * s + t * c >= n for a, s, t, c, n in zip(at, shard, to, size, values.shape))
            if not beyond and not drop(*to):
                index[i] = before + len(body), chunk.nbytes
                body += chunk.tobytes()
        index = (index if order is little else index.byteswap()).tobytes()
        index += crc32c(index)
        put(f"{folder}/c/" + "/".join(map(str, at)), index + body if start else body + index)


def image(group, datasets, axes, **more):
    dump(f"{group}/.zgroup", {"zarr_format": 2})
    dump(f"{group}/.zattrs", {"multiscales": [{"version": "0.4", "axes": axes, "datasets": datasets, **more}]})


def level(path, *scale):
    return {"path": path, "coordinateTransformations": [{"type": "scale", "scale": scale}]}


def space(unit):
    return [{"name": n, "type": "space", **({"unit": unit} if unit else {})} for n in "zyx"]


grey.astype("u1").tofile("raw")
small = grey.astype("<u2")
v2("plain.zarr", small, (7, 8, 9))
v2("slashes.zarr", grey.astype(">i4"), (20, 30, 40), "/", "F", "zlib")
v2("columns.zarr", grey.astype(">f8"), (5, 50, 5), "/", "F", "gzip")
v3("three.zarr", grey.astype("<f4"), (7, 8, 9))
v3("named.zarr", grey.astype("<i2").transpose(2, 0, 1).copy(), (9, 7, 8), dimension_names=["X", "Z", "Y"])
shards("shards.zarr", small, (10, 16, 27), (5, 8, 9))
shards("front.zarr", small, (20, 32, 45), (5, 8, 9), start=True)
shards("turns.zarr", small, (10, 16, 27), (5, 8, 9), order={"name": "bytes", "configuration": {"endian": "big"}})
v2("folder", small, (20, 30, 40))
v2("slice.zarr", small[0], (8, 8))
v2("pairs.zarr", np.stack([small * 0, small, small * 0, small * 0]).reshape(2, 2, 20, 30, 40), (1, 2, 7, 8, 9))
v2("five.zarr", np.stack([small * 0, small])[None], (1, 2, 7, 8, 9))
# images: micrometres, sides that differ, no unit, axes that are not space, version 0.5
fine, coarse = level("fine/0", 4, 2, 2), level("1", 8, 4, 4)
image("image.zarr", [fine, coarse], space("micrometer"), coordinateTransformations=[{"type": "scale", "scale": [0.5, 1, 1]}])
v2("image.zarr/fine/0", small, (7, 8, 9), "/")
v2("image.zarr/1", small[::2, ::2, ::2], (7, 8, 9), "/")
image("backwards.zarr", [level("1", 4, 4, 4), level("0", 2, 2, 2)], space("micrometer"))
v2("backwards.zarr/0", small, (7, 8, 9), "/")
v2("backwards.zarr/1", small[::2, ::2, ::2], (7, 8, 9), "/")
for name, unit, sides in ("flat", "nanometer", (3, 2, 2)), ("unitless", None, (2, 2, 2)), ("ratio", None, (1, 2, 2)), ("silent", None, (1, 1, 1)):
    image(f"{name}.zarr", [level("0", *sides)], space(unit))
    v2(f"{name}.zarr/0", small, (20, 30, 40))
image("times.zarr", [level("0", 1, 1, 2, 2, 2)], [{"name": "t", "type": "time"}, {"name": "c", "type": "channel"}] + space("mm"))
v2("times.zarr/0", small[None, None], (1, 1, 7, 8, 9), "/")
image("wrong.zarr", [level("0", 1, 2, 2, 2)], [{"name": "c"}] + space("mm"))
v2("wrong.zarr/0", small, (20, 30, 40))
image("pointless.zarr", [level("gone", 2, 2, 2)], space("mm"))
dump("latest.zarr/zarr.json", {"zarr_format": 3, "node_type": "group", "attributes": {"ome": {"version": "0.5",
     "multiscales": [{"axes": space("micrometer"), "datasets": [level("s0", 3, 3, 3)]}]}}})
v3("latest.zarr/s0", small, (20, 30, 40))
# groups
for group in "many.zarr", "many.zarr/a", "one.zarr", "one.zarr/deep", "none.zarr", "ring.zarr":
    dump(f"{group}/.zgroup", {"zarr_format": 2})
v2("many.zarr/a/x", small, (20, 30, 40))
v2("many.zarr/b", small, (20, 30, 40))
v2("many.zarr/slice", small[0], (30, 40))
v2("one.zarr/deep/volume", small, (20, 30, 40))
v2("one.zarr/line", small[0, 0], (40,))
for link in "abc":
    os.symlink(".", f"ring.zarr/{link}")
# holes
shutil.copytree("plain.zarr", "holes.zarr")
v2("swapped.zarr", grey.astype(">u2"), (7, 8, 9))
for name in "0.0.0", "1.2.3":
    os.remove(f"holes.zarr/{name}")
    os.remove(f"swapped.zarr/{name}")
put("holes.zarr/9.0.0", b"left over by a larger array")
v3("bytes.zarr", small.astype("<f4"), (7, 8, 9), fill_value="0x40e00000") # 7, the highest byte first
os.remove("bytes.zarr/c/0/0/0"), os.remove("bytes.zarr/c/1/2/3")
shards("sparse.zarr", small, (10, 16, 27), (5, 8, 9), drop=lambda z, y, x: x == 1)
v2("empty.zarr", small, (7, 8, 9))
for name in os.listdir("empty.zarr"):
    if name[0] != ".":
        os.remove(f"empty.zarr/{name}")
filled, shard = np.full_like(small, 7), small.copy()
holed = small.copy()
holed[:7, :8, :9] = holed[7:14, 16:24, 27:36] = 7
holed.astype("u1").tofile("holed.raw")
for x in 9, 36:
    shard[:, :, x:x + 9] = 7
shard.astype("u1").tofile("sparse.raw")


# a layer of chunks of 32 MiB
thick = (np.add.outer(np.add.outer(np.arange(32) * 5, np.arange(1024) * 3), np.arange(1024)) % 100).astype("u1")
thick.tofile("thick.raw")
v2("thick.zarr", thick, (32, 256, 256), pack="zlib")


# bad ones: of plain.zarr and three.zarr with one thing changed
def bad(name, like="plain.zarr", **change):
    shutil.copytree(like, f"{name}.zarr")
    path = f"{name}.zarr/" + (".zarray" if os.path.exists(f"{name}.zarr/.zarray") else "zarr.json")
    with open(path) as f:
        meta = json.load(f)
    dump(path, {**meta, **change})


def cut(path, count):
    with open(path, "r+b") as f:
        f.truncate(os.path.getsize(path) - count)


def zero(path, at):
    with open(path, "r+b") as f:
        f.seek(at, os.SEEK_SET if at > 0 else os.SEEK_END)
        f.write(bytes(4))


bad("packed", compressor={"id": "lzma"})
bad("blosc", compressor={"id": "blosc", "cname": "lz4"})
bad("filtered", filters=[{"id": "delta", "dtype": "<u2"}])
bad("dates", dtype="<M8[ns]")
bad("records", dtype=[["a", "<u2"]])
bad("line", shape=[24000], chunks=[7])
bad("nothing", shape=[20, 0, 40])
bad("halves", shape=[20, 1.5, 40])
bad("huge", shape=[20, 3000000000, 40])
bad("wide", shape=[20, 200000000, 20000000])
bad("void", shape=[20000000, 30, 40])
bad("fat", chunks=[70000, 80000, 90000])
bad("fill", fill_value="seven")
bad("nan", fill_value="NaN")
bad("grid", "three.zarr", chunk_grid={"name": "rectilinear"})
bad("ways", "three.zarr", storage_transformers=[{"name": "x"}])
bad("keys", "three.zarr", chunk_key_encoding={"name": "hilbert"})
bad("quantum", "three.zarr", data_type="r24")
bad("codec", "three.zarr", codecs=[little, {"name": "lz77"}])
bad("scaled", "three.zarr", codecs=[{"name": "scale_offset"}, little])
bad("unsaid", "three.zarr", codecs=[])
bad("turned", "three.zarr", codecs=[{"name": "transpose", "configuration": {"order": [0, 1, 1]}}, little])
bad("uneven", "shards.zarr", chunk_grid={"name": "regular", "configuration": {"chunk_shape": [10, 16, 28]}})
cut("plain.zarr/2.3.4", 3)
shutil.copytree("three.zarr", "sum.zarr")
zero("sum.zarr/c/0/0/0", 40)
shutil.copytree("three.zarr", "short.zarr")
cut("short.zarr/c/2/3/4", 9)
shutil.copytree("shards.zarr", "index.zarr")
zero("index.zarr/c/0/0/0", -30)
shutil.copytree("shards.zarr", "stub.zarr")
put("stub.zarr/c/1/1/1", b"short")
put("damaged.zarr/.zarray", b'{"shape": [2, ')
os.makedirs("bare.zarr")
EOF2
"$python" hand.py

# voxels_of OPTION... FILE
voxels_of() { tessera-voxelize -q "$@" | voxels | grep '^[01z]'; }
voxels_of --raw 40,30,20,u8 --threshold 50 raw >expected
# same FOLDER [OPTION...]: the voxels of raw
same() {
  folder=$1; shift
  tessera-voxelize --threshold 50 "$@" "$folder" 2>report | voxels | grep '^[01z]' | cmp - expected || fail "$folder: $(cat report)"
}
for folder in slashes columns three named shards front turns folder/; do
  [ -d $folder ] || folder=$folder.zarr
  same $folder
done
same front.zarr/
same five.zarr --channel 1
same pairs.zarr --channel 1
for voxel in 'image 2 um (OME-Zarr)' 'backwards 2 um (OME-Zarr)' 'times 2 mm (OME-Zarr)' 'latest 3 um (OME-Zarr)'; do
  same ${voxel%% *}.zarr
  grep -q "voxel  *${voxel#* }" report || fail "voxel size of $voxel: $(cat report)"
done
same image.zarr
grep -q 'stored as  *u16, Zarr, data set fine/0, the finest of 2$' report || fail "the level: $(cat report)"
same image.zarr/fine/0
grep -q 'voxel  *2 um (OME-Zarr)' report || fail "the size of a level by its folder: $(cat report)"
(cd image.zarr/fine && tessera-voxelize --threshold 50 0 -o ../../x) 2>report
grep -q 'voxel  *2 um (OME-Zarr)' report || fail "the size of a level from its group: $(cat report)"
rm x
same image.zarr:/fine/0
same silent.zarr
! grep -q 'voxel  *1 ' report || fail "a size that says nothing: $(cat report)"
same unitless.zarr
grep -q 'size unknown: OME-Zarr, no unit in the file: see --unit' report || fail "no unit: $(cat report)"
same unitless.zarr --unit um
grep -q 'voxel  *2 um' report || fail "--unit: $(cat report)"
refused 3 'the sides of the voxels are as 1 : 1 : 0.5 (OME-Zarr, no unit in the file: see --unit) and must be equal' \
  tessera-voxelize --threshold 50 ratio.zarr -o x
refused 2 'does not state the size of its voxels: give --voxel, too' tessera-voxelize --threshold 50 --resample 1um ratio.zarr -o x # of what unit?
same ratio.zarr --voxel 2um,2um,2um
expect 0 tessera-voxelize --threshold 50 image.zarr:1 -o x
grep -q 'voxel  *4 um (OME-Zarr)' stderr || fail "the coarse level: $(cat stderr)"
same many.zarr:/a/x
same many.zarr --array b
same one.zarr
grep -q 'data set deep/volume$' report || fail "the only volume: $(cat report)"
head -c 1200 raw >first
voxels_of --raw 40,30,1,u8 --threshold 50 first >expected
same slice.zarr

# holes have the fill value, and are counted
for holes in 'holes 2 of the 60 chunks of the array holed.raw' 'swapped 2 of the 60 chunks of the array holed.raw' 'bytes 2 of the 60 chunks of the array holed.raw' 'sparse 32 of the 80 chunks of the array sparse.raw'; do
  folder=${holes%% *}.zarr
  voxels_of --raw 40,30,20,u8 --threshold 50 "${holes##* }" >expected
  case $folder in holes*) cp expected first ;; esac
  said=${holes#* }
  same "$folder"
  grep -q "warning: $folder: ${said% *} were never written: their voxels have its fill value, 7$" report ||
    fail "$folder: $(cat report)"
done

# a crop reads only its chunks: one outside of it is damaged
for crop in :30,:,: :,:20,: :,:,:10 3:17,8:9,2:14; do
  voxels_of --raw 40,30,20,u8 --threshold 50 --crop $crop raw >expected
  for folder in plain short shards columns; do
    voxels_of --threshold 50 --crop $crop $folder.zarr 2>report | cmp - expected || fail "--crop $crop $folder: $(cat report)"
  done
done

# a layer of chunks that does not fit into the memory is read in parts
if ! sanitized; then
  voxels_of --raw 1024,1024,32,u8 --threshold 50 thick.raw | cksum >expected
  OMP_NUM_THREADS=2 voxels_of --max-memory 30MiB --threshold 50 thick.zarr 2>report | cksum | cmp - expected || fail "parts: $(cat report)"
fi

# bad input: one line each
rm -f x
bad() { refused 3 "$1.zarr$2" tessera-voxelize --threshold 50 "$1.zarr${3:-}" -o x; }
bad plain '/2.3.4: is a chunk that is damaged or cut off (it has too few values)$'
bad short '/c/2/3/4: is a chunk that is damaged or cut off (its checksum differs)$'
bad sum '/c/0/0/0: is a chunk that is damaged or cut off (its checksum differs)$'
bad index '/c/0/0/0: is a shard whose index is damaged or cut off (its checksum differs)$'
bad stub '/c/1/1/1: is a shard that is damaged or cut off (it is shorter than its index)$'
bad packed ': its chunks are packed by lzma, which is not read: save it with zstd or gzip$'
bad filtered ': its values are changed by a filter, delta, which is not read: save it without$'
bad dates ': has values of type <M8\[ns\]: a volume has integers of 8 to 64 bits or real numbers$'
bad records ': has values of type unknown'
bad quantum ': has values of type r24'
bad line ': has 1 axis: a volume has 3, or 2 for one slice$'
bad nothing ': is empty$'
bad halves ': its shape or that of its chunks cannot be read: it is damaged$'
bad huge ': its shape or that of its chunks is impossible$'
bad wide ': the size of the array is impossible: 60 of its 166666725000000 chunks are there$'
bad void ': the size of the array is impossible: 60 of its 57142860 chunks are there$' # not to be read to its end
bad fat ': the size of the chunks of the array is impossible$'
bad fill ': its fill value cannot be read$'
bad nan ': its fill value cannot be read$'
bad grid ': its chunks are not of one size (chunk_grid)$'
bad ways ': its chunks are stored in a way that is not read (storage_transformers)$'
bad keys ': its chunks are named in an unknown way (chunk_key_encoding)$'
bad codec ': its chunks are packed by lz77, which is not read: save it with zstd or gzip$'
bad scaled ': its values are changed by a codec, scale_offset, which is not read: save it without$'
bad unsaid ': its codecs do not say how values become bytes$'
bad turned ': the order of its axes (transpose) cannot be read$'
bad uneven ': its shards do not consist of whole chunks$'
bad wrong ': its image has 4 axes (multiscales), and its array 3$'
bad pointless ': its image names an array that is not there: gone$'
refused 3 'the voxels are 2 nm x 2 nm x 3 nm (OME-Zarr)' tessera-voxelize --threshold 50 flat.zarr -o x
bad empty ': the array has no values: none of its chunks is there$'
bad damaged '/.zarray: not JSON, or not all of it$'
bad bare ': is no array or group of Zarr$'
refused 1 'nowhere.zarr: No such file or directory$' tessera-voxelize --threshold 50 nowhere.zarr -o x
bad none ': contains no volume$'
bad ring ': has more than 2000 arrays and groups, or a link to itself: choose one with ring.zarr:NAME$'
bad many ': contains 2 volumes: choose one with many.zarr:NAME: a/x, b$'
bad many ': has no a/z; its volumes: a/x, b$' :/a/z
bad five ': contains 2 volumes (times or components): choose one with --channel N'
if grep -q 'define HAVE_BLOSC 1' "$builddir/config.h"; then
  blosc=blosc
  bad blosc '/0.0.0: is a chunk that is damaged or cut off (blosc)$'
else
  lacks "built without c-blosc"
  blosc=none
  refused 1 'blosc.zarr: built without c-blosc: cannot read it; build with it (Debian: libblosc-dev)' \
    tessera-voxelize --threshold 50 blosc.zarr -o x
fi
refused 2 'the data set is named twice' tessera-voxelize --threshold 50 --array x many.zarr:a/x -o x
refused 2 'many.zarr: is a whole volume: give it without' tessera-voxelize --threshold 50 many.zarr first -o x

# no output in a folder that is an input: a chunk would be replaced, or added; beside it there may be one
cp -r image.zarr kept.zarr
mkdir image.zarr-beside
ln -s image.zarr linked.zarr
for read in image.zarr image.zarr:1 linked.zarr ./image.zarr/; do
  for write in image.zarr/fine/0/0/0/0 image.zarr/new.vox linked.zarr/1/new.vox image.zarr-beside/../image.zarr/1/new; do
    refused 2 "would replace an input" tessera-voxelize --threshold 50 "$read" -o "$write"
    refused 2 "would replace the mask" tessera-voxelize --raw 40,30,20,u8 --threshold 50 raw --mask "$read" -o "$write"
  done
done
refused 2 "would replace an input" tessera-voxelize --threshold 50 image.zarr --export image.zarr/1/0/0/0.raw -o x
diff -r image.zarr kept.zarr || fail "an input is changed"
tessera voxelize --threshold 50 image.zarr -q -o image.zarr-beside/x.vox

# what zarr-python and ome-zarr write
"$python" -c 'import sys, zarr; sys.exit(zarr.__version__ < "3")' 2>/dev/null || { lacks "needs Python with zarr 3"; exit 0; }
cat >package.py <<'EOF2'
import itertools, numcodecs, numpy as np, sys, zarr
from zarr.codecs import *

grey = np.random.default_rng(1).integers(0, 10, (20, 30, 40)) * 10
kinds = [order + kind for kind in "u1 i1 u2 i2 u4 i4 u8 i8 f2 f4 f8".split() for order in "<>"]
blosc = sys.argv[1] == "blosc"
names = "lz4 lz4hc zstd zlib blosclz".split()
packs = [None, numcodecs.GZip(), numcodecs.Zlib(), numcodecs.Zstd()]
packs += [numcodecs.Blosc(name, shuffle=shuffle) for name in names for shuffle in (0, 1, 2)] if blosc else []
for i, (kind, pack) in enumerate(zip(kinds, itertools.cycle(packs))):
    zarr.create_array(f"two{i}.zarr", shape=grey.shape, chunks=[(7, 8, 9), (20, 30, 40), (1, 30, 40), (5, 50, 5)][i % 4],
                      dtype=kind, zarr_format=2, compressors=pack, order="CF"[i % 2],
                      chunk_key_encoding={"name": "v2", "separator": "./"[i // 2 % 2]})[:] = grey
packs = [None, GzipCodec(), ZstdCodec(checksum=True), [ZstdCodec(), Crc32cCodec()]]
packs += [BloscCodec(cname=name, shuffle=shuffle) for name in names for shuffle in ("shuffle", "bitshuffle")] if blosc else []
for i, (kind, pack) in enumerate(zip(kinds, itertools.cycle(packs))):
    more = {"filters": [TransposeCodec(order=[(2, 1, 0), (1, 2, 0), (2, 0, 1)][i // 3 % 3])]} if i % 3 == 1 else {}
    more |= {"shards": (20, 16, 27)} if i % 3 == 2 else {}
    endian = "big" if kind[0] == ">" else "little"
    zarr.create_array(f"three{i}.zarr", shape=grey.shape, chunks=(5, 8, 9), dtype=kind, compressors=pack,
                      serializer=BytesCodec(endian=endian) if kind[1:] not in ("u1", "i1") else "auto",
                      chunk_key_encoding={"name": "default", "separator": "/."[i // 2 % 2]}, **more)[:] = grey
for name, fill in ("not", np.nan), ("below", -8.5):
    zarr.create_array(f"{name}.zarr", shape=grey.shape, chunks=(5, 8, 9), dtype="f4", fill_value=fill)[:5] = grey[:5]
try:
    from ome_zarr.writer import write_image
    import inspect
    assert "axes_units" in inspect.signature(write_image).parameters
except (ImportError, AssertionError):
    sys.exit()
for name, version in ("written4", 2), ("written5", 3):
    write_image(grey[None].astype("u2"), zarr.open_group(f"{name}.zarr", mode="w", zarr_format=version), axes="czyx",
                scale={"c": 1, "z": 1.5, "y": 1.5, "x": 1.5}, axes_units={n: "micrometer" for n in "zyx"})
EOF2
"$python" -W ignore package.py "$blosc"
voxels_of --raw 40,30,20,u8 --threshold 50 raw >expected
i=0
while [ $i -lt 22 ]; do
  same two$i.zarr
  same three$i.zarr
  i=$((i + 1))
done
voxels_of --threshold 50 --nan solid not.zarr 2>/dev/null >found
[ "$(grep "^[01]" found | tail -n +151 | sort -u)" = 0000000000000000000000000000000000000000 ] || fail "holes of NaN"
voxels_of --threshold -8 below.zarr 2>stderr >found
grep -q 'its fill value, -8.5$' stderr || fail "a negative fill value: $(cat stderr)"
for folder in written4.zarr written5.zarr; do
  [ -d $folder ] || { lacks "needs Python with ome-zarr 0.18"; break; }
  same $folder
  grep -q 'voxel  *1.5 um (OME-Zarr)' report || fail "$folder: $(cat report)"
done
