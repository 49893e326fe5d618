# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_CUDA: nvcc and the CUDA runtime. Sets NVCC, NVCCFLAGS, CUDA_CPPFLAGS, CUDA_LIBS, cuda_version, cuda_arch
# and the conditional HAVE_CUDA. The runtime is linked statically: the program needs no CUDA library and starts
# where there is no GPU.
AC_DEFUN([TESSERA_CUDA],
[AC_ARG_WITH([cuda], [AS_HELP_STRING([--with-cuda@<:@=DIR@:>@],
  [build the CUDA backend with the toolkit in DIR (default: if found)])], [], [with_cuda=auto])
AC_ARG_WITH([cuda-arch], [AS_HELP_STRING([--with-cuda-arch=LIST],
  [compute capabilities to build for, such as "80 90" (default: 90); newer ones are served by the last])],
  [cuda_arch=$withval], [cuda_arch=90])
have_cuda=no cuda_version=
AS_IF([test "x$with_cuda" != xno],
  [AS_CASE([$with_cuda], [auto|yes], [cuda_places="$PATH$PATH_SEPARATOR/usr/local/cuda/bin"], [cuda_places=$with_cuda/bin])
  AC_PATH_PROG([NVCC], [nvcc], [], [$cuda_places])
  AS_IF([test -n "$NVCC"], [TESSERA_CUDA_TRY])
  AS_IF([test $have_cuda = no && test "x$with_cuda" != xauto],
    [AC_MSG_ERROR([--with-cuda was given, but no usable CUDA toolkit was found ($cuda_places); see config.log])])])
AC_SUBST([NVCCFLAGS])
AC_SUBST([CUDA_CPPFLAGS])
AC_SUBST([CUDA_LIBS])
AM_CONDITIONAL([HAVE_CUDA], [test $have_cuda = yes])
TESSERA_GPU_KERNELS([mixed], [GPU kernels of precisions fp64/fp32 and fp32/fp16 too])
TESSERA_GPU_KERNELS([t2c], [GPU kernels of layouts t2c and t2c-xyz too])
AM_CONDITIONAL([ALL_GPU_KERNELS], [test $have_gpu_mixed = yes && test $have_gpu_t2c = yes])
])

# TESSERA_GPU_KERNELS(KIND, HELP): --enable-gpu-KIND. Sets have_gpu_KIND, HAVE_GPU_KIND in config.h and as a conditional: kernels
# that take a third of the time to build with CUDA, and that few flows use.
AC_DEFUN([TESSERA_GPU_KERNELS],
[AC_ARG_ENABLE([gpu-$1], [AS_HELP_STRING([--enable-gpu-$1], [$2 (default: no)])])
have_gpu_$1=no
AS_IF([test "x$enable_gpu_$1" = xyes && test $have_cuda = yes],
  [have_gpu_$1=yes
  AC_DEFINE([HAVE_GPU_]m4_toupper($1), [1], [Define for $2.])])
AM_CONDITIONAL([HAVE_GPU_]m4_toupper($1), [test $have_gpu_$1 = yes])
])

# A kernel must compile for every capability, and a C program must link.
AC_DEFUN([TESSERA_CUDA_TRY],
[cuda_home=`dirname "$NVCC"`
cuda_home=`cd "$cuda_home/.." && pwd`
AC_ARG_VAR([NVCCFLAGS], [flags of nvcc, instead of the optimisation and those of --with-cuda-arch])
AS_IF([test -z "$NVCCFLAGS"],
  [NVCCFLAGS="-O3 -Xptxas --register-usage-level=3"
  for arch in $cuda_arch; do
    NVCCFLAGS="$NVCCFLAGS -gencode arch=compute_$arch,code=sm_$arch"
  done
  NVCCFLAGS="$NVCCFLAGS -gencode arch=compute_$arch,code=compute_$arch"])
CUDA_CPPFLAGS="-isystem $cuda_home/include"
for cuda_lib in lib64 lib; do
  test -f "$cuda_home/$cuda_lib/libcudart_static.a" && CUDA_LIBS="-L$cuda_home/$cuda_lib"
done
CUDA_LIBS="$CUDA_LIBS -lcudart_static -ldl -lrt -lpthread"
AC_MSG_CHECKING([whether $NVCC makes programs for $cuda_arch])
cat >conftest.cu <<_CONFTEST
extern "C" __global__ void fill(double *a) { a[[threadIdx.x]] = 1; }
_CONFTEST
AS_IF([$NVCC -ccbin "$CXX" $NVCCFLAGS -c -o conftest.$ac_objext conftest.cu >&AS_MESSAGE_LOG_FD 2>&1],
  [save_CPPFLAGS=$CPPFLAGS save_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS $CUDA_CPPFLAGS" LIBS="$CUDA_LIBS $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cuda_runtime_api.h>]], [[int n; return cudaGetDeviceCount(&n);]])],
    [have_cuda=yes])
  CPPFLAGS=$save_CPPFLAGS LIBS=$save_LIBS])
rm -f conftest.cu conftest.$ac_objext
cuda_version=`"$NVCC" --version | sed -n 's/.*release \(@<:@0-9.@:>@*\).*/\1/p'`
AS_IF([test $have_cuda = yes], [AC_MSG_RESULT([yes ($cuda_version)])], [AC_MSG_RESULT([no]); CUDA_LIBS= CUDA_CPPFLAGS=])
])
