#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Series of VTK files in time: each file is the one that probe writes of the same flow; a program that is killed leaves a
# list whose files are whole, and goes on; Python reads all of it with VTK, where that is installed (PYTHON: an interpreter).
. "$srcdir/tests/lib.sh"
listed() { if [ -e cut/flow.pvd ]; then grep -c DataSet cut/flow.pvd || :; else echo 0; fi; }
enough() { [ "$(listed)" -ge "$wanted" ]; }
series() { "$builddir/tests/vtk_series" flow.tile "$@"; }

# a periodic pack of spheres, in lattice units, whose tiles do not begin at the first node
tessera voxelize --shape spheres:porosity=0.6,d=7,periodic --size 22,19,14 -q | tessera tile --periodic xyz --offset 3,1,2 --lint no -q -o pack.tile
tessera run pack.tile --force 1e-5,2e-5,3e-5 --steps 20 -q -o flow.tile 2>said
tessera probe flow.tile --vtk want.vti --precision fp32
tessera probe flow.tile --vtk - --precision fp32 | cat >plain.vti

mkdir one plain
series one 3 packed
for n in 0 1 2; do cmp want.vti one/flow-00000$n.vti || fail "file $n"; done
series plain 1
cmp plain.vti plain/flow-000000.vti || fail "not compressed"

# killed at some moment, four times, then to the end
mkdir cut
wanted=0
for pause in 0 0.05 0.02 0.11; do
  "$builddir/tests/vtk_series" flow.tile cut 100000 packed &
  killed=$!
  wanted=$((wanted + 4))
  await enough
  sleep $pause
  kill -9 $killed
  wait $killed 2>nothing || :
  wanted=$(listed)
  tail -n 1 cut/flow.pvd | grep -qx '</VTKFile>' || fail "the list is cut off"
  sed -n 's/.*file="\(.*\)".*/\1/p' cut/flow.pvd | while read -r file; do cmp want.vti "cut/$file" || fail "$file"; done
done
series cut $((wanted + 2)) packed
is "$(listed)" $((wanted + 2))
sed 's/flow-/flaw-/' cut/flow.pvd | head -n 5 >cut/half.pvd
cp cut/half.pvd cut/flow.pvd
expect 1 series cut 3
one_line 'cut/flow.pvd: is no series of files as Tessera writes it: move it away$'

PYTHON=${PYTHON:-python3}
$PYTHON -c 'import vtkmodules.vtkIOXML' >said 2>&1 || skip "the rest needs Python with VTK"
$PYTHON "$srcdir/tests/cli/probe/read_series.py" one/flow.pvd 22 19 14 3 0.125 "$(sed -n 's/^nonsolid: //p; /^end: /q' pack.tile)"
