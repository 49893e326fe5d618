# SPDX-License-Identifier: BSD-3-Clause
# Panels for data/plot.awk from a table of gpu-row.awk: column y over column x, with a panel for each value of the
# columns `panel` and a line for each value of the columns `series`; each column in `too` adds a line. marks=1: points
# only.
BEGIN {
  FS = ","
  split("#447 #c00 #080 #c70 #707 #088 #000 #a85 #59c #888", colour, " ")
}
/^#/ { next }
!heading { heading = 1; for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  split($column["grid"], side, "x")
  add(of(panel), of(series), $column[y])
  if (first == "")
    first = of(series)
  for (i = split(too, other, ","); i >= 1 && of(series) == first; i--)
    add(of(panel), other[i], $column[other[i]])
}
function of(names,   name, n, i, text) {
  n = split(names, name, ",")
  for (i = 1; i <= n; i++)
    text = text (i > 1 ? " " : "") $column[name[i]]
  return text
}
function add(in_panel, in_series, value,   at, n) {
  at = x == "side" ? side[1] : $column[x]
  if (value == "" || at == "")
    return
  if (!(in_panel in seen)) { seen[in_panel]; panel_name[++panels] = in_panel }
  if (!((in_panel, in_series) in points)) { line_panel[++lines] = in_panel; line_series[lines] = in_series }
  n = ++points[in_panel, in_series]
  # in the order of x, so that a line runs in one direction
  for (; n > 1 && xs[in_panel, in_series, n - 1] > at + 0; n--) {
    xs[in_panel, in_series, n] = xs[in_panel, in_series, n - 1]
    ys[in_panel, in_series, n] = ys[in_panel, in_series, n - 1]
  }
  xs[in_panel, in_series, n] = at + 0
  ys[in_panel, in_series, n] = value + 0
  if (at + 0 > most_x) most_x = at + 0
  if (value + 0 > most_y) most_y = value + 0
}
# the smallest round number that is not less
function above(value,   power, i, round, least) {
  for (power = 1e-6; power * 10 < value; power *= 10)
    ;
  for (i = split("1 1.2 1.5 2 2.5 3 4 5 6 8", round, " "); i >= 1 && value <= round[i] * power; i--)
    least = round[i] * power
  return i == 10 ? 10 * power : least
}
function print_line(p, s, shade,   i) {
  print "key," shade "," s
  for (i = 1; i <= points[p, s]; i++) {
    print "cross," shade "," xs[p, s, i] "," ys[p, s, i]
    if (!marks)
      print (i > 1 ? "line," : "move,") shade "," xs[p, s, i] "," ys[p, s, i]
  }
}
END {
  for (p = 1; p <= panels; p++) {
    print "panel," (y == "mflups" ? "MFLUPS" : y) " over " x (panel_name[p] == "" ? "" \
        : ": " panel_name[p]) ",0," above(most_x) ",0," above(1.25 * most_y)
    count = 0
    for (l = 1; l <= lines; l++)
      if (line_panel[l] == panel_name[p])
        print_line(panel_name[p], line_series[l], colour[++count])
  }
}
