#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The permeability of images whose pores are known (band.py), segmented in several ways, and the interval of it that the
# band of voxelize --band gives. Reference: a run on the true pores, on the same voxels. Asked for: after non-local means
# the interval holds the true permeability, and that of the porosity the true porosity, in 90 % of the images, with half a
# median width of at most three times the median error at Otsu's threshold; the threshold of the edges is nearer than
# that. Writes validate/segmentation-k.csv and band.csv in the build folder.
. "$srcdir/tests/lib.sh"
for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
  [ -n "$python" ] || skip "no Python with NumPy"
  "$python" -c 'import numpy' 2>said && break
done
results=$builddir/validate
mkdir -p "$results"
berea=${TESSERA_DATA:-}
[ -e "$berea/berea_block00_128_u8.raw.gz" ] && [ -e "$berea/berea_block13_128_u8.raw.gz" ] || berea=
"$python" "$srcdir/tests/validate/pores/band.py" "$berea" "$results/segmentation-k.csv" "$results/band.csv" >said 2>&1 ||
  { cat said >&2; fail "band.py"; }
echo "band: $(wc -l <"$results/band.csv") lines in $results/band.csv"
awk -F, '
  function off(a, b) { return a > b ? a - b : b - a }
  function median(v, n,   i, j, t) {
    for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return v[int((n + 1) / 2)] }
  $5 == "nlm + Otsu" { n++; k += $12 <= $10 && $10 <= $13; p += $8 <= $6 && $6 <= $9; width[n] = ($13 - $12) / $10; error[n] = off($11 / $10, 1) }
  $5 == "nlm + edges" { edges[++m] = off($11 / $10, 1) }
  END {
    w = median(width, n); e = median(error, n); d = median(edges, m)
    print n " images, k within in " k ", porosity in " p "; median width " w ", error " e ", of edges " d
    exit !n || k < 0.9 * n || p < 0.9 * n || w / 2 > 3 * e || d >= e
  }' "$results/band.csv" >&2 || fail "the band is out of its bounds"
