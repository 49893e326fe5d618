#!/bin/sh
# What recipe.yaml runs: without CUDA, MPI, GDCM, VTK and HDF5.
set -eu
[ -x configure ] || ./bootstrap
./configure --prefix="$PREFIX" --disable-dependency-tracking --without-cuda --without-gdcm --without-vtk --without-hdf5
make -j"${CPU_COUNT:-1}"
make install
find "$PREFIX/lib" -name 'libtile.la' -delete
