# SPDX-License-Identifier: BSD-3-Clause
# For the scripts of this folder, after lib.sh.
here=$srcdir/tests/papers/001-cache
cache=$builddir/tests/cache
export OMP_WAIT_POLICY=active OMP_PROC_BIND=true OMP_NUM_THREADS=1

# speeds SIDE VARIANT...: lines SIDE,THREADS,VARIANT,MLSUPS; one thread by the time of the processor
speeds() { "$cache" speed "$@" || fail "cache speed $*"; }
# spent STEPS: seconds of the processor in a run of cavity.tile, of one thread, which other programs do not lengthen
spent() {
  { tessera run --quiet --json --threads 1 --set lid:wall=0.05,0,0 --collision bgk --precision fp64 --tau 0.8 --steps "$1" cavity.tile \
      >run.json 2>said && times; } | awk -F'[ms ]+' 'NR == 2 { print 60 * $1 + $2 + 60 * $3 + $4; ran = 1 } END { exit !ran }'
}
# product SIDE: such a line of the step of tessera-run in a cavity of that side: some two seconds of steps, less what one takes
product() {
  tessera voxelize --quiet --shape cavity --size "$1,$1,$1" | tessera tile --quiet --patch lid=z+ >cavity.tile
  steps=$((100000000 / ($1 * $1 * $1) + 2))
  one=$(spent 1) && all=$(spent "$steps") || { cat said >&2; fail "tessera run at $1"; }
  awk -v side="$1" -v steps="$steps" -v one="$one" -v all="$all" 'BEGIN {
    printf "%d,1,product,%.2f\n", side, (steps - 1) * side ^ 3 / (all - one) * 1e-6 }'
}
# bound SIDE: site updates that the copy bandwidth allows, in millions per second
bound() { "$cache" bound "$1"; }
# curves TITLE SIDES TOP VARIANT=COLOUR=TEXT... <SPEEDS: a panel of a plot, MLSUPS over side; in TEXT _ is a space
curves() {
  title=$1 sides=$2 top=$3; shift 3
  awk -F, -v title="$title" -v sides="$sides" -v top="$top" -v curves="$*" '
    { speed[$3, $1] = $4; if (!($1 in seen)) { seen[$1] = 1; side[++n] = $1 } }
    END {
      print "panel," title "," sides ",0," top
      m = split(curves, curve, " ")
      for (k = 1; k <= m; k++) {
        split(curve[k], part, "=")
        gsub(/_/, " ", part[3])
        print "key," part[2] "," part[3]
        for (j = 1; j <= n; j++)
          print (j == 1 ? "move," : "line,") part[2] "," side[j] "," speed[part[1], side[j]]
      }
    }'
}
