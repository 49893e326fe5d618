# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_SUMMARY: what was found, and what each missing piece would add; shown by a quiet configure too.
AC_DEFUN([TESSERA_SUMMARY],
[AS_IF([test $have_check = yes], [summary_check=yes], [summary_check="no: make check runs the shell tests alone (Debian: check)"])
AS_IF([test $have_vtk = yes], [summary_vtk=$vtk_version],
  [summary_vtk="no: voxelize reads no .vti (Debian: libvtk9-dev, 800 MB)"])
AS_IF([test $have_gdcm = yes], [summary_gdcm=$gdcm_version],
  [summary_gdcm="no: voxelize reads no DICOM (Debian: libgdcm-dev)"])
AS_IF([test $have_hdf5 = yes], [summary_hdf5=$hdf5_version],
  [summary_hdf5="no: voxelize reads no HDF5, probe writes no VTKHDF (Debian: libhdf5-dev)"])
AS_IF([test $have_blosc = yes], [summary_blosc=$blosc_version],
  [summary_blosc="no: voxelize reads no Zarr packed by blosc (Debian: libblosc-dev)"])
AS_IF([test $have_freetype = yes], [summary_freetype="$freetype_version, with DejaVu Sans where it runs"],
  [summary_freetype="no: pictures have a font of dots (Debian: libfreetype-dev, fonts-dejavu-core)"])
AS_IF([test "x$OPENMP_CFLAGS" != x], [summary_openmp="$OPENMP_CFLAGS"], [summary_openmp="no: the solver runs on one thread"])
AS_IF([test $have_cuda = yes], [summary_cuda="$cuda_version, for compute capability $cuda_arch"],
  [summary_cuda="no: the solver runs on the CPU (nvcc of the CUDA toolkit adds --device cuda)"])
AS_IF([test $have_gpu_mixed = yes], [summary_cuda="$summary_cuda; fp64/fp32, fp32/fp16"])
AS_IF([test $have_gpu_t2c = yes], [summary_cuda="$summary_cuda; t2c, t2c-xyz"])
AS_IF([test $have_mpi = yes], [summary_mpi=$mpi_version],
  [summary_mpi="no: run works in one process (configure --with-mpi; Debian: libopenmpi-dev)"])
summary_isa=
AS_IF([test $have_plain = yes], [summary_isa=generic])
AS_IF([test $have_avx2 = yes], [summary_isa="$summary_isa avx2"])
AS_IF([test $have_avx512 = yes], [summary_isa="$summary_isa avx512"])
summary_tiff=`$PKG_CONFIG --modversion libtiff-4`
summary_png=`$PKG_CONFIG --modversion libpng`
summary_zlib=`$PKG_CONFIG --modversion zlib`
summary_zstd=`$PKG_CONFIG --modversion libzstd`
summary_xxhash=`$PKG_CONFIG --modversion libxxhash`
AS_ECHO(["

  Tessera $PACKAGE_VERSION

  compiler            $CC $CFLAGS
  libtiff             $summary_tiff
  libpng              $summary_png
  zlib, zstd, xxhash  $summary_zlib, $summary_zstd, $summary_xxhash
  OpenMP              $summary_openmp
  solver built for    $summary_isa (the best that the processor has is taken when it runs)
  Check               $summary_check
  VTK                 $summary_vtk
  GDCM                $summary_gdcm
  HDF5                $summary_hdf5
  c-blosc             $summary_blosc
  FreeType            $summary_freetype
  CUDA                $summary_cuda
  MPI                 $summary_mpi

  Install in          $prefix
  Next                make && make check && make install
"])])
