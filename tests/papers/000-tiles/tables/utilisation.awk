# SPDX-License-Identifier: BSD-3-Clause
# The table of utilisation.sh for plot.awk, two panels: a cross for every offset, and a line for their mean.
BEGIN {
  FS = ","
  title["channel"] = "square channel"; title["tube"] = "circular channel"
}
NR > 1 {
  sum[$1, $2] += $6
  count[$1, $2]++
  if (!seen[$1, $2, $6]++)
    marks[$1] = marks[$1] "cross," ($2 == 8 ? "#c00" : "#447") "," $2 "," $6 "\n"
}
function panel(shape,   n) {
  print "panel," title[shape] ": tile utilisation over nodes across,0,100,0,1"
  printf "%s", marks[shape]
  for (n = 2; n <= 100; n++)
    print (n == 2 ? "move" : "line") ",#080," n "," sum[shape, n] / count[shape, n]
}
END { panel("channel"); panel("tube") }
