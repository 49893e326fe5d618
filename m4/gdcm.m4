# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_GDCM: the newest GDCM under PREFIX/include/gdcm-*, as Debian installs it (without .pc files).
# Sets GDCM_CPPFLAGS, GDCM_LIBS, gdcm_version and the conditional HAVE_GDCM.
AC_DEFUN([TESSERA_GDCM],
[AC_ARG_WITH([gdcm], [AS_HELP_STRING([--with-gdcm@<:@=PREFIX@:>@], [read DICOM series (default: if found)])],
  [], [with_gdcm=auto])
have_gdcm=no gdcm_version=
AS_IF([test "x$with_gdcm" != xno],
  [AC_MSG_CHECKING([for GDCM])
  AS_CASE([$with_gdcm], [auto|yes], [gdcm_prefixes="/usr/local /usr"], [gdcm_prefixes=$with_gdcm])
  for gdcm_prefix in $gdcm_prefixes; do
    for gdcm_include in `ls -dv "$gdcm_prefix"/include/gdcm-* 2>/dev/null`; do
      gdcm_version=${gdcm_include##*/gdcm-}
    done
    test -z "$gdcm_version" || break
  done
  AS_IF([test -n "$gdcm_version"], [TESSERA_GDCM_LINK])
  AS_IF([test $have_gdcm = yes], [AC_MSG_RESULT([$gdcm_version in $gdcm_prefix])], [AC_MSG_RESULT([no])])
  AS_IF([test $have_gdcm = no && test "x$with_gdcm" != xauto],
    [AC_MSG_ERROR([--with-gdcm was given, but no usable GDCM was found in $gdcm_prefixes])])])
AC_SUBST([GDCM_CPPFLAGS])
AC_SUBST([GDCM_LIBS])
AM_CONDITIONAL([HAVE_GDCM], [test $have_gdcm = yes])
])

# A program that reads an image must compile and link.
AC_DEFUN([TESSERA_GDCM_LINK],
[GDCM_CPPFLAGS="-isystem $gdcm_include" GDCM_LIBS="-lgdcmMSFF -lgdcmDSED -lgdcmCommon"
AS_IF([test "$gdcm_prefix" != /usr], [GDCM_LIBS="-L$gdcm_prefix/lib -Wl,-rpath,$gdcm_prefix/lib $GDCM_LIBS"])
AC_LANG_PUSH([C++])
save_CPPFLAGS=$CPPFLAGS save_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $GDCM_CPPFLAGS" LIBS="$GDCM_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <gdcmImageReader.h>]],
  [[gdcm::ImageReader reader; return reader.Read() && reader.GetImage().GetBufferLength() == 0;]])],
  [have_gdcm=yes], [GDCM_CPPFLAGS= GDCM_LIBS=])
CPPFLAGS=$save_CPPFLAGS LIBS=$save_LIBS
AC_LANG_POP
])
