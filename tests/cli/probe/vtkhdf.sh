#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# VTKHDF files (probe --vtkhdf), as h5py (Debian: python3-h5py) reads them, against the .npy, .vti and .vtp files of the same
# values: fields, triangles of a surface, and both over the moments of a beat. VTK's reader reads them too, where Python has it.
. "$srcdir/tests/lib.sh"
awk 'BEGIN { for (i = 0; i <= 20; i++) print 0.02 * i, 0.4 * (0.5 + 0.8 * sin(atan2(0, -1) * i / 10)) }' >pulse.txt
tube_surface 8 1 4 >vessel.stl
tessera voxelize -q vessel.stl --voxel 0.4mm --unit mm --cap --name outlet1=outlet | tessera tile -q --lint no -o v.tile
tessera run v.tile --viscosity 3.5e-6m2/s --time-step 1ms --set inlet0:flow=pulse.txt,s,uL/s --set outlet:pressure=0 -q \
  --beats 1 --snapshots 3 --average wall.tile -o beat/ 2>said >said || [ $? = 5 ] || { cat said; fail "no flow"; }

unwritten="left.vtkhdf - left.vti"
refused 2 'HDF5 is not written into a pipe' tessera probe wall.tile --vtkhdf -
refused 2 'expect in a file named .vtkhdf' tessera probe wall.tile --vtkhdf left.vti
refused 2 'give --vtp FILE or --vtkhdf FILE' tessera probe wall.tile --snapshots beat
if ! [ -x "$builddir/tessera-write-hdf5" ]; then
  set +e; tessera probe wall.tile --vtkhdf left.vtkhdf 2>stderr; code=$?; set -e
  [ $code = 0 ] || one_line 'left.vtkhdf: built without HDF5: cannot write VTKHDF' # 0: one is installed
  skip "built without HDF5"
fi
refused 2 'not a pipe or a device' tessera probe wall.tile --vtkhdf /dev/null
refused 3 'none/series.pvd: lists no snapshots' tessera probe wall.tile --vtkhdf left.vtkhdf --snapshots none
refused 1 'left.vtkhdf: File too large' sh -c 'ulimit -f 1; tessera probe wall.tile --vtkhdf left.vtkhdf'
is "$(ls left* 2>nothing | wc -l)" 0

tessera probe beat/flow.tile --vtkhdf one.vtkhdf
tessera probe beat/flow.tile --vtkhdf small.vtkhdf --precision fp32
for field in velocity pressure solid; do tessera probe -q beat/flow.tile --npy $field.npy --field $field; done
tessera probe wall.tile --vtkhdf fields.vtkhdf --snapshots beat
tessera probe wall.tile --vtkhdf wall.vtkhdf --vtp wall.vtp --on vessel.stl --snapshots beat
tessera probe wall.tile --vtkhdf mean.vtkhdf --vtp mean.vtp --on vessel.stl
# many values, so that there are several chunks, a last one that is not full, and several batches of them
tessera voxelize -q --shape tube:d=50 --size 67,113,199 | tessera tile -q --lint no | tessera stats -q --thickness -o wide.tile - >said
tessera probe wide.tile --vtkhdf wide.vtkhdf
tessera probe -q wide.tile --npy wide.npy --field thickness
{ printf 'ObjectType = Image\nNDims = 3\nDimSize = 4 4 4\nTransformMatrix = 0 -1 0 1 0 0 0 0 1\nElementSpacing = 1 1 1\n'
  printf 'ElementType = MET_UCHAR\nElementDataFile = LOCAL\n\377'; head -c 63 /dev/zero; } >turned.mha
tessera voxelize -q --threshold 200 turned.mha | tessera tile -q --lint no | tessera stats -q --thickness -o turned.tile - >said
tessera probe turned.tile --vtkhdf turned.vtkhdf --vtk turned.vti
OMP_NUM_THREADS=1 tessera probe wide.tile --vtkhdf alone.vtkhdf
cmp wide.vtkhdf alone.vtkhdf || fail "threads matter"

for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ "$python" ] && "$python" -c 'import h5py, numpy' 2>nothing && break
done
[ "$python" ] || skip "needs Python with h5py (Debian: python3-h5py)"
"$python" "$srcdir/tests/cli/probe/read_vtkhdf.py"
"${PYTHON:-python3}" -c 'import vtkmodules.vtkIOHDF as _, vtkmodules.vtkCommonCore as core
v = core.vtkVersion(); exit((v.GetVTKMajorVersion(), v.GetVTKMinorVersion()) < (9, 3))' 2>nothing || { lacks "VTK's reader of files with moments (9.3 or newer), in Python"; exit; }
"${PYTHON:-python3}" "$srcdir/tests/cli/probe/read_vtkhdf.py" vtk
