# SPDX-License-Identifier: BSD-3-Clause
# Table 3: operations of a node in fp32, from the compiled kernels of tests/schemes (cuobjdump -sass); the paper counts
# PTX. Additions and subtractions are one instruction today. Cycles are by the costs of its table 2: 4 for an addition, a
# product or a multiply-add, 16 for a reciprocal.
. "$srcdir/tests/papers/lib.sh"
dump=${CUOBJDUMP:-cuobjdump}
command -v "$dump" >>said || dump=$(dirname "$(command -v "${NVCC:-nvcc}" || echo none/none)")/cuobjdump
[ -x "$(command -v "$dump" || echo /none)" ] || skip "no cuobjdump (of the CUDA toolkit)"
object=$builddir/tests/papers/004-gpu/schemes/.libs/schemes_fp32.o
[ -s "$object" ] || object=$builddir/tests/papers/004-gpu/schemes/schemes_fp32.o
[ -s "$object" ] || skip "no kernels: build with CUDA (make tests/schemes)"
"$dump" -sass "$object" | awk '
  /Function : / { key = match($0, /stepILi[01]ELi[01]E/) ? substr($0, RSTART + 7, 1) " " substr($0, RSTART + 11, 1) : ""; next }
  key == "" { next }
  / FADD/ { add[key]++ } / FMUL/ { mul[key]++ } / FFMA/ { fma[key]++ } / MUFU[.]RCP/ { rcp[key]++ }
  END { for (key in add) print key, add[key], mul[key], fma[key], rcp[key] }' | sort >counts
[ "$(wc -l <counts)" = 4 ] || { cat counts >&2; fail "kernels"; }
about
heads 'kernel|add and sub in the paper|ours|mul in the paper|ours|mad in the paper|ours|rcp in the paper|ours' \
  'cycles in the paper|ours|ratio'
awk '
  BEGIN { name["0 0"] = "BGK, split"; name["0 1"] = "MRT, split"; name["1 0"] = "BGK, reversed"; name["1 1"] = "MRT, reversed"
    paper["0 0"] = "93 48 34 1 716"; paper["1 1"] = "156 51 18 0 900" }
  { key = $1 " " $2; split("", p); split(paper[key], p, " "); cycles = 4 * ($3 + $4 + $5) + 16 * $6; all[key] = cycles
    printf "| %s | %s | %d | %s | %d | %s | %d | %s | %d | %s | %d | %s |\n", name[key], p[1], $3, p[2], $4, p[3], $5, p[4], $6,
        p[5], cycles, p[5] ? sprintf("%.2f", cycles / p[5]) : "" }
  END { printf "MRT takes %.2f times the cycles of BGK, in the paper %.2f; ours, with walls, velocities and the rare path of a " \
      "division, takes %.2f of the paper\047s cycles for BGK and %.2f for MRT.", all["1 1"] / all["1 0"], 900 / 716,
      all["0 0"] / 716, all["1 1"] / 900 >"said" }' counts
verdict "$(cat said)"
