# Figure 19: speed by that of the full box over tile utilisation, a line through all spheres and vessels, from what
# spheres.sh and vessels.sh measured last (make papers-gpu runs this after them).
. "$srcdir/tests/papers/lib.sh"
results=$builddir/papers/000
[ -s "$results/spheres.csv" ] && [ -s "$results/vessels.csv" ] || skip "needs the results of 000/spheres and 000/vessels"
{ cat "$results/spheres.csv"; sed 1d "$results/vessels.csv"; } >table
about "${DEVICE:-cuda}"
heads 'precision|layout|kernel|line of the paper|ours|ratio of slopes|points|root of the mean square'
awk -F, "$(cat "$srcdir/tests/papers/000-tiles/columns.awk")"'
  function add(key, y) { if (!(key in points)) order[++keys] = key
    x = c("utilisation"); points[key]++; sx[key] += x; sy[key] += y; sxx[key] += x * x; sxy[key] += x * y; syy[key] += y * y }
  NR > 1 && c("share_box") != "" {
    add(c("precision") "|" c("layout") "|" c("kernel"), c("share_box"))
    if (c("share_rw_box") > 0) add(c("precision") "|" c("layout") "|read/write only", c("read_write") * c("share_rw_box") / c("mflups"))
  }
  END {
    line["fp64|t2c|bgk-incompressible"] = "0.65 η + 0.35"; line["fp64|t2c|mrt-incompressible"] = "0.8 η + 0.18"; line["fp64|t2c|read/write only"] = "0.56 η + 0.45"
    line["fp32|t2c|bgk-incompressible"] = line["fp32|t2c|mrt-incompressible"] = line["fp32|t2c|read/write only"] = "0.8 η + 0.2 (least)"
    for (k = 1; k <= keys; k++) {
      key = order[k]; d = points[key] * sxx[key] - sx[key] ^ 2; if (d <= 0) continue
      a = (points[key] * sxy[key] - sx[key] * sy[key]) / d; b = (sy[key] - a * sx[key]) / points[key]
      rest = (syy[key] + a * a * sxx[key] + b * b * points[key] - 2 * a * sxy[key] - 2 * b * sy[key] + 2 * a * b * sx[key]) / points[key]
      text = key; gsub(/[|]/, " | ", text)
      printf "| %s | %s | %.2f η %+.2f | %s | %d | %.3f |\n", text, line[key], a, b, line[key] ? sprintf("%.2f", a / line[key]) : "", points[key], (rest > 0 ? sqrt(rest) : 0)
      slope[key] = a
    }
    printf "In fp64 a BGK step with the layout of the paper loses %.2f of its speed for each unit of utilisation (0.65 there), and packed, which moves no solid nodes, %.2f%s.", slope["fp64|t2c|bgk-incompressible"], slope["fp64|packed|bgk-incompressible"], (slope["fp64|packed|bgk-incompressible"] < 0.3 ? ": it hardly depends on the tiles" : "") >"said"
  }' table
awk -v panel=precision -v series=layout,kernel -v x=utilisation -v y=share_box -v marks=1 -f "$srcdir/tests/papers/000-tiles/lines.awk" table |
  plot "Speed by that of the full box over tile utilisation"
verdict "$(cat said)"
