#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Small variants of tests/validate, with NumPy: flow over a step, Womersley flow in a tube, profiles of an inlet; with
# real data six branches. References and tolerances are those of the scripts.
. "$srcdir/tests/lib.sh"
hurried && skip "flows take ten times as long with sanitizers"
export RESULTS="$work"
small() {
  code=0
  sh "$srcdir/tests/python.sh" "$srcdir/tests/validate/$1.py" >said 2>&1 || code=$?
  case $code in 0) ;; 77) lacks "$1" ;; *) cat said >&2; fail "$1: exit $code" ;; esac
}
STEP=10 STEP_RE=100 small step
WOMERSLEY=3:6 TILTS=0,1 small vessels/womersley
small vessels/profiles
FACTORS=20 SIX_BRANCH=0.3 small vessels/six-branch
