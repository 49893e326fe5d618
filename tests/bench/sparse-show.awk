# The tables of sparse.sh as markdown: awk -F, -f sparse-show.awk sparse.csv
# Speeds; by those of packed and of what the formulas say at the copy bandwidth of the run; bytes of a node; where one layout
# overtakes another on the way from full boxes to sparse ones.
NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
{
  domain = $c["domain"]
  kind = $c["precision"] " " $c["collision"]
  if (!(domain in porosity)) { domains[++count] = domain; porosity[domain] = $c["porosity"]; used[domain] = $c["utilisation"] }
  at = domain SUBSEP kind SUBSEP $c["layout"]
  speed[at] = $c["mflups"]; least[at] = $c["min"]; most[at] = $c["max"]
  holds[at] = $c["holds"]; moves[at] = $c["moves"]
  model_holds[at] = $c["model_holds"]; model_moves[at] = $c["model_moves"]; model_rows[at] = $c["model_moves_rows"]
  if ($c["copy_GBps"] > 0) copy[domain] = $c["copy_GBps"]
}
END {
  split("packed t2c cm fia fia-apart tgb", layouts, " ")
  split("fp64 bgk,fp64 trt,fp32 bgk,fp32 trt", kinds, ",")
  sort_domains()
  for (k = 1; k in kinds; k++)
    speeds(kinds[k])
  moves_only()
  bytes("fp64 bgk")
  bytes("fp32 bgk")
  crossings()
}
# Falling porosity, the trees of tubes last.
function sort_domains(   i, j, t) {
  for (i = 2; i <= count; i++)
    for (j = i; j > 1 && rank(domains[j]) > rank(domains[j - 1]); j--) { t = domains[j]; domains[j] = domains[j - 1]; domains[j - 1] = t }
}
function rank(domain) { return domain == "vessel" ? -1 : porosity[domain] }
function head(text,   i, line) {
  line = "| domain | porosity | utilisation |"
  for (i = 1; i in layouts; i++) line = line " " layouts[i] " |"
  printf "\n%s\n\n%s\n|:--|--:|--:|", text, line
  for (i = 1; i in layouts; i++) printf "--:|"
  print ""
}
function cell(at, kind, domain,   packed, by) {
  if (!(at in speed)) return " |"
  packed = speed[domain SUBSEP kind SUBSEP "packed"]
  by = model_moves[at] > 0 && copy[domain] > 0 ? sprintf(", %.2f", speed[at] * model_moves[at] / (copy[domain] * 1e3)) : ""
  return sprintf(" %.0f (%.0f ... %.0f) %s%s |", speed[at], least[at], most[at], packed > 0 ? sprintf("%.2f", speed[at] / packed) : "", by)
}
function speeds(kind,   d, i, line) {
  head("MFLUPS, " kind ": median (least ... most), by packed, by what the formulas say")
  for (d = 1; d <= count; d++) {
    line = sprintf("| %s | %.3f | %.3f |", domains[d], porosity[domains[d]], used[domains[d]])
    for (i = 1; i in layouts; i++) line = line cell(domains[d] SUBSEP kind SUBSEP layouts[i], kind, domains[d])
    print line
  }
}
# In the full box, by what reading and writing 19 values in order reaches.
function moves_only(   k, i, n, precision, line, at, ways) {
  n = split("read/write,packed,t2c,reversed,split,moments", ways, ",")
  print "\nWithout walls: MFLUPS, median (least ... most), by read/write; propagation alone, and steps of moments\n"
  print "| | read/write | packed | t2c | reversed | split | moments |\n|:--|--:|--:|--:|--:|--:|--:|"
  for (k = 1; k <= 2; k++) {
    precision = k == 1 ? "fp64" : "fp32"
    line = "| " precision " |"
    for (i = 1; i <= n; i++) {
      at = 1 SUBSEP precision (ways[i] == "moments" ? " regularised" : " none") SUBSEP ways[i]
      line = line (at in speed ? sprintf(" %.0f (%.0f ... %.0f) %.2f |", speed[at], least[at], most[at], speed[at] / speed[1 SUBSEP precision " none" SUBSEP "read/write"]) : " |")
    }
    print line
  }
}
function bytes(kind,   d, i, line, at) {
  head("Bytes of a node, " substr(kind, 1, 4) ": held (formulas), moved in a step (formulas)")
  for (d = 1; d <= count; d++) {
    line = sprintf("| %s | %.3f | %.3f |", domains[d], porosity[domains[d]], used[domains[d]])
    for (i = 1; i in layouts; i++) {
      at = domains[d] SUBSEP kind SUBSEP layouts[i]
      line = line (at in speed ? sprintf(" %.0f (%.0f), %.0f (%.0f) |", holds[at], model_holds[at], moves[at], model_moves[at]) : " |")
    }
    print line
  }
}
# Where a line between two porosities passes one another's; `rows`: of the formula that has whole rows of a tile move.
function crossings(   k, pairs, n, pair) {
  print "\nPorosity at which the first is as fast as the second: measured; by the formulas, all and with whole rows of a tile\n"
  print "| | first, second | measured | formulas | rows |\n|:--|:--|--:|--:|--:|"
  n = split("packed cm,packed fia,packed t2c,t2c cm,t2c fia,tgb cm,tgb fia,tgb t2c,fia cm,fia-apart cm", pairs, ",")
  for (k = 1; k in kinds; k++)
    for (i = 1; i <= n; i++) {
      split(pairs[i], pair, " ")
      if (known(kinds[k], pair[1], pair[2]))
        printf "| %s | %s, %s | %s | %s | %s |\n", kinds[k], pair[1], pair[2], where(speed, kinds[k], pair, 1), where(model_moves, kinds[k], pair, -1), where(model_rows, kinds[k], pair, -1)
    }
}
function known(kind, a, b,   d, found) {
  for (d = 1; d <= count; d++)
    found += domains[d] != "vessel" && (domains[d] SUBSEP kind SUBSEP a) in speed && (domains[d] SUBSEP kind SUBSEP b) in speed
  return found > 1
}
# sign: 1 where more is faster, -1 where less is.
function where(value, kind, pair, sign,   d, gain, last, from, text, always) {
  last = ""
  for (d = 1; d <= count; d++) {
    if (domains[d] == "vessel" || !((domains[d] SUBSEP kind SUBSEP pair[1]) in value) || !((domains[d] SUBSEP kind SUBSEP pair[2]) in value)) continue
    gain = sign * (value[domains[d] SUBSEP kind SUBSEP pair[1]] - value[domains[d] SUBSEP kind SUBSEP pair[2]])
    if (last != "" && (gain > 0) != (last > 0))
      text = text (text == "" ? "" : ", ") sprintf("%.2f", from + (porosity[domains[d]] - from) * last / (last - gain))
    last = gain; from = porosity[domains[d]]
  }
  return text != "" ? text : last > 0 ? "first faster" : "second faster"
}
