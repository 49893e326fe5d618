# TESSERA_ISA: which instruction-set builds of the CPU kernels the compiler can make.
AC_DEFUN([TESSERA_ISA],
[m4_foreach_w([isa], [avx2 avx512], [
  AS_CASE(isa, [avx2], [flags="-mavx2 -mfma -mbmi -mbmi2 -mpopcnt -mf16c"],
    [flags="-mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma -mbmi -mbmi2 -mpopcnt -mf16c"])
  AC_MSG_CHECKING([whether $CC can build for ]isa)
  save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS $flags -Werror"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <immintrin.h>]], [[__m256d v = _mm256_setzero_pd(); (void)v;]])],
    [AC_MSG_RESULT([yes]); have_]isa[=yes], [AC_MSG_RESULT([no]); have_]isa[=no])
  CFLAGS=$save_CFLAGS
  AS_IF([test $have_]isa[ = yes], [AC_SUBST(m4_toupper(isa)[_CFLAGS], ["$flags"])
    AC_DEFINE([HAVE_]m4_toupper(isa), [1], [Define when the ]isa[ kernels are built.])])
  AM_CONDITIONAL([HAVE_]m4_toupper(isa), [test $have_]isa[ = yes])
])])
