# SPDX-License-Identifier: BSD-3-Clause
# Rows of gap.sh: awk -f tables.awk -f gap.awk PAGES. A step takes nodes / (bandwidth / bytes) and a time of its own.
function line(what, theirs_, ours_, ratio) { printf "| %s | %s | %s | %s |\n", what, theirs_, ours_, ratio }
END {
  if (dead) exit 1
  b = "000/layouts"; c = "000/cavity"; where = "layout=t2c;precision=fp64;kernel=bgk-incompressible;case~cavity "
  print from(b " " c)
  GB = peak(b) * 1e3 / 304
  own[1] = cell(b, 1, "#1=all three", "#7") * GB; own[2] = cell(b, 1, "#1=all three", "#8") * GB
  ours[1] = cell(c, 1, where "100x", "MFLUPS (least … most)"); ours[2] = cell(c, 1, where "252x", "MFLUPS (least … most)")
  for (k = 1; k <= 2; k++) line(k == 1 ? "100³: MFLUPS" : "256³, 252³: MFLUPS", sprintf("%.0f", own[k]), sprintf("%.0f", ours[k]), sprintf("%.3f", own[k] / ours[k]))
  # 27 indices of tiles; tessera-run reads the masks and offsets of these tiles too, 16 bytes each
  mine = 304 + 27 * 20 / 64; theirs = 304 + 27 * 4 / 64
  line("bytes a node and step, tables of tiles from memory", sprintf("%.1f", theirs), sprintf("%.1f", mine), sprintf("%.3f", mine / theirs))
  t_own = 1e6 / own[1] - 1e6 / own[2]; t_ours = 1e6 / ours[1] - 1e6 / ours[2]
  line("time of 10⁶ nodes in 100³ less that in the large box, microseconds", sprintf("%.1f", t_own), sprintf("%.1f", t_ours), sprintf("%.1f more", t_ours - t_own))
  large = own[2] / ours[2]; explained = (mine / theirs - 1) / (large - 1); time = (t_ours - t_own) * ours[1] / 1e6
  printf "*In the large box the kernel of table 5 is %.1f %% faster, of which the tables of tiles explain %.1f (%s). At 100³ tessera-run takes %.1f microseconds a step more beside, %.1f %% of it: %s.\n",
    100 * large - 100, 100 * (mine / theirs) - 100, (explained > 0.7 && explained < 1.3 ? "nearly all" : "not all"), t_ours - t_own, 100 * time,
    (t_ours - t_own > 1 ? "what a second kernel for the tiles beside the lid, launched after the first, would take" : "no more than the other")
}
