# SPDX-License-Identifier: BSD-3-Clause
# Rows of rebuilt.sh: awk -f tables.awk -f rebuilt.awk PAGES. The formulas of tessera-stats (section Models of its man page)
# for D3Q19, tiles of 4^3, fp64, 152 bytes a node, 2 bytes a type and 4 an index; they must give our own cases first.
function t2c(p, u) { return (2 + 2 / 152 + 4 / (64 * 152) * u / p) / u - 1 }
function tgb(u, alpha) { return (1 + 2 / 152 + 60 / 19 / 4 * alpha + 72 * 4 / (64 * 152)) / u - 1 }
function types(u) { return (6 / 4) ^ 3 * 2 / (2 * 152) / u }
function near(a, b) { return (a - b) ^ 2 < 0.012 ^ 2 }
function check(c,   p, u) {
  p = cell(b, 1, "case=" c, "porosity"); u = cell(b, 1, "case=" c, "utilisation")
  if (!near(t2c(p, u), cell(b, 1, "case=" c, "#9")) || !near(tgb(u, cell(b, 1, "case=" c, "alpha")), cell(b, 1, "case=" c, "#10"))) die(c ": the formulas give " t2c(p, u) " and " tgb(u, cell(b, 1, "case=" c, "alpha")))
}
function say(what, figure, rule, ours, good) { lines = lines sprintf("| %s | %s | %s | %s | %s |\n", what, figure, rule, ours, good ? "yes" : "no"); statements++; yes += good }
END {
  if (dead) exit 1
  b = "003/cases"
  print from(b)
  n = split("ras_0.7 ras_0.8 ras_0.9 aneurysm coarctation", domain, " "); split("0.3 0.2 0.1 0.175 0.094", porosity, " ")
  split("0.699 0.626 0.512 0.931 0.807", used, " "); split("ras_0.7 ras_0.8 ras_0.9 aorta aorta", like, " ")
  for (i = 1; i <= 3; i++) check(like[i])
  check("tubes"); check("aorta")
  cm = 1 + 72 / 152
  for (i = 1; i <= n; i++) {
    p = porosity[i]; u = used[i]; alpha = cell(b, 1, "case=" like[i], "alpha")
    m[i] = t2c(p, u); g[i] = tgb(u, alpha); f[i] = 1 + 4 / (152 * p)
    bt[i] = types(u) + 26 * 4 / (64 * 304) / u; bg[i] = types(u) + 72 * 4 / (64 * 304) / u; bf[i] = 1 + 4 / (304 * p)
    printf "| %s | %.3f | %.3f | %.2f | %.2f | %.2f | %.2f | %.2f | %.3f | %.3f | %.3f | %.3f |\n", domain[i], p, u, cm, f[i], m[i], g[i], m[i] / g[i], 72 / 304, bf[i], bt[i], bg[i]
    if (m[i] <= f[i]) under = under " " domain[i]
    if (m[i] < cm) below = below " " domain[i]
    if (g[i] < f[i] && g[i] < cm && g[i] < m[i]) least = least " " domain[i]
    r = m[i] / g[i]; if (!low || r < low) low = r; if (r > high) high = r
    if (bt[i] < 72 / 304 && bt[i] < bf[i] && bg[i] < 72 / 304 && bg[i] < bf[i]) less++
    if (bt[i] > 0.1 || bg[i] > 0.1) much = much " " domain[i]
    if (bt[i] >= 4 / (304 * p) || bt[i] >= 72 / 304 || bg[i] >= 4 / (304 * p)) ideal = ideal " " domain[i]
    s = cell(b, 1, "case=" like[i], "boundary nodes"); if (i != 5 && s > top) { top = s; most = like[i] } if (!bottom || s < bottom) { bottom = s; few = like[i] }
  }
  say("Two copies take more memory than fia always", "always", "all five", under == "" ? "always" : "not in" under, under == "")
  say("Two copies take less than cm in the aneurysm alone", "aneurysm", "it alone", sprintf("%s: %.2f, the coarctation %.2f, beside %.2f", below == "" ? "none" : substr(below, 2), m[4], m[5], cm), below == " aneurysm")
  say("Ghost buffers take the least memory in the aneurysm and the coarctation alone", "these two", "these two", least == "" ? "none" : substr(least, 2), least == " aneurysm coarctation")
  say("The memory overhead of two copies is above that of ghost buffers", "20 ... 30 %", "all in this range", sprintf("%.0f ... %.0f %%", 100 * low - 100, 100 * high - 100), low >= 1.195 && high < 1.305)
  say("Tiles of both kinds move less than cm and fia", "all", "all five", less + 0 " of 5", less == 5)
  say("Their traffic overhead is below a tenth", "all", "all five", much == "" ? "all" : "not in" much, much == "")
  say("Tiles also move less than ideal cm and fia, but for one case", "ras_0.7", "it alone", ideal == "" ? "in all" : "not in" ideal, ideal == " ras_0.7")
  say("The share of boundary nodes is least in the aneurysm and largest in ras_0.7 (counted in our cases, an aorta for the vessels)", "aneurysm, ras_0.7", "both", sprintf("least %s (%.2f), largest %s (%.2f)", few, bottom, most, top), few == "aorta" && most == "ras_0.7")
  printf "%s", lines
  printf "*Of %d statements the rebuilt table gives %d; the aneurysm is %s to take less memory with two copies than cm (%.2f and, the coarctation, %.2f beside %.2f).\n", statements, yes, below == " aneurysm" ? "the only case" : "not the only case", m[4], m[5], cm
}
