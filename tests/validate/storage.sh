#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The error of narrower storage: permeabilities after the same number of steps in each precision, compared with fp64.
# Packings of spheres, a slit, a duct, and, where the real images are available, a block of Berea sandstone and the
# middle of the Ketton limestone, periodic (driven by a force) and between pressures, at tau 1. Tolerance: fp32 5e-5;
# fp64/fp32 1e-5 (2e-5 in the slit, since rounding to nearest loses small changes in wide channels); fp32/fp16 1e-3.
# STORAGE="pack duct": only these domains. Writes validate/storage.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# domain NAME: domain.vox
domain() {
  case $1 in
    pack) tessera voxelize --shape spheres:porosity=0.3,d=12,seed=2,periodic --size 36,36,36 --quiet -o domain.vox ;;
    loose) tessera voxelize --shape spheres:porosity=0.7,d=12,seed=2,periodic --size 32,32,32 --quiet -o domain.vox ;;
    slit) tessera voxelize --shape slit:h=24 --size 8,26,8 --quiet -o domain.vox ;;
    duct) tessera voxelize --shape channel:w=16 --size 18,18,16 --quiet -o domain.vox ;;
    berea) gzip -dc "$TESSERA_DATA/berea_block00_128_u8.raw.gz" |
      tessera voxelize --raw 128,128,128,u8 --fluid equal=0 --crop 32:80,32:80,32:80 --quiet - -o domain.vox ;;
    ketton) unzip -q -o "$TESSERA_DATA/ketton.zip"
      tessera voxelize --fluid equal=0 --crop 96:160,96:160,96:160 --quiet ketton.tif -o domain.vox ;;
  esac
}
k() { # DOMAIN STEPS PRECISION
  code=0
  tessera run "$1" --permeability z --tau 1 --threads 1 --steps "$2" --converge 1e-12 --precision "$3" --quiet --json >r.json 2>said || code=$?
  [ $code = 0 ] || [ $code = 5 ] || { cat said >&2; fail "$1 in $3: exit $code"; }
  json r.json permeability 0 voxel2
}

real="berea ketton"
[ -e "${TESSERA_DATA:-}/ketton.zip" ] || { real=; lacks "no rocks: set TESSERA_DATA"; }
echo "domain,ends,precision,k,difference" >table
for name in ${STORAGE:-pack loose slit duct $real}; do
  domain "$name"
  case $name in slit) steps=6000 ;; duct) steps=3000 ;; *) steps=1500 ;; esac
  for ends in periodic pressures; do
    axes=$([ $ends = periodic ] && echo --periodic xyz || echo --periodic xy --inlet z- --outlet z+)
    # shellcheck disable=SC2086 # options
    tessera tile domain.vox $axes --keep percolating --lint no --quiet -o d.tile 2>said
    exact=$(k d.tile $steps fp64)
    for precision in fp32 fp64/fp32 fp32/fp16; do
      echo "$name,$ends,$precision,$(k d.tile $steps $precision)" |
        awk -F, -v exact="$exact" '{ d = $4 / exact - 1; printf "%s,%.1e\n", $0, d < 0 ? -d : d }' | tee line >>table
      awk -F, '{ printf "storage: %s, %s, %s: k %s, %s off fp64\n", $1, $2, $3, $4, $5 }' line
    done
  done
done
cp table "$results/storage.csv"
awk -F, 'NR > 1 && !($5 <= ($3 == "fp32/fp16" ? 1e-3 : $3 == "fp32" ? 5e-5 : $1 == "slit" ? 2e-5 : 1e-5)) { print; bad = 1 } END { exit bad }' table >&2 ||
  fail "permeabilities are too far from those of fp64"
