#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What is no file where one is needed: named pipes that nobody writes, sockets and folders. No program waits: one line, exit 1
# to 3, nothing written. Endings are those of the tables of readers.
. "$srcdir/tests/lib.sh"
endings() { tr -d ' \n' <"$srcdir/$1" | grep -o '{"\.[a-z0-9.]*",' | sed 's/{"\.//; s/",//' | sort -u; }
images="tif png dcm vox companion.ome gif $(endings tools/input/image/open/source_image.c)"
meshes=$(endings tools/input/surface/mesh/mesh.c)
[ "$(echo "$images" | wc -w)" -gt 25 ] && [ "$(echo "$meshes" | wc -w)" -gt 8 ] || fail "endings: $images $meshes"
tessera voxelize --shape spheres:porosity=0.5,d=6 --size 12,10,8 --voxel 5um --export good.npy -q -o good.vox
tessera tile -q --inlet z- --outlet z+ --lint no good.vox -o good.tile
tessera run -q --pressure-drop 1e-6 --steps 2 good.tile -o good.flow >report

# no_wait COMMAND...: refused at once
no_wait() {
  set +e; timeout 20 "$@" -o out >said 2>stderr </dev/null; code=$?; set -e
  [ $code -ge 1 ] && [ $code -le 3 ] || fail "exit $code: $*: $(cat stderr)"
  one_line ''
  [ ! -e out ] || fail "$*: something is written"
}
# refuses THING: it is refused as every input
refuses() {
  for end in $images; do
    mv "$1" "thing.$end"
    no_wait tessera-voxelize --threshold 5 "thing.$end"
    no_wait tessera-voxelize --threshold 0.5 good.npy --mask "thing.$end"
    mv "thing.$end" "$1"
  done
  for end in $meshes; do
    mv "$1" "thing.$end"
    no_wait tessera-voxelize --voxel 1mm "thing.$end"
    mv "thing.$end" "$1"
  done
}
# named THING: refused where a header or a folder names it
named() {
  mkdir slices
  mv "$1" slices/a.tif
  no_wait tessera-voxelize --threshold 5 slices
  mv slices/a.tif "$1"
  rmdir slices
  printf 'NDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementDataFile = %s\n' "$1" >h.mhd
  no_wait tessera-voxelize --threshold 5 h.mhd
  printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\nline skip: 1\ndata file: %s\n' "$1" >h.nhdr
  no_wait tessera-voxelize --threshold 5 h.nhdr
  mkdir z.zarr
  mv "$1" z.zarr/.zarray
  no_wait tessera-voxelize --threshold 5 z.zarr
  mv z.zarr/.zarray "$1"
  echo '{"zarr_format":2,"shape":[2,2,2],"chunks":[2,2,2],"dtype":"|u1","compressor":null,"fill_value":0,"order":"C","filters":null}' \
    >z.zarr/.zarray
  mv "$1" z.zarr/0.0.0
  no_wait tessera-voxelize --threshold 5 z.zarr
  mv z.zarr/0.0.0 "$1"
  rm -r z.zarr
}
mkfifo pipe
refuses pipe
named pipe
if python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2>/dev/null; then
  refuses socket
  named socket
else lacks "no Python for a socket"; fi
mkdir folder
refuses folder

# Streams may come through a pipe, but not a folder or a socket.
for thing in folder socket; do
  [ -e $thing ] || continue
  for command in "tile" "stats" "run --force 0,0,1e-6" "probe" "report" "cite" "stats --two-point 3 good.tile --mask" \
    "run good.tile --set outlet:pressure=0 --set inlet:flow=" "probe good.flow --streamlines s.vtp --seeds"; do
    case $command in *=) set -- "$command$thing" ;; *) set -- "$command $thing" ;; esac
    set +e; timeout 20 sh -c "tessera $1" >said 2>stderr </dev/null; code=$?; set -e
    [ $code -ge 1 ] && [ $code -le 3 ] && [ "$(wc -l <stderr)" = 1 ] || fail "exit $code: tessera $1: $(cat stderr)"
  done
done
