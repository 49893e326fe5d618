#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Rocks and a soil from image to permeability.
# Berea sandstone, block 00 of 128^3 voxels, along each axis, with pressures at both faces and solid sides. Reference:
# the values published with the image (Stokes flow by another method, k / dx^2 = 0.0677, 0.0553, 0.0490 ... 0.0504);
# tolerance: the ratio is between 0.75 and 1.25, and the order x > y > z is the same. Pores are a few voxels wide:
# methods differ by 20 % at this resolution.
# Ketton limestone (256^3) and a soil core (500 x 500 x 64 grey levels, Otsu) end to end: their k has no reference. All
# runs converge to 1e-5. Writes validate/rock.csv and rock.svg in the build folder.
. "$srcdir/tests/lib.sh"
need_data berea_block00_128_u8.raw.gz ketton.zip soil
results=$builddir/validate
mkdir -p "$results"
echo "rock,axis,porosity,k_voxel2,k_m2,steps,converged,published_low,published_high,ratio" >table

# flow ROCK AXIS LOW HIGH [OPTION]...: one line of the table, from $1-$2.tile; k published between LOW and HIGH.
flow() {
  rock=$1; axis=$2; low=$3; high=$4; shift 4
  tessera stats --json --bandwidth 1 "$rock-$axis.tile" >stats.json
  tessera run --quiet --permeability "$axis" --converge 1e-5 --json "$@" "$rock-$axis.tile" >r.json 2>said ||
    { cat said >&2; fail "$rock along $axis"; }
  k=$(json r.json permeability 0 voxel2)
  awk -v k="$k" 'BEGIN { exit !(k > 0 && k < 1e4) }' || fail "$rock along $axis: k = $k"
  ratio=
  [ -z "$low" ] || ratio=$(awk -v k="$k" -v l="$low" -v h="$high" 'BEGIN { printf "%.4f", 2 * k / (l + h) }')
  echo "$rock,$axis,$(json stats.json porosity),$k,$(json r.json permeability 0 m2),$(json r.json steps),$(
    json r.json converged),$low,$high,$ratio" >line
  cat line >>table
  awk -F, '{
    metres = $5 == "null" ? "" : sprintf(" = %.4g m^2", $5)
    printf "rock: %s along %s: porosity %.6f, k = %.5g voxel^2%s after %d steps", $1, $2, $3, $4, metres, $6
    print $10 == "" ? "" : ", ratio to the published value " $10 }' line
}

gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" |
  tessera voxelize --quiet --raw 128,128,128,u8 --fluid equal=0 --voxel 5.345um - -o berea.vox
for case in x,0.0677,0.0677 y,0.0553,0.0553 z,0.0490,0.0504; do
  axis=${case%%,*}; range=${case#*,}
  tessera tile --quiet --keep percolating --inlet "$axis-" --outlet "$axis+" berea.vox -o "berea-$axis.tile"
  flow berea "$axis" "${range%,*}" "${range#*,}"
done

tessera voxelize --quiet --threshold otsu "$TESSERA_DATA"/soil/*.tif |
  tessera tile --quiet --keep percolating --inlet z- --outlet z+ -o soil-z.tile
flow soil z "" "" -o soil.flow
tessera probe --quiet --permeability --png soil.png --slice z=32 soil.flow >said
[ -s soil.png ] || fail "no picture of the soil"

if command -v unzip >/dev/null; then
  unzip -q "$TESSERA_DATA/ketton.zip"
  tessera voxelize --quiet --fluid equal=0 --voxel 15.2um ketton.tif |
    tessera tile --quiet --keep percolating --inlet z- --outlet z+ -o ketton-z.tile
  flow ketton z "" "" -o ketton.flow
  tessera probe --quiet --permeability --vtk ketton.vti ketton.flow >said
  [ -s ketton.vti ] || fail "no VTK file of Ketton"
else
  lacks "no unzip for Ketton"
fi

cp table "$results/rock.csv"
awk -F, '
  NR == 1 { print "panel,Berea block 00: k / dx^2 along x y z (1 2 3),0,4,0,0.1\nkey,#447,this run\nkey,#c00,published"; next }
  $8 != "" {
    at = index("xyz", $2)
    print "move,#447," at - 0.1 "," $4 "\nline,#447," at + 0.1 "," $4
    print "move,#c00," at - 0.1 "," ($8 + $9) / 2 "\nline,#c00," at + 0.1 "," ($8 + $9) / 2 }' table |
  awk -f "$srcdir/data/plot.awk" >"$results/rock.svg"
echo "rock: $results/rock.csv and $results/rock.svg"
awk -F, '
  $1 == "berea" {
    k[$2] = $4
    if ($10 < 0.75 || $10 > 1.25) { print "Berea along " $2 ": ratio " $10 " is not in 0.75 ... 1.25"; bad = 1 }
  }
  END {
    if (!(k["x"] > k["y"] && k["y"] > k["z"])) { print "Berea: not kx > ky > kz"; bad = 1 }
    exit bad
  }' table >&2 || fail "permeability of Berea"
