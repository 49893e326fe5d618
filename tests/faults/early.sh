#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Readers that stop early: no message, exit 1 of the writer (the status of a pipe with pipefail), no file left.
. "$srcdir/tests/lib.sh"
head -c 3000000 /dev/urandom >noise.raw # does not compress into the pipe's buffer
raw="--raw 150,200,100,u8 noise.raw --threshold 128 --quiet"
tessera voxelize $raw -o noise.vox
tessera tile noise.vox --inlet z- --outlet z+ --lint no --quiet -o noise.tile
tessera run noise.tile --pressure-drop 1e-9 --steps 1 --precision fp32 --quiet -o noise.flow >report

# early COMMAND...: its reader takes ten bytes and ends
early() {
  { set +e; "$@" 2>said; echo $? >code; } | head -c 10 >first
  [ ! -s said ] || fail "$*: noise: $(cat said)"
  [ "$(cat code)" = 1 ] || fail "$*: exit $(cat code) instead of 1"
  [ "$(find . -name '*.??????' | grep -vc '\.\(vox\|raw\|tile\|flow\)$')" = 0 ] || fail "$*: left behind: $(ls)"
}
early tessera voxelize $raw
early tessera tile noise.vox --lint no --quiet
early tessera run noise.tile --pressure-drop 1e-9 --steps 1 --quiet
early tessera probe noise.flow --vtk - --quiet
early tessera probe noise.flow --csv --line 0,0,0:149,199,99:20000

# In the middle of a pipe: all programs stop without a message.
expect 0 sh -c "tessera voxelize $raw | tessera tile --lint no --quiet | head -c 10 >first"
[ ! -s stderr ] || fail "noise in a pipe: $(cat stderr)"
command -v bash >/dev/null || skip "no bash; the others pass"
for pipe in "tessera voxelize $raw" "tessera voxelize $raw | tessera tile --lint no --quiet" "tessera tile noise.vox --lint no --quiet"; do
  expect 0 bash -c "$pipe | head -c 10 >first"
  [ ! -s stderr ] || fail "$pipe: noise: $(cat stderr)"
  expect 1 bash -c "set -o pipefail; $pipe | head -c 10 >first"
  [ ! -s stderr ] || fail "$pipe: noise with pipefail: $(cat stderr)"
done
# The same for a writer that was started with SIGPIPE ignored, as some supervisors do, or blocked.
expect 1 bash -c "trap '' PIPE; set -o pipefail; tessera voxelize $raw | head -c 10 >first"
[ ! -s stderr ] || fail "noise: $(cat stderr)"
