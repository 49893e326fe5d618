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
