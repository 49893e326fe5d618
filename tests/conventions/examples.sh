#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every example of every man page works: it runs in an empty folder with only scan/, a sample CT stack of TIFF files.
# The examples of tessera-recipes(7) run one after another, and have other kinds of images there as well.
. "$srcdir/tests/lib.sh"

# The text without the escapes of roff.
unmarked() {
  sed -e 's/\\-/-/g' -e 's/\\f.//g' -e "s/\\\\(aq/'/g" -e 's/\\(dq/"/g' -e 's/\\(ha/^/g' -e 's/\\(ti/~/g' \
    -e 's/\\&//g' -e 's/\\e/\\/g'
}
# The lines between .EX and .EE of the section EXAMPLES.
examples() {
  awk '/^\.SH/ { on = /EXAMPLES/ } /^\.EE/ { inside = 0 } on && inside { print } /^\.EX/ { inside = 1 }' "$1" | unmarked
}
# The same for a whole page: each block in a file recipe-NN, whose first line is the name of the recipe.
recipes() {
  unmarked <"$1" | awk '/^\.SS/ { name = substr($0, 5) } /^\.EE/ { inside = 0 } inside { print >file }
    /^\.EX/ { inside = 1; file = sprintf("recipe-%02d", ++count); print "# " name >file }'
}
# run_here SCRIPT PAGE: in an empty folder
run_here() {
  (cd here && sh -eu "../$1" >../out 2>../err </dev/null) || {
    cat "$1" err >&2
    fail "an example of $2 failed"
  }
}

make-sample sample 48 2>/dev/null >&2 || skip "no make-sample"
for page in "$srcdir"/man/*.[157]; do
  examples "$page" >script
  [ -s script ] || continue
  rm -rf here
  mkdir here
  cp -r sample here/scan
  run_here script "$(basename "$page")"
  [ "${page##*/}" != tessera-run.1 ] || [ "$(grep -c '^pack-0.[567].tile,16,16,16,.*,yes,' here/packs.csv)" = 3 ] ||
    fail "table of packings: $(cat here/packs.csv)"
done

# The recipes, and one image in all its formats.
slow || exit 0
rm -rf here
mkdir here here/cores
cp -r sample here/scan
for kind in imagej ome labels raw; do make-sample here 48 $kind; done
make-sample here/dicom 48 dicom
for core in a b; do
  make-sample here/cores 24 imagej
  mv here/cores/imagej.tif here/cores/$core.tif
done
recipes "$srcdir/man/tessera-recipes.7"
for recipe in recipe-*; do
  # shellcheck disable=SC2154 # builddir: of the environment
  if grep -q '^tessera voxelize dicom' "$recipe" && [ ! -x "$builddir/tessera-read-dicom" ]; then
    lacks "built without GDCM: no recipe of DICOM"
    continue
  fi
  run_here "$recipe" "tessera-recipes.7"
done
[ "$(wc -l <here/rev.csv)" -ge 3 ] || fail "table of cubes: $(cat here/rev.csv)"
[ "$(grep -c '^cores/[ab].tile,24,24,24,.*e-.*,yes,' here/all.csv)" = 2 ] || fail "table of samples: $(cat here/all.csv)"
[ "$(grep -c '^\(rock\|oil\|water\).tile,48,48,48,.*,yes,' here/fluids.csv)" = 3 ] || fail "table of two fluids: $(cat here/fluids.csv)"
for stream in raw header dicom stack; do
  [ -e here/$stream.vox ] || continue
  tessera stats here/$stream.vox | grep -q 'porosity  *0\.380715' || fail "another porosity in $stream.vox"
done
