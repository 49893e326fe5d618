#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# How tessera-run ends: converged or not, diverged, stopped, killed, rejected, without room on the disk.
. "$srcdir/tests/lib.sh"
nothing_left() { [ -z "$(find . -name "$1*")" ] || fail "left behind: $(find . -name "$1*")"; }
alone() { [ "$(find . -name "$1*")" = "./$1" ] || fail "not alone: $(find . -name "$1*")"; }
digest() { tessera stats --digest "$@"; }
step_of() { head -n 40 "$1" | sed -n 's/^step: //p'; }

tessera voxelize --shape spheres:porosity=0.6,d=6,seed=3 --size 13,12,14 --quiet -o rock.vox
tessera tile rock.vox --inlet z- --outlet z+ --keep percolating --quiet -o rock.tile 2>said
tessera tile rock.vox --periodic xyz --keep percolating --quiet -o wrapped.tile 2>said
forever="--force 0,0,1e-6 --steps 1000000000 --quiet"

# ---- convergence not reached: 5, one line, the output written

expect 5 tessera run rock.tile --permeability z --steps 6 --quiet -o short.tile >report
one_line 'not converged within 1e-05 after 6 steps (too few samples to tell what remains); the output is written'
grep -q 'converged  *no: mean velocity not known to be within 1e-05 of its limit$' report ||
  fail "the report does not say that it did not converge: $(cat report)"
head -n 40 short.tile | grep -a -q '^converged: no$' || fail "the result does not say that it did not converge"
digest short.tile >said
expect 5 tessera run rock.tile --permeability z --steps 6 --quiet --json >report
one_line 'after 6 steps (too few samples to tell what remains)$' # no output was asked for
inflow="--set inlet:velocity=0,0,0.02 --set outlet:pressure=0 --tau 0.52"
tessera voxelize --shape channel:w=6 --size 8,8,24 --quiet | tessera tile --inlet z- --outlet z+ --quiet -o pipe.tile 2>said
expect 5 tessera run pipe.tile $inflow --steps 300 --converge 1e-7 --quiet -o ringing.tile >report
one_line 'after 300 steps (it does not settle so far); the output is written$' # samples of 10 steps: 30, and 17 would do
expect 5 tessera run rock.tile --permeability z --steps 6 --quiet --json >report
[ "$(json report converged)" = false ] || fail "converged is $(json report converged)"
expect 0 tessera run rock.tile --permeability z --steps 100000 --quiet -o long.tile >report
head -n 40 long.tile | grep -a -q '^converged: yes$' || fail "the result does not say that it converged"

# ---- an oscillating flow ends as well, unless --steps is given

if slow; then
tessera voxelize --shape cylinders:c=0.1 --size 32,32,1 --quiet | tessera tile --periodic xy --quiet -o swing.tile
swing="swing.tile --force 3e-5,1e-7,0 --tau 0.52 --converge 1e-5 --threads 1 --quiet --json"
expect 5 sh -c 'ulimit -t 120; exec tessera run "$@"' sh $swing >report # seconds of a processor: others may be busy with more
grep -q '^tessera-run: warning: not converged within 1e-05 after [0-9]* steps (.*); it no longer settles' stderr ||
  fail "it swings: $(cat stderr)"
ended=$(json report steps)
[ "$ended" -ge 41120 ] || fail "ended after only $ended steps"
expect 5 tessera run $swing --steps $((ended + 500)) >report
grep -q "not converged within 1e-05 after $((ended + 500)) steps ([^;]*)\$" stderr || fail "it swings for longer: $(cat stderr)"
fi

# ---- a log: the values that are known so far, and never an infinite remaining time

logged() { tessera run "$@" --progress=log:0 --json >report 2>log || [ $? = 5 ] || fail "$*: $(cat log)"; }
number='[-+.0-9e]*[0-9]'
logged rock.tile --permeability z
known="step $number, mean velocity $number, k $number voxel2 so far, $number of it to change (bound 1e-05), $number MFLUPS"
grep -q "^tessera-run: [0-9]* %, $known" log ||
  fail "log of a permeability run: $(cat log)"
grep -e inf -e nan log && fail "that is no number"
logged rock.tile --permeability z --steps 6
grep -q "^tessera-run: [0-9]* %, step [0-9]*, mean velocity .* MFLUPS, [0-9]*:[0-9]* left\$" log ||
  fail "no time left: $(cat log)"
tail -n 2 log | grep -q '100 %, step 6, ' || fail "the end of the log: $(cat log)"
grep -e inf -e nan log && fail "that is no number"
logged wrapped.tile --force 0,0,1e-6 --steps 5 --checkpoint log.tile
logged log.tile --force 0,1e-6,1e-6 --steps +5
grep -q '100 %, step 10, mean speed ' log || fail "log of a run that goes on: $(cat log)"
for silent in --quiet --no-progress; do
  logged rock.tile --permeability z --steps 6 $silent
  grep step log | grep -v warning && fail "a log in spite of $silent"
done
expect 2 tessera run rock.tile --permeability z --progress=bar
one_line 'expected log, log:SECONDS, json or json:SECONDS'
for bad in log:-1 json:-1 json:x jso jsonl; do
  expect 2 tessera run rock.tile --permeability z --progress $bad
done
tessera voxelize --shape box --size 8,8,8 --progress log:0 -o box.vox 2>log
grep -q '^tessera-voxelize: 100 %, .* Mvoxel/s, 0:00 left$' log || fail "log of voxelize: $(cat log)"

# ---- objects, one a line, from the set-up on: as programs read them; the last of a course says that all is done

objects() { # WHAT UNIT COMMAND...
  what=$1 unit=$2
  shift 2
  tessera "$@" --progress=json:0 >report 2>log || [ $? = 5 ] || fail "$*: $(cat log)"
  grep '^{' log >objects || fail "$*: no objects"
  python3 - "$what" "$unit" objects <<'END' || fail "objects of $*: $(cat log)"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[3])]
assert all(list(line) == ["what", "done", "total", "unit", "seconds_left", "text"] for line in lines), lines
assert lines[0] == {"what": "set-up", "done": 0, "total": None, "unit": "", "seconds_left": None, "text": ""}, lines[0]
course = [line for line in lines if line["what"] == sys.argv[1]]
assert course[0]["done"] == 0 and all(line["unit"] == sys.argv[2] for line in course), course
done = [line["done"] for line in course]
assert done == sorted(done) and all(line["total"] is None or line["total"] >= line["done"] for line in course), course
assert all(line["total"] is None or line["total"] == int(line["total"]) for line in course), course
assert course[-1]["total"] == course[-1]["done"] > 0 and course[-1]["seconds_left"] == 0, course[-1]
assert any((line["seconds_left"] or 0) > 0 for line in course) or len(course) < 4, course
END
}
objects run steps run rock.tile --permeability z --steps 150
objects run steps run rock.tile --permeability z # until it has converged
tail -n 1 objects | grep -q '^{"what": "write", "done": 0, "total": null' || fail "nothing is written: $(cat objects)"
python3 - objects <<'END' || fail "phases of the set-up: $(cat objects)"
import json, sys
assert [o["text"] for o in map(json.loads, open(sys.argv[1])) if o["what"] == "set-up"] == [
    "", "reading", "checks", "tiles and their neighbours", "equations of Stokes"]
END
objects 'diffusion z' iterations run rock.tile --diffusion z
objects voxelize slices voxelize --shape box --size 8,8,8 -o box.vox
objects stats steps stats rock.tile --thickness --intrusion z- --network pores.csv --rev --two-point 3 --anisotropy
[ "$(tail -n 1 objects | sed 's/.*"done": \([0-9]*\).*/\1/')" = 15 ] || fail "a measure without its steps: $(cat log)"
for silent in --quiet --no-progress; do
  tessera run rock.tile --permeability z --steps 150 --progress=json $silent >report 2>log || [ $? = 5 ]
  ! grep '^{' log || fail "objects in spite of $silent"
done

# ---- divergence: 4, one line, no output, the old file stays

diverges() {
  echo "as it was" >old.tile
  expect 4 tessera run "$@" --quiet --json -o old.tile --checkpoint new.tile --every 1000000 >report
  one_line '^tessera-run: diverged at step [0-9]*: first bad node [0-9]*,[0-9]*,[0-9]* (tau [0-9.]*, Mach .*); lower'
  [ "$(cat old.tile)" = "as it was" ] || fail "a diverged run replaced its output"
  alone old.tile
  nothing_left new.tile
  [ ! -s report ] || fail "a diverged run reported: $(cat report)"
}
diverges rock.tile --set inlet:velocity=0,0,7 --set outlet:pressure=0 --steps 1000
diverges wrapped.tile --collision bgk --tau 0.5001 --force 0,0,0.01 --steps 10000
diverges wrapped.tile --collision bgk --tau 0.5001 --force 0,0,0.01 --converge 1e-6
diverges wrapped.tile --precision fp32 --layout t2c --collision bgk --tau 0.5001 --force 0,0,0.01 --steps 10000
expect 4 tessera run rock.tile --set inlet:velocity=0,0,7 --set outlet:pressure=0 --steps 1000 --quiet >data
[ ! -s data ] || fail "a diverged run wrote data to standard output"

# The advice is right: a higher tau helps where tau sets the viscosity, a lower one where it sets the time step.
vessel() { tessera run pipe.tile --set outlet:pressure=0 --steps 500 --quiet --json "$@" >report; }
expect 4 vessel --set inlet:velocity=0,0,0.05 --tau 0.51 --collision bgk
one_line '; lower the drive or the velocity, raise tau or use --collision mrt$'
expect 0 vessel --set inlet:velocity=0,0,0.05 --tau 0.7 --collision bgk
# Without inertia the cause of divergence is not the velocity but cut links in narrow pores.
tessera voxelize --walls --shape spheres:porosity=0.2,d=10,seed=2,periodic --size 32,32,32 --quiet |
  tessera tile --periodic xyz --keep percolating --lint no --quiet -o narrow.tile 2>said
narrow() { tessera run narrow.tile --equilibrium stokes --force 0,0,1e-6 --steps 5000 --quiet --json "$@" >report; }
expect 4 narrow --tau 50
one_line '; links that walls cut do not bear so high a tau: lower it or use --walls halfway$'
expect 0 narrow --tau 1
expect 0 narrow --tau 50 --walls halfway
tessera voxelize --shape channel:w=6 --size 8,8,24 --voxel 1mm --quiet | tessera tile --inlet z- --outlet z+ --quiet -o pipe.tile
water="--viscosity 1e-6m2/s --set inlet:velocity=0,0,5mm/s"
for slow in "--tau 0.8" "--time-step 100ms"; do
  # shellcheck disable=SC2086 # list of options
  expect 4 vessel $water $slow
  one_line '; lower the drive or the velocity, take smaller voxels or use --collision mrt; values with a unit become smaller in lattice units with a shorter time step (a lower tau)$'
done
for fast in "--tau 0.53" "--time-step 10ms"; do
  # shellcheck disable=SC2086
  expect 0 vessel $water $fast
done

# The checkpoint before is whole, with the samples of its step: the same as of a run stopped there. (On a GPU the flow
# diverges while it is written.)
for how in "--converge 1e-9" "--converge 1e-9 --precision fp32 --layout t2c"; do
  unstable="--collision bgk --tau 0.5001 --force 0,0,0.001 $how --quiet"
  # shellcheck disable=SC2086 # list of options
  expect 4 tessera run wrapped.tile $unstable -o diverged.tile --checkpoint before.tile --every 5 >report
  one_line 'diverged at step'
  nothing_left diverged.tile
  alone before.tile
  step=$(step_of before.tile)
  [ "$step" -gt 100 ] && [ $((step % 5)) = 0 ] || fail "checkpoint at step $step"
  # shellcheck disable=SC2086
  expect 5 tessera run wrapped.tile $unstable --steps "$step" -o there-o.tile --checkpoint there.tile >report
  [ "$(digest before.tile)" = "$(digest there.tile)" ] || fail "the checkpoint before a divergence differs, $how"
done

# ---- signals to stop: the step is finished, both files are complete, status 143 or 130

# shellcheck disable=SC2086 # list of options
tessera run wrapped.tile $forever -o stopped.tile --checkpoint stopped-c.tile --every 50 >report 2>stderr &
process=$!
await [ -e stopped-c.tile ]
kill -TERM $process
set +e; wait $process; code=$?; set -e
[ $code = 143 ] || { cat stderr >&2; fail "exit $code instead of 143"; }
[ "$(find . -name 'stopped*' | wc -l)" = 2 ] || fail "left behind: $(find . -name 'stopped*')"
steps=$(sed -n 's/^  steps  *//p' report)
[ "$steps" -ge 50 ] || fail "the report of a stopped run tells $steps steps"
tessera run wrapped.tile --force 0,0,1e-6 --steps "$steps" --quiet --checkpoint straight-c.tile -o straight.tile >report
[ "$(digest stopped.tile)" = "$(digest straight.tile)" ] || fail "a stopped run is not what it was at step $steps"
[ "$(digest stopped-c.tile)" = "$(digest straight-c.tile)" ] || fail "the checkpoint of a stopped run differs"

# SIGHUP, as when the terminal is closed, does the same, and under nohup nothing. A process that began with it ignored, as
# under nohup make check, cannot make its children heed it.
heeds_hangups() { case $(sed -n 's/^SigIgn:.*\(.\)$/\1/p' /proc/self/status) in [13579bdf]) return 1 ;; esac; }
if heeds_hangups; then
  # shellcheck disable=SC2086 # list of options
  tessera run wrapped.tile $forever -o hung.tile --checkpoint hung-c.tile --every 50 >report 2>stderr &
  process=$!
  await [ -e hung-c.tile ]
  kill -HUP $process
  set +e; wait $process; code=$?; set -e
  [ $code = 129 ] || { cat stderr >&2; fail "exit $code instead of 129"; }
  [ "$(step_of hung.tile)" = "$(sed -n 's/^  steps  *//p' report)" ] || fail "the file of a run that was hung up"
  [ "$(step_of hung.tile)" = "$(step_of hung-c.tile)" ] || fail "the checkpoint of a run that was hung up"
  digest hung.tile >said
else
  lacks "SIGHUP is ignored here"
fi
# shellcheck disable=SC2086
nohup tessera-run wrapped.tile $forever -o kept.tile --checkpoint kept-c.tile --every 50 >report 2>stderr </dev/null &
process=$!
await [ -e kept-c.tile ]
kill -HUP $process
step=$(step_of kept-c.tile)
passed() { [ "$(step_of kept-c.tile)" -gt $((step + 200)) ]; }
await passed
passed || fail "a run under nohup ended at SIGHUP: $(cat stderr)"
kill -TERM $process
set +e; wait $process; code=$?; set -e
[ $code = 143 ] || { cat stderr >&2; fail "exit $code instead of 143 under nohup"; }

# SIGINT, in the foreground: a shell lets its background jobs ignore it. Where it is ignored from the start, SIGTERM
# follows.
ignores() { [ $((0x$(sed -n 's/^SigIgn:[^0-9a-f]*//p' "/proc/$1/status") & 2)) != 0 ]; }
(await [ -e int-c.tile ]; kill -INT "$(cat pid)"; ! ignores "$(cat pid)" || kill -TERM "$(cat pid)") 2>said &
set +e
# shellcheck disable=SC2016
sh -c 'echo $$ >pid; exec tessera run wrapped.tile "$@" -o int.tile --checkpoint int-c.tile --every 50' sh $forever \
  >report 2>stderr
code=$?
kill $! 2>said
set -e
[ $code = 130 ] || [ $code = 143 ] || { cat stderr >&2; fail "exit $code instead of 130"; }
[ $code = 130 ] || lacks "SIGINT is ignored here"
digest int.tile >said

# While the program reads there is no step to finish.
mkfifo pipe
# shellcheck disable=SC2086
tessera run $forever -o unread.tile <pipe >report 2>stderr &
process=$!
exec 9>pipe
head -c 200 wrapped.tile >&9
await blocked $process
kill -TERM $process
exec 9>&-
set +e; wait $process; code=$?; set -e
[ $code = 143 ] || { cat stderr >&2; fail "exit $code instead of 143 while reading"; }
nothing_left unread.tile

# A second signal ends it at once: here during a write to a pipe without a reader.
# shellcheck disable=SC2086
tessera run wrapped.tile --force 0,0,1e-6 --steps 5 --quiet -o after.tile --checkpoint pipe --force-on walls \
  --series ended.csv --series-every 1 >report 2>stderr &
process=$!
await grep -q -s '^5,' ended.csv # no signal before the first step
asked=0
lives() { case $(sed 's/.*) //' "/proc/$process/stat" 2>said) in ''|Z*|X*) return 1 ;; esac; }
while lives && [ $asked -lt 300 ]; do # one that comes before the first was taken is lost
  kill -TERM $process
  asked=$((asked + 1))
  sleep 0.2
done
set +e; wait $process; code=$?; set -e
[ $code = 143 ] || { cat stderr >&2; fail "exit $code instead of 143 at the second signal"; }
[ $asked -gt 1 ] || fail "one signal was enough"
nothing_left after.tile

# After kill -9 the final names hold the old file or a complete new one; the run can be continued.
tessera run wrapped.tile --force 0,0,1e-6 --steps 5 --quiet -o first.tile --checkpoint killed.tile >report
echo "as it was" >killed-o.tile
# shellcheck disable=SC2086
tessera run wrapped.tile $forever -o killed-o.tile --checkpoint killed.tile --every 3 >report 2>stderr &
process=$!
later() { [ "$(step_of killed.tile)" -gt 5 ]; }
await later
kill -KILL $process
set +e; wait $process 2>said; code=$?; set -e
[ $code = 137 ] || fail "exit $code instead of 137"
[ "$(cat killed-o.tile)" = "as it was" ] || fail "a killed run replaced its output"
digest killed.tile >said || fail "a killed run left half a checkpoint"
step=$(step_of killed.tile)
[ "$step" -gt 5 ] && [ $((step % 3)) = 0 ] || fail "checkpoint at step $step"
tessera run killed.tile --steps +1 --quiet -o next.tile >report

# ---- a file that is not a domain: 3; a full disk: 1

rejected() {
  expect 3 tessera run "$@" --force 0,0,1e-6 --steps 3 --quiet -o none.tile
  one_line "^tessera-run: "
  nothing_left none.tile
}
rejected rock.vox
grep -q 'rock.vox: .*tessera tile' stderr || fail "no word of what to do with voxels: $(cat stderr)"
size=$(wc -c <wrapped.tile)
for part in 1 2 3; do
  head -c $((size * part / 4)) wrapped.tile >cut.tile
  rejected cut.tile
  grep -q 'cut.tile' stderr || fail "the file is not named: $(cat stderr)"
done
head -c $((size - 1)) wrapped.tile >cut.tile
rejected cut.tile
tessera run wrapped.tile --force 0,0,1e-6 --steps 3 --quiet -o x.tile --checkpoint whole.tile >report
head -c $(($(wc -c <whole.tile) - 100)) whole.tile >cut.tile
rejected cut.tile
sed 's/^tau: 1$/tau: x/' whole.tile >altered.tile
rejected altered.tile
expect 1 tessera run "not there.tile" --steps 3 -o none.tile
one_line 'not there.tile: No such file'
# shellcheck disable=SC2086 # before the first step, not after the last
expect 1 tessera run wrapped.tile $forever -o "no folder/none.tile"
one_line 'no folder/none.tile: No such file'

# ---- files that cannot be written: before the first step, not after the last, of which the table knows

# unwritable PATTERN OPTION...: with a table of all steps, which must not be begun
unwritable() {
  pattern=$1; shift
  expect 1 tessera run pipe.tile $inflow --steps 20 --quiet --patch-flux --series rows.csv --series-every 1 "$@"
  one_line "$pattern"
  [ ! -e rows.csv ] || fail "steps before: $pattern"
}
mkdir place
touch file
for option in -o --checkpoint; do
  unwritable 'place: is a folder, not a file' $option place
  unwritable '/proc/none.tile: ' $option /proc/none.tile
  unwritable 'file/none.tile: Not a directory' $option file/none.tile
done
unwritable 'place: is a folder' --period 10 --average place -o other.tile
unwritable '/proc/none.tile: ' --period 10 --average /proc/none.tile -o other.tile
unwritable '/proc/none: ' -o /proc/none/
unwritable 'place: is a folder' --force-on walls --csv place -o other.tile
unwritable '/proc/none.csv: ' --force-on walls --csv /proc/none.csv -o other.tile
if [ "$(id -u)" != 0 ]; then
  mkdir locked
  touch locked/table.csv
  chmod a-w locked locked/table.csv
  unwritable 'locked/none.tile: Permission denied' -o locked/none.tile
  unwritable 'locked/flow.tile: Permission denied' -o locked/
  unwritable 'locked/table.csv: Permission denied' --force-on walls --csv locked/table.csv -o other.tile
fi
[ ! -e other.tile ] && [ -z "$(ls place)" ] || fail "left behind: $(ls place)"

[ -c /dev/full ] || skip "no /dev/full; the others pass"
expect 1 tessera run wrapped.tile --force 0,0,1e-6 --steps 3 --quiet -o /dev/full >report
one_line 'No space left on device'
expect 1 tessera run wrapped.tile --force 0,0,1e-6 --steps 3 --quiet --checkpoint /dev/full -o none.tile >report
one_line 'No space left on device'
for every in 2 3; do
  expect 1 tessera run wrapped.tile --force 0,0,1e-6 --steps 7 --quiet --checkpoint /dev/full --every $every \
    -o none.tile >report
  one_line 'No space left on device'
done
nothing_left none.tile
set +e
tessera run wrapped.tile --force 0,0,1e-6 --steps 3 --quiet >/dev/full 2>stderr; data=$?
tessera run wrapped.tile --force 0,0,1e-6 --steps 3 --quiet --json >/dev/full 2>said; report=$?
set -e
[ $data = 1 ] && [ $report = 1 ] || fail "exit $data, $report instead of 1, 1 with a full standard output"
one_line 'No space left on device'
grep -q 'No space left on device' said || fail "$(cat said)"
