#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-probe --plot on the analytic slit of probe.sh: dx = 5 um, 1.25 m/s and 1562.5 Pa a lattice unit. Frames are
# 450 x 320 at 110,70, the next 590 to the right, or more if there is a legend; axes end at the next 1, 2 or 5 times a power of
# ten.
. "$srcdir/tests/lib.sh"
for drive in force pressure; do "$builddir/tests/make_flow" $drive.tile fp64 $drive; done
"$builddir/tests/make_flow" bare.tile fp32 force bare
has() { grep -q -e "$2" "$1" || { cat "$1"; fail "$1 has no $2"; }; }
segments() { grep -c '#1f5aa6" stroke-width="2"' "$1"; }

# across the slit: pressure 0, and the speed Y (8 - Y) 3e-5 at Y = 0.5 and 1.5, up to 6e-4 m/s; solid at both ends
tessera probe force.tile --line 2,0,4:2,9,4:10 --plot curve.svg >text
grep -q '^line 2,0,4:2,9,4:10' text || fail "no table beside the chart"
is "$(segments curve.svg)" 14
has curve.svg 'M155.0 390.0L200.0 390.0"'
has curve.svg 'M745.0 315.0L790.0 195.0"'
is "$(grep -c '>Distance (voxels)<' curve.svg) $(grep -c '>2,0,4:2,9,4<' curve.svg)" "2 2"
has curve.svg '>Pressure (Pa)<'
has curve.svg '>Speed (10⁻⁶ m/s)<'
has curve.svg '>600<'
has curve.svg 'font-family: "DejaVu Sans", Verdana, sans-serif'
! has_program python3 || python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("curve.svg")' 2>said || { cat said; fail "no SVG"; }

# along it: (8 - z) 1e-5 lattice units of pressure, up to 0.15 Pa; a point with solid on both sides is a dash
tessera probe pressure.tile --line 2,4,0:2,4,8:9 --plot curve.svg >text
has curve.svg 'M110.0 123.3L166.2 156.7"'
tessera probe force.tile --line 2,0,4:2,9,4:3 --plot curve.svg >text
has curve.svg 'M899.5 75.0L905.5 75.0"'

# the flux of 4.8375e-13 m3/s, up to 5e-13; without units 0.01548, up to 0.02; two lines and the flux are three charts, of which
# two have a legend at the right of the frame, in the colours of the curves
tessera probe force.tile --flux z --plot curve.svg --json >flux.json
near "$(json flux.json flux mean_m3_s)" 4.8375e-13 1e-12
has curve.svg 'M110.0 80.4L166.2 80.4"'
has curve.svg '>Flux (10⁻¹⁵ m³/s)<'
has curve.svg '>Flux along z<'
tessera probe bare.tile --flux z --plot curve.svg >text
has curve.svg 'M110.0 142.3L166.2 142.3"'
has curve.svg '>Flux (lattice)<'
tessera probe force.tile --flux z --line 2,4,0:2,4,8:9 --line 2,3,0:2,3,8:9 --plot curve.svg >text
is "$(grep -c 'x="335.0" y="437.0" text-anchor="middle">Slice<' curve.svg)" 1
is "$(grep -c '>Distance (voxels)<' curve.svg) $(grep -c '>2,4,0:2,4,8<' curve.svg) $(grep -c '>2,3,0:2,3,8<' curve.svg)" "2 2 2"
is "$(grep -c '#c9571c" stroke-width="2"' curve.svg) $(segments curve.svg)" "18 26" # 8 parts each, and two keys of legends

# many lines are several charts; a long name is cut; titles may have any characters
for y in 1 2 3 4 5 6 7 8 1.5; do echo "--line 2,$y,0:2,$y,8:9"; done >nine
# shellcheck disable=SC2046 # options
tessera probe force.tile $(cat nine) --plot curve.svg --title 'A & B < C' >text
is "$(grep -c '>Pressure (Pa)<' curve.svg)" 2
has curve.svg '>A &amp; B &lt; C<'
tessera probe force.tile --line 2.000000000000,4.000000000000,0.0000000000:2,4,8:9 --plot curve.svg >text
has curve.svg '>2.000000000000,4.000000000000,0.0000...<'

# no ground: no rectangle behind the curves
tessera probe force.tile --flux z --plot curve.svg --transparent >text
is "$(grep -c '<rect' curve.svg || :)" 0

# a picture, in capitals too; the values of a domain
tessera probe force.tile --flux z --plot CURVE.PNG >text
[ "$(head -c 4 CURVE.PNG | tail -c 3)" = PNG ] || fail "no PNG"
tessera voxelize --shape channel:w=8 --size 12,12,8 --voxel 5um | tessera tile --periodic z | tessera stats --quiet --thickness -o wide.tile -
tessera probe wide.tile --line 6,0,4:6,11,4:12 --plot curve.svg >text
is "$(grep -c '>6,0,4:6,11,4<' curve.svg)" 1
has curve.svg '>Thickness radius (10⁻⁶ m)<'

# ---- pictures at 288 dpi have three times the pixels of 96, with text and lines; only a transparent one has an alpha channel
number() { od -An -t u1 -j "$2" -N 4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }
shape() { echo "$(number "$1" 16) $(number "$1" 20) $(od -An -t u1 -j 25 -N 1 "$1" | tr -d ' ')"; }
tessera probe force.tile --png plain.png
is "$(shape plain.png)" "$(shape plain.png | cut -d ' ' -f 1,2) 2"
tessera probe force.tile --png fine.png --dpi 288 --transparent --contour --map grey
near "$(number fine.png 16)" $((3 * $(number plain.png 16))) 0.01 # the factor of the slice is a whole number
near "$(number fine.png 20)" $((3 * $(number plain.png 20))) 0.01
is "$(shape fine.png | cut -d ' ' -f 3)" 6
tessera probe force.tile --png title.png --title 'A slit'
is "$(number title.png 20)" $(($(number plain.png 20) + 28))
# a title that is wider than the picture widens it, and moves nothing: below it the left part is that of a short title
long=$(printf 'A title that is wider than all pictures %.0s' 1 2 3 4 5 6)
tessera probe force.tile --png long.png --title "$long"
tessera probe force.tile --png long-view.png --view flow --title "$long"
tessera probe force.tile --png short-view.png --view flow --title 'A slit'
tessera probe force.tile --flux z --plot long.svg --title "$long" >text
[ "$(sed -n 's/^<svg .* width="\([0-9]*\)".*/\1/p' long.svg)" -gt 1200 ] || fail "a long title is cut: $(head -n 1 long.svg)"
tessera probe force.tile --streamlines long-lines.png --seeds 8 --title "$long" 2>said
[ "$(number long-lines.png 16)" -gt 1200 ] || fail "a long title of streamlines is cut"
cat >left.py <<'END'
import sys, zlib
def rows(name):
    data, at, packed = open(name, "rb").read(), 8, b""
    width, height = (int.from_bytes(data[i:i + 4], "big") for i in (16, 20))
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        packed += data[at + 8:at + 8 + size] if data[at + 4:at + 8] == b"IDAT" else b""
        at += 12 + size
    plain, line, before = zlib.decompress(packed), [], bytes(3 * width)
    for y in range(height):
        kind, row = plain[y * (3 * width + 1)], bytearray(plain[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)])
        if kind == 2:
            row = bytearray((a + b) % 256 for a, b in zip(row, before))
        for i in range(3 * width) if kind not in (0, 2) else ():
            a, b, c = row[i - 3] if i > 2 else 0, before[i], before[i - 3] if i > 2 else 0
            near = a if kind == 1 else (a + b) // 2 if kind == 3 else min((a, b, c), key=lambda v: abs(a + b - c - v))
            row[i] = (row[i] + near) % 256
        line.append(bytes(row))
        before = row
    return line[48:]
short, wide = map(rows, sys.argv[1:])
for s, w in zip(short, wide):
    assert w[:len(s)] == s and set(w[len(s):]) == {255}, "what is beside the title has moved"
END
! has_program python3 || python3 left.py title.png long.png || fail "a slice"
! has_program python3 || python3 left.py short-view.png long-view.png || fail "a view"
tessera probe force.tile --flux z --plot fine.png --dpi 192 >text
is "$(shape fine.png)" "1180 908 2"

# ---- views in three dimensions: the whole is 640 pixels wide or 560 high, seen from above 5 x 10 as the grid is; threads
# do not matter; a domain has views of its values
for kind in solid flow; do
  tessera probe force.tile --png $kind.png --view $kind --dpi 60
  OMP_NUM_THREADS=1 tessera probe force.tile --png again.png --view $kind --dpi 60
  cmp $kind.png again.png || fail "threads matter"
done
! cmp -s solid.png flow.png || fail "the views are the same"
tessera probe force.tile --png above.png --view flow --eye 0,90
is "$(number above.png 20)" $((20 + 26 + 562 + 68 + 20))
tessera probe force.tile --png aside.png --view flow --eye 0,0 --field ux
! cmp -s above.png aside.png || fail "angles do not matter"
tessera probe wide.tile --png wide.png --field thickness --view solid --dpi 60
tessera probe force.tile --streamlines lines.png --seeds 8 --dpi 60 --title 'A slit' 2>said
grep -q '^tessera-probe: [0-9]* streamlines' said || fail "$(cat said)"
[ "$(head -c 4 lines.png | tail -c 3)" = PNG ] || fail "no PNG"

# ---- refusals
refused 2 "leave out --slice" tessera probe force.tile --png left.svg --view flow --slice z=1
refused 2 "expected two angles" tessera probe force.tile --png left.svg --view flow --eye 30,91
refused 2 "--eye is where that looks from: give --view" tessera probe force.tile --png left.svg --eye 30,30
refused 2 "50 to 1200 pixels per inch" tessera probe force.tile --png left.svg --dpi 20
refused 2 "give --png FILE, --plot FILE or --streamlines FILE" tessera probe force.tile --title A
refused 2 "--contour is for slices: give --png FILE" tessera probe force.tile --flux z --plot left.svg --contour
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
