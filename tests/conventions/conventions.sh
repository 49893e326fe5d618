#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The behaviour of the programs with pipes, terminals, full disks, signals and invalid files.
. "$srcdir/tests/lib.sh"
nothing_left() { [ -z "$(find . -name "$1*")" ] || fail "left behind: $(find . -name "$1*")"; }

# A small domain and its flow, under names with spaces.
tessera voxelize --shape channel:w=6 --size 8,8,8 --voxel 5um -o "a channel.vox"
tessera tile "a channel.vox" --inlet z- --outlet z+ -o "a domain.tile" 2>said
tessera run "a domain.tile" --permeability z -o "a flow.tile" >said 2>&1
tessera probe "a flow.tile" --permeability >said

# A full disk is an error, for data and for reports, with one line as the message.
full() { expect 1 "$@"; one_line 'No space left on device'; }
full_report() { set +e; "$@" 2>stderr >/dev/full; code=$?; set -e; [ $code = 1 ] || fail "exit $code to a full disk: $*"
  one_line 'No space left on device'; }
if [ -c /dev/full ]; then
  full tessera voxelize --shape box --size 8,8,8 --quiet -o /dev/full
  full tessera tile "a channel.vox" --quiet -o /dev/full
  full tessera run "a domain.tile" --permeability z --quiet -o /dev/full >report
  full tessera probe "a flow.tile" --quiet --vtk /dev/full >report
  full tessera probe "a flow.tile" --quiet --png /dev/full --slice z=4 >report
  full_report tessera voxelize --shape box --size 8,8,8 --quiet
  full_report tessera tile "a channel.vox" --quiet
  full_report tessera stats "a domain.tile" --bandwidth 1e10
  full_report tessera stats "a domain.tile" --bandwidth 1e10 --json
  full_report tessera probe "a flow.tile" --permeability
  full_report tessera --help
fi

# A limit of file size is also one line, and leaves no file. Noise does not compress into the 4 KiB that are allowed.
head -c 131072 /dev/urandom >limited.raw
tessera voxelize --raw 64,64,32,u8 --threshold 128 --quiet -o noise.vox limited.raw
tessera tile noise.vox --periodic xyz --lint no --quiet -o noise.tile 2>said
tessera run noise.tile --force 0,0,1e-6 --steps 1 --quiet -o noise.flow >said
limited() {
  set +e; (ulimit -f 8; exec "$@") 2>stderr >report; code=$?; set -e
  [ $code = 1 ] || { cat stderr; fail "exit $code at a limit of file size: $*"; }
  one_line 'over: .*File too large'
  nothing_left over
}
limited tessera-voxelize --raw 64,64,32,u8 --threshold 128 --quiet -o over limited.raw
limited tessera-tile noise.vox --lint no --quiet -o over
limited tessera-run noise.tile --force 0,0,1e-6 --steps 1 --quiet -o over
limited tessera-run noise.tile --force 0,0,1e-6 --steps 1 --quiet -o beside --checkpoint over
limited tessera-probe noise.flow --quiet --vtk over

# An empty pipe is rejected, and the old output stays.
for command in tile stats run probe; do
  expect 3 tessera $command --quiet <"/dev/null" >report
  one_line "^tessera-$command: "
done
echo "as it was" >kept.tile
expect 3 tessera tile --quiet -o kept.tile </dev/null
[ "$(cat kept.tile)" = "as it was" ] || fail "a failed run replaced its output"
[ "$(find . -name 'kept*' | wc -l)" = 1 ] || fail "left behind: $(find . -name 'kept*')"

# A reader that stops early: no message, exit 1. Noise does not compress into the buffer of the pipe.
head -c 2000000 /dev/urandom >noise.raw
{ set +e; tessera voxelize --raw 100,100,200,u8 noise.raw --threshold 128 --quiet 2>early; echo $? >code; } |
  head -c 10 >first
[ ! -s early ] || fail "a reader that left was reported: $(cat early)"
[ "$(cat code)" = 1 ] || fail "exit $(cat code) instead of 1 after the reader left"

# A text file named .tif, a file that does not exist, a folder.
echo "this is no picture" >"some text.tif"
expect 3 tessera voxelize "some text.tif" --threshold 100 -o out.vox
one_line '^tessera-voxelize: some text.tif: '
expect 1 tessera voxelize "not there.tif" --threshold 100 -o out.vox
one_line 'not there.tif: No such file'
expect 1 tessera stats "not there.tile"
one_line 'not there.tile: No such file'
mkdir folder
expect 1 tessera stats folder
one_line 'folder: '
expect 1 tessera tile "a channel.vox" -o folder
one_line 'folder: '
nothing_left out.vox

# A message is one line, whatever the name or the content of the file.
escape=$(printf 'no\033[31m\nsuch file')
expect 1 tessera stats "$escape"
one_line 'no?\[31m?such file: No such file'
[ -z "$(tr -d '\n -~' <stderr)" ] || fail "a message holds control characters: $(od -c stderr | head -n 3)"

# A killed run leaves no file.
mkfifo raw
tessera voxelize --raw 64,64,64,u8 raw --threshold 100 -o killed.vox 2>stderr &
process=$!
exec 9>raw
head -c 70000 /dev/zero >&9
kill -TERM $process
set +e; wait $process; code=$?; set -e
exec 9>&-
[ $code = 143 ] || fail "exit $code instead of 143 when killed"
nothing_left killed.vox

# The solver finishes its step when it receives a signal to stop, and writes a whole file.
tessera run "a domain.tile" --set inlet:pressure=1e-6 --set outlet:pressure=0 --steps 1000000000 --quiet -o stopped.tile \
  --checkpoint stopped-c.tile --every 10 >report 2>stderr &
process=$!
await [ -e stopped-c.tile ]
kill -TERM $process
set +e; wait $process; code=$?; set -e
[ $code = 143 ] || { cat stderr >&2; fail "exit $code instead of 143 when asked to stop"; }
tessera stats --digest stopped.tile >digest || fail "the file of a stopped run is not whole"
[ "$(find . -name 'stopped*' | wc -l)" = 2 ] || fail "left behind: $(find . -name 'stopped*')"

# The mode of a new file follows umask, the mode of an old file stays; a link is followed.
mode() { find "$1" -printf '%m'; }
(umask 027 && tessera tile "a channel.vox" --quiet -o fresh.tile)
[ "$(mode fresh.tile)" = 640 ] || fail "mode $(mode fresh.tile) under umask 027"
chmod 604 fresh.tile
ln -s fresh.tile link.tile
tessera tile "a channel.vox" --quiet -o link.tile
[ -L link.tile ] && [ "$(mode fresh.tile)" = 604 ] || fail "writing through a link replaced it or the mode"

# So is a link to a file that does not exist yet, through other links and folders, and by every program.
mkdir -p links/far
ln -s ../made links/far/second # relative to the folder of the link
through() { # OPTION COMMAND...: writes to the link
  ln -sf links/far/second "first$suffix"
  option=$1; shift
  "$@" $option "first$suffix" >report 2>said || { cat said >&2; fail "$* $option a link"; }
  [ -L "first$suffix" ] && [ -L links/far/second ] && [ -f links/made ] && [ ! -L links/made ] || fail "$* $option: a link was replaced"
  [ "$(find . -name 'made*')" = ./links/made ] && [ "$(find . -name 'first*')" = "./first$suffix" ] || fail "$* $option: left behind"
  rm links/made "first$suffix"
}
suffix=
through -o tessera voxelize --shape box --size 8,8,8
through -o tessera tile "a channel.vox"
through -o tessera run "a domain.tile" --permeability z
through --checkpoint tessera run "a domain.tile" --permeability z -o beside.tile
through --csv tessera run "a domain.tile" --permeability z -o beside.tile
through "--every 5 --checkpoint" tessera run "a domain.tile" --permeability z -o beside.tile
through "--watch 3,3,3 --series-every 5 --series" tessera run "a domain.tile" --permeability z -o beside.tile
through --vtk tessera probe "a flow.tile"
suffix=.png
through --preview tessera voxelize --shape box --size 8,8,8 -o beside.vox
through --png tessera probe "a flow.tile"
suffix=.npy
through --export tessera voxelize --shape box --size 8,8,8 -o beside.vox
through --export tessera tile "a channel.vox" -o beside.tile
ln -s links/made one.tile
ln -s links/made two.tile
expect 2 tessera run "a domain.tile" --permeability z -o one.tile --checkpoint two.tile
one_line '-o and --checkpoint both name one.tile'
ln -s round2.tile round1.tile
ln -s round1.tile round2.tile
expect 1 tessera tile "a channel.vox" -o round1.tile
one_line 'round1.tile: Too many levels of symbolic links'
ln -s no-folder/made lost.tile
expect 1 tessera run "a domain.tile" --set inlet:pressure=1e-6 --set outlet:pressure=0 --steps 1000000000 -o lost.tile
one_line 'lost.tile: No such file' # before the first step
[ -L lost.tile ] && [ -L round1.tile ] || fail "a link that leads nowhere was replaced"

# The longest possible names, 250 to 255 bytes, of letters of one byte and of two.
letters=$(awk 'BEGIN { for (i = 0; i < 120; i++) printf "\303\251" }')
for more in 0123456789 01234567890 012345678901234; do
  tessera voxelize --shape box --size 8,8,8 --quiet -o "$letters$more" || fail "a name of $((240 + ${#more})) bytes"
  tessera stats --digest "$letters$more" >said
  rm "$letters$more"
  nothing_left "$(printf '\303\251\303\251')"
done
expect 1 tessera voxelize --shape box --size 8,8,8 --quiet -o "${letters}0123456789012345"
one_line 'File name too long'

# A script of data/ says what it is for itself, and starts nothing.
for script in band demo relperm vessel; do
  for asked in "--help" "-h" "scan --help"; do
    # shellcheck disable=SC2086 # words
    expect 0 sh "$srcdir/data/$script" $asked >said
    grep -q "^data/$script.*: " said && ! grep -q -e '^#' -e '^set' said || { cat said; fail "data/$script $asked"; }
  done
done

# Data is never written to a terminal, and a program that would wait for input from one prints its usage.
script -qec true /dev/null </dev/null >said 2>&1 || skip "no script(1) or terminal; the others pass"
on_terminal() { set +e; script -qec "$1" /dev/null </dev/null >said; code=$?; set -e; }
on_terminal "tessera-voxelize --shape box --size 8,8,8"
[ $code = 2 ] && grep -q -e '-o' said || { cat said; fail "exit $code for binary data to a terminal"; }
for command in tile stats run probe; do
  on_terminal "tessera-$command"
  [ $code = 2 ] && grep -q -e "^Usage: tessera-$command" said || { cat said; fail "tessera-$command waits for a terminal"; }
done

# Progress is drawn on a terminal, unless an option turns it off, in runs of a second or more.
! sanitized && steps=150000 || steps=15000
on_terminal "tessera-run 'a domain.tile' --pressure-drop 1e-6 --threads 1 --steps $steps -o bar.tile"
grep -q ' left' said || fail "no progress bar on a terminal"
export TERM=xterm
on_terminal "tessera-run 'a domain.tile' --pressure-drop 1e-6 --threads 1 --steps $steps -o bar.tile"
grep -q "$(printf '\033')" said || fail "no bar on an xterm"
grep -q 'set-up: reading' said || { cat said; fail "no phases of the set-up on a terminal"; }
on_terminal "tessera-run 'a domain.tile' --pressure-drop 1e-6 --tau 0.502 --converge 1e-6 --threads 1 -o bar.tile"
grep -q '\] *[1-9][0-9]* %.* left' said || { cat said; fail "no percent and no time left of a run to convergence"; }
# The bar is no longer than a line, which would stay on the screen.
for narrow in "stty cols 40" "stty cols 0; export COLUMNS=40"; do
  on_terminal "$narrow; tessera-run 'a domain.tile' --pressure-drop 1e-6 --threads 1 --steps $steps -o bar.tile"
  tr '\r' '\n' <said | sed -n "s/^$(printf '\033')\[K//p" | grep -v '^tessera-' >drawn
  grep -q '^run \[#*\.*\] ' drawn || { cat said; fail "no bar in 40 columns"; }
  grep -q '[0-9] MFLUPS  .* left$' drawn || { cat drawn; fail "no pace and no time left in 40 columns"; }
  awk 'length > 39 { print; long = 1 } END { exit long }' drawn || fail "a bar of more than 40 columns ($narrow)"
done
TERM=dumb
on_terminal "tessera-run 'a domain.tile' --pressure-drop 1e-6 --threads 1 --steps $steps --progress=log:0.1 -o bar.tile"
grep -q ' left' said || fail "no lines on a dumb terminal"
on_terminal "tessera-run 'a domain.tile' --pressure-drop 1e-6 --threads 1 --steps $steps -o bar.tile"
grep -q "$(printf '\033')" said && fail "escape sequences on a dumb terminal"
TERM=xterm
for option in --quiet --no-progress; do
  on_terminal "tessera-run 'a domain.tile' --pressure-drop 1e-6 --threads 1 --steps $steps $option -o bar.tile"
  grep -q ' left' said && fail "a progress bar in spite of $option"
done
exit 0
