#!/bin/sh
# What recipe.yaml runs: without CUDA, MPI, GDCM and VTK.
set -eu
[ -x configure ] || ./bootstrap
./configure --prefix="$PREFIX" --disable-dependency-tracking --without-cuda --without-gdcm --without-vtk
make -j"${CPU_COUNT:-1}"
make install
find "$PREFIX/lib" -name 'libtile.la' -delete
