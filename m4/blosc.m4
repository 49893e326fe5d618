# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_BLOSC: c-blosc, for chunks of Zarr, by its .pc file, or under PREFIX.
# Sets BLOSC_CFLAGS, BLOSC_LIBS, blosc_version, and HAVE_BLOSC in config.h.
AC_DEFUN([TESSERA_BLOSC],
[AC_ARG_WITH([blosc], [AS_HELP_STRING([--with-blosc@<:@=PREFIX@:>@], [read Zarr packed by blosc (default: if found)])],
  [], [with_blosc=auto])
have_blosc=no blosc_version=
AS_IF([test "x$with_blosc" != xno],
  [AC_MSG_CHECKING([for c-blosc])
  AS_CASE([$with_blosc], [auto|yes],
    [AS_IF([$PKG_CONFIG --exists "blosc >= 1.17"],
      [BLOSC_CFLAGS=`$PKG_CONFIG --cflags blosc` BLOSC_LIBS=`$PKG_CONFIG --libs blosc`
      blosc_version=`$PKG_CONFIG --modversion blosc`])],
    [BLOSC_CFLAGS="-isystem $with_blosc/include" BLOSC_LIBS="-L$with_blosc/lib -Wl,-rpath,$with_blosc/lib -lblosc"
    blosc_version="in $with_blosc"])
  AS_IF([test -n "$blosc_version"], [TESSERA_BLOSC_LINK])
  AS_IF([test $have_blosc = yes], [AC_MSG_RESULT([$blosc_version])], [AC_MSG_RESULT([no])])
  AS_IF([test $have_blosc = no && test "x$with_blosc" != xauto],
    [AC_MSG_ERROR([--with-blosc was given, but no usable c-blosc of version 1.17 or newer was found])])])
AS_IF([test $have_blosc = yes], [AC_DEFINE([HAVE_BLOSC], [1], [Define to 1 if Zarr packed by blosc can be read.])])
AC_SUBST([BLOSC_CFLAGS])
AC_SUBST([BLOSC_LIBS])
])

# Version 1.17 checks what it is given before it unpacks it.
AC_DEFUN([TESSERA_BLOSC_LINK],
[save_CFLAGS=$CFLAGS save_LIBS=$LIBS
CFLAGS="$CFLAGS $BLOSC_CFLAGS" LIBS="$BLOSC_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <blosc.h>]], [[size_t n; return blosc_cbuffer_validate("", 0, &n);]])],
  [have_blosc=yes], [BLOSC_CFLAGS= BLOSC_LIBS=])
CFLAGS=$save_CFLAGS LIBS=$save_LIBS
])
