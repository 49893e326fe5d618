#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-stats: the largest balls in arrays of touching spheres, and the porosity around each node as a value (--rev -o).
. "$srcdir/tests/lib.sh"
stats() { tessera stats --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera stats $*"; }; }
# about WHAT FOUND WANTED: within a voxel; a distance begins and ends at the centre of a voxel
about() {
  awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b - 1 && a < b + 1) }' || fail "$1: $2 instead of about $3"
}

# Touching spheres of radius R: the throats are 0.41421, 0.22474 and 0.15470 R wide, the largest holes 0.73205, 0.29099 and
# 0.41421 R. The number of voxels of a side, the fraction, and R over the side.
while read -r kind size c radius throat hole; do
  tessera voxelize --quiet --shape "$kind:c=$c" --size "$size,$size,$size" | tessera tile --quiet --lint no --periodic xyz -o spheres.tile
  stats --thickness --intrusion z- spheres.tile
  r=$(awk "BEGIN { print $size * $radius }")
  for axis in x y z; do
    about "throat of $kind along $axis" "$(json r.json critical_radius $axis)" "$(awk "BEGIN { print $throat * $r }")"
  done
  about "hole of $kind" "$(json r.json thickness max_radius)" "$(awk "BEGIN { print $hole * $r }")"
done <<END
sc 60 0.5235 0.5 0.41421 0.73205
bcc 80 0.6801 0.4330127 0.22474 0.29099
fcc 100 0.7404 0.3535534 0.15470 0.41421
END

# ---- the porosity around each node: cubes of 5 voxels in an image of 6 x 6 x 8, whose pores are a half space, z < 4
awk 'BEGIN { for (i = 0; i < 288; i++) printf "%s", i < 144 ? "\\377" : "\\0" }' >octal
printf "$(cat octal)" >half.raw
tessera voxelize --quiet --raw 6,6,8,u8 half.raw --threshold 64 --fluid above -o half.vox
tessera tile --quiet --lint no --periodic z half.vox -o half.tile
# values FILE: at z = 0 ... 3
values() {
  tessera probe --csv --point 0,0,0 --point 5,3,1 --point 2,2,2 --point 3,3,3 "$1" >table
  awk -F, '{ if (NR > 1) printf "%.6g ", $5; else printf "%s ", $5 }' table
}
tessera stats --quiet --rev -o map.tile half.vox >report
tessera tile --check=full map.tile >said || fail "$(cat said)"
is "$(head -n 20 map.tile | grep -a '^values: ')" "values: porosity=1"
is "$(values map.tile)" "porosity 1 1 0.8 0.6 "
tessera stats --quiet --rev -o map.tile half.tile >report
is "$(values map.tile)" "porosity 0.6 0.8 0.8 0.6 "
tessera tile --quiet --lint no --where 'porosity<0.7' map.tile -o part.tile
stats part.tile
is "$(json r.json nonsolid)" 72
# beside other values; (1 + 1 + 0.8 + 0.6) / 4
tessera stats --quiet --rev --thickness -o both.tile half.vox >report
is "$(head -n 20 both.tile | grep -a '^values: ')" "values: thickness=voxel porosity=1"
tessera probe --json both.tile >r.json
near "$(json r.json values porosity mean)" 0.85 1e-6
for threads in 1 3; do
  OMP_NUM_THREADS=$threads tessera stats --quiet --no-history --rev -o $threads.tile spheres.tile >report
done
cmp 1.tile 3.tile || fail "another number of threads gives another porosity"
unwritten=out.tile
refused 2 "give --thickness, --intrusion FACES or --rev$" tessera stats --anisotropy -o out.tile half.vox
refused 2 "leave out --of solid" tessera stats --rev --thickness --of solid -o out.tile half.vox
