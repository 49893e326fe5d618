#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs started without standard input, output or error, and one file used as two inputs or outputs at once.
. "$srcdir/tests/lib.sh"
tessera voxelize --shape channel:w=6 --size 8,8,8 --voxel 5um --quiet -o a.vox
tessera tile a.vox --inlet z- --outlet z+ --quiet -o a.tile
tessera run a.tile --permeability z --quiet -o a.flow >report
same() { [ "$(tessera stats --digest "$1")" = "$(tessera stats --digest "$2")" ] || fail "$2 is not what it must be"; }

# Reports must not get into an output file that received the number of a closed one.
tessera voxelize --shape channel:w=6 --size 8,8,8 --voxel 5um -o b.vox 2>&- || fail "exit $? without standard error"
same a.vox b.vox
tessera tile --inlet z- --outlet z+ -o b.tile <a.vox >&- 2>&- && fail "a report that could not be printed is a success"
same a.tile b.tile
tessera tile a.vox --inlet z- --outlet z+ --quiet -o c.tile >&- 2>&- || fail "exit $? with nothing to print"
same a.tile c.tile
for format in vtk png npy; do
  tessera probe a.flow --quiet --$format with <a.flow >report
  tessera probe --quiet --$format without <a.flow >&- 2>&- || fail "exit $?: --$format without standard output"
  cmp with without || fail "--$format differs without standard output"
done
# A closed descriptor cannot be read or written.
without_input() { "$@" <&-; }
expect 1 without_input tessera stats --quiet
one_line 'standard input: .*Bad file descriptor'
without_output() { "$@" >&-; }
expect 1 without_output tessera stats a.vox --digest
one_line 'standard output: Bad file descriptor'
expect 1 without_output tessera voxelize --shape box --size 8,8,8 --quiet
one_line 'Bad file descriptor'

# Two outputs into one file: by the same name, by another name, before and after it exists. An input through standard
# input.
mkdir -p folder
for twin in both ./both folder/../both "$PWD/both"; do
  expect 2 tessera run a.tile --pressure-drop 1e-6 --steps 2 --quiet -o both --checkpoint "$twin"
  one_line '-o and --checkpoint both name both'
  expect 2 tessera voxelize --shape box --size 8,8,8 --quiet -o both --preview "$twin"
  one_line '--preview and -o both name'
  expect 2 tessera probe a.flow --quiet --png both --vtk "$twin"
  one_line '--png and --vtk both name both'
  [ ! -e both ] || fail "a refused program wrote"
done
touch both
ln both twin
expect 2 tessera run a.tile --pressure-drop 1e-6 --steps 2 --quiet -o both --checkpoint twin
expect 0 tessera run a.tile --pressure-drop 1e-6 --steps 2 --quiet -o both --checkpoint other >report
cp a.vox kept.vox
expect 2 tessera tile --quiet -o a.vox <a.vox
one_line '-o a.vox would replace the input'
expect 2 tessera run --pressure-drop 1e-6 --quiet -o a.tile <a.tile
one_line 'a.tile is the input'
expect 2 tessera probe --quiet --vtk a.flow <a.flow
expect 2 tessera voxelize --raw 3,1,1,u8 --threshold 1 -o kept.vox <kept.vox
one_line 'would replace an input'
cmp a.vox kept.vox
