#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-run gives the same result in every way of running: stopped and continued, with any number of threads, through
# files or pipes (bit for bit); in another layout, precision or instruction set (up to rounding).
. "$srcdir/tests/lib.sh"
digest() { tessera stats --digest "$@"; }
run() { tessera run --quiet --no-history "$@" >report 2>said; }
# same A B WHAT: the files have the same digest, and without history the same bytes
same() {
  [ "$(digest "$1")" = "$(digest "$2")" ] || fail "$3: digests differ"
  cmp "$1" "$2" || fail "$3: bytes differ"
}
# apart A B LIMIT WHAT: the fields agree within LIMIT of the largest value, but the files differ
apart() {
  d=$("$builddir/tests/differ" "$1" "$2") || fail "$4: not comparable"
  awk -v d="$d" -v limit="$3" 'BEGIN { exit !(d <= limit) }' || fail "$4: fields are $d apart, limit $3"
}

tessera voxelize --shape spheres:porosity=0.6,d=6,seed=3 --size 13,12,14 --voxel 5um --quiet -o rock.vox
tessera tile rock.vox --inlet z- --outlet z+ --patch side=x+ --keep percolating --quiet -o open.tile 2>said
tessera tile rock.vox --periodic xyz --keep percolating --quiet -o wrapped.tile 2>said
drives="--set inlet:pressure=1e-4 --set outlet:pressure=0 --set side:wall=0,0.001,0.002"

# 19 steps and 21 more are 40, in every way to compute; no parameter is needed to continue.
for how in "" "--precision fp32" "--precision fp64/fp32" "--precision fp32/fp16" "--layout t2c" "--precision fp32 --layout t2c" "--collision mrt" \
  "--collision bgk --equilibrium incompressible --tau 0.7"; do
  # shellcheck disable=SC2086 # lists of options
  run open.tile $drives $how --steps 40 -o straight.tile
  # shellcheck disable=SC2086
  run open.tile $drives $how --steps 19 --checkpoint c.tile -o half.tile
  layout=$(echo "$how" | grep -o -e '--layout t2c' -e '--device cpu' || :)
  # shellcheck disable=SC2086
  run c.tile $layout --steps 40 -o continued.tile
  same straight.tile continued.tile "restart with '$how'"
  cmp -s half.tile continued.tile && fail "nothing happened in 21 steps"
done

# The whole file is the same, byte for byte: the keys of the header are in one order.
tessera voxelize --walls --shape spheres:porosity=0.6,d=6,seed=3 --size 13,12,14 --voxel 5um --quiet |
  tessera tile --periodic xyz --quiet -o cut.tile 2>said
for how in "cut.tile --force 0,0,1e-6 --viscosity 1e-6m2/s" "open.tile $drives --precision fp32 --layout t2c" \
  "open.tile $drives --converge 1e-9"; do
  again=$(echo "$how" | grep -o -e '--converge 1e-9' -e '--layout t2c' || :)
  # shellcheck disable=SC2086
  {
    tessera run --quiet --no-history $how --steps 40 --json --checkpoint whole.tile >report 2>said || [ $? = 5 ]
    tessera run --quiet --no-history $how --steps 25 --json --checkpoint part.tile >report 2>said || [ $? = 5 ]
    tessera run --quiet --no-history $again part.tile --steps 40 --json --checkpoint part.tile >report 2>said || [ $? = 5 ]
  }
  cmp whole.tile part.tile || fail "restart with '$how': another file"
done

# A change of layout changes rounding at most; a start from fields alone is a new beginning, and a message says so.
run open.tile $drives --steps 20 --checkpoint c.tile -o half.tile
run c.tile --layout t2c --steps +20 -o continued.tile
run open.tile $drives --steps 40 -o straight.tile
apart straight.tile continued.tile 1e-12 "restart in another layout"
tessera run half.tile --steps +1 -o next.tile >report 2>said
grep -q 'half.tile contains no populations: starting from the equilibrium' said || fail "no word about missing populations"
expect 2 tessera run c.tile --precision fp32 --steps 40 -o continued.tile
one_line 'c.tile has fp64 values'

# The checkpoint may be the input; --every leaves the same as a run that stops there; +N counts from there.
cp c.tile own.tile
run own.tile --steps +10 --checkpoint own.tile -o thirty.tile
run own.tile --steps +10 --checkpoint own.tile -o forty.tile
same forty.tile straight.tile "checkpoint in place"
run open.tile $drives --steps 30 -o straight-30.tile
same thirty.tile straight-30.tile "--steps +10"
run open.tile $drives --steps 40 --checkpoint every.tile --every 7 -o with-every.tile
same with-every.tile straight.tile "--every 7"
run every.tile --steps 40 -o from-every.tile
same from-every.tile straight.tile "the last checkpoint of --every"
run straight.tile --steps 20 -o no-step.tile
head -n 40 no-step.tile | grep -a -q '^step: 40$' || fail "--steps 20 after step 40 went back"

# The header of a checkpoint is the same in every way to reach its step: only the lines of history differ.
header() { sed '/^end: /q' "$1" | grep -a -v -e '^end: ' -e '^history: '; }
tessera run --quiet open.tile $drives --steps 40 --checkpoint straight.ckpt -o straight.tile >report
tessera run --quiet open.tile $drives --steps 10 --checkpoint c.ckpt -o half.tile >report
tessera run --quiet c.ckpt --steps 20 --checkpoint c.ckpt --every 3 -o half.tile >report
tessera run --quiet c.ckpt --steps 40 --checkpoint c.ckpt --every 8 -o continued.tile >report
header c.ckpt >continued
header straight.ckpt | cmp - continued || fail "keys of a run in three parts"
[ "$(sed '/^end: /q' c.ckpt | grep -a -c '^history: tessera-run')" = 3 ] || fail "history of a run in three parts"
[ "$(tail -n 1 continued)" = "arrays: FLDS POPS" ] || fail "the last key: $(tail -n 1 continued)"
# Also where the command gives all parameters once more, and where the second part changes some of them.
run open.tile $drives --steps 40 --checkpoint straight.ckpt -o straight.tile
run open.tile $drives --steps 19 --checkpoint c.ckpt -o half.tile
run c.ckpt $drives --tau 1 --steps 40 --checkpoint c.ckpt -o continued.tile
same straight.ckpt c.ckpt "checkpoints"
run open.tile $drives --collision bgk --force 0,0,1e-7 --steps 19 --checkpoint c.ckpt -o half.tile
run c.ckpt --collision trt --force 1e-7,0,0 --steps 40 -o continued.tile
run open.tile $drives --force 1e-7,0,0 --steps 40 -o straight.tile
header continued.tile >continued
header straight.tile | cmp - continued || fail "keys after other parameters"

# Stopped during convergence: samples, drive and bound continue as in one run, the lowered drive too (a wide channel,
# in which it is lowered).
tessera voxelize --shape slit:h=28 --size 4,30,4 --quiet | tessera tile --periodic xz --quiet -o wide.tile 2>said
converging() {
  # shellcheck disable=SC2086
  run $1 $2 -o straight.tile
  # shellcheck disable=SC2086
  run $1 $2 --steps $3 --checkpoint c.tile -o half.tile && fail "converged within $3 steps: $1 $2"
  # shellcheck disable=SC2086
  run c.tile $2 -o continued.tile
  same straight.tile continued.tile "restart in $1 $2"
}
converging wide.tile "--permeability z --converge 1e-3 --equilibrium quasi" 770
lowered=$(head -n 40 straight.tile | grep -a '^force: ' | cut -d ' ' -f 4)
awk -v f="$lowered" 'BEGIN { exit !(f > 0 && f < 9e-7) }' || fail "the drive $lowered of the wide slit was not lowered"
# Cycles of corrections go on with what they remember, also in the middle of it, with other threads, and in steps that are
# made two at a time: the same file, the same k.
corrected() {
  # shellcheck disable=SC2086
  run $1 $2 --threads 1 --json --checkpoint straight.ckpt -o straight.tile
  json report permeability 0 voxel2 >straight.k
  # shellcheck disable=SC2086
  run $1 $2 --threads 2 --steps $3 --checkpoint c.tile -o half.tile && fail "converged within $3 steps: $1 $2"
  grep -a -q '^cycles: ' c.tile || fail "no cycles in the checkpoint: $1 $2"
  # shellcheck disable=SC2086
  run c.tile $2 --threads ${4:-1} --json --checkpoint c.tile -o continued.tile
  same straight.ckpt c.tile "checkpoint of cycles: $1 $2"
  same straight.tile continued.tile "cycles: $1 $2"
  json report permeability 0 voxel2 | cmp - straight.k || fail "k of continued cycles: $1 $2"
}
corrected wrapped.tile "--permeability z" 9 2
corrected wrapped.tile "--permeability z" 2
corrected wrapped.tile "--permeability z --converge 1e-8" 22
corrected wrapped.tile "--permeability z --precision fp32 --converge 1e-4" 8
corrected wrapped.tile "--permeability z --precision fp32/fp16" 6
corrected open.tile "--permeability z --set side:wall=0,0,0 --layout t2c" 11
tessera voxelize --shape spheres:d=8,porosity=0.4,seed=3 --size 32,32,32 --quiet |
  tessera tile --inlet z- --outlet z+ --quiet -o pack.tile 2>said
corrected pack.tile "--permeability z --converge 1e-5" 7
# Cycles that ended stay ended (linear walls let them come to 1e-6), and another flow begins them anew.
run cut.tile --permeability z --walls linear --converge 1e-9 --threads 1 --checkpoint straight.ckpt -o straight.tile
left=$(head -n 60 straight.ckpt | sed -n 's/^cycles: left //p' | grep -a .) || fail "cycles were not left"
last=$(head -n 60 straight.ckpt | sed -n 's/^step: //p')
for steps in 61 $(((left + last) / 2)); do # before, and after
  run cut.tile --permeability z --walls linear --converge 1e-9 --threads 1 --steps $steps --checkpoint c.tile -o half.tile && fail "converged within $steps steps"
  run c.tile --permeability z --converge 1e-9 --threads 1 --checkpoint c.tile -o continued.tile
  same straight.ckpt c.tile "cycles that end, from step $steps"
done
grep -a '^cycles: ' half.tile continued.tile && fail "cycles in a file without what they remember"
run wrapped.tile --permeability z --steps 8 --checkpoint c.tile -o half.tile && fail "converged in 8 steps"
run c.tile --permeability z --tau 1.1 --steps +4 --checkpoint other.tile -o half.tile && fail "converged in 4 steps"
grep -a -q '^cycles: 8 2 ' other.tile || fail "cycles at another tau: $(grep -a '^cycles: ' other.tile)"
run c.tile --permeability z --steps +4 --checkpoint other.tile -o half.tile && fail "converged in 12 steps"
grep -a -q '^cycles: 8 6 ' other.tile || fail "cycles at the same tau: $(grep -a '^cycles: ' other.tile)"
run c.tile --steps +4 --checkpoint other.tile -o half.tile
grep -a '^cycles: ' other.tile && fail "cycles of time steps alone"
# Files that are written meanwhile change nothing.
run pack.tile --permeability z --converge 1e-5 --every 6 --checkpoint every.tile -o with-every.tile
run pack.tile --permeability z --converge 1e-5 -o straight.tile
same with-every.tile straight.tile "--every 6 of a run with corrections"
run open.tile $drives --converge 1e-3 -o straight.tile
for steps in 109 110 113; do # before a sample of the mean flow and the openings, at it, and between two
  run open.tile $drives --converge 1e-3 --steps $steps --checkpoint c.tile -o half.tile && fail "converged within $steps steps"
  run c.tile --converge 1e-3 -o continued.tile
  same straight.tile continued.tile "restart with --converge at $steps"
done

# A bound that 16 bits cannot reach is refused, or the run ends at --steps; the file has 16-bit populations, and 32-bit
# fields.
expect 2 tessera run wrapped.tile --permeability z --precision fp32/fp16 --converge 1e-5 -o none.tile
one_line 'fp32/fp16 settles to 0.001'
run wrapped.tile --permeability z --precision fp32/fp16 --converge 1e-5 --steps 300 --checkpoint c.tile -o fp16.tile &&
  fail "converged within 1e-5 in 16 bits"
head -n 40 c.tile | grep -a -q '^precision: fp16$' || fail "the populations are not of 16 bits"
head -n 40 fp16.tile | grep -a -q '^precision: fp32$' || fail "the fields are not of fp32"
tessera probe c.tile >said || fail "probe does not read a checkpoint of 16 bits"

# One thread, two, three: the same bits. Pipes and files too.
for how in "--precision fp64" "--precision fp32 --layout t2c" "--precision fp32/fp16"; do
  # shellcheck disable=SC2086
  for threads in 1 2 3; do
    run open.tile $drives $how --threads $threads --steps 40 --checkpoint c$threads.tile -o t$threads.tile
  done
  same t1.tile t2.tile "one thread and two with '$how'"
  same t1.tile t3.tile "one thread and three with '$how'"
  same c1.tile c2.tile "populations of one thread and two with '$how'"
done
run wrapped.tile --permeability z --threads 1 -o t1.tile
run wrapped.tile --permeability z --threads 2 -o t2.tile
same t1.tile t2.tile "--permeability with one thread and two"
cat wrapped.tile | tessera run --permeability z --quiet --no-history 2>said | cat >piped.tile
same t1.tile piped.tile "files and pipes"

# Layouts agree up to rounding, fp32 up to its own rounding.
for collision in bgk trt mrt; do
  # shellcheck disable=SC2086
  for domain in "open.tile $drives" "wrapped.tile --force 1e-5,0,2e-5"; do
    run $domain --collision $collision --steps 60 -o packed.tile
    run $domain --collision $collision --steps 60 --layout t2c -o t2c.tile
    run $domain --collision $collision --steps 60 --precision fp32 -o fp32.tile
    apart packed.tile t2c.tile 1e-12 "packed and t2c, $collision, $domain"
    apart packed.tile fp32.tile 2e-4 "fp64 and fp32, $collision, $domain"
  done
done
cmp -s packed.tile fp32.tile && fail "fp32 is fp64"

# Instruction sets agree up to rounding; the history names the one in use, once; unknown ones are refused.
# shellcheck disable=SC2086
tessera run --quiet open.tile $drives --steps 60 -o best.tile >report 2>said
head -n 40 best.tile | grep -a -q '^history: tessera-run\[cpu [a-z0-9]*\] [0-9.]*: tessera-run --quiet --set' ||
  fail "history: $(head -n 40 best.tile | grep -a '^history: tessera-run')"
for isa in plain avx2; do
  # shellcheck disable=SC2086
  TESSERA_ISA=$isa tessera run --quiet open.tile $drives --steps 60 -o $isa.tile >report 2>said || {
    grep -q "TESSERA_ISA=$isa: not available" said || fail "$(cat said)"
    lacks "no $isa here"
    continue
  }
  head -n 40 $isa.tile | grep -a -q "^history: tessera-run\[cpu $isa\]" || fail "the history does not name $isa"
  apart best.tile $isa.tile 1e-12 "the default and $isa"
done
expect 2 env TESSERA_ISA=sse9 tessera run wrapped.tile --permeability z -o none.tile
one_line 'TESSERA_ISA=sse9'
[ ! -e none.tile ] || fail "an unknown instruction set wrote a file"
