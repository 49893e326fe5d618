#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# data/band: what a band of thresholds leaves open. References: the same programs by hand, at the ends of the band that
# tessera voxelize --band states and at the level itself, to the bit; the interval of the grid is that of run --refine.
. "$srcdir/tests/lib.sh"
make-sample scan 24
band() { FOLDER=$1 JOBS=2; export FOLDER JOBS; shift; "$srcdir/data/band" "$@" >table 2>said; }
# by_hand OPTION... LEVEL: the row of curves.csv
by_hand() {
  tessera voxelize -q "$@" scan -o hand.vox
  tessera stats --json hand.vox >v.json
  tessera tile -q hand.vox --lint no --keep percolating=z -o hand.tile
  tessera stats --json --intrusion z- hand.tile >b.json
  tessera run -q --threads 1 --converge 1e-4 --permeability z --json hand.tile >k.json
  tessera run -q --threads 1 --converge 1e-4 --diffusion z --json hand.tile >d.json
  echo "$(json v.json porosity),$(json v.json specific_surface),$(json b.json critical_radius z),$(json d.json diffusion 0 relative),$(json k.json permeability 0 voxel2)"
}
row() { sed -n "$1p" out/curves.csv | cut -d , -f 2-; }

POINTS=2 band out scan --voxel 5um || fail "$(cat said)"
tessera voxelize -q --threshold edges --band --json scan >ends.json
low=$(json ends.json band low) high=$(json ends.json band high) middle=$(json ends.json band middle)
is "$(cut -d , -f 1 out/curves.csv | tr '\n' ' ')" "level $low $middle $high "
is "$(row 1)" porosity,specific_surface,largest_ball,d_eff,permeability_voxel2
is "$(row 2)" "$(by_hand --threshold "$low")"
is "$(row 4)" "$(by_hand --threshold "$high")"
is "$(row 3)" "$(by_hand --threshold "$middle")"
tessera run -q --threads 1 --converge 1e-4 --permeability z --refine --json hand.tile >r.json
k=$(json r.json permeability 0 interval voxel2) off=$(json r.json permeability 0 interval error_voxel2)
is "$(grep 'by the grid' table)" "$(awk "BEGIN { printf \"  %-26s  %.6g to %.6g\", \"by the grid alone, voxel2\", $k - $off, $k + $off }")"
is "$(grep 'voxel2 .*over the band' table)" "$(row 2 | cut -d , -f 5 >k1; row 3 | cut -d , -f 5 >k2; row 4 | cut -d , -f 5 >k3
  awk "BEGIN { printf \"  %-26s  %.6g, %.6g to %.6g over the band\", \"permeability, voxel2\", $(cat k2), $(cat k1), $(cat k3) }")"
grep -q 'permeability, m2' table || fail "no m2"
# the picture: five panels by their whole names, and the curves in them from left to right
grep -o '>[^<>]* over the level<' out/curves.svg | tr -d '<>' >titles
is "$(cat titles)" "permeability, voxel2 over the level
D_eff / D over the level
largest ball that passes, voxels over the level
surface, 1/voxel over the level
porosity over the level"
# where there is a GPU, levels take turns on it
mkdir with
printf '#!/bin/sh\n' >with/nvidia-smi
chmod +x with/nvidia-smi
PATH=$PWD/with:$PATH FOLDER=turns POINTS=2 JOBS='' "$srcdir/data/band" scan --voxel 5um >turns.txt 2>said || fail "$(cat said)"
cmp out/curves.csv turns/curves.csv
# the page: the error of the grid, the interval that the levels leave, and a chart of each curve
tessera report out/band.json -o page.html
sed -n 's/<tr><th>.*Permeability\(.*<data value="[^"]*">.*\)/\1/p' page.html | grep -o 'value="[^"]*' | cut -c 8- >page.txt
near "$(sed -n 1p page.txt)" "$(awk "BEGIN { printf \"%.12g\", $k * 25e-12 }")" 1e-6
near "$(sed -n 2p page.txt)" "$(awk "BEGIN { printf \"%.12g\", $off * 25e-12 }")" 1e-6
near "$(sed -n 3p page.txt)" "$(awk "BEGIN { printf \"%.12g\", ($(cat k3) + $(cat k1)) / 2 * 25e-12 }")" 1e-6
near "$(sed -n 4p page.txt)" "$(awk "BEGIN { printf \"%.12g\", ($(cat k3) - $(cat k1)) / 2 * 25e-12 }")" 1e-6
is "$(grep -o '<figcaption>[^<]*' page.html | sed 's/<figcaption>//; s/ over.*//' | tr '\n' ';')" \
  'Permeability and its error;Permeability;Diffusivity;Largest ball that passes;Specific surface;Porosity;'
first=$(awk "BEGIN { printf \"%.3g\", $(cat k1) * 25e-12 }") last=$(awk "BEGIN { printf \"%.3g\", $(cat k3) * 25e-12 }")
grep -q "\">${first%e*} × 10⁻¹² to ${last%e*} × 10⁻¹¹ m²<" page.html || fail "no $first to $last in the page"
grep -q "choose: $low to $high; chosen: $middle<" page.html || fail "no band in the page"
# of two levels both move with the band, about their middle 115
POINTS=2 band out scan --hysteresis 100,130 || fail "$(cat said)"
is "$(row 2)" "$(by_hand --hysteresis "$(awk "BEGIN { printf \"%.9g,%.9g\", $low - 15, $low + 15 }")")"
POINTS=2 band out scan --segment=watershed || fail "$(cat said)"

expect 2 "$srcdir/data/band"
expect 2 env AXIS=w "$srcdir/data/band" scan
one_line 'AXIS is x, y or z'
expect 2 env POINTS=1 "$srcdir/data/band" scan
one_line 'POINTS is 2 or more'
expect 2 "$srcdir/data/band" scan --segment otsu:3
one_line 'leave out --segment otsu:3'
expect 1 "$srcdir/data/band" nowhere
one_line nowhere
printf '\024\024\024\036\050\120\144\144\144\144' >edge
expect 3 env AXIS=x POINTS=2 JOBS=1 "$srcdir/data/band" --raw 10,1,1,u8 edge # ends in solid
grep -q "no flow through the image along x" stderr || fail "$(cat stderr)"

# ---- a core: every value is that of the inside, also where levels are negative (Hounsfield), as the recipe takes them
volume() { # NAME TYPE VALUE
  printf 'NRRD0004\ntype: %s\ndimension: 3\nsizes: 24 20 18\nencoding: ascii\n\n' "$2" >"$1"
  awk "BEGIN { for (z = 0; z < 18; z++) for (y = 0; y < 20; y++) for (x = 0; x < 24; x++) {
    in_core = ((x - 10 + z / 6) ^ 2 / 90 + (y - 11) ^ 2 / 60 < 1)
    print int($3) } }" >>"$1"
}
grey='-400 + 200 * sin(x * .33 + z * .1) * cos(y * .3 + z * .1) + 20 * sin(z * .9)'
volume core.nrrd int16 "in_core ? $grey : -1000"
volume mask.nrrd uint8 in_core
tessera voxelize -q mask.nrrd --fluid equal=1 -o mask.vox
tessera voxelize -q --mask mask.nrrd --threshold edges --band --json core.nrrd >ends.json
POINTS=2 band out core.nrrd --mask mask.nrrd --voxel 5um || fail "$(cat said)"
row_near() { # ROW LEVEL
  set -- "$1" "$2" "$(row "$1" | tr , ' ')"
  tessera voxelize -q --mask mask.nrrd --threshold "$2" core.nrrd -o hand.vox
  tessera stats --json --mask mask.vox hand.vox >v.json
  tessera tile -q hand.vox --lint no --keep percolating=z -o hand.tile
  tessera stats --json --mask mask.vox --intrusion z- hand.tile >b.json
  tessera run -q --threads 1 --converge 1e-4 --permeability z --json hand.tile >k.json
  tessera run -q --threads 1 --converge 1e-4 --diffusion z --json hand.tile >d.json
  share=$(awk "/^$/ { on = 1; next } on { all++; inside += \$1 } END { print inside / all }" mask.nrrd)
  porosity=$(tail -n 8640 core.nrrd | paste - mask.nrrd.values | awk "\$2 { n++; m += \$1 < $2 } END { print m / n }")
  set -- $3
  near "$1" "$porosity" 1e-5
  near "$2" "$(json v.json specific_surface_mask)" 1e-5
  near "$3" "$(json b.json critical_radius z)" 1e-5
  near "$4" "$(awk "BEGIN { print $(json d.json diffusion 0 relative) / $share }")" 1e-5
  near "$5" "$(awk "BEGIN { print $(json k.json permeability 0 voxel2) / $share }")" 1e-5
}
tail -n 8640 mask.nrrd >mask.nrrd.values
row_near 2 "$(json ends.json band low)"
row_near 4 "$(json ends.json band high)"
row_near 3 "$(json ends.json band middle)"
tessera run -q --threads 1 --converge 1e-4 --permeability z --refine --json hand.tile >r.json
near "$(sed -n 's/.*by the grid alone, voxel2 *\([0-9.]*\) to.*/\1/p' table)" "$(awk "BEGIN {
  print ($(json r.json permeability 0 interval voxel2) - $(json r.json permeability 0 interval error_voxel2)) / $share }")" 1e-5
tessera report out/band.json -o page.html
grep -q 'along z, inside the mask' page.html || fail "the page does not say that the band is of the core"
sed -n 's/^for level in \$(\(.*\)); do$/\1/p' "$srcdir/man/tessera-recipes.7" | sed 's/\\(aq/'"'"'/g; s/\\-/-/g; s/\\e/\\/g; s/band.json/ends.json/' >recipe
is "$(sh ./recipe | tr '\n' ' ')" "$(json ends.json band low) $(json ends.json band middle) $(json ends.json band high) "
# what the grid leaves of it, and the same of a .tile on the page: middles and plain values of the inside
tessera run -q --threads 1 --converge 1e-4 --permeability z --refine --json hand.tile -o flow.tile >k.json
tessera run -q --threads 1 --converge 1e-4 --diffusion z --refine --json hand.tile -o diffusion.tile >d.json
inside() { awk "BEGIN { printf \"%.12g\", $1 / $share }"; }
k=$(json k.json permeability 0 interval voxel2) off=$(json k.json permeability 0 interval error_voxel2)
set -- $(sed -n 's/^ *by the grid alone, voxel2 *\(.*\) to /\1 /p' table)
near "$1" "$(inside "($k - $off)")" 1e-5
near "$2" "$(inside "($k + $off)")" 1e-5
row_of() { # FILE NAME: of the main numbers
  tessera report "$1" -o page.html
  sed 's/<data value="\([^"]*\)"[^>]*>/;value \1;/g; s/<[^>]*>/;/g' page.html | grep "^;*$2;.*;value" | head -n 1
}
near "$(row_of flow.tile 'Permeability inside the mask' | sed 's/;value \([^;]*\);.*/;\1/; s/.*;//')" "$(inside "$k")" 1e-5
is "$(row_of diffusion.tile 'Tortuosity factor' | sed 's/.*;\([0-9.]*\) on this grid;.*/\1/')" \
  "$(awk "BEGIN { printf \"%.4g\", $(json d.json diffusion 0 tortuosity_factor) }")"
