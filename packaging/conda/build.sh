#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What recipe.yaml runs: without CUDA, MPI, GDCM, VTK, HDF5 and c-blosc.
set -eu
[ -x configure ] || ./bootstrap
./configure --prefix="$PREFIX" --disable-dependency-tracking --without-cuda --without-gdcm --without-vtk --without-hdf5 \
  --without-blosc
make -j"${CPU_COUNT:-1}"
make install
find "$PREFIX/lib" -name 'libtile.la' -delete
