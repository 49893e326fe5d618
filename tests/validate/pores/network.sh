#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Networks of pores (stats --network) beside the direct computation: permeability against run --permeability, formation
# factor against run --diffusion, and the largest ball that passes against stats --intrusion, for arrays of spheres and
# for Berea sandstone (block 00, 128^3). tests/fixtures/programs/network_flow.c says what a throat and a pore conduct.
# A network leaves out the shape of pores: k and F within a factor of 2 are expected, and no more. Balls are the same
# to a voxel: the image may be narrower in a pore at a face. Writes validate/network.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
# network AXIS PERIODIC <STREAM: "pores throats k F radius", with the persistence that is the default
network() { "$builddir/tests/network_flow" "$1" "$2" 0.9; }
echo "domain,axis,pores,throats,k,k_network,factor,factor_network,radius,radius_network" >table
# line DOMAIN AXIS K FACTOR RADIUS NETWORK
line() {
  echo "$1 $2 $3 $4 $5 $6" | awk '{ printf "%s,%s,%d,%d,%.5g,%.5g,%.5g,%.5g,%.5g,%.5g\n", $1, $2, $6, $7, $3, $8, $4, $9, $5, $10 }' >line
  cat line >>table
  awk -F, '{ printf "network: %s along %s: %d pores, %d throats; k %s, network %s; F %s, network %s; ball %s, network %s\n",
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 }' line
}
# Two cells along z, between planes of symmetry; the direct values are those of one, periodic. Nearly touching, and not.
for case in sc:0.3 sc:0.5235 bcc:0.5 bcc:0.68 fcc:0.5 fcc:0.74; do
  tessera voxelize --quiet --shape "${case%:*}:c=${case#*:}" --size 48,48,48 | tessera tile --quiet --periodic xyz -o cell.tile
  tessera run --quiet --permeability z --converge 1e-4 --json cell.tile >k.json 2>said || { cat said >&2; fail "$case"; }
  tessera run --quiet --diffusion z --json cell.tile >f.json 2>said || { cat said >&2; fail "$case"; }
  tessera voxelize --quiet --shape "${case%:*}:c=${case#*:}" --size 48,48,48 --mirror z -o cells.vox
  tessera tile --quiet --periodic xy cells.vox | tessera stats --json --intrusion z- >ball.json
  line "$case" z "$(json k.json permeability 0 voxel2)" "$(json f.json diffusion 0 formation_factor)" \
    "$(json ball.json critical_radius z)" "$(network z xy <cells.vox)"
done
if [ -n "${TESSERA_DATA:-}" ] && [ -e "$TESSERA_DATA/berea_block00_128_u8.raw.gz" ]; then
  gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" | tessera voxelize --quiet --raw 128,128,128,u8 --fluid equal=0 - -o rock.vox
  tessera stats --json --intrusion z- rock.vox >ball.json
  tessera tile --quiet --lint no rock.vox | tessera run --quiet --diffusion xyz --json >f.json
  for case in x:0 y:1 z:2; do
    axis=${case%:*}
    tessera tile --quiet --keep percolating --inlet "$axis-" --outlet "$axis+" rock.vox |
      tessera run --quiet --permeability "$axis" --converge 1e-4 --json >k.json
    line berea "$axis" "$(json k.json permeability 0 voxel2)" "$(json f.json diffusion "${case#*:}" formation_factor)" \
      "$(json ball.json critical_radius "$axis")" "$(network "$axis" none <rock.vox)"
  done
else
  lacks "no Berea: set TESSERA_DATA"
fi
cp table "$results/network.csv"
echo "network: $results/network.csv"
awk -F, 'function off(a, b, factor) { return !(a > 0 && b > 0 && a / b < factor && b / a < factor) }
  NR > 1 {
    if (off($5, $6, 2)) { print $1 " along " $2 ": k " $5 ", network " $6; bad = 1 }
    if (off($7, $8, 2)) { print $1 " along " $2 ": F " $7 ", network " $8; bad = 1 }
    if (!($10 >= 0.9999 * $9 && $10 < $9 + 1)) { print $1 " along " $2 ": ball " $9 ", network " $10; bad = 1 }
  }
  END { exit bad }' table >&2 || fail "networks"
