#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Outlets through which the flow comes back, or a vortex leaves: nothing grows, and nothing drifts.
# Reversal: a square duct of 12 x 12 x 48 nodes from which another branches off to the side, with an outlet each; the inflow
# is sin(w t) over 1500 steps, 0.08 of a voxel a step at its peak, Re 200, so that half of the time the outlets let in.
# Vortices: a cylinder of 10 nodes in a channel of 41, Re 100 as in test case 2D-2 of Schaefer and Turek (Notes Numer. Fluid
# Mech. 52 (1996) 547), tau 0.52, with the outlet three diameters behind it. There a flow that starts at once diverges with
# trt at given pressures, which do not damp what comes in: it starts with a ramp.
# Compared: the second and the last third of 30 periods, and of 200 vortices: largest speed at a point beside the outlet,
# mean pressure over its amplitude, and the sum of all fluxes over the inflow. Limits:
#   branch    Rows are at the same 30 phases of each period, so that a periodic flow repeats. The slowest transient of a
#             square duct, exp(-2 (pi/12)^2 nu t), is 3e-5 of its start after the first third, and 1e-3 is allowed. Outlets at
#             one pressure that absorb each for itself find their shares in 1/(1e-3 R A/c) = 24 000 steps, with R the
#             resistance of a branch: that flow goes on towards the one of constant pressures, and may not pass it.
#   channel   Near the outlet vortices are not periodic. A third is 16 blocks of four vortices; the means of largest speeds
#             and of pressures of a block may differ by 3.7 standard errors (one of 1000 by chance, 30 degrees of freedom).
#   fluxes    What they add up to in a third is the change of mass: nodes times the range of the density (0.01) over steps and
#             inflow, 1e-3.
# REVERSAL="branch channel". RESULTS: a folder. Writes reversal.csv there, in validate of the build folder by default.
. "$srcdir/tests/lib.sh"
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
# compare FLOW OUTLET ROWS INFLOW [GOAL]: the thirds of series.csv, of which point 1 is beside the outlet, as a line of the
# table. GOAL: the speed that a branch may reach
compare() {
  awk -F, -v name="$1,$(echo "$2" | tr -d ,)" -v rows="$3" -v inflow="$4" -v goal="${5:-0}" '
    function blocks(value, third, m,    k) { # mean and square of the standard error of 16 blocks
      m["mean"] = m["error"] = 0
      for (k = 0; k < 16; k++) m["mean"] += value[third, k] / 16
      for (k = 0; k < 16; k++) m["error"] += (value[third, k] - m["mean"]) ^ 2 / 15 / 16
    }
    function wanders(value) { # by how many standard errors the last third is above the second
      blocks(value, 1, before)
      blocks(value, 2, later)
      return (later["mean"] - before["mean"]) / sqrt(before["error"] + later["error"])
    }
    NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "point1_p") p = i; if ($i == "point1_ux") u = i; if ($i ~ /_flux$/) flux[++n] = i }; next }
    { third = int(3 * (NR - 2) / rows); speed = sqrt($u ^ 2 + $(u + 1) ^ 2 + $(u + 2) ^ 2)
      block = int(48 * (NR - 2) / rows) % 16
      if (speed > most[third]) most[third] = speed
      if (speed > peak[third, block]) peak[third, block] = speed
      level[third, block] += $p
      count[third]++; mean[third] += $p
      if (!(third in low) || $p < low[third]) low[third] = $p
      if (!(third in high) || $p > high[third]) high[third] = $p
      for (k = 1; k <= n; k++) sum[third] += $flux[k] }
    END { size = (high[1] - low[1]) / 2
      printf "%s,%.5f,%.5f,%.3g,%.3g,%.3g\n", name, most[1], most[2], mean[1] / count[1] / size, mean[2] / count[2] / size, sum[2] / count[2] / inflow
      off = mean[2] / count[2] - mean[1] / count[1]
      if (name ~ /^channel/) {
        grows = wanders(peak)
        moves = wanders(level)
        printf "reversal: %s: speeds %.2f, pressures %.2f standard errors apart\n", name, grows, moves >"/dev/stderr"
        good = grows < 3.7 && moves ^ 2 < 3.7 ^ 2
      } else
        good = most[2] < 1.001 * (goal > most[1] ? goal : most[1]) && off ^ 2 < (1e-3 * size) ^ 2
      if (!(good && (sum[2] / count[2] / inflow) ^ 2 < 1e-6 && NR - 1 >= rows)) print "reversal: " name >>"wrong" }' series.csv | tee -a table
}
# branch FIRST SECOND [GOAL]: the two outlets
branch() {
  rm -f series.csv
  tessera run branch.tile --quiet --viscosity 0.005m2/s --time-step 1s --density 1kg/m3 --set in:flow=sine.txt,parabola --set "end:$1" --set "side:$2" --period 1500 --steps 45000 \
    --patch-flux --watch 6,6,46 --series series.csv --series-every 50 --json >r.json || fail "branch, $1, $2: exit $?"
  compare branch "$(echo "$1 $2" | tr , " ")" 900 "$(awk 'BEGIN { print 0.08 / 2.1 * 144 }')" ${3:+"$3"}
}
# channel OUTLET NAME OPTION...
channel() {
  outlet=$1 told=$2
  shift 2
  rm -f series.csv
  tessera run channel.tile --quiet --viscosity 0.006667 --set "inlet:parabola=0.1,0,0" --set "outlet:$outlet" --steps 108000 "$@" \
    --patch-flux --watch 78,20,0 --series series.csv --series-every 25 --json >r.json 2>said || fail "channel, $outlet: exit $?: $(tail -n 1 said)"
  compare channel "$told" 4320 "$(awk 'BEGIN { print 0.06667 * 41 }')"
}
echo "flow,outlets,speed,speed_later,pressure,pressure_later,balance" >table
for flow in ${REVERSAL:-branch channel}; do
  case $flow in
    branch)
      awk 'BEGIN { for (z = 0; z < 48; z++) for (y = 0; y < 14; y++) for (x = 0; x < 36; x++)
        printf "%s", (y > 0 && y < 13 && x > 0 && (x < 13 || (z > 17 && z < 30))) ? "\\377" : "\\0" }' >octal
      printf "$(cat octal)" >branch.raw
      tessera voxelize --quiet --raw 36,14,48,u8 branch.raw --threshold 1 --fluid above --voxel 1m | tessera tile --quiet --lint no --patch in=z- --patch end=z+ --patch side=x+ -o branch.tile
      awk 'BEGIN { for (k = 0; k <= 60; k++) printf "%d %.12g\n", 25 * k, 0.08 / 2.1 * 144 * (k % 30 ? sin(k * atan2(0, -1) / 30) : 0) }' >sine.txt
      branch pressure=0 pressure=0
      branch pressure=0,absorbing pressure=0,absorbing "$(tail -n 1 table | cut -d , -f 4)"
      branch resistance=0.004 resistance=0.008,absorbing
      branch rcr=0.002,50000,0.01 rcr=0.004,25000,0.02
      branch rcr=0.002,50000,0.01 split=0.3
      ;;
    channel)
      "$builddir/tests/cylinder" 80,41,1 40,19,5 >channel.vox
      tessera tile channel.vox --quiet --periodic z --inlet x- --outlet x+ -o channel.tile
      printf '0 0\n500 0\n1000 0\n' >zero.txt
      channel pressure=0 "pressure=0, ramp" --ramp 2000
      channel pressure=0,absorbing "pressure=0 absorbing, ramp" --ramp 2000
      channel pressure=zero.txt,absorbing "pressure=FILE absorbing, ramp" --ramp 2000
      ;;
  esac
done
cp table "$results/reversal.csv"
echo "reversal: $results/reversal.csv"
[ ! -e wrong ] || { cat wrong >&2; fail "outlets"; }
