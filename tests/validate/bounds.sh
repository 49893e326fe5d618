#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The promise of --converge EPS for a permeability: |k - k of a run to 1e-9| <= EPS k; at least, the error is never
# twice as large, whatever the flow does on its way. Packings of spheres, two chambers with a throat, a slit and a duct,
# periodic and between pressures, at values of tau at which the flow oscillates or converges slowly, and at the
# automatic tau. The equilibrium is that of Stokes flow: k depends neither on tau nor on the drive. Writes
# validate/bounds.csv in the build folder. BOUNDS="duct pack-0.3": only these domains.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"

# pores FILE NX NY NZ RULE: fluid where RULE, an awk condition of x, y, z, holds
pores() {
  awk -v nx="$2" -v ny="$3" -v nz="$4" "BEGIN { for (z = 0; z < nz; z++) for (y = 0; y < ny; y++)
    for (x = 0; x < nx; x++) printf \"%s\", ($5) ? \"\\\\377\" : \"\\\\0\" }" >octal
  printf "$(cat octal)" >pores.raw
  tessera voxelize $walls --raw "$2,$3,$4,u8" pores.raw --threshold 64 --fluid above --quiet -o "$1"
}
# domain NAME: writes domain.vox; for NAME-walls the walls are interpolated
domain() {
  case $1 in *-walls) walls=--walls ;; *) walls= ;; esac
  case ${1%-walls} in
    pack-*) porosity=${1#pack-}; tessera voxelize $walls --shape "spheres:porosity=${porosity%-walls},d=10,seed=2,periodic" --size 32,32,32 --quiet -o domain.vox ;;
    slit) tessera voxelize --shape slit:h=9 --size 4,11,24 --quiet -o domain.vox ;;
    duct) tessera voxelize --shape channel:w=7 --size 12,12,24 --quiet -o domain.vox ;;
    rooms) pores domain.vox 16 16 40 "(z % 20 >= 4 && x < 14 && y < 14) || (x > 5 && x < 9 && y > 5 && y < 9)" ;;
  esac
}
# k FILE EPS TAU: k, steps, the reached bound
k() {
  tessera run "$1" --permeability z --converge "$2" --tau "$3" --checkpoint c.tile --threads 1 --quiet --json >r.json || return 1
  echo "$(json r.json permeability 0 voxel2),$(json r.json steps),$(json r.json remaining)"
}

echo "domain,ends,tau,eps,k,steps,bound,error" >table
for name in ${BOUNDS:-pack-0.2 pack-0.3 pack-0.5 pack-0.7 pack-0.9 rooms slit duct pack-0.2-walls pack-0.5-walls rooms-walls}; do
  domain "$name"
  for ends in periodic pressures; do
    tessera tile domain.vox $([ $ends = periodic ] && echo --periodic xyz) --keep percolating --lint no --quiet -o d.tile 2>said
    limit=$(k d.tile 1e-9 auto)
    for tau in 0.51 0.6 1 auto; do
      from=d.tile
      for eps in 1e-4 1e-5 1e-6; do # each goes on where the one before has stopped
        found=$(k $from $eps $tau)
        echo "$name,$ends,$tau,$eps,$found" |
          awk -F, -v k="${limit%%,*}" '{ e = ($5 - k) / k; printf "%s,%.2e\n", $0, e < 0 ? -e : e }' >line
        cat line >>table
        awk -F, '{ printf "bounds: %s, %s, tau %s, to %s: %s away (said %s) after %s steps\n", $1, $2, $3, $4, $8, $7, $6 }' line
        from=c.tile
      done
    done
  done
done
cp table "$results/bounds.csv"
awk -F, '
  NR > 1 { count++; if ($8 > $4) above++; if (!($5 > 0) || $8 > 2 * $4) { print "more than twice what was asked for: " $0; bad = 1 } }
  END { print "bounds: " count " runs, of which " above + 0 " are further away than asked for"; exit bad || !count }' table >&2 ||
  fail "permeability out of its bound"
