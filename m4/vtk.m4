# SPDX-License-Identifier: BSD-3-Clause
# TESSERA_VTK: the newest VTK under PREFIX/include/vtk-*, as Debian installs it (without .pc files).
# Sets VTK_CPPFLAGS, VTK_LIBS, VTK_MESH_LIBS (before those), vtk_version and the conditional HAVE_VTK.
AC_DEFUN([TESSERA_VTK],
[AC_ARG_WITH([vtk], [AS_HELP_STRING([--with-vtk@<:@=PREFIX@:>@], [read VTK's .vti, .vtp and .vtu (default: if found)])],
  [], [with_vtk=auto])
have_vtk=no vtk_version=
AS_IF([test "x$with_vtk" != xno],
  [AC_MSG_CHECKING([for VTK])
  AS_CASE([$with_vtk], [auto|yes], [vtk_prefixes="/usr/local /usr"], [vtk_prefixes=$with_vtk])
  for vtk_prefix in $vtk_prefixes; do
    for vtk_include in `ls -dv "$vtk_prefix"/include/vtk-* 2>/dev/null`; do
      vtk_version=${vtk_include##*/vtk-}
    done
    test -z "$vtk_version" || break
  done
  AS_IF([test -n "$vtk_version"], [TESSERA_VTK_LINK])
  AS_IF([test $have_vtk = yes], [AC_MSG_RESULT([$vtk_version in $vtk_prefix])], [AC_MSG_RESULT([no])])
  AS_IF([test $have_vtk = no && test "x$with_vtk" != xauto],
    [AC_MSG_ERROR([--with-vtk was given, but no usable VTK was found in $vtk_prefixes])])])
AC_SUBST([VTK_CPPFLAGS])
AC_SUBST([VTK_LIBS])
AC_SUBST([VTK_MESH_LIBS])
AM_CONDITIONAL([HAVE_VTK], [test $have_vtk = yes])
])

# A program that reads an image file must compile and link.
AC_DEFUN([TESSERA_VTK_LINK],
[VTK_CPPFLAGS="-isystem $vtk_include" VTK_LIBS= VTK_MESH_LIBS=
AS_IF([test "$vtk_prefix" != /usr], [VTK_LIBS="-L$vtk_prefix/lib -Wl,-rpath,$vtk_prefix/lib"])
for vtk_module in IOXML CommonExecutionModel CommonDataModel CommonMath CommonCore sys; do
  VTK_LIBS="$VTK_LIBS -lvtk$vtk_module-$vtk_version"
done
for vtk_module in IOLegacy FiltersGeometry FiltersCore; do
  VTK_MESH_LIBS="$VTK_MESH_LIBS -lvtk$vtk_module-$vtk_version"
done
AC_LANG_PUSH([C++])
save_CPPFLAGS=$CPPFLAGS save_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $VTK_CPPFLAGS" LIBS="$VTK_MESH_LIBS $VTK_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <vtkNew.h>
#include <vtkPolyDataReader.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkImageData.h>
#include <vtkTriangleFilter.h>
#include <vtkXMLImageDataReader.h>]], [[vtkNew<vtkXMLImageDataReader> reader; reader->Update();
vtkNew<vtkPolyDataReader> legacy; vtkNew<vtkDataSetSurfaceFilter> surface; vtkNew<vtkTriangleFilter> triangles;
return reader->GetOutput() == nullptr;]])],
  [have_vtk=yes], [VTK_CPPFLAGS= VTK_LIBS= VTK_MESH_LIBS=])
CPPFLAGS=$save_CPPFLAGS LIBS=$save_LIBS
AC_LANG_POP
])
