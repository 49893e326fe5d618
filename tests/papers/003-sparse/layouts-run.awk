# SPDX-License-Identifier: BSD-3-Clause
# A row of layouts-measure.sh from a run of tessera-run --benchmark --json, in `run`, and the output of `sparse about` for its
# domain.
#   awk -F, -v name=DOMAIN -v layout=L -v precision=P -v collision=C -v run=r.json -f json.awk -f layouts-run.awk about
# With collision bgk also a row of its propagation alone.
function row(kernel, as) {
  kernel = "benchmark." kernel "."
  printf "%s,%s,%s,%s,%s,%s,%.1f,%.1f,%.1f,%.2f,%.2f,%s,%s,%s,%.1f\n", name, $1, $2, layout, precision, as,
    of[kernel "mflups"], of[kernel "min"], of[kernel "max"], of["memory"] / $8, of["traffic"],
    $5, $6, $7, of["copy_bandwidth"]
}
NR > 1 && $3 == layout && $4 == precision {
  json(slurp(run), of)
  row("step", collision)
  if (collision == "bgk")
    row("propagation", "none")
}
