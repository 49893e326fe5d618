#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# DICOM files of several frames, made and compressed by GDCM's own programs (Debian: libgdcm-tools), give the same
# voxels as the same values with --raw. (Formats in detail: check_dicom.c.)
. "$srcdir/tests/lib.sh"
[ -x "$builddir/tessera-read-dicom" ] || skip "built without GDCM"
for tool in gdcmimg gdcmconv; do command -v $tool >/dev/null || skip "no $tool (Debian: libgdcm-tools)"; done

# 20 x 16 x 4 values that lossy compression would change
awk 'BEGIN { for (i = 0; i < 1280; i++) printf "\\%03o", (i * i + 7 * i) % 251 }' >octal
printf "$(cat octal)" >bytes.raw
awk 'BEGIN { for (i = 0; i < 1280; i++) { v = (i * i + 7 * i) % 1021; printf "\\%03o\\%03o", v % 256, int(v / 256) } }' >octal
printf "$(cat octal)" >words.raw

voxels_of() { tessera-voxelize -q "$@" | voxels | grep '^[01z]'; }
# make NAME BITS SIZE CLASS
make() {
  gdcmimg --endian LSB -d $2 --sign 0 --size $3 --spp 1 --pi MONOCHROME2 -C $4 -i $1.raw -o $1.dcm >said 2>&1 ||
    skip "gdcmimg cannot make a file of several frames: $(tail -n 1 said)"
}
make bytes 8 20,16,4 1.2.840.10008.5.1.4.1.1.7.2
make words 16 20,16,4 1.2.840.10008.5.1.4.1.1.7.3

tried=0
for kind in bytes words; do
  case $kind in
    bytes) raw=20,16,4,u8 level=120 ;;
    words) raw=20,16,4,u16 level=500 ;;
  esac
  voxels_of --raw $raw --threshold $level $kind.raw >expected
  voxels_of --threshold $level $kind.dcm | cmp - expected || fail "$kind as they are"
  for packing in --implicit --rle --jpeg --jpegls --j2k; do
    gdcmconv $packing -i $kind.dcm -o packed.dcm >said 2>&1 || continue # not every GDCM packs all
    voxels_of --threshold $level packed.dcm | cmp - expected || fail "$kind, $packing"
    [ $kind$packing != words--j2k ] || cp packed.dcm kept.dcm
    length=$(wc -c <packed.dcm)
    head -c $((length - 9)) packed.dcm >cut.dcm
    expect 3 tessera-voxelize -q --threshold $level cut.dcm -o x
    one_line 'cut.dcm: '
    tried=$((tried + 1))
  done
done
# A lack of memory is not reported as a damaged file, whether this program, GDCM, its libraries or the loader lacks it.
if [ -e kept.dcm ] && ! sanitized; then
  for limit in 16 20 24 28 32 34 36 38 40 44 48 56 64; do
    set +e; (ulimit -v ${limit}000; OMP_NUM_THREADS=1 exec tessera-voxelize -q --threshold 500 kept.dcm -o x) 2>stderr; code=$?; set -e
    [ $code != 3 ] || fail "$limit MB of memory: $(cat stderr)"
  done
fi
[ "$tried" -ge 4 ] || skip "this gdcmconv packs next to nothing ($tried)"
