# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_HDF5: HDF5, by its .pc file (Debian calls the one without MPI hdf5-serial), or under PREFIX.
# Sets HDF5_CPPFLAGS, HDF5_LIBS, hdf5_version and the conditional HAVE_HDF5.
AC_DEFUN([TESSERA_HDF5],
[AC_ARG_WITH([hdf5], [AS_HELP_STRING([--with-hdf5@<:@=PREFIX@:>@], [read HDF5 and NeXus, write VTKHDF (default: if found)])],
  [], [with_hdf5=auto])
have_hdf5=no hdf5_version=
AS_IF([test "x$with_hdf5" != xno],
  [AC_MSG_CHECKING([for HDF5])
  AS_CASE([$with_hdf5], [auto|yes],
    [for hdf5_pc in hdf5-serial hdf5; do
      AS_IF([$PKG_CONFIG --exists "$hdf5_pc >= 1.10.5"],
        [HDF5_CPPFLAGS=`$PKG_CONFIG --cflags $hdf5_pc | sed 's/-I */-isystem /g'` HDF5_LIBS=`$PKG_CONFIG --libs $hdf5_pc`
        hdf5_version=`$PKG_CONFIG --modversion $hdf5_pc`
        break])
    done],
    [HDF5_CPPFLAGS="-isystem $with_hdf5/include" HDF5_LIBS="-L$with_hdf5/lib -Wl,-rpath,$with_hdf5/lib -lhdf5"
    hdf5_version="in $with_hdf5"])
  AS_IF([test -n "$hdf5_version"], [TESSERA_HDF5_LINK])
  AS_IF([test $have_hdf5 = yes], [AC_MSG_RESULT([$hdf5_version])], [AC_MSG_RESULT([no])])
  AS_IF([test $have_hdf5 = no && test "x$with_hdf5" != xauto],
    [AC_MSG_ERROR([--with-hdf5 was given, but no usable HDF5 of version 1.10.5 or newer was found])])])
AC_SUBST([HDF5_CPPFLAGS])
AC_SUBST([HDF5_LIBS])
AM_CONDITIONAL([HAVE_HDF5], [test $have_hdf5 = yes])
])

# A program that counts chunks must compile and link; newer versions keep the interface of 1.10.
AC_DEFUN([TESSERA_HDF5_LINK],
[HDF5_CPPFLAGS="-DH5_USE_110_API $HDF5_CPPFLAGS"
save_CPPFLAGS=$CPPFLAGS save_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $HDF5_CPPFLAGS" LIBS="$HDF5_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <hdf5.h>]], [[hsize_t count; return H5Dget_num_chunks(0, H5S_ALL, &count) < 0;]])],
  [have_hdf5=yes], [HDF5_CPPFLAGS= HDF5_LIBS=])
CPPFLAGS=$save_CPPFLAGS LIBS=$save_LIBS
])
