#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Volumes with headers through tessera-voxelize: the voxels are those of the same values with --raw, and the orientation
# is kept. (Formats in detail: check_volume.c.)
. "$srcdir/tests/lib.sh"

# 6 x 5 x 4 bytes: 1 ... 120
awk 'BEGIN { for (i = 1; i <= 120; i++) printf "\\%03o", i }' >octal
printf "$(cat octal)" >values
{ printf 'NDims = 3\nDimSize = 6 5 4\nElementType = MET_UCHAR\nElementSpacing = 0.5 0.5 0.5\nOffset = 10 20 30\n'
  printf 'TransformMatrix = 1 0 0 0 -1 0 0 0 -1\nElementDataFile = '; } >head
{ cat head; echo LOCAL; cat values; } >scan.mha
{ cat head; echo values; } >scan.MHD
{ printf 'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 6 5 4\nspacings: 0.5 0.5 0.5\nencoding: gzip\n\n'; gzip -c values; } >scan.nrrd

# the voxels of the same command with scan.mha ... and with --raw
voxels_of() { tessera-voxelize -q "$@" | voxels | grep '^[01z]'; }
for options in "--threshold 44" "--threshold otsu --crop 1:,:4,1:3" "--threshold 60 --mirror z --pad x-=2:solid" \
  "--fluid equal=7,9,77" "--threshold 50 --bin 2" "--hysteresis 20,40 --median 1"; do
  voxels_of --raw 6,5,4,u8 $options values >expected
  for volume in scan.mha scan.MHD scan.nrrd; do
    voxels_of $options $volume | cmp - expected || fail "$volume $options"
  done
done
voxels_of --raw 6,5,4,u8 --threshold 44 --flip xyz values >expected
voxels_of --threshold 44 --flip xyz scan.mha | cmp - expected || fail "--flip"
refused 2 'flip z reads backwards' tessera-voxelize --threshold 44 --flip z scan.nrrd -o x

# header_of ARGUMENT...: writes `header` and the report
header_of() { tessera-voxelize --threshold 44 "$@" 2>report | voxels >header; }
has() { grep -q -x -e "$1" header || fail "no line $1: $(grep -e '^[a-z]*:' header)"; }
has_not() { if grep -q -e "^$1:" header; then fail "there is a line $1"; fi; }
header_of scan.mha
has 'dx: 0.0005'
has 'origin: 0.00975 0.02025 0.03025' # 10 - 0.25, 20 + 0.25, 30 + 0.25 mm
has 'orientation: 1 0 0 0 -1 0 0 0 -1'
grep -q 'voxel  *500 um (MetaImage, no unit in the file: mm assumed, see --unit)' report || fail "report of the voxel: $(cat report)"
grep -q 'origin  *9.75, 20.25, 30.25 mm' report || fail "report of the origin: $(cat report)"
grep -q 'orientation  *x along 1 0 0, y along 0 -1 0, z along 0 0 -1' report || fail "report of the orientation"
grep -q 'stored as  *u8, MetaImage$' report || fail "report of the type"
header_of --crop 1:,2:,3: --pad y-=1:solid scan.mha
has 'origin: 0.01025 0.01975 0.02875' # 1, -2 + 1, -3 voxels
header_of --flip x --bin 2 scan.mha
has 'dx: 0.001'
has 'origin: 0.01275 0.02025 0.03025' # 6 voxels on
has 'orientation: -1 0 0 0 -1 0 0 0 -1'
header_of --voxel 3um scan.mha
has 'dx: 0.000003\|dx: 3e-06'
has_not origin
has 'orientation: 1 0 0 0 -1 0 0 0 -1'
header_of --unit um scan.mha
has 'dx: 0.0000005\|dx: 5e-07'
has 'origin: 0.00000975 0.00002025 0.00003025\|origin: 9.75e-06 2.025e-05 3.025e-05'
grep -q 'voxel  *500 nm (MetaImage, no unit in the file: um by --unit)' report || fail "report of --unit: $(cat report)"
header_of --unit m scan.nrrd
has 'dx: 0.5'
sed 's/ElementSpacing/DistanceUnits = mm\nElementSpacing/' head >stated.mha
{ echo LOCAL; cat values; } >>stated.mha
sed 's/DistanceUnits = mm/DistanceUnits = furlong/' stated.mha >strange.mha
refused 2 'stated.mha: --unit um: the file states its unit: leave out --unit' \
  tessera-voxelize --threshold 44 --unit um stated.mha -o x
header_of --unit nm strange.mha
has 'dx: 0.0000000005\|dx: 5e-10'
sed '/ElementSpacing/d' head >bare.mha
{ echo LOCAL; cat values; } >>bare.mha
refused 2 'does not state a voxel size: leave out --unit and give --voxel' \
  tessera-voxelize --threshold 44 --unit um bare.mha -o x
refused 2 'unit in: expected m, cm, mm, um or nm' tessera-voxelize --threshold 44 --unit in scan.mha -o x
refused 2 '--unit .*: give an image or a surface$' tessera-voxelize --threshold 44 --unit um --raw 6,5,4,u8 values -o x
header_of scan.nrrd
has_not origin
has_not orientation

# the volume as a domain, and as a mask
tessera voxelize -q --threshold 44 scan.mha | tessera tile -q -o scan.tile
head -c 1000 scan.tile | grep -a -q '^orientation: 1 0 0 0 -1 0 0 0 -1$' || fail "the domain has no orientation"
tessera stats --bandwidth 1 scan.tile >report
grep -q '^ *orientation  *1 0 0 0 -1 0 0 0 -1 (directions of x, y, z)$' report || fail "stats does not show the orientation"
# a vector has one unit, in stats too; what is 1e-9 of its largest component is rounding
sed 's/^\(Offset\|Position\|Origin\) = .*/Offset = 0.2502208 0.75 -0.2499999992/' scan.mha >near.mha
header_of near.mha
grep -q '^origin: 2.208e-07 0.001 [78][.0-9]*e-13$' header || fail "an origin of two sizes: $(grep origin header)"
grep -q 'origin  *0.0002208, 1, 0 mm$' report || fail "an origin of two sizes: $(cat report)"
tessera-voxelize -q --threshold 44 near.mha | tessera stats >report
grep -q '^ *origin  *0.0002208, 1, 0 mm$' report || fail "the same in stats: $(cat report)"

# export to VTK: the centre of the first voxel, and the axes as columns
sed 's/TransformMatrix.*/TransformMatrix = 0 -1 0 1 0 0 0 0 1/' head >turned.mha
{ echo LOCAL; cat values; } >>turned.mha
tessera voxelize -q --threshold 200 turned.mha | tessera tile -q --inlet z- --outlet z+ |
  tessera run -q --pressure-drop 1e-6 --steps 1 -o turned.flow
tessera probe -q turned.flow --vtk turned.vti
head -c 400 turned.vti | grep -a -q 'Origin="0.01 0.02 0.03" Spacing="0.0005 0.0005 0.0005" Direction="0 1 0 -1 0 0 0 0 1">' ||
  fail "place of a VTK file: $(head -n 3 turned.vti)"
voxels_of --threshold 200 --mask scan.nrrd scan.mha >inside
voxels_of --threshold 200 scan.mha | cmp - inside || fail "a mask that is nowhere 0"

refused 3 'values.*are needed' sh -c 'head -c 250 scan.mha >cut.mha; exec tessera-voxelize --threshold 44 cut.mha -o x'
refused 3 'damaged or cut off' sh -c 'head -c 160 scan.nrrd >cut.nrrd; exec tessera-voxelize --threshold 44 cut.nrrd -o x'
refused 2 'scan.mha: is a whole volume: give it without other files' tessera-voxelize --threshold 44 scan.mha scan.nrrd -o x
refused 2 '-o values would replace an input' tessera-voxelize --threshold 44 scan.MHD -o values
cmp -s values scan.MHD && fail "not the values"
refused 2 'channel 1: there are 1' tessera-voxelize --threshold 44 --channel 1 scan.mha -o x
refused 1 'No such file' tessera-voxelize --threshold 44 nowhere.nii -o x
sed 's/0.5 0.5 0.5/0.5 0.5 2/' head >long.mha
{ echo LOCAL; cat values; } >>long.mha
refused 3 'voxels are 500 um x 500 um x 2 mm (MetaImage, no unit in the file: mm assumed, see --unit) and must be cubes: make them so with --resample LENGTH' \
  tessera-voxelize --threshold 44 long.mha -o x

# voxels that are not cubes, made cubes: 6 x 5 x 4 voxels of 0.5 x 0.5 x 2 mm become 6 x 5 x 16, in z linear between
# the old centres
awk 'BEGIN { for (z = 0; z < 16; z++) for (i = 1; i <= 30; i++) {
  at = (z + 0.5) / 4 - 0.5; at = at < 0 ? 0 : at > 3 ? 3 : at; printf("%s%.6f", (i > 1 ? " " : z ? "\n" : ""), i + 30 * at) } }' >exact
for level in 20 50.1 97; do
  voxels_of --threshold $level --resample 500um long.mha | grep '^[01]' | tr -d '\n' >found
  awk -v t=$level '{ for (i = 1; i <= NF; i++) printf "%d", $i < t }' exact | cmp - found || fail "--resample, threshold $level"
done
header_of --resample 0.5mm long.mha
has 'grid: 6 5 16'
has 'dx: 0.0005'
has 'origin: 0.00975 0.02025 0.031' # the corner stays: 30 + 1 mm
grep -q 'voxel  *500 um (--resample)' report || fail "report of the resampled voxel"
header_of --resample 0.25mm --bin 2 scan.mha
has 'grid: 6 5 4'
has 'origin: 0.00975 0.02025 0.03025'
header_of --voxel 3um --resample 2um --raw 6,5,4,u8 values
has 'grid: 9 7 6'
# headers that contradict themselves, or state what cannot be: what counts is that of ITK, and a line says so
odd() { # WANTED-IN-REPORT FILE-WITH-HEADER: followed by the values
  cat values >>"$2"
  tessera-voxelize --threshold 44 "$2" -o odd.vox 2>report || fail "$2: $(cat report)"
  tr -s ' ' <report | grep -q "$1" || fail "$2: not '$1' but $(cat report)"
}
mha() { printf 'NDims = 3\nDimSize = 6 5 4\nElementType = MET_UCHAR\n%b\nElementDataFile = LOCAL\n' "$1" >odd.mha; }
nrrd() { printf 'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 6 5 4\nencoding: raw\n%b\n\n' "$1" >odd.nrrd; }
vtk() {
  printf '# vtk DataFile Version 3.0\nx\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 6 5 4\n%b\nPOINT_DATA 120\n' "$1"
  printf 'SCALARS s unsigned_char\nLOOKUP_TABLE default\n'
} >odd.vtk
mha 'ElementSpacing = -0.5 0.5 0.5'
odd 'x along -1 0 0, y along 0 1 0, z along 0 0 1' odd.mha
mha 'ElementSpacing = 0 0 0'
odd 'size unknown: the MetaImage states voxels of 0 x 0 x 0' odd.mha
mha 'ElementSpacing = 1 1 1\nTransformMatrix = 0 0 0 0 0 0 0 0 0\nOffset = 1 2 3'
odd 'warning: odd.mha: its TransformMatrix has a row of zeros and is ignored' odd.mha
mha 'ElementSpacing = 1 1 1\nTransformMatrix = 2 0 0 0 2 0 0 0 2'
odd 'warning: odd.mha: the rows of its TransformMatrix are not of length 1' odd.mha
nrrd 'spacings: -0.5 0.5 0.5'
odd 'x along -1 0 0, y along 0 1 0, z along 0 0 1' odd.nrrd
nrrd 'spacings: 0.5 0.5 nan'
odd 'size unknown: a spacing in the NRRD is unknown (nan)' odd.nrrd
nrrd 'space: LPS\nspace directions: (1,0,0) (0,1,0) (0,0,1)\nspacings: 0.5 1 1'
odd 'warning: odd.nrrd: its spacings contradict its space directions, which count' odd.nrrd
nrrd 'space: LPS\nspace directions: (0,0,0) (0,1,0) (0,0,1)'
odd 'warning: odd.nrrd: its space directions have one of length 0' odd.nrrd
vtk 'SPACING -1 1 1\nORIGIN 0 0 0'
odd 'origin 500, -500, -500 um' odd.vtk
grep -q 'x along -1 0 0' report || fail "a negative SPACING"
vtk 'SPACING 0 0 0\nORIGIN 0 0 0'
odd 'size unknown: the VTK file states voxels of 0 x 0 x 0' odd.vtk
! grep origin report || fail "a position without sides"
# labels are not mixed: resampling doubles each voxel of each axis
voxels_of --fluid equal=44,120 --resample 250um scan.mha | grep "^[01]" >found
[ "$(tr -cd 1 <found | wc -c)" = 16 ] || fail "labels resampled"
# the mask is resampled too: one slice of four is inside
{ sed 's/0.5 0.5 0.5/0.5 0.5 2/' head; echo LOCAL; awk 'BEGIN { for (i = 0; i < 120; i++) printf("%c", (i >= 30 && i < 60 ? "a" : "b")) }' | tr ab '\001\000'; } >inside.mha
[ "$(voxels_of --threshold 500 --resample 500um --mask inside.mha long.mha | grep '^[01]' | tr -cd 1 | wc -c)" = 120 ] || fail "the mask resampled"
refused 2 'does not state the size of its voxels: give --voxel' tessera-voxelize --raw 6,5,4,u8 --threshold 4 --resample 1um values -o x
refused 2 'resample' tessera-voxelize --threshold 4 --resample 2 scan.mha -o x
refused 2 'shorter than one such voxel along x' tessera-voxelize --threshold 4 --resample 4mm scan.mha -o x
refused 2 'no grey levels: leave out --resample' tessera-voxelize --shape box --size 4,4,4 --resample 4mm -o x
cat values | { expect 0 tessera-voxelize -q --raw 6,5,4,u8 --threshold 4 --voxel 1um --resample 1.9um -o short; }
{ cat values; echo more; } | { expect 3 tessera-voxelize -q --raw 6,5,4,u8 --threshold 4 --voxel 1um --resample 1.9um -o x; one_line 'more than 120'; }

# DICOM (details: check_dicom.c): a file that is not DICOM; a program without its helper programs
mkdir series alone
echo 'not a picture' >series/a.dcm
was_built tessera-read-dicom GDCM &&
  refused 3 'series/a.dcm: cannot be read as DICOM' tessera-voxelize --threshold 4 series -o x
cp "$builddir/tessera-voxelize" alone
# without FILE TEXT
without() {
  set +e; alone/tessera-voxelize --threshold 4 "$1" -o x 2>stderr; code=$?; set -e
  case $code in
    1) one_line "$2" ;;
    3) ;; # there is a reader installed
    *) fail "without a reader of $1: exit $code" ;;
  esac
}
without series 'series/a.dcm: built without GDCM: cannot read DICOM; build with it'
echo '<VTKFile/>' >none.vti
without none.vti 'none.vti: built without VTK: cannot read .vti; build with it'

# VTK images: values as text and appended, of points and of cells
# vti POINTS ORIGIN DATA [DIRECTION]: 6 x 5 x 4 values; DATA: text or raw
vti() {
  printf '<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt32">\n'
  extent="0 5 0 4 0 3" kind=PointData
  [ "$1" = cells ] && { extent="0 6 0 5 0 4" kind=CellData; }
  printf '<ImageData WholeExtent="%s" Origin="%s" Spacing="0.5 0.5 0.5" %s>\n' "$extent" "$2" "${4:-}"
  printf '<Piece Extent="%s"><%s><DataArray type="UInt8" Name="grey" ' "$extent" $kind
  case $3 in
    text) printf 'format="ascii">'; seq -f "${digits:-%g}" -s ' ' 1 120; printf '</DataArray>' ;;
    raw) printf 'format="appended" offset="0"/>' ;;
  esac
  printf '</%s></Piece></ImageData>' $kind
  [ "$3" = raw ] && { printf '<AppendedData encoding="raw">_\170\000\000\000'; cat values; printf '</AppendedData>'; }
  printf '</VTKFile>\n'
}
if was_built tessera-read-vti VTK; then
  # the compressed file of probe equals its uncompressed output in a pipe
  tessera probe -q turned.flow --vtk - | cat >plain.vti
  for array in pressure solid; do
    voxels_of --array $array --threshold 5e-7 plain.vti >plain
    voxels_of --array $array --threshold 5e-7 turned.vti | cmp - plain || fail "$array of a .vti file that is packed"
  done
  vti points "10 20 30" raw 'Direction="1 0 0 0 -1 0 0 0 -1"' >points.vti
  vti points "10 20 30" text >text.vti
  vti cells "10 20 30" raw >cells.vti
  for options in "--threshold 44" "--threshold otsu --crop 1:,:4,1:3" "--threshold 50 --bin 2 --flip z"; do
    voxels_of --raw 6,5,4,u8 $options values >expected
    for volume in points text cells; do
      voxels_of $options $volume.vti | cmp - expected || fail "$volume.vti $options"
    done
  done
  header_of points.vti
  has 'dx: 0.0005'
  has 'origin: 0.00975 0.02025 0.03025'
  has 'orientation: 1 0 0 0 -1 0 0 0 -1'
  grep -q 'voxel  *500 um (VTK image, no unit in the file: mm assumed, see --unit)' report || fail "report of a VTK image"
  header_of cells.vti
  has 'origin: 0.01 0.02 0.03'
  length=$(wc -c <points.vti)
  for cut in 1 100 300 $((length - 150)) $((length - 80)) $((length - 20)) $((length - 2)); do
    head -c $cut points.vti >cut.vti
    refused 3 'cut.vti: is not a VTK XML file, or is cut off' tessera-voxelize --threshold 44 cut.vti -o x
  done
  refused 1 'nowhere.vti: No such file' tessera-voxelize --threshold 44 nowhere.vti -o x
  voxels_of --raw 6,5,4,u8 --threshold 44 values >expected
  for type in Int64 UInt64; do # beyond 2^53
    digits=9007199254741%03.f vti points "10 20 30" text | sed "s/UInt8/$type/" >long.vti
    voxels_of --threshold 9007199254741044 long.vti | cmp - expected || fail "$type"
  done
  sed 's/0 5 0 4 0 3/0 5 0 4 0 999999999/' text.vti >huge.vti
  refused 3 'huge.vti: its size (WholeExtent) is impossible' tessera-voxelize --threshold 44 huge.vti -o x
  sed 's/0 5 0 4 0 3/0 5 0 4 0 4/' text.vti >short.vti
  refused 3 'short.vti: ' tessera-voxelize --threshold 44 short.vti -o x
  # one slice, across each axis: values of points, and of cells, which are as many as points along that axis
  for axis in 1 2 3; do
    extent=$(echo '0 3 0 3 0 3' | awk -v a=$axis '{ $(2 * a) = 0; print }')
    size=$(echo '3,3,3' | awk -F, -v OFS=, -v a=$axis '{ $a = 1; print }')
    for kind in Cell Point; do
      [ $kind = Cell ] || extent=$(echo "$extent" | sed 's/3/2/g')
      printf '<VTKFile type="ImageData" byte_order="LittleEndian"><ImageData WholeExtent="%s" Origin="0 0 0" Spacing="1 1 1">
<Piece Extent="%s"><%sData><DataArray type="UInt8" Name="grey" format="ascii">1 2 3 4 5 6 7 8 9</DataArray></%sData></Piece>
</ImageData></VTKFile>' "$extent" "$extent" $kind $kind >flat.vti
      printf '\001\002\003\004\005\006\007\010\011' >flat.raw
      voxels_of --threshold 4.5 flat.vti >found
      voxels_of --raw "$size,u8" --threshold 4.5 flat.raw | cmp - found || fail "a .vti of one slice, $kind, $extent"
    done
  done
  sed 's/UInt32/UInt31/' points.vti >odd.vti
  refused 3 'odd.vti: VTK cannot read it' tessera-voxelize --threshold 44 odd.vti -o x
  sed 's/<DataArray/<DataArray type="UInt8" Name="more" format="ascii">1<\/DataArray>&/' text.vti >two.vti
  refused 3 'two.vti: contains several arrays (more, grey): say which to read, with --array NAME' \
    tessera-voxelize --threshold 44 two.vti -o x
  refused 2 'two.vti: --array gray: there is more, grey' tessera-voxelize --threshold 44 --array gray two.vti -o x
  refused 2 'scan.mha: --array grey: a MetaImage file has no named arrays' tessera-voxelize --threshold 44 --array grey scan.mha -o x
  voxels_of --threshold 44 --array grey two.vti | cmp - expected || fail "--array"
  header_of --array grey two.vti
  grep -q 'stored as  *u8, VTK image, array grey of 2$' report || fail "report of an array: $(cat report)"
  # files of probe: the array must be named, and the mask gives the domain that they come from
  refused 3 'contains several arrays (pressure, velocity, solid)' tessera-voxelize --fluid equal=0 turned.vti -o x
  tessera voxelize -q --threshold 200 turned.mha | tessera tile -q -o turned.tile
  tessera voxelize -q --array solid --fluid equal=0 turned.vti | tessera tile -q -o again.tile
  [ "$(tessera stats --digest turned.tile)" = "$(tessera stats --digest again.tile)" ] || fail "the domain of a .vti"
  for known in "" "--voxel 5um"; do # and of a flow whose place is not known
    tessera voxelize -q --shape spheres:porosity=0.6,d=6,periodic --size 16,14,12 $known |
      tessera tile -q --periodic xyz --keep all -o pack.tile 2>/dev/null
    tessera run -q --force 1e-6,0,0 --steps 3 -o pack.flow pack.tile
    tessera probe -q pack.flow --vtk pack.vti
    tessera voxelize -q --array solid --fluid equal=0 pack.vti | tessera tile -q --periodic xyz --keep all -o again.tile 2>/dev/null
    [ "$(tessera stats --digest pack.tile)" = "$(tessera stats --digest again.tile)" ] || fail "the domain of a .vti $known"
  done
  header_of --array solid --voxel 1um turned.vti
  has 'orientation: 0 -1 0 1 0 0 0 0 1'
  header_of --array solid turned.vti
  has 'origin: 0.00975 0.02025 0.02975'
  grep -q 'voxel  *500 um (VTK image)' report || fail "the unit of our own files"
  sed 's/<PointData/& Scalars="grey"/' two.vti >chosen.vti
  voxels_of --threshold 44 chosen.vti >found
  voxels_of --raw 6,5,4,u8 --threshold 44 values | cmp - found || fail "active scalars"
  # cell data, as PuMA writes them
  vti cells "0 0 0" text | sed 's/<DataArray/<DataArray type="UInt8" Name="more" format="ascii">1<\/DataArray>&/
    s/<CellData/& Scalars="grey"/' >chosen.vti
  voxels_of --threshold 44 chosen.vti | cmp - found || fail "active scalars of cells"
fi

# ---- DICOM: what PixelPaddingValue marks is no image, so it is solid, and left out of histograms and masks -------
# padded VALUES...: 4 x 3 bytes, of which 9 is padding, as explicit little-endian elements (part 5, section 7.1)
padded() {
  head -c 128 /dev/zero
  printf 'DICM\002\000\000\000UL\004\000\034\000\000\000\002\000\020\000UI\024\0001.2.840.10008.1.2.1\000'
  printf '\010\000\026\000UI\032\0001.2.840.10008.5.1.4.1.1.2\000\040\000\016\000UI\004\0001.2\000'
  printf '\040\000\062\000DS\006\0000\\0\\0 \040\000\067\000DS\014\0001\\0\\0\\0\\1\\0 '
  printf '\050\000\002\000US\002\000\001\000\050\000\004\000CS\014\000MONOCHROME2 '
  printf '\050\000\020\000US\002\000\003\000\050\000\021\000US\002\000\004\000\050\000\060\000DS\004\0001\\1 '
  printf '\050\000\000\001US\002\000\010\000\050\000\001\001US\002\000\010\000\050\000\002\001US\002\000\007\000'
  printf '\050\000\003\001US\002\000\000\000\050\000\040\001US\002\000\011\000\340\177\020\000OB\000\000\014\000\000\000'
  printf "$(printf '\\%03o' "$@")"
}
if was_built tessera-read-dicom GDCM; then
  padded 9 9 9 9 50 200 50 200 50 50 200 200 >padded.dcm
  voxels_of --threshold 100 padded.dcm >found
  printf '\000\000\000\000\001\000\001\000\001\001\000\000' >classes.raw
  voxels_of --raw 4,3,1,u8 --fluid equal=1 classes.raw >expected
  cmp expected found || fail "padding is fluid"
  expect 0 tessera-voxelize --threshold otsu padded.dcm -o found.vox
  grep -q 'padding  *stored 9: no image, taken as solid$' stderr || fail "padding is not reported: $(cat stderr)"
  grep -q 'values  *50 to 200$' stderr || fail "the range of values: $(cat stderr)"
  grep -q 'threshold  *51 (Otsu)' stderr || fail "the threshold counts padding: $(cat stderr)" # above 50; with padding 10
  # the median of the numbers around a voxel: of 9 times 50 and 9 times 40 in the second row, 9 and 18 in the third
  padded 9 9 9 9 50 50 50 50 40 40 40 40 >median.dcm
  expect 0 tessera-voxelize --median 1 --threshold 45 median.dcm -o found.vox
  grep -q 'porosity  *0.333333' stderr || fail "median beside padding: $(cat stderr)"
  is "$(tessera-voxelize --labels --json padded.dcm | json - voxels)" 8
  voxels_of --threshold 100 --nan fluid padded.dcm >found
  printf '\001\001\001\001\001\000\001\000\001\001\000\000' >classes.raw
  voxels_of --raw 4,3,1,u8 --fluid equal=1 classes.raw | cmp - found || fail "--nan fluid"
  head -c 12 /dev/zero >zeros.raw
  tessera-voxelize --raw 4,3,1,u8 --fluid equal=0 --mask padded.dcm zeros.raw -o found.vox 2>report
  grep -q 'porosity  *0.666667' report || fail "padding is inside the mask: $(cat report)"
fi

# ---- formats recognized by their first bytes, or by their name where the bytes do not tell ----
mkdir told
# told NAME TEXT MESSAGE
told() {
  printf "$2 and more that is no image" >"told/$1"
  refused 3 "told/$1: is $3" tessera-voxelize --threshold 4 "told/$1" -o x
}
told a.npz 'PK\003\004' 'a NumPy archive (.npz): save one of its arrays: numpy.save'
told a.zip 'PK\003\004' 'a ZIP archive: unpack it first, with unzip'
told a.mat 'MATLAB 5.0 MAT-file' 'a MATLAB file: save one array'
told b.mat 'MATLAB 7.3 MAT-file' 'a MATLAB file of version 7.3: save one array'
told a.jp2 '\000\000\000\014jP  \r\n\207\n' 'a JPEG 2000 picture: convert'
told a.jpg '\377\330\377\340' 'a JPEG picture: convert'
told a.gz '\037\213\010' 'compressed by gzip: unpack it first, with gunzip'
head -c 4096 /dev/zero | gzip >packed.gz
expect 3 tessera voxelize --raw 16,16,16,u8 --fluid equal=0 - <packed.gz -o no.vox
expect 3 sh -c 'cat packed.gz | tessera voxelize --raw 16,16,16,u8 --fluid equal=0 -o no.vox -'
one_line 'expected 4096 bytes (16 x 16 x 16 u8), found [0-9]*; it begins as a compressed file: unpack it before the pipe$'
told a.raw.gz '\037\213\010' 'a raw volume compressed by gzip: say what it contains, with --raw NX,NY,NZ,TYPE'
told a.zst '\050\265\057\375' 'compressed by Zstandard: unpack'
told a.7z '7z\274\257\047\034' 'a 7-Zip archive: unpack'
told a.xz '\3757zXZ' 'compressed by xz: unpack'
told a.raw 'anything' 'a raw volume, which does not state its size: say what it contains, with --raw'
told a.tile 'TESSERA 1' 'a file of Tessera: give it to tessera tile, stats or probe'
told step.dat 'ISO-10303-21;' 'a STEP file: save it as STL'
told a.mgz '\037\213\010' 'a FreeSurfer volume: convert it to NIfTI'
told a.hdr '\134\001\000\000' 'the header of an Analyze volume (.img): convert both'
told a.vtr '<?xml version="1.0"?>\n<VTKFile type="RectilinearGrid">' 'a VTK grid that is not an image (.vtr): resample it to an image and save that as .vti'
told a.vts '<VTKFile type="StructuredGrid">' 'a VTK grid that is not an image (.vts): resample it'
told a.pvti '<VTKFile type="PImageData">' 'a VTK image in pieces (.pvti): open it with ParaView and save one .vti'
told a.pvd '<VTKFile type="Collection">' 'a list of VTK files (.pvd): give one of the files that it names'
told a.htg '<VTKFile type="HyperTreeGrid">' 'a VTK file of XML that is not an image (.vti): resample it'
told a.zvi '\320\317\021\340\241\261\032\341' 'a Zeiss ZVI file: save it as OME-TIFF in the program that made it'
told a.oib '\320\317\021\340\241\261\032\341' 'a file of a microscope or an office program (OLE): save it'
told a.czi 'ZISRAWFILE' 'a Zeiss CZI file: save it as OME-TIFF'
told a.nd2 '\332\316\276\012' 'a Nikon ND2 file: save it as OME-TIFF'
told a.lif '\160\000\000\000' 'a Leica LIF file: save it as OME-TIFF'
told a.dm3 '\000\000\000\003' 'a Gatan DM3 file: save it there as MRC or TIFF'
told a.dm4 '\000\000\000\004' 'a Gatan DM4 file: save it there as MRC or TIFF'
told a.edf '{\nHeaderID = EH:000001 ;' 'an EDF file (ESRF): save its array: numpy.save'
told a.fits 'SIMPLE  =                    T' 'a FITS file: save its array: numpy.save'
told another '\t\nics_version\t1.0' 'an ICS volume: open it with Fiji and save it as TIFF'
told a.gipl "$(head -c 252 /dev/zero | tr '\0' ' ')"'\357\377\351\260' 'a GIPL volume: convert it to NIfTI or NRRD'
told a.isq 'CTDATA-HEADER_V1' 'a Scanco ISQ volume: open it with Fiji'
# by their names surfaces, which an image and its mask are not
printf 'PK\003\004' >told/a.3mf
echo OFF >told/a.off
for name in 'a.3mf: is a surface (3MF)' 'a.off: is a surface (OFF)'; do
  refused 3 "told/$name: save it as STL" tessera-voxelize --raw 4,1,1,u8 --threshold 1 --mask "told/${name%%:*}" told/a.off -o x
done
told a.vgl '<?xml' 'a project of VGStudio: export its volume'
told a.hm '# HyperSurface 0.1 BINARY' 'an Amira surface: save it as STL'
told a.vol 'values' 'a raw volume, which does not state its size: give the .vgi, .pcr or .xtekct beside it'
told a.hdf5 'HDF' 'named as an HDF5 file, but does not begin like one: check'
told a.txt '1 2 3' 'a text file: if it is a table of values, save it as an array: numpy.save'
told a.gif 'GIF89a' 'a GIF picture: convert it to TIFF or PNG, for example with mogrify -format png'
refused 3 'told/a.rec: is not an MRC file: its header has no MAP. If .*--raw' sh -c 'head -c 2000 /dev/zero >told/a.rec;
  tessera-voxelize --threshold 4 told/a.rec -o x'
# folders of such files
for kind in 'a.webp RIFF....WEBP WebP' 'a.jpeg \377\330\377 JPEG' 'a.gif GIF89a GIF'; do
  set -- $kind
  mkdir "folder of $3"
  echo notes >"folder of $3/a note.txt"
  for name in 10 9; do printf "$2..." >"folder of $3/$name$1"; done
  refused 3 "folder of $3/9$1: is a $3 picture: convert it to TIFF or PNG" tessera-voxelize --threshold 4 "folder of $3" -o x
done
# volumes that are folders
for kind in 'attributes.json an N5 container: save one data set as TIFF'; do
  folder="folder of ${kind%% *}"
  mkdir -p "$folder/0"
  echo '{}' >"$folder/${kind%% *}"
  refused 3 "$folder: is ${kind#* }" tessera-voxelize --threshold 4 "$folder" -o x
done
# what other programs are given in place of a domain
for command in tile run stats probe; do
  refused 3 'told/a.3mf: not a tile file .* of images and surfaces tessera voxelize makes one$' tessera $command told/a.3mf
done
mkdir unknown
echo notes >unknown/notes.txt
refused 3 'unknown: no TIFF file in this folder' tessera-voxelize --threshold 4 unknown -o x
printf 'nothing that is known' >told/a.unknown
refused 3 'told/a.unknown: cannot be read as TIFF' tessera-voxelize --threshold 4 told/a.unknown -o x
cp scan.nrrd told/another.name
voxels_of --threshold 44 scan.nrrd >found
voxels_of --threshold 44 told/another.name | cmp - found || fail "a volume under another name"

# memory: 256 MiB of voxels, compressed or not, need less address space
small() { (ulimit -v 200000; OMP_NUM_THREADS=1 "$@"); }
if small tessera-voxelize --version >/dev/null 2>&1; then
  printf 'NDims = 3\nDimSize = 512 512 1024\nElementType = MET_UCHAR\nElementDataFile = large.raw\n' >large.mhd
  printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 512 512 1024\nencoding: gzip\ndata file: large.gz\n' >large.nhdr
  truncate -s 268435456 large.raw
  gzip -1 -c large.raw >large.gz
  for volume in large.mhd large.nhdr; do
    small tessera-voxelize -q --threshold 1 $volume -o large || fail "memory grows with the number of slices: $volume"
  done
  # the same peak for 64 and for 4096 slices
  for slices in 64 4096; do
    printf "NDims = 3\nDimSize = 512 512 $slices\nElementType = MET_UCHAR\nElementDataFile = peak.raw\n" >peak.mhd
    rm -f peak.raw
    truncate -s $((512 * 512 * slices)) peak.raw
    OMP_NUM_THREADS=1 least_peak tessera-voxelize -q --threshold 1 peak.mhd -o large >peak.$slices
  done
  same_peak voxelize "$(cat peak.64)" "$(cat peak.4096)"
else
  lacks "the memory: no program starts in so little"
fi
