#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Measures of pores against PoreSpy, edt, SciPy and scikit-image, which are installed for this: oracle.py.
. "$srcdir/tests/lib.sh"
python3 -m venv venv >said 2>&1 || skip "Python has no venv"
venv/bin/pip -q --disable-pip-version-check install numpy scipy porespy edt scikit-image >said 2>&1 ||
  skip "PoreSpy, edt and scikit-image cannot be installed here"
PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$work
export PYTHONDONTWRITEBYTECODE MPLCONFIGDIR
venv/bin/python -c 'import edt, porespy, skimage.measure' >said 2>&1 || skip "PoreSpy, edt or scikit-image do not start here: $(tail -n 1 said)"
venv/bin/python "$srcdir/tests/cli/stats/oracle.py" "$builddir" >said 2>&1 || { cat said >&2; fail "oracle.py"; }
