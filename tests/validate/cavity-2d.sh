#!/bin/sh
# A square cavity whose lid y+ moves along x, one slice of 128 x 128 nodes, Re 100, 400 and 1000. Reference: velocities
# on the centre lines of U. Ghia, K. N. Ghia and C. T. Shin, J. Comput. Phys. 48 (1982) 387, with an RMS difference
# within 1 % of the lid speed (1.5 % at Re 1000, where their table differs by up to 1.2 % from the next reference); at
# Re 1000 also the extrema of O. Botella and R. Peyret, Comput. Fluids 27 (1998) 421, which are known to seven digits:
# within 1 %, and their positions within half a node spacing.
# Lid speed 0.1, TRT, incompressible equilibrium, to 1e-5. CAVITY="100 400": only these Re; CAVITY_NODES=N: N nodes per
# side. Re 100 runs with lattice d3q19, the others with d2q9; LATTICE=d3q19: all. Writes validate/cavity-2d.csv in the
# build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
nodes=${CAVITY_NODES:-128}
speed=0.1
middle=$(awk -v n="$nodes" 'BEGIN { print (n - 1) / 2 }')
last=$((nodes - 1))
tessera voxelize --quiet --shape cavity --size "$nodes,$nodes,1" | tessera tile --quiet --patch lid=y+ -o cavity.tile
# profile COORDINATE VELOCITY END <TABLE: "position,velocity / lid speed", 0 and END at the walls, half a node outside
profile() {
  awk -F, -v coordinate="$1" -v velocity="$2" -v end="$3" -v n="$nodes" -v speed=$speed '
    /distance/ { for (i = 1; i <= NF; i++) column[$i] = i; print "0,0"; next }
    NF { print ($column[coordinate] + 0.5) / n "," $column[velocity] / speed }
    END { print "1," end }'
}
echo "re,line,position,published,found" >"$results/cavity-2d.csv"
for re in ${CAVITY:-100 400 1000}; do
  tau=$(awk -v n="$nodes" -v u=$speed -v re="$re" 'BEGIN { print 0.5 + 3 * u * n / re }')
  lattice=${LATTICE:-$([ "$re" = 100 ] && echo d3q19 || echo d2q9)}
  tessera run --quiet --lattice "$lattice" --set lid:wall=$speed,0,0 --equilibrium incompressible --tau "$tau" --converge 1e-5 --json \
    -o flow.tile cavity.tile >r.json
  echo "cavity-2d: Re $re, $lattice, $nodes nodes a side, tau $tau, $(json r.json steps) steps, $(json r.json mflups) MFLUPS"
  tessera probe --csv --line "$middle,0,0:$middle,$last,0:$nodes" flow.tile >along_y
  tessera probe --csv --line "0,$middle,0:$last,$middle,0:$nodes" flow.tile >along_x
  profile y ux 1 <along_y >u
  profile x uy 0 <along_x >v
  awk -v re="$re" -f "$srcdir/tests/validate/cavity-2d.awk" u v "$srcdir/tests/validate/cavity-2d.ref" >found
  sed -n "s/^[uv],/$re,&/p" found >>"$results/cavity-2d.csv"
  awk -F, -v re="$re" -v n="$nodes" '
    BEGIN {
      value["least u"] = -0.3885698; value["largest v"] = 0.3769447; value["least v"] = -0.5270771
      place["least u"] = 0.1717; place["largest v"] = 0.1578; place["least v"] = 0.9092
    }
    function size(x) { return x < 0 ? -x : x }
    $1 == "rms" {
      print "cavity-2d: Re " re ": " $2 ": RMS " $3 " of the lid speed"
      compared++
      bad = bad || !($3 < (re == 1000 ? 0.015 : 0.01))
    }
    $1 == "extremum" && re == 1000 {
      print "cavity-2d: Re 1000: " $2 " " $3 " at " $4 " (" value[$2] " at " place[$2] ")"
      compared++
      bad = bad || !(size($3 / value[$2] - 1) < 0.01 && size($4 - place[$2]) < 0.5 / n + 0.00005)
    }
    END { exit bad || compared != (re == 1000 ? 5 : 2) }' found || agrees=no
done
echo "cavity-2d: $results/cavity-2d.csv"
[ "${agrees:-yes}" = yes ] || fail "velocities of the square cavity"
