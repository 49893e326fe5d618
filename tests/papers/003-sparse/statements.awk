# The rows of statements.sh from those of cases-measure.sh: awk -F, -f statements.awk ROWS; those of statements-gpu.sh:
# awk -F, -v speeds=layouts-cuda.csv -f statements.awk /dev/null
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
function say(statement, paper, ours, right) {
  printf "| %s | %s | %s | %s |\n", statement, paper, ours, right == 2 ? "in part" : right ? "confirmed" : "not confirmed"
  verdicts++; confirmed += right == 1; partly += right == 2
}
# Measured, if there is a file.
function read_speeds(   line, f, c, i, count, key) {
  while ((getline line < speeds) > 0) {
    count = split(line, f, ",")
    if (f[1] == "domain") { for (i = 1; i <= count; i++) c[f[i]] = i; continue }
    if (f[c["precision"]] != "fp64" || f[c["collision"]] != "bgk") continue
    key = f[c["domain"]] SUBSEP f[c["layout"]]
    speed[key] = f[c["mflups"]]; used[f[c["domain"]]] = f[c["utilisation"]]; moves[key] = f[c["model_moves"]]
    rows[key] = f[c["model_moves_rows"]]
    if (f[c["copy_GBps"]] > 0) copy[f[c["domain"]]] = f[c["copy_GBps"]]
  }
}
END {
  if (speeds == "") forms_said()
  else { read_speeds(); speeds_said() }
  printf "Of %d statements our figures confirm %d and %d in part.\n", verdicts, confirmed, partly
}
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
    else { solids++; r = of(i, "m", "t2c") / of(i, "m", "tgb"); low3 = low3 == "" ? r : min(low3, r); high3 = max(high3, r)
      if (of(i, "m", "tgb") < least) solid_least = list(solid_least, i)
      if (of(i, "m", "t2c") < of(i, "m", "fia")) t2c_below = list(t2c_below, i)
      if (of(i, "m", "t2c") < of(i, "m", "cm")) t2c_below_cm = list(t2c_below_cm, i)
      races += of(i, "m", "t2c") - of(i, "mi", "t2c") > of(i, "m", "t2c") / 2 && of(i, "m", "tgb") - of(i, "mi", "tgb") > of(i, "m", "tgb") / 2 }
    if (of(i, "mi", "tgb") < min(of(i, "mi", "cm"), of(i, "mi", "fia"))) ideal_memory = list(ideal_memory, i)
    bursts += of(i, "w", "t2c") < of(i, "w", "cm"); bursts_tgb += of(i, "w", "tgb") < of(i, "w", "cm")
  }
  say("Both kinds of tiles move less than cm and fia in every case", "all", less " of " n "; up to " sprintf("%.0f", ratio_cm) " and " sprintf("%.0f", ratio_fia) " times lower overhead", less == n)
  say("Tiles also move less than ideal cm and fia, but for one case", "all but ras_0.7", beyond == "" ? "all" : "all but " beyond, beyond == "ras_0.7" ? 1 : 2)
  say("Ideal tiles, which read only types of nodes, move less than ideal cm and fia always", "always", ideal_beyond == "" ? "always" : "not in " ideal_beyond, ideal_beyond == "")
  say("The traffic overhead of tiles is small", "below 0.1, most near 0.05", sprintf("at most %.3f, mean %.3f", most, sum / n), most < 0.1)
  say("Indices cost less traffic than types of nodes", "all", n - indices " of " n, indices == 0)
  say("D2Q9: ghost buffers take the least memory in all cases", "all", plane_least == "" ? "none" : plane_least, split(plane_least, unused, ", ") == planes ? 1 : 2)
  say("D2Q9: the memory overhead of two copies is some times that of ghost buffers", "2.5 ... 3.4", sprintf("%.1f ... %.1f", low, high), low > 2 && high < 4)
  c = index_of["chip_32"]
  say("Chips of 32: cm and fia take more memory than ghost buffers", "1.6 ... 1.7 times", sprintf("%.2f, %.2f", (1 + of(c, "m", "cm")) / (1 + of(c, "m", "tgb")), (1 + of(c, "m", "fia")) / (1 + of(c, "m", "tgb"))), (1 + of(c, "m", "fia")) / (1 + of(c, "m", "tgb")) > 1.5)
  say("D3Q19: the memory overhead of two copies is above that of ghost buffers", "20 ... 30 %", sprintf("%.0f ... %.0f %%", 100 * (low3 - 1), 100 * (high3 - 1)), low3 > 1.15 && high3 < 1.35)
  say("D3Q19: ghost buffers take the least memory only where tiles are well filled", "aneurysm, coarctation", solid_least == "" ? "none" : solid_least, solid_least !~ /ras/)
  say("D3Q19: two copies take more memory than fia always, and less than cm in the aneurysm alone", "always; aneurysm", (t2c_below == "" ? "always; less than cm in " : "not in " t2c_below "; ") (t2c_below_cm == "" ? "none" : t2c_below_cm), t2c_below == "" && t2c_below_cm !~ /ras/ ? (t2c_below_cm == "" ? 2 : 1) : 0)
  say("D3Q19: most of the memory overhead is there to avoid races", "all", races " of " solids, races == solids ? 1 : 2)
  say("Without what avoids races tiles would take less memory than ideal cm and fia only where they are well filled", "well-filled tiles", ideal_memory == "" ? "none" : ideal_memory, ideal_memory !~ /ras|chip_8/)
  say("Where whole bursts move, the overhead is far larger (the paper: real speed lies between both)", "-", sprintf("two copies then move less than cm in %d of %d, ghost buffers in %d", bursts, n, bursts_tgb), bursts < n)
}
function speeds_said(   full, dense, a, b, bytes, d, between, count, text) {
  dense = 0
  for (d in used) if (used[d] > dense) { dense = used[d]; full = d }
  text = ""
  for (d in used) if (d != full && speed[d, "t2c"] && (text == "" || used[d] < used[text])) text = d
  if (text != "" && speed[full, "t2c"])
    say("Speed of two copies falls with the utilisation of tiles", "strongly", sprintf("%.2f of the speed at utilisation %.2f with %.2f", speed[text, "t2c"] / speed[full, "t2c"], dense, used[text]), speed[text, "t2c"] < 0.9 * speed[full, "t2c"])
  if (speed["0.1", "t2c"] && speed["0.1", "cm"]) {
    a = speed["0.1", "t2c"] / speed["0.1", "cm"]
    say("Spheres of 90 % solid: two copies use the memory less well than cm", "0.87", sprintf("%.2f", a), a < 1)
  }
  if (speed["vessel", "t2c"] && speed["vessel", "cm"]) {
    a = speed["vessel", "t2c"] / speed["vessel", "cm"]; b = speed["vessel", "t2c"] / max(speed["vessel", "fia-apart"], 1e-9)
    say("Vessels: two copies are faster than cm (a tree of tubes)", "faster", sprintf("%.2f", a), a > 1.02 ? 1 : a > 0.98 ? 2 : 0)
    say("Vessels: two copies are faster than fia with its two launches", "faster", sprintf("%.2f", b), b > 1)
  }
  for (d in used) if (speed[d, "t2c"] && copy[d] && moves[d, "t2c"]) {
    bytes = copy[d] * 1e3 / speed[d, "t2c"]; count++; between += bytes > moves[d, "t2c"] * 0.98 && bytes < rows[d, "t2c"] * 1.02
  }
  if (count)
    say("The real cost of two copies lies between the formula and the one with whole bursts", "between", sprintf("%d of %d domains", between, count), between == count ? 1 : between ? 2 : 0)
  if (full != "" && speed[full, "t2c"] && copy[full])
    say("In a full box two copies reach most of the memory bandwidth (of the copy bandwidth)", "0.72 of the peak", sprintf("%.2f", speed[full, "t2c"] * 304 / (copy[full] * 1e3)), speed[full, "t2c"] * 304 / (copy[full] * 1e3) > 0.65)
  if (speed[full, "tgb"] && speed[full, "t2c"])
    say("Ghost buffers are more complex and slower than two copies", "slower", sprintf("%.2f", speed[full, "tgb"] / speed[full, "t2c"]), speed[full, "tgb"] < speed[full, "t2c"])
}
