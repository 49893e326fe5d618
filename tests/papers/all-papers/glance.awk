# SPDX-License-Identifier: BSD-3-Clause
# Rows of glance.sh: awk -f tables.awk -f glance.awk PAGES
function f(format, a, b, c, d, e) { return sprintf(format, a, b, c, d, e) }
# A column of the paper, and of ours, in tables of gpu.sh
function paper(b, where) { return cell(b, 1, where, "share of the peak bandwidth in the paper") }
function ours(b, where) { return cell(b, 1, where, "ours") }
function mflups(b, where) { return cell(b, 1, where, "MFLUPS (least … most)") }
# tally BLOCK: rows in the layout of the paper of which it has the share, and those in which ours is above
function tally(b,   r, t, o, c) {
  c = column(b, 1, "share of the peak bandwidth in the paper")
  for (r = 1; r <= rows[b, 1]; r++) {
    if (value[b, 1, r, column(b, 1, "layout")] != "t2c" || value[b, 1, r, c] == "") continue
    t = number(value[b, 1, r, c], b); o = number(value[b, 1, r, column(b, 1, "ours")], b)
    all++; above += o >= t
    if (!least || o / t < least) { least = o / t; worst = value[b, 1, r, 1] }
  }
}
# lacks WHAT IF: where ours falls short
function lacks(what, is) { if (is) worse = worse (worse ? "; " : "") what }
function row(name, theirs, mine, answer, own) { printf "1| %s | %s | %s | %s | %s |\n", name, theirs, mine, answer, own }
function beyond(what, figure) { printf "2| %s | %s |\n", what, figure }
# ratios LAYOUT: least and most of packed by it, over the domains of 003/layouts-gpu
function ratios(layout,   r, x, b) {
  b = "003/layouts-gpu"; low = high = 0
  for (r = 1; r <= rows[b, 1]; r++) {
    x = number(value[b, 1, r, column(b, 1, "packed")], b) / number(value[b, 1, r, column(b, 1, layout)], b)
    if (!low || x < low) low = x
    if (x > high) high = x
  }
  return f("%s %.2f … %.2f", layout, low, high)
}
# own_of PAPER: least and most of packed by the kernels of the paper, in all/own; "" without that table
function own_of(p,   b, r, x, low, high, n, won) {
  b = "all/own"
  if (!(b in run)) return ""
  for (r = 1; r <= rows[b, 1]; r++) {
    if (value[b, 1, r, 1] != p) continue
    x = number(value[b, 1, r, column(b, 1, "packed by its kernel")], b); n++; won += x > 1.02
    if (!low || x < low) { low = x; worst_of[p] = value[b, 1, r, 2] " (" value[b, 1, r, 4] ", " value[b, 1, r, 5] " " value[b, 1, r, 6] ")" }
    if (x > high) high = x
  }
  if (!n) return ""
  least_of[p] = low
  return f("%s: %.2f … %.2f times, faster in %d of %d", low >= 0.98 ? won ? "yes" : "a tie" : "no", low, high, won, n) (low < 1.02 ? "; least in " worst_of[p] : "")
}
# behind PAPER: names a kernel of a paper that is faster
function behind(p) { if (own_of(p) && least_of[p] < 0.98) lacks(f("packed %.2f times as fast as the kernel of %s in %s", least_of[p], p, worst_of[p]), 1) }
function tiles(   c, s, v, gain, step, box, t2c) {
  tally("000/cavity"); tally("000/spheres"); tally("000/vessels"); tally("000/single")
  c = "case~cavity 252;layout=t2c;precision=fp64;kernel="; s = "case~spheres-0.2;precision=fp64;kernel=bgk-incompressible;layout="
  gain = cell("000/layouts", 1, "#1=all three", "#3") / cell("000/layouts", 1, "#1=XYZ", "#3")
  box = cell("003/layouts-gpu", 1, "domain=1", "packed"); step = cell("000/layouts", 1, "#1=all three", "#10")
  t2c = "case~cavity 100;layout=t2c;kernel=bgk-incompressible;precision="
  lacks(f("its arrangements gain %.2f", gain), gain < 1.19)
  behind("000")
  lacks("a kernel for full boxes alone beats tessera-run there", box / step < 0.98 || cell("000/layouts", 1, "#1=all three", "#7") > 1.02 * ours("000/single", t2c "fp64"))
  row("000 tiles", f("share of the peak, fp64, cavity: BGK %.2f, MRT %.2f; spheres at porosity 0.2: %.2f; arrangements gain 1.19", paper("000/cavity", c "bgk-incompressible"), paper("000/cavity", c "mrt-incompressible"), paper("000/spheres", s "t2c")),
    f("%.2f, %.2f; %.2f (packed %.2f); %.2f", ours("000/cavity", c "bgk-incompressible"), ours("000/cavity", c "mrt-incompressible"), ours("000/spheres", s "t2c"), ours("000/spheres", s "packed"), gain),
    f("its share or more in %d of %d rows (least %.2f of it: %s)", above, all, least, worst) (gain > 1.02 ? "; the arrangements gain" : "; no for the arrangements: the caches of this GPU do their work"),
    (own_of("000") ? own_of("000") "; " : "") f("full box %.2f (its kernel without types of nodes), spheres at 0.2 %.2f (its layout); ", box / step, mflups("000/spheres", s "packed") / mflups("000/spheres", s "t2c")) \
    f("no at 100³: that kernel is %.2f (fp64) and %.2f (fp32) times as fast as its layout in tessera-run", cell("000/layouts", 1, "#1=all three", "#7") / ours("000/single", t2c "fp64"), cell("000/layouts", 2, "#1=all three", "#7") / ours("000/single", t2c "fp32")))
}
function caches(   b, r, x, lowest, most, run_) {
  b = "001/product"
  for (r = 1; r <= rows[b, 1]; r++) { x = 1 / number(value[b, 1, r, 9], b); if (!lowest || x < lowest) lowest = x; if (x > most) most = x }
  run_ = cell(b, 1, "side=100", "tessera-run, MLSUPS")
  lacks(f("blocks in short rows gain %.2f", cell("001/best", 1, "the fastest, 100³~grid", "over basic")), cell("001/best", 1, "the fastest, 100³~grid", "over basic") < 2)
  row("001 caches", "nearly 4.0 MLSUPS (Opteron), blocks and compression up to 2.0 times", f("%.0f, %.2f times; rows and vectors in blocks %.2f times", cell("001/best", 1, "the fastest, 100³~grid", "ours, MLSUPS"), cell("001/best", 1, "the fastest, 100³~grid", "over basic"), cell("001/gains", 2, "blocks of=y, z and 8 steps", "#7")),
    (cell("001/best", 1, "the fastest, 100³~grid", "over basic") >= 2 ? "yes" : cell("001/gains", 2, "blocks of=y, z and 8 steps", "#7") >= 2 ? "in part: the gain of 2 takes whole rows" : "no: no gain of 2"),
    f("tessera-run, without blocks, %.2f … %.2f times the fastest blocked rows (10³ … 160³)", lowest, most))
}
# critical BLOCK: the critical Reynolds number that its verdict names; ""
function critical(b,   t) { t = said[b]; return match(t, /square of the amplitude (at|the critical Re is) [0-9]+/) ? number(substr(t, RSTART, RLENGTH), b) : "" }
function walls(   b, r, loss, lost, share, w, c, off, most, ran, yes, at) {
  b = "002/fig9"; w = "002/wake"
  for (r = 1; r <= rows[b, 1]; r++) {
    if (value[b, 1, r, 1] == "") continue
    loss = number(value[b, 1, r, 5], b); if (loss > lost) lost = loss
    x = number(value[b, 1, r, 7], b); if (!share || x < share) share = x
  }
  for (r = 1; r <= rows[w, 1]; r++) {
    if (value[w, 1, r, column(w, 1, "St A")] != "-") ran++
    if (value[w, 1, r, column(w, 1, "ratio")] == "-") continue
    off = 100 * (number(value[w, 1, r, column(w, 1, "ratio")], w) - 1); if (off < 0) off = -off
    if (off >= most) { most = off; at = value[w, 1, r, 1] }
  }
  c = critical(w); yes = said[w] ~ /^\*\*Yes/
  lacks("no critical Reynolds number of the sphere", c == ""); lacks(f("a critical Reynolds number of %d for 265 within 5", c), c != "" && !yes)
  lacks(f("Ro off by %.1f %% at Re %d for 5 %%", most, at), most > 5)
  row("002 walls", "2630 MLUPS on 8 GPUs, 0.61 of the copy bandwidth and more, loss at most 11 %; Re_c 265, Ro within 5 % of the fit",
    f("%.0f on 2 GPUs, %.2f and more, at most %.1f %%; ", cell(b, 1, "channel=largest, linear", "#4"), share, lost) (c == "" ? "no Re_c" : "Re_c " c) f("; Ro off by at most %.1f %%, at Re %d", most, at),
    "speed: " (lost <= 11 && share >= 0.61 ? "yes" : "no") "; counts of boundary nodes and accesses: " (cell("002/counts", 1, "what=boundary nodes", "ours") == cell("002/counts", 1, "what=boundary nodes", "paper") && cell("002/counts", 1, "what~accesses", "ours") == cell("002/counts", 1, "what~accesses", "paper") ? "equal" : "no") \
      "; Re_c: " (yes ? "yes" : "no") "; Ro: " (most > 5 ? "no" : "yes") f(", at %d of ten Re", ran),
    own_of("002") ? own_of("002") : "(its kernel is rebuilt, and not run yet)")
}
function sparse(   t, c) {
  t = cell("003/layouts-gpu", 1, "domain=1", "t2c"); c = cell("003/layouts-gpu", 1, "domain=vessel", "t2c") / cell("003/layouts-gpu", 1, "domain=vessel", "cm")
  lacks(f("two copies (t2c) by cm in vessels, %.2f", c), c <= 1.02)
  row("003 sparse", "t2c 0.72 of the peak in a full box; in vessels faster than cm; spheres of 90 % solid 0.87 of its use of the memory", f("%.2f; %.2f times; %.2f", t * 304 / (peak("000/vessels") * 1e3), c, cell("003/layouts-gpu", 1, "domain=0.1", "t2c") / cell("003/layouts-gpu", 1, "domain=0.1", "cm")),
    (t * 304 / (peak("000/vessels") * 1e3) >= 0.72 ? "full box: yes" : "full box: no") (c > 1.02 ? "; vessels: yes" : "; vessels: no, a tie") "; of its statements " said_counts("003/statements") " (memory), " said_counts("003/statements-gpu") " (speed)",
    own_of("003") ? own_of("003") : "all domains of one run, fp64: " ratios("t2c") "; " ratios("cm") "; " ratios("fia") "; " ratios("tgb"))
}
# said_counts BLOCK: "N yes, ..." by its verdicts
function said_counts(b,   r, n) { for (r = 1; r <= rows[b, 1]; r++) n[value[b, 1, r, columns[b, 1]]]++
  return n["yes"] + 0 " yes, " n["in part"] + 0 " in part, " n["no"] + 0 " no" }
function gpus(   s, share, theirs, own) {
  s = "precision=fp32;propagation=reversed;collision=MRT;side="
  theirs = cell("004/schemes", 1, s "128", "share of the copy bandwidth in the paper"); share = cell("004/schemes", 1, s "128", "#8")
  own = mflups("000/single", "layout=packed;precision=fp32;kernel=mrt-quasi") / cell("004/schemes", 1, s "96", "ours (least … most)")
  behind("002"); behind("003"); behind("004")
  lacks("a kernel without tiles beats tessera-run in a cavity", !own_of("004") && own < 0.98)
  row("004 GPUs", f("%.0f MLUPS, %.2f of the copy bandwidth; T = %.2f N + %.2f ns", cell("004/schemes", 1, s "128", "MLUPS in the paper"), theirs, cell("004/transfers", 1, "blocks of=256;words=apart", "ns of a word in the paper"), cell("004/transfers", 1, "blocks of=256;words=apart", "ns without words in the paper")),
    f("%.0f, %.2f; T = %.4f N %+.4f", cell("004/schemes", 1, s "128", "ours (least … most)"), share, cell("004/transfers", 1, "blocks of=256;words=apart", "#4"), cell("004/transfers", 1, "blocks of=256;words=apart", "#7")),
    (share >= theirs ? "yes" : "no") f("; T is linear within %.0f %%", cell("004/transfers", 1, "blocks of=256;words=apart", "largest distance from the line")) (cell("004/cavity", 1, "collision=MRT;line=u(z)", "#3") < cell("004/cavity", 1, "collision=BGK;line=u(z)", "#3") ? "; MRT is nearer to the reference" : "; no: MRT is not nearer to the reference than BGK"),
    own_of("004") ? own_of("004") : f("%s %.2f (fp32 MRT, 100³ by 96³ of a kernel without tiles)", own > 1.02 ? "yes:" : own < 0.98 ? "no:" : "a tie:", own))
}
function more(   b, two, one, r) {
  b = "003/layouts-gpu"
  beyond("one copy on sparse tiles (CPU; a GPU has one or two): bytes a node of the box of 100³, fp64", f("%.0f; two grids %.0f", cell("001/memory", 1, "side=100;layout~tessera-run", "bytes a site"), cell("001/memory", 1, "side=100;layout=two grids", "bytes a site")))
  beyond("two copies without solid nodes (utilisation is future work of 000): bytes held by a node, fp64, spheres at porosity 0.2", f("packed %.0f, t2c %.0f, tgb %.0f, cm %.0f", cell(b, 5, "domain=0.2", "packed"), cell(b, 5, "domain=0.2", "t2c"), cell(b, 5, "domain=0.2", "tgb"), cell(b, 5, "domain=0.2", "cm")))
  beyond("full speed at any porosity: speed at 0.2 and 0.1 by that of the full box, fp64", f("packed %.2f, %.2f; t2c %.2f, %.2f", cell(b, 1, "domain=0.2", "packed") / cell(b, 1, "domain=1", "packed"), cell(b, 1, "domain=0.1", "packed") / cell(b, 1, "domain=1", "packed"), cell(b, 1, "domain=0.2", "t2c") / cell(b, 1, "domain=1", "t2c"), cell(b, 1, "domain=0.1", "t2c") / cell(b, 1, "domain=1", "t2c")))
  beyond("placement of tiles (future work of 000 and 003): utilisation as tessera-tile places them, and mean and worst placement, spheres at porosity 0.2", f("%.3f; %.3f, %.3f", cell("000/placement", 1, "domain=spheres, porosity 0.2", "edge 4: best"), cell("000/placement", 1, "domain=spheres, porosity 0.2", "#6"), cell("000/placement", 1, "domain=spheres, porosity 0.2", "#7")))
  beyond("layouts for single precision (future work of 000): packed by t2c, fp32, spheres at porosity 0.2", f("%.2f", mflups("000/spheres", "case~spheres-0.2;precision=fp32;kernel=bgk-incompressible;layout=packed") / mflups("000/spheres", "case~spheres-0.2;precision=fp32;kernel=bgk-incompressible;layout=t2c")))
  beyond("layouts for porous tiles (future work of 003): packed by t2c, fp64, spheres at porosity 0.1", f("%.2f", cell(b, 1, "domain=0.1", "packed") / cell(b, 1, "domain=0.1", "t2c")))
  beyond("several hosts (future work of 002)", "processes by MPI, with the same bits; no speed is measured")
  one = cell("002/fig9", 1, "GPUs=1;channel=1024x384x384", "linear, MLUPS"); two = cell("002/fig9", 1, "GPUs=2;channel=1024x384x384", "linear, MLUPS")
  beyond("sparse tiles on any number of devices and processes (future work of 000 and 003), with the same bits: 2 GPUs by 1", f("%.2f", two / one))
  if ("all/own" in run) for (r = 1; r <= rows["all/own", 1]; r++) if (value["all/own", 1, r, 1] == "beyond" && value["all/own", 1, r, column("all/own", 1, "precision")] == "fp64")
    beyond("a step of moments in tiles with walls by packed, fp64: " value["all/own", 1, r, 2], f("%.2f", 1 / number(value["all/own", 1, r, column("all/own", 1, "packed by its kernel")], "all/own")))
  beyond("a step of moments in a full box, no walls, by read/write of populations, fp64", f("%.2f", cell(b, 6, "#1=fp64", "moments") / cell(b, 6, "#1=fp64", "read/write")))
}
END {
  if (dead) exit 1
  print from("000/cavity 000/spheres 000/vessels 000/single 000/layouts 002/fig9 002/wake 003/layouts-gpu 004/schemes 004/transfers 004/cavity") (("all/own" in run) ? ". " from("all/own") : "") ". " from("001/best 001/gains 001/product 001/memory") ". " from("002/counts 003/statements 000/placement")
  tiles(); caches(); walls(); sparse(); gpus(); more()
  lacks(worst f(", at %.2f of the share of the paper", least), least < 0.98)
  printf "3Not as good as theirs: %s.\n", worse
}
