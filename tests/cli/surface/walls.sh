#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# voxelize --walls: the positions at which walls cut links, compared with forms whose surface is known exactly; and the
# whole pipeline.
. "$srcdir/tests/lib.sh"
exact() { "$builddir/tests/exact_walls" "$@"; }

# walls WORST FORM [OFF] <STREAM: no wall link is missing, none is too many, no distance is wrong by more than WORST,
# or off the surface by more than OFF
walls() {
  found=$(exact "$2")
  echo "$found" | awk -v worst="$1" -v off="${3:-1}" '{ exit !($1 > 0 && $2 == 0 && $3 <= worst && $4 <= off) }' ||
    fail "$2: links wrong worst off: $found"
}
# shape WORST FORM ARGUMENT...: of voxelize --shape
shape() {
  worst=$1 form=$2; shift 2
  tessera-voxelize -q --walls --shape "$@" >shape.tile
  tessera-tile --check=full shape.tile >checked || fail "$*: not a good stream"
  walls "$worst" "$form" <shape.tile
}
# grey WORST OFF FORM SIZE [OPTION]...: f32 grey levels of the form, below 0 in the fluid, compared with the form
# itself
grey() {
  worst=$1 off=$2 form=$3 size=$4; shift 4
  exact make "$form" "$size" >grey.raw
  tessera-voxelize -q --walls --raw "$size,f32" --threshold 0 "$@" grey.raw >grey.tile
  tessera-tile --check=full grey.tile >checked || fail "$form: not a good stream"
  walls "$worst" "in:$form" "$off" <grey.tile
}

# Shapes: q is stored in steps of 1/65536; rounding loses half a step, and a whole step (1.53e-5) where q is 0.
shape 1.6e-5 tube:2,5.5,6,4.7 tube:d=9.4 --size 12,13,5
shape 1.6e-5 tube:1,4.5,6.5,5 tube:d=10,axis=y --size 14,6,10
shape 1.6e-5 slit:1,0.5,6.5 slit:h=6 --size 4,9,3
shape 1.6e-5 "balls:12,12,12,(5.5,5.5,5.5,$(awk 'BEGIN { printf "%.12g", 12 * exp(log(3 * 0.5 / 4 / 3.14159265358979) / 3) }'))" sc:c=0.5 --size 12,12,12
shape 1.6e-5 "balls:11,11,11,(-.5,-.5,-.5,4.13333),(5,5,5,4.13333)" \
  "bcc:c=$(awk 'BEGIN { printf "%.12g", 2 * 4 / 3 * 3.14159265358979 * (4.13333 / 11) ^ 3 }')" --size 11,11,11
shape 1.6e-5 "balls:10,10,10,(-.5,-.5,-.5,3.1),(4.5,4.5,-.5,3.1),(4.5,-.5,4.5,3.1),(-.5,4.5,4.5,3.1)" \
  "fcc:c=$(awk 'BEGIN { printf "%.12g", 4 * 4 / 3 * 3.14159265358979 * .31 ^ 3 }')" --size 10,10,10
shape 1.6e-5 post:12,5.5,5.5,3.7082315 cylinders:c=0.3,cell=12 --size 24,12,3
shape 1.6e-5 torus:2,9.5,10,4.5,7,2.75 torus:d=5.5,ring=14 --size 20,21,10
shape 1.6e-5 torus:0,11.5,12,4,9,3 torus:axis=x --size 9,24,25 # a quarter of 24 wide, the ring as wide as the box
shape 1.6e-5 torus:1,9,9,4,4.9,4.5 torus:d=9,ring=9.8,axis=y --size 19,9,19
shape 1.6e-5 slit:0,0.5,6.5 chip:width=6,turns=0 --size 9,9,3
# A tube that divides into two, each cbrt(1/2) as wide; links through the faces of the box are not listed.
shape 1.6e-5 "in:tubes:(11.5,9.5,-.5,0,0,10,2.5),(11.5,9.5,9.5,-6,0,10,1.98425131),(11.5,9.5,9.5,6,0,10,1.98425131)" \
  vessel:d=5 --size 24,20,20
# A whole tree makes a valid stream.
tessera-voxelize -q --walls --shape vessel --size 64,64,64 | tessera-tile -q --lint no >vessel.tile
tessera-tile --check=full vessel.tile >checked
# Spheres of a list, some of which overlap; across the faces of a periodic box, and of one that is not.
printf '3 4 5 7\n6.2 4 5 6.5\n19 18.7 0.5 9\n11 9 24 12\n' >list
balls='(3,4,5,3.5),(6.2,4,5,3.25),(19,18.7,0.5,4.5),(11,9,24,6)'
shape 1.6e-5 "balls:20,21,35,$balls" spheres:list=list,periodic --size 20,21,35
tessera-voxelize -q --walls --shape spheres:list=list --size 20,21,35 >open.tile
exact "balls:0,0,0,$balls" <open.tile | awk '{ exit !($1 > 500 && $3 <= 1.6e-5) }' || fail "spheres in an open box"
# Random spheres are computed again here: every link must find its sphere, so that no distance is the largest without
# reason.
tessera-voxelize -q --walls --shape spheres:porosity=0.5,d=7,periodic --size 40,33,18 >pack.tile
tessera-tile --check=full pack.tile >checked

# Grey levels: planes are exact (f32 has 24 bits) ...
grey 1.6e-5 1 plane:1,0,0,4.3 9,5,4
grey 1.6e-5 1 plane:0.6,-0.48,0.64,2.71 12,9,10
grey 1.6e-5 1 plane:0,3,4,17 3,8,7 --fluid below
# ... a cylinder and a sphere are exact except for the deviation of a straight line from the distance within a cell:
# 1/(8 R) for each curved axis. (A link that grazes the surface may find it much earlier or later.)
grey 1 0.0157 tube:2,9.5,9.2,8 20,20,4
grey 1 0.0313 "balls:0,0,0,(9.6,9.5,9.2,8)" 20,20,20
# One slice continues along z: links that leave it along z are cut as those within it are.
exact make tube:2,9.5,9.2,8 20,20,1 >flat.raw
tessera-voxelize -q --walls --raw 20,20,1,f32 --threshold 0 flat.raw >flat.tile
walls 1 tube:2,9.5,9.2,8 0.0157 <flat.tile
shape 1.6e-5 post:24,11.5,11.5,7.416463 cylinders:c=0.3 --size 24,24,1
# Compared with the documented interpolant, all links agree.
for form in tube:2,9.5,9.2,7.3 "balls:0,0,0,(9.6,9.5,9.2,8)" "balls:0,0,0,(5,5,5,4),(12,9,9,5)"; do
  grey 1 1 "$form" 20,20,20
  walls 1.6e-5 values:grey.raw <grey.tile
done
# Filters act first: the distances are those of the filtered values.
exact make "balls:0,0,0,(9.6,9.5,9.2,8)" 20,20,20 >grey.raw
tessera-voxelize -q --raw 20,20,20,f32 --threshold 0 --walls --crop 2:18,3:19,1:17 grey.raw >crop.tile
exact make "balls:0,0,0,(7.6,6.5,8.2,8)" 16,16,16 >crop.raw
walls 1.6e-5 values:crop.raw <crop.tile
# u8 with 40 grey levels a voxel across the wall: each value is wrong by half a level at most, the wall by 0.5/40
# voxel.
exact make plane:24,-19.2,25.6,108.4 12,9,10,u8 >ramp8.raw
tessera-voxelize -q --raw 12,9,10,u8 --threshold 128 --walls ramp8.raw >ramp.tile
walls 1 plane:0.6,-0.48,0.64,2.71 0.0126 <ramp.tile
# Fluid above the threshold: the same distances.
exact make plane:-0.6,0.48,-0.64,-2.71 12,9,10 >above.raw
tessera-voxelize -q --raw 12,9,10,f32 --threshold 0 --fluid above --walls above.raw >above.tile
walls 1.6e-5 plane:0.6,-0.48,0.64,2.71 <above.tile

# Added layers move the walls; at --nan, --mask and the faces, links are cut half-way and not listed.
tessera-voxelize -q --raw 20,20,20,f32 --threshold 0 --walls --pad x-=3:solid --pad z-=2:fluid --pad y+=1:solid grey.raw >pad.tile
exact "in:balls:0,0,0,(12.6,9.5,11.2,8)" <pad.tile | awk '{ exit !($1 > 100 && $4 <= 0.0313) }' || fail "pads"
awk 'BEGIN { for (i = 0; i < 400; i++) printf "%s", (i % 20 < 10 ? "\001" : "\002") }' >half.raw
tessera-voxelize -q --raw 20,20,1,u8 --fluid equal=1 half.raw -o half.vox
tessera-voxelize -q --raw 20,20,20,f32 --threshold 0 --walls --mask half.vox grey.raw >mask.tile
tessera-tile --check=full mask.tile >checked
exact values:grey.raw <mask.tile | awk '{ exit !($1 > 50 && $3 <= 1.6e-5) }' || fail "mask"

# ---- --mirror, --flip, --crop, --mask and --pad of shapes and images -----------------------------

# The mirrored half of a symmetric shape is the whole: at the inner plane, through balls whose centres lie in it or
# beside it, and at the outer plane, where a periodic axis joins both ends. permute A B C: in the order of axis $m.
permute() { case $m in x) echo "$1$4$2$4$3" ;; y) echo "$3$4$1$4$2" ;; z) echo "$2$4$3$4$1" ;; esac; }
for m in x y z; do
  { permute 9.5 9 10 " " | sed 's/$/ 9/'; permute -.5 3 12 " " | sed 's/$/ 5/'; permute 7 14 6 " " | sed 's/$/ 7/'; } >half.list
  all="($(permute 9.5 9 10 ,),4.5),($(permute -.5 3 12 ,),2.5),($(permute 7 14 6 ,),3.5),($(permute 12 14 6 ,),3.5)"
  shape 1.6e-5 "balls:$(permute 20 0 0 ,),$all" spheres:list=half.list --size "$(permute 10 19 20 ,)" --mirror $m
  exact make "balls:$(permute 20 0 0 ,),$all" "$(permute 20 19 20 ,)" >whole.raw
  crop=$(permute 0:10 "" "" ,)
  tessera-voxelize -q --walls --raw "$(permute 20 19 20 ,),f32" --threshold 0 --crop "$crop" --mirror $m whole.raw >mirror.tile
  tessera-tile --check=full mirror.tile >checked || fail "--mirror $m of an image"
  walls 1 "balls:$(permute 20 0 0 ,),$all" 0.3 <mirror.tile # far off only where two balls meet at an edge
  tessera-voxelize -q --walls --raw "$(permute 20 19 20 ,),f32" --threshold 0 whole.raw | tessera-tile -q --lint no |
    tessera-stats --digest >plain
  tessera-tile -q --lint no <mirror.tile | tessera-stats --digest | cmp - plain || fail "--mirror $m: another domain"
done
# Half of a periodic array, mirrored: the same domain, including the walls across all its faces.
domain() { tessera-voxelize -q --walls --shape bcc:c=0.5 --size 20,20,20 "$@" | tessera-tile -q --periodic xyz | tessera-stats --digest; }
domain >whole
domain --crop 0:10,, --mirror x | cmp - whole || fail "half of an array along x"
domain --crop ,10:20, --flip y --mirror y | cmp - whole || fail "half of an array along y, reversed"
domain --crop ,,0:10 --mirror z | cmp - whole || fail "half of an array along z"
# A quarter and an eighth of it: links also cross the edges and corners where planes meet.
domain --crop 0:10,0:10, --mirror xy | cmp - whole || fail "a quarter of an array"
domain --crop ,10:20,10:20 --flip zy --mirror zy | cmp - whole || fail "a quarter of an array, reversed"
domain --crop 0:10,0:10,0:10 --mirror xyz | cmp - whole || fail "an eighth of an array"
all=
for x in 7.5 11.5; do for y in 8 11; do for z in 9 10; do all="$all,($x,$y,$z,6.2)"; done; done; done
exact make "balls:0,0,0$all" 20,20,20 >eight.raw
eight() { tessera-voxelize -q --walls --raw 20,20,20,f32 --threshold 0 "$@" eight.raw | tessera-tile -q --lint no | tessera-stats --digest; }
eight >whole
eight --crop 0:10,0:10, --mirror xy | cmp - whole || fail "a quarter of an image"
eight --crop 0:10,0:10,0:10 --mirror xyz | cmp - whole || fail "an eighth of an image"
# Where a layer lies beyond the outer plane, there is no mirror image: links into the layer have no wall distance.
exact make "balls:0,0,0,(4.5,9.5,9.5,6.5)" 10,20,20 >ball.raw
cut_beside() { tessera-voxelize --walls --raw 10,20,20,f32 --threshold 0 --mirror x "$@" ball.raw -o some.vox 2>&1 | sed -n 's/  walls *\([0-9]*\) .*/\1/p'; }
is "$(cut_beside)" 4368
is "$(cut_beside --pad x-=1:fluid)" 4328 # 40 links cross a face diagonally
is "$(cut_beside --pad x-=1:fluid --pad x+=2:solid)" 4288
is "$(cut_beside --pad z-=1:fluid)" 4368
# Mask and added layers: twice as many links, and those through the ball that a plane of z cuts.
exact make "balls:0,0,0,(9.6,9.5,9.2,8)" 20,20,20 >grey.raw
links_of() { tessera-voxelize --walls --raw 20,20,20,f32 --threshold 0 "$@" grey.raw -o some.tile 2>some && sed -n 's/  walls *\([0-9]*\) .*/\1/p' some; }
for m in x z; do
  once=$(links_of --crop ,,4:20 --mask half.vox --pad y-=2:solid)
  twice=$(links_of --crop ,,4:20 --mask half.vox --pad y-=2:solid --mirror $m)
  tessera-tile --check=full some.tile >checked || fail "--mask, --mirror and --pad"
  [ "$twice" -ge $((2 * once)) ] && [ "$twice" -lt $((2 * once + once / 3)) ] || fail "--mirror $m: $twice links of $once"
done

# A reversed shape has its walls on the other side.
printf '3 4 5 7\n11 9 14 8\n' >list
for axes in x y z xyz; do
  turn() { case $axes in *$1*) echo "$3 - $2" ;; *) echo "$2" ;; esac; }
  form=$(awk "BEGIN { printf \"(%g,%g,%g,3.5),(%g,%g,%g,4)\", $(turn x 3 14), $(turn y 4 13), $(turn z 5 17),
    $(turn x 11 14), $(turn y 9 13), $(turn z 14 17) }")
  shape 1.6e-5 "in:balls:0,0,0,$form" spheres:list=list --size 15,14,18 --flip $axes
done
shape 1.6e-5 "in:balls:0,0,0,(9,8,3,3.5),(1,3,12,4)" spheres:list=list --size 15,14,18 --crop 2:13,1:13,2:18 --flip xy

# An image without a single threshold, or without a surface, is refused in one line.
refuse() { expect 2 tessera-voxelize -q --walls "$@" -o refused.tile; one_line "$said"; [ ! -e refused.tile ] || fail "$*"; }
said='leave out --fluid equal=1-2'; refuse --raw 20,20,20,f32 --fluid equal=1-2 grey.raw
said='leave out --solid'; refuse --raw 20,20,20,f32 --solid equal=1-2 grey.raw
said='leave out --hysteresis'; refuse --raw 20,20,20,f32 --hysteresis 1,2 grey.raw
said='leave out --flip\|leave out --mirror'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >mesh.obj
for option in "--mirror x" "--flip y"; do
  refuse --size 9 $option mesh.obj # two words
done
# Segmented images hold no distances: a warning where there are few values.
for kinds in 2 16; do
  awk -v n=$kinds 'BEGIN { for (i = 0; i < 512; i++) printf "%c", 97 + i % n }' >labels.raw
  tessera-voxelize -q --walls --raw 8,8,8,u8 --threshold 98 labels.raw -o a.vox 2>said
  grep -q "warning: --walls: the image has $kinds values only: one that is segmented" said || fail "labels: $(cat said)"
done
awk 'BEGIN { for (i = 0; i < 512; i++) printf "%c", 97 + i % 17 }' >grey17.raw
tessera-voxelize -q --walls --raw 8,8,8,u8 --threshold 100 grey17.raw -o a.vox 2>said
[ ! -s said ] || fail "17 values: $(cat said)"
said='a pipe cannot'
(cat grey.raw | expect 2 tessera-voxelize -q --walls --raw 20,20,20,f32 --threshold 0 -o refused.tile; one_line "$said")

# Through a pipe: the digest does not depend on the order of tiles, and run and stats read the domain.
pack() { tessera voxelize -q --walls --shape spheres:porosity=0.7,d=9,periodic --size 24,24,24 --voxel 2um; }
for order in rows morton hilbert; do
  pack | tessera tile --periodic xyz --order $order --offset 1,2,3 2>said | tee $order.tile | tessera stats --digest >$order
  cmp rows $order || fail "--order $order changes the digest"
  tessera tile --check=full $order.tile >checked || fail "$(cat checked)"
done
tessera stats --json --bandwidth 10 rows.tile >rows.json
links=$(json rows.json wall_links)
# Voxels are measured as tile would cut them without a periodic axis: the faces of the grid are walls.
pack | tessera stats --json --bandwidth 10 >vox.json
pack | tessera tile -q --lint no | tessera stats --json --bandwidth 10 >faces.json
[ "$(json vox.json wall_links)" = "$(json faces.json wall_links)" ] || fail "stats of voxels and of their domain differ"
[ "$(json vox.json wall_links)" -lt "$links" ] || fail "walls beyond the faces of the grid"
awk -v links="$links" 'BEGIN { exit !(links > 1000) }' || fail "wall_links $links"
sum=0
for i in 0 1 2 3 4 5 6 7 8 9; do sum=$((sum + $(json rows.json wall_histogram $i))); done
[ "$sum" = "$links" ] || fail "the histogram holds $sum of $links"
tessera stats --bandwidth 10 rows.tile >text
grep -q "wall distances  *$links links, 0\.[0-9]* of their length before the wall" text || fail "no wall distances in the report"
# All links of a slit are cut half-way.
tessera voxelize -q --walls --shape slit:h=4 --size 8,8,8 | tessera stats --json --bandwidth 10 >slit.json
[ "$(json slit.json wall_mean) $(json slit.json wall_histogram 4)" = "0.5 $(json slit.json wall_links)" ] || fail "slit"

# Openings are patches without an option, and let fluid in; walls may close a node. Three voxels in a row, with an
# opening at each end.
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
{ cat vessel; echo "record WALL u64:21 u16:99 x:0202 u64:21 u16:9 x:0301 u64:23 u16:99 x:0103"; echo trailer; } >open
{ cat vessel; echo "record WALL u64:21 u16:9 x:0101 u64:21 u16:99 x:0202 u64:22 u16:8 x:0101 u64:22 u16:7 x:0201"
  echo "record WALL u64:23 u16:99 x:0103 u64:23 u16:6 x:0201"; echo trailer; } >closed
forge open open.vox
forge closed closed.vox
expect 0 tessera-tile --check=full open.vox >checked
expect 0 tessera-tile --keep percolating open.vox -o open.tile >said
grep -q 'reaches\|no path\|close' stderr && fail "a vessel with openings: $(cat stderr)"
grep -q 'opening  *inlet0: 1 nodes' said && grep -q 'wall distances  *3 links' said || fail "$(cat said)"
head -20 open.tile | grep -aq '^patches: inlet0=opening outlet0=opening$' || fail "no patches"
tessera-tile --check=full open.tile >checked
tessera-stats --bandwidth 1 open.tile >text
grep -q 'patches  *inlet0 at opening' text && grep -q 'surfaces  *skin: 1 links' text || fail "$(cat text)"
expect 0 tessera-tile closed.vox -o closed.tile >said
grep -q 'warning: walls close 3 non-solid nodes on all sides' stderr || fail "closed: $(cat stderr)"
# An opening that no link leads through.
{ cat vessel; echo "record WALL u64:21 u16:99 x:0202 u64:21 u16:9 x:0301 u64:23 u16:99 x:0101"; echo trailer; } >blind
forge blind blind.vox
expect 0 tessera-tile blind.vox -o blind.tile >said
grep -q 'warning: opening outlet0 has no node: nothing flows through it' stderr || fail "blind: $(cat stderr)"
expect 3 tessera-tile --lint strict blind.vox -o strict.tile >said
[ ! -e strict.tile ] || fail "--lint strict wrote something"
expect 0 tessera-tile --lint no blind.vox -o blind.tile >said
[ ! -s stderr ] || fail "--lint no: $(cat stderr)"
expect 2 tessera-tile --lint no --patch inlet0=x- open.vox -o twice.tile
one_line 'patch inlet0: the voxels have an opening of this name'
# run accepts conditions of openings by name; a pressure drop along an axis acts between faces.
expect 2 tessera-run open.tile --permeability x --steps 2 -o refused.tile
one_line "patch .inlet0. (face opening) has no condition"
