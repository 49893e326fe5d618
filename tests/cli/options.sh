#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Usage errors: exit 2, one line that names the option and the value.
. "$srcdir/tests/lib.sh"

for program in $programs; do
  command=${program#tessera-}
  expect 0 "$program" --version >version
  grep -q "^$program (Tessera) [0-9]" version || fail "$program --version"
  expect 0 "$program" --help >help
  grep -q "^Usage: $program " help || fail "$program --help"
  [ "$(awk 'length > 80' help)" = "" ] || fail "$program --help is wider than 80 columns"
  expect 2 "$program" --no-such-option
  one_line "^$program: --no-such-option: unknown option"
  expect 2 "$program" "-?"
  one_line "^$program: -?: unknown option"
  expect 2 "$program" --quiet=3
  one_line "^$program: --quiet: takes no argument"
  [ "$command" = tessera ] || tessera "$command" --version | cmp - version || fail "tessera $command"
done

# An option with one value is accepted once; an option that collects values, and a flag, any number of times.
twice() { expect 2 "$@"; one_line "given twice, but it has one value"; }
twice tessera run -p x -p y none.tile
twice tessera run --permeability x --perm y none.tile
one_line '^tessera-run: --permeability: '
twice tessera run -t 2 --threads=2 none.tile
twice tessera tile --check --check=full none.tile
twice tessera tile --inlet x- --inlet x+ none.vox
twice tessera voxelize --shape box --size 8,8,8 --size 9,9,9
twice tessera stats --max-memory 1GB --max-memory 2GB none.tile
twice tessera probe --slice z=1 --slice z=2 none.tile
tessera voxelize --shape channel:w=4 --size 6,6,6 --pad z-=2:fluid --pad z+=2:fluid -q -q -o padded.vox
tessera tile padded.vox --patch low=z- --patch high=z+ --quiet --quiet -o padded.tile
tessera run padded.tile --set low:pressure=1e-6 -s high:pressure=0 --steps 1 -q -o padded.flow >report
tessera probe padded.flow --point 1,1,1 --point 2,2,2 --line 2,2,0:2,2,5:2 --line 3,2,0:3,2,5:2 >report

# Numbers are decimal, in lists and after words, too: strtod(3) would take 0x1p-8 and nan.
decimal() { expect 2 "$@"; one_line 'expected\|must be\|needs\|not a\|is no'; }
decimal tessera run --blood casson:0x1p-8,0.003 none.tile
decimal tessera run --blood casson:5,nan none.tile
decimal tessera run --les smagorinsky:0x1p-3 none.tile
decimal tessera run --diffusion z --conductivity 0x1=2 none.tile
decimal tessera run --diffusion z --conductivity 1=0x2 none.tile
decimal tessera voxelize --shape channel:w=0x4 --size 6,6,6
decimal tessera voxelize none.stl --voxel 1mm --extend inlet=0x3d
decimal tessera voxelize none.tif --fluid equal=0x10
decimal tessera voxelize none.tif --threshold 0x10
decimal tessera voxelize none.tif --voxel 0x1p3um

# The same holds for each axis of a list.
again() { expect 2 "$@"; one_line 'each once'; }
again tessera run --permeability zz none.tile
again tessera tile --periodic xyx none.vox
again tessera tile --keep percolating=z,z none.vox
again tessera voxelize --shape box --size 8 --flip yy

# Whole numbers outside their limits are rejected, and never changed without a message.
outside() { expect 2 "$@"; one_line "$wanted"; }
for number in 100000 2147483648 4294967297 99999999999999999999; do
  wanted="--threads $number: expected a whole number from 1 to [0-9]"
  outside tessera run --threads $number none.tile
  OMP_NUM_THREADS="$number" expect 2 tessera stats none.tile
  grep -q "^tessera-stats: OMP_NUM_THREADS=$number: more than [0-9]* threads are not possible here" stderr ||
    fail "$number"
done
wanted='--threads 0: expected a whole number from 1'
outside tessera run --threads 0 none.tile
wanted='every size is 1 ... 2147483647'
outside tessera voxelize --shape box --size 4294967297,2,2
outside tessera voxelize --shape box --size 2,2,2147483648
outside tessera voxelize --shape box --size 0,2,2
wanted='expected x=K, y=K or z=K'
outside tessera probe --png a.png --slice z=18446744073709551617 none.tile
wanted='expected A:B:N'
outside tessera probe --line 0,0,0:1,1,1:1 none.tile
wanted='4294967298 points are more than'
outside tessera probe --line 0,0,0:1,1,1:4294967298 none.tile
wanted='must be FACE=N:solid'
outside tessera voxelize --shape box --size 2,2,2 --pad z-=4294967297:solid
wanted='--pad: more than 2147483647 voxels along z'
outside tessera voxelize --shape box --size 2,2,2 --pad z-=2147483646:solid
wanted='--pad: more than 2147483647 voxels along x'
outside tessera voxelize --shape box --size 2,2,2 --pad x-=2147483647:solid --pad x+=2147483647:fluid
wanted='a tile edge is 2, 4, 8 or 16'
outside tessera tile --edge 4294967300 none.vox
wanted='expected the number of a channel'
outside tessera voxelize --channel 65536 --threshold 1 none.tif
# More threads than processors are accepted, up to the number that the system can start.
OMP_NUM_THREADS=40 tessera run padded.tile --set low:pressure=1e-6 -s high:pressure=0 --steps 1 -q -o padded.flow \
  --threads 30 >report

# Reports say which version they are of.
version=$(tessera --version | sed 's/.* //')
tessera stats padded.tile --json >stats.json
tessera stats padded.tile --offsets --json >offsets.json
tessera run padded.flow --steps +0 --json >run.json
tessera run padded.tile --diffusion z --json >diffusion.json
tessera probe padded.flow --json >probe.json
head -c 64 /dev/zero | tessera voxelize --raw 4,4,4,u8 --labels --json - >labels.json 2>said
for report in stats offsets run diffusion probe labels; do
  is "$(json $report.json version)" "$version"
done
# What was not asked for is null, and its name is there.
tessera stats padded.tile --vram 1GB --thickness --intrusion z- --two-point 2 --lineal-path 2 --rev --anisotropy --network net \
  --json >asked.json
is "$(members asked.json)" "$(members stats.json)"
is "$(json stats.json vram)$(json stats.json thickness)$(json stats.json critical_radius)$(json stats.json rev)" \
  nullnullnullnull

# threads sleep soon when they wait for each other, unless something else is asked for; as GNU's library says
spins() { env -u OMP_WAIT_POLICY OMP_DISPLAY_ENV=verbose "$@" --version 2>&1 | sed -n "s/.*GOMP_SPINCOUNT = '\([0-9]*\)'.*/\1/p" | tail -n 1; }
case $(spins tessera-run) in
  '') lacks "OpenMP's library is not GNU's" ;;
  2000) fail "tessera-run itself changes how threads wait" ;;
  *)
    is "$(spins tessera run) $(spins tessera voxelize)" "2000 2000"
    is "$(spins GOMP_SPINCOUNT=7 tessera run)" 7
    is "$(spins OMP_WAIT_POLICY=passive tessera run)" 0
    ;;
esac

# Where OpenMP's library binds threads to places, tessera passes all places on to the program that it runs.
if [ "$(nproc)" -gt 1 ]; then
  OMP_NUM_THREADS=2 OMP_PROC_BIND=true OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT='bound %A' tessera run padded.tile -s low:pressure=1e-6 \
    -s high:pressure=0 --steps 1 -q -o padded.flow --threads 2 >report 2>&1 || { cat report >&2; fail "bound"; }
  [ "$(grep '^bound ' report | sort -u | wc -l)" = 2 ] || fail "two threads: $(grep '^bound ' report)"
fi

# tessera help: the man page where man finds it, else --help; here a man of our own.
tessera help >said
tessera --help | cmp - said || fail "tessera help"
mkdir with without
printf '#!/bin/sh\n[ "$1" = -w ] && echo "$0" || echo "page $*"\n' >with/man
printf '#!/bin/sh\necho "this system has no manuals" >&2\nexit 3\n' >without/man
chmod +x with/man without/man
is "$(PATH="$PWD/with:$PATH" tessera help run)" "page tessera-run"
for command in voxelize tile stats run probe; do
  PATH="$PWD/without:$PATH" tessera help $command >said 2>stderr
  tessera-$command --help | cmp - said || fail "tessera help $command without a page"
  [ ! -s stderr ] || fail "tessera help $command: $(cat stderr)"
done
expect 2 tessera help no-such-command
one_line 'help no-such-command: no such command'
expect 2 tessera help run tile
one_line 'help takes one COMMAND, but 2 are given'

# A value that may be left out stands in the next word only if it is one of those listed.
for lint in "--lint" "--lint warn" "--lint=warn" ""; do
  tessera tile --patch none=z+ padded.vox $lint -o lint.tile >said 2>lint.said
  cat said lint.said >>"lint-${lint##*[-=]}.all"
  tessera tile $lint padded.vox --patch none=z+ -o lint.tile >said 2>lint.said || fail "$lint before the file"
done
cmp lint-lint.all lint-.all || fail "--lint is not --lint warn"
grep -q 'z+' lint-lint.all || grep -q warning lint-lint.all || fail "--lint says nothing: $(cat lint-lint.all)"
tessera tile padded.vox --quiet --lint no -o lint.tile 2>said
[ ! -s said ] || fail "--lint no warns"
expect 2 tessera tile --lint=stern padded.vox -o x
one_line '--lint stern: expected no, warn or strict'
expect 2 tessera tile --lint --lint no padded.vox -o x
one_line 'given twice'

# A slip of the keyboard: what was meant is said, and nothing is where no name is near.
meant() { hint=$1; shift; expect 2 "$@" </dev/null; one_line "; did you mean $hint?"; }
meant --permeability tessera run --permability x none.tile
meant --pressure-drop tessera run --pressure_drop=1 none.tile
meant --thickness tessera stats --thikness none.tile
meant --quiet tessera tile --queit none.vox
meant otsu tessera voxelize --threshold osu none.raw
meant auto tessera run --tau atuo none.tile
meant periodic tessera run --beats periodc:1e-3 none.tile
meant interpolated tessera run --walls interplated none.tile
meant "tessera voxelize" tessera vox
meant "tessera probe" tessera porbe none.tile
meant "tessera stats" tessera help Stat
for word in --no-such-option --xyz; do
  expect 2 tessera run $word
  one_line "unknown option; see"
done
for value in 1.2.3 o x=3; do
  expect 2 tessera voxelize --threshold $value none.raw
  ! grep -q 'mean' stderr || fail "a guess for --threshold $value: $(cat stderr)"
done
# One dash before a long name is not the letter with a value: "-output" would write a file "utput".
dashes() { option=$1; shift; expect 2 "$@" </dev/null; one_line ": -$option: this option has two dashes: --$option"; }
dashes permeability tessera run -permeability x none.tile
dashes output tessera tile -output x none.vox
dashes json tessera stats none.tile -json
dashes voxel tessera voxelize -voxel=5um none.raw
[ ! -e utput ] || fail "-output wrote utput"
expect 1 tessera stats -- -json
one_line 'No such file'

# What the rules of a table exclude and need, as --help=pairs prints them, the program refuses with a line that names both
# options: what is excluded before it reads any value.
expect 2 tessera run --help=none
one_line '--help none: expected --help or --help=pairs'
tried=0
tab=$(printf '\t')
for program in $programs; do
  "$program" --help >options
  "$program" --help=pairs >pairs || fail "$program --help=pairs"
  awk -f "$srcdir/tests/cli/pairs.awk" options pairs >lines
  while IFS="$tab" read -r subject asked others line; do
    # shellcheck disable=SC2086
    said=$("$program" $line 2>&1 </dev/null) && code=0 || code=$?
    for other in $others; do
      case "$code $said" in
        "2 $program: $subject "*": $asked "*"$other"*|"2 $program: $other "*": $asked $subject"*) ;;
        "2 $program: a $subject "*": $asked "*"$other"*|"2 $program: $subject "*": $asked "*"a $other"*) ;;
        *) fail "$program $line: exit $code: $said" ;;
      esac
    done
    tried=$((tried + 1))
  done <lines
done
[ $tried -gt 90 ] || fail "only $tried pairs"
# A rule for some values of an option leaves its others alone: --permeability=??*.
expect 1 tessera run none.tile --permeability x --checkpoint c.tile
one_line 'none.tile: No such file'

expect 2 tessera
one_line 'name a command'
expect 2 tessera no-such-command
one_line 'no-such-command: no such command'
expect 2 tessera voxelize --shape box --size 8,8 -o x
one_line '--size 8,8: expected'
expect 2 tessera voxelize --shape box --size
one_line '--size: missing argument'
expect 2 tessera voxelize --shape box --size 8,8,8 --voxel 5kg -o x
one_line '--voxel 5kg: expected a length such as 5um'
expect 2 tessera voxelize --shape box --size 8,8,8 --voxel 5parsec -o x
one_line '--voxel 5parsec: unknown unit "parsec"'
