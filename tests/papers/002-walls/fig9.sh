#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Figure 9: speed with half-way and with linear walls in a channel of 1024 x l x l nodes around a sphere of diameter 30,
# fp32, MRT, on one GPU and, where there are two, on two. The speed is the median of 9 measurements of tessera-run
# --benchmark, the three variants in turn. DEVICE=cpu SCALE=tiny tries the script. LIMIT=SECONDS: no size starts after.
. "$srcdir/tests/papers/lib.sh"
export OMP_WAIT_POLICY=passive
value() { awk -v file=r.json -v key="$1" -f "$srcdir/tests/bench/json.awk"; }
device=${DEVICE:-cuda:0}
case ${SCALE:-full} in
  full) long=1024 d=30 sides="64 128 192 256 320 384" ;;
  tiny) long=48 d=10 sides="16 24" ;;
  *) fail "SCALE=$SCALE: full or tiny" ;;
esac
devices=$device
case $device in
  cuda*) [ "$(nvidia-smi -L 2>/dev/null | wc -l)" -lt 2 ] || devices="$device cuda:0,1" ;;
esac
ends=$(($(date +%s) + ${LIMIT:-110}))

# speed DEVICE RULE: MFLUPS and its share of the copy bandwidth
speed() {
  tessera-run --quiet --benchmark --json --device "$1" --collision mrt --precision fp32 --walls "$2" \
    --set inlet:velocity=0.02,0,0 --set outlet:pressure=0 flow.tile >r.json 2>said || { cat said >&2; fail "$2 on $1"; }
  echo "$(value benchmark.step.mflups) $(value benchmark.step.share_of_copy)" >speed
  awk '!($1 > 0 && $2 > 0) { exit 1 }' speed || fail "$2 on $1 has no speed"
  cat speed
}
for l in $sides; do
  [ "$(date +%s)" -lt "$ends" ] || continue
  awk -v l="$l" -v long="$long" -v d="$d" 'BEGIN { print (long < 256 ? long / 3 : 255.5), (l - 1) / 2, (l - 1) / 2, d }' >sphere
  tessera-voxelize --quiet --walls --shape spheres:list=sphere --size "$long,$l,$l" |
    tessera-tile --quiet --lint no --inlet x- --outlet x+ -o flow.tile
  number=0
  for on in $devices; do
    number=$((number + 1))
    halfway=$(speed "$on" halfway)
    linear=$(speed "$on" linear)
    central=$(speed "$on" interpolated)
    echo "$number $l $halfway $linear $central"
  done
done >rows
[ -s rows ] || fail "no size was measured"
whole rows
case $device in cuda*) about cuda ;; *) about ;; esac
heads 'GPUs|channel|half-way, MLUPS|linear, MLUPS|loss|loss of the paper|linear, share of the copy bandwidth|share of the paper' \
  'central, MLUPS'
sort -k1,1n -k2,2n rows | awk -v long=$long '{ printf "| %d | %dx%dx%d | %.0f | %.0f | %.1f %% | at most 11 %% | %.2f | %s | " \
    "%.0f |\n", $1, long, $2, $2, $3, $5, 100 * (1 - $5 / $3), $6, $2 == 128 || $2 == 256 ? "" : "above 0.61", $7 }
  $5 > most { most = $5 } END { printf "| | largest, linear | | %.0f | | 2630 on eight Tesla C1060 | %.1f times | | |\n", most,
      most / 2630 }'
sort -k1,1n -k2,2n rows | awk '{ if (most < $5) most = $5; if (!first++) {
    print "panel,MLUPS over the width of the channel,0,400,0,MOST\nkey,#447,half-way\nkey,#c00,linear" }
    if ($1 != now) { start = 1; now = $1 }
    half[NR] = (start ? "move" : "line") ",#447," $2 "," $3; linear[NR] = (start ? "move" : "line") ",#c00," $2 "," $5
    start = 0; if (most < $3) most = $3 }
  END { for (i = 1; i <= NR; i++) print half[i]; for (i = 1; i <= NR; i++) print linear[i]; print "most " most }' >points
sed "s/MOST/$(awk '/^most/ { step = 10 ^ int(log($2) / log(10)); print step * (int($2 / step) + 1) }' points)/; /^most/d" \
    points | plot "speed with half-way and with linear walls"
verdict "$(awk '{ loss = 1 - $5 / $3; if (NR == 1 || loss > most) most = loss; if (NR == 1 || $6 < least) least = $6 }
  END { printf "Linear walls cost at most %.1f %% (the paper: 11 %%), %s; they reach %.2f of the copy bandwidth or more, %s the " \
      "61 %% of the paper.",
    100 * most, (most <= 0.11 ? "within that" : "more than there"), least,
        (least >= 0.61 ? "above" : "in the worst channel below") }' rows) It excepts widths of 128 and 256."
