# SPDX-License-Identifier: BSD-3-Clause
# The rows of statements-gpu.sh: awk -f tables.awk -f say.awk -f speeds.awk PAGES
function speed(domain, layout) { return cell("003/layouts-gpu", 1, "domain=" domain, layout) }
# faster A BY B: by more than 2 %, what turns differ by; else a tie, which is no win
function faster(ratio) { return ratio > 1.02 ? 1 : 0 }
function compared(statement, paper, domain, a, b,   ratio) {
  ratio = speed(domain, a) / speed(domain, b)
  say(statement, paper, "above 1.02", sprintf("%.2f", ratio), faster(ratio))
}
END {
  if (dead) exit 1
  b = "003/layouts-gpu"
  print from(b " 000/vessels")
  least = 1
  for (r = 1; r <= rows[b, 1]; r++) { used = number(value[b, 1, r, column(b, 1, "utilisation")], b)
    if (used < least) { least = used; sparse = value[b, 1, r, 1] } }
  ratio = speed(sparse, "t2c") / speed(1, "t2c")
  say("Speed of two copies falls with the utilisation of tiles", "strongly", "below 0.9", sprintf("%.2f of the speed at utilisation 1 with %.2f", ratio, least), ratio < 0.9)
  ratio = speed("0.1", "t2c") / speed("0.1", "cm")
  say("Spheres of 90 % solid: two copies use the memory less well than cm", "0.87", "below 1", sprintf("%.2f", ratio), ratio < 1)
  compared("Vessels: two copies are faster than cm (a tree of tubes)", "faster", "vessel", "t2c", "cm")
  compared("Vessels: two copies are faster than fia with its two launches", "faster", "vessel", "t2c", "fia-apart")
  for (r = 1; r <= rows[b, 1]; r++) {
    split(value[b, 1, r, column(b, 1, "t2c")], part, ", ")
    cost = 1 / part[3]; domains++
    between += cost > 0.98 && cost < 1.02 / value[b, 1, r, column(b, 1, "utilisation")]
  }
  say("The real cost of two copies lies between the formula and the one with whole bursts", "between", "between the formula and it over the utilisation, within 2 %; in part: some domains",
    sprintf("%d of %d domains", between, domains), between == domains ? 1 : between ? 2 : 0)
  share = speed(1, "t2c") * 304 / (peak("000/vessels") * 1e3)
  say("In a full box two copies reach most of the memory bandwidth", "0.72 of the peak", "at least that", sprintf("%.2f of the peak, %.2f times", share, share / 0.72), share >= 0.72)
  ratio = speed(1, "tgb") / speed(1, "t2c")
  say("Ghost buffers are more complex and slower than two copies", "slower", "below 0.98", sprintf("%.2f", ratio), ratio < 0.98)
  for (r = 1; r <= rows[b, 1]; r++) { d = value[b, 1, r, 1]; best = 0
    n = split("t2c cm fia fia-apart tgb", layout, " ")
    for (k = 1; k <= n; k++) if (speed(d, layout[k]) > best) best = speed(d, layout[k])
    ratio = speed(d, "packed") / best; wins += faster(ratio); losses += ratio < 0.98
    if (!low || ratio < low) low = ratio
    if (ratio > high) high = ratio }
  say("(not in the paper) packed is faster than each of its layouts", "-", "by more than 2 % of the fastest, in all domains; in part: some, and none slower",
    sprintf("in %d of %d; %.2f ... %.2f times the fastest", wins, domains, low, high), wins == domains ? 1 : wins && !losses ? 2 : 0)
  print verdicts()
}
