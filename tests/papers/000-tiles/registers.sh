# SPDX-License-Identifier: BSD-3-Clause
# Table 4 whole: fp32, cavity of 100^3, by arrangement, tiles a block and registers a thread, from kernels of tests/layouts.
. "$srcdir/tests/papers/lib.sh"
program=$builddir/tests/layouts
[ -x "$program" ] || skip "no $program: build with CUDA"
"$program" registers >table || fail "layouts registers"
whole table ';'
card=$(nvidia-smi --id=0 --query-gpu=name --format=csv,noheader)
peak=${PEAK:-$(sh -c '. "$srcdir/tests/bench/gpu/gpu-measure.sh"; peak_of "$1"' sh "$card")}
[ "$peak" ] || fail "no peak bandwidth of $card: PEAK=GB/s"
about cuda
printf 'Shares of the peak bandwidth (%s GB/s), the paper, ours and bytes of registers that spill; ' "$peak"
printf '2 or 1 tiles a block, at most 48 or 40 registers.\n\n'
heads 'kernel|all three, 2, 48|2, 40|1, 48|1, 40|XYZ, 2, 48|2, 40|1, 48|1, 40|fastest: the paper|ours'
awk -F';' -v peak="$peak" '
  BEGIN {
    columns = split("all three,2,48|all three,2,40|all three,1,48|all three,1,40|XYZ,2,48|XYZ,2,40|XYZ,1,48|XYZ,1,40", column, "|")
    paper["read/write only"] = "1501 1502 1497 1498 1503 1504 1497 1498"
    paper["propagation only"] = "1133 1128 1078 1050 1067 1066 1037 1024"
    paper["BGK, incompressible"] = "974 1003 958 920 963 1006 962 948"
    paper["BGK, quasi-compressible"] = "968 998 958 916 962 999 959 945"
    paper["MRT, incompressible"] = "785 793 792 777 810 823 805 799"
    paper["MRT, quasi-compressible"] = "783 777 794 779 821 803 806 800"
  }
  NR > 1 { v[$1, $2 "," $3 "," $4] = $7; spill[$1, $2 "," $3 "," $4] = $6; if (!($1 in seen)) { seen[$1]; order[++n] = $1 } }
  END {
    for (i = 1; i <= n; i++) {
      k = order[i]; split(paper[k], p, " "); most = here = 0
      printf "| %s", k
      for (j = 1; j <= columns; j++) {
        printf " | %.3f, %.3f, %d", p[j] * 0.152 / 288.384, v[k, column[j]] * 0.152 / peak, spill[k, column[j]]
        if (p[j] > most) { most = p[j]; theirs = column[j] }
        if (v[k, column[j]] > here) { here = v[k, column[j]]; ours = column[j] }
        if (v[k, column[j]] < v[k, column[1]] * 0.98 || v[k, column[j]] > v[k, column[1]] * 1.02) differ++
      }
      printf " | %s | %s |\n", theirs, ours
      if (k != "read/write only") { two += v[k, "XYZ,2,40"] > 1.02 * v[k, "XYZ,1,40"]; rows++ }
      gain[k] = v[k, "all three,2,48"] / v[k, "XYZ,2,48"]
    }
    printf "Two tiles a block are faster than one by more than 2 %% (rows, 40 registers) in %d of %d kernels (there 4 of 5): %s. " \
        "The arrangements gain for propagation %.2f (there 1.06) and cost MRT, quasi-compressible, %.2f (0.95). %d of the %d " \
        "other cells differ from the first of their row by more than 2 %%.",
      two, rows, (two >= 4 ? "yes" : two ? "in part" : "no"), gain["propagation only"], gain["MRT, quasi-compressible"], differ,
          n * (columns - 1) >"said"
  }' table
verdict "$(cat said)"
