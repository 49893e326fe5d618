# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_FREETYPE: FreeType, for the text of pictures. Sets FREETYPE_CFLAGS, FREETYPE_LIBS, freetype_version, and defines
# HAVE_FREETYPE.
AC_DEFUN([TESSERA_FREETYPE],
[AC_ARG_WITH([freetype], [AS_HELP_STRING([--without-freetype], [write the text of pictures in a font of dots])],
  [], [with_freetype=auto])
have_freetype=no freetype_version=
AS_IF([test "x$with_freetype" != xno],
  [PKG_CHECK_MODULES([FREETYPE], [freetype2], [have_freetype=yes], [FREETYPE_CFLAGS= FREETYPE_LIBS=])])
AS_IF([test $have_freetype = no && test "x$with_freetype" = xyes],
  [AC_MSG_ERROR([--with-freetype was given, but FreeType was not found])])
AS_IF([test $have_freetype = yes],
  [AC_DEFINE([HAVE_FREETYPE], [1], [Define to 1 to write the text of pictures with FreeType.])
  freetype_version=`$PKG_CONFIG --modversion freetype2`])
FREETYPE_CFLAGS=`AS_ECHO(["$FREETYPE_CFLAGS"]) | sed 's/-I */-isystem /g'`
AC_SUBST([FREETYPE_CFLAGS])
AC_SUBST([FREETYPE_LIBS])
])
