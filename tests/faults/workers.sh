#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The helper programs that read DICOM, VTK and HDF5 files (tools/input/worker/worker.h), and their failures: a helper is missing,
# has another version, sends invalid data, too much or too little, closes the pipe, hangs, crashes, is killed, or one
# of its calls or of the calling program fails. The message is always one line, the status 1 or, for a damaged file, 3,
# the old output stays, and a helper never outlives its caller.
. "$srcdir/tests/lib.sh"
[ -x "$builddir/tessera-read-dicom" ] || [ -x "$builddir/tessera-read-vti" ] || [ -x "$builddir/tessera-read-hdf5" ] ||
  skip "built without GDCM, VTK and HDF5"
. "$srcdir/tests/faults/inject.sh"

# ---- images ----

# element TAG VR VALUE: a DICOM element, explicit, little-endian; TAG and VALUE with octal escapes, VALUE gets an even
# length
element() {
  printf "$3" >value
  [ $(($(wc -c <value) % 2)) = 0 ] || printf '\000' >>value
  printf "$1$2\\$(printf %03o "$(wc -c <value)")\\000"
  cat value
}
# dicom FILE Z SIDE LENGTH [ELEMENT]: a slice of bytes from FILE; SIDE as 16 bits, LENGTH as 32, with octal escapes
dicom() {
  element '\002\000\020\000' UI 1.2.840.10008.1.2.1 >meta
  head -c 128 /dev/zero
  printf "DICM\\002\\000\\000\\000UL\\004\\000\\$(printf %03o "$(wc -c <meta)")\\000\\000\\000"
  cat meta
  printf "${5:-}"
  element '\040\000\016\000' UI 1.2.3.4
  element '\040\000\062\000' DS "0\\\\0\\\\$2"
  element '\040\000\067\000' DS '1\\0\\0\\0\\1\\0'
  element '\050\000\002\000' US '\001\000'
  element '\050\000\004\000' CS MONOCHROME2
  element '\050\000\020\000' US "$3"
  element '\050\000\021\000' US "$3"
  element '\050\000\060\000' DS '1\\1'
  for bits in '\000\001 \010' '\001\001 \010' '\002\001 \007' '\003\001 \000'; do
    element "\\050\\000${bits% *}" US "${bits#* }\\000"
  done
  printf "\\340\\177\\020\\000OW\\000\\000$4"
  cat "$1"
}
# vti FILE NODES: a cube of bytes from FILE
vti() {
  printf '<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n'
  printf '<ImageData WholeExtent="%s" Origin="0 0 0" Spacing="1 1 1"><Piece Extent="%s"><PointData>' "$2" "$2"
  printf '<DataArray type="UInt8" Name="grey" format="appended" offset="0"/></PointData></Piece></ImageData>'
  printf '<AppendedData encoding="raw">_\000\020\000\000\000\000\000\000'
  cat "$1"
  printf '</AppendedData></VTKFile>\n'
}
mkdir series large alone
for z in 0 1 2 3; do
  head -c 1024 /dev/urandom >values
  cat values >>all
  dicom values $z '\040\000' '\000\004\000\000' >series/$z.dcm
  head -c 262144 /dev/urandom >values # what comes out does not fit into a pipe's buffer
  dicom values $z '\000\002' '\000\000\004\000' >large/$z.dcm
done
vti all "0 31 0 31 0 3" >image.vti
# A tetrahedron, as polygons of VTK and as OBJ.
{ printf '<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64"><PolyData>'
  printf '<Piece NumberOfPoints="4" NumberOfPolys="4"><Points><DataArray type="Float32" NumberOfComponents="3" '
  printf 'format="ascii">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Polys>'
  printf '<DataArray type="Int64" Name="connectivity" format="ascii">0 2 1 0 1 3 0 3 2 1 2 3</DataArray>'
  printf '<DataArray type="Int64" Name="offsets" format="ascii">3 6 9 12</DataArray>'
  printf '</Polys></Piece></PolyData></VTKFile>\n'
} >mesh.vtp
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >mesh.obj
# "series dicom": an image and its helper program
images=
was_built tessera-read-dicom GDCM && images="$images series"
was_built tessera-read-vti VTK && images="$images image.vti mesh.vtp"
if was_built tessera-read-hdf5 HDF5; then
  for python in "${PYTHON:-python3}" /usr/bin/python3; do
    [ -e scan.h5 ] || "$python" - 2>/dev/null <<'EOF' || true
import h5py, numpy
values = numpy.fromfile("all", "u1").reshape(4, 32, 32)
h5py.File("scan.h5", "w").create_dataset("grey", data=values, chunks=(2, 16, 16), compression="gzip")
EOF
  done
  if [ -e scan.h5 ]; then images="$images scan.h5"; else lacks "no Python with h5py (Debian: python3-h5py)"; fi
fi
reader_of() { case $1 in series|large) echo dicom ;; *.h5) echo hdf5 ;; *.vtp) echo mesh ;; *) echo vti ;; esac; }
how() { case $1 in *.vtp) echo --size=9 ;; *) echo --threshold=128 ;; esac; }
cp "$builddir/tessera-voxelize" alone
voxelize() { alone/tessera-voxelize "$(how "$1")" --quiet "$1" -o out; }

# ---- the helper program is a script, which can fail in any way ----

# reader IMAGE SCRIPT: installs the script; $real is the true helper
reader() {
  script=alone/tessera-read-$(reader_of "$1")
  { printf '#!/bin/sh\necho $$ >>%s/pids\nulimit -c 0\nreal=%s\n' "$work" "$builddir/tessera-read-$(reader_of "$1")"
    printf '%s\n' "$2"; } >$script
  chmod +x $script
}
# a helper that has ended, even if only its parent (finally init) noticed, or if another process has its number
is_gone() {
  case $(sed 's/.*) //' "/proc/$1/stat" 2>gone) in ''|Z*|X*) ;; *) ! grep -q tessera-read "/proc/$1/cmdline" 2>gone ;; esac
}
# nobody_left WHAT: no helper still runs
nobody_left() {
  for pid in $(cat pids); do
    await is_gone "$pid"
    is_gone "$pid" || { kill -9 "$pid" || true; fail "$1: its reader is still there"; }
  done
  : >pids
}
: >pids

# ---- a lack of memory is not reported as damage, whether this program, a library, or the loader of either lacks it
# ----

if ! sanitized; then
  for image in $images; do
    for limit in 16 20 24 28 32 40 48 64 96 128; do
      set +e; (ulimit -v ${limit}000; OMP_NUM_THREADS=1 exec tessera-voxelize "$(how $image)" -q $image -o out) 2>stderr; code=$?; set -e
      [ $code != 3 ] || fail "$image within $limit MB: $(cat stderr)"
    done
    for limit in 0.01 0.1 0.3 1 2; do
      set +e; tessera-voxelize "$(how $image)" -q --max-memory ${limit}MB $image -o out 2>stderr; code=$?; set -e
      [ $code != 3 ] || fail "$image with --max-memory ${limit}MB: $(cat stderr)"
    done
  done
fi

# ---- helpers that break the protocol ----

# odd IMAGE CODES TEXT SCRIPT; CODES is a pattern
odd() {
  reader "$1" "$4"
  echo old >out
  set +e; timeout 600 alone/tessera-voxelize "$(how "$1")" --quiet "$1" -o out 2>stderr; code=$?; set -e
  case $code in $2) one_line "$3" ;; *) cat stderr >&2; fail "$4: exit $code" ;; esac
  [ "$(cat out)" = old ] || fail "$4: the old output is gone"
  nobody_left "$4"
}
for image in $images; do
  reader $image 'exec $real'
  voxelize $image 2>stderr || fail "$image: $(cat stderr)"
  case $image in
    *.vtp) tessera voxelize --size 9 --quiet mesh.obj -o expected ;;
    *) tessera voxelize --raw 32,32,4,u8 --voxel 1mm --threshold 128 --quiet all -o expected ;;
  esac
  voxels <out | grep '^[01z]' >found
  voxels <expected | grep '^[01z]' | cmp - found || fail "$image: other voxels"
  nobody_left $image
  odd $image 1 'is it of another version' 'exec cat /dev/zero'
  odd $image 1 'is it of another version' 'exec head -c 100000 /dev/urandom'
  odd $image 1 'is it of another version' '{ printf "TsAnswr1\001\000\000\000\000\000\000\000\377\377\377\377\377\377\377\177"; cat /dev/zero; }'
  odd $image 1 'is it of another version' 'head -c 9 >nothing; printf "TsAnswr1\115\000\000\000\000\000\000\000\004\000\000\000\000\000\000\000oops"'
  odd $image '[13]' 'crashed reading it\|another version\|damaged' '$real | { head -c 30; printf x; cat; }' # too much
  odd $image 3 'crashed reading it' '$real | { head -c 30; kill $$; }' # too little
  odd $image 3 'crashed reading it' 'exit 0'
  odd $image 3 'crashed reading it' 'head -c 9 >nothing; exit 1'
  odd $image 3 'crashed reading it' 'exec sleep 50 <&- >&-'
  odd $image 3 'crashed reading it' 'kill -SEGV $$'
  odd $image 3 'crashed reading it' 'head -c 9 >nothing; kill -ABRT $$'
  odd $image 3 'takes far too long reading it: it is damaged' 'kill -XCPU $$'
  odd $image 1 'was killed reading it: is there enough memory' 'kill -KILL $$'
  odd $image 1 'a library that it needs missing' 'exit 127'
  odd $image 1 'a library that it needs missing' 'exec /nowhere'
  printf '#!/nowhere\n' >$script
  expect 1 voxelize $image && one_line "$script: No such file"
  printf '\177ELF, cut off' >$script
  expect 1 voxelize $image && one_line "$script: Exec format error"
  chmod -x $script
  set +e; voxelize $image 2>stderr; code=$?; set -e
  case $code in 0) ;; 1) one_line 'built without' ;; *) fail "$image, not executable: exit $code" ;; esac # 0: one is installed
  rm $script
done

zeros() { head -c "$1" /dev/zero; }
# An endless loop, or a file that never comes, ends with the calling program.
mkfifo ask never
for kind in dicom vti mesh hdf5; do
  [ -x "$builddir/tessera-read-$kind" ] || continue # said above
  "$builddir/tessera-read-$kind" <ask >answer &
  echo $! >pids
  exec 3>ask
  { printf h; zeros 16; printf '\020'; zeros 6; printf '\005'; zeros 15; printf '\377\377\377\377\377\377\377\377never'; } >&3 # 4096 bytes, 5 of path
  await blocked "$(cat pids)"
  is_gone "$(cat pids)" && fail "tessera-read-$kind does not wait: $(od -c answer | head -n 3)"
  exec 3>&-
  nobody_left "tessera-read-$kind that waits"
  wait
done

# ---- wrong lengths: no memory is allocated because of them ----

small() { sanitized || ulimit -v 900000; "$@"; }
case $images in
  *series*) # 768 MiB of a private element
    dicom values 0 '\000\002' '\000\000\004\000' '\011\000\001\000OB\000\000\000\000\000\060' >long.dcm
    (small expect 3 tessera-voxelize --threshold 128 --quiet long.dcm -o out && one_line 'cannot be read as DICOM') ;;
esac
case $images in
  *vti*) sed 's/Name="grey"/& NumberOfComponents="2000000000"/' image.vti >long.vti
    (small expect 3 tessera-voxelize --threshold 128 --quiet long.vti -o out && one_line 'NumberOfComponents is impossible') ;;
esac

# ---- every call fails once ----

# Within the helper; its parent continues or reports the failure.
within() {
  what=$1 n=$2; shift 2
  rm -f inner
  case $what in
    malloc*) rm -f said
      all=; [ $what = malloc ] || all=FAULT_ALL=1
      reader $image "exec env LD_PRELOAD=$builddir/.libs/no_memory.so FAULT_MALLOC=$n FAULT_SAID=$work/said $all \$real" ;;
    *) reader $image "$fault $what $n \$real; code=\$?; echo \$code >$work/inner; exit \$code" ;;
  esac
  "$@"
  code=$?
  case $what in
    malloc*) [ -e said ] || code=200 ;;
    *) [ ! -e inner ] || [ "$(cat inner)" != 200 ] || code=200 ;;
  esac
  return $code
}
goal=file also=3
memory="malloc malloc-all memory:ENOMEM" spread=1
! slow || spread=5
sanitized && memory= spread=1 # as in faults.sh
for image in $images; do
  for kind in read write:ENOSPC close kill $memory; do
    injector=within
    reader $image 'exec $real'
    every $kind alone/tessera-voxelize "$(how $image)" --quiet $image -o out
    nobody_left "$kind within $image"
  done
  reader $image 'unset LD_PRELOAD; exec $real'
  for kind in read write:ENOSPC full close fsync rename:ENOSPC kill $memory; do
    injector=inject
    every $kind alone/tessera-voxelize "$(how $image)" --quiet $image -o out
    nobody_left "$kind of who asks for $image"
  done
done
for kind in read write close kill $memory; do
  [ "$(grep -c "^$kind[-:a-zA-Z]* [1-9]" summary)" -ge 2 ] || fail "$kind: nothing went wrong: $(cat summary)"
done

# ---- a helper that stops while it sends the voxels ----

case $images in
  *series*) reader large 'exec $real'
    { set +e; alone/tessera-voxelize --threshold 128 --quiet large 2>stderr; echo $? >code; } | head -c 10 >first
    [ ! -s stderr ] || fail "noise: $(cat stderr)"
    [ "$(cat code)" = 1 ] || fail "exit $(cat code) instead of 1"
    nobody_left "a pipe that closes" ;;
esac
