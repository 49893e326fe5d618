# SPDX-License-Identifier: BSD-3-Clause
# One line of a table of gpu.sh: the measurement of a run, its prediction, the value of the paper and the goal.
#   awk -v name=DOMAIN -v layout=L -v precision=P -v kernel=K -v peak=GB/s -v run=r.json -v stats=s.json -v box=FILE
#     -f json.awk -f gpu-row.awk paper.csv [goals.csv]
# s.json: stats at any bandwidth. FILE: "layout,precision,kernel,step,read_write" of full boxes, as printed with
# reference=1. With heading=1: the names of the columns.
BEGIN {
  FS = ","
  if (heading)
    print "case,grid,nonsolid,porosity,utilisation,faces_per_tile,edges_per_tile,layout,precision,kernel," \
      "mflups,min,max,propagation,read_write,share_rw,share_rw_box,share_box,share_copy,copy_GBps,predicted,pessimistic," \
      "bu,bu_propagation,bu_read_write,paper_bu,paper_bu_propagation,paper_bu_read_write,against,share,goal,aim,met"
  split(name, part, "@")
  bytes = 2 * 19 * (precision == "fp64" ? 8 : 4)
  read_box()
}
/^#/ { next }
/^case,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
FILENAME ~ /paper.csv$/ && ("|" $1 "|" ~ "[|](" part[1] "|" name ")[|]") && $2 == precision && of_layout($3) {
  paper_read_write = $column["read_write"]
  paper_propagation = $column["propagation"]
  paper_step = kernel in column ? $column[kernel] : ""
}
FILENAME ~ /goals.csv$/ && $1 == part[1] && $2 == precision && $3 == kernel && layout in column {
  against = $4
  goal = $column[layout]
  aim = $column["aim"]
}
function of_layout(of) { return of == "*" || of == layout || (of == "t2c" && layout == "packed") }
function read_box(   line, b) {
  while (box != "" && (getline line < box) > 0) {
    split(line, b, ",")
    if (b[1] == layout && b[2] == precision && (b[3] == kernel || box_read_write == ""))
      box_read_write = b[5]
    if (b[1] == layout && b[2] == precision && b[3] == kernel)
      box_step = b[4]
  }
}
# a share of a number that may be unknown
function share(a, b) { return a == "" || b == "" || b == 0 ? "" : sprintf("%.4f", a / b) }
function utilisation(mflups, bandwidth) { return share(mflups, bandwidth / (bytes * 1e-3)) }
# MFLUPS at the copy bandwidth of this run; t2c-xyz has the model of t2c.
function predict(s, copy,   m, model) {
  model = layout ~ /^t2c/ ? "t2c" : layout
  for (m = 0; ("models." m ".layout") in s; m++)
    if (s["models." m ".layout"] == model) {
      predicted = sprintf("%.1f", copy * 1e3 / bytes / (1 + s["models." m ".bandwidth_overhead"]))
      pessimistic = sprintf("%.1f", copy * 1e3 / bytes / (1 + s["models." m ".bandwidth_pessimistic"]))
    }
}
function print_domain(s) {
  printf "%s,%sx%sx%s,%s,%.6f,%.4f,%.4f,%.4f,", part[1], s["grid.0"], s["grid.1"], s["grid.2"], s["nonsolid"],
    s["porosity"], s["utilisation"], s["faces_per_tile"], s["edges_per_tile"]
}
function print_speeds(r, step, rw) {
  printf "%s,%s,%s,%.1f,%.1f,%.1f,%.1f,%.1f,%s,%s,%s,%.4f,%.1f,%s,%s,", layout, precision, kernel, step,
    r["benchmark.step.min"], r["benchmark.step.max"], r["benchmark.propagation.mflups"], rw, share(step, rw),
    share(step, box_read_write), share(step, box_step), r["benchmark.step.share_of_copy"], r["copy_bandwidth"], predicted,
    pessimistic
}
function print_utilisation(r, step, rw) {
  printf "%s,%s,%s,%s,%s,%s,", utilisation(step, peak), utilisation(r["benchmark.propagation.mflups"], peak),
    utilisation(rw, peak), utilisation(paper_step, 288.384), utilisation(paper_propagation, 288.384),
    utilisation(paper_read_write, 288.384)
}
function print_goal(step,   reached) {
  reached = share(step, against == "box" ? box_step : against == "rw" ? box_read_write : "")
  print against "," reached "," goal "," aim "," (reached == "" ? "" : reached >= goal ? "met" : "not met")
}
END {
  if (heading)
    exit
  json(slurp(run), r)
  json(slurp(stats), s)
  step = r["benchmark.step.mflups"]
  rw = r["benchmark.read_write.mflups"]
  if (reference) {
    print layout "," precision "," kernel "," step "," rw
    exit
  }
  predict(s, r["copy_bandwidth"])
  print_domain(s)
  print_speeds(r, step, rw)
  print_utilisation(r, step, rw)
  print_goal(step)
}
