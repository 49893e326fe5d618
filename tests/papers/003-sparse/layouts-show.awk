# SPDX-License-Identifier: BSD-3-Clause
# awk -F, -f layouts-show.awk layouts.csv: the tables of layouts.sh and layouts-gpu.sh as markdown (only=KINDS: of these,
# as "fp64 bgk"): speeds; speeds relative to packed, and to
# the formulas at the copy bandwidth of the run; bytes per node; the porosity at which one layout overtakes another,
# from full boxes to sparse ones.
NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
{
  domain = $c["domain"]
  if (!(domain in porosity)) { domains[++count] = domain; porosity[domain] = $c["porosity"]; used[domain] = $c["utilisation"] }
  at = domain SUBSEP $c["precision"] " " $c["collision"] SUBSEP $c["layout"]
  speed[at] = $c["mflups"]
  off = larger(off, larger($c["max"] - speed[at], speed[at] - $c["min"]) / speed[at])
  holds[at] = $c["holds"]; moves[at] = $c["moves"]
  model_holds[at] = $c["model_holds"]; model_moves[at] = $c["model_moves"]; model_rows[at] = $c["model_moves_rows"]
  if ($c["copy_GBps"] > 0) copy[domain] = $c["copy_GBps"]
}
END {
  split("packed t2c cm fia fia-apart tgb", layouts, " ")
  split(only != "" ? only : "fp64 bgk,fp64 trt,fp32 bgk,fp32 trt", kinds, ",")
  sort_domains()
  printf "Medians; no turn was more than %.1f %% off its median.\n", 100 * off
  for (k = 1; k in kinds; k++)
    table("MFLUPS, " kinds[k] ", by packed, by what the formulas say", kinds[k], "speed")
  table("Bytes of a node, fp64: held (formulas), moved in a step (formulas)", "fp64 bgk", "bytes")
  if (only == "") {
    moves_only()
    crossings()
  }
}
function larger(a, b) { return a > b ? a : b }
# In the order of falling porosity, the trees of tubes last.
function sort_domains(   i, j, t) {
  for (i = 2; i <= count; i++)
    for (j = i; j > 1 && rank(domains[j]) > rank(domains[j - 1]); j--) { t = domains[j]; domains[j] = domains[j - 1]
      domains[j - 1] = t }
}
function rank(domain) { return domain == "vessel" ? -1 : porosity[domain] }

# A row for each domain.
function table(text, kind, what,   d, i, head, line) {
  head = "| domain | porosity | utilisation |"; line = "|:--|--:|--:|"
  for (i = 1; i in layouts; i++) { head = head " " layouts[i] " |"; line = line "--:|" }
  printf "\n%s\n\n%s\n%s\n", text, head, line
  for (d = 1; d <= count; d++) {
    printf "| %s | %.3f | %.3f |", domains[d], porosity[domains[d]], used[domains[d]]
    for (i = 1; i in layouts; i++) printf "%s |", cell(domains[d], kind, layouts[i], what)
    print ""
  }
}
function cell(domain, kind, layout, what,   at, packed) {
  at = domain SUBSEP kind SUBSEP layout
  packed = speed[domain SUBSEP kind SUBSEP "packed"]
  if (!(at in speed)) return ""
  if (what == "bytes") return sprintf(" %.0f (%.0f), %.0f (%.0f)", holds[at], model_holds[at], moves[at], model_moves[at])
  return sprintf(" %.0f, %.2f, %.2f", speed[at], speed[at] / packed, speed[at] * model_moves[at] / (copy[domain] * 1e3))
}

# In the full box, relative to reading and writing 19 values in order.
function moves_only(   k, i, n, at, ways, precision) {
  n = split("read/write,packed,t2c,reversed,split,moments", ways, ",")
  print "\nWithout walls: MFLUPS, by read/write; propagation alone, and steps of moments\n"
  print "| | read/write | packed | t2c | reversed | split | moments |\n|:--|--:|--:|--:|--:|--:|--:|"
  for (k = 1; k <= 2; k++) {
    precision = k == 1 ? "fp64" : "fp32"
    printf "| %s |", precision
    for (i = 1; i <= n; i++) {
      at = 1 SUBSEP precision (ways[i] == "moments" ? " regularised" : " none") SUBSEP ways[i]
      printf "%s |", at in speed ? sprintf(" %.0f, %.2f", speed[at],
          speed[at] / speed[1 SUBSEP precision " none" SUBSEP "read/write"]) : ""
    }
    print ""
  }
}

# The faster of two layouts, or the porosity above which it is faster (by linear interpolation between measurements).
function crossings(   i, k, n, pairs, pair) {
  print "\nThe faster of two: at all porosities, or above one; by the formulas, all, and with whole rows of a tile\n"
  print "| | fp64 bgk | fp64 trt | fp32 bgk | fp32 trt | formulas, fp64 | fp32 | rows, fp64 | fp32 " \
      "|\n|:--|:--|:--|:--|:--|:--|:--|:--|:--|"
  n = split("packed t2c,packed cm,packed fia,t2c cm,t2c fia,tgb t2c,tgb cm,tgb fia,fia cm,fia-apart cm", pairs, ",")
  for (i = 1; i <= n; i++) {
    split(pairs[i], pair, " ")
    printf "| %s, %s |", pair[1], pair[2]
    for (k = 1; k in kinds; k++) printf " %s |", faster(speed, kinds[k], pair, 1)
    for (k = 1; k <= 3; k += 2) printf " %s |", faster(model_moves, kinds[k], pair, -1)
    for (k = 1; k <= 3; k += 2) printf " %s |", faster(model_rows, kinds[k], pair, -1)
    print ""
  }
}
# sign: 1 where larger is faster, -1 where smaller is faster.
function faster(value, kind, pair, sign,   d, a, b, gain, last, from, text, dense) {
  for (d = 1; d <= count; d++) {
    a = domains[d] SUBSEP kind SUBSEP pair[1]; b = domains[d] SUBSEP kind SUBSEP pair[2]
    if (domains[d] == "vessel" || !(a in value) || !(b in value)) continue
    gain = sign * (value[a] - value[b])
    if (dense == "") dense = gain > 0 ? pair[1] : pair[2]
    else if ((gain > 0) != (last > 0))
      text = text (text == "" ? " > " : ", ") sprintf("%.2f", from + (porosity[domains[d]] - from) * last / (last - gain))
    last = gain; from = porosity[domains[d]]
  }
  return dense text
}
