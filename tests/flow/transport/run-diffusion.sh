#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-run --diffusion: blocks, arrays of spheres, real images with values computed independently, and refusals.
. "$srcdir/tests/lib.sh"
calc() { awk "BEGIN { printf \"%.15g\", $1 }"; }
diffuse() { tessera run --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera run $*"; }; }
# of N KEY ...: of the Nth axis that was asked for
of() { json r.json diffusion "$@"; }

# A block conducts as the fluid does: its ends lie half a voxel outside.
for periodic in none xyz y; do
  tessera voxelize --quiet --shape box --size 20,9,7 | tessera tile --quiet --lint no --periodic $periodic -o box.tile
  diffuse --diffusion xyz box.tile
  for i in 0 1 2; do
    near "$(of $i relative)" 1 1e-6
    near "$(of $i tortuosity_factor)" 1 1e-6
  done
done
# One slice, which is periodic along z, conducts along z with all its open area.
tessera voxelize --quiet --shape box --size 20,9,1 | tessera tile --quiet --lint no -o slice.tile
diffuse --diffusion xyz slice.tile
for i in 0 1 2; do near "$(of $i relative)" 1 1e-6; done
tessera voxelize --quiet --walls --shape cylinders:c=0.3 --size 80,80,1 | tessera tile --quiet --lint no -o slice.tile
diffuse --diffusion z slice.tile
near "$(of 0 relative)" 0.7 1e-3
near "$(json r.json diffusion 0 column 2)" "$(of 0 relative)" 1e-12
# about 75 bytes a node (sanitizers need memory of their own)
if ! sanitized; then
  for size in 48 96; do
    tessera voxelize --quiet --shape box --size $size,$size,$size | tessera tile --quiet --lint no -o $size.tile
    least_peak tessera-run --json --quiet --diffusion x --threads 1 $size.tile >$size.peak
  done
  bytes=$(calc "($(cat 96.peak) - $(cat 48.peak)) * 1024 / (96^3 - 48^3)")
  awk -v bytes="$bytes" 'BEGIN { exit !(bytes < 90) }' || fail "$bytes bytes a node"
fi
# A duct: its share of the cross-section, whatever stands beside it.
tessera voxelize --quiet --shape channel:w=8 --size 12,12,24 | tessera tile --quiet -o duct.tile
diffuse --diffusion z duct.tile
near "$(of 0 relative)" "$(calc 64/144)" 1e-6
near "$(of 0 tortuosity_factor)" 1 1e-6
near "$(of 0 formation_factor)" 2.25 1e-6
is "$(of 0 axis)" z
refused 3 "no way leads through the pores along x; along: z" tessera run --diffusion xz duct.tile
# A strip of 2 x 2 nodes that moves by a node along x and y from slice to slice, 20 of them (of TauFactor's tests): 19 links
# between slices, in the 18 between the ends twice two links side by side from corner to corner, and 7/24 at each end.
awk 'BEGIN { for (z = 0; z < 20; z++) for (y = 0; y < 21; y++) for (x = 0; x < 21; x++)
  printf "%s", (x - z) * (x - z - 1) == 0 && (y - z) * (y - z - 1) == 0 ? "\\377" : "\\0" }' >octal
printf "$(cat octal)" >strip.raw
tessera voxelize --quiet --raw 21,21,20,u8 strip.raw --threshold 64 --fluid above | tessera tile --quiet --lint no -o strip.tile
diffuse --diffusion z --converge 1e-8 strip.tile
near "$(of 0 tortuosity_factor)" "$(calc "4 * (19 + 18 + 2 * 7 / 24) / 20")" 1e-6 # 7.51667

# Insulating spheres, simple cubic, by Rayleigh's method with multipoles to order 27; steps of walls make it too low.
for case in 0.1:0.857112 0.3:0.605661 0.5:0.37374; do
  tessera voxelize --quiet --shape "sc:c=${case%:*}" --size 48,48,48 | tessera tile --quiet --periodic xyz -o spheres.tile
  diffuse --diffusion xy spheres.tile
  near "$(of 0 relative)" "${case#*:}" 0.03
  near "$(of 0 relative)" "$(of 1 relative)" 1e-6
  near "$(json r.json diffusion 0 column 0)" "$(of 0 relative)" 1e-12
done
# between ends in planes of symmetry as in a period
tessera voxelize --quiet --shape sc:c=0.3 --size 48,48,48 -o spheres.vox
tessera tile --quiet spheres.vox -o open.tile
tessera tile --quiet --periodic xyz spheres.vox -o closed.tile
diffuse --diffusion x closed.tile
closed=$(of 0 relative)
diffuse --diffusion x open.tile
near "$(of 0 relative)" "$closed" 1e-5
# The bound holds, to the rounding of sums; symmetry makes the fluxes through both ends equal before they are right.
for domain in closed open; do
  diffuse --diffusion x --converge 1e-12 $domain.tile
  exact=$(of 0 relative)
  for bound in 1e-1 1e-5 1e-9; do
    diffuse --diffusion x --converge $bound $domain.tile
    near "$(of 0 relative)" "$exact" "$(calc "$(of 0 bound) + 1e-9")"
    # terms of the dissipation are rounded to single precision: never less than that
    awk -v is="$(of 0 bound)" -v most=$bound 'BEGIN { least = 2 ^ -24; exit !(is >= least && (is <= most || is == least)) }' || fail "$(of 0 bound) for $bound"
  done
done
# the same bits with any number of threads
tessera voxelize --quiet --shape spheres:porosity=0.4,d=9,seed=3 --size 40,40,40 | tessera tile --quiet -o pack.tile
for threads in 1 3; do
  tessera run --json --diffusion xyz --threads $threads pack.tile | sed 's/"seconds": [0-9.e+-]*//' >$threads.json
done
cmp 1.json 3.json || fail "another number of threads gives another result"
# turned and mirrored, as the same image
awk 'BEGIN { srand(7); for (i = 0; i < 4096; i++) printf "%s", (rand() < 0.75 ? "\\377" : "\\0") }' >octal
printf "$(cat octal)" >noise.raw
tessera voxelize --quiet --raw 16,16,16,u8 noise.raw --threshold 64 --fluid above | tessera tile --quiet --lint no -o noise.tile
tessera voxelize --quiet --raw 16,16,16,u8 noise.raw --threshold 64 --fluid above --flip xyz | tessera tile --quiet --lint no -o turned.tile
diffuse --diffusion xyz --converge 1e-8 noise.tile
for i in 0 1 2; do of $i relative; done >values
diffuse --diffusion xyz --converge 1e-8 turned.tile
for i in 0 1 2; do near "$(of $i relative)" "$(sed -n $((i + 1))p values)" 1e-7; done

# The bound is relative: of nine copies of an image side by side it is that of one.
copies() {
  awk -v n="$1" 'BEGIN { srand(7); for (i = 0; i < 512; i++) v[i] = rand() < 0.75 ? "\\377" : "\\0"
    for (z = 0; z < 8 * n; z++) for (y = 0; y < 8 * n; y++) for (x = 0; x < 8; x++) printf "%s", v[x + 8 * (y % 8) + 64 * (z % 8)] }' >octal
  printf "$(cat octal)" >copies.raw
  tessera voxelize --quiet --raw "8,$((8 * $1)),$((8 * $1)),u8" copies.raw --threshold 64 --fluid above |
    tessera tile --quiet --lint no --periodic xyz -o copies.tile
  diffuse --diffusion x --converge 1e-4 copies.tile
}
copies 1
bound=$(of 0 bound)
copies 3
near "$(of 0 bound)" "$bound" 1e-3

# ---- cut cells of domains with wall distances
# A link to a solid node whose wall is not stated is cut half-way: 2 x 2 of 4 x 4 nodes.
printf '%s\n' 'key kind: voxels' 'key grid: 4 4 3' 'key bits: 1' 'key classes: solid fluid' 'key wall-distances: yes' \
  'record VOXL x:000606000006060000060600' trailer >bare
forge bare bare.vox
tessera tile --quiet --lint no --periodic z bare.vox -o bare.tile
diffuse --diffusion z bare.tile
near "$(of 0 relative)" 0.25 1e-6
# walled PERIODIC ARGUMENT...: walled.tile of a shape
walled() {
  periodic=$1
  shift
  tessera voxelize --quiet --walls "$@" | tessera tile --quiet --lint no --periodic "$periodic" -o walled.tile
}
# Spheres of R = 10 voxels, as above. The scheme is of second order: 1/R^2 = 1 % of what the spheres take away, and at most
# 0.3 %. Simple cubic at 0.5 the gaps are a third of a voxel, and contain no nodes: -4.2 %.
for case in sc:0.1:35:0.857112 sc:0.3:24:0.605661 sc:0.4:22:0.490110 bcc:0.1:44:0.857139 bcc:0.3:30:0.608272 \
  bcc:0.5:26:0.395757 fcc:0.1:55:0.857141 fcc:0.3:38:0.608390 fcc:0.5:32:0.396538; do
  exact=${case##*:} size=${case%:*} size=${size##*:} kind=${case%%:*} c=${case#*:} c=${c%%:*}
  walled xyz --shape "$kind:c=$c" --size "$size,$size,$size"
  diffuse --diffusion xz walled.tile
  near "$(of 0 relative)" "$exact" "$(calc "((1 - $exact) / $exact < 0.3 ? (1 - $exact) / $exact / 100 : 0.003)")"
  near "$(of 0 relative)" "$(of 1 relative)" 1e-5
done
# Cylinders (Perrins, McKenzie & McPhedran, Proc. R. Soc. Lond. A 369 (1979) 207): one slice as many.
walled xyz --shape cylinders:c=0.3 --size 80,80,1
diffuse --diffusion y walled.tile
near "$(of 0 relative)" 0.537580 0.001
slice=$(of 0 relative)
walled xyz --shape cylinders:c=0.3 --size 80,80,3
diffuse --diffusion y walled.tile
near "$(of 0 relative)" "$slice" 1e-5
# Slits and tubes across the lattice conduct along their direction a, b: their share times a a, a b over a a + b b.
# oblique KIND A B N NY RADIUS TOLERANCE
oblique() {
  "$builddir/tests/slanted" "$1" "$2,$3" "$4,$5" "0.3,$(calc "($5 - 1) / 2 + 0.2"),$6" | tessera tile --quiet --lint no --periodic xyz -o oblique.tile
  diffuse --diffusion x --converge 1e-7 oblique.tile
  share=$(awk -v kind="$1" -v a="$2" -v b="$3" -v n="$4" -v ny="$5" -v r="$6" 'BEGIN {
    s = sqrt(a * a + b * b); printf "%.12g", (kind == "slit" ? 2 * r : atan2(0, -1) * r * r / ny) / (a * b * n / s) }')
  near "$(of 0 relative)" "$(calc "$share * $2^2 / ($2^2 + $3^2)")" "$7"
  near "$(json r.json diffusion 0 column 2)" "$(calc "$share * $2 * $3 / ($2^2 + $3^2)")" "$7"
}
oblique slit 1 1 9 4 1.7 1e-5
oblique slit 3 1 14 4 5 1e-4
oblique slit 2 3 10 4 3.3 1e-5
oblique slit 7 1 14 4 5 1e-4
oblique tube 1 1 33 23 10 0.003
oblique tube 3 1 25 23 10 0.003
# What is exact without distances stays so.
walled y --shape box --size 20,9,7
diffuse --diffusion xyz walled.tile
for i in 0 1 2; do near "$(of $i relative)" 1 1e-6; done
walled none --shape channel:w=8 --size 12,12,24
diffuse --diffusion z walled.tile
near "$(of 0 relative)" "$(calc 64/144)" 1e-6
# between ends in planes of symmetry as in a period; the same bits with any number of threads
tessera voxelize --quiet --walls --shape sc:c=0.3 --size 48,48,48 -o spheres.vox
for periodic in xyz none; do
  tessera tile --quiet --periodic $periodic spheres.vox -o $periodic.tile
  diffuse --diffusion x $periodic.tile
  of 0 relative >$periodic
done
near "$(cat none)" "$(cat xyz)" 1e-5
walled y --shape spheres:porosity=0.4,d=9,seed=3 --size 40,40,40
for threads in 1 3; do
  tessera run --json --diffusion xyz --threads $threads walled.tile | sed 's/"seconds": [0-9.e+-]*//' >$threads.json
done
cmp 1.json 3.json || fail "another number of threads gives another result with wall distances"
# Two boxes with less than a voxel between them: no node is solid there, and nothing passes.
awk 'function corner(i, low, high) { return "vertex " (i % 2 ? 8.5 : 0.5) " " (int(i / 2) % 2 ? 8.5 : 0.5) " " (i > 3 ? high : low) "\n" }
  function box(low, high,  n, f, k) {
    n = split("0 2 3 0 3 1 4 5 7 4 7 6 0 1 5 0 5 4 2 6 7 2 7 3 0 4 6 0 6 2 1 3 7 1 7 5", f, " ")
    for (k = 1; k <= n; k += 3)
      print "facet normal 0 0 0\nouter loop\n" corner(f[k], low, high) corner(f[k + 1], low, high) corner(f[k + 2], low, high) "endloop\nendfacet"
  }
  BEGIN { print "solid boxes"; box(0.5, 8.6); box(8.9, 16.5); print "endsolid boxes" }' >boxes.stl
tessera voxelize --quiet --walls --voxel 1mm --crop 1:9,1:9,1:17 boxes.stl | tessera tile --quiet --lint no -o boxes.tile
refused 3 "walls thinner than a voxel leave no way through the pores along z" tessera run --diffusion z boxes.tile

# ---- --refine: the interval contains the exact value (spheres as above), and is the sum of its parts
# The middle is corrected for steps, so that the values lie at both sides of it; small arrays lose most of their nodes at
# half resolution.
sides=
for case in sc:0.1:35:0.857112 sc:0.3:24:0.605661 fcc:0.3:38:0.608390 bcc:0.5:26:0.395757 fcc:0.1:20:0.857141 bcc:0.1:16:0.857139 \
  fcc:0.2:16:0.727226 fcc:0.3:20:0.608390 sc:0.2:40:0.726703; do
  exact=${case##*:} size=${case%:*} size=${size##*:} kind=${case%%:*} c=${case#*:} c=${c%%:*}
  tessera voxelize --quiet --shape "$kind:c=$c" --size "$size,$size,$size" | tessera tile --quiet --lint no --periodic xyz -o spheres.tile
  diffuse --refine --diffusion xz spheres.tile
  middle=$(of 0 interval relative) error=$(of 0 interval error)
  awk -v m="$middle" -v e="$error" -v x="$exact" 'BEGIN { exit !(x >= m - e && x <= m + e && e < 0.15 * m) }' || fail "$case: $middle +- $error"
  sides="$sides $(awk -v m="$middle" -v x="$exact" 'BEGIN { print (x > m ? "above" : "below") }')"
  near "$error" "$(calc "$middle * ($(of 0 interval discretisation) + $(of 0 interval walls) + $(of 0 interval convergence))")" 1e-9
  near "$(of 1 interval error)" "$error" 1e-3
  is "$(of 0 interval none)" null
done
case $sides in *above*below*above* | *below*above*below*) ;; *) fail "one-sided: $sides" ;; esac
near "$(of 0 interval wall_shift)" 0.16 0.1
near "$(of 0 interval wall_correction)" 0.27 0.05
is "$(of 0 interval quarter)" null
# a slit is known at both levels and has no steps; its walls may lie elsewhere by half a voxel
tessera voxelize --quiet --shape slit:h=16,axis=x --size 64,64,64 | tessera tile --quiet --lint no --periodic xyz -o slit.tile
diffuse --refine --diffusion y slit.tile
for i in 0 1; do near "$(of 0 interval half $i)" 0.25 1e-6; done
near "$(of 0 interval relative)" 0.25 1e-6
near "$(of 0 interval walls)" "$(calc "0.56 * 2 / 16")" 1e-3
tessera run --quiet --refine --diffusion z slit.tile 2>&1 | grep -q "no way leads" || fail "across a slit"
tessera run --quiet --refine --diffusion y slit.tile >text
grep -q '^    interval  *D_eff / D = 0.250 +- 0.018$' text || fail "$(cat text)"
diffuse --diffusion y slit.tile
is "$(of 0 interval)" null
tessera voxelize --quiet --shape channel:w=2 --size 16,16,16 | tessera tile --quiet --lint no --periodic z -o narrow.tile
diffuse --refine --diffusion z narrow.tile
is "$(of 0 interval none)" "at half resolution no way leads through the pores along z"
diffuse --refine --diffusion z xyz.tile
of 0 interval none | grep -q '^the domain has walls between nodes' || fail "$(of 0 interval none)"

# ---- refusals
refused 2 "leave out --permeability" tessera run --diffusion x --permeability x pack.tile
refused 2 "expected axes" tessera run --diffusion none pack.tile
refused 2 "leave out --density" tessera run --diffusion x --density 900 pack.tile
refused 2 "leave out --about" tessera run --diffusion x --about 1,2,3 pack.tile
refused 2 "leave out --set" tessera run --diffusion x --set inlet:pressure=1 pack.tile
tessera voxelize --quiet --shape box --size 4,4,4 -o box.vox
refused 3 "contains voxels" tessera run --diffusion x box.vox
refused 2 "tiles of 4 nodes" sh -c 'tessera tile --quiet --edge 8 box.vox | tessera run --diffusion x'

# ---- a rock: formation factors that another program computed, with ends half a voxel outside
need_data berea_block00_128_u8.raw.gz
gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" | tessera voxelize --quiet --raw 128,128,128,u8 - --threshold 0.5 --fluid below |
  tessera tile --quiet -o rock.tile
diffuse --diffusion xyz rock.tile
near "$(of 0 formation_factor)" 19.1287 3e-6
near "$(of 1 formation_factor)" 22.2570 3e-6
near "$(of 2 formation_factor)" 24.7327 3e-6
