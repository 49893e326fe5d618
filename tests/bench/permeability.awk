# SPDX-License-Identifier: BSD-3-Clause
# The lines of permeability.sh as a table, one row per case. Exit 1: a k differs from the reference by more than 2 eps,
# or the automatic tau needs more than `slower` times the steps of the best one (slower "": not tested), or a run did
# not end (whole "": accepted).
function time_of(c, mode) { return steps[c, mode] == "" ? "–" : sprintf("%d, %.2f s", steps[c, mode], seconds[c, mode]) }
function off(c, mode) { return k[c, mode] == "" || k[c, "reference"] == "" ? "" : k[c, mode] / k[c, "reference"] - 1 }
function worst(c,   m, most) {
  for (m = 1; m <= modes; m++)
    if (off(c, mode_name[m]) != "" && off(c, mode_name[m]) ^ 2 > most ^ 2)
      most = off(c, mode_name[m])
  return most
}
function best(c,   m, found) {
  for (m = 1; m <= modes; m++)
    if (mode_name[m] != "reference" && steps[c, mode_name[m]] != "" && (!found || steps[c, mode_name[m]] + 0 < steps[c, found] + 0))
      found = mode_name[m]
  return found
}
BEGIN { FS = "," }
FNR == 1 { next }
!($1 in porosity) { porosity[$1] = $2; name[++cases] = $1 }
!($3 in seen) { seen[$3] = 1; mode_name[++modes] = $3 }
$5 == "" && whole != "" { failed = failed sprintf("%s (%s): did not end\n", $1, $3) }
{ tau[$1, $3] = $4; steps[$1, $3] = $5; seconds[$1, $3] = $6; k[$1, $3] = $7 }
END {
  print "| domain | porosity | tau 1 | best fixed tau | chosen tau | k in voxel² | chosen / worst off by |"
  print "|---|---|---|---|---|---|---|"
  for (i = 1; i <= cases; i++) {
    c = name[i]; b = best(c)
    printf "| %s | %.3f | %s | %.4g: %s | %.4g: %s | %.6g | %s |\n", c, porosity[c], time_of(c, "tau 1"), tau[c, b],
      time_of(c, b), tau[c, "auto"], time_of(c, "auto"), k[c, "auto"],
      off(c, "auto") == "" ? "–" : sprintf("%.1e / %.1e", off(c, "auto"), worst(c))
    if (worst(c) ^ 2 > 4 * eps ^ 2)
      failed = failed sprintf("%s: off by %.2g, more than twice %g\n", c, worst(c), eps)
    if (slower != "" && steps[c, "auto"] > slower * steps[c, b])
      failed = failed sprintf("%s: %d steps, more than %g times %d\n", c, steps[c, "auto"], slower, steps[c, b])
  }
  if (failed) {
    printf "%s", failed > "/dev/stderr"
    exit 1
  }
}
