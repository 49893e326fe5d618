# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_ISA: which instruction-set builds of the CPU kernels there are: all that the compiler can make, or those of
# --with-isa. A processor needs one of them.
AC_DEFUN([TESSERA_ISA],
[AC_ARG_WITH([isa], [AS_HELP_STRING([--with-isa=LIST],
  [build the CPU kernels for some of "plain avx2 avx512" alone, which is faster to build (default: all)])], [], [with_isa=all])
AS_CASE([$with_isa], [all], [with_isa="plain avx2 avx512"])
AC_ARG_VAR([KERNEL_CFLAGS], [flags of the compiler for the CPU kernels alone, after CFLAGS])
have_plain=no have_avx2=no have_avx512=no
for isa in `AS_ECHO(["$with_isa"]) | tr , ' '`; do
  AS_CASE([$isa], [plain], [have_plain=yes], [avx2], [have_avx2=asked], [avx512], [have_avx512=asked],
    [AC_MSG_ERROR([--with-isa=$with_isa: expected all, or some of plain, avx2 and avx512])])
done
m4_foreach_w([isa], [avx2 avx512], [AS_IF([test $have_]isa[ = asked], [
  AS_CASE(isa, [avx2], [flags="-mavx2 -mfma -mbmi -mbmi2 -mpopcnt -mf16c"],
    [flags="-mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma -mbmi -mbmi2 -mpopcnt -mf16c"])
  AC_MSG_CHECKING([whether $CC can build for ]isa)
  save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS $flags -Werror"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <immintrin.h>]], [[__m256d v = _mm256_setzero_pd(); (void)v;]])],
    [have_]isa[=yes], [have_]isa[=no])
  AC_MSG_RESULT([$have_]isa)
  CFLAGS=$save_CFLAGS
  AC_SUBST(m4_toupper(isa)[_CFLAGS], ["$flags"])])
])
AS_CASE([$have_plain$have_avx2$have_avx512], [*yes*], [], [AC_MSG_ERROR([--with-isa=$with_isa: $CC builds none of them])])
m4_foreach_w([isa], [plain avx2 avx512], [
  AS_IF([test $have_]isa[ = yes], [AC_DEFINE([HAVE_]m4_toupper(isa), [1], [Define when the ]isa[ kernels are built.])])
  AM_CONDITIONAL([HAVE_]m4_toupper(isa), [test $have_]isa[ = yes])
])])
