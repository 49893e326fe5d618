#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Porosities of rocks and channels that others measured or drew (see the README of the data).
. "$srcdir/tests/lib.sh"
need_data berea_block00_128_u8.raw.gz berea_block13_128_u8.raw.gz ptube_54_54_50.raw rect_channel_24_14_50.raw soil

# porosity_is POROSITY: compares it with the report in err
porosity_is() { grep -q "porosity  *$1\$" err || { cat err >&2; fail "porosity is not $1"; }; }

for block in 00:0.206915 13:0.194576; do
  gzip -dc "$TESSERA_DATA/berea_block${block%:*}_128_u8.raw.gz" |
    tessera voxelize --raw 128,128,128,u8 --fluid equal=0 -o berea.tile - 2>err
  porosity_is "${block#*:}"
done

# 98800 fluid voxels of 54 x 54 x 50: a tube of 1976 voxels a slice
tessera voxelize --raw 54,54,50,u8 --fluid equal=0 -o tube.tile "$TESSERA_DATA/ptube_54_54_50.raw" 2>err
porosity_is 0.677641
# a duct of 20 x 10 in 24 x 14
tessera voxelize --raw 24,14,50,u8 --fluid equal=0 -o duct.tile "$TESSERA_DATA/rect_channel_24_14_50.raw" 2>err
porosity_is 0.595238

# soil: 64 files with spaces in their names; skimage.filters.threshold_otsu gives 128
tessera voxelize --threshold otsu -o soil.tile "$TESSERA_DATA"/soil/*.tif 2>err
grep -q 'size  *500 x 500 x 64 voxels' err || fail "size of the soil stack"
grep -q 'threshold  *129 (Otsu)' err || fail "threshold of the soil stack"

for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import skimage' 2>/dev/null && break
done
if [ "$python" ]; then "$python" "$srcdir/tests/cli/voxelize/peers.py" "$TESSERA_DATA"/soil/*.tif || fail "other than its peers"
else lacks "needs Python with scikit-image"; fi

# an aorta: zlib within MetaImage, oblong voxels. SimpleITK reads the same values; its ResampleImageFilter (linear,
# nearest neighbours outside), on a grid from the same corner, gives 0.6372456 of the voxels below 300.
need_data aorta.mha
tessera voxelize --threshold 300 --voxel 1mm -o aorta.tile "$TESSERA_DATA/aorta.mha" 2>err
grep -q 'values  *0 to 2570.20483' err || fail "values of the aorta"
porosity_is 0.636914
tessera voxelize --threshold 300 --resample 0.878906mm -o aorta.tile "$TESSERA_DATA/aorta.mha" 2>err
grep -q 'size  *157 x 393 x 58 voxels' err || fail "size of the resampled aorta"
grep -q 'orientation  *x along -1 0 0, y along 0 -1 0, z along 0 0 1' err || fail "orientation of the aorta"
grep -q 'origin  *-156.006, -24.1699, -0.750045 mm' err || fail "place of the aorta"
porosity_is 0.637246

# Ketton: one big-endian file of 256 pages
command -v unzip >/dev/null || skip "no unzip for Ketton; the others pass"
unzip -q "$TESSERA_DATA/ketton.zip"
tessera voxelize --fluid equal=0 --voxel 15.2um -o ketton.tile ketton.tif 2>err
porosity_is 0.126862
