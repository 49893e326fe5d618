#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-run --diffusion of the image of TauFactor's paper (500^3, values 0 and 255, of which 255 conducts): tortuosity
# factors 1.1513, 1.3905 and 4.2431, published without their axes. Tolerance: 0.1 %. It takes minutes and 3 GB.
. "$srcdir/tests/lib.sh"
image=TF-500x500x500-1x2x6-v3.tiff
need_data "pore/$image.zip"
command -v unzip >/dev/null || skip "no unzip"
unzip -p "$TESSERA_DATA/pore/$image.zip" "$image" >image.tif
tessera voxelize --quiet image.tif --fluid equal=255 | tessera tile --quiet --lint no -o image.tile
rm image.tif
tessera run --quiet --diffusion xyz --converge 1e-4 --json image.tile >r.json || fail "no result"
for axis in 0 1 2; do json r.json diffusion $axis tortuosity_factor; done | sort -n >factors
is "$(json r.json diffusion 0 axis)" x
near "$(sed -n 1p factors)" 1.1513 1e-3
near "$(sed -n 2p factors)" 1.3905 1e-3
near "$(sed -n 3p factors)" 4.2431 1e-3
