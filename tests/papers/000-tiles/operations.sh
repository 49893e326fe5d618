# SPDX-License-Identifier: BSD-3-Clause
# Table 2: operations on floating-point numbers a node, counted from the compiled kernels of layout t2c (cuobjdump -sass).
# A thread updates two nodes, so the counts are halved; the few of the check for bad numbers and of the rare path of a
# division are in them. FLOP: a multiply-add counts as two, a comparison and a reciprocal as one each.
. "$srcdir/tests/papers/lib.sh"
dump=${CUOBJDUMP:-cuobjdump}
command -v "$dump" >>said || dump=$(dirname "$(command -v "${NVCC:-nvcc}" || echo none/none)")/cuobjdump
[ -x "$(command -v "$dump" || echo /none)" ] || skip "no cuobjdump (of the CUDA toolkit)"
# count PRECISION LETTER BYTES: "RELAXATION EQUILIBRIUM PRECISION ADD MUL FMA TEST RECIPROCAL"
count() {
  object=
  for file in "$builddir/solver/cuda/instances/.libs/cuda_t2c_$1.o" "$builddir/solver/cuda/instances/cuda_t2c_$1.o"; do
    [ ! -s "$file" ] || { object=$file; break; }
  done
  [ "$object" ] || skip "no kernels of $1: build with CUDA"
  "$dump" -sass "$object" | awk -v l="$2" -v precision="$1" '
    /Function : / { key = match($0, /step_tilesILi[01]ELi[01]E/) ? substr($0, RSTART + 13, 1) " " substr($0, RSTART + 17,
        1) : ""; next }
    key != "" && /^ *\/\*/ {
      keys[key]
      if ($0 ~ " " l "ADD") add[key]++
      if ($0 ~ " " l "MUL") mul[key]++
      if ($0 ~ " " l "FMA") fma[key]++
      if ($0 ~ " " l "SETP") test[key]++
      if ($0 ~ " MUFU[.]RCP") reciprocal[key]++
    }
    END { for (key in keys) print key, precision, add[key] / 2, mul[key] / 2, fma[key] / 2, test[key] / 2,
        reciprocal[key] / 2 }' | sort
}
count fp64 D >counts
count fp32 F >>counts
[ "$(wc -l <counts)" = 8 ] || { cat counts >&2; fail "kernels"; }
about
heads 'collision|precision|FADD|FMUL|FMA|FSETP|FRCP|FLOP in the paper|FLOP|ratio|FLOP/byte in the paper|FLOP/byte|ratio'
awk '
  BEGIN { name["0 1"] = "BGK, incompressible"; name["0 0"] = "BGK, quasi-compressible"; name["1 1"] = "MRT, incompressible"
    name["1 0"] = "MRT, quasi-compressible"
    paper["0 1"] = 304; paper["0 0"] = 463; paper["1 1"] = 1022; paper["1 0"] = 1165
    ratio["0 1"] = "1.00"; ratio["0 0"] = "1.52"; ratio["1 1"] = "3.36"; ratio["1 0"] = "3.83" }
  {
    key = $1 " " $2; wide = $3 == "fp64"; flop = $4 + $5 + 2 * $6 + $7 + $8; per = flop / (wide ? 304 : 152)
    printf "| %s | %s | %s | %s | %s | %s | %s | %s | %.0f | %s | %s | %.2f | %s |\n", name[key], $3, $4, $5, $6, $7, $8,
        wide ? paper[key] : "", flop,
      wide ? sprintf("%.2f", flop / paper[key]) : "", wide ? ratio[key] : "", per,
          wide ? sprintf("%.2f", per / (paper[key] / 304)) : ""
    if (wide) { f[key] = flop; if (per > most) most = per }
  }
  END {
    printf "Ours need %.2f of the operations of the paper for BGK (incompressible) and %.2f for MRT (quasi-compressible), whose " \
        "cost against BGK is %.1f times, there %.1f; no kernel of fp64 exceeds %.2f FLOP/byte, where an H100 offers some 10 (34 " \
        "TFLOP/s of fp64, 3.35 TB/s): %s.", f["0 1"] / 304, f["1 0"] / 1165, f["1 0"] / f["0 1"], 1165 / 304, most,
        (most < 5 ? "the memory is the limit, as the paper says" : "the memory is not the limit") >"said"
  }' counts
verdict "$(cat said)"
