#!/bin/sh
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

# An option that has one value is given once; one that collects values, and a flag, as often as one likes.
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
