# SPDX-License-Identifier: BSD-3-Clause
# Table 5: speed by arrangement. tests/layouts is a kernel like that of the paper, one thread a node; where ncu may read
# the counters, sectors and hit rates too. NCU=PROGRAM.
. "$srcdir/tests/papers/lib.sh"
program=$builddir/tests/layouts
[ -x "$program" ] || skip "no $program: build with CUDA"
"$program" >table || fail "layouts"
card=$(nvidia-smi --id=0 --query-gpu=name --format=csv,noheader)
peak=${PEAK:-$(sh -c '. "$srcdir/tests/bench/gpu/gpu-measure.sh"; peak_of "$1"' sh "$card")}
mkdir -p "$builddir/papers/000"
cp table "$builddir/papers/000/layouts.csv"

about cuda
awk -F, -v peak="${peak:-0}" 'NR == 2 { printf "Copy bandwidth (cudaMemcpy) %.0f GB/s, peak %s GB/s. Shares of the peak%s.\n",
    $9, peak ? peak : "unknown", peak ? "" : " are of the copy bandwidth" }' table
shares() { # PRECISION
  printf '\n'
  heads "arrangement, $1|propagation in the paper (100³)|100³, closed|ratio|256³, closed|256³, periodic|step: 100³, closed" \
    "256³, closed|256³, periodic|MFLUPS of a step (least … most), 256³, periodic"
  awk -F, -v precision="$1" -v peak="${peak:-0}" '
    BEGIN { paper["XYZ"] = 0.618; paper["XYZ + zigzagNE"] = 0.639; paper["XYZ + YXZ"] = 0.702; paper["all three"] = 0.736
      paper["rw only"] = 0.810
      if (precision == "fp32") { split("", paper); paper["XYZ"] = 0.562; paper["all three"] = 0.597; paper["rw only"] = 0.793 } }
    NR > 1 && $3 == precision {
      if (!($4 in seen)) { seen[$4]; order[++n] = $4 }
      share[$4, $5, $1 $2] = sprintf("%.3f", $6 * (precision == "fp64" ? 304 : 152) * 1e-3 / (peak ? peak : $9))
      speed[$4, $5, $1 $2] = sprintf("%.0f (%.0f … %.0f)", $6, $7, $8)
    }
    END {
      for (i = 1; i <= n; i++) {
        a = order[i]; move = a == "rw only" ? "read/write" : "propagation"; step = a == "rw only" ? move : "step"
        here = share[a, move, "100closed"]
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", a, paper[a], here,
            paper[a] ? sprintf("%.2f", here / paper[a]) : "",
          share[a, move, "256closed"], share[a, move, "256periodic"], share[a, step, "100closed"], share[a, step, "256closed"],
          share[a, step, "256periodic"], speed[a, step, "256periodic"]
      } }' table
}
shares fp64
shares fp32

ncu=${NCU:-ncu}
metrics=lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_sector_hit_rate.pct
metrics=$metrics,l1tex__t_sector_hit_rate.pct,dram__sectors_read.sum,dram__sectors_write.sum
if command -v "$ncu" >>said && timeout 120 "$ncu" --clock-control none --csv \
    --metrics $metrics "$program" once 100 >counted 2>&1 && grep -q 'sectors_op_read' counted; then
  printf '\n'
  heads 'by the profiler, propagation, 100³, periodic|precision|L2: sectors read a tile|in the paper|written|hit rate' \
    'L1 hit rate|memory: sectors read a tile|in the paper|written'
  awk '
    BEGIN { n = split("XYZ,XYZ + zigzagNE,XYZ + YXZ,all three,YXZ for all,zigzagNE for all,rw only", name, ",")
      split("524,501,431,408,,,308", l2, ","); split("467,437,345,315,,,308", memory, ",") }
    /^"[0-9]/ { gsub(/^"|"$/, ""); m = split($0, c, /","/); gsub(/,/, "", c[m]); v[c[1], c[m - 2]] = c[m] }
    END { for (k = 0; k < 2 * n; k++) {
      i = k % n + 1; wide = k < n
      printf "| %s | %s | %.0f | %s | %.0f | %.3f | %.3f | %.0f | %s | %.0f |\n", name[i], wide ? "fp64" : "fp32",
          v[k, "lts__t_sectors_op_read.sum"] / 15625,
        wide ? l2[i] : "", v[k, "lts__t_sectors_op_write.sum"] / 15625, v[k, "lts__t_sector_hit_rate.pct"] / 100,
            v[k, "l1tex__t_sector_hit_rate.pct"] / 100,
        v[k, "dram__sectors_read.sum"] / 15625, wide ? memory[i] : "", v[k, "dram__sectors_write.sum"] / 15625 } }' counted
else
  printf '\nThe counters of the profiler could not be read here (%s); the transactions are counted in the table of section 3.2.\n' \
    "$(command -v "$ncu" >>said && grep -m 1 -o 'ERR_[A-Z]*\|==ERROR.*' counted || echo "no ncu")"
fi
verdict "$(awk -F, '
  NR > 1 && $5 == "propagation" { s[$3, $4, $1 $2] = $6 }
  NR > 1 && $5 == "step" { b[$3, $4, $1 $2] = $6 }
  function gain(of, precision, box) { return of[precision, "XYZ", box] ? sprintf("%.3f",
      of[precision, "all three", box] / of[precision, "XYZ", box]) : "" }
  END {
    printf "The arrangements propagate %s times as fast as rows in the cavity of 100^3 in fp64, and %s times in the box of " \
        "256^3, where the paper has 1.19 (698 by 586 MFLUPS); ", gain(s, "fp64", "100closed"), gain(s, "fp64", "256periodic")
    printf "a whole step %s and %s times; in fp32 propagation %s and %s times (there 1.06)%s.", gain(b, "fp64", "100closed"),
        gain(b, "fp64", "256periodic"), gain(s, "fp32", "100closed"), gain(s, "fp32", "256periodic"),
      (gain(s, "fp64", "256periodic") < 1.05 ? "; what rows ask for twice the caches of this GPU answer, as the counts of " \
          "section 3.2 say" : "") }' table)"
