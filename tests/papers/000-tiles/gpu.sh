# SPDX-License-Identifier: BSD-3-Clause
# For the scripts that measure tessera-run on a device, beside the figures of the paper (paper.csv).
# DEVICE=cpu, cuda:1 ...   SCALE=full or tiny (to try a script)   PEAK=GB/s: of a GPU that is not in the list of
# gpu-measure.sh   SECONDS_OF_RUNS: no run starts after that time
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/bench/gpu/gpu-measure.sh"
papers=$srcdir/tests/papers/000-tiles
results=$builddir/papers/000
mkdir -p "$results"
device=${DEVICE:-cuda} scale=${SCALE:-full}
ends=$(($(date +%s) + ${SECONDS_OF_RUNS:-130}))
box=256 diameter=40
[ "$scale" = full ] || box=16 diameter=8

# sized FULL TINY: the one of this scale
sized() { [ "$scale" = full ] && echo "$1" || echo "$2"; }
# measured NAME <LINES: measures "DOMAIN LAYOUT PRECISION KERNEL", the most important first, into $table
measured() {
  table=$results/$1.csv
  begin >&2
  row . . . . heading=1 >"$table"
  measure_all
  about "$device"
  json_of r.json copy_bandwidth | awk -v peak="${peak:-unknown}" -v failed="$failed" -v skipped="$skipped" '{
    printf "Copy bandwidth %.0f GB/s, peak %s GB/s. Runs that failed: %d, left out for want of time: %d.\n\n", $1, peak, failed,
        skipped }'
}
# from_table PROGRAM: awk with the functions of columns.awk over $table, whose first line has the names
from_table() { awk -F, "$(cat "$papers/tables/columns.awk") $1" "$table"; }
# shown: rows of $table with the share of the peak bandwidth in the paper and here
shown() {
  heads 'case|tile utilisation|layout|precision|kernel|share of the peak bandwidth in the paper|ours|ratio' \
    'MFLUPS (least … most)|by read/write only'
  from_table 'NR > 1 { printf "| %s %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", c("case"), c("grid"),
      n(c("utilisation"), 3), c("layout"),
    c("precision"), c("kernel"), n(c("paper_bu"), 3), n(c("bu"), 3), by(c("bu"), c("paper_bu")), speed(), n(c("share_rw"), 3) }'
}
