#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The forecast of tessera-stats compared with the report of tessera-run: memory within 2 %, in every layout and
# precision.
. "$srcdir/tests/lib.sh"

# of DOMAIN ENTRY...: the forecasts of the CPU are entries 15, 16 (fp64: packed, t2c), 19, 20 (fp32) and 23 (fp32/fp16,
# which t2c does not store).
of() {
  tessera stats --json --bandwidth 100 "$1" >stats.json
  domain=$1
  shift
  for entry; do
    layout=$(json stats.json forecast $entry layout) precision=$(json stats.json forecast $entry precision)
    [ "$(json stats.json forecast $entry device)" = cpu ] || fail "forecast $entry is not of the cpu"
    tessera run "$domain" --device cpu --permeability z --steps 1 --layout "$layout" --precision "$precision" --json \
      >run.json 2>said || [ $? = 5 ] || { cat said >&2; fail "$domain $layout $precision"; }
    near "$(json stats.json forecast $entry memory_bytes)" "$(json run.json memory)" 0.02
  done
}
size=48,48,48
all="15 16 19 20 23" some="15 23"
! slow || some=$all
# shellcheck disable=SC2086 # lists of entries
{
  for shape in box spheres:porosity=0.7,d=12; do
    tessera voxelize --quiet --shape $shape --size $size | tessera tile --quiet --inlet z- --outlet z+ -o a.tile
    of a.tile $some
  done
  tessera voxelize --quiet --shape spheres:porosity=0.2,d=12 --size $size | tessera tile --quiet --inlet z- --outlet z+ -o a.tile
  of a.tile $all
}
tessera voxelize --quiet --walls --shape sc:c=0.4 --size $size | tessera tile --quiet --inlet z- --outlet z+ -o a.tile
of a.tile 16
make-sample sample 48 2>/dev/null # as the demo's
tessera voxelize --quiet --threshold otsu sample/*.tif | tessera tile --quiet --inlet z- --outlet z+ -o a.tile
of a.tile 19

# The memory of a GPU, by --vram; its speed is given only with a bandwidth.
tessera voxelize --quiet --shape box --size $size | tessera tile --quiet --periodic xyz -o box.tile
tessera stats --json --bandwidth 4000 --vram 1GB box.tile >stats.json
[ "$(json stats.json forecast 17 device) $(json stats.json forecast 17 fits)" = "cuda true" ] || fail "a GPU of 1 GB"
near "$(json stats.json forecast 17 mflups)" \
  "$(awk 'BEGIN { print 1e-6 / ((304 + 416 / 64) / 0.97 / 4e12 + 6.6e-6 / 48 ^ 3) }')" 1e-4
[ "$(json stats.json forecast 17 copies) $(json stats.json forecast 27 copies) $(json stats.json forecast 27 mflups)" = "2 1 null" ] ||
  fail "one copy"
two=$(json stats.json forecast 17 memory_bytes) one=$(json stats.json forecast 27 memory_bytes)
tessera stats --json --vram "$(awk -v a="$two" -v b="$one" 'BEGIN { printf "%d", (a + b) / 2 }')" box.tile >stats.json
[ "$(json stats.json forecast 17 fits) $(json stats.json forecast 27 fits)" = "false true" ] || fail "a GPU that holds one copy"
[ "$(json stats.json forecast 24 memory_bytes)" = null ] || fail "t2c stores no 16 bits"
tessera stats --json --predict box.tile >stats.json
[ "$(json stats.json forecast 17 mflups)" = null ] || fail "the bandwidth of this machine is not that of a GPU"
tessera stats --predict box.tile | grep -q '^  packed, cuda  *[0-9.]*  *-  ' || fail "forecast as text"

# One copy and its gap, for a domain that is large enough: in addition to the populations 64 MiB and 136 bytes a tile.
for shape in box $(! slow || echo spheres:porosity=0.2,d=40,seed=1,periodic); do
  tessera voxelize --quiet --shape $shape --size 320,320,320 | tessera tile --quiet --periodic xyz 2>said | tessera stats --json - >stats.json
  awk -v m="$(json stats.json forecast 27 memory_bytes)" -v tiles="$(json stats.json tiles)" -v n="$(json stats.json nonsolid)" \
    'BEGIN { copies = (m - 67108864 - 136 * tiles) / (152 * n); print copies; exit !(copies > 1 && copies <= 1.06) }' >copies ||
    fail "$shape: $(cat copies) copies"
done

# Speeds on an H100 whose copies reach 3015 GB/s: those that were measured there in the same domains (tests/papers/PAPERS.md), within
# 15 %, and the same ranking of layouts and precisions in each.
measured() { # PRECISION POROSITY: MFLUPS of packed and t2c
  awk -v precision="$1" -v domain="$2" -F '[|,]' '/^<!-- 003.layouts-gpu -->/ { on = 1 } /^<!-- end -->/ { on = 0 }
    /^MFLUPS/ { this = index($0, "MFLUPS, " precision " bgk") } on && this && $2 + 0 == domain && $2 ~ /[0-9]/ { print "packed", $5 + 0; print "t2c", $8 + 0 }' \
    "$srcdir/tests/papers/PAPERS.md" | sed "s/^/$1 /"
}
predicted() { # the same of stats.json
  for entry in $1; do
    echo "$(json stats.json forecast $entry precision) $(json stats.json forecast $entry layout) $(json stats.json forecast $entry mflups)"
  done
}
# Narrower storage, of spheres as large on an H200 (4253 GB/s), in GLUPS; and t2c by packed on a CPU, where porosity is 0.2
# (tests/bench/RESULTS.md, solver/forecast/forecast.c).
narrow() {
  tessera stats --json --bandwidth 4253 "$1" >stats.json
  speed=$(awk -v precision=fp32/fp16 -v column="$2" -F '|' '$2 ~ "^ *" precision " *$" && $3 + 0 > 10 { print $column * 1000; exit }' "$srcdir/tests/bench/RESULTS.md")
  near "$(json stats.json forecast 25 mflups)" "$speed" 0.1
}
ranking() { sort -g -k 3 "$1" | cut -d ' ' -f 1,2 | tr '\n' ';'; }
for porosity in 1 0.9 0.7 0.5 0.2 0.1; do
  [ "$porosity" = 1 ] && shape=box || shape=spheres:porosity=$porosity,d=40,seed=1,periodic
  tessera voxelize --quiet --shape "$shape" --size 256,256,256 | tessera tile --quiet --periodic xyz -o large.tile 2>said
  case $porosity in 1) narrow large.tile 3 ;; 0.7) narrow large.tile 4 ;; 0.2) narrow large.tile 5
    near "$(json stats.json forecast 16 mflups)" "$(awk -v packed="$(json stats.json forecast 15 mflups)" 'BEGIN { print packed * (0.72 + 0.64) / 2 }')" 0.15 ;;
  esac
  tessera stats --json --bandwidth 3015 large.tile >stats.json
  { measured fp64 "$porosity"; measured fp32 "$porosity"; } >measured
  predicted "17 18 21 22" >predicted
  is "$(wc -l <measured)" 4
  is "$porosity: $(ranking predicted)" "$porosity: $(ranking measured)"
  paste -d ' ' measured predicted | while read -r _ layout speed _ same foretold; do
    is "$same" "$layout"
    near "$foretold" "$speed" 0.15
  done
done

# What a permeability would take there: the order is in check_forecast.c.
tessera stats --json --vram 110MB box.tile >stats.json
is "$(json stats.json permeability_fits 0 fits)" false
tessera stats --json --vram 1GB box.tile >stats.json
is "$(json stats.json permeability_fits 1 precision) $(json stats.json permeability_fits 1 copies) $(json stats.json permeability_fits 1 corrected)" \
  "fp64 2 true"
near "$(json stats.json permeability_fits 0 memory_bytes)" \
  "$(awk -v m="$two" 'BEGIN { printf "%d", 1.01 * m + 296 * 48 * 48 * 48 + 134217728 }')" 1e-6
tessera stats --vram 1GB box.tile | grep -q '^  permeability to 1e-05  *fp64, two copies, [0-9.]* MiB with corrections$' ||
  fail "permeability as text"

# The time to it: the model is in check_forecast.c; a GPU has one where its bandwidth is given, a vessel none.
tessera stats --json --bandwidth 3000 box.tile >stats.json
is "$(json stats.json permeability_times 0 device) $(json stats.json permeability_times 0 converge) $(json stats.json permeability_times 0 steps)" "cpu 1e-05 28"
is "$(json stats.json permeability_times 0 steps_least) $(json stats.json permeability_times 0 steps_most)" "16 76"
near "$(json stats.json permeability_times 3 seconds)" "$(awk -v s="$(json stats.json permeability_times 3 setup_seconds)" \
  -v c="$(json stats.json permeability_times 3 cycle_seconds)" -v n="$(json stats.json permeability_times 3 steps)" 'BEGIN { print s + n / 2 * c }')" 1e-5
tessera stats --bandwidth 3000 box.tile | grep -q '^  time to 1e-03, cuda  *about [0-9.e+-]* s (0.7 to 3 times that): some 18 steps, 10 to 50, set-up' || fail "time as text"
tessera stats --json --predict box.tile >stats.json
is "$(json stats.json permeability_times 1 seconds)" null
tessera stats --json box.tile >stats.json
is "$(json stats.json permeability_times)" null

# Bytes over bandwidth, given or measured.
tessera stats --json --bandwidth 30.4 box.tile >stats.json
near "$(json stats.json forecast 15 mflups)" 100 1e-6
tessera stats --json --predict box.tile >stats.json
near "$(json stats.json forecast 15 mflups)" "$(awk -v b="$(json stats.json models 0 bandwidth)" 'BEGIN { print 1e3 * b / 304 }')" 1e-5

# The predicted speed beside the achieved one.
tessera voxelize --quiet --shape box --size 24,24,24 | tessera tile --quiet --periodic xyz -o small.tile
tessera run small.tile --device cpu --benchmark --json >run.json
awk -v p="$(json run.json predicted_mflups)" -v m="$(json run.json mflups)" 'BEGIN { exit !(p > 0 && m > 0) }' ||
  fail "predicted_mflups"
awk -v t="$(json run.json traffic)" -v p="$(json run.json predicted_mflups)" -v c="$(json run.json copy_bandwidth)" \
  'BEGIN { exit !(t >= 304 && p * t < 1001 * c) }' || fail "traffic: beyond the copy bandwidth"
tessera run small.tile --device cpu --permeability x --benchmark --json >run.json
[ "$(json run.json converged) $(json run.json remaining)" = "null null" ] || fail "a benchmark that did not converge"
tessera run small.tile --device cpu --benchmark | grep -q 'predicted  *[0-9.]* MFLUPS' || fail "predicted as text"

# A domain without fluid has no speed.
{ for key in 'kind: domain' 'grid: 8 8 8' 'edge: 4' 'offset: 0 0 0' 'periodic: none' 'tiles: 0' 'nonsolid: 0'; do
  echo "key $key"
done; echo trailer; } >none.forge
forge none.forge none.tile
tessera run none.tile --device cpu --benchmark --json >run.json
[ "$(json run.json predicted_mflups)" = null ] || fail "a speed of no nodes: $(json run.json predicted_mflups)"

# A run of five seconds predicts its speed, too; a short one does not take the time.
tessera run box.tile --device cpu --force 1e-6,0,0 --steps 1 --json >run.json
[ "$(json run.json predicted_mflups) $(json run.json copy_bandwidth)" = "null null" ] || fail "predicted after one step"
slow || exit 0
steps=100
until tessera run box.tile --device cpu --force 1e-6,0,0 --steps $steps --quiet -o out.flow >said 2>&1 && grep -q '^ *predicted ' said; do
  [ $steps -lt 1000000 ] || fail "no run predicts: $(cat said)"
  steps=$((steps * 4))
done
