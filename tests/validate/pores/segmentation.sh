#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Images whose pores are known, made as a scanner sees them and segmented in several ways: a packing of spheres, tubes
# and (TESSERA_DATA) Berea sandstone, with partial volumes, blur of 0.5 to 2 voxels, white noise of contrast / SNR, and
# beam hardening, drift and rings. Reference: the truth. Tolerance: with a blur of 1 and SNR 5 non-local means and Otsu's
# threshold put at most 4 % of the voxels into the wrong class, and miss the porosity by at most 0.015, less than Otsu's
# threshold alone; what takes off drift and rings leaves fewer wrong. Writes validate/segmentation.csv and
# segmentation-faults.csv in the build folder.
. "$srcdir/tests/lib.sh"
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ -n "$python" ] || skip "no Python with NumPy"
  "$python" -c 'import numpy' 2>said && break
done
results=$builddir/validate
mkdir -p "$results"
berea=${TESSERA_DATA:+$TESSERA_DATA/berea_block00_128_u8.raw.gz}
[ ! "$berea" ] || [ -e "$berea" ] || berea=
"$python" "$srcdir/tests/validate/pores/segmentation.py" "$(command -v tessera-voxelize)" "$berea" table >said ||
  { cat said >&2; fail "segmentation.py"; }
awk -F, 'NR == 1 || $4 == "none"' table >"$results/segmentation.csv"
awk -F, 'NR == 1 || $4 != "none"' table >"$results/segmentation-faults.csv"
echo "segmentation: $(wc -l <table) lines in $results/segmentation.csv and segmentation-faults.csv"
awk -F, '
  $2 == 1 && $3 == 5 { wrong[$1, $4, $5] = $6; off[$1, $4, $5] = $7 < 0 ? -$7 : $7; seen[$1] }
  function worse(image, fault, with, without) {
    if (wrong[image, fault, with] < wrong[image, fault, without]) return 0
    print image ", " fault ": " with " is no better than " without; return 1
  }
  END {
    delete seen["phantom"]
    for (image in seen) {
      count++
      if (wrong[image, "none", "nlm + Otsu"] > 0.04 || off[image, "none", "nlm + Otsu"] > 0.015) {
        print image ": wrong " wrong[image, "none", "nlm + Otsu"] ", porosity off by " off[image, "none", "nlm + Otsu"]; bad = 1
      }
      bad += worse(image, "none", "nlm + Otsu", "Otsu")
      bad += worse(image, "drift", "flatten + nlm + Otsu", "nlm + Otsu")
      bad += worse(image, "cupping", "flatten + nlm + Otsu", "nlm + Otsu")
      bad += worse(image, "rings", "rings + nlm + Otsu", "nlm + Otsu")
    }
    exit bad || count < 2
  }' table >&2 || fail "segmentation out of its bounds"
