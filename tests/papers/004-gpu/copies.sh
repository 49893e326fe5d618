# SPDX-License-Identifier: BSD-3-Clause
# Section 4: what a kernel copies beside cudaMemcpy, 1 GiB: 90.7 and 91.3 GB/s in the paper.
. "$srcdir/tests/papers/004-gpu/gpu.sh"
for _ in 1 2 3; do "$program" copies || fail "copies"; done >all
sort -t , -k 1,2 -k 3n all | awk -F, '{ key = NF == 3 ? $1 "," $2 : $1; n[key]++; if (n[key] == 2) print key "|" $NF }' >table
about cuda
heads 'copy|the paper, GB/s|ours|share of the peak in the paper|ours|ratio'
awk -F'|' -v peak="${peak:-0}" '
  { speed[$1] = $2; paper = $1 ~ /Memcpy/ ? 91.3 : $1 ~ / 4 / ? 90.7 : ""; share = paper ? paper / 111.9 : ""
    printf "| %s | %s | %.0f | %s | %s | %s |\n", $1, paper, $2, share ? sprintf("%.2f", share) : "",
        peak ? sprintf("%.3f", $2 / peak) : "", share && peak ? sprintf("%.2f", $2 / peak / share) : "" }
  END { four = speed["kernel, words of 4 bytes"]; wide = speed["kernel, words of 16 bytes"]; copy = speed["cudaMemcpy"]
    printf "A kernel copies at %.3f of what cudaMemcpy does in words of 4 bytes and at %.3f in words of 16; in the paper at " \
        "0.993.", four / copy, wide / copy >"said" }' table
verdict "$(cat said)"
