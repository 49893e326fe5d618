# SPDX-License-Identifier: BSD-3-Clause
# A row of cases.sh from the report of tessera-stats in `run`: awk -v name=NAME -v run=r.json -f json.awk -f cases.awk
# Columns: see cases-measure.sh.
BEGIN {
  json(slurp(run), of)
  printf "%s,%s,%s,%.6g,%.6g,%.6g,%.6g,%.6g", name, of["model_tiles.lattice"], of["model_tiles.tiles"], of["porosity"],
    of["model_tiles.utilisation"], of["boundary_share"], of["model_tiles.ghost_share"], of["model_tiles.ghost_moves"]
  split("memory_overhead bandwidth_overhead bandwidth_pessimistic memory_ideal bandwidth_ideal", kinds, " ")
  for (k = 1; k <= 5; k++)
    for (i = 0; i < 4; i++)
      printf ",%.6g", of["models." i "." kinds[k]]
  print ""
}
