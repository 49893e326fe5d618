#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A disk that is really full: a file system of 64 KiB. One line, exit 1, the old file unchanged, no other file.
. "$srcdir/tests/lib.sh"
mkdir disk
mounted='mount -t tmpfs -o size=64k none disk && exec sh ./inside'
cat >inside <<'END'
full() {
  echo "as it was" >disk/out
  "$@" >report 2>stderr && { echo "$*: exit 0 on a full disk"; exit 1; }
  [ $? = 1 ] && [ "$(wc -l <stderr)" = 1 ] && grep -q 'disk/out: .*No space left on device' stderr ||
    { echo "$*: $(cat stderr)"; exit 1; }
  [ "$(cat disk/*)" = "as it was" ] || { echo "$*: in the folder: $(ls -l disk)"; exit 1; }
}
full tessera voxelize --raw 150,200,30,u8 noise.raw --threshold 128 --quiet -o disk/out
full tessera tile noise.vox --lint no --quiet -o disk/out
full tessera run noise.tile --pressure-drop 1e-9 --steps 1 --precision fp32 --quiet -o disk/out
full tessera run noise.tile --pressure-drop 1e-9 --steps 1 --precision fp32 --quiet -o elsewhere --checkpoint disk/out
full tessera probe noise.flow --quiet --vtk disk/out
echo done >inside.done
END
head -c 900000 /dev/urandom >noise.raw
tessera voxelize --raw 150,200,30,u8 noise.raw --threshold 128 --quiet -o noise.vox
tessera tile noise.vox --inlet z- --outlet z+ --lint no --quiet -o noise.tile
tessera run noise.tile --pressure-drop 1e-9 --steps 1 --precision fp32 --quiet -o noise.flow >report
for namespace in "unshare -m" "unshare -rm"; do
  if $namespace sh -c "$(echo "$mounted" | sed 's/exec.*/true/')" 2>said; then
    $namespace sh -c "$mounted" >failed || fail "$(cat failed)"
    [ -e inside.done ] || fail "nothing was done"
    exit 0
  fi
done
skip "no file system can be mounted here: $(head -n 1 said)"
