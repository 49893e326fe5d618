#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# voxelize --extend: openings that are prolonged. A straight tube becomes the longer tube to the bit, and with it its
# flow; a slanted tube grows by area times length within half a layer of voxels; refusals are one line.
. "$srcdir/tests/lib.sh"

# tube TURN Z0 Z1 [Z0 Z1]...: walls of radius 4 mm and 64 sides, rotated by TURN about x
tube() {
  awk -v turn="$1" 'BEGIN { for (k = 2; k < ARGC; k++) for (i = 0; i < 64; i++) {
        y = 4 * sin(i * 6.283185307179586 / 64); z = ARGV[k]
        printf "v %.9f %.9f %.9f\n", 4 * cos(i * 6.283185307179586 / 64), y * cos(turn) - z * sin(turn), y * sin(turn) + z * cos(turn) }
    for (k = 0; k < 64 * (ARGC - 2); k += 128) for (i = 1; i <= 64; i++) print "f", k + i, k + i % 64 + 1, k + i % 64 + 65, k + i + 64 }' "$@"
}
tube 0 0 12 >short.obj
tube 0 0 20 >long.obj
tube 0.4 0 12 >slanted.obj
tube 0 0 12 17 20 >two.obj # 5 mm apart

# ---- the same as a longer tube ------------------------------------------------------------------------------
tessera voxelize short.obj --voxel 1mm --cap --extend outlet1=8mm --no-history -o short.vox 2>report
grep -q 'outlet1  *50.1848 mm2, centre 0, 0, 20 mm, normal inwards 0.0000 0.0000 -1.0000, 64 edges, extended by 8 mm$' report ||
  fail "the report: $(cat report)"
grep -q 'inlet0 .* 64 edges$' report || fail "the other opening: $(cat report)"
tessera voxelize long.obj --voxel 1mm --cap --no-history -o long.vox --quiet
cmp short.vox long.vox || fail "an extended tube is not the longer tube"
# at the other end, of two units, and with names of one's own
tube 0 -8 12 >long.obj
tessera voxelize short.obj --voxel 1mm --cap --name inlet0=in --extend in=0.8cm -o short.vox --quiet
tessera voxelize long.obj --voxel 1mm --cap --name inlet0=in -o long.vox --quiet
is "$(tessera stats --digest short.vox | cut -d ' ' -f 1)" "$(tessera stats --digest long.vox | cut -d ' ' -f 1)"
grep -aq '^history: .*--extend in=0.8cm' short.vox || fail "the history: $(grep -a ^history short.vox)"
# the ends of a closed surface
{ cat short.obj; awk 'BEGIN { for (k = 0; k < 2; k++) { printf "f"; for (i = 1; i <= 64; i++) printf " %d", k ? 64 + i : 65 - i; print "" } }'; } >closed.obj
tessera voxelize closed.obj --voxel 1mm --open --name inlet0=in --extend in=8mm -o closed.vox --quiet
is "$(tessera stats --digest closed.vox | cut -d ' ' -f 1)" "$(tessera stats --digest long.vox | cut -d ' ' -f 1)"

# ---- area times length, in JSON -----------------------------------------------------------------------------
tessera voxelize slanted.obj --voxel 0.5mm --cap -o plain.vox --quiet --json >plain.json
for by in all=1d outlet1=7.77mm; do
  tessera voxelize slanted.obj --voxel 0.5mm --cap --extend $by -o more.vox --quiet --json >more.json
  tessera tile --check=full more.vox >whole || fail "$by: the stream is not whole"
  area=$(json more.json openings 1 area_m2)
  length=$(awk -v a="$(json more.json openings 0 extended_m)" -v b="$(json more.json openings 1 extended_m)" 'BEGIN { printf "%.9g", a + b }')
  all=$length # and what prolongs them up to the grid
  for k in 0 1; do
    all=$(awk -v l="$all" -v a="$(json more.json openings $k behind_m)" -v b="$(json plain.json openings $k behind_m)" 'BEGIN { printf "%.12g", l + a - b }')
  done
  awk -v a="$area" -v l="$all" -v v="$(json plain.json volume_m3)" -v w="$(json more.json volume_m3)" \
    -v n="$(json plain.json voxels_inside)" -v m="$(json more.json voxels_inside)" '
    BEGIN { d = (w - v) / (a * l) - 1; e = (m - n) * 1.25e-10 - a * l; exit !(d * d < 1e-10 && e * e < (a * 2.5e-4) ^ 2) }' ||
    fail "$by: area $area, length $length: $(cat more.json)"
  [ $by = all=1d ] || is "$length" 0.00777
done
# what prolongs an opening up to the grid ends half-way between two layers of voxels, whole numbers from the corner of the grid
sed -n 's/^openings: //p; /^end: /q' plain.vox | tr ' ' '\n' |
  awk -F '[=,]' '{ at = ($7 - $9 * $4) / 5e-4; off = at - int(at + 0.5); exit !(NF == 9 && $9 > 0 && off * off < 1e-6) }' ||
  fail "openings end at $(sed -n 's/^openings: //p; /^end: /q' plain.vox)"
# 4 area / rim of 64 sides: 8 cos(pi / 64) mm
tessera voxelize slanted.obj --voxel 0.5mm --cap --extend all=3d -o more.vox --quiet --json >more.json
near "$(json more.json openings 0 extended_m)" 0.023971090 1e-6
# an extension of one opening, and another one for all the others
tessera voxelize slanted.obj --voxel 0.5mm --cap --extend all=2mm --extend outlet1=3mm -o more.vox --quiet --json >more.json
is "$(json more.json openings 0 extended_m) $(json more.json openings 1 extended_m)" "0.002 0.003"
# voxels along x and y are those without extensions
tessera voxelize short.obj --voxel 1mm --cap --extend all=2mm --json -q -o more.vox >more.json
is "$(json more.json grid)" '[10, 10, 18]'

# Where the grid grows at its lower end all else that is said of the surface stays where it is: rims that are not opened too
tessera voxelize slanted.obj --voxel 0.5mm --cap=0 --extend all=5mm -o more.vox 2>report
rim=$(sed -n 's/^ *flat rim 1 .*centre \(.*\) mm, normal.*/\1/p' report)
echo "$rim" | awk -F ', ' '{ exit !(NF == 3 && $1 * $1 < 1e-6 && ($2 + 12 * sin(0.4)) ^ 2 < 1e-6 && ($3 - 12 * cos(0.4)) ^ 2 < 1e-6) }' ||
  fail "the rim that stays: $(cat report)"
# and what has no room to end on a plane of the grid is told: of two tubes askew, 1 mm apart, the ends between them
tube 0.4 0 12 13 25 >near.obj
tessera voxelize near.obj --voxel 0.5mm --cap --json -o near.vox >near.json 2>report
is "$(grep -c 'warning: .* ends in steps, since there is no room' report)" "$(grep -c '"behind_m": 0,\{0,1\}$' near.json)"
grep -q 'warning: outlet1 ends in steps, since there is no room' report || fail "no room between two ends: $(cat report)"

# ---- what it meets --------------------------------------------------------------------------------------------
tessera voxelize two.obj --voxel 0.5mm --cap --extend outlet1=4.9mm --quiet -o two.vox
unwritten=none.vox
meets='two.obj: --extend outlet1=5.1mm: outlet1 would run into the surface, or into another extension: make it shorter$'
refused 2 "$meets" tessera voxelize two.obj --voxel 0.5mm --cap --extend outlet1=5.1mm -o none.vox
refused 2 'two.obj: --extend all=2.6mm: outlet[12] would run into' tessera voxelize two.obj --voxel 0.5mm --cap --extend all=2.6mm -o none.vox

# ---- refusals -------------------------------------------------------------------------------------------------
usage() { wanted=$1; shift; refused 2 "$wanted" tessera voxelize "$@" -o none.vox; }
usage 'short.obj: --extend: the surface has no opening outlet2; it has inlet0, outlet1$' short.obj --voxel 1mm --cap --extend outlet2=8mm
for bad in outlet1=-8mm outlet1=0mm outlet1=8 outlet1=8mm2 outlet1=8s outlet1=8xy outlet1= outlet1 =8mm all=0d all=-1d all=nand all=infd; do
  usage "--extend $bad: expected NAME=LENGTH, such as outlet1=12mm, or all=3d for three diameters$" short.obj --voxel 1mm --cap --extend "$bad"
done
usage '--extend outlet1=9mm: names outlet1 twice$' short.obj --voxel 1mm --cap --extend outlet1=8mm --extend outlet1=9mm
usage '--extend outlet1=8km is too long: at most 1048576 voxels$' short.obj --voxel 1mm --cap --extend outlet1=8km
usage 'make voxels larger$' short.obj --voxel 0.1mm --cap --extend all=104m
usage '--extend prolongs openings, which these make: give --cap or --open$' short.obj --voxel 1mm --extend outlet1=8mm
usage '--extend .*: give a surface$' --shape box --size 4,4,4 --extend all=8mm
head -c 64 /dev/zero >grey.raw
usage '--extend .*: give a surface$' --raw 4,4,4,u8 --fluid equal=0 --extend all=8mm grey.raw
printf 'v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >whole.obj
usage 'whole.obj: --extend: the surface has no opening$' whole.obj --voxel 1mm --cap --extend all=8mm
refused 2 '--json reports on standard output: give -o FILE for the voxels$' tessera voxelize short.obj --voxel 1mm --json
