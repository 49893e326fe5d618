#!/bin/sh
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
mkdir run # its flows are small: threads would wait for each other, the longer the busier the machine
(cd run && OMP_NUM_THREADS=1 "$python" "$srcdir/tests/packaging/module.py") >said 2>&1 || { cat said >&2; fail "the module"; }

# The examples, and a number of each: what stands before it, the number, and a tolerance. The first two are as they were
# when written; those of the vessel are the laws that it prints beside them.
example() { # NAME TEXT NUMBER TOLERANCE
  [ -d "$1" ] || {
    mkdir "$1"
    (cd "$1" && "$python" -W error "$srcdir/packaging/python/examples/$1.py") >"$1/said" 2>&1 ||
      { cat "$1/said" >&2; fail "$1.py"; }
  }
  near "$(sed -n "s/.*$2 \([-0-9.e]*[0-9]\).*/\1/p" "$1/said")" "$3" "$4"
}
example rock 'permeability along z' 8.182 1e-3
example rock 'error bar' 8.0e-13 0.02
example rock 'mean radius' 22.403 1e-4
example electrode 'tortuosity factor' 2.3062 1e-3
example vessel flux 3.349e-9 0.03
example vessel mean 4.6875e-3 0.02
example vessel 'mean shear' 0.08395 0.03
example vessel 'mean flow' 0.06 1e-3
