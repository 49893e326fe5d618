# The table of utilisation.sh as an SVG of two panels: every placement a cross, their mean a line.
BEGIN {
  FS = ","
  width = 480; height = 320; left = 60; top = 40; gap = 70
  title["channel"] = "square channel"; title["tube"] = "circular channel"
  panel["channel"] = 0; panel["tube"] = 1
}
function x_of(shape, nodes) { return left + panel[shape] * (width + gap) + width * nodes / 100 }
function y_of(utilisation) { return top + height * (1 - utilisation) }
NR > 1 {
  sum[$1, $2] += $6
  count[$1, $2]++
  if (!(($1, $2, $6) in seen)) {
    seen[$1, $2, $6] = 1
    colour = $2 == 8 ? "#c00" : "#447"
    x = x_of($1, $2); y = y_of($6)
    marks = marks sprintf("<path d=\"M%.1f %.1fl4 4m-4 0l4 -4\" stroke=\"%s\"/>\n", x - 2, y - 2, colour)
  }
}
function axes(shape,   i, x, y) {
  printf "<rect x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%d\" stroke=\"#888\"/>\n", x_of(shape, 0), top, width, height
  for (i = 0; i <= 10; i++) {
    x = x_of(shape, 10 * i); y = y_of(i / 10)
    printf "<path d=\"M%.1f %dv5M%.1f %.1fh-5\" stroke=\"#888\"/>\n", x, top + height, x_of(shape, 0), y
    printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x, top + height + 18, 10 * i
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>\n", x_of(shape, 0) - 8, y + 4, i / 10
  }
  printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s: tile utilisation over nodes across</text>\n",
    x_of(shape, 50), top - 12, title[shape]
}
function mean_line(shape,   n, path) {
  for (n = 2; n <= 100; n++)
    path = path sprintf("%s%.1f %.1f", n == 2 ? "M" : "L", x_of(shape, n), y_of(sum[shape, n] / count[shape, n]))
  printf "<path d=\"%s\" stroke=\"#080\" stroke-width=\"2\"/>\n", path
}
END {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" fill=\"none\">\n",
    left + 2 * width + gap + 20, top + height + 40
  print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
  print "<style>text { font: 12px sans-serif; fill: #222 }</style>"
  for (shape in panel) {
    axes(shape)
  }
  printf "%s", marks
  for (shape in panel)
    mean_line(shape)
  print "</svg>"
}
