# SPDX-License-Identifier: BSD-3-Clause
# What wake.sh tells of made series: those of the equation of Landau, with rates of growth 0.001 (Re - CRITICAL) U / D, l = 5
# and a Strouhal number of 0.1 + 0.00013 Re. The critical Reynolds number comes out, within the paper's range and beside it.
. "$srcdir/tests/lib.sh"
here=$srcdir/tests/papers/002-walls
# series CRITICAL RE FROM: a series of three points, 49 152 steps of a sphere of 42 nodes at 0.1, from that amplitude
series() {
  awk -v critical="$1" -v re="$2" -v a="$3" 'BEGIN {
    d = 42; u = 0.1; sigma = 0.001 * (re - critical); y = a * a; pi = atan2(0, -1)
    print "step,point1_pressure,point1_ux,point1_uy,point2_uy,point3_uy"
    for (k = 1; k <= 1536; k++) {
      y += 2 * y * (sigma - 5 * y) * 32 * u / d; t = 2 * pi * (0.1 + 0.00013 * re) * 32 * k * u / d; s = u * sqrt(2 * y)
      printf "%d,0,0,%.8g,%.8g,%.8g\n", 32 * k, 0.001 + s * sin(t), s * sin(t + 1), s * sin(t + 2)
    } }' >series.csv
}
# told CRITICAL RE FROM: the row of wake.sh
told() {
  series "$@"
  awk -v d=42 -v u=0.1 -v every=32 -v rows=16384 -v slide="slide-$2" -f "$here/spectrum.awk" series.csv >lines
  st=$(awk '$1 == 1 { print $5 }' lines)
  near "$st" "$(awk -v re="$2" 'BEGIN { print 0.1 + 0.00013 * re }')" 0.005
  echo "$2 49152 49152 $(awk '{ swing[$1] = $3; st[$1] = $5 } END {
    print swing[1], swing[2], swing[3], st[1], st[2], st[3] }' lines)" \
    "$(awk -v d=42 -v u=0.1 -v every=32 -v st="$st" -f "$here/growth.awk" series.csv)"
}
sentence_of() { awk -v d=42 -v side=352 -v points=points -v sentence=sentence -v nodes=9e7 -f "$here/wake.awk" rows >table
cat sentence; }
for critical in 265 288; do
  for run in '260 0.05' '270 0.05' '280 0.05' '300 0.1' '320 0.1'; do told $critical ${run% *} ${run#* }; done >rows
  [ "$(awk '{ print $13 }' rows | tr '\n' ' ')" = "$([ $critical = 265 ] && echo 'decays sheds sheds sheds sheds ' ||
      echo 'decays decays decays sheds sheds ')" ] ||
    { cat rows >&2; fail "vortices with $critical"; }
  awk -v critical=$critical '{ sigma = 0.001 * ($1 - critical); off = ($10 - sigma) ^ 2
    if (off > (3e-4 + 0.06 * (sigma < 0 ? -sigma : sigma)) ^ 2) exit 1 }' rows || { cat rows >&2; fail "growth with $critical"; }
  sentence_of >said
  answer=Yes; [ $critical = 265 ] || answer=No
  grep -q "^$answer: .*by the square of the amplitude at 2" said || { cat said >&2; fail "answer with $critical"; }
  found=$(sed 's/.*by the rates of growth at \([0-9]*\),.*/\1/' said)
  near "$found" $critical 0.004
done
# A Strouhal number 6 % lower leaves the 5 % of the paper.
grep -q '5 %: yes' said || { cat said >&2; fail "Roshko numbers"; }
awk '{ $7 = $7 * 0.9; print }' rows >low && mv low rows && sentence_of >said
grep -q '5 %: no' said || { cat said >&2; fail "Roshko numbers that are too low"; }
# Nothing that sheds, nothing that fades, one alone, too few rows.
grep decays rows >some && mv some rows && sentence_of >said && grep -q '^No: vortices shed at Re -, ' said || {
    cat said >&2; fail "none sheds"; }
told 288 300 0.1 >rows && sentence_of >said && grep -q '^No: vortices shed at Re 300' said || { cat said >&2; fail "one alone"; }
head -n 300 series.csv | awk -v d=42 -v u=0.1 -v every=32 -v st=0.14 -f "$here/growth.awk" >said
is "$(cat said)" '- - - -'
