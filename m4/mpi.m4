# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_MPI: Open MPI or MPICH, by pkg-config. Only where it is asked for: a program that is linked to it loads it always.
# Sets MPI_CFLAGS, MPI_LIBS, MPIRUN (for tests; empty without MPI), mpi_version and the conditional HAVE_MPI.
AC_DEFUN([TESSERA_MPI],
[AC_ARG_WITH([mpi], [AS_HELP_STRING([--with-mpi], [run in several processes, started by mpirun (default: no)])],
  [], [with_mpi=no])
have_mpi=no mpi_version=
AS_IF([test "x$with_mpi" != xno],
  [PKG_CHECK_MODULES([MPI], [ompi-c], [have_mpi=yes mpi_version="Open MPI `$PKG_CONFIG --modversion ompi-c`"],
    [PKG_CHECK_MODULES([MPI], [mpich], [have_mpi=yes mpi_version="MPICH `$PKG_CONFIG --modversion mpich`"],
      [AC_MSG_ERROR([--with-mpi was given, but neither Open MPI nor MPICH was found (Debian: libopenmpi-dev)])])])])
AC_PATH_PROG([MPIRUN], [mpirun])
AS_IF([test $have_mpi = no], [MPIRUN=])
AM_CONDITIONAL([HAVE_MPI], [test $have_mpi = yes])
])
