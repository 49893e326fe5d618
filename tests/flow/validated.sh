#!/bin/sh
# Small variants of tests/validate: flow over a step, Womersley flow in a tube, profiles of an inlet, and with real data
# six branches. References and tolerances are those of the scripts.
. "$srcdir/tests/lib.sh"
hurried && skip "flows take ten times as long with sanitizers"
export RESULTS="$work"
small() { expect 0 sh "$srcdir/tests/validate/$1.sh" >said; }
STEP=10 STEP_RE=100 small step
WOMERSLEY=3:6 TILTS=0,1 small vessels/womersley
small vessels/profiles
need_data medical/six-branch
FACTORS=20 SIX_BRANCH=0.3 small vessels/six-branch
