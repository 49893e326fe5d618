#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The filters of tessera-voxelize, the order in which they act, the mask and the preview.
# Small cases are computed by hand; tests/unit/tools/check_filter.c tests the definitions.
. "$srcdir/tests/lib.sh"

# 4 x 2 x 2 bytes: 1 2 3 4 / 5 6 7 8, then 11 12 13 14 / 15 16 17 18
printf '\001\002\003\004\005\006\007\010\013\014\015\016\017\020\021\022' >raw
raw="--raw 4,2,2,u8"

voxelize $raw --threshold 7 --flip x raw
is "$(rows)" "z=0 1111 0011 z=1 0000 0000 "
voxelize $raw --threshold 7 --flip yz raw
is "$(rows)" "z=0 0000 0000 z=1 1100 1111 "
# crop, then flip: columns 0 and 1, reversed
voxelize $raw --threshold 6 --crop 0:2,, --flip x raw
is "$(rows)" "z=0 11 01 z=1 00 00 "
# the means are 8.5 and 10.5; Otsu's threshold lies between them
voxelize $raw --threshold 9 --bin 2 --voxel 5um raw
is "$(rows)" "z=0 10 "
grep -q '^dx: 1e-0*5$\|^dx: 0.00001$' out || fail "dx of a coarser image"
voxelize $raw --threshold otsu --bin 2 raw
is "$(rows)" "z=0 10 "
# crop, flip, then bin: the columns 1 2 3 become 3 2 1, and bin takes 3 2, whose mean is 9.5; without flip it is 8.5
voxelize $raw --threshold 9 --crop 0:3,, --flip x --bin 2 raw
is "$(rows)" "z=0 0 "
voxelize $raw --threshold 9 --crop 0:3,, --bin 2 raw
is "$(rows)" "z=0 1 "
# one bright voxel among dark ones is gone after a median; bin acts before the median
printf '\001\001\001\001\001\001\001\001\001\001\001\001\001\377\001\001\001\001\001\001\001\001\001\001\001\001\001' >dot
voxelize --raw 3,3,3,u8 --threshold 9 dot
grep -q '^101$' out || fail "the dot"
voxelize --raw 3,3,3,u8 --threshold 9 --median 1 dot
grep -q '^[01]*0' out && grep '^[01]' out | grep -q 0 && fail "the dot is still there"
# from 1, the value 5 is reached through 2 3 4, and 13 is not reached
voxelize $raw --hysteresis 2,14 raw
is "$(rows)" "z=0 1111 1111 z=1 1110 0000 "
voxelize $raw --hysteresis 2,6 --fluid above --crop ,,0:1 raw
is "$(rows)" "z=0 0111 1111 "
voxelize $raw --hysteresis 0.5,6 raw
is "$(rows)" "z=0 0000 0000 z=1 0000 0000 "
# layers: later layers cover earlier ones; they are added after mirroring
voxelize $raw --threshold 6 --crop 0:2,0:1,0:1 --mirror x --pad z-=1:fluid --pad x+=1:solid raw
is "$(rows)" "z=0 11110 z=1 11110 "
grep -q 'porosity  *0.800000$' err || fail "porosity with layers"
voxelize --shape box --size 2,1,1 --pad z-=2:solid --pad z+=1:fluid
is "$(rows)" "z=0 00 z=1 00 z=2 11 z=3 11 "
voxelize --shape box --size 1,1,2 --mirror z --pad z+=1:solid
is "$(rows)" "z=0 1 z=1 1 z=2 1 z=3 1 z=4 0 "

# the mask: a voxel stream, whole or one slice for all; it is cropped, flipped and binned as the image is
tessera-voxelize -q --raw 4,2,2,u8 --fluid equal=1,2,5,18 raw -o mask.vox
voxelize $raw --threshold 20 --mask mask.vox raw
is "$(rows)" "z=0 1100 1000 z=1 0000 0001 "
voxelize $raw --threshold 20 --mask mask.vox --flip x raw
is "$(rows)" "z=0 0011 0001 z=1 0000 1000 "
tessera-voxelize -q --raw 4,2,1,u8 --fluid equal=1,2 -o one.vox - <<END
$(printf '\001\002\003\004\005\006\007')
END
voxelize $raw --threshold 20 --mask one.vox --flip z raw
is "$(rows)" "z=0 1100 0000 z=1 1100 0000 "
# of the first eight voxels half are inside, of the others fewer
voxelize $raw --threshold 20 --mask one.vox --bin 2 raw
is "$(rows)" "z=0 10 "
# Otsu uses the values inside only: 1 2 11 12
voxelize $raw --threshold otsu --mask one.vox raw
grep -q 'threshold  *3 (Otsu)' err || fail "Otsu inside the mask: $(grep threshold err)"
# hysteresis does not spread through voxels outside the mask
voxelize $raw --hysteresis 2,20 --mask mask.vox raw
is "$(rows)" "z=0 1100 1000 z=1 0000 0000 "
refused 2 'save it uncompressed, or as TIFF' tessera-voxelize $raw --threshold 9 --mask mask.vox --flip z -o x raw
tessera-voxelize -q --shape box --size 4,2,3 -o large.vox
refused 3 'large.vox: a mask of 4 x 2 x 3 voxels does not fit' tessera-voxelize $raw --threshold 9 --mask large.vox -o x raw
refused 3 'raw: cannot be read as TIFF' tessera-voxelize $raw --threshold 9 --mask raw -o x raw
refused 1 'nowhere: ' tessera-voxelize $raw --threshold 9 --mask nowhere -o x raw
refused 2 'would replace the mask' tessera-voxelize $raw --threshold 9 --mask mask.vox -o mask.vox raw

# what lies outside the mask, zeros, a bright holder or noise, never changes a voxel inside; without a mask a surround of one
# value is no part of the noise from which filters find their strength
sample() {
  awk -v around="$1" 'BEGIN {
    for (z = 0; z < 16; z++) for (y = 0; y < 18; y++) for (x = 0; x < 20; x++) {
      s = (s * 1103515245 + 12345) % 2147483648; noise = s / 2147483648
      s = (s * 1103515245 + 12345) % 2147483648; noise += s / 2147483648
      if (2 * x + 3 * y + 4 * z < 40 || x - 2 * y + z > 9) v = around < 0 ? int(127 * noise) : around
      else v = int(((int(x / 5) + int(y / 7) + int(z / 4)) % 2 ? 150 : 60) + 50 * noise)
      printf "\\%03o", v
    } }' >octal
  printf "$(cat octal)"
}
sample 0 >zeros; sample 255 >holder; sample -1 >noise
sample 0 | tr '\001-\377' '\001' >inside.raw
tessera-voxelize -q --raw 20,18,16,u8 --fluid equal=1 inside.raw -o inside.vox
cored() { tessera-voxelize --no-history --raw 20,18,16,u8 --voxel 2um --mask inside.vox "$@"; }
while read -r options; do
  for around in zeros holder noise; do cored $options $around -o $around.vox 2>err || fail "$options: $(cat err)"; done
  cmp zeros.vox holder.vox && cmp zeros.vox noise.vox || fail "what is outside the mask changes $options"
done <<END
--threshold otsu
--threshold otsu --walls
--threshold otsu --median 1
--threshold otsu --gaussian 1 --walls
--threshold otsu --unsharp 1,1
--threshold otsu --bilateral 2
--threshold otsu --nlm=2
--threshold otsu --anisotropic 3
--threshold otsu --flatten
--threshold otsu --rings 8,7
--threshold otsu --bin 2
--threshold otsu --resample 3um
--threshold otsu --crop 1:19,2:,:15 --flip xy --nlm=2
--threshold edges
--segment local:3
--segment otsu:3
--segment watershed
--hysteresis 100,130
END
# real numbers: also what is none, and what is infinite, outside
for around in 0 nan inf; do
  { printf 'NRRD0004\ntype: float\ndimension: 3\nsizes: 20 18 16\nencoding: ascii\n\n'
    od -A n -v -t u1 -w1 zeros | awk -v around=$around '{ print $1 ? $1 + .25 : around }'; } >$around.nrrd
  tessera-voxelize --no-history --voxel 2um --mask inside.vox --threshold 100 $around.nrrd -o $around.vox 2>err || fail "$around: $(cat err)"
  grep '^  values' err >$around.values
  cmp 0.vox $around.vox && cmp 0.values $around.values || fail "$around outside the mask changes the inside"
done
cored --threshold otsu --nlm=2 noise -o out.vox 2>err
grep -q '^  noise  *[0-9.]* before --nlm, estimated: H is [0-9.]*$' err || fail "the noise is not reported: $(cat err)"
# and in JSON, as in the text, of each filter whose strength is not given
cored --threshold otsu --nlm=2 --median 1 --bilateral 2,9 --bilateral 2 --anisotropic 3 --band --json noise -o out.vox 2>err >json
found=$(tr -d ' \n' <json | sed -n 's/.*"noise":\[\([^]]*\)\].*/\1/p')
is "$(echo "$found" | tr '{' '\n' | awk -F '[:,}]' 'NF > 6 { gsub("\"", ""); printf "%.5g before --%s, estimated: %s is %.5g\n", $4, $2, $6, $8 }')" \
  "$(sed -n 's/^  noise  *//p' err)"
is "$(grep -c '^  noise' err)" 3
tessera-voxelize --raw 20,18,16,u8 --threshold otsu --nlm=2 zeros -o out.vox 2>err
grep -q '^  noise  *[1-9][0-9.]* before --nlm' err || fail "no noise in a core: $(cat err)"
# the axis of rings is in voxels of the whole image, whatever is cropped or flipped, and may lie outside: as of an image that is
# the part alone
od -A n -v -t u1 -w20 noise | awk '{ for (i = 13; i <= 20; i++) printf "\\%03o", $i }' >octal # x from 12 on
printf "$(cat octal)" >part
for filter in rings flatten; do
  for flip in "" "--flip x"; do
    tessera-voxelize -q --raw 20,18,16,u8 --threshold 100 --crop 12:,, $flip --$filter=8,7 --confidence whole.raw noise -o out.vox
    tessera-voxelize -q --raw 8,18,16,u8 --threshold 100 $flip --$filter=-4,7 --confidence part.raw part -o out.vox
    cmp whole.raw part.raw || fail "--$filter after --crop $flip is not around its axis"
  done
done
# Otsu's threshold over a border, and over one dead pixel: the one without them, which the mask gives, is said
tessera-voxelize --raw 20,18,16,u8 --threshold otsu zeros -o out.vox 2>err
share=$(od -A n -v -t u1 -w1 zeros | awk '$1 == 0 { n++ } END { printf "%.3g", 100 * n / NR }')
cored --threshold otsu zeros -o out.vox 2>masked
of_mask=$(sed -n 's/^  threshold  *\([0-9]*\) (Otsu).*/\1/p' masked)
grep -q "warning: Otsu's threshold is [0-9]* with the least value, $share % of the voxels, and $of_mask without" err || fail "a border: $(cat err)"
grep warning masked && fail "a warning inside the mask"
# of three classes, too
tessera-voxelize --raw 20,18,16,u8 --segment otsu:3 --fluid class=1 zeros -o out.vox 2>err
cored --segment otsu:3 --fluid class=1 zeros -o out.vox 2>masked
of_mask=$(sed -n 's/^  classes .*1: below \([0-9]*\),.*2: below \([0-9]*\),.*/\1, \2/p' masked)
with=$(sed -n 's/^  classes .*1: below \([0-9]*\),.*2: below \([0-9]*\),.*/\1, \2/p' err)
grep -q "warning: Otsu's thresholds are $with with the least value, $share % of the voxels, and $of_mask without" err || fail "three classes: $(cat err)"
grep warning masked && fail "a warning inside the mask"
od -A n -v -t u1 -w1 noise | awk '{ printf NR == 1 ? "\\377\\377" : sprintf("\\%03o\\000", $1) }' >octal
printf "$(cat octal)" >dead
tessera-voxelize --raw 20,18,16,u16 --threshold otsu dead -o out.vox 2>err
grep -q "warning: Otsu's threshold is [0-9]* with the greatest value, 0.0174 % of the voxels, and 1[0-9][0-9] without" err || fail "a dead pixel: $(cat err)"
refused 3 'nlm: the noise of the image is estimated as 0.*state H' tessera-voxelize $raw --threshold 9 --nlm=1 -o x raw

refused 2 'bin 3: the image has only 2 voxels along y' tessera-voxelize $raw --threshold 9 --bin 3 -o x raw
refused 2 'median 9: expected R, 1 ... 8 voxels' tessera-voxelize $raw --threshold 9 --median 9 -o x raw
refused 2 'median 0x2: expected R, 1 ... 8 voxels' tessera-voxelize $raw --threshold 9 --median 0x2 -o x raw
refused 2 'leave out --threshold' tessera-voxelize $raw --threshold 9 --hysteresis 1,2 -o x raw
refused 2 'leave out --fluid equal=1' tessera-voxelize $raw --fluid equal=1 --hysteresis 1,2 -o x raw
refused 2 'LO below HI' tessera-voxelize $raw --hysteresis 2,1 -o x raw
refused 2 'leave out --fluid equal=1' tessera-voxelize $raw --fluid equal=1 --bin 2 -o x raw
refused 2 'z-=1:solid: face z- is padded twice' tessera-voxelize $raw --threshold 9 --pad z-=1:fluid --pad z-=1:solid -o x raw
# every filter, whatever its numbers are
for filter in $(sed -n 's/^ *FILTER_KIND_\([A-Z]*\),$/\1/p' "$srcdir/tools/segment/filter/filter_list.h" | tr '[:upper:]' '[:lower:]'); do
  said=$(for text in "" =1 =1,1; do tessera-voxelize -q --shape box --size 4,4,4 --$filter$text -o x 2>&1 || :; done)
  case $said in *"--shape has no grey levels: leave out --$filter"*) ;; *) fail "--$filter of a shape: $said" ;; esac
done
cat raw | { expect 2 tessera-voxelize $raw --hysteresis 1,2 -o x; one_line 'reads its input twice'; }
cat raw | { expect 2 tessera-voxelize $raw --threshold 1 --flip z -o x; one_line 'reads its input backwards'; }
# a pipe with too many bytes is detected, even if --bin leaves out the last slice
cat raw raw | { expect 3 tessera-voxelize --raw 4,2,3,u8 --threshold 1 --bin 2 -o x; one_line 'expected 24 bytes'; }

# an image that is read again is decoded once, or each time where the copy does not fit: the same result
"$builddir/tests/tiff_speed" make deflated.tif 256 80 u8 deflate
for options in "--threshold otsu" "--threshold otsu --walls --crop 3:200,:,1:" "--hysteresis 110,130 --median 1"; do
  tessera-voxelize -q --no-history $options -o kept deflated.tif
  tessera-voxelize -q --no-history $options --max-memory 12MiB -o again deflated.tif || fail "$options with 12 MiB"
  cmp kept again || fail "a copy changes the result of $options"
done

# classes by Otsu's method for several: the values of three levels, and which of them are fluid; several are labels
printf '\001\002\001\062\063\062\310\311' >three
of_class() { tessera-voxelize --raw 8,1,1,u8 --segment "$@" three 2>err | voxels | grep -v '^z'; }
bits() { of_class "$@" | grep '^[0-9]'; }
is "$(bits otsu:3)" 11100000
grep -q 'classes  *1: below 3, 0.3750; 2: below 52, 0.3750; 3: from 52, 0.2500 of the voxels (Otsu)$' err || fail "$(cat err)"
is "$(bits otsu:3 --fluid above)" 00000011
is "$(bits otsu:3 --fluid class=2)" 00011100
is "$(bits otsu:3 --fluid class=1,3)" 11100011
tessera-voxelize -q --raw 8,1,1,u8 --segment otsu:3 --fluid class=1,3 three | tessera tile -q --lint no -o three.tile
tessera probe --json three.tile >r.json
is "$(json r.json values label nodes)" 5
near "$(json r.json values label mean)" 1.8 1e-12 # three of class 1, two of class 3
of_class otsu:3 --fluid class=2-3 | grep -q '^classes: solid 2 3$' || fail "classes: $(of_class otsu:3 --fluid class=2-3)"
is "$(bits otsu:3 --fluid class=2-3)" 00011111
is "$(bits otsu)" "$(tessera-voxelize -q --raw 8,1,1,u8 --threshold otsu three | voxels | grep '^[01]')"
is "$(bits otsu:3 --walls)" 11100000
refused 2 'class=4: the classes are 1 ... 3' tessera-voxelize --raw 8,1,1,u8 --segment otsu:3 --fluid class=4 three -o x
refused 2 'lists all of 3 classes: none is solid' tessera-voxelize --raw 8,1,1,u8 --segment otsu:3 --fluid class=1-3 three -o x
refused 2 'class= needs --segment otsu:N' tessera-voxelize --raw 8,1,1,u8 --threshold 9 --fluid class=1 three -o x
refused 2 'leave out --threshold' tessera-voxelize --raw 8,1,1,u8 --threshold 9 --segment otsu three -o x
# a local threshold finds a dark voxel on a slope, where one threshold for all does not
awk 'BEGIN { for (i = 0; i < 40; i++) printf "\\%03o", 20 + 5 * i - (i == 30 ? 60 : 0) }' >octal
printf "$(cat octal)" >slope
of_slope() { tessera-voxelize --raw 40,1,1,u8 --segment "local:$1" slope 2>err | voxels | grep '^[01]'; }
is "$(of_slope 5,0.1)" 1111000000000000000000000000001000000000
grep -q 'threshold  *local, of radius 5 (Sauvola: k 0.1, deviations of 97.5, levels from 20), fluid is below$' err || fail "$(cat err)"
tessera-voxelize --raw 40,1,1,u8 --segment local:5,0.1 --walls slope -o slope.vox 2>err
grep -q 'walls  *[1-9][0-9]* links are cut' err || fail "no walls: $(cat err)"
refused 2 'segment local:40 reaches beyond the image, which has 40 voxels along x' tessera-voxelize --raw 40,1,1,u8 --segment local:40 slope -o x
refused 2 'expected local:R' tessera-voxelize --raw 40,1,1,u8 --segment local:0 slope -o x
refused 2 'expected local:R' tessera-voxelize --raw 40,1,1,u8 --segment local:3,0.2,1,4 slope -o x
for number in 0x3 3,0x1p-2 "3, 1"; do # decimal numbers only
  refused 2 'expected local:R' tessera-voxelize --raw 40,1,1,u8 --segment "local:$number" slope -o x
done
refused 3 'all have the value 20' tessera-voxelize --raw 40,1,1,u8 --crop 0:1,, --segment local:1 slope -o x
# a watershed: the edge between 20 and 100 is where the gradient is greatest, beyond the threshold 60 of half the contrast
printf '\024\024\024\036\050\120\144\144\144\144' >edge # 20 20 20 30 40 80 100 100 100 100
flooded() { tessera-voxelize --raw 10,1,1,u8 --segment "$@" edge 2>err | voxels | grep '^[01]'; }
is "$(flooded watershed:21,100)" 1111100000
grep -q 'watershed  *21 and 100, fluid is below$' err || fail "$(cat err)"
is "$(flooded watershed --fluid above)" 0000011111
# by differences to one side the class would begin at the third voxel, or at the fourth; along all axes
printf '\024\024\032\062\066\114\136\144\144' >slow # 20 20 26 50 54 76 94 100 100
for size in 9,1,1 1,9,1 1,1,9; do
  is "$(tessera-voxelize -q --raw $size,u8 --segment watershed:21,100 slow | voxels | grep '^[01]' | tr -d '\n')" 111110000
done
printf '\0\0\040\101\0\0\300\177\0\0\160\101\0\0\240\101' >hole4 # 10, NaN, 15, 20: no flood from 10 reaches 15
is "$(tessera-voxelize -q --raw 4,1,1,f32 --segment watershed:11,20 --nan fluid hole4 | voxels | grep '^[01]')" 1100
is "$(tessera-voxelize -q --raw 4,1,1,f32 --segment watershed:11,20 --nan solid hole4 | voxels | grep '^[01]')" 1000
grep -q 'watershed  *26 and 96, fluid is at or above$' err || fail "$(cat err)"
printf '\001\001\001\001\001\001\001\000\001\001' >gap # the mask lets no flood through
tessera-voxelize -q --raw 10,1,1,u8 --fluid equal=1 gap -o gap.vox
is "$(flooded watershed:21,100 --mask gap.vox)" 1111100000
refused 3 'no voxel is below 19.9: a class has no marker' tessera-voxelize --raw 10,1,1,u8 --segment watershed:19.9,21 edge -o x
refused 3 'no voxel is at or above 101: a class has no marker' tessera-voxelize --raw 10,1,1,u8 --segment watershed:30,101 edge -o x
refused 2 'LO below HI' tessera-voxelize --raw 10,1,1,u8 --segment watershed:3,2 edge -o x
refused 2 'leave out --segment watershed' tessera-voxelize --raw 10,1,1,u8 --segment watershed --walls edge -o x
refused 2 'class= needs --segment otsu:N' tessera-voxelize --raw 10,1,1,u8 --segment watershed --fluid class=1 edge -o x
refused 2 'segment reads its input twice' tessera-voxelize --raw 10,1,1,u8 --segment watershed -o x - <<END
0123456789
END
# the band of thresholds: the gradient is steep from voxel 3 to 6; within two voxels are 20 and 80 of the first, 20 and 100,
# 30 and 100, 40 and 100. The means of the classes are 26 and 96: two of these have both, and so the local thresholds are
# 60 and 65
banded() { tessera-voxelize --raw 10,1,1,u8 --band "$@" edge -o edge.vox 2>err; grep '^  band' err; }
is "$(banded --threshold otsu)" "  band                        60 to 65, in the middle 60: 96 % of the local thresholds at 2 edges; the threshold is below"
is "$(banded --threshold 60)" "  band                        60 to 65, in the middle 60: 96 % of the local thresholds at 2 edges"
banded --threshold 200 | grep -q 'the threshold is above$' || fail "above the band: $(cat err)" # and one class is empty
grep -q 'warning: every voxel is fluid' err || fail "an empty class: $(cat err)"
banded --segment watershed | grep -q '60 to 65, in the middle 60: [^;]*$' || fail "the levels 26 and 96 are around 61"
tessera-voxelize --raw 10,1,1,u8 --threshold edges edge -o edge.vox 2>err
grep -q 'threshold  *60 (edges), fluid is below$' err || fail "$(cat err)"
tessera-voxelize -q --raw 10,1,1,u8 --hysteresis 50,80 --band --json edge >r.json
is "$(json r.json band low) $(json r.json band middle) $(json r.json band high) $(json r.json band edges)" "60 60 65 2"
is "$(json r.json threshold) $(json r.json levels 0) $(json r.json levels 1) $(json r.json porosity)" "null 50 80 0.5"
printf '\001\001\001\001\001\001\001\000\000\000' >most # the surroundings of an edge must be inside the mask
tessera-voxelize -q --raw 10,1,1,u8 --fluid equal=1 most -o most.vox
is "$(banded --threshold 60 --mask most.vox)" "  band                        60 to 60, in the middle 60: 96 % of the local thresholds at 1 edges"
tessera-voxelize -q --raw 10,1,1,u8 --threshold 60 --band --preview band.png edge -o edge.vox
# below the histogram are the ends of the band in its colour, the only one there with less blue than 30
tessera-voxelize -q --channel 2 --threshold 30 --crop ,320:, band.png -o ends.vox
[ "$(voxels <ends.vox | grep '^[01]' | tr -cd 1 | wc -c)" -ge 20 ] || fail "the preview does not name the ends of the band"
refused 3 'no threshold separates the voxels: all have the value 20' tessera-voxelize --raw 10,1,1,u8 --crop 0:3,, --threshold 9 --band edge -o x
refused 3 'band: no edge: nowhere are values of both classes within 2 voxels' tessera-voxelize --raw 40,1,1,u8 --threshold 9 --band slope -o x
for without in "--fluid equal=20" "--segment local:3" "--segment otsu:3" "--fluid class=1 --segment otsu" --labels; do
  refused 2 "--band .*: leave out ${without%% --s*}" tessera-voxelize --raw 10,1,1,u8 $without --band edge -o x
done
refused 2 'no grey levels: leave out --band' tessera-voxelize --shape box --size 3,3,3 --band -o x
refused 2 'give -o FILE for the voxels' tessera-voxelize --raw 10,1,1,u8 --threshold 9 --band --json edge -o -
refused 2 '--bin takes means' tessera-voxelize --raw 10,1,1,u8 --fluid equal=20 --bin 2 edge -o x
cat edge | { expect 2 tessera-voxelize --raw 10,1,1,u8 --threshold 9 --band -o x; one_line 'band reads its input twice'; }
refused 2 'segment otsu:10: ' tessera-voxelize --raw 8,1,1,u8 --segment otsu:10 three -o x
refused 2 'segment otsu:1: ' tessera-voxelize --raw 8,1,1,u8 --segment otsu:1 three -o x
refused 2 'leave out --fluid class=1' tessera-voxelize --raw 8,1,1,u8 --segment otsu:3 --fluid class=1 --walls three -o x
refused 3 '6 different values do not make 7 classes' tessera-voxelize --raw 8,1,1,u8 --segment otsu:7 three -o x

# islands and holes: 2 and 3 fluid voxels, a hole of 1 in a block of 8; the islands go first, so that the hole between
# the last two fluid voxels and the face is solid, as is what is outside the mask
printf 'FssFFFsFFFsFFFFFsFsFFsss' >sets # along x
sets() { tessera-voxelize --raw 24,1,1,u8 --fluid equal=70 "$@" sets 2>err | voxels | grep '^[01]'; }
is "$(sets)" 100111011101111101011000
is "$(sets --clean 1)" 100111011101111101011000
is "$(sets --clean 2)" 000111111111111100011000
grep -q 'cleaned  *2 islands of 2 voxels to solid, 2 holes of 2 to fluid$' err || fail "$(cat err)"
is "$(sets --clean 3)" 000111111111111100000000
is "$(sets --clean 4)" 000000000001111100000000
refused 3 'clean 24: all islands of fluid have fewer voxels, and none would be left$' tessera-voxelize --raw 24,1,1,u8 --fluid equal=70 --clean 24 -o x sets
printf 'FFFFFFsssFFFFFFFFFsFFFFF' >grains
refused 3 'clean 4: all parts of the solid have fewer voxels, and none would be left$' tessera-voxelize --raw 24,1,1,u8 --fluid equal=70 --clean 4 -o x grains
awk 'BEGIN { for (i = 0; i < 24; i++) printf "%s", i == 10 ? "\\0" : "\\1" }' >octal
printf "$(cat octal)" >inside
tessera-voxelize -q --raw 24,1,1,u8 --fluid equal=1 inside -o inside.vox
is "$(sets --clean 2 --mask inside.vox)" 000111111101111100011000
tessera-voxelize -q --raw 4,2,2,u8 --hysteresis 2,14 --clean 3 raw 2>err | voxels | grep '^[01z]' | tr '\n' ' ' >cleaned
is "$(cat cleaned)" "z=0 1111 1111 z=1 1110 0000 "
refused 2 'has no label\|have no label' tessera-voxelize $raw --labels --fluid equal=1,2 --clean 2 -o x raw
refused 2 'against their grey levels' tessera-voxelize $raw --threshold 9 --walls --clean 2 -o x raw
refused 2 'no grey levels: leave out --clean' tessera-voxelize --shape box --size 4,4,4 --clean 2 -o x
cat raw | { expect 2 tessera-voxelize $raw --threshold 1 --clean 2 -o x; one_line 'clean reads its input'; }

# how far each value is from the other class, in all formats, before layers are added; read back with a threshold
distances() { od -A n -v -t f4 c.raw | tr -s ' \n' '  ' | sed 's/^ //; s/ $//'; }
tessera-voxelize -q $raw --threshold 7 --confidence c.raw --pad x-=1:solid raw -o c.vox
is "$(distances)" "6 5 4 3 2 1 0 1 4 5 6 7 8 9 10 11"
tessera-voxelize -q $raw --threshold 7 --fluid above --confidence c.raw raw -o c.vox
is "$(distances)" "6 5 4 3 2 1 0 1 4 5 6 7 8 9 10 11"
tessera-voxelize -q $raw --hysteresis 2,14 --confidence c.raw raw -o c.vox # 14 - v of what is fluid, v - 2 of what is not
is "$(distances)" "13 12 11 10 9 8 7 6 3 2 1 12 13 14 15 16"
printf '\002\011\010\003\001' >turned # its first fluid is an island
tessera-voxelize -q --raw 5,1,1,u8 --threshold 5 --clean 2 --confidence c.raw turned -o c.vox
is "$(distances)" "-3 4 3 2 4"
tessera-voxelize -q $raw --segment otsu:3 --fluid class=1 --confidence c.raw raw -o c.vox # of 1-4, 5-8 and the rest
is "$(distances)" "4 3 2 1 0 1 2 3 6 7 8 9 10 11 12 13"
tessera-voxelize -q $raw --segment otsu:3 --fluid class=2 --confidence c.raw raw -o c.vox
is "$(distances)" "4 3 2 1 0 1 2 1 2 3 4 5 6 7 8 9"
tessera-voxelize -q $raw --threshold 7 --mask mask.vox --confidence c.raw raw -o c.vox
is "$(distances)" "6 5 nan nan 2 nan nan nan nan nan nan nan nan nan nan 11"
for ending in tif nrrd mha npy; do
  tessera-voxelize -q $raw --threshold 7 --voxel 2um --confidence c.$ending raw -o c.vox
  voxelize c.$ending --threshold 4.5
  is "$ending $(rows)" "$ending z=0 0011 1111 z=1 1000 0000 "
  grep -q 'stored as  *f32' err || fail "$(cat err)"
  [ $ending = npy ] || grep -q 'voxel  *2 um' err || fail "no size in c.$ending: $(cat err)"
done
refused 2 'leave out --fluid equal=1' tessera-voxelize $raw --fluid equal=1 --confidence c.raw -o x raw
refused 2 'no grey levels: leave out --confidence' tessera-voxelize --shape box --size 4,4,4 --confidence c.raw -o x
cp raw dot.raw
refused 2 'would replace an input' tessera-voxelize $raw --threshold 3 --confidence dot.raw -o x dot.raw

# the same bits for any number of threads
make-sample scan 24
every="--median 1 --gaussian 0.7 --bilateral 2 --nlm=2 --anisotropic 2 --unsharp 1,0.5 --flatten --rings 12,12"
for threads in 1 3; do
  for way in "--segment local:4" "--segment watershed --clean 9" "--segment otsu:3 --fluid class=1-2"; do
    OMP_NUM_THREADS=$threads tessera-voxelize -q --no-history $every $way --confidence c$threads.raw scan/*.tif
    cat c$threads.raw
  done >threads$threads
done
cmp threads1 threads3 || fail "threads change the result"

# filters act in their own order, each any number of times: of a row with a dot, the median takes it away before the
# Gaussian can spread it, and not after; the type stays, so that the digest is that of bytes
printf '\0\0\0\0\377\0\0\0\0' >dot
row() { tessera-voxelize -q --raw 9,1,1,u8 "$@" dot | voxels | grep '^[01]'; }
is "$(row --threshold 1 --fluid above --median 1 --gaussian 0.5)" 000000000
is "$(row --threshold 1 --fluid above --gaussian 0.5 --median 1)" 000111000
is "$(row --threshold 1 --fluid above --gaussian 0.5)" 000111000
is "$(row --threshold 1 --fluid above --gaussian 0.5 --gaussian=0.5)" 001111100
is "$(row --threshold 27 --fluid above --gaussian 0.5)" 000111000
is "$(row --threshold 27 --fluid above --gaussian 0.5 --gaussian 0.5)" 000111000
is "$(row --threshold 60 --fluid above --gaussian 0.5 --gaussian 0.5)" 000010000
tessera-voxelize -q --raw 9,1,1,u8 --threshold 9 --gaussian 5e-1 dot | tessera tile -q --lint no -o dot.tile
printf '\0\0\0\033\311\033\0\0\0' >smooth # 255 times 0.7866, 0.1065, 0.0003, rounded
tessera-voxelize -q --raw 9,1,1,u8 --threshold 9 smooth | tessera tile -q --lint no -o smooth.tile
digest_of() { head -c 4000 "$1" | tr -d '\0' | sed -n 's/.*\(input [0-9a-f]*\).*/\1/p' | head -n 1; }
is "$(digest_of dot.tile)" "$(digest_of smooth.tile)"
for type in u8 i8 u16 u16,be f32 f32,be f64,be; do # one slice of any type and order of bytes, with NaN
  case $type in *be) order='>' ;; *) order='<' ;; esac
  case $type in u8 | i8) bytes='\012\074' ;; u16) bytes='\012\000\074\000' ;; u16,be) bytes='\000\012\000\074' ;;
    f32) bytes='\000\000\040\101\000\000\160\102' ;; f32,be) bytes='\101\040\000\000\102\160\000\000' ;;
    *) bytes='\100\044\000\000\000\000\000\000\100\116\000\000\000\000\000\000' ;; esac
  printf "$bytes" >two # 10, 60 become 15.3, 54.7
  for t in 15 16; do tessera-voxelize -q --raw "2,1,1,$type" --threshold $t --gaussian 0.5 two | voxels | grep '^[01]'; done >two.txt
  is "$type $(tr '\n' ' ' <two.txt)" "$type 00 10 "
done
printf '\000\000\040\101\000\000\300\177\000\000\160\102' >hole # 10, NaN, 60
for filter in "--gaussian 0.5" "--median 1" "--bilateral 1,9" "--nlm=1,0,9" "--anisotropic 3,9"; do
  is "$filter $(tessera-voxelize -q --raw 3,1,1,f32 --threshold 30 --nan fluid $filter hole | voxels | grep '^[01]')" "$filter 110"
done
refused 2 'bilateral 3 reaches beyond the image, which has 2 voxels along y' tessera-voxelize $raw --threshold 9 --bilateral 3 -o x raw
refused 2 'nlm reaches beyond the image' tessera-voxelize $raw --threshold 9 --nlm -o x raw
refused 2 'gaussian 2.5 reaches beyond' tessera-voxelize $raw --threshold 9 --gaussian 2.5 -o x raw
refused 2 'rings 2: expected X,Y' tessera-voxelize $raw --threshold 9 --rings 2 -o x raw
refused 3 'no threshold separates' tessera-voxelize $raw --threshold 9 --crop 0:1,0:1,0:1 --flatten -o x raw
refused 2 'same width contradict each other' tessera-voxelize $raw --threshold 9 --gaussian 1 --median 1 --unsharp 1,2 -o x raw
refused 2 'unsharp 1: expected SIGMA,AMOUNT' tessera-voxelize $raw --threshold 9 --unsharp 1 -o x raw
refused 2 'bilateral 1,2,3: expected R' tessera-voxelize $raw --threshold 9 --bilateral 1,2,3 -o x raw
refused 2 'leave out --fluid equal=1' tessera-voxelize $raw --fluid equal=1 --gaussian 1 -o x raw
refused 2 'no grey levels' tessera-voxelize --shape box --size 4,4,4 --nlm -o x
refused 2 'device is for this filter' tessera-voxelize $raw --threshold 1 --device cpu -o x raw
for device in gpu cuda: cuda:-1 cuda:0,1 cuda:x; do
  refused 2 "device $device: expected cpu, cuda or cuda:N" tessera-voxelize $raw --threshold 1 --nlm=1 --device $device -o x raw
done
refused 1 'device ' tessera-voxelize $raw --threshold 1 --nlm=1,0,3 --device cuda:999 -o x raw
for device in cpu cuda; do # a GPU gives the same bits, where there is one
  tessera-voxelize -q --no-history --segment otsu --confidence on-$device.raw --nlm=2 --device $device scan/*.tif >$device.vox 2>stderr ||
    { grep -q '^tessera-voxelize: device cuda: ' stderr || fail "$(cat stderr)"; [ $device = cuda ] || fail "no cpu"; }
done
[ ! -e on-cuda.raw ] || { cmp cpu.vox cuda.vox && cmp on-cpu.raw on-cuda.raw; } || fail "a GPU changes the result"
cat raw | { expect 2 tessera-voxelize $raw --threshold 1 --nlm=1 -o x; one_line 'which a pipe cannot give twice'; }
cat raw | { expect 2 tessera-voxelize $raw --threshold 1 --flatten -o x; one_line 'reads its input three times'; }
cat raw | tessera-voxelize -q $raw --threshold 1 --nlm=1,0,3 -o piped.vox

# the preview: a PNG beside the stream; it does not change the stream
make-sample scan 32
voxelize --threshold otsu scan/*.tif
grep -v history out >plain
voxelize --threshold otsu --preview seen.png scan/*.tif
grep -v history out | cmp -s - plain || fail "--preview changes the voxels"
head -c 4 seen.png | grep -q PNG || fail "no picture"
tessera-voxelize -q --hysteresis 90,130 --preview seen.png -o seen.vox scan/*.tif
high() { od -A n -t u1 -j 16 -N 8 seen.png | awk '{ print $1 * 16777216 + $2 * 65536 + $3 * 256 + $4, $7 * 256 + $8 }'; }
plain=$(high) # the images before and after filters: one line of three, then two; they do not change the voxels
for filters in "--median 1 --gaussian 0.5" "--median 1 --gaussian 0.5 --rings 3,3"; do
  tessera-voxelize -q --no-history $filters --threshold otsu -o unseen.vox scan/*.tif
  tessera-voxelize -q --no-history $filters --threshold otsu --preview seen.png -o seen.vox scan/*.tif
  cmp unseen.vox seen.vox || fail "--preview changes the voxels after $filters"
  high
done >sizes
side=$(tessera-voxelize --threshold otsu scan/*.tif -o seen.vox 2>&1 | awk '$1 == "size" { print int(480 / $2) * $2 }')
is "$(cat sizes)" "${plain% *} $((${plain#* } + side + 38))
${plain% *} $((${plain#* } + 2 * (side + 38)))"
for way in "--segment otsu:3 --fluid class=1,3" "--segment local:3" "--segment watershed --fluid above" "--fluid equal=1"; do
  tessera-voxelize -q $way --preview seen.png -o seen.vox scan/*.tif || fail "no preview of $way"
done
tessera-voxelize -q --shape tube --size 9,9,40 --preview tube.png -o seen.vox
refused 2 'would replace an input' tessera-voxelize $raw --threshold 9 --preview raw -o x raw
refused 2 'preview y.jpg: it writes PNG' tessera-voxelize $raw --threshold 9 --preview y.jpg -o x raw
refused 2 'both name y' tessera-voxelize $raw --threshold 9 --preview y -o y raw

# labels: voxels, and faces to other labels, counted by hand. 3 x 2 x 2: 7 7 9 / 7 0 9, then 7 7 7 / 0 0 200
printf '\007\007\011\007\000\011\007\007\007\000\000\310' >phases
labels() { tessera-voxelize --labels --json "$@" >l.json 2>err || { cat err >&2; fail "--labels $*"; }; }
label() { json l.json labels "$1" "$2"; }
labels --raw 3,2,2,u8 phases
is "$(label 0 label) $(label 1 label) $(label 2 label) $(label 3 label)" "0 7 9 200"
is "$(label 0 voxels) $(label 1 voxels) $(label 2 voxels) $(label 3 voxels)" "3 6 2 1"
# 0 at (1,1,0): 7 9 7; (0,1,1): 7 7; (1,1,1): 7 200; other faces of 7: 9 at (2,0,0), 9 above (2,0,1), 200 beside it; 9
# | 200
is "$(label 0 surface_faces) $(label 1 surface_faces) $(label 2 surface_faces) $(label 3 surface_faces)" "7 8 4 3"
is "$(label 1 fraction) $(json l.json voxels) $(json l.json grid 2)" "0.5 12 2"
near "$(label 2 specific_surface)" 0.2222222222 1e-9
is "$(json l.json voxel_size) $(label 2 specific_surface_per_m)" "null null"
labels --raw 3,2,2,i8 --voxel 2um phases
is "$(label 0 label)" -56
near "$(label 3 specific_surface_per_m)" 111111.1111 1e-9
printf '\001\001\000\001\001\000' >left
tessera-voxelize -q --raw 3,2,1,u8 --fluid equal=1 left -o left.vox
labels --raw 3,2,2,u8 --mask left.vox phases
is "$(label 0 voxels) $(label 1 voxels) $(json l.json voxels)" "3 5 8"
is "$(label 0 surface_faces) $(label 1 surface_faces)" "5 5"
labels --raw 3,2,2,u8 --crop 2:,, --flip z phases
is "$(label 0 label) $(label 1 label) $(label 2 label) $(label 2 surface_faces)" "7 9 200 2"
tessera-voxelize --raw 3,2,2,u8 --labels --voxel 2um phases | grep -q '^ *200  *1  *0.083333  *3  *0.166667  *83333.3$' || fail "text"
# of two labels, both have the surface that stats reports
awk 'BEGIN { for (i = 0; i < 13 * 5 * 7; i++) printf "%c", 33 + i * i % 2 }' >two
labels --raw 13,5,7,u8 two
tessera-voxelize -q --raw 13,5,7,u8 --fluid equal=33 two | tessera-stats --bandwidth 1 --json >s.json
is "$(label 0 surface_faces) $(label 1 surface_faces)" "$(json s.json surface_faces) $(json s.json surface_faces)"
is "$(label 0 specific_surface)" "$(json s.json specific_surface)"
printf '\000\000\200\077\000\000\300\077' >half # 1, 1.5
refused 3 'slice z=0: the value 1.5 at x=1, y=0 is no label' tessera-voxelize --labels --raw 2,1,1,f32 half
printf '\377\377\377\372' >left4
refused 3 'the value 4.2.* is no label: these are whole numbers, -32768 to 65535' tessera-voxelize --labels --raw 1,1,1,u32 left4
refused 2 'reports every value: leave out --threshold' tessera-voxelize --labels --threshold 3 --raw 3,2,2,u8 phases
refused 2 'makes no voxels' tessera-voxelize --labels -o x --raw 3,2,2,u8 phases
refused 2 'leave out --nan and filters' tessera-voxelize --labels --median 1 --raw 3,2,2,u8 phases
refused 2 '--json .*: give --labels, --band or a surface$' tessera-voxelize --json --threshold 3 --raw 3,2,2,u8 -o x phases
refused 2 '--shape has no labels.*leave out --labels' tessera-voxelize --labels --shape box --size 3,2,2

# memory: a median and hysteresis take no more for 64 slices than for 8
small() { (ulimit -v 160000; OMP_NUM_THREADS=1 "$@"); }
if small tessera-voxelize --version >/dev/null 2>&1; then
  head -c 67108864 /dev/zero >zero
  small tessera-voxelize -q --raw 256,256,1024,u8 --hysteresis 1,2 --median 1 -o large --crop 0:64,, zero ||
    fail "memory grows with the number of slices"
else
  lacks "the memory: no program starts in so little"
fi
