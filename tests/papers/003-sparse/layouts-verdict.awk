# SPDX-License-Identifier: BSD-3-Clause
# A sentence on layouts-DEVICE.csv: awk -F, -v kind="fp64 bgk" -f layouts-verdict.awk
NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
$c["precision"] " " $c["collision"] == kind {
  d = $c["domain"]
  if (!(d in best)) { order[++n] = d; best[d] = "" }
  speed[d, $c["layout"]] = $c["mflups"]
  if (best[d] == "" || $c["mflups"] > speed[d, best[d]]) best[d] = $c["layout"]
}
function won(layout) { return speed[d, layout] > 1.02 * speed[d, "cm"] }
END {
  for (i = 1; i <= n; i++) {
    d = order[i]
    wins[best[d]]++
    t2c += won("t2c"); tgb += won("tgb"); ours += won("packed"); fia += won("fia")
  }
  for (l in wins) text = text (text == "" ? "" : ", ") l " in " wins[l]
  printf "In %s the fastest of %d domains is %s; faster than cm are the paper's tiles with two copies in %d, those with ghost " \
      "buffers in %d, its fia with one launch in %d and our packed tiles in %d; by more than 2 %%, less is a tie.\n", kind, n,
      text, t2c, tgb, fia, ours
}
