#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every warning of a program reaches the page of tessera report: from the history of the file, through the programs that
# follow, or from the JSON. One list of all warnings; reference: what the programs print.
. "$srcdir/tests/lib.sh"

# warns PATTERN COMMAND...: the command (shell) prints a warning that matches; it may end with 4 or 5
: >list
warns() {
  pattern=$1; shift
  echo "$pattern" >>list
  sh -c "$*" >report 2>said || case $? in 4 | 5) ;; *) fail "$*: $(cat said)" ;; esac
  grep -q -e "warning: .*$pattern" said || fail "$*: no warning of '$pattern': $(cat said)"
}
# on_page FILE...: each of these warnings is on the page of the files, once
on_page() {
  tessera report "$@" -o page.html
  sed -n 's/^tessera-[a-z]*: warning: //p' said | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g; s/'"'"'/\&#39;/g' >texts
  while read -r text; do
    [ "$(grep '^<li><b>' page.html | grep -c -F -e "$text")" = 1 ] || fail "not once on the page: $text: $(grep '^<li><b>' page.html)"
  done <texts
}
tile="tessera tile --lint no --quiet"

# ---- voxelize: through tile, after the voxels
awk 'BEGIN { for (i = 1; i <= 64; i++) printf "%c", i }' >raw
warns 'every voxel is fluid: the values are 1 to 64' "tessera voxelize -q --raw 4,4,4,u8 --threshold 300 raw | $tile -o a.tile"
on_page a.tile
is "$(tessera stats --digest a.tile)" "$(tessera voxelize -q --shape box --size 4,4,4 | $tile | tessera stats --digest /dev/stdin)"
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "\\%03o", i < 450 ? 0 : (i % 2 ? 100 : 160) + i * 7 % 23 }' >octal
printf "$(cat octal)" >border
warns "Otsu's threshold is 1 with the least value" "tessera voxelize -q --raw 10,10,10,u8 --threshold otsu border | $tile -o a.tile"
on_page a.tile
awk 'BEGIN { for (i = 0; i < 16384; i++) printf "%s", i ? "\\000\\000\\200\\077" : "\\000\\000\\000\\100" }' >octal
printf "$(cat octal)" >dead # 2 among 1
warns "Otsu's threshold 1.[0-9]* only divides the" "tessera voxelize -q --raw 32,32,16,f32 --threshold otsu dead | $tile -o a.tile"
on_page a.tile
make-sample scan 8
warns 'is a slice missing' "tessera voxelize -q --threshold 118 scan/scan000[0134].tif | $tile -o a.tile"
on_page a.tile
printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\nspace dimension: 3\nspacings: 2 2 2\nspace directions: (1,0,0) (0,1,0) (0,0,1)\n\n' | cat - raw >odd.nrrd
warns 'its spacings contradict its space directions' "tessera voxelize -q --threshold 40 odd.nrrd | $tile -o a.tile"
on_page a.tile
warns 'its spacings contradict' "tessera voxelize -q --raw 4,4,4,u8 --threshold 40 --mask odd.nrrd raw | $tile -o a.tile"
on_page a.tile
awk 'BEGIN { for (i = 0; i < 512; i++) printf "%c", 97 + i % 2 }' >labels.raw
# two oblique tubes, a millimetre apart
awk 'BEGIN { for (k = 0; k < 4; k++) for (i = 0; i < 64; i++) { z = substr("00121320", 2 * k + 1, 2); y = 4 * sin(i * 6.283185307179586 / 64)
      printf "v %.9f %.9f %.9f\n", 4 * cos(i * 6.283185307179586 / 64), y * cos(0.4) - z * sin(0.4), y * sin(0.4) + z * cos(0.4) }
    for (k = 0; k < 256; k += 128) for (i = 1; i <= 64; i++) print "f", k + i, k + i % 64 + 1, k + i % 64 + 65, k + i + 64 }' >near.obj
warns 'ends in steps, since there is no room' "tessera voxelize -q near.obj --voxel 0.5mm --cap | $tile -o a.tile"
on_page a.tile
warns 'has 2 values only' "tessera voxelize -q --walls --raw 8,8,8,u8 --threshold 98 labels.raw | $tile -o a.tile"
on_page a.tile
printf '\000\000\000\000\000\000\040\000\001\000\000\000\000\000\040\000' >long
warns 'values beyond 2^53 were rounded' "tessera voxelize -q --raw 2,1,1,u64 --threshold 9007199254740995 --flip x long | $tile -o a.tile"
on_page a.tile
for at in 0 1; do # two boxes, one in the other's half
  awk -v a=$at 'BEGIN { for (i = 0; i < 8; i++) print "v", a + 3 * (i % 2), 2 * (int(i / 2) % 2), 2 * int(i / 4) }'
done >boxes.obj
for n in 0 8; do
  printf '1 3 4 2\n5 6 8 7\n1 2 6 5\n3 7 8 4\n1 5 7 3\n2 4 8 6\n' | awk -v n=$n '{ print "f", $1 + n, $2 + n, $3 + n, $4 + n }'
done >>boxes.obj
warns 'the voxels inside have 16 mm3, the triangles 24 mm3' "tessera voxelize boxes.obj --voxel 0.25mm -q | $tile -o a.tile"
on_page a.tile
sed '9,16d; /f 9/,$d' boxes.obj >box.obj
warns 'openings share edges' "tessera voxelize box.obj --size 6 --open --quiet | $tile -o a.tile"
on_page a.tile
sed '$d' box.obj >bridged.obj
warns 'repair bridges 1 rim, the largest of 4 mm2' "tessera voxelize bridged.obj --size 6 --repair --quiet | $tile -o a.tile"
on_page a.tile
{ cat box.obj; printf '%s\n' 'v 0 1 1' 'f 1 5 9' 'f 5 7 9' 'f 7 3 9' 'f 3 1 9'; } >full.obj # an end that is closed twice
for wanted in 'flat rims are no ends' 'edges have more than two triangles'; do
  warns "$wanted" "tessera voxelize -q full.obj --voxel 0.5mm --cap --repair | $tile -o a.tile"
  on_page a.tile
done

# ---- tile
lint() { warns "$1" "tessera voxelize -q $2 | tessera tile -q $3 -o a.tile"; on_page a.tile; }
lint '100 % of the non-solid nodes lie in gaps' '--shape slit:h=2 --size 8,8,8' '--inlet z- --outlet z+'
awk 'BEGIN { for (i = 0; i < 512; i++) printf "%s", (i >= 256 || i % 64 < 32 ? "F" : "s") }' >step.raw
lint 'periodic axis z do not match' '--raw 8,8,8,u8 --fluid equal=70 step.raw' '--periodic z'
awk 'BEGIN { for (i = 0; i < 576; i++) printf "%s", (int(i / 64) == 4 ? "s" : "F") }' >wall.raw
lint 'no path leads from the inlet' '--raw 8,8,9,u8 --fluid equal=70 wall.raw' '--inlet z- --outlet z+'
lint 'no flow reaches them' '--raw 8,8,9,u8 --fluid equal=70 wall.raw' '--inlet z-'
lint 'patch a has no node' '--shape tube:d=4 --size 8,8,8' '--patch a=x-'
cat >vessel <<'END'
key kind: voxels
key grid: 5 3 3
key bits: 1
key classes: solid fluid
key dx: 0.001
key wall-distances: yes
key surfaces: skin inlet0 outlet0
key openings: inlet0=1,0,0,0.001,0.0015,0.0015,1e-06 outlet0=-1,0,0,0.004,0.0015,0.0015,1e-06
record VOXL x:000000000e00000000
END
{ cat vessel; echo "record WALL u64:21 u16:9 x:0101 u64:21 u16:99 x:0202 u64:22 u16:8 x:0101 u64:22 u16:7 x:0201"
  echo "record WALL u64:23 u16:99 x:0103 u64:23 u16:6 x:0201"; echo trailer; } >closed
{ cat vessel; echo "record WALL u64:21 u16:99 x:0202 u64:21 u16:9 x:0301 u64:23 u16:99 x:0101"; echo trailer; } >blind
{ cat vessel; echo "record WALL u64:21 u16:99 x:0202 u64:21 u16:9 x:0301 u64:23 u16:99 x:0103"; echo trailer; } >open
for kind in closed blind open; do forge $kind $kind.vox; done
warns 'walls close 3 non-solid nodes' 'tessera tile -q closed.vox -o a.tile'
on_page a.tile
warns 'opening outlet0 has no node' 'tessera tile -q blind.vox -o a.tile'
on_page a.tile

# ---- stats: the file of -o, and the JSON
for d in 5 7; do tessera voxelize -q --shape tube:d=$d --size 8,8,8 -o tube$d.vox; done
tessera voxelize -q --raw 8,8,8,u8 --fluid equal=70 --mask tube5.vox step.raw | $tile -o cut.tile
warns 'the image was cut with a mask of' 'tessera stats -q --thickness --two-point 2 --mask tube7.vox cut.tile -o a.tile --json'
cp report a.json
on_page a.tile
on_page a.json a.tile # what both say stands there once

# ---- run: the file, the checkpoint, the averages and the JSON
run() { warns "$1" "tessera run --device cpu -q $2 --json -o a.flow"; cp report a.json; on_page a.flow; on_page a.json; }
tessera voxelize -q --shape spheres:porosity=0.5,d=6 --size 12,12,12 | $tile --keep percolating --inlet z- --outlet z+ -o pack.tile
run 'not converged within 1e-05 after 10 steps' 'pack.tile --permeability z --steps 10'
# the flux of layers, which is that of the page alone: 3.6 % is told, and 0.02 % is not
for steps in 5 20; do
  tessera run --device cpu -q pack.tile --permeability z --steps $steps -o a.flow >report 2>said || :
  tessera report a.flow -o page.html
  is "$(grep -c 'the flux differs by [0-9.]* % between layers across z' page.html) $steps" "$((steps == 5)) $steps"
done
run 'permeability depends on tau with bgk' 'pack.tile --permeability z --steps 10 --collision bgk'
run 'the density differs by' 'pack.tile --pressure-drop 1e-2 --converge 1e-2'
tessera voxelize -q --shape channel:w=8 --size 10,10,6 | $tile --periodic z -o duct.tile
run 'Mach number' 'duct.tile --force 0,0,0.05 --steps 10'
run 'tau 0.505 is close to 0.5' 'duct.tile --force 0,0,1e-6 --steps 2 --tau 0.505'
tessera voxelize -q --shape slit:h=8 --size 4,10,8 --voxel 1mm | $tile --periodic x --inlet z- --outlet z+ -o slit.tile
$tile open.vox -o open.tile
run 'degrees from the normal' 'open.tile --set inlet0:velocity=0,1e-3,0 --set outlet0:pressure=0 --steps 2'
awk 'BEGIN { for (i = 0; i <= 10; i++) print 20 * i, 1e-4 * (2 + cos(atan2(0, -1) * i / 5)) }' >p.txt
run 'a part of a beat: 50 of 100' 'slit.tile --set inlet:pressure=p.txt --set outlet:pressure=0 --steps 100 --average mean.tile --checkpoint check.tile'
on_page mean.tile
on_page check.tile
awk 'BEGIN { for (i = 0; i <= 10; i++) print 0.02 * i, 0.1 * (2 + cos(atan2(0, -1) * i / 5)) }' >q.txt
run 'beside the walls that a beat moves' 'open.tile --viscosity 3.5e-6m2/s --set inlet0:flow=q.txt,s,mL/s --set outlet0:pressure=0 --steps 2'
run 'not periodic within' 'slit.tile --set inlet:pressure=p.txt --set outlet:pressure=0 --beats periodic:1e-9,2'
! grep -q '<tr><th>Converged' page.html || fail "a flow over beats is no steady one"
run 'an outlet settles with the time R C' 'slit.tile --set inlet:pressure=p.txt --viscosity 1e-6m2/s --set outlet:rcr=1e5,1e3,1e9 --beats 1'
run 'is left to change' 'slit.tile --set inlet:pressure=p.txt --viscosity 1e-6m2/s --set outlet:rcr=1e5,1e3,1e9 --beats 2'
run 'at a bound of tau.* of the nodes' 'slit.tile --blood power-law:0.02,0.5 --density 1000kg/m3 --set inlet:pressure=1e-6 --set outlet:pressure=0 --tau 0.6 --steps 3'
run 'at a bound of tau.* at the largest shear rate' 'open.tile --blood power-law:0.02,0.5 --density 1000kg/m3 --set inlet0:flow=1e-7mL/s --set outlet0:pressure=0 --tau 0.6 --steps 1'
run 'without a unit C is in m3/Pa' 'slit.tile --viscosity 1e-6m2/s --set inlet:pressure=1e-6 --set outlet:rcr=121,1.5e-5,1212 --steps 3'
warns 'has not converged' 'tessera run -q pack.tile --diffusion z --converge 1e-60 --json -o a.tile'
cp report a.json
on_page a.tile
on_page a.json
tessera voxelize -q --shape cylinders:c=0.1 --size 12,12,1 | $tile --periodic xy -o array.tile
warns 'which ends the sweep after' 'tessera run -q --forchheimer x array.tile --lattice d2q9 --steps 60 --converge 1e-2 --json'
cp report a.json
on_page a.json

# ---- probe: its JSON
{ cat box.obj; printf '%s\n' 'v 0 0 90' 'v 9 0 90' 'v 0 9 90' 'f 9 10 11'; } >far.obj
tessera voxelize -q box.obj --voxel 0.5mm | $tile -o box.tile
tessera run -q box.tile --force 0,0,1e-6 --steps 3 --checkpoint box.flow >report
warns 'has no wall within two voxels' 'tessera probe box.flow --on far.obj --vtp far.vtp --flux z --json'
cp report a.json
on_page a.json

# ---- the page: the warnings of one command once, of a run that goes on only the last ones; all stand in the history
tessera run duct.tile --force 0,0,1e-6 --steps 10 --converge 1e-9 --checkpoint on.tile -o last.tile -q >report 2>said || is $? 5
tessera report on.tile -o page.html
grep -q '<b>on.tile</b>: not converged within 1e-09 after 10 steps .*(tessera-run)</li>' page.html || fail "$(grep '<b>on' page.html)"
[ "$(grep -c 'not converged' page.html)" = 2 ] || fail "the warning is on the page $(grep -c 'not converged' page.html) times" # with provenance
tessera run on.tile --converge 0.5 --steps 20000 --checkpoint on.tile -o last.tile -q >report
tessera report on.tile -o page.html
! grep -q '^<li><b>on.tile</b>: .*not converged' page.html || fail "a warning that holds no more: $(grep '<b>on' page.html)"
grep -q '^<p>warning: not converged within 1e-09' page.html || fail "the history without its warning"
lint 'no flow reaches them' '--raw 8,8,9,u8 --fluid equal=70 wall.raw' '--inlet z-'
cp a.tile b.tile
on_page a.tile b.tile
tessera cite a.tile >cited # words of a warning are no options
! tessera voxelize -q --raw 4,4,4,u8 --threshold 300 raw --no-history 2>said | grep -q -a 'warn\|threshold' || fail "warnings without history"
tessera tile -q --no-history closed.vox -o b.tile 2>said
tessera report b.tile -o page.html
grep -q '<b>b.tile</b>: the file has no history' page.html || fail "no word of a missing history"
! head -30 b.tile | grep -q -a '^history' || fail "--no-history leaves warnings"

# ---- none is missing: the calls in the sources, but for two that say that no voxel is fluid, of which tile makes no
# domain, and for the residence time, whose solution has always come
calls=$(find "$srcdir/tools" -name '*.c' ! -path '*/cli/*' -exec grep -h 'cli_warn(' {} + | wc -l)
is "$(sort -u list | wc -l)" "$((calls - 2))"
