#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The Python module: its doctests and tests, with the programs and libtile.so of this build. It needs NumPy; the slow
# tier installs that where it can.
. "$srcdir/tests/lib.sh"
! sanitized || skip "Python does not load a library with sanitizers"
[ -e "$builddir/.libs/libtile.so.0" ] || skip "no libtile.so"

able() { "$1" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  if [ ! "$python" ] || able "$python"; then break; fi
done
if [ ! "$python" ] && slow && python3 -m venv venv >said 2>&1; then
  venv/bin/pip -q install numpy >said 2>&1 || skip "NumPy cannot be installed here"
  python=$work/venv/bin/python
fi
[ "$python" ] || skip "needs Python 3.10 with NumPy"

PYTHONPATH=$srcdir/packaging/python PYTHONDONTWRITEBYTECODE=1 LAYOUT=$work/layout
export PYTHONPATH PYTHONDONTWRITEBYTECODE LAYOUT
"$builddir/tests/layout" >layout
mkdir run temporary # it looks at what stays there, and other tests have temporary folders, too
# its flows are small: threads would wait for each other, the longer the busier the machine
(cd run && OMP_NUM_THREADS=1 TMPDIR=$work/temporary "$python" "$srcdir/tests/packaging/module.py") >said 2>&1 || { cat said >&2; fail "the module"; }

# The notebooks, and a number of each: what stands before it, the number, and a tolerance. Those of the vessel are the laws
# that it prints beside them; the others are as they were when written, and the electrode compares with other packages
# where they are installed. Cells that need matplotlib run where it is.
unset TESSERA_DATA
OMP_NUM_THREADS=1
export OMP_NUM_THREADS
examples=$srcdir/packaging/python/examples
example() { # NAME TEXT NUMBER TOLERANCE
  [ -d "$1" ] || {
    mkdir "$1"
    (cd "$1" && "$python" -W error::tessera.Warning "$examples/run.py" "$examples/$1.ipynb") >"$1/said" 2>"$1/stderr" ||
      { cat "$1/stderr" >&2; fail "$1.ipynb"; }
  }
  near "$(sed -n "s/.*$2 \([-0-9.e]*[0-9]\).*/\1/p" "$1/said")" "$3" "$4"
}
example rock 'permeability along z' 12.45 1e-3
example rock '+-' 1.2e-12 0.05
example rock 'mean radius' 22.116 1e-4
example electrode 'tortuosity factor' 2.3114 1e-3
example electrode 'periodic factor' 2.3062 1e-3
example vessel 'mean shear on the wall' 0.04199 0.02
example vessel 'flux out' 3e-8 2e-3
example vessel 'mean shear before the bend' 0.0840 0.03
example vessel 'mean flow' 0.06 1e-3
example thresholds 'as the power' 3.41 5e-3
[ "$(grep -c '^threshold' thresholds/said)" = 10 ] || fail "a study of other thresholds: $(cat thresholds/said)"

# In a kernel of Jupyter they say the same in the end.
slow || exit 0
"$python" -c 'import nbclient, ipykernel' 2>/dev/null || { lacks "no Jupyter: nbclient, ipykernel"; exit 0; }
for name in rock electrode vessel thresholds; do
  (cd "$name" && "$python" "$examples/run.py" --jupyter "$examples/$name.ipynb") >kernel 2>said ||
    { cat said >&2; fail "$name.ipynb in a kernel"; }
  is "$(tail -n 1 kernel)" "$(tail -n 1 "$name/said")"
done
