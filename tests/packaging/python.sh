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

"$builddir/tests/layout" >layout
mkdir run
cd run
LAYOUT=$work/layout PYTHONPATH=$srcdir/packaging/python PYTHONDONTWRITEBYTECODE=1 \
  "$python" "$srcdir/tests/packaging/module.py" >said 2>&1 || { cat said >&2; fail "the module"; }
