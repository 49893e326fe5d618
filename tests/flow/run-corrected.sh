#!/bin/sh
# Where the pressure of a permeability run is corrected, and where not: seen in tau, which is 1 plus the root of the mean w
# there (tessera-run(1), "tau auto"), and for a slit of width h known: w = (h^2/4 - x^2)/2 has the mean h^2/12.
. "$srcdir/tests/lib.sh"
run() { tessera run --quiet --device cpu "$@" >report 2>said; }
tau_of() { head -n 40 "$1" | grep -a '^tau: ' | cut -d ' ' -f 2; }
# near A B LIMIT WHAT: relative
near() {
  awk -v a="$1" -v b="$2" -v limit="$3" 'BEGIN { exit !(a - b <= limit * b && b - a <= limit * b) }' ||
    fail "$4: $1, expected $2 within $3"
}
k_of() { awk -F: '/"voxel2"/ { print $2 + 0; exit }' "$1"; }

# A slit of 6 nodes, whose discrete w has a mean of (h^2 + 2)/12. Long beside it: corrected; shorter than 20 times the root: not.
tessera voxelize --shape slit:h=6 --size 4,8,100 --quiet | tessera tile --periodic x --inlet z- --outlet z+ --quiet -o long.tile 2>said
tessera voxelize --shape slit:h=6 --size 4,8,30 --quiet | tessera tile --periodic x --inlet z- --outlet z+ --quiet -o short.tile 2>said
run long.tile --permeability z --converge 1e-4 --steps 60 -o out.tile || :
corrected=$(tau_of out.tile)
near "$corrected" "$(awk 'BEGIN { print 1 + sqrt(6 * 6 / 12) }')" 0.025 "tau of a long slit"
run short.tile --permeability z --converge 1e-4 --steps 60 -o out.tile || :
[ "$(tau_of out.tile)" != "$corrected" ] || fail "the pressure of a short slit was corrected"

# A pack: in single precision to 1e-3 alone, with a smaller tau, and k is that of double precision within it.
tessera voxelize --shape spheres:d=8,porosity=0.3,seed=3 --size 32,32,64 --quiet |
  tessera tile --inlet z- --outlet z+ --keep percolating --quiet -o pack.tile 2>said
run pack.tile --permeability z --converge 1e-5 --json && cp report double.json
run pack.tile --permeability z --converge 1e-3 --precision fp32 --json -o single.tile && cp report single.json
[ "$(tau_of single.tile)" = 1.5 ] || fail "tau $(tau_of single.tile) in single precision"
near "$(k_of single.json)" "$(k_of double.json)" 1e-3 "k in single precision"
run pack.tile --permeability z --converge 1e-4 --precision fp32 --steps 60 -o out.tile || :
[ "$(tau_of out.tile)" != 1.5 ] || fail "corrected in single precision to 1e-4"
