#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-stats: sizes, intrusion and correlations of pores, with values of simple shapes and of real images.
. "$srcdir/tests/lib.sh"
calc() { awk "BEGIN { printf \"%.17g\", $1 }"; }
stats() { tessera stats --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera stats $*"; }; }

# Two chambers of 9 x 9 nodes with a throat of 3 x 3 between, as check_pores.c: half widths of 5 and 2 voxels.
chambers throat
tessera tile --quiet throat.vox -o throat.tile
for file in throat.vox throat.tile; do
  stats --thickness --intrusion x- --tension 0.48N/m --two-point 3 --lineal-path 3 $file
  is "$(json r.json thickness max_radius)" 5
  near "$(json r.json thickness max_radius_m)" 1e-5 1e-12
  is "$(json r.json critical_radius x)" 2
  is "$(json r.json critical_radius y)" null
  is "$(json r.json intrusion 0 0)" 5
  near "$(json r.json capillary_pressure 0 0)" "$(calc "2 * 0.48 * cos(40 * 3.14159265358979 / 180) / 1e-5")" 1e-9
  near "$(json r.json two_point x 0)" "$(json r.json porosity)" 1e-12
  near "$(json r.json lineal_path y 3)" "$(calc "(20 * 9 * 6 + 5 * 3 * 0) / (25 * 8 * 11)")" 1e-9
done
# from the other side it is the same; the far chamber only opens to balls that pass the throat
is "$(calc "($(json r.json intrusion 0 1) > 0.2 && $(json r.json intrusion 0 1) < 810 / 1665)")" 1
stats --intrusion x+ throat.tile
cp r.json other.json
stats --intrusion x- throat.tile
is "$(json r.json intrusion 0 1)" "$(json other.json intrusion 0 1)"
# from both sides both chambers fill at once
stats --intrusion x-,x+ throat.tile
near "$(json r.json intrusion 0 1)" "$(calc "2 * $(json other.json intrusion 0 1)")" 1e-9

# A pocket of 3 x 3 x 4 nodes beside a channel of 9 x 9 is entered last, when nothing can leave it any more: it is trapped.
awk 'BEGIN { for (z = 0; z < 11; z++) for (y = 0; y < 16; y++) for (x = 0; x < 25; x++)
  printf "%s", (z > 0 && z < 10 && ((y > 0 && y < 10) || (y > 9 && y < 14 && x > 10 && x < 14 && z > 3 && z < 7)) ? "\\377" : "\\0") }' >octal
printf "$(cat octal)" >pocket.raw
tessera voxelize --quiet --raw 25,16,11,u8 pocket.raw --threshold 64 --fluid above -o pocket.vox
# last_of FILE: the saturation in the end, in nodes
last_of() { tessera stats --csv "$@" | awk -F, '{ last = $4 } END { printf "%.0f", last * (25 * 81 + 36) }'; }
is "$(last_of --intrusion x- pocket.vox)" $((25 * 81 + 36))
is "$(last_of --intrusion x- --trapping pocket.vox)" $((25 * 81))

# the solid phase, threads, and the table
stats --thickness --of solid throat.tile
is "$(json r.json thickness mean_radius)" "$(OMP_NUM_THREADS=1 tessera stats --json --thickness --of solid throat.tile >1.json && json 1.json thickness mean_radius)"
tessera stats --csv --thickness --two-point 2 throat.tile >table
is "$(head -n 1 table)" measure,axis,x,value
is "$(grep -c '^two_point,z,' table)" 3

# charts: three, and a curve for each axis
tessera stats --quiet --thickness --intrusion x- --two-point 5 --plot curves.svg throat.tile >text
[ "$(grep -c 'Two point\|Intrusion\|Thickness' curves.svg)" = 3 ] && [ "$(grep -c '>[xyz]<' curves.svg)" = 3 ] || fail "the plot"
! has_program python3 || python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("curves.svg")' 2>said || { cat said; fail "no SVG"; }
tessera stats --quiet --thickness --plot curve.png throat.tile >text
[ "$(head -c 4 curve.png | tail -c 3)" = PNG ] || fail "no PNG"
refused 2 "ends in .svg or .png" tessera stats --thickness --plot curves.pdf throat.tile
refused 2 "draws curves of measures of pores" tessera stats --plot curves.svg throat.tile

# ---- refusals
refused 2 "expected faces" tessera stats --intrusion q throat.tile
refused 2 "after the comma" tessera stats --intrusion x-, throat.tile
refused 2 "expected a surface tension" tessera stats --intrusion x- --tension 1m throat.tile
for angle in 90 300 -40; do
  refused 2 "contact-angle $angle: expected 0 to 180 degrees" tessera stats --intrusion x- --tension 0.48N/m --contact-angle $angle throat.tile
done
refused 2 "are inlets too" tessera stats --intrusion x-,x+ --trapping throat.tile
refused 2 "--of .*: give --thickness, --intrusion FACES, --two-point N, --lineal-path N, --anisotropy or --network FILE$" tessera stats --of solid throat.tile
refused 2 "prints curves" tessera stats --csv throat.tile
refused 3 "no pore opens" tessera stats --intrusion y- throat.tile
tessera voxelize --quiet --shape box --size 4,4,4 -o box.vox
refused 3 "no solid nodes" tessera stats --thickness box.vox
tessera voxelize --quiet --shape tube:d=50 --size 64,64,64 -o tube.vox
refused 1 "the distances" tessera stats --thickness --max-memory 500kB tube.vox

# ---- rocks: values computed independently
need_data berea_block00_128_u8.raw.gz berea_block13_128_u8.raw.gz
# rock MEAN MEDIAN MOST X Y Z: radii of rock.vox, the last four squared
rock() {
  stats --thickness --intrusion z- rock.vox
  near "$(json r.json thickness mean_radius)" "$1" 2e-6
  near "$(json r.json thickness median_radius)" "$2" 1e-5
  near "$(json r.json thickness max_radius)" "$(calc "sqrt($3)")" 1e-9
  for way in "x $4" "y $5" "z $6"; do
    near "$(json r.json critical_radius "${way% *}")" "$(calc "sqrt(${way#* })")" 1e-9
  done
}
block() {
  gzip -dc "$TESSERA_DATA/berea_block$1_128_u8.raw.gz" | tessera voxelize --quiet --raw 128,128,128,u8 - --threshold 0.5 --fluid below -o rock.vox
}
block 00
rock 4.24074 4.0 104 8 8 6
block 13
rock 4.72695 4.2426 142 6 6 6
need_data pore/berea_100_to_300.npz
command -v unzip >/dev/null || skip "no unzip; the others pass"
unzip -p "$TESSERA_DATA/pore/berea_100_to_300.npz" im.npy >rock.npy
tessera voxelize --quiet rock.npy --fluid equal=1 -o rock.vox
rock 4.52358 4.1231 193 6 6 6
