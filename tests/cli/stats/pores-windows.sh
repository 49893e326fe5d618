#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-stats: windows (--rev), directions and curvatures (--anisotropy), the plot, and distances beyond the image.
. "$srcdir/tests/lib.sh"
stats() { tessera stats --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera stats $*"; }; }
# volume FILE NX NY NZ CONDITION: a voxel stream, non-solid where the condition of awk on x, y and z holds
volume() {
  awk -v nx="$2" -v ny="$3" -v nz="$4" 'BEGIN { for (z = 0; z < nz; z++) for (y = 0; y < ny; y++) for (x = 0; x < nx; x++)
    printf "%s", ('"$5"') ? "\\377" : "\\0" }' >octal
  printf "$(cat octal)" >volume.raw
  tessera voxelize --quiet --raw "$2,$3,$4,u8" volume.raw --threshold 64 --fluid above --voxel 2um -o "$1"
}

# ---- windows: cubes of 4 voxels, each second one of pores; each has half of 48 faces
volume checker.vox 8 8 8 '(int(x / 4) + int(y / 4) + int(z / 4)) % 2'
tessera tile --quiet checker.vox --lint no -o checker.tile
for file in checker.vox checker.tile; do
  stats --rev=2 $file
  is "$(json r.json rev 0 size)" 4
  is "$(json r.json rev 0 windows)" 8
  near "$(json r.json rev 0 size_m)" 8e-6 1e-9
  near "$(json r.json rev 0 porosity)" 0.5 1e-12
  near "$(json r.json rev 0 porosity_deviation)" 0.534522483824849 1e-9
  near "$(json r.json rev 0 specific_surface)" 0.25 1e-9
  is "$(json r.json rev 0 specific_surface_deviation)" 0
  near "$(json r.json rev 0 specific_surface_per_m)" 125000 1e-9
  is "$(json r.json rev 1 size)" 8
  is "$(json r.json rev 1 windows)" 1
  is "$(json r.json rev 1 porosity_deviation)" null
  is "$(json r.json rev 1 specific_surface)" "$(json r.json specific_surface)"
done
tessera stats --csv --rev checker.vox >table
is "$(grep -c '^rev_porosity,,' table) $(grep -c '^rev_specific_surface_deviation,,' table)" "5 5" # 4 ... 8
is "$(grep '^rev_porosity_deviation,,4,' table)" "rev_porosity_deviation,,4,0.534522484"
tessera stats --rev=2 checker.vox >text
grep -q 'porosity of windows  *0\.5 +- 0\.53, 8 of 4 voxels a side' text || { cat text >&2; fail "the text"; }
# one slice has squares: a half plane
volume slice.vox 8 12 1 'y < 4'
stats --rev=2 slice.vox
is "$(json r.json rev 0 size) $(json r.json rev 0 windows)" "4 6"
near "$(json r.json rev 0 porosity_deviation)" 0.516397779494322 1e-9
is "$(json r.json rev 1 windows)" 1

# ---- directions: plates of 4 voxels normal to z
volume plates.vox 3 3 9 'int((z + 2) / 4) % 2'
stats --anisotropy plates.vox
is "$(json r.json anisotropy degree)" 1
is "$(json r.json anisotropy eigenvalues 0)" null
near "$(json r.json anisotropy eigenvalues 2)" 4 1e-9
near "$(json r.json anisotropy eigenvalues_m 2)" 8e-6 1e-9
near "$(json r.json anisotropy eigenvectors 2 2)" 1 1e-9
is "$(json r.json anisotropy intercepts 8 direction 2) $(json r.json anisotropy intercepts 8 length)" "1 4"
is "$(json r.json anisotropy intercepts 0 length)" null
tessera stats --csv --anisotropy --rev=2 plates.vox >table # an infinite length is an empty cell
is "$(grep -c '^intercept_length,' table) $(grep '^intercept_length,1 0 0,' table)" "13 intercept_length,1 0 0,,"
! grep -v '^[a-z_]*,[^,]*,[0-9.e+-]*,\([0-9][0-9.e+-]*\)\?$' table | grep -v '^measure' || fail "a cell that is no number"
tessera stats --anisotropy plates.vox >text
grep -q 'degree of anisotropy  *1$' text || { cat text >&2; fail "the text"; }
stats --anisotropy checker.vox
near "$(json r.json anisotropy intercepts 0 length)" 7 1e-9
near "$(json r.json anisotropy fabric 0 0)" "$(json r.json anisotropy eigenvalues 1)" 1e-9

# ---- curvatures: a cube of pores in a cube of solid, which has a cavity
volume hole.vox 8 8 8 'x > 1 && x < 6 && y > 1 && y < 6 && z > 1 && z < 6'
stats --anisotropy hole.vox
is "$(json r.json minkowski volume) $(json r.json minkowski euler_number)" "64 1"
near "$(json r.json minkowski volume_m3)" 5.12e-16 1e-9
surface=$(json r.json minkowski surface) curvature=$(json r.json minkowski mean_curvature)
# planes that hit nodes: 4 normal to each axis, 7 to each diagonal of a face, 10 to each of the cube
planes='BEGIN { print 4 * 3.14159265 * (3 * 0.045778 * 4 + 6 * 0.036981 * 7 / sqrt(2) + 4 * 0.035196 * 10 / sqrt(3)) }'
near "$curvature" "$(awk "$planes")" 2e-5
stats --anisotropy --of solid hole.vox
is "$(json r.json minkowski volume) $(json r.json minkowski euler_number)" "448 2"
is "$(json r.json minkowski surface)" "$surface"
is "$(json r.json minkowski mean_curvature)" "-$curvature"
is "$(json r.json minkowski surface)" "$(OMP_NUM_THREADS=1 tessera stats --json --anisotropy hole.vox >1.json && json 1.json minkowski surface)"

# ---- the plot: the thickness as a share up to each radius, the spread beside the mean
tessera stats --quiet --thickness --rev --plot curves.svg hole.vox >text
is "$(grep -c 'up to this radius' curves.svg) $(grep -c '>[+-] sd<' curves.svg)" "1 4"
# 4^3 nodes by 1 voxel, in the end all of them: lines of the first chart, which ends at x = 590, rise to the top
awk -F'[ ML"]' '/#1f5aa6" stroke-width="2"/ && $3 < 590 { print $4, $6 }' curves.svg >line
# the file is opened before anything is read or measured
unwritten=gone/curves.svg
refused 1 "gone/curves.svg: No such file" tessera stats --thickness --plot gone/curves.svg "not there.vox"
refused 1 "not there.vox" tessera stats --thickness --plot left.svg "not there.vox"
is "$(echo left.svg*)" "left.svg*"
cp hole.vox same.svg
refused 2 "same.svg would be overwritten" tessera stats --thickness --plot same.svg same.svg
refused 2 "both name both.svg" tessera stats --thickness --plot both.svg -o both.svg hole.vox

# ---- layers that were added do not belong to the sample, nor what lies outside a mask to the core
all="--two-point 5 --lineal-path 5 --rev=3 --anisotropy"
# measures FILE ARGUMENT...: the table of all curves
measures() { tessera stats --csv $all "$@" 2>stderr || { cat stderr >&2; fail "tessera stats $*"; }; }
pack=spheres:porosity=0.6,d=7,seed=1
tessera voxelize -q --shape $pack --size 20,18,16 -o bare.vox
tessera voxelize -q --shape $pack --size 20,18,16 --pad x-=3:solid --pad y+=2:fluid --pad z-=5:fluid --pad z+=1:fluid -o layers.vox
measures bare.vox >bare
measures layers.vox >layers
cmp bare layers || fail "layers"
stats $all layers.vox
is "$(json r.json measured_nodes)" 5760
stats $all bare.vox
is "$(json r.json measured_nodes)" null
# of the sample alone, too, with -o: nodes of layers have no value
for file in layers bare; do
  tessera tile -q --lint no $file.vox -o $file.tile
  tessera stats -q --rev -o $file.map $file.tile >/dev/null
  tessera tile -q --lint no --where 'porosity>=0.6' -o $file.part $file.map
  tessera stats --json $file.part >$file.json
done
is "$(json layers.json nonsolid)" "$(json bare.json nonsolid)"
# a core of fluid alone: no surface, and every pair in it
tessera voxelize -q --shape tube:d=17 --size 20,20,16 -o core.vox
awk 'BEGIN { for (z = 0; z < 16; z++) for (y = 0; y < 20; y++) for (x = 0; x < 20; x++) printf "%d", (x * 7 + y * 5 + z * 3) % 9 < 5 }' >grains.raw
cut() { tessera voxelize -q --raw 20,20,16,u8 grains.raw --mask core.vox "$@" -o cut.vox; }
cut --fluid equal=48-49 --pad z-=4:fluid
refused 2 "of 8000 voxels are inside a mask, and the file does not say which: add --mask-output mask.vox" tessera stats --rev cut.vox
tessera voxelize -q --shape tube:d=17 --size 20,20,16 --pad z-=4:fluid -o mask.vox
stats $all --mask mask.vox cut.vox
tessera stats --json core.vox >core.json
is "$(json r.json measured_nodes)" "$(json core.json nonsolid)"
for measure in two_point lineal_path; do
  for axis in x y z; do is "$(json r.json $measure $axis 0) $(json r.json $measure $axis 5)" "1 1"; done
done
is "$(json r.json rev 0 porosity) $(json r.json rev 0 specific_surface) $(json r.json minkowski surface)" "1 0 0"
# the mask may be a domain; of grains in the core the porosity is that inside the mask
cut --fluid equal=49
tessera tile -q --lint no core.vox -o core.tile
stats $all --mask core.tile cut.vox
near "$(json r.json two_point z 0)" "$(json r.json porosity_mask)" 1e-12
tessera stats --rev --mask core.tile cut.vox | grep -q "measured inside  *$(json r.json measured_nodes) nodes in the mask, of 20 x 20 x 16" ||
  fail "the text of a core"

# ---- refusals
tessera voxelize -q --shape tube:d=9 --size 20,20,16 -o small.vox
refused 3 "it has 8 x 8 x 8 voxels, the image 20 x 20 x 16" tessera stats --rev --mask hole.vox cut.vox
refused 3 "the image has pores outside it: tessera voxelize --mask-output" tessera stats --rev --mask small.vox cut.vox
tessera voxelize -q --shape tube:d=19 --size 20,20,16 -o large.vox
stats --rev --mask large.vox cut.vox
grep -q "voxels, and the image was cut with a mask of" stderr || fail "a larger mask"
refused 2 "would replace the input" tessera stats --rev --mask core.vox -o core.vox cut.vox
unwritten=x
refused 2 "as --rev=20" tessera stats --rev=0 hole.vox
refused 2 "as --rev=20" tessera stats --rev=some hole.vox
refused 2 "prints the digest alone" tessera stats --digest --anisotropy hole.vox
refused 2 "--plot draws curves" tessera stats --anisotropy --plot curves.svg hole.vox
refused 2 "--of .*: give --thickness, --intrusion FACES, --two-point N, --lineal-path N, --anisotropy or --network FILE$" tessera stats --rev --of solid hole.vox
refused 3 "one voxel along an axis" tessera stats --anisotropy slice.vox
# distances that no side of the image has: the longest of plates.vox has 9 voxels
refused 2 "longest side of the image has 9 voxels, and so distances up to 8" tessera stats --two-point 9 plates.vox
refused 2 "longest side" tessera stats --lineal-path 1000 plates.vox
stats --two-point 8 plates.vox
is "$(json r.json two_point z 8) $(json r.json two_point x 8)" "0 null"
