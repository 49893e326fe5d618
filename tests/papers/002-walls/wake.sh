#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Sections 6 and 7, figures 6 and 7: vortices behind a sphere in a square duct with linear walls: duct 768 x 352 x 352,
# radius 21, centre 224 behind the inlet and 5 off the axis, points A, B, C 171, 192 and 213 behind the centre; fp32, MRT.
# The frequency of the velocity across the wake, by Fourier transform of the last 2^19 steps, gives St = f D / U, St* =
# (1 - 0.95 D / side) St as in an unbounded flow (equation 10), and Ro = St* Re, beside the fit of M. Ormieres and M.
# Provansal, Phys. Rev. Lett. 83 (1999) 80: Ro = -48.2 + 0.391 Re - 3.6e-4 Re^2 for Re 280 ... 360 (equation 11).
#
# Whether a wake sheds vortices is told from how its amplitude grows or fades, growth.awk; the critical Reynolds number from
# the square of the amplitude, a line over Re near the onset, and from the rate of growth, each where it is 0.
#
# Each call goes on for PIECE seconds (130; 600 at most) where the last one ended, from checkpoint to checkpoint, and
# prints what there is; it is to be called until the table says so. WAKE=FOLDER keeps the checkpoints (two of 8 GB at full
# size) and series; default papers/002/wake in the build folder. RES="260 300:65536": these Reynolds numbers, one after
# another, with so many steps. CHAIN=yes: each goes on from the last state of the one before it in RES, so that it needs no
# start of its own: 49 152 steps, 16 periods, tell growth from decay. SCALE=1 (the size of the paper), 2, 4 or 8; STEPS=N: of
# each Re, default a million (two above 360) over SCALE. At 20 000 MFLUPS a million steps of full size take 80 minutes.
# MFLUPS=N: what to expect before the first measurement. DEVICE=cuda:0, or cuda:0,1,2,3; WALLS=linear; SPEED=U, 0.1;
# SIDES=moving: the sides of the duct move along with the flow. Another choice needs another WAKE. A Re that has all its steps
# keeps its series alone. DEVICE=cpu SCALE=8 CHAIN=yes STEPS=3000 RES="200 100" PIECE=60 tries the script.
#
# U = 0.1 is Mach 0.17: half of it raises the frequency by 1 %. Duct and sphere are one surface whose open ends are
# capped: with the planes of inlet and outlet on the faces of the grid the flow diverges at a tau so close to 1/2. Each Re
# starts from 20 D / U at tau 0.8, in which the pressure waves of the start decay.
. "$srcdir/tests/papers/lib.sh"
export OMP_WAIT_POLICY=passive
here=$srcdir/tests/papers/002-walls
scale=${SCALE:-1} device=${DEVICE:-cuda:0} walls=${WALLS:-linear} sides=${SIDES:-rest} speed=${SPEED:-0.1}
every=32 chain=${CHAIN:-no}
piece=${PIECE:-130}
[ "$piece" -le 600 ] || fail "PIECE=$piece: at most 600 seconds"
ends=$(($(date +%s) + piece - 8)) # spectra take the rest
folder=${WAKE:-$builddir/papers/002/wake}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
choice="scale $scale, walls $walls, sides $sides, speed $speed"
[ -e "$folder/choice" ] || echo "$choice" >"$folder/choice"
[ "$(cat "$folder/choice")" = "$choice" ] || fail "$folder has $(cat "$folder/choice"), not $choice: give another WAKE"
case $sides in
  rest) set -- --set "inlet0:velocity=$speed,0,0" --set outlet1:pressure=0 ;;
  moving)
    set -- --set "outlet4:velocity=$speed,0,0" --set outlet5:pressure=0
    for side in inlet0 outlet1 outlet2 outlet3; do set -- "$@" --set "$side:wall=$speed,0,0"; done ;;
  *) fail "SIDES is rest or moving, not '$sides'" ;;
esac
conditions=$*
# diameter, side, steps of the start, and the points (voxel i lies at i - 1/2)
set -- $(awk -v s="$scale" -v u="$speed" 'BEGIN {
  d = 42 / s; at = "," int(171 / s + 0.5) "," int(176 / s + 0.5)
  print d, 352 / s, int(20 * d / u / 32) * 32, int(395 / s) at, int(416 / s) at, int(437 / s) at }')
diameter=$1 side=$2 begin=$3 points="--watch $4 --watch $5 --watch $6"

nodes=$(awk -v s="$scale" 'BEGIN { print 768 * 352 * 352 / s ^ 3 }')
[ -z "${MFLUPS:-}" ] || [ -e "$folder/cost" ] || awk -v n="$nodes" -v speed="$MFLUPS" 'BEGIN {
  print n / speed * 1e-6, 20 }' >"$folder/cost"

value() { awk -v file=r.json -v key="$1" -f "$srcdir/tests/bench/json.awk"; }
left() { echo $((ends - $(date +%s))); }
# step_of FILE: the steps of a checkpoint; 0: there is none
step_of() { [ ! -e "$1" ] || LC_ALL=C sed -n '/^step: /{s/.*: //p;q;}' "$1"; }
# advance FROM TO LAST OPTION...: as many steps, up to LAST, as there is time for, from one checkpoint to another. `cost`
# has the seconds of a step and those beside, from the last time. Returns 1 if there is no time.
advance() {
  from=$1 to=$2 last=$3; shift 3
  at=$(step_of "$from"); at=${at:-0}
  [ -e "$folder/cost" ] && now=$(awk -v left="$(left)" '{ n = int((left - 1.5 * $2 - 2) / $1 / 32) * 32
    print (n > 0 ? n : 0) }' "$folder/cost") || now=64
  [ "$now" -gt 0 ] || return 1
  [ $((at + now)) -lt "$last" ] || now=$((last - at))
  started=$(date +%s)
  # shellcheck disable=SC2086 # options
  tessera-run --quiet "$from" --device "$device" --steps "+$now" --checkpoint "$to.new" --json "$@" >r.json 2>said || {
    code=$?
    cat said >&2
    fail "$to: exit $code"
  }
  mv "$to.new" "$to"
  awk -v seconds="$(value seconds)" -v steps="$now" -v whole="$(($(date +%s) - started))" 'BEGIN {
    print seconds / steps, ((whole > seconds) ? whole - seconds : 0) + 1 }' >"$folder/cost"
  value mflups >"$folder/mflups"
}

# steps_made RE; those of a Re that is complete are in a file of their own
steps_made() { if [ -e "$folder/$1.done" ]; then cat "$folder/$1.done"; else step_of "$folder/$1.tile"; fi; }

# ---- the duct and the viscous flow in it ----

if [ ! -e "$folder/duct.tile" ]; then
  # A square tube without ends, and a sphere in it; seen from the fluid all triangles face outwards.
  awk -v s="$scale" -v moving="$([ "$sides" = rest ] || echo 1)" '
    function place(i, j,   t, p) {
      t = pi * i / m; p = 2 * pi * (j % n) / n
      return sprintf("%.9g %.9g %.9g", 224 / s + r * sin(t) * cos(p), 171 / s + r * sin(t) * sin(p), 176 / s + r * cos(t))
    }
    function triangle(a, b, c) {
      print "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet"
    }
    function strip(a, b, c, d) { triangle(a, b, c); triangle(a, c, d) }
    # corner i of side k, or of the opening in it, which leaves a rim
    function corner(k, i, rim,   x, t) {
      x = i < 2 ? rim : l - rim
      t = i == 0 || i == 3 ? rim : h - rim
      return sprintf("%.9g ", x) (k == 0 ? t " 0" : k == 1 ? h " " t : k == 2 ? (h - t) " " h : "0 " (h - t))
    }
    BEGIN {
      pi = atan2(0, -1); r = 21 / s; l = 768 / s; h = 352 / s; m = 48; n = 96
      print "solid duct"
      for (k = 0; k < 4; k++)
        if (!moving)
          strip(corner(k, 0, 0), corner(k, 1, 0), corner(k, 2, 0), corner(k, 3, 0))
        else
          for (i = 0; i < 4; i++)
            strip(corner(k, i, 0), corner(k, (i + 1) % 4, 0), corner(k, (i + 1) % 4, 1), corner(k, i, 1))
      for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
          if (i < m - 1) triangle(place(i, j), place(i + 1, j + 1), place(i + 1, j))
          if (i > 0) triangle(place(i, j), place(i, j + 1), place(i + 1, j + 1))
        }
      print "endsolid"
    }' >duct.stl
  tessera-voxelize --quiet duct.stl --voxel 1mm --cap >duct.vox
  tessera-tile --quiet --lint no duct.vox -o "$folder/duct.tile"
  rm duct.vox
fi
start=$folder/start.tile
while [ "$(step_of "$start")" != "$begin" ]; do
  [ -e "$start" ] && set -- "$start" || set -- "$folder/duct.tile"
  # shellcheck disable=SC2086 # options
  advance "$1" "$start" "$begin" --walls "$walls" --collision mrt --precision fp32 $conditions --tau 0.8 || break
done

# ---- each Re ----

# steps_of RE: in the range without a regular wake the paper made twice as many steps
steps_of() {
  case " $wanted " in *" $1:"*) given=${wanted##*" $1:"} given=${given%% *} ;; *) given=${STEPS:-0} ;; esac
  awk -v re="$1" -v s="$scale" -v n="$given" -v begin="$(cat "$folder/$1.from" 2>>said || echo "$begin")" 'BEGIN {
    if (!n) n = (re > 360 ? 2e6 : 1e6) / s
    print begin + int(n / 32) * 32 }'
}
wanted=" ${RES:-300 270 260 280 320 340 360 380 400 420} "
res=$(for re in $wanted; do echo "${re%%:*}"; done)
if [ "$(step_of "$start")" = "$begin" ]; then
  for re in $res; do
    state=$folder/$re.tile
    viscosity=$(awk -v d="$diameter" -v u="$speed" -v re="$re" 'BEGIN { print u * d / re }')
    while [ ! -e "$folder/$re.done" ] && [ "$(step_of "$state")" != "$(steps_of "$re")" ]; do
      from=$state
      if [ ! -e "$state" ]; then
        from=$start
        [ "$chain" = no ] || [ ! -e "$folder/last.tile" ] || from=$folder/last.tile
        step_of "$from" >"$folder/$re.from"
      fi
      # shellcheck disable=SC2086 # options
      advance "$from" "$state" "$(steps_of "$re")" --viscosity "$viscosity" $points --series "$folder/$re.csv" \
          --series-every $every ||
        break 2
    done
    [ -e "$folder/$re.done" ] || {
      steps_of "$re" >"$folder/$re.done"
      [ "$chain" = no ] || mv "$state" "$folder/last.tile"
    }
    rm -f "$state"
  done
fi

# ---- the table ----

for re in $res; do
  made=$(steps_made "$re"); made=${made:-0}
  total=$(steps_of "$re")
  [ ! -e "$folder/$re.done" ] || total=$made
  began=$(cat "$folder/$re.from" 2>>said || echo "$begin")
  [ "$made" = 0 ] || made=$((made - began))
  total=$((total - began))
  [ "$made" != 0 ] && [ "$(wc -l <"$folder/$re.csv")" -gt 32 ] || { echo "$re $made $total - - - - - - - - - -"; continue; }
  awk -v d="$diameter" -v u="$speed" -v every=$every -v rows=16384 -v spectrum="spectrum-$re" -v slide="slide-$re" \
      -f "$here/spectrum.awk" \
    "$folder/$re.csv" >lines
  echo "$re $made $total $(awk '{ swing[$1] = $3; st[$1] = $5 } END {
    print swing[1], swing[2], swing[3], st[1], st[2], st[3] }' lines)" \
    "$(awk -v d="$diameter" -v u="$speed" -v every=$every -v st="$(awk '$1 == 1 {
      print ($5 > 0 ? $5 : 0.14) }' lines)" -f "$here/growth.awk" "$folder/$re.csv")"
done | sort -n >rows
runs_on=$device # about has a variable of that name
case $device in cuda*) about cuda ;; *) about ;; esac
[ "$chain" = no ] || order="from the last state of the Reynolds number before, in the order $(echo $res); "
[ ! -e "$folder/mflups" ] || mflups=$(awk '{ printf "%.0f MFLUPS", $1 }' "$folder/mflups")
printf '%s' "Duct of $((768 / scale)) x $((352 / scale)) x $((352 / scale)) nodes on $runs_on, $walls walls, sides: $sides, "
echo "U = $speed, MRT, fp32; ${order:-}${mflups:-}."
echo
awk -v d="$diameter" -v side="$side" -v points=points -v sentence=sentence -v mflups="$(cat "$folder/mflups" 2>>said ||
    echo 0)" -v nodes="$nodes" \
  -f "$here/wake.awk" rows >table
heads 'Re|steps|vortices|growth, D/U|swing A, of U|B|C|amplitude in the end|St A|St B|St C|paper: St A, B, C|Ro of A, corrected' \
  'fit|ratio'
cat table
{
  shown=$(awk '$7 != "-" { if (!n++ || $1 == 300) re = $1 } END { print re }' rows) # figure 6 has 300
  echo "panel,power over St at Re $shown (the largest is 1),0,0.5,0,1"
  echo "key,#447,A"
  [ ! -e "spectrum-$shown" ] || awk -F, '$1 == 1 { print (n++ ? "line" : "move") ",#447," $2 "," $3 + 0 }' "spectrum-$shown"
  cat points
  slid=$(awk '$7 != "-" { re = $1 } END { print re }' rows) # figure 8 has 1000
  [ ! -e "slide-$slid" ] || awk -F, -v re="$slid" '{ if ($3 > most) most = $3; if ($2 > last) last = $2; line[NR] = $1
    x[NR] = $2; y[NR] = $3 }
    END {
      split("#447 #c00 #080", colour, " "); printf "panel,St over the first step of the window at Re %d,0,%d,0,%.2f\n", re,
          last + 1, most * 1.2
      for (p = 1; p <= 3; p++) { print "key," colour[p] "," substr("ABC", p, 1); n = 0
        for (i = 1; i <= NR; i++) if (line[i] == p) { print (n++ ? "line" : "move") "," colour[p] "," x[i] "," y[i]
          print "cross," colour[p] "," x[i] "," y[i] } } }' "slide-$slid"
} | plot "spectrum, Roshko numbers, square of the amplitude, and St over the window"
verdict "$(cat sentence)"
