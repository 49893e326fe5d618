# SPDX-License-Identifier: BSD-3-Clause
# Section 7, its two assumptions: what a misaligned read costs against a misaligned write, and against the second kernel of
# propagation through shared memory. Copies of words off by 1 and 31 words; and steps of a cavity (BGK) that propagate when
# reading (reversed), when writing (push), when writing along y and z alone (split) and with a second kernel (exchange).
. "$srcdir/tests/papers/004-gpu/gpu.sh"
"$program" shifts >shifts || fail "shifts"
"$program" ways >ways || fail "ways"
whole shifts ,
awk -F, 'NR > 1 && ($4 <= 0 || $4 != $4 + 0) { exit 1 }' ways || fail "a time is missing"
about cuda
heads 'words|read off by|written off by|GB/s (least … most)|over aligned'
awk -F, 'NR > 1 { if (!$2 && !$3) base = $4; printf "| %d bytes | %d | %d | %.0f (%.0f … %.0f) | %.3f |\n", $1, $2, $3, $4, $5,
    $6, $4 / base }' shifts
echo
heads 'precision|side|reversed, MLUPS|split / reversed|push / reversed|exchange / reversed|second kernel, share of its step'
awk -F, '{ gsub(/, first kernel/, " first"); gsub(/, second kernel/, " second") }
  NR > 1 { t[$1, $3, $2] = $4; k = $1 "," $3; if (!(k in seen)) { seen[k]; order[++n] = k } }
  END { for (i = 1; i <= n; i++) { split(order[i], c, ","); b = t[c[1], c[2], "reversed"]; e = t[c[1], c[2], "exchange"]
      printf "| %s | %d | %.0f | %.3f | %.3f | %.3f | %.3f |\n", c[1], c[2], c[2] ^ 3 / b, b / t[c[1], c[2], "split"],
          b / t[c[1], c[2], "push"], b / e, t[c[1], c[2], "exchange second"] / e } }' ways >table
cat table
verdict "$(awk -F'[|,]' '
  FILENAME == "shifts" && $1 == 4 { g[$2, $3] = $4 }
  FILENAME == "table" && $2 ~ /fp32/ { n++; write += $6 < 0.98; read += $6 > 1.02; second += $7 < 0.98 }
  END {
    printf "A misaligned write costs more than a misaligned read, by more than 2 %%: %s (%.3f and %.3f of an aligned copy, words " \
        "of 4 bytes off by one). In whole steps of fp32 push is slower than reversed, by more than 2 %%, at %d of %d sides and " \
        "faster at %d (there the assumption behind the reversed scheme), and a second kernel makes the step slower at %d: %s.",
      g[0, 1] < 0.98 * g[1, 0] ? "yes" : "no", g[0, 1] / g[0, 0], g[1, 0] / g[0, 0], write, n, read, second,
          write == n && second == n ? "yes, both" : write || second ? "in part" : "no"
  }' shifts table)"
