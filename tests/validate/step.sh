#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Flow over a backward-facing step, one slice: the length of the eddy behind the step over its height h, which is also
# that of the inlet. Reference: E. Erturk, Numerical solutions of 2-D steady incompressible flow over a backward-facing
# step, Part I, Comput. Fluids 37 (2008) 633: 2.922, 8.237 and 11.834 at Re = 2 h U / nu of 100, 400 and 800, U the mean
# velocity in the inlet. A parabola enters 5 h before the step (Erturk: 20 h); the outlet is 20, 30 and 40 h behind it.
# Nodes lie half a node from the walls; the eddy ends where the shear at the wall, of the two nodes beside it and a
# parabola, changes its sign. Tolerance: 4, 2 and 1 % with 20, 40 and 80 nodes in h: the error falls with h^-1.2 for the
# corner is singular. "half the time" is the same after half of the steps.
# STEP="20 40 80": nodes in h; the time grows with the cube of their number. STEP_RE="100 400 800". RESULTS: a folder.
# Writes step.csv and step.svg there, in validate of the build folder by default.
. "$srcdir/tests/lib.sh"
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
# The change of sign along x: ux of the first and the second node is in columns 7 and 22; the step is half a node before X0
length() {
  for row in 1 2; do tessera probe --csv --line "$x0,$row,0:$((nx - 1)),$row,0:$((nx - x0))" flow.tile >row$row; done
  paste -d , row1 row2 | awk -F, -v h="$h" -v x0="$x0" '
    NR > 1 { shear = 9 * $7 - $22
      if (before < 0 && shear >= 0) { printf "%.4f", (x + ($2 - x) * before / (before - shear) - x0 + 0.5) / h; exit }
      before = shear; x = $2 }'
}
# eddy RE H SPEED BEHIND TIME: SPEED is the mean of the inlet, the outlet lies BEHIND h behind the step, TIME in h / SPEED
eddy() {
  h=$2 x0=$((5 * $2)) nx=$(((5 + $4) * $2))
  awk -v nx="$nx" -v h="$h" -v x0="$x0" 'BEGIN { for (y = 0; y < 2 * h + 2; y++) for (x = 0; x < nx; x++)
    printf "%s", (y >= 1 && y <= 2 * h && (y > h || x >= x0)) ? "\\377" : "\\0" }' >octal
  printf "$(cat octal)" >step.raw
  tessera voxelize --quiet --raw "$nx,$((2 * h + 2)),1,u8" step.raw --threshold 1 --fluid above |
    tessera tile --quiet --inlet x- --outlet x+ -o step.tile
  set -- "$@" "$(awk -v h="$h" -v u="$3" -v t="$5" 'BEGIN { print int(t * h / u / 2) }')"
  tessera run --quiet step.tile --lattice d2q9 --collision mrt --equilibrium incompressible --viscosity "$(awk -v re="$1" -v h="$h" -v u="$3" 'BEGIN { print 2 * h * u / re }')" \
    --set "inlet:flow=$(awk -v h="$h" -v u="$3" 'BEGIN { print h * u }'),parabola" --set outlet:pressure=0 --steps "$6" --checkpoint flow.tile --json >r.json
  half=$(length)
  tessera run --quiet flow.tile --steps "+$6" --checkpoint flow.tile --json >r.json
  echo "$1,$h,$half,$(length)" | tee -a table
}
echo "re,nodes,half,found" >table
for nodes in ${STEP:-20}; do
  for re in ${STEP_RE:-100 400 800}; do
    case $re in
      100) eddy 100 "$nodes" 0.06 20 200 ;;
      400) eddy 400 "$nodes" 0.06 30 600 ;;
      800) eddy 800 "$nodes" 0.06 40 1200 ;;
      *) fail "no reference at Re $re" ;;
    esac
  done
done
published='BEGIN { published[100] = 2.922; published[400] = 8.237; published[800] = 11.834 }'
awk -F, "$published"' NR == 1 { print $0 ",published,off"; next } { printf "%s,%s,%.4f\n", $0, published[$1], $4 / published[$1] - 1 }' table >"$results/step.csv"
awk -F, "$published"'
  BEGIN { split("#447 #080 #c70", colour, " "); print "panel,length of the eddy / h over nodes in h,0,100,0,15" }
  NR > 1 { name = "Re " $1; if (!(name in shade)) { shade[name] = colour[++n]; print "key," shade[name] "," name " (line: Erturk)"
      print "move," shade[name] ",0," published[$1]; print "line," shade[name] ",100," published[$1] }
    print "cross," shade[name] "," $2 "," $4 }' table | awk -f "$srcdir/data/plot.awk" >"$results/step.svg"
echo "step: $results/step.csv and step.svg"
awk -F, 'NR > 1 {
  most = $2 < 20 ? 0.07 : $2 < 40 ? 0.04 : $2 < 80 ? 0.02 : 0.01
  if (!($6 ^ 2 < most ^ 2)) { print "step: Re " $1 ", " $2 " nodes: " $4 " instead of " $5; bad = 1 }
} END { exit bad || NR < 2 }' "$results/step.csv" >&2 || fail "eddy behind the step"
