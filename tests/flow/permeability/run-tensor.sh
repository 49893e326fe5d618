#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --permeability along several axes: the tensor, its files, refusals, how the run ends.
. "$srcdir/tests/lib.sh"
run() { expect 0 tessera run --quiet --json "$@" >report; }
value() { json report "$@"; }
refused() { # PATTERN OPTION...: usage, one line, nothing written
  pattern=$1; shift
  expect 2 tessera run "$@"
  one_line "^tessera-run: .*$pattern"
  [ -z "$(find . -name 'none*')" ] || fail "a usage error wrote $(find . -name 'none*')"
}
calc() { awk "BEGIN { printf \"%.15g\", $1 }"; }
# k I J: one element, voxel2
k() { value tensor voxel2 "$1" "$2"; }
# small A OF: |A| is below 1e-4 of OF
small() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < 1e-4 * b && -a < 1e-4 * b) }' || fail "$1 is not small beside $2"; }
# pores FILE NX NY NZ RULE: fluid where RULE, an awk condition of x, y, z, holds
pores() {
  awk -v nx="$2" -v ny="$3" -v nz="$4" "BEGIN { for (z = 0; z < nz; z++) for (y = 0; y < ny; y++)
    for (x = 0; x < nx; x++) printf \"%s\", ($5) ? \"\\\\377\" : \"\\\\0\" }" >octal
  printf "$(cat octal)" >pores.raw
  tessera voxelize --raw "$2,$3,$4,u8" pores.raw --threshold 1 --fluid above --voxel 5um --quiet -o pores.vox
  tessera tile pores.vox --periodic xyz --lint no --quiet -o "$1" 2>said
}

# ---- a slit 5 of 8 nodes wide, along x and y: TRT 3/16 is exact at the nodes, whose mean gives k = (h^2 + 1/2)/12 h/H

tessera voxelize --shape slit:h=5,axis=x --size 8,8,8 --voxel 5um --quiet -o slit.vox
tessera tile slit.vox --periodic xyz --quiet -o slit.tile 2>said
run slit.tile --permeability xy --converge 1e-8
slit=$(calc "(25 + 0.5) / 12 * 5 / 8")
near "$(k 0 0)" "$slit" 1e-6
near "$(k 1 1)" "$slit" 1e-6
small "$(k 0 1)" "$slit"
small "$(k 1 0)" "$slit"
[ "$(value tensor axes 0)$(value tensor axes 1)" = xy ] || fail "axes of the tensor"
[ "$(value permeability 0 axis)$(value permeability 1 axis)" = xy ] || fail "axes of the permeability"
near "$(value permeability 1 voxel2)" "$slit" 1e-6
near "$(value tensor m2 0 0)" "$(calc "$slit * 25e-12")" 1e-6
expect 3 tessera run slit.tile --permeability xyz --quiet -o none.tile >report
one_line "slit.tile: no way leads .* along z, .*; it percolates along x and y\$"
[ ! -s report ] && [ -z "$(find . -name 'none*')" ] || fail "a drive before the refusal"

# ---- a body-centred array is isotropic

tessera voxelize --shape bcc:c=0.4,cell=12 --size 12,12,12 --quiet | tessera tile --periodic xyz --quiet -o bcc.tile 2>said
run bcc.tile --permeability xyz -o none
for i in 0 1 2; do
  for j in 0 1 2; do
    if [ $i = $j ]; then near "$(k $i $i)" "$(k 0 0)" 1e-5; else small "$(k $i $j)" "$(k 0 0)"; fi
  done
  near "$(value tensor principal $i voxel2)" "$(k 0 0)" 1e-4
done
awk -v a="$(value tensor asymmetry)" 'BEGIN { exit !(a >= 0 && a < 1e-4) }' || fail "asymmetry $(value tensor asymmetry)"
[ "$(value tensor m2 0 0)" = null ] && [ "$(value tensor principal 0 m2)" = null ] || fail "m2 without a voxel size"
[ "$(find . -name 'none*' | sort | tr '\n' ' ')" = "./none-x ./none-y ./none-z " ] || fail "files: $(find . -name 'none*')"
rm none-x none-y none-z

# ---- oblique channels: the flow keeps their direction, so that rows are proportional, and one principal value is 0

# Steps of 2 along x and 1 along y: u is (2,1), k_xx : k_xy : k_yy = 4 : 2 : 1. Beside it, a flow along z alone.
pores slant.tile 12 12 4 "(((x - 2 * y) % 12) + 12) % 12 < 7"
run slant.tile --permeability xyz --converge 1e-7 -o slant.tile.d
near "$(k 0 1)" "$(k 1 0)" 1e-6
near "$(k 0 0)" "$(calc "2 * $(k 0 1)")" 1e-6
near "$(k 1 1)" "$(calc "$(k 0 1) / 2")" 1e-6
small "$(k 0 2)" "$(k 0 0)"
small "$(k 2 1)" "$(k 0 0)"
near "$(value tensor symmetric_voxel2 0 1)" "$(k 0 1)" 1e-6
near "$(value tensor principal 0 voxel2)" "$(k 2 2)" 1e-9 # flow along z meets fewer corners
near "$(value tensor principal 0 direction 2)" 1 1e-9
near "$(value tensor principal 1 voxel2)" "$(calc "2.5 * $(k 0 1)")" 1e-6
near "$(value tensor principal 1 direction 0)" "$(calc "2 / sqrt(5)")" 1e-6
near "$(value tensor principal 1 direction 1)" "$(calc "1 / sqrt(5)")" 1e-6
small "$(value tensor principal 2 voxel2)" "$(k 0 0)"
near "$(value tensor principal 1 m2)" "$(calc "$(value tensor principal 1 voxel2) * 25e-12")" 1e-9

# One file of fields for each drive, equal to those of three runs.
for axis in x y z; do
  run slant.tile --permeability $axis --converge 1e-7 -o single.tile
  [ "$("$builddir/tests/differ" single.tile "slant.tile-$axis.d")" = 0 ] || fail "the fields along $axis are others"
done
expect 0 tessera run slant.tile --permeability xy --quiet >text
grep -q '^  permeability  .* voxel2 along x' text && grep -q '^  permeability  .* voxel2 along y' text ||
  fail "the two permeabilities: $(cat text)"
grep -q '^  principal ' text && grep -q '^  symmetric within ' text || fail "no tensor: $(cat text)"

# ---- elements that are nothing but rounding are printed as 0, and no direction as -0

tessera voxelize --shape sc:c=0.1 --size 12,12,12 --voxel 1um --quiet | tessera tile --periodic xyz --quiet -o cube.tile
expect 0 tessera run cube.tile --permeability xyz --converge 1e-3 --quiet >text
awk '/^Permeability tensor/ { on = 1 } on && /flow along [xyz]$/ { zero = 0; for (i = 1; i <= NF; i++) zero += $i == "0" && $i !~ /-/; n += zero == 2 }
  END { exit n != 6 }' text || fail "rounding in the tensor: $(cat text)"
grep -q -e '-0\.00000' text && fail "a direction of -0: $(cat text)"

# ---- a packing: symmetric between half-way walls, but not between interpolated ones, however converged

tessera voxelize --walls --shape spheres:porosity=0.5,d=8,seed=1,periodic --size 16,16,16 --quiet |
  tessera tile --periodic xyz --lint no --quiet -o pack.tile 2>said
run pack.tile --permeability xyz --walls halfway --converge 1e-8
awk -v a="$(value tensor asymmetry)" 'BEGIN { exit !(a < 1e-7) }' || fail "half-way walls: $(value tensor asymmetry)"
for eps in 1e-5 1e-8; do
  run pack.tile --permeability xyz --walls interpolated --converge $eps
  near "$(value tensor asymmetry)" 2.3135e-3 0.001
done
expect 0 tessera run pack.tile --permeability xyz --walls interpolated --quiet >text
grep -q '^  symmetric within  *0.0023 of the largest element; interpolated walls leave it asymmetric, however converged$' text ||
  fail "asymmetry as text: $(cat text)"
expect 0 tessera run pack.tile --permeability xyz --walls halfway --quiet >text
grep -q '^  symmetric within  *[0-9.e-]* of the largest element$' text || fail "asymmetry as text: $(cat text)"

# ---- pressures: sides are walls at rest, with or without patches, and the sign of the drop does not matter

tessera voxelize --shape spheres:porosity=0.6,d=6,seed=3 --size 13,12,14 --quiet -o rock.vox
tessera tile rock.vox --keep percolating --quiet -o plain.tile 2>said
tessera tile rock.vox --keep percolating --inlet z+ --outlet z- --patch lid=y+ --quiet -o rock.tile 2>said
tessera run plain.tile --permeability xyz --quiet --json >plain
tessera run rock.tile --permeability xyz --quiet --json >report
for i in 0 1 2; do
  axis=$(echo xyz | cut -c $((i + 1)))
  near "$(value permeability $i voxel2)" "$(json plain permeability $i voxel2)" 1e-9
  tessera run plain.tile --permeability "$axis" --quiet --json >alone
  near "$(value permeability $i voxel2)" "$(json alone permeability 0 voxel2)" 1e-9
  near "$(k $i $i)" "$(value permeability $i voxel2)" 1e-12
  for j in 0 1 2; do near "$(k $i $j)" "$(json plain tensor voxel2 $i $j)" 1e-6; done
done
expect 0 tessera run plain.tile --permeability xy --quiet >text
grep -q '^  symmetric within  *[0-9.e-]* of the largest element; the faces of the sample are walls under the other drives$' text ||
  fail "asymmetry as text: $(cat text)"
refused "patch 'lid' (face y+) has no condition" rock.tile --permeability xz -o none.tile
refused "sets patch 'lid' itself" rock.tile --permeability xyz --set lid:wall=0,0,0 -o none.tile

# ---- how the run ends

expect 5 tessera run plain.tile --permeability zx --steps 6 --quiet --json -o part.tile >report
[ "$(grep -c '^tessera-run: .*not converged .* along [xz] ' stderr)" = 2 ] || fail "warnings: $(cat stderr)"
[ "$(value converged)" = false ] && [ "$(value steps)" = 12 ] || fail "report of what did not converge"
tessera stats --digest part-x.tile >said && tessera stats --digest part-z.tile >said || fail "not written"
tessera run plain.tile --permeability xyz --quiet -o late.tile >text 2>said &
pid=$!
await [ -e late-x.tile ]
kill -TERM $pid 2>/dev/null || true
code=0
wait $pid || code=$?
[ $code = 143 ] || [ $code = 0 ] || fail "a run along several axes, stopped, ends with $code"

tessera run slant.tile --permeability xy --progress=log:0 --json >report 2>log
for axis in x y; do grep -q "^tessera-run: .*, k along $axis [0-9.e-]* m2 so far, " log || fail "log: $(cat log)"; done

# ---- options that several axes exclude

refused "--permeability.*expected axes" slit.tile --permeability none
refused "--permeability.*expected axes" slit.tile --permeability xw
refused "checkpoint holds one flow" slit.tile --permeability xy --checkpoint none.tile
refused "measures one flow" slit.tile --permeability xy --benchmark
refused "a file for each" slit.tile --permeability xy -o -
refused "a file for each" slit.tile --permeability xy -o /dev/null
expect 5 tessera run slit.tile --permeability x --steps 1 --quiet -o flow.tile >said
refused "start from the domain" flow.tile --permeability xy
tessera voxelize --shape slit:h=5,axis=x --size 8,8,8 --quiet | tessera tile --periodic xyz --quiet -o slit-x.tile 2>said
refused "slit-x.tile is the input" slit-x.tile --permeability xy -o slit.tile
