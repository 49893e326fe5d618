# SPDX-License-Identifier: BSD-3-Clause
# Panels side by side as SVG. Input, one command per line:
#   panel,TITLE,LEFT,RIGHT,BOTTOM,TOP   starts a panel with these ranges of x and y
#   key,COLOUR,TEXT                     adds an entry to the legend of the panel
#   cross,COLOUR,X,Y                    draws a mark
#   move,COLOUR,X,Y                     starts a line
#   line,COLOUR,X,Y                     continues it
BEGIN {
  FS = ","
  width = 480; height = 320; margin = 60; top = 40; gap = 70
}
function x_of(x) { return margin + (panels - 1) * (width + gap) + width * (x - x0) / (x1 - x0) }
function y_of(y) { return top + height * (y1 - y) / (y1 - y0) }
function add(text) { body = body text "\n" }
function label(x, y, anchor, text) {
  add(sprintf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, text))
}
function end_line() {
  if (path)
    add("<path d=\"" path "\" stroke=\"" path_colour "\" stroke-width=\"2\"/>")
  path = ""
}
# The step between ticks: 1, 2 or 5 times a power of ten, for 5 to 10 of them.
function step_of(range,   power) {
  power = 1
  while (power * 10 <= range) power *= 10
  while (power > range) power /= 10
  return power * (range < 1.999999 * power ? 0.2 : range < 4.999999 * power ? 0.5 : 1)
}
# The first whole number of steps that is not below a value, but for rounding.
function first_of(value,   n) {
  n = int(value - 1e-6)
  return n < value - 1e-6 ? n + 1 : n
}
function axes(   i, x, y, step) {
  add(sprintf("<rect x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%d\" stroke=\"#888\"/>", x_of(x0), top, width, height))
  step = step_of(x1 - x0)
  for (i = first_of(x0 / step); i * step <= x1 + 1e-6 * step; i++) {
    x = i * step
    add(sprintf("<path d=\"M%.1f %dv5\" stroke=\"#888\"/>", x_of(x), top + height))
    label(x_of(x), top + height + 18, "middle", x + 0)
  }
  step = step_of(y1 - y0)
  for (i = first_of(y0 / step); i * step <= y1 + 1e-6 * step; i++) {
    y = i * step
    add(sprintf("<path d=\"M%.1f %.1fh-5\" stroke=\"#888\"/>", x_of(x0), y_of(y)))
    label(x_of(x0) - 8, y_of(y) + 4, "end", y + 0)
  }
}
# The text of a command, which may contain commas: what is between its first fields and its last ones.
function text_of(before, after,   i, text) {
  text = $(before + 1)
  for (i = before + 2; i <= NF - after; i++) text = text "," $i
  return text
}
$1 == "panel" {
  end_line()
  panels++; keys = 0
  x0 = $(NF - 3); x1 = $(NF - 2); y0 = $(NF - 1); y1 = $NF
  axes()
  label(x_of((x0 + x1) / 2), top - 12, "middle", text_of(1, 4))
}
$1 == "key" {
  keys++
  add(sprintf("<path d=\"M%.1f %dh20\" stroke=\"%s\" stroke-width=\"2\"/>", x_of(x0) + 10, top + 20 * keys, $2))
  label(x_of(x0) + 36, top + 20 * keys + 4, "start", text_of(2, 0))
}
$1 == "cross" { add(sprintf("<path d=\"M%.1f %.1fl4 4m-4 0l4 -4\" stroke=\"%s\"/>", x_of($3) - 2, y_of($4) - 2, $2)) }
$1 == "move" { end_line(); path = sprintf("M%.1f %.1f", x_of($3), y_of($4)); path_colour = $2 }
$1 == "line" { path = path sprintf("L%.1f %.1f", x_of($3), y_of($4)) }
END {
  end_line()
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" fill=\"none\">\n",
    margin + panels * (width + gap), top + height + 40
  print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
  print "<style>text { font: 12px sans-serif; fill: #222 }</style>"
  printf "%s", body
  print "</svg>"
}
