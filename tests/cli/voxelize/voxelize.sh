#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-voxelize as users run it: every kind of input, every option, every refusal.
. "$srcdir/tests/lib.sh"

# 4 x 2 x 3 bytes: 1 2 3 4 / 5 6 7 8, then 11 ... 18, then 21 ... 28
printf '\001\002\003\004\005\006\007\010\013\014\015\016\017\020\021\022\025\026\027\030\031\032\033\034' >raw

voxelize --raw 4,2,3,u8 --threshold 14 raw
is "$(rows)" "z=0 1111 1111 z=1 1110 0000 z=2 0000 0000 "
grep -q '^grid: 4 2 3$' out || fail "grid"
grep -q '^history: .*--threshold 14 raw$' out || fail "history"
grep -q '^dx:' out && fail "a voxel size from nowhere"
grep -q 'values  *1 to 28$' err || fail "no value range"
grep -q 'threshold  *14, fluid is below$' err || fail "no threshold"
grep -q 'porosity  *0.458333$' err || fail "no porosity"

voxelize --raw 4,2,3,u8 --threshold 14 --fluid above raw
is "$(rows)" "z=0 0000 0000 z=1 0001 1111 z=2 1111 1111 "
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --voxel 5um raw
is "$(rows)" "z=0 1000 0001 z=1 0000 0000 z=2 0000 1000 "
grep -q '^dx: 5e-0*6$\|^dx: 0.000005$' out || fail "dx"
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --crop 0:2,,0:1 raw
is "$(rows)" "z=0 10 00 "
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --crop 0:2,,0:1 --mirror x raw
is "$(rows)" "z=0 1001 0000 "
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --crop :,:,1:3 --mirror z raw
is "$(rows)" "z=0 0000 0000 z=1 0000 1000 z=2 0000 1000 z=3 0000 0000 "
grep -q '^grid: 4 2 4$' out || fail "grid of a mirrored volume"
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --mirror y -q raw
is "$(rows)" "z=0 1000 0001 0001 1000 z=1 0000 0000 0000 0000 z=2 0000 1000 1000 0000 "
[ -s err ] && fail "--quiet speaks"
# several axes at once: rows, then columns, then slices; layers come after all of them
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --crop 0:2,,0:2 --mirror yx raw
is "$(rows)" "z=0 1001 0000 0000 1001 z=1 0000 0000 0000 0000 "
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --crop 2:,,1: --mirror z,x --pad y-=1:solid raw
is "$(rows)" "z=0 0000 0000 0000 z=1 0000 0000 0000 z=2 0000 0000 0000 z=3 0000 0000 0000 "
voxelize --raw 4,2,3,u8 --fluid equal=1,8,25 --crop ,,2: --mirror xyz raw
is "$(rows)" "z=0 00000000 10000001 10000001 00000000 z=1 00000000 10000001 10000001 00000000 "
grep -q '^grid: 8 4 2$' out || fail "grid of a volume mirrored along all axes"
head -c 210 /dev/urandom >odd.raw
in_turn() { # AXES: one after the other
  tessera-voxelize -q --raw 5,6,7,u8 --threshold 100 odd.raw --export turn.npy -o turn.vox
  for axis in $(echo "$1" | sed 's/./& /g'); do
    tessera-voxelize -q --fluid equal=1 turn.npy --mirror "$axis" --export next.npy -o turn.vox
    mv next.npy turn.npy
  done
}
for axes in xy yz zx zyx; do
  in_turn $axes
  tessera-voxelize -q --raw 5,6,7,u8 --threshold 100 odd.raw --mirror $axes --export once.npy -o once.vox
  cmp once.npy turn.npy || fail "--mirror $axes differs from the axes in turn"
done
expect 2 tessera-voxelize --shape box --size 2,2,2 --mirror xyx -o x
one_line '^tessera-voxelize: --mirror xyx: expected axes, each once'
expect 2 tessera-voxelize --shape box --size 1073741824,1,1 --mirror zx -o x
one_line '^tessera-voxelize: --mirror: more than 2147483647 voxels along x$'

# ranges of values, fluid or solid
voxelize --raw 4,2,3,u8 --fluid equal=2-4,7,21-23 raw
is "$(rows)" "z=0 0111 0010 z=1 0000 0000 z=2 1110 0000 "
voxelize --raw 4,2,3,u8 --solid equal=2-4,7,21-23 raw
is "$(rows)" "z=0 1000 1101 z=1 1111 1111 z=2 0001 1111 "

# 64-bit integers: 2^53 and 2^53 + 1 differ, unless an option turns them into real numbers
printf '\000\000\000\000\000\000\040\000\001\000\000\000\000\000\040\000' >labels
voxelize --raw 2,1,1,u64 --fluid equal=9007199254740993 labels
is "$(rows)" "z=0 01 "
voxelize --raw 2,1,1,i64 --threshold 9007199254740993 labels
is "$(rows)" "z=0 10 "
grep -q warning err && fail "a warning for nothing"
voxelize --raw 2,1,1,u64 --threshold 9007199254740993 --flip x labels
grep -q 'warning: values beyond 2^53 were rounded: leave out' err || fail "no warning of rounding"

# pipes: the same stream, except for the history
voxelize --raw 4,2,3,u8 --threshold 14 raw
grep -v history out >file
tessera-voxelize -q --raw 4,2,3,u8 --threshold 14 <raw | voxels | grep -v history | cmp - file || fail "standard input"
cat raw | tessera-voxelize -q --raw 4,2,3,u8 --threshold 14 - | voxels | grep -v history | cmp - file || fail "a pipe"
tessera-voxelize -q --raw 4,2,3,u8 --threshold 14 -o "a file" raw
voxels <"a file" | grep -v history | cmp - file || fail "-o"
cat raw | expect 2 tessera-voxelize --raw 4,2,3,u8 --threshold otsu -o x -
one_line 'reads its input twice'

# refusals: one line, the documented code, and no file is written
refused 3 'expected 48 bytes (4 x 4 x 3 u8), found 24' tessera-voxelize --raw 4,4,3,u8 --threshold 1 -o x raw
refused 3 'expected 24 bytes (4 x 2 x 3 u8), found 0' tessera-voxelize --raw 4,2,3,u8 --threshold 1 -o x -
head -c 23 raw >short; cat raw raw >long
for input in short long; do
  cat $input | { expect 3 tessera-voxelize --raw 4,2,3,u8 --threshold 1 -o x; one_line 'expected 24 bytes'; }
  # a crop does not hide that the input is shorter or longer than stated
  cat $input | { expect 3 tessera-voxelize --raw 4,2,3,u8 --threshold 1 --crop ,,0:1 -o x; one_line 'expected 24 bytes'; }
done
refused 1 'nowhere.*No such file' tessera-voxelize --raw 4,2,3,u8 --threshold 1 -o x nowhere
refused 1 'nowhere.*No such file' tessera-voxelize --threshold 1 -o x nowhere
refused 2 'which voxels are fluid' tessera-voxelize --raw 4,2,3,u8 -o x raw
refused 2 'leave out --fluid equal=1' tessera-voxelize --raw 4,2,3,u8 --threshold 1 --fluid equal=1 -o x raw
refused 2 'threshold.*much' tessera-voxelize --raw 4,2,3,u8 --threshold much -o x raw
refused 2 'fluid.*dark.*must be below' tessera-voxelize --raw 4,2,3,u8 --threshold 1 --fluid dark -o x raw
refused 2 'fluid equal=nan: must be numbers or ranges' tessera-voxelize --raw 4,2,3,u8 --fluid equal=nan -o x raw
refused 2 'fluid equal=1,NAN: must be numbers or ranges' tessera-voxelize --raw 4,2,3,u8 --fluid equal=1,NAN -o x raw
refused 2 'crop.*must be X0:X1' tessera-voxelize --raw 4,2,3,u8 --threshold 1 --crop 1:2 -o x raw
refused 2 '2:5 along x: the image has 0:4' tessera-voxelize --raw 4,2,3,u8 --threshold 1 --crop 2:5,, -o x raw
refused 2 'nothing to read' tessera-voxelize --threshold 1 -o x
refused 2 'standard input' tessera-voxelize --threshold 1 -o x -
refused 2 'would replace an input' tessera-voxelize --raw 4,2,3,u8 --threshold 1 -o raw raw
refused 2 'known are box' tessera-voxelize --shape ball --size 4,4,4 -o x
refused 2 '--channel .*: give an image$' tessera-voxelize --raw 4,2,3,u8 --channel 0 --threshold 2 -o x raw
refused 2 '--channel -1: expected the number of a channel' tessera-voxelize --channel -1 --threshold 2 -o x raw
refused 2 '--shape needs .*: give --size' tessera-voxelize --shape box -o x
refused 2 'reads no input' tessera-voxelize --shape box --size 4,4,4 -o x raw
refused 2 'no grey levels' tessera-voxelize --shape box --size 4,4,4 --threshold 2 -o x
refused 2 '--size .*: give --shape' tessera-voxelize --raw 4,2,3,u8 --size 4,4,4 --threshold 2 -o x raw
refused 1 'memory' tessera-voxelize --shape box --size 2147483647,2147483647,1 -o x
printf '\000\000\200\077\000\000\300\177' >nan # 1.0, NaN
refused 3 'z=0: the value at x=1, y=0 is not a finite number' tessera-voxelize --raw 2,1,1,f32 --threshold 2 -o x nan
refused 3 'not a finite number (nan): say what such voxels are with --nan' tessera-voxelize --raw 2,1,1,f32 --threshold 2 -o x nan
voxelize --raw 2,1,1,f32 --threshold 2 --nan solid nan
is "$(rows)" "z=0 10 "
grep -q 'values  *1 to 1$' err || fail "NaN is no value"
voxelize --raw 2,1,1,f32 --threshold 0.5 --nan fluid --preview seen.png nan
is "$(rows)" "z=0 01 "
voxelize --raw 2,1,1,f32 --solid equal=1 --nan solid --flip x nan
is "$(rows)" "z=0 00 "
printf '\000\000\300\177\000\000\200\077\000\000\000\100\000\000\300\177' >nans # NaN, 1, 2, NaN
voxelize --raw 4,1,1,f32 --threshold otsu --nan solid nans
is "$(rows)" "z=0 0100 "
voxelize --raw 4,1,1,f32 --hysteresis 1.5,2.5 --nan fluid nans
is "$(rows)" "z=0 1111 "
printf '\000\000\200\177\000\000\200\077' >infinite
refused 3 'z=0: the value at x=0, y=0 is not a finite number (inf)$' tessera-voxelize --raw 2,1,1,f32 --threshold 2 --nan solid -o x infinite
head -c 16 /dev/zero | tr '\000' '\377' >no-number
refused 3 'no threshold separates the voxels' tessera-voxelize --raw 4,1,1,f32 --threshold otsu --nan solid -o x no-number
refused 2 '--nan .* no mean: leave out --bin' tessera-voxelize --raw 2,1,1,f32 --threshold 2 --nan solid --bin 2 -o x nan
refused 2 'nan gas: must be solid or fluid' tessera-voxelize --raw 2,1,1,f32 --threshold 2 --nan gas -o x nan
refused 2 'leave out --fluid$' tessera-voxelize --raw 4,2,3,u8 --fluid equal=1 --solid equal=2 -o x raw
refused 2 'the lower first' tessera-voxelize --raw 4,2,3,u8 --fluid equal=4-2 -o x raw
refused 2 'must be equal=' tessera-voxelize --raw 4,2,3,u8 --solid above -o x raw
refused 2 '--solid .*: leave out --threshold' tessera-voxelize --raw 4,2,3,u8 --solid equal=1 --threshold 2 -o x raw

# voxels of a raw volume that are not cubes are made cubes
voxelize --raw 4,2,3,u8 --threshold 14 --voxel 2um,2um,6um --resample 2um raw
grep -q '^grid: 4 2 9$' out && grep -q '^dx: 2e-0*6$\|^dx: 0.000002$' out || fail "cubes of 2 x 2 x 6: $(head -9 out)"
grep -q 'voxel  *2 um (--resample)' err || fail "report of resampled voxels"
refused 3 'the voxels are 2 um x 2 um x 6 um (--voxel) and must be cubes: make them so with --resample LENGTH$' \
  tessera-voxelize --raw 4,2,3,u8 --threshold 14 --voxel 2um,2um,6um -o x raw
voxelize --raw 4,2,3,u8 --threshold 14 --voxel 2um,2um,2um raw
grep -q '^dx: 2e-0*6$\|^dx: 0.000002$' out || fail "three equal sides"
for length in 2um,2um 2um,2um,2um,2um 2um,,2um , 2um,2um,; do
  refused 2 "voxel $length: " tessera-voxelize --raw 4,2,3,u8 --threshold 14 --voxel $length -o x raw
done
refused 2 'voxel 2um,2s,2um\|2s: expected a length' tessera-voxelize --raw 4,2,3,u8 --threshold 14 --voxel 2um,2s,2um -o x raw
refused 2 'the voxels of a shape are cubes' tessera-voxelize --shape box --size 4,4,4 --voxel 1um,1um,2um -o x
head -c 24 /dev/zero >flat
refused 3 'all have the value 0' tessera-voxelize --raw 4,2,3,u8 --threshold otsu -o x flat
expect 0 tessera-voxelize -q --raw 4,2,3,u8 --threshold 0 -o none flat
one_line 'no voxel is fluid: the values are 0 to 0 (u8 contains 0 to 255)'
# a threshold beyond all values, of the type or of the image: all voxels are of one class
expect 0 tessera-voxelize -q --raw 4,2,3,u8 --threshold 300 -o one raw
one_line 'warning: every voxel is fluid: the values are 1 to 28 (u8 contains 0 to 255); check --threshold'
expect 0 tessera-voxelize -q --raw 4,2,3,u8 --threshold 29 --fluid above -o one raw
one_line 'warning: no voxel is fluid: the values are 1 to 28'
expect 0 tessera-voxelize -q --raw 4,2,3,u8 --threshold 1 --pad z-=1:fluid -o one raw
one_line 'warning: no voxel is fluid, but for the mask and layers: the values are 1 to 28'
expect 0 tessera-voxelize -q --raw 4,2,3,i8 --hysteresis 40,50 -o one raw
one_line 'every voxel is fluid: the values are 1 to 28 (i8 contains -128 to 127)'
expect 0 tessera-voxelize -q --raw 4,2,3,u8 --threshold 28 -o one raw
[ ! -s stderr ] || fail "a warning though the classes are two"
expect 0 tessera-voxelize -q --raw 4,2,3,u8 --fluid equal=99 -o one raw
one_line 'no voxel is fluid: the values are 1 to 28'
if [ -w /dev/full ]; then
  refused 1 'No space left' sh -c 'tessera-voxelize -q --shape box --size 40,40,40 >/dev/full'
fi

# shapes
voxelize --shape channel:w=2 --size 4,4,1
is "$(rows)" "z=0 0000 0110 0110 0000 "
voxelize --shape sc:c=0.1 --size 4,4,4 --mirror z --crop ,,0:2
is "$(grep '^grid' out)" "grid: 4 4 4"

echo 1 1 1 2 >balls
voxelize --shape spheres:list=balls --size 3,3,1
is "$(rows)" "z=0 111 111 111 "
voxelize --shape spheres:list=balls --size 3,3,2
is "$(rows)" "z=0 111 111 111 z=1 111 101 111 "
refused 2 'would replace an input' tessera-voxelize --shape spheres:list=balls --size 3,3,1 -o balls
echo 1 1 1 >no-balls
refused 3 'no-balls: line 1: must be four numbers' tessera-voxelize --shape spheres:list=no-balls --size 3,3,1 -o x

# the sample stack: a series, its threshold, and errors in a stack
make-sample scan 32
mkdir "a scan"
for slice in scan/*.tif; do cp "$slice" "a scan/my $(basename "$slice")"; done
voxelize --threshold otsu "a scan"/*.tif
grep -q '^grid: 32 32 32$' out || fail "grid of the series"
grep -q 'u8, MinIsBlack' err || fail "type of the series"
# skimage.filters.threshold_otsu gives 120 here: the lower class includes it
grep -q 'threshold  *121 (Otsu), fluid is below$' err || fail "Otsu: $(grep threshold err)"
refused 1 'scan0003.tif: .*No such file' tessera-voxelize --threshold 9 -o x scan/scan0001.tif gone/scan0003.tif
expect 0 tessera-voxelize -q --threshold 118 -o some scan/scan000[0134].tif
one_line 'warning: scan/scan0003.tif follows scan/scan0001.tif: is a slice missing'
echo 'not a picture' >text.tif
refused 3 'text.tif: cannot be read as TIFF' tessera-voxelize --threshold 9 -o x text.tif
: >empty.tif
refused 3 'empty.tif: the file is empty' tessera-voxelize --threshold 9 -o x empty.tif
head -c 700 scan/scan0002.tif >cut.tif
refused 3 'cut.tif' tessera-voxelize --threshold 9 -o x scan/scan0001.tif cut.tif
make-sample other 31
refused 3 'other/scan0000.tif: page 0: differs' tessera-voxelize --threshold 9 -o x scan/scan0001.tif other/scan0000.tif
refused 2 'would replace an input' tessera-voxelize --threshold 9 -o scan/scan0001.tif scan/scan0001.tif

# a folder, a pattern, numeric order: page1 ... page12 are slices 0 ... 11 of the sample
mkdir pages pages/sub.tif
for z in 0 1 2 3 4 5 6 7 8 9 10 11; do cp scan/scan00$(printf %02d $z).tif "pages/page$((z + 1)).tif"; done
mv pages/page12.tif pages/page12.TIFF
mv pages/page7.tif pages/page007.tif
echo note >pages/notes.txt
cp pages/notes.txt pages/.hidden.tif
voxelize --threshold 121 scan/scan000?.tif scan/scan001[01].tif
grep -v history out >ordered
# in_order ARGUMENT...: gives the same voxels
in_order() { voxelize --threshold 121 "$@"; grep -v history out | cmp - ordered || fail "the order of $*"; }
in_order pages
in_order pages/
rmdir pages/sub.tif
in_order --sort natural pages/*.tif pages/*.TIFF
in_order 'pages/page?.tif' pages/page007.tif --sort natural 'pages/page1[01].tif' pages/page12.TIFF
in_order "$PWD/pages/page*[fF]"
expect 0 tessera-voxelize -q --threshold 121 -o some pages/*.tif
one_line 'warning: pages/page.*tif follows pages/page.*tif: is a slice missing'
# numbers with decimals and signs; a file whose name is of another kind
mkdir heights
for slice in 00:z_9mm 01:z_9.5mm 02:z_10mm 03:z_10.5mm 04:z_11mm; do cp scan/scan00${slice%:*}.tif heights/${slice#*:}.tif; done
voxelize --threshold 121 scan/scan000[0-4].tif
grep -v history out >ordered
in_order heights
grep -q warning err && fail "a warning for heights: $(grep warning err)"
in_order --sort natural heights/*.tif
cp scan/scan0009.tif heights/overview.tif
refused 3 'heights/overview.tif: its name does not fit those of 5 others (z_#mm.tif): leave it out, or .*--sort given$' \
  tessera-voxelize --threshold 9 -o x heights
refused 3 'heights/overview.tif: its name' tessera-voxelize --threshold 9 -o x heights/*.tif
voxelize --sort given --threshold 121 heights/z_9mm.tif heights/z_9.5mm.tif heights/overview.tif
grep -q '^grid: 32 32 3$' out || fail "a file of another name in a given order"
mkdir "no tiff"
refused 3 'no tiff: no TIFF file in this folder' tessera-voxelize --threshold 9 -o x "no tiff"
refused 1 'no tiff/[*].tif: no such file, and no file matches' tessera-voxelize --threshold 9 -o x 'no tiff/*.tif'
refused 2 '--sort size: must be natural or given' tessera-voxelize --sort size --threshold 9 -o x pages
refused 2 '--sort .*: give an image$' tessera-voxelize --sort natural --raw 4,2,3,u8 --threshold 9 -o x raw
refused 2 'would replace an input' tessera-voxelize --threshold 9 -o pages/page10.tif pages
refused 2 'would replace an input' tessera-voxelize --threshold 9 -o pages/page10.tif 'pages/page1*'
cp scan/scan0000.tif 'odd[1]*.tif'
voxelize --threshold 9 'odd[1]*.tif'
mkfifo pipe
refused 1 'is not a regular file' tessera-voxelize --threshold 9 -o x pipe

# the size of a voxel: stated by ImageJ (pixels a micrometre, spacing), overridden, and not a cube
byte16() { printf "\\$(printf %03o $(($1 & 255)))\\$(printf %03o $(($1 >> 8)))"; }
byte32() { byte16 $(($1 & 65535)); byte16 $(($1 >> 16)); }
field() { byte16 "$1"; byte16 "$2"; byte32 "$3"; byte32 "$4"; }
# sized SPACING [UNIT]: one voxel of 5 x 5 x SPACING micrometres (or UNIT), as a TIFF; all data after the directory are
# at 124 or later
sized() {
  text=$(printf 'ImageJ=1.53t\nunit=%s\nspacing=%s\n' "${2:-um}" "$1")
  printf 'II*\000'; byte32 8; byte16 9
  field 256 3 1 1; field 257 3 1 1; field 258 3 1 8; field 262 3 1 1; field 270 2 $((${#text} + 1)) 132
  field 273 4 1 122; field 279 4 1 1; field 282 5 1 124; field 283 5 1 124
  byte32 0; byte16 0; byte32 1; byte32 5
  printf '%s\000' "$text"
}
sized 5 >cube.tif
sized 20 >long.tif
voxelize --threshold 9 cube.tif
grep -q '^dx: 5e-0*6$\|^dx: 0.000005$' out || fail "dx of ImageJ: $(grep ^dx out)"
grep -q 'voxel  *5 um (ImageJ)' err || fail "the report of ImageJ's voxel size"
voxelize --threshold 9 --voxel 2um long.tif
grep -q '^dx: 2e-0*6$\|^dx: 0.000002$' out || fail "--voxel does not win: $(grep ^dx out)"
refused 3 'voxels are 5 um x 5 um x 20 um (ImageJ) and must be cubes.*--voxel' tessera-voxelize --threshold 9 --mirror z -o x long.tif
# a single slice has no side along z
voxelize --threshold 9 long.tif
grep -q '^dx: 5e-0*6$\|^dx: 0.000005$' out || fail "dx of one slice: $(grep ^dx out)"
voxelize --threshold 9 --resample 1um long.tif
grep -q '^grid: 5 5 1$' out || fail "--resample of one slice: $(grep ^grid out)"
refused 3 'voxels are 5 um x 8 um x 5 um (--voxel) and must be cubes' tessera-voxelize --threshold 9 --voxel 5um,8um,5um -o x long.tif
printf '\000\000\000\011\011\011' | voxelize --raw 3,2,1,u8 --threshold 9 --voxel 1um,1um,3um --bin 2 -
grep -q '^grid: 1 1 1$' out && grep -q '^dx: 2e-0*6$\|^dx: 0.000002$' out || fail "--bin of one slice: $(grep ^grid out)"
# without a unit only the proportions are known: --voxel is the side along x, and --resample makes cubes
sized 10 pixel >flat.tif
refused 3 'sides of the voxels are as 1 : 1 : 2 (ImageJ, without a unit of length) and must be equal: .*--voxel .*--resample' \
  tessera-voxelize --threshold 9 --mirror z -o x flat.tif
refused 3 'voxels are 5 um x 5 um x 10 um (.*) and must be cubes: make them so with --resample LENGTH$' \
  tessera-voxelize --threshold 9 --mirror z --voxel 5um -o x flat.tif
voxelize --threshold 9 --voxel 5um --resample 5um --mirror z flat.tif
grep -q '^grid: 1 1 4$' out || fail "--resample by the proportions: $(grep ^grid out)"
# three lengths also replace the proportions
voxelize --threshold 9 --voxel 5um,5um,20um --resample 5um --mirror z flat.tif
grep -q '^grid: 1 1 8$' out || fail "three lengths of a voxel and proportions: $(grep ^grid out)"
voxelize --threshold 9 --voxel 5um,5um,5um flat.tif
grep -q '^grid: 1 1 1$' out || fail "three equal lengths and proportions: $(grep ^grid out)"
voxelize --threshold 9 --voxel 2um flat.tif
grep -q '^dx: 2e-0*6$\|^dx: 0.000002$' out || fail "proportions of one slice: $(grep ^dx out)"
sized 5 pixel >flat.tif
voxelize --threshold 9 --voxel 2um flat.tif

# a folder of OME-TIFF files with a companion file
mkdir set
cp scan/scan0000.tif scan/scan0001.tif set
{ printf '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image><Pixels SizeX="32" SizeY="32" SizeZ="2" '
  printf 'SizeC="1" SizeT="1" PhysicalSizeX="3" PhysicalSizeY="3" PhysicalSizeZ="3"/></Image></OME>\n'
} >set/a.companion.ome
voxelize --threshold 9 set
grep -q '^grid: 32 32 2$' out || fail "grid of a set with its description"
grep -q 'voxel  *3 um (OME-XML)' err || fail "the description beside is not read: $(cat err)"

# two series of pages in one file; another kind of file has none
refused 2 '--series -1: expected the number of a series, 0 for the first' tessera-voxelize --series -1 --threshold 9 -o x cube.tif
refused 2 '--series .*: give an image$' tessera-voxelize --series 0 --raw 4,2,3,u8 --threshold 9 -o x raw
refused 2 '--series 1: cube.tif has series 0 to 0' tessera-voxelize --series 1 --threshold 9 -o x cube.tif
voxelize --threshold 9 --series 0 cube.tif
voxelize --raw 4,2,3,u8 --threshold 14 --export one.npy raw
refused 2 'one.npy: --series 0: only TIFF files contain several series' tessera-voxelize --series 0 --threshold 1 -o x one.npy

# times that are used as slices
refused 2 '--slices-from tc: must be t, c or z' tessera-voxelize --threshold 9 --slices-from tc -o x cube.tif
refused 2 '--slices-from .*: give an image$' tessera-voxelize --slices-from t --raw 4,2,3,u8 --threshold 9 -o x raw
mkdir study && echo list >study/DICOMDIR
refused 2 'study/DICOMDIR: only lists other files: give the folder with the slices of one series$' tessera-voxelize --threshold 3 study/DICOMDIR -o x
voxelize --threshold 9 --slices-from t cube.tif

# memory: 256 MiB of voxels need less address space (where programs start in so little memory at all)
small() { (ulimit -v 200000; OMP_NUM_THREADS=1 "$@"); }
if small tessera-voxelize --version >/dev/null 2>&1; then
  head -c 268435456 /dev/zero | small tessera-voxelize -q --raw 512,512,1024,u8 --threshold 1 -o large ||
    fail "memory grows with the number of slices"
else
  lacks "the memory: no program starts in so little"
fi
