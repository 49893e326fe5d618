# SPDX-License-Identifier: BSD-3-Clause
# Tables 6 and 7: random spheres of diameter 40 in 192^3 nodes, porosity 0.9 ... 0.1.
. "$srcdir/tests/papers/000-tiles/gpu.sh"
size=$(sized 192 16)
porosities=$(sized "0.2 0.9 0.7 0.5 0.3 0.1 0.8 0.6 0.4" "0.9 0.3")
for porosity in $porosities; do
  for precision in fp64 fp32; do
    for layout in t2c packed; do
      echo "spheres-$porosity@$size" $layout $precision bgk-incompressible
      [ $layout = packed ] || echo "spheres-$porosity@$size" $layout $precision mrt-incompressible
    done
  done
done >todo
measured spheres <todo
shown
{
  from_table 1 | awk -v panel=precision -v series=layout,kernel -v x=porosity -v y=mflups -f "$papers/tables/lines.awk"
} | plot "Speed over porosity"
verdict "$(from_table '
  NR > 1 && c("kernel") ~ /bgk/ {
    key = c("layout") " " c("precision") " " c("case"); bu[key] = c("bu"); paper[key] = c("paper_bu") }
  function fall(of) { return by(of["t2c fp64 spheres-0.2"], of["t2c fp64 spheres-0.9"]) }
  END {
    printf "From porosity 0.9 to 0.2 the share of the bandwidth falls to %s of itself with the layout of the paper (there to " \
        "%s), and to %s with packed, which the paper does not have; ",
      fall(bu), fall(paper), by(bu["packed fp64 spheres-0.2"], bu["packed fp64 spheres-0.9"])
    printf "at 0.2 in fp64 it is %s of the peak (%s in the paper), with packed %s.", n(bu["t2c fp64 spheres-0.2"], 3),
      n(paper["t2c fp64 spheres-0.2"], 3), n(bu["packed fp64 spheres-0.2"], 3) }')"
