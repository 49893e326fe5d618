# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_HARDEN: HARDEN_CFLAGS and HARDEN_LDFLAGS, with which an error in memory ends a program before it can be used:
# checked string functions, canaries on the stack, and tables of functions that are read-only from the start. Programs read
# files of strangers. Flags that the user gives go first; with sanitizers, which find more, or without optimisation, in
# which glibc checks nothing, they are left out.
AC_DEFUN([TESSERA_HARDEN_TRY],
[AC_MSG_CHECKING([whether $CC takes $2])
save_CFLAGS=$CFLAGS; CFLAGS="$CFLAGS $2 -Werror"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdio.h>]], [[puts("");]])],
  [AC_MSG_RESULT([yes]); $1="$$1 $2"; tried=yes], [AC_MSG_RESULT([no]); tried=no])
CFLAGS=$save_CFLAGS])

AC_DEFUN([TESSERA_HARDEN],
[AC_ARG_ENABLE([hardening], [AS_HELP_STRING([--disable-hardening],
  [no checks of memory at run time (fortify, stack protector, BIND_NOW)])])
AS_CASE([" $CPPFLAGS $CFLAGS $LDFLAGS"], [*-fsanitize*], [: ${enable_hardening=no}])
AS_IF([test "x$enable_hardening" != xno],
  [AS_CASE([" $CPPFLAGS $CFLAGS"], [*_FORTIFY_SOURCE*], [],
    [TESSERA_HARDEN_TRY([HARDEN_CFLAGS], [-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3])
    AS_IF([test $tried = no], [TESSERA_HARDEN_TRY([HARDEN_CFLAGS], [-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2])])])
  AS_CASE([" $CFLAGS"], [*-fstack-protector*|*-fno-stack-protector*], [],
    [TESSERA_HARDEN_TRY([HARDEN_CFLAGS], [-fstack-protector-strong])])
  TESSERA_HARDEN_TRY([HARDEN_LDFLAGS], [-Wl,-z,relro,-z,now])])
AC_SUBST([HARDEN_CFLAGS])
AC_SUBST([HARDEN_LDFLAGS])])
