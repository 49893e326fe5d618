#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Images of PoreSpy and surfaces of PyVista become domains, and flows become their arrays: the same voxels and values.
# Both are installed for this.
. "$srcdir/tests/lib.sh"
! sanitized || skip "Python does not load a library with sanitizers"
[ -e "$builddir/.libs/libtile.so.0" ] || skip "no libtile.so"
python3 -m venv venv >said 2>&1 || skip "Python has no venv"
venv/bin/pip -q --disable-pip-version-check install numpy porespy pyvista >said 2>&1 ||
  skip "PoreSpy and PyVista cannot be installed here"
PYTHONPATH=$srcdir/packaging/python PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$work
export PYTHONPATH PYTHONDONTWRITEBYTECODE MPLCONFIGDIR
venv/bin/python -c 'import porespy, pyvista' >said 2>&1 ||
  skip "PoreSpy and PyVista do not start here: $(tail -n 1 said)"
mkdir run
cd run
../venv/bin/python "$srcdir/tests/packaging/read_roundtrip.py" >said 2>&1 || { cat said >&2; fail "a round trip"; }
