# SPDX-License-Identifier: BSD-3-Clause
# The rows of statements.sh from those of cases-measure.sh: awk -F, -f say.awk -f statements.awk ROWS
{ n++; for (i = 1; i <= NF; i++) at[n, i] = $i; plane[n] = $2 == "d2q9"; index_of[$1] = n }
# The figures of a case: kind m (memory), b (traffic), w (with bursts), mi, bi (ideal); layout cm, fia, t2c, tgb
function of(case_, kind, layout,   k, l) {
  k = kind == "m" ? 0 : kind == "b" ? 1 : kind == "w" ? 2 : kind == "mi" ? 3 : 4
  l = layout == "cm" ? 0 : layout == "fia" ? 1 : layout == "t2c" ? 2 : 3
  return at[case_, 9 + 4 * k + l]
}
function min(a, b) { return a < b ? a : b }
function max(a, b) { return a > b ? a : b }
function name(i) { return at[i, 1] }
function list(text, i) { return text (text == "" ? "" : ", ") name(i) }
END { forms_said(); print verdicts() }
function forms_said(   i, best, worst, r, c, ideal, least, unused) {
  for (i = 1; i <= n; i++) {
    best = min(of(i, "b", "t2c"), of(i, "b", "tgb")); worst = max(of(i, "b", "t2c"), of(i, "b", "tgb"))
    less += worst < min(of(i, "b", "cm"), of(i, "b", "fia"))
    ratio_cm = max(ratio_cm, of(i, "b", "cm") / best); ratio_fia = max(ratio_fia, of(i, "b", "fia") / best)
    ideal = min(of(i, "bi", "cm"), of(i, "bi", "fia"))
    if (worst > ideal) beyond = list(beyond, i)
    if (of(i, "bi", "tgb") > ideal) ideal_beyond = list(ideal_beyond, i)
    most = max(most, worst); sum += worst
    indices += of(i, "b", "tgb") - of(i, "bi", "tgb") > of(i, "bi", "tgb")
    least = min(min(of(i, "m", "cm"), of(i, "m", "fia")), of(i, "m", "t2c"))
    if (plane[i]) { planes++; if (of(i, "m", "tgb") < least) plane_least = list(plane_least, i)
      r = of(i, "m", "t2c") / of(i, "m", "tgb"); low = low == "" ? r : min(low, r); high = max(high, r) }
    else { solids++; filled = (1 + of(i, "m", "t2c")) * at[i, 5]; cm = of(i, "m", "cm"); r = of(i, "m", "t2c") / of(i, "m", "tgb"); low3 = low3 == "" ? r : min(low3, r); high3 = max(high3, r)
      if (of(i, "m", "tgb") < least) solid_least = list(solid_least, i)
      if (of(i, "m", "t2c") < of(i, "m", "fia")) t2c_below = list(t2c_below, i)
      if (of(i, "m", "t2c") < of(i, "m", "cm")) t2c_below_cm = list(t2c_below_cm, i)
      races += of(i, "m", "t2c") - of(i, "mi", "t2c") > of(i, "m", "t2c") / 2 && of(i, "m", "tgb") - of(i, "mi", "tgb") > of(i, "m", "tgb") / 2 }
    if (of(i, "mi", "tgb") < min(of(i, "mi", "cm"), of(i, "mi", "fia"))) { ideal_memory = list(ideal_memory, i); thin += at[i, 5] < 0.72 }
    bursts += of(i, "w", "t2c") < of(i, "w", "cm"); bursts_tgb += of(i, "w", "tgb") < of(i, "w", "cm")
  }
  say("Both kinds of tiles move less than cm and fia in every case", "all", "all cases", less " of " n "; up to " sprintf("%.0f", ratio_cm) " and " sprintf("%.0f", ratio_fia) " times lower overhead", less == n ? 1 : less ? 2 : 0)
  say("Tiles also move less than ideal cm and fia, but for one case", "all but ras_0.7", "that case alone", beyond == "" ? "all" : "all but " beyond, beyond == "ras_0.7" ? 1 : beyond ~ /,.*,/ ? 0 : 2)
  say("Ideal tiles, which read only types of nodes, move less than ideal cm and fia always", "always", "all cases", ideal_beyond == "" ? "always" : "not in " ideal_beyond, ideal_beyond == "")
  say("The traffic overhead of tiles is small", "below 0.1, most near 0.05", "below 0.1", sprintf("at most %.3f, mean %.3f", most, sum / n), most < 0.1)
  say("Indices cost less traffic than types of nodes", "all", "all cases", n - indices " of " n, indices == 0)
  say("D2Q9: ghost buffers take the least memory in all cases", "all", "all cases; in part: some", plane_least == "" ? "none" : plane_least, plane_least == "" ? 0 : split(plane_least, unused, ", ") == planes ? 1 : 2)
  say("D2Q9: the memory overhead of two copies is some times that of ghost buffers", "2.5 ... 3.4", "all of ours in this range; in part: some", sprintf("%.1f ... %.1f", low, high), within(2.5, 3.4, low, high))
  c = index_of["chip_32"]
  say("Chips of 32: cm and fia take more memory than ghost buffers", "1.6 ... 1.7 times", "the walls of our chips are as thick as gives it", sprintf("%.2f, %.2f", (1 + of(c, "m", "cm")) / (1 + of(c, "m", "tgb")), (1 + of(c, "m", "fia")) / (1 + of(c, "m", "tgb"))), 3)
  say("D3Q19: the memory overhead of two copies is above that of ghost buffers", "20 ... 30 %", "all of ours in this range; in part: some", sprintf("%.0f ... %.0f %%", 100 * (low3 - 1), 100 * (high3 - 1)), within(1.2, 1.3, low3, high3))
  say("D3Q19: ghost buffers take the least memory only where tiles are well filled", "aneurysm, coarctation", "tubes and aorta, no spheres", solid_least == "" ? "none" : solid_least, solid_least == "" || solid_least ~ /ras/ ? 0 : solid_least == "tubes, aorta" ? 1 : 2)
  say("D3Q19: two copies take more memory than fia always, and less than cm in the aneurysm alone", "always; aneurysm", "always; tubes alone, which stand for it", (t2c_below == "" ? "always; less than cm in " : "not in " t2c_below "; ") (t2c_below_cm == "" ? "none" : t2c_below_cm), t2c_below != "" ? 0 : t2c_below_cm == "tubes" ? 1 : 2)
  say("the same, tubes at the utilisations of the paper (0.931, 0.807)", "aneurysm", "the first alone below cm", sprintf("%.2f and %.2f beside %.2f", filled / 0.931 - 1, filled / 0.807 - 1, cm), filled / 0.931 - 1 < cm && filled / 0.807 - 1 > cm)
  say("D3Q19: most of the memory overhead is there to avoid races", "all", "above half, all cases", races " of " solids, races == solids ? 1 : races ? 2 : 0)
  say("Without what avoids races tiles would take less memory than ideal cm and fia only where they are well filled", "well-filled tiles", "some, none below utilisation 0.72", ideal_memory == "" ? "none" : ideal_memory, ideal_memory != "" && thin == 0)
  say("Where whole bursts move, the overhead is far larger", "-", "two copies no longer below cm in all cases", sprintf("two copies then move less than cm in %d of %d, ghost buffers in %d", bursts, n, bursts_tgb), bursts < n)
}
