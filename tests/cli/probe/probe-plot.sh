#!/bin/sh
# tessera-probe --plot on the analytic slit of probe.sh: dx = 5 um, 1.25 m/s and 1562.5 Pa a lattice unit. Charts are
# 450 x 320 at 110,40, the next 590 to the right; axes end at the next 1, 2 or 5 times a power of ten.
. "$srcdir/tests/lib.sh"
for drive in force pressure; do "$builddir/tests/make_flow" $drive.tile fp64 $drive; done
"$builddir/tests/make_flow" bare.tile fp32 force bare
has() { grep -q -e "$2" "$1" || { cat "$1"; fail "$1 has no $2"; }; }
segments() { grep -c '#1f5aa6" stroke-width="2"' "$1"; }

# across the slit: pressure 0, and the speed Y (8 - Y) 3e-5 at Y = 0.5 and 1.5, up to 6e-4 m/s; solid at both ends
tessera probe force.tile --line 2,0,4:2,9,4:10 --plot curve.svg >text
grep -q '^line 2,0,4:2,9,4:10' text || fail "no table beside the chart"
is "$(segments curve.svg)" 14
has curve.svg 'M155.0 360.0L200.0 360.0"'
has curve.svg 'M745.0 285.0L790.0 165.0"'
is "$(grep -c '>distance (voxels)<' curve.svg) $(grep -c '>2,0,4:2,9,4<' curve.svg)" "2 2"
has curve.svg '>pressure (Pa)<'
has curve.svg '>speed (m/s)<'
has curve.svg '>0.0006<'
python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("curve.svg")' 2>said || ! command -v python3 || { cat said; fail "no SVG"; }

# along it: (8 - z) 1e-5 lattice units of pressure, up to 0.15 Pa; a point with solid on both sides is a dash
tessera probe pressure.tile --line 2,4,0:2,4,8:9 --plot curve.svg >text
has curve.svg 'M110.0 93.3L166.2 126.7"'
tessera probe force.tile --line 2,0,4:2,9,4:3 --plot curve.svg >text
has curve.svg 'M899.5 45.0L905.5 45.0"'

# the flux of 4.8375e-13 m3/s, up to 5e-13; without units 0.01548, up to 0.02; two lines and the flux are five charts
tessera probe force.tile --flux z --plot curve.svg --json >flux.json
near "$(json flux.json flux mean_m3_s)" 4.8375e-13 1e-12
has curve.svg 'M110.0 50.4L166.2 50.4"'
has curve.svg '>flux (m3/s)<'
has curve.svg '>flux along z<'
tessera probe bare.tile --flux z --plot curve.svg >text
has curve.svg 'M110.0 112.3L166.2 112.3"'
has curve.svg '>flux<'
tessera probe force.tile --flux z --line 2,4,0:2,4,8:9 --line 2,3,0:2,3,8:9 --plot curve.svg >text
has curve.svg '<svg .* width="2950" height="420"'

# a title that would reach the name of the axis is cut
tessera probe force.tile --line 2.000000000000,4.000000000000,0.0000000000:2,4,8:9 --plot curve.svg >text
has curve.svg '>2.000000000000,4.000...<'

# a picture, in capitals too; the values of a domain
tessera probe force.tile --flux z --plot CURVE.PNG >text
[ "$(head -c 4 CURVE.PNG | tail -c 3)" = PNG ] || fail "no PNG"
tessera voxelize --shape channel:w=8 --size 12,12,8 --voxel 5um | tessera tile --periodic z | tessera stats --quiet --thickness -o wide.tile -
tessera probe wide.tile --line 6,0,4:6,11,4:12 --plot curve.svg >text
is "$(grep -c '>6,0,4:6,11,4<' curve.svg)" 1
has curve.svg '>thickness.* (m)<'

# ---- refusals
unwritten="curve.pdf left.svg -"
refused 2 "ends in .svg or .png" tessera probe force.tile --flux z --plot curve.pdf
refused 2 "ends in .svg or .png" tessera probe force.tile --flux z --plot -
refused 2 "give --line A:B:N, --flux x|y|z or --table$" tessera probe force.tile --point 2,4,4 --plot left.svg
refused 2 "outside the grid" tessera probe force.tile --line 0,0,0:0,0,9:3 --plot left.svg
refused 3 "contains a domain" tessera probe wide.tile --flux z --plot left.svg
unwritten=gone
refused 1 "gone/left.svg: No such file" tessera probe force.tile --flux z --plot gone/left.svg
refused 2 "both name both.png" tessera probe force.tile --flux z --png both.png --plot both.png
cp force.tile same.svg
refused 2 "plot same.svg would replace the input" tessera probe same.svg --flux z --plot same.svg
