#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --crop and --mask of surfaces: the voxels and walls are those of the whole surface, openings remain, and fluid flows
# through a vessel that the crop cuts.
. "$srcdir/tests/lib.sh"
# links OPTION...: the number of cut links of the torus
links() { tessera voxelize torus.obj --voxel 1mm -o links.vox "$@" 2>report; line walls; }
line() { sed -n "s/^  $1  *//p" report; }

# ---- walls: those of the torus itself ------------------------------------------------------------
# Around z: ring 12, tube 6; grid 38 x 38 x 14, with the centre of voxel 0,0,0 at -18.5,-18.5,-6.5. The facets lie up
# to 2e-3 inside the torus; where a link meets the surface at a small angle, that is a larger part of the link.
awk -v R=12 -v r=6 -v n=360 -v m=180 'BEGIN { turn = 6.283185307179586
  for (i = 0; i < n; i++)
    for (k = 0; k < m; k++) {
      a = i * turn / n + 0.1; b = k * turn / m
      printf "v %.9g %.9g %.9g\n", (R + r * cos(b)) * cos(a), (R + r * cos(b)) * sin(a), r * sin(b)
    }
  for (i = 0; i < n; i++)
    for (k = 0; k < m; k++) { j = (i + 1) % n; l = (k + 1) % m
      print "f", i * m + k + 1, j * m + k + 1, j * m + l + 1, i * m + l + 1 } }' >torus.obj
# walls FORM <STREAM: no wall link is missing, and all positions are right
walls() {
  "$builddir/tests/exact_walls" "$1" >found
  awk '{ exit !($1 > 1000 && $2 == 0 && $3 < 0.02 && $4 < 2e-3) }' found || fail "walls of $1: $(cat found)"
}
tessera voxelize torus.obj --voxel 1mm -o whole.vox 2>report
walls torus:2,18.5,18.5,6.5,12,6 <whole.vox
tessera voxelize torus.obj --voxel 1mm --crop 5:25,18:,3:12 -o part.vox 2>report
is "$(line size)" "20 x 20 x 9 voxels"
is "$(line origin)" "-14, -1, -4 mm"
walls torus:2,13.5,0.5,3.5,12,6 <part.vox
tessera tile --check=full part.vox >said || fail "the part is not whole"
# a crop in coordinates of the file, which may be negative, is rounded to the nearest face of a voxel
tessera voxelize torus.obj --voxel 1mm --crop=-14mm:0.62cm,-1.4mm:,-4mm:5mm -o same.vox 2>report
is "$(tessera stats --digest same.vox | cut -d ' ' -f 1)" "$(tessera stats --digest part.vox | cut -d ' ' -f 1)"
# the voxels equal those of the cropped image
tessera voxelize -q torus.obj --voxel 1mm --export whole.npy -o whole.vox
tessera voxelize -q whole.npy --fluid equal=1 --crop 5:25,18:,3:12 -o image.vox
voxels <image.vox | grep '^[01z]' >wanted
voxels <part.vox | grep '^[01z]' | cmp - wanted || fail "other voxels than those of the whole"
# with --pad no layer of solid surrounds the surface
is "$(links --crop 4:24,17:,2:11 --pad x+=2:solid)" "$(links --crop 5:25,18:,3:12)"

# One slice continues along z, whatever the surface does there: all slices of a box are the same, also the one beside
# its bottom. From 8 x 8 voxels 4 * 8 * 3 links lead through the sides and 4 * (8 + 7) through the edges within the
# slice.
printf 'v -4 -4 -4\nv 4 -4 -4\nv 4 4 -4\nv -4 4 -4\nv -4 -4 4\nv 4 -4 4\nv 4 4 4\nv -4 4 4\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n' >box.obj
for z in 1:2 5:6 8:9; do
  tessera voxelize box.obj --voxel 1mm --crop ,,$z -o slice.vox 2>report
  is "$(line walls)" '156 links are cut'
  tessera stats --json slice.vox | sed -n '/"wall_links"/,/]/p' >"distances-$z"
  cmp "distances-$z" distances-1:2 || fail "other distances in slice $z"
done
grep -q '"wall_mean": 0.5' distances-1:2 || fail "half-way walls: $(cat distances-1:2)"
tessera voxelize -q torus.obj --voxel 1mm --crop ,,3:4 -o slice.vox
tessera tile --check=full slice.vox >said || fail "a slice of the torus is not whole"

unwritten=none.vox
refused 2 '--crop: 3:15 along z: the image has 0:14' tessera voxelize torus.obj --voxel 1mm --crop ,,3:15 -o none.vox
refused 2 '--crop: -1:5 along z: the image has 0:14' tessera voxelize torus.obj --voxel 1mm --crop ,,-8mm:-2mm -o none.vox
refused 2 'lengths lie outside' tessera voxelize torus.obj --voxel 1mm --crop ,,-18mm:-12mm -o none.vox
refused 2 'voxels or lengths as 5mm' tessera voxelize torus.obj --voxel 1mm --crop ,,1furlong: -o none.vox

# ---- the mask: only the surface has exact walls; where the mask ends, links are cut half-way ----------------
# The upper half along x of every slice is outside: that part has as many cut links as the other.
awk 'BEGIN { for (i = 0; i < 38 * 38; i++) printf i % 38 < 18 ? "1" : "0" }' >half
tessera voxelize -q --raw 38,38,1,u8 --fluid equal=49 -o half.vox half
tessera voxelize -q torus.obj --voxel 1mm --crop :18,, -o part.vox
tessera voxelize torus.obj --voxel 1mm --mask half.vox -o masked.vox 2>report
tessera tile --check=full masked.vox >said || fail "the masked stream is not whole"
is "$(links --mask half.vox)" "$(links --crop :18,,)"
is "$(voxels <masked.vox | sed -n 's/^mask: //p')" $((18 * 38 * 14))
voxels <masked.vox | sed -n 's/^\([01]\{18\}\)0\{20\}$/\1/p' >found
voxels <part.vox | grep '^[01]' | cmp - found || fail "masked voxels"
# the mask is cropped with the surface
is "$(links --mask half.vox --crop 5:25,18:,3:12)" "$(links --crop 5:18,18:,3:12)"
refused 3 'half.vox: a mask of 38 x 38 x 1 voxels does not fit' tessera voxelize torus.obj --voxel 2mm --mask half.vox -o none.vox

# ---- a vessel that the crop cuts: a tube of radius 1 mm, open at both ends -----------------------------------
awk 'function ring(z,  i) { for (i = 0; i < 256; i++) print "v", cos(i * 6.283185307179586 / 256), sin(i * 6.283185307179586 / 256), z }
BEGIN { ring(0); ring(6); for (i = 1; i <= 256; i++) print "f", i, i % 256 + 1, i % 256 + 257, i + 256 }' >tube.obj
tessera voxelize tube.obj --voxel 0.125mm --cap --crop ,,1.125mm:4.125mm -o tube.vox 2>report
is "$(line inlet0)$(line outlet1)" "not among the voxels that --crop keepsnot among the voxels that --crop keeps"
grep -aq '^openings:' tube.vox && fail "openings of the whole"
tessera tile --inlet z- --patch end=z+ tube.vox -o tube.tile >report
is "$(line patches | cut -d : -f 1)" "inlet at z-"
tessera run --quiet tube.tile --permeability z --json >r.json
# Poiseuille: of radius 8 in 18 x 18 voxels
near "$(json r.json permeability 0 voxel2)" "$(awk 'BEGIN { print 3.141592653589793 * 8^4 / 8 / 18^2 }')" 5e-3
# the uncut opening stays in its place
tessera voxelize tube.obj --voxel 0.125mm --cap --crop ,,:4.125mm -o tube.vox 2>report
tessera voxelize tube.obj --voxel 0.125mm --cap -o whole.vox 2>whole
is "$(line inlet0)" "$(sed -n 's/^  inlet0  *//p' whole)"
is "$(voxels <tube.vox | sed -n 's/^openings: //p')" "$(voxels <whole.vox | sed -n 's/^openings: \([^ ]*\) .*/\1/p')"
tessera voxelize tube.obj --voxel 0.125mm --cap --crop ,,2mm: -o tube.vox 2>report
is "$(line outlet1)" "$(sed -n 's/^  outlet1  *//p' whole)"
tessera tile --inlet z- tube.vox -o tube.tile >report
grep -q 'opening  *outlet1: [1-9]' report || fail "the opening that stays: $(cat report)"
refused 2 'goes through the opening inlet0: keep it whole, or crop it off' tessera voxelize tube.obj --voxel 0.125mm --cap \
  --crop 9:,, -o none.vox
