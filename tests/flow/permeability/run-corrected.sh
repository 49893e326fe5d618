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

# Corrections are a part of the time, and predicted with it: nodes over the time of steps as predicted and of corrections.
run pack.tile --permeability z --converge 1e-5
awk -v c="$(json report.json correction_seconds)" -v s="$(json report.json seconds)" 'BEGIN { exit !(c > 0 && c < s) }' ||
  fail "$(json report.json correction_seconds) of $(json report.json seconds) seconds"
is "$(json report.json predicted_with_corrections)" null
run pack.tile --pressure-drop 1e-6 --steps 20
is "$(json report.json correction_seconds)" 0
expect 0 tessera run pack.tile --permeability z --benchmark --device cpu --quiet --json >report.json
is "$(json report.json correction_seconds)" null
is "$(json report.json predicted_with_corrections)" "$(json report.json predicted_mflups)"
if slow; then
  steps=5000
  until run pack.tile --permeability z --converge 1e-15 --steps $steps;
    [ "$(json report.json predicted_mflups)" != null ]; do
    [ $steps -lt 1000000 ] || fail "no run predicts"
    steps=$((steps * 4))
  done
  nodes=$(tessera stats pack.tile --json >stats.json; json stats.json nonsolid)
  near "$(json report.json predicted_with_corrections)" "$(awk -v n="$nodes" -v p="$(json report.json predicted_mflups)" \
    -v c="$(json report.json correction_seconds)" -v s="$(json report.json steps)" \
    'BEGIN { n *= 1e-6; printf "%.12g", n / (n / p + c / s) }')" 1e-2
fi

# The report says what was done, or why not and what would help.
left_out() { json report.json pressure_correction left_out; }
run pack.tile --permeability z --converge 1e-5
is "$(left_out)" null
is "$(json report.json pressure_correction corrections)" "$((($(json report.json steps) - 1) / 24))"
expect 0 tessera run pack.tile --permeability z --quiet -o out.tile >text
grep -q '^  pressure  *corrected [0-9]* times$' text || fail "corrections as text: $(cat text)"
# The least limit that holds the flow, but not the correction: each refusal names the memory in all.
tessera voxelize --shape spheres:d=8,porosity=0.3,seed=3 --size 64,64,64 --quiet |
  tessera tile --inlet z- --outlet z+ --keep percolating --quiet -o large.tile 2>said
held=5242880
fits() {
  code=0
  tessera run large.tile --permeability z --steps 60 --device cpu --quiet --json --max-memory "$held" >report.json 2>stderr || code=$?
  [ $code = 5 ]
}
until fits; do
  held=$(sed -n 's/.* MiB, \([0-9]*\)\.\([0-9]\) MiB in all.*/\1 \2/p' stderr | awk '{ printf "%d", ($1 + $2 / 10 + 0.2) * 1048576 }')
  [ "$held" ] || fail "not refused for memory: $(cat stderr)"
done
for axes in z xz; do
  expect 5 tessera run large.tile --permeability $axes --steps 60 --device cpu --quiet --json --max-memory "$held" >report.json
  nodes=$(tessera stats large.tile --json >stats.json; json stats.json nonsolid)
  is "$(left_out)" "no memory: it needs about $(awk -v n="$nodes" 'BEGIN { printf "%.1f", 180e-6 * n }') MB more on the host"
  is "$(json report.json pressure_correction corrections)" 0
done
# To 1e-3 populations in single precision make room for it in 1 MiB less than flow and correction need in double precision.
# Reference: k in double precision. Not with sanitizers, whose allocator does not count what is in use (limit.sh).
if ! sanitized; then
  expect 0 tessera run large.tile --permeability z --converge 1e-3 --device cpu --quiet --json >report.json
  double=$(k)
  is "$(json report.json memory_choice)" null
  expect 0 tessera run large.tile --permeability z --converge 1e-3 --device cpu --quiet --json --max-memory "$held" >report.json
  limit=$(json report.json memory_choice | awk -v h="$held" '{ sub(".* first choice needs ", ""); printf "%d", h + ($1 - $4 - 1) * 1048576 }')
  expect 0 tessera run large.tile --permeability z --converge 1e-3 --device cpu --json --max-memory "$limit" >report.json
  json report.json memory_choice | grep -q '^fp64/fp32, [0-9.]* MiB with the pressure correction; the first choice needs [0-9.]* MiB of ' ||
    fail "memory: $(json report.json memory_choice)"
  one_line 'fp64/fp32, [0-9.]* MiB with the pressure correction; the first choice needs'
  [ "$(json report.json pressure_correction corrections)" -gt 0 ] || fail "not corrected in single precision"
  near "$(k)" "$double" 1e-3
  for fixed in "--converge 1e-3 --precision fp64" "--converge 9e-4"; do
    expect 0 tessera run large.tile --permeability z --device cpu --quiet --json --max-memory "$limit" $fixed >report.json
    json report.json memory_choice | grep -q '^fp64, [0-9.]* MiB without pressure correction' || fail "$fixed: $(json report.json memory_choice)"
  done
fi
run short.tile --permeability z --converge 1e-4 --steps 60
expect 5 tessera run short.tile --permeability z --converge 1e-4 --steps 60 --quiet -o out.tile >text
grep -q '^  pressure  *not corrected: the sample is short ' text || fail "as text: $(cat text)"
is "$(left_out)" "the sample is short beside its pores, and pressure settles as soon as momentum"
for precision in fp32 fp64/fp32; do
  run pack.tile --permeability z --converge 1e-4 --precision $precision --steps 60
  is "$(left_out)" "not with populations in single precision to such a bound: take --converge 1e-3 or more, or --precision fp64"
done
run pack.tile --permeability z --converge 1e-3 --precision fp32/fp16 --steps 60
is "$(left_out)" "not with populations in 16 bits: take --precision fp64"
run pack.tile --pressure-drop 1e-6 --converge 1e-4 --steps 60
is "$(json report.json pressure_correction)" null

# Interpolated walls: without the growing intervals between corrections k was no closer after 8000 steps.
tessera voxelize --walls --shape spheres:porosity=0.2,d=10,seed=1,periodic --size 32,32,32 --quiet |
  tessera tile --periodic xyz --lint no --quiet -o walls.tile 2>said
run walls.tile --permeability z --converge 1e-6 --steps 4000
is "$(json report.json converged)" true
