#!/bin/sh
# Where the pressure of a permeability run is corrected, and where not: tau shows it, which is then 1 plus the root of
# the mean w (tessera-run(1), "tau auto"). For a slit of width h it is known: w = (h^2/4 - x^2)/2 has the mean h^2/12.
. "$srcdir/tests/lib.sh"
# run ARGUMENT...: writes out.tile and report.json anew; "not converged" (5) is accepted
run() {
  rm -f out.tile report.json
  code=0
  tessera run --quiet --device cpu --json -o out.tile "$@" >report.json 2>said || code=$?
  [ $code = 0 ] || [ $code = 5 ] || { cat said >&2; fail "exit $code: $*"; }
}
tau() { head -n 40 out.tile | grep -a '^tau: ' | cut -d ' ' -f 2; }
k() { json report.json permeability 0 voxel2; }

# A slit of 6 nodes, whose discrete w has the mean (h^2 + 2)/12. A long one is corrected; one shorter than 20 times the
# root is not.
tessera voxelize --shape slit:h=6 --size 4,8,100 --quiet | tessera tile --periodic x --inlet z- --outlet z+ --quiet -o long.tile 2>said
tessera voxelize --shape slit:h=6 --size 4,8,30 --quiet | tessera tile --periodic x --inlet z- --outlet z+ --quiet -o short.tile 2>said
run long.tile --permeability z --converge 1e-4 --steps 60
corrected=$(tau)
near "$corrected" "$(awk 'BEGIN { print 1 + sqrt(6 * 6 / 12) }')" 0.025
run short.tile --permeability z --converge 1e-4 --steps 60
[ "$(tau)" != "$corrected" ] || fail "the pressure of a short slit was corrected"

# Along a periodic axis pressure settles sooner: a length of 30 times the root is long between pressures, but short
# there.
tessera voxelize --shape slit:h=6 --size 4,8,56 --quiet >slit.vox
tessera tile --periodic x --inlet z- --outlet z+ --quiet -o between.tile slit.vox 2>said
tessera tile --periodic xz --quiet -o round.tile slit.vox 2>said
run between.tile --permeability z --converge 1e-4 --steps 60
near "$(tau)" "$corrected" 0.025
run round.tile --permeability z --converge 1e-4 --steps 60
awk -v t="$(tau)" -v c="$corrected" 'BEGIN { exit !(t < c - 0.1 || t > c + 0.1) }' || fail "the pressure of a short period was corrected"

# A pack: single precision is corrected for 1e-3 only, with a smaller tau, and k agrees with double precision within
# it.
tessera voxelize --shape spheres:d=8,porosity=0.3,seed=3 --size 32,32,64 --quiet |
  tessera tile --inlet z- --outlet z+ --keep percolating --quiet -o pack.tile 2>said
run pack.tile --permeability z --converge 1e-5
double=$(k)
# 366 steps with a correction every 24 steps; 530 with one every 40.
[ "$(json report.json steps)" -le 400 ] || fail "$(json report.json steps) steps to 1e-5"
for precision in fp32 fp64/fp32; do
  run pack.tile --permeability z --converge 1e-3 --precision $precision
  is "$(tau)" 1.5
  near "$(k)" "$double" 1e-3
  run pack.tile --permeability z --converge 1e-4 --precision $precision --steps 60
  [ "$(tau)" != 1.5 ] || fail "corrected in $precision to 1e-4"
done
run pack.tile --permeability z --converge 1e-3 --precision fp32/fp16 --steps 60
[ "$(tau)" != 1.5 ] || fail "corrected in 16 bits"

# Interpolated walls: without the growing intervals between corrections k was no closer after 8000 steps.
tessera voxelize --walls --shape spheres:porosity=0.2,d=10,seed=1,periodic --size 32,32,32 --quiet |
  tessera tile --periodic xyz --lint no --quiet -o walls.tile 2>said
run walls.tile --permeability z --converge 1e-6 --steps 4000
is "$(json report.json converged)" true
