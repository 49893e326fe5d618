#!/bin/sh
# Womersley flow in tubes along z, (1,0,3) and (1,0,1), 0, 18.4 and 45 degrees from an axis, at alpha 3 and 10: an inlet
# flow=FILE,womersley, an outlet at pressure 0. The flow, the shear at the wall (mean of the nodes of the middle half) and
# the velocity on the axis, over the gradient of the pressure in the middle, against the exact solution (bessel.awk,
# womersley.awk): amplitude, and phase in degrees. Step and voxel: dt ~ dx^2, that is the same viscosity for all radii.
# Tolerance: 1 % and 1 degree where the Stokes layer R sqrt(2) / alpha is 4.5 voxels or more (alpha 3 with radius 16, 10
# with 32); 2 % and 1 degree with 3.9 (alpha 3, radius 8), 3 % and 2 degrees with 2.3 (alpha 10, radius 16).
# WOMERSLEY="3:8 3:16 3:32 10:16 10:32": alpha and radius; the time grows with its fifth power (3:32: 100 000 steps of
# 400 000 nodes). TILTS="0,1 1,3 1,1". RESULTS: a folder. Writes womersley.csv and womersley.svg there, in validate of the
# build folder by default.
. "$srcdir/tests/lib.sh"
results=${RESULTS:-$builddir/validate}
mkdir -p "$results"
# axis AT: on the axis, AT of the length behind the inlet: the nearest node, and its distance from the axis
axis() {
  sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' tube.tile | awk -F, -v s="$1" '{
    for (i = 1; i <= 3; i++) { c = $(i + 3) - 0.5 + s * $i; node[i] = int(c + 0.5); d = node[i] - c; along += d * $i; all += d ^ 2 }
    printf "%d,%d,%d %.9g %.9g\n", node[1], node[2], node[3], s + along, sqrt(all - along ^ 2 > 0 ? all - along ^ 2 : 0) }'
}
# shear: the mean along the axis of the nodes of the middle half, of wall.npy
shear() {
  offset=$(od -A n -t u2 -j 8 -N 2 wall.npy | awk '{ print $1 + 10 }')
  od -A n -v -t f8 -j "$offset" -w24 wall.npy | awk -v grid="$(sed -n 's/^grid: //p; /^end: /q' tube.tile)" \
    -v inlet="$(sed -n 's/^openings: inlet0=\([^ ]*\).*/\1/p; /^end: /q' tube.tile)" -v length_of="$1" '
    BEGIN { split(grid, n, " "); split(inlet, a, ",") }
    $1 != 0 || $2 != 0 || $3 != 0 {
      k = NR - 1; x = k % n[1]; k = (k - x) / n[1]; y = k % n[2]; z = (k - y) / n[2]
      s = (x + 0.5 - a[4]) * a[1] + (y + 0.5 - a[5]) * a[2] + (z + 0.5 - a[6]) * a[3]
      if (s > length_of / 4 && s < 3 * length_of / 4) { sum += $1 * a[1] + $2 * a[2] + $3 * a[3]; count++ }
    }
    END { printf "%.12g\n", sum / count }'
}
# tube ALPHA RADIUS ALONG: a row of the table
tube() {
  long=$((4 * $2))
  printf "%s\n" "0 $2.25" "$long $2.25" | awk -v along="$3" -f "$srcdir/tests/fixtures/revolve.awk" >tube.stl
  tessera voxelize tube.stl --quiet --voxel 1m --unit m --cap | tessera tile --quiet --lint no -o tube.tile
  # at most 0.002 on the axis
  set -- "$@" $(awk -v alpha="$1" -v r="$2.25" 'BEGIN {
    nu = alpha < 5 ? 0.02 : 0.005; period = 4 * int(2 * atan2(0, -1) * r ^ 2 / (alpha ^ 2 * nu) / 4 + 0.5)
    print nu, period, 0.001 * atan2(0, -1) * r ^ 2, alpha < 5 ? 2 : 5 }')
  awk -v n=64 -v period="$5" -v q="$6" 'BEGIN { for (k = 0; k <= n; k++) printf "%.9g %.12g\n", period * k / n, q * (k % (n / 2) ? sin(2 * atan2(0, -1) * k / n) : 0) }' >flow.txt
  alpha=$(awk -v r="$2.25" -v nu="$4" -v period="$5" 'BEGIN { printf "%.12g", r * sqrt(2 * atan2(0, -1) / period / nu) }')
  set -- "$@" $(axis $((long / 4))) $(axis $((long / 2))) $(axis $((3 * long / 4)))
  tessera run tube.tile --quiet --equilibrium incompressible --viscosity "$4" --set inlet0:flow=flow.txt,womersley --set outlet1:pressure=0 \
    --period "$5" --steps $(($5 * $7)) --checkpoint flow.tile --json >r.json
  : >phases
  for phase in 1 2 3 4; do
    [ $phase = 1 ] || tessera run flow.tile --quiet --steps "+$(($5 / 4))" --checkpoint flow.tile --json >r.json
    tessera probe flow.tile --quiet --json --patch-flux --point "$8" --point "${11}" --point "${14}" >p.json
    tessera probe flow.tile --quiet --npy wall.npy --precision fp64 --field wall_shear 2>said
    awk -v in_="$(json p.json patch_flux patches 0 flux)" -v out="$(json p.json patch_flux patches 1 flux)" -v shear="$(shear $long)" \
      -v u="$(json p.json points 1 ux)" -v w="$(json p.json points 1 uz)" -v along="$3" -v sa="$9" -v sb="${15}" \
      -v a="$(json p.json points 0 pressure)" -v b="$(json p.json points 2 pressure)" 'BEGIN { split(along, d, ",")
        printf "%.12g,%.12g,%.12g,%.12g\n", (in_ - out) / 2, shear, (u * d[1] + w * d[2]) / sqrt(d[1] ^ 2 + d[2] ^ 2), (a - b) / (sb - sa) }' >>phases
  done
  # the flux after a step is that through the links of the next one
  echo "$1,$(echo "$3" | tr , " "),$2.25,$(awk -v alpha="$alpha" -v r="$2.25" -v nu="$4" -v off="${13}" -v ahead="$(awk -v period="$5" 'BEGIN { print 360 / period }')" \
    -f "$srcdir/tests/validate/vessels/bessel.awk" -f "$srcdir/tests/validate/vessels/womersley.awk" phases)" | tee -a table
}
echo "alpha,along,radius,flow,flow_phase,shear,shear_phase,axis,axis_phase" >table
for along in ${TILTS:-0,1 1,3 1,1}; do
  for case in ${WOMERSLEY:-3:8 3:16 10:16}; do tube "${case%:*}" "${case#*:}" "$along"; done
done
{ head -n 1 table; tail -n +2 table | sort -t , -k 1,1n -k 2,2 -k 3,3n; } >"$results/womersley.csv"
awk -F, '
  BEGIN { split("flow shear axis", name, " "); split("#447 #080 #c70 #707 #077 #770", colour, " ") }
  NR > 1 { key = "alpha " $1 ", along " $2; gsub(",", " ", key); if (!(key in seen)) { seen[key] = ++n; label[n] = key }
    k = seen[key]; for (q = 0; q < 3; q++) line[q, k] = line[q, k] (line[q, k] ? "line," : "move,") colour[k] "," $3 "," $(4 + 2 * q) "\ncross," colour[k] "," $3 "," $(4 + 2 * q) "\n" }
  END { for (q = 0; q < 3; q++) { print "panel," name[q + 1] " over the exact one over the radius,0,40,0.97,1.03"
      for (k = 1; k <= n; k++) { print "key," colour[k] "," label[k]; printf "%s", line[q, k] } } }' "$results/womersley.csv" |
  awk -f "$srcdir/data/plot.awk" >"$results/womersley.svg"
echo "womersley: $results/womersley.csv and womersley.svg"
awk -F, '
  function size(x) { return x < 0 ? -x : x }
  NR > 1 { layer = $3 * sqrt(2) / $1; most = layer < 3 ? 0.03 : layer < 4 ? 0.02 : 0.01; turn = layer < 3 ? 2 : 1
    for (k = 4; k <= 8; k += 2) if (!(size($k - 1) < most && size($(k + 1)) < turn)) { print "womersley: " $0; bad = 1; break } }
  END { exit bad || NR < 2 }' table >&2 || fail "Womersley flow"
