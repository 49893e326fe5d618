# SPDX-License-Identifier: BSD-3-Clause
# A CSV table of gpu.sh as aligned text, or as markdown with -v markdown=1. Empty columns are left out.
BEGIN {
  FS = ","
  # heading=source: one column, or several in one cell
  shown = "case=case grid=grid layout=layout prec.=precision kernel=kernel MFLUPS=mflups,min,max r/w=share_rw " \
    "box_r/w=share_rw_box box=share_box copy=share_copy predicted=predicted BU=bu,bu_propagation " \
    "paper=paper_bu,paper_bu_propagation goal=goal aim=aim reached=share met=met"
  count = split(shown, want, " ")
}
/^#/ { next }
!heading { heading = 1; for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  rows++
  for (i = 1; i <= count; i++)
    keep(rows, i, cell(substr(want[i], index(want[i], "=") + 1)))
}
function keep(row, i, text) {
  table[row, i] = text
  if (length(text) > width[i])
    width[i] = length(text)
}
function value(name) { return name in column ? $column[name] : "" }
# a speed, a share, a word
function figure(name, text) {
  if (text == "")
    return ""
  if (name ~ /mflups|^min|^max|predicted|^propagation/)
    return sprintf("%.0f", text)
  if (name ~ /share|bu|per_tile/)
    return sprintf("%.3f", text)
  return text
}
function cell(names,   name, n, text) {
  n = split(names, name, ",")
  text = figure(name[1], value(name[1]))
  if (n == 3 && text != "")
    text = text " (" figure(name[2], value(name[2])) " ... " figure(name[3], value(name[3])) ")"
  if (n == 2 && value(name[2]) != "")
    text = text (text == "" ? "(" : " (") figure(name[2], value(name[2])) ")"
  return text
}
function pad(text, i, left,   spaces) {
  spaces = sprintf("%" (width[i] - length(text)) "s", "")
  if (width[i] <= length(text))
    spaces = ""
  return left ? text spaces : spaces text
}
function print_row(row,   i, line, separator) {
  for (i = 1; i <= count; i++)
    if (width[i]) {
      line = line (markdown ? "| " : separator) pad(table[row, i], i, words[i]) (markdown ? " " : "")
      separator = "  "
    }
  if (!markdown)
    sub(/ +$/, "", line)
  print line (markdown ? "|" : "")
}
END {
  if (!rows) {
    print "Nothing measured."
    exit
  }
  for (i = 1; i <= count; i++)
    if (width[i]) {
      words[i] = table[1, i] !~ /^[0-9(-]/ || table[1, i] ~ /x/
      heading = substr(want[i], 1, index(want[i], "=") - 1)
      gsub(/_/, " ", heading)
      keep(0, i, heading)
    }
  print_row(0)
  if (markdown) {
    for (i = 1; i <= count; i++)
      if (width[i]) {
        line = sprintf("%" width[i] "s", "")
        gsub(/ /, "-", line)
        rule = rule "|" (words[i] ? ":" : "-") line (words[i] ? "-" : ":")
      }
    print rule "|"
  }
  for (row = 1; row <= rows; row++)
    print_row(row)
}
