# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_ORIGIN: who answers for what is built here, and where it comes from: in Debian packages, wheels, libtile.pc, --help.
AC_DEFUN([TESSERA_ORIGIN],
[AC_ARG_WITH([maintainer],
  [AS_HELP_STRING([--with-maintainer='NAME <ADDRESS>'], [of packages; those of Debian need one])],
  [], [with_maintainer=])
AC_ARG_WITH([url], [AS_HELP_STRING([--with-url=URL], [home page, named by packages and tessera --help])], [], [with_url=])
AS_CASE([$with_maintainer], [?*' <'?*@?*'>' | ''], [], [AC_MSG_ERROR([--with-maintainer: expected 'NAME <ADDRESS>'])])
AS_CASE([$with_url], [yes|no], [AC_MSG_ERROR([--with-url: expected a URL])])
AC_SUBST([MAINTAINER], [$with_maintainer])
AC_SUBST([HOMEPAGE], [$with_url])
AC_DEFINE_UNQUOTED([HOMEPAGE], ["$with_url"], [home page, or empty])])
